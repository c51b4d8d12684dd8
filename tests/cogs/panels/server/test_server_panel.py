"""/server panel: all settings of a server seen and changed by taps, by those who manage it at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.kit.controls import _described, read_id
from cogs.kit.errors import Refusal
from cogs.text import server_texts
from cogs.text.en.errors import OLD_CARD
from cogs.text.en.server import NOT_AN_ADMIN, PAGE_BUTTONS, PAGES, PANEL_OLD
from cogs.text.en.server import SETTINGS as WORDS
from engines import GAMES
from imaging import THEMES
from matches import GuildId
from matches.guilds.settings import (
    CHAMPION,
    CHANNELS,
    COMPUTER,
    GAMES_KEY,
    HOME,
    MOST,
    NUMBERED,
    PACE,
    PINNED,
    PUT_AWAY_CHOICES,
    RESULTS,
    ROLES,
    SETTINGS,
    THEME,
    TIER_GAME,
    TIERS,
    WEEKLY,
    OldCards,
    SeasonKind,
    SettingKind,
)
from matches.time.pace import PACES
from tests.cases import case
from tests.cogs.forged import OwnMessage, posted
from tests.cogs.governing import an_admin, an_admin_of_roles, stored, told
from tests.cogs.refusing import refusing
from tests.cogs.roles import let_give_roles
from tests.cogs.server import Server, blue, ids, labels, parts, private, text

MOST_COMPONENTS = 40


@dataclass
class Panel:
    """The panel of somebody, and what they do on it."""

    server: Server
    who: MemberActor
    opened: InteractionResult

    @property
    def message(self) -> Any:
        """The panel as it is."""
        return self.opened.response

    @property
    def said(self) -> str:
        """All that it says."""
        return text(self.message)

    async def turn_to(self, key: str) -> None:
        """Go to the page of a setting, and to the part that has it: back, and on, if it is another one."""
        if "Back" in labels(self.message):
            await self.click("Back")
        await self.click(PAGE_BUTTONS[SETTINGS[key].page])
        while SETTINGS[key].number not in self.settings and self.goes_on:
            await self.click("▶")

    @property
    def settings(self) -> list[int]:
        """The numbers of the settings that this part of a page is about."""
        verbs = ids(self.message, r"server(set|channel|role|clear):")
        tiers = [SETTINGS[TIERS].number] if ids(self.message, "servertier:") else []
        return list(dict.fromkeys([*(int(one.split(":")[-1]) for one in verbs), *tiers]))

    @property
    def goes_on(self) -> bool:
        """True if the page has another part after this one."""
        return any(part.get("label") == "▶" and not part.get("disabled") for part in parts(self.message))

    async def click(self, label: str) -> InteractionResult:
        """Press a button."""
        return await self.who.click(self.message, label=label)

    async def choose(self, verb: str, key: str | None, *values: Any) -> InteractionResult:
        """Choose in the menu of a setting."""
        custom_id = self.id(verb, key)
        return await self.who.select(self.message, values, custom_id=custom_id)

    def id(self, verb: str, key: str | None = None) -> str:
        """The id of the one control of a setting."""
        tail = "" if key is None else f":{SETTINGS[key].number}"
        (found,) = ids(self.message, rf"{verb}:0:\d+{tail}$")
        return found

    def menu(self, verb: str, key: str) -> dict[str, Any]:
        """A menu as Discord has it."""
        wanted = self.id(verb, key)
        return next(part for part in parts(self.message) if part.get("custom_id") == wanted)

    def chosen(self, verb: str, key: str) -> Sequence[str]:
        """The entries of a menu that are chosen: their values, or ids."""
        menu = self.menu(verb, key)
        if "options" in menu:
            return [option["value"] for option in menu["options"] if option.get("default")]
        return [str(value["id"]) for value in menu.get("default_values") or []]


async def opened(server: Server, who: MemberActor) -> Panel:
    """Somebody opens the panel."""
    return Panel(server, who, await who.slash(server.channel, "server panel"))


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server and its roles."""
    return an_admin_of_roles(server)


@pytest.fixture
async def panel(server: Server, admin: MemberActor) -> Panel:
    """The panel of the administrator."""
    return await opened(server, admin)


# --- what is seen ----------------------------------------------------------------------------------


async def test_one_private_panel_shows_everything_and_its_pages_lead_back(panel: Panel) -> None:
    assert panel.message.ephemeral
    assert labels(panel.message) == list(PAGE_BUTTONS.values())
    assert blue(panel.message) == [], "no page is the next step"
    first = panel.said
    for line in (
        "-# All games · every channel · everyone · no limit · computer on · ladders open · ",
        "tournaments by admins · other servers off",
        "-# Where they begin · earlier boards keep their picture · threads archived after a day",
        "-# 3 days a move · seasons of a month · Light sea",
        "-# Results off · weekly summary off · front door off",
        "-# Champions' role off · 0 roles by rating",
    ):
        assert line in first
    for page, label in PAGE_BUTTONS.items():
        await panel.click(label)
        shown = list[int]()
        while True:
            assert panel.said.startswith(f"### {PAGES[page]}\n")
            shown += panel.settings
            assert len(list(parts(panel.message))) <= MOST_COMPONENTS
            for part in parts(panel.message):
                if part.get("custom_id"):
                    read_id(part["custom_id"])
            if not panel.goes_on:
                break
            await panel.click("▶")
        assert sorted(shown) == sorted(one.number for one in SETTINGS.values() if one.page is page)
        await panel.click("Back")
        assert panel.said == first


def test_the_numbers_of_settings_stand_for_ever() -> None:
    known = [PACE, MOST, CHANNELS, ROLES, GAMES_KEY, RESULTS, "season", CHAMPION, THEME, WEEKLY, "old_cards"]
    known += ["archive", HOME, PINNED, TIERS, TIER_GAME, COMPUTER, "ladders", "tournament_role"]
    known += ["across"]  # 20 was whether a server had a front door or four lists
    assert [NUMBERED[number].key for number in range(len(known))] == known
    assert len(NUMBERED) == len(SETTINGS) == len(known), "add a new one's key at the end"


def test_every_setting_has_its_words() -> None:
    assert WORDS.keys() == SETTINGS.keys()
    for setting in SETTINGS.values():
        assert set(setting.words) <= WORDS[setting.key].words.keys()


# --- what is changed -------------------------------------------------------------------------------


async def test_a_setting_is_chosen_from_a_menu(panel: Panel) -> None:
    server = panel.server
    for key, value, kept, said, usual in (
        (PACE, "7d", "7d", "**Time control:** 7 days a move", "usual"),
        (MOST, "3", "3", "**Matches per player:** at most 3.", "0"),
        ("season", "quarter", "quarter", "**Seasons** last three months.", None),
        (THEME, "dark-sea", "dark-sea", "**Board theme:** Dark sea.", None),
        ("old_cards", "text", "text", "keep only their text", None),
        ("archive", "never", "never", "when Discord decides", None),
        (COMPUTER, "off", "off", "**Matches against the computer:** off.", "on"),
        ("ladders", "off", "off", "**Ladders:** closed.", "on"),
        (TIER_GAME, "prudh", "prudh", "**Changed:** game of the roles by rating.", "any"),
        (GAMES_KEY, "prudh", "prudh", "**Games:** only Prudh.", None),
    ):
        with case(key):
            await panel.turn_to(key)
            assert not panel.message.attachments
            await panel.choose("serverset", key, value)
            assert await stored(server) == {key: kept}
            assert said in panel.said
            assert "**Changed:**" in panel.said
            assert panel.chosen("serverset", key) == [value]
            assert [bool(one.description) for one in panel.message.attachments] == [True] * (key == THEME)
            await panel.choose("serverset", key, value)
            assert "**No change:** it was already set like that." in panel.said
            assert await stored(server) == {key: kept}
            if usual is None:
                await server.bot.app.guilds.change(GuildId(server.guild.id), {key: None})
            else:
                await panel.choose("serverset", key, usual)
                assert await stored(server) == {}, "the usual is stored as nothing"
                assert panel.chosen("serverset", key) == [usual]


async def test_every_word_is_set_by_an_option_and_by_a_menu(panel: Panel) -> None:
    for setting in (one for one in SETTINGS.values() if one.kind is SettingKind.WORD):
        words = sorted(setting.words, key=lambda word: word == setting.unset)
        await panel.turn_to(setting.key)
        for by_menu in (False, True):
            for word in words:
                with case(setting.key, word, by_menu):
                    if by_menu:
                        await panel.choose("serverset", setting.key, word)
                    else:
                        said = await told(panel.server, panel.who, "set", **{setting.key: word})
                        assert WORDS[setting.key].words[word] in said
                    kept = {} if word == setting.unset else {setting.key: word}
                    assert await stored(panel.server) == kept
        if setting.unset not in words:
            assert await stored(panel.server) != {}
            await told(panel.server, panel.who, "set", reset=setting.key)
            assert await stored(panel.server) == {}


def offered(panel: Panel, key: str) -> list[str]:
    """The values that a menu offers."""
    return [option["value"] for option in panel.menu("serverset", key)["options"]]


async def test_the_menus_offer_what_the_options_do(panel: Panel) -> None:
    wanted = {
        "season": {kind.value for kind in SeasonKind},
        THEME: set(THEMES),
        "old_cards": {look.value for look in OldCards},
        "archive": set(PUT_AWAY_CHOICES),
        COMPUTER: {"on", "off"},
        "ladders": {"on", "off"},
        TIER_GAME: {"any", *GAMES},
        GAMES_KEY: set(GAMES),
        PACE: {"usual", *(str(pace) for pace in PACES)} - {"3d"},
    }
    for key, values in wanted.items():
        await panel.turn_to(key)
        assert set(offered(panel, key)) == values


async def test_a_channel_is_picked_and_taken_away(panel: Panel) -> None:
    server = panel.server
    forum = server.guild.create_forum_channel("matches")
    for key in (RESULTS, WEEKLY, PINNED, HOME):
        with case(key):
            channel = forum if key == HOME else server.channel
            await panel.turn_to(key)
            before = labels(panel.message)
            await panel.choose("serverchannel", key, channel)
            assert (await stored(server))[key] == str(channel.id)
            assert f"<#{channel.id}>" in panel.said
            assert panel.chosen("serverchannel", key) == [str(channel.id)]
            (off,) = set(labels(panel.message)) - set(before)
            await panel.click(off)
            assert await stored(server) == {}
            assert labels(panel.message) == before
            await panel.choose("serverchannel", key, server.channel)
            assert (await stored(server))[key] == str(server.channel.id)
            await panel.choose("serverchannel", key)
            assert await stored(server) == {}, "nothing chosen is off, too"


async def test_play_is_limited_to_channels_roles_and_games(panel: Panel) -> None:
    server = panel.server
    club, voice = server.guild.create_text_channel("club"), server.guild.create_voice_channel("lounge")
    crew, deck = server.guild.create_role("Crew"), server.guild.create_role("Deck hands")
    await panel.turn_to(CHANNELS)
    await panel.choose("serverchannel", CHANNELS, club, voice)
    await panel.turn_to(ROLES)
    await panel.choose("serverrole", ROLES, crew, deck)
    await panel.turn_to(GAMES_KEY)
    await panel.choose("serverset", GAMES_KEY, "prawns", "prudh")
    assert await stored(server) == {
        CHANNELS: ",".join(map(str, sorted((club.id, voice.id)))),
        ROLES: ",".join(map(str, sorted((crew.id, deck.id)))),
        GAMES_KEY: "prawns,prudh",
    }
    await panel.turn_to(ROLES)
    assert panel.chosen("serverrole", ROLES) == sorted((str(crew.id), str(deck.id)))
    await panel.choose("serverrole", ROLES, deck)
    assert f"**Roles:** only <@&{deck.id}>." in panel.said
    await panel.turn_to(GAMES_KEY)
    await panel.choose("serverset", GAMES_KEY, *GAMES)
    assert "**Games:** all games." in panel.said, "all of them is no limit"
    for key, label in ((CHANNELS, "Allow every channel"), (ROLES, "Allow everyone")):
        await panel.turn_to(key)
        await panel.click(label)
        assert label not in labels(panel.message)
    assert await stored(server) == {}


async def test_roles_for_champions_and_by_rating(panel: Panel) -> None:
    server = panel.server
    let_give_roles(server, True)
    bronze, gold = server.guild.create_role("Bronze"), server.guild.create_role("Gold")
    await panel.turn_to(CHAMPION)
    await panel.choose("serverrole", CHAMPION, gold)
    assert await stored(server) == {CHAMPION: str(gold.id)}
    assert f"**Champions** wear <@&{gold.id}>." in panel.said
    await panel.click("No champions' role")
    assert await stored(server) == {}
    for role, least in ((bronze, "1"), (gold, " 1600 ")):
        await fill(panel, await panel.choose("servertier", None, role), least)
    assert await stored(server) == {TIERS: f"1:{bronze.id},1600:{gold.id}"}
    assert f"<@&{bronze.id}> from 1 and <@&{gold.id}> from 1600" in panel.said
    asked = await panel.choose("servertier", None, gold)
    assert value_of(asked) == "1600", "as it stands"
    await fill(panel, asked, "1700")
    assert await stored(server) == {TIERS: f"1:{bronze.id},1700:{gold.id}"}
    await panel.choose("serveruntier", None, str(bronze.id))
    assert await stored(server) == {TIERS: f"1700:{gold.id}"}
    await fill(panel, await panel.choose("servertier", None, gold), "0")
    assert await stored(server) == {}
    assert "**Roles by rating:** none." in panel.said


async def fill(panel: Panel, asked: InteractionResult, value: str) -> None:
    """Fill a form in and send it."""
    await panel.who.submit_modal(asked, {"value": value})


def value_of(asked: InteractionResult) -> str:
    """What the form's field holds when it opens."""
    assert asked.modal is not None
    return str(asked.modal["components"][0]["component"].get("value", ""))


async def test_what_no_menu_offers_is_typed_and_a_typo_changes_nothing(panel: Panel) -> None:
    await panel.turn_to(PACE)
    asked = await panel.click("Another time control")
    assert value_of(asked) == "3d"
    await fill(panel, asked, "banana")
    assert "**Not changed:** “banana” isn't a time control I know." in panel.said
    assert panel.chosen("serverset", PACE) == ["usual"]
    await fill(panel, await panel.click("Another time control"), "3D + 6h < 4d")
    assert await stored(panel.server) == {PACE: "3d+6h<4d"}
    assert panel.chosen("serverset", PACE) == ["3d+6h<4d"], "from now on the menu has it"
    await panel.turn_to(MOST)
    await fill(panel, await panel.click("Another number"), "17")
    assert panel.chosen("serverset", MOST) == ["17"]
    for typed in ("many", "-1", "1001", "9" * 30, "²"):
        await fill(panel, await panel.click("Another number"), typed)
        assert f"**Not changed:** “{typed}” isn't a whole number from 0 to 1000." in panel.said
    assert (await stored(panel.server))[MOST] == "17"
    await fill(panel, await panel.click("Another number"), "0")
    assert "**Matches per player:** no limit." in panel.said


# --- what is refused -------------------------------------------------------------------------------


async def test_a_channel_that_the_bot_cannot_use(panel: Panel) -> None:
    server, mute = panel.server, PermissionOverwrite(embed_links=False)
    channel = server.guild.create_text_channel("quiet", overwrites={server.guild.default_role: mute})
    for key, refusal in (
        (RESULTS, "I can't announce results in"),
        (WEEKLY, "I can't post the weekly summary in"),
        (PINNED, "can't be used yet."),
        (HOME, "I can't run matches in"),
        (CHANNELS, "**Embed Links**"),
    ):
        with case(key):
            await panel.turn_to(key)
            before = panel.id("serverchannel", key)
            several = [server.channel] if key == CHANNELS else []
            await panel.choose("serverchannel", key, *several, channel)
            assert "**Not changed:**" in panel.said
            assert refusal in panel.said
            assert await stored(server) == {}, "of several channels all or none"
            assert panel.chosen("serverchannel", key) == []
            assert panel.id("serverchannel", key) != before, (
                "else Discord's own program shows what was refused"
            )


async def test_roles_that_cannot_be_given(panel: Panel) -> None:
    server = panel.server
    everyone, role = server.guild.default_role, server.guild.create_role("Gold")
    let_give_roles(server, False)
    await panel.turn_to(CHAMPION)
    await panel.choose("serverrole", CHAMPION, role)
    assert "I can't give" in panel.said
    await panel.choose("serverrole", CHAMPION, everyone)
    assert "is a role that can't be given" in panel.said
    await panel.choose("servertier", None, role)
    assert "**Not changed:** I can't give" in panel.said, "before a rating is asked for"
    let_give_roles(server, True)
    await panel.choose("serverrole", CHAMPION, role)
    await panel.choose("servertier", None, role)
    assert "That's the champions' role, and it can't be both." in panel.said
    await panel.turn_to(ROLES)
    await panel.choose("serverrole", ROLES, everyone)
    assert "Everyone can play unless you pick a role" in panel.said
    assert await stored(server) == {CHAMPION: str(role.id)}


async def test_a_role_that_the_administrator_could_not_give(server: Server) -> None:
    let_give_roles(server, True)
    helper = an_admin(server)
    role = server.guild.create_role("Gold")
    panel = await opened(server, helper)
    await panel.turn_to(CHAMPION)
    await panel.choose("serverrole", CHAMPION, role)
    assert "**Not changed:** You couldn't give" in panel.said
    await panel.choose("servertier", None, role)
    assert "so I won't give it by rating either" in panel.said
    assert await stored(server) == {}


async def test_roles_by_rating_that_are_gone_or_too_many(panel: Panel) -> None:
    server = panel.server
    let_give_roles(server, True)
    await panel.turn_to(TIERS)
    lost, *roles = [server.guild.create_role(f"Tier {number}") for number in range(7)]
    asked = await panel.choose("servertier", None, lost)
    server.env.backend.delete_role(server.guild.id, lost.id)
    await server.env.settle()
    await fill(panel, asked, "1600")
    assert "**Not changed:** That role is gone: pick another one." in panel.said
    assert await stored(server) == {}
    for number, role in enumerate(roles[:5], 1):
        await fill(panel, await panel.choose("servertier", None, role), str(number))
    await panel.choose("servertier", None, roles[5])
    assert "There are 5 roles by rating already." in panel.said
    assert (await stored(server))[TIERS].count(":") == 5


# --- who may ---------------------------------------------------------------------------------------


@refusing
async def test_a_stranger_presses_nothing(panel: Panel) -> None:
    """A private panel is seen by nobody else, but what arrives need not come from Discord's own program."""
    server = panel.server
    let_give_roles(server, True)
    # A server may open the command to others. Discord tells no bot of it: the panel asks for the right.
    (command,) = [one for one in await server.bot.tree.fetch_commands() if one.name == "server"]
    server.guild.set_command_permissions(command, {server.visitor: True})
    assert private(await server.visitor.slash(server.channel, "server panel")) == NOT_AN_ADMIN
    own = OwnMessage(server, server.visitor, server.channel)
    for label in PAGE_BUTTONS.values():
        if "Back" in labels(panel.message):
            await panel.click("Back")
        await panel.click(label)
        while True:
            before = panel.said
            for part in parts(panel.message):
                if part.get("custom_id") and not part.get("disabled"):
                    assert await forged(own, part) == NOT_AN_ADMIN, part
            assert panel.said == before
            if not panel.goes_on:
                break
            await panel.click("▶")
    assert await stored(server) == {}


async def forged(own: OwnMessage, part: dict[str, Any]) -> str:
    """What somebody is told, above their own private message too, who presses there what it does not have."""
    values: dict[int, list[Any]] = {
        2: [],
        3: [option["value"] for option in part.get("options", ())][:1],
        6: [own.server.guild.default_role],
        8: [own.server.channel],
    }
    pressed = await own.press(part, *values[part["type"]])
    return refusal(pressed, own.message)


def refusal(pressed: InteractionResult, panel: Any) -> str:
    """What somebody is told besides what becomes of the panel."""
    told = (pressed.response, *pressed.followups)
    return "\n".join(text(message) for message in told if message and message.id != panel.id)


@refusing
async def test_whoever_loses_the_right_can_press_no_more(panel: Panel) -> None:
    server = panel.server
    let_give_roles(server, True)
    role = server.guild.create_role("Gold")
    await panel.turn_to(TIERS)
    asked = await panel.choose("servertier", None, role)
    demote(server, panel.who)
    before = panel.said
    for verb, values in (("serverrole", [role]), ("servertier", [role]), ("serverset", ["prudh"])):
        refused = await panel.who.select(panel.message, values, custom_id=ids(panel.message, verb)[0])
        assert refusal(refused, panel.message) == NOT_AN_ADMIN
    assert refusal(await panel.click("Back"), panel.message) == NOT_AN_ADMIN
    sent = await panel.who.submit_modal(asked, {"value": "1600"})
    assert refusal(sent, panel.message) == NOT_AN_ADMIN
    assert panel.said == before
    assert await stored(server) == {}


def demote(server: Server, who: MemberActor) -> None:
    """Take all roles away from somebody."""
    for role in list(server.env.backend.get_member(server.guild.id, who.id).role_ids):
        server.env.backend.remove_member_role(server.guild.id, who.id, role)


@refusing
async def test_an_id_that_no_panel_has(panel: Panel) -> None:
    """A setting takes only what its own menu offers: no role as a text, no channel as a game."""
    server = panel.server
    let_give_roles(server, True)
    own = OwnMessage(server, panel.who, server.channel)
    neon = [{"label": "neon", "value": "neon"}]
    for number in (*{one.kind: one.number for one in SETTINGS.values()}.values(), 99):
        tail = f":0:7:{number}"
        for verb in ("serverset", "serveruntier"):
            part = {"type": 3, "custom_id": f"{verb}{tail}", "options": neon}
            assert await forged(own, part) in ("", PANEL_OLD, OLD_CARD)
        for verb in ("serverclear", "serverpage", "servertype"):
            part = {"type": 2, "style": 2, "label": "-", "custom_id": f"{verb}{tail}"}
            assert await forged(own, part) in ("", PANEL_OLD, OLD_CARD)
        for verb in ("servertier", "serverrole"):
            part = {"type": 6, "custom_id": f"{verb}{tail}"}
            assert await forged(own, part) in ("", PANEL_OLD, OLD_CARD)
        assert await stored(server) == {}
        taken = await forged(own, {"type": 8, "custom_id": f"serverchannel{tail}"})
        wanted = number in NUMBERED and NUMBERED[number].key in {RESULTS, WEEKLY, PINNED, HOME, CHANNELS}
        assert (taken == "") == wanted
        await server.bot.app.guilds.change(GuildId(server.guild.id), dict.fromkeys(SETTINGS))


async def test_a_choice_that_discord_does_not_describe(panel: Panel) -> None:
    """Then only ids are known: nothing is changed, and least of all taken away."""
    await panel.turn_to(RESULTS)
    await panel.choose("serverchannel", RESULTS, panel.server.channel)
    before = await stored(panel.server)
    item: Any = discord.ui.ChannelSelect(custom_id=panel.id("serverchannel", RESULTS))
    item._values = [str(panel.server.channel.id)]
    with pytest.raises(Refusal, match="Discord didn't tell me what you picked"):
        _described(item.values, discord.app_commands.AppCommandChannel)
    assert await stored(panel.server) == before


# --- what is gone, late or twice -------------------------------------------------------------------


async def test_what_is_gone_is_said_and_can_be_replaced(panel: Panel) -> None:
    server = panel.server
    let_give_roles(server, True)
    channel, role = server.guild.create_text_channel("lost"), server.guild.create_role("Lost")
    settled = {key: str(channel.id) for key in (RESULTS, WEEKLY, PINNED, HOME)}
    settled |= {CHAMPION: str(role.id), TIERS: f"1600:{role.id}", ROLES: str(role.id)}
    settled |= {CHANNELS: f"{server.channel.id},{channel.id}"}
    await server.bot.app.guilds.change(GuildId(server.guild.id), settled)
    server.env.backend.delete_channel(channel.id)
    server.env.backend.delete_role(server.guild.id, role.id)
    await server.env.settle()
    for key in (RESULTS, WEEKLY, PINNED):
        await panel.turn_to(key)
        assert "That channel is gone or hidden from me: set another one." in panel.said
        assert panel.chosen("serverchannel", key) == []
    await panel.turn_to(RESULTS)
    await panel.choose("serverchannel", RESULTS, server.channel)
    assert f"**Results and champions:** announced in <#{server.channel.id}>.\n" in panel.said
    await panel.turn_to(WEEKLY)
    await panel.click("No weekly summary")
    await panel.turn_to(HOME)
    assert "I can't find it anymore, so matches stay in the channel of their challenge." in panel.said
    await panel.click("No home")
    await panel.turn_to(CHANNELS)
    assert "1 of them is gone or hidden from me." in panel.said
    assert panel.chosen("serverchannel", CHANNELS) == [str(server.channel.id)]
    await panel.turn_to(ROLES)
    assert "It's gone, so nobody can play: pick another one, or allow everyone again." in panel.said
    await panel.click("Allow everyone")
    await panel.turn_to(TIERS)
    assert "That role is gone: pick another one." in panel.said
    assert "One of these roles is gone." in panel.said
    await panel.choose("serveruntier", None, str(role.id))
    await panel.turn_to(CHAMPION)
    await panel.click("No champions' role")
    left = await stored(server)
    assert left.keys() == {RESULTS, PINNED, CHANNELS}
    assert left[RESULTS] == str(server.channel.id)


async def test_more_channels_than_a_menu_holds(panel: Panel) -> None:
    server = panel.server
    many = [server.guild.create_text_channel(f"club-{number}") for number in range(26)]
    named = {CHANNELS: ",".join(str(channel.id) for channel in many)}
    await server.bot.app.guilds.change(GuildId(server.guild.id), named)
    await panel.turn_to(CHANNELS)
    assert "That's more than a menu can hold. Start over with *Allow every channel*." in panel.said
    assert ids(panel.message, "serverchannel:") == []
    await panel.click("Allow every channel")
    assert panel.chosen("serverchannel", CHANNELS) == []


async def test_two_taps_do_one_thing(panel: Panel) -> None:
    await panel.turn_to(RESULTS)
    await panel.choose("serverchannel", RESULTS, panel.server.channel)
    twice = panel.id("serverclear", RESULTS)
    panel.server.env.settle_timeout = 0.0
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await panel.who.click(panel.message, custom_id=twice)
    panel.server.env.settle_timeout = 60.0
    await panel.server.env.settle()
    assert await stored(panel.server) == {}
    assert "**Results and champions:** not announced." in panel.said


async def test_the_panel_and_what_is_set_outlive_a_restart(panel: Panel) -> None:
    await panel.turn_to(MOST)
    await panel.choose("serverset", MOST, "2")
    await panel.server.restart()
    assert "at most 2" in await told(panel.server, panel.who, "panel")
    await panel.choose("serverset", MOST, "3")
    assert await stored(panel.server) == {MOST: "3"}


async def test_the_page_of_a_server_that_has_set_everything(panel: Panel) -> None:
    """The text of a message is at most 4,000 characters long, and its components are at most 40."""
    server = panel.server
    let_give_roles(server, False)
    many = ",".join(str(10**18 + number) for number in range(60))
    gone = str(10**18)
    settled = dict.fromkeys((RESULTS, WEEKLY, PINNED, HOME, CHAMPION), gone)
    settled |= {CHANNELS: many, ROLES: many, GAMES_KEY: "prawns,prudh", PACE: "5d+12h<7d", MOST: "999"}
    roles = [server.guild.create_role(f"Tier {number}") for number in range(5)]
    settled[TIERS] = ",".join(f"{number + 1}:{role.id}" for number, role in enumerate(roles))
    await server.bot.app.guilds.change(GuildId(server.guild.id), settled)
    panel = await opened(server, panel.who)
    assert len(panel.said) < 4000
    for label in PAGE_BUTTONS.values():
        await panel.click(label)
        while panel.goes_on:  # each part fits a phone, as the fixture sees to
            assert len(list(parts(panel.message))) <= MOST_COMPONENTS
            await panel.click("▶")
        await panel.click("Back")


# --- the switch that older panels had -------------------------------------------------------------


async def test_a_switch_of_an_older_panel_says_that_it_is_old(panel: Panel) -> None:
    server = panel.server
    await panel.turn_to(PINNED)
    await panel.choose("serverchannel", PINNED, server.channel)
    before = await stored(server)
    for index in range(2):
        switch = f"serverswitch:0:3:20.{index}"
        old = await posted(server, server.channel, [switch])
        assert server_texts.PANEL_OLD in private(await panel.who.click(old, label=switch))
        assert server_texts.PANEL_OLD not in private(await server.visitor.click(old, label=switch))
    assert await stored(server) == before
