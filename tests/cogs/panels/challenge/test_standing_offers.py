"""/match keep: standing offers turned on, changed and turned off by taps and by typing."""

from __future__ import annotations

from typing import Any

from cogs.text.en import standing_offers as said
from matches import GuildId
from matches.guild_settings import CHANNELS
from matches.standing_offers import OfferKey, OwnOffers, WhyOff
from matches.time.pace import Pace
from tests.cogs.community import id_of
from tests.cogs.governing import an_admin, panel_of, told
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, text


async def keep(server: Server, who: Any = None, **options: Any) -> Any:
    """The panel of somebody, the visitor unless told otherwise."""
    return panel_of(await (who or server.visitor).slash(server.channel, "match keep", **options))


async def own(server: Server, who: Any = None) -> OwnOffers:
    user = id_of(who or server.visitor)
    return await server.bot.app.standing_offers.own(GuildId(server.guild.id), user)


async def choose(server: Server, panel: Any, verb: str, value: str, who: Any = None) -> Any:
    (menu,) = ids(panel, f"{verb}:")
    return await (who or server.visitor).select(panel, [value], custom_id=menu)


async def test_on_changed_and_off_by_taps(server: Server) -> None:
    panel = await keep(server)
    assert "off.\nYou can turn it on for matches in this channel." in text(panel)
    assert not ids(panel, "keeppace:") and said.TURN_OFF not in labels(panel)
    await choose(server, panel, "keepgame", "prudh")
    await choose(server, panel, "keepmany", "2")
    assert "**Prudh:** 2 matches at a time, 3 days a move, rated, in <#" in text(panel)
    assert "0 of 2 running. You'll get a match as soon as a partner turns up." in text(panel)
    paces = _options(panel, "keeppace")
    assert len(paces) == 9 and not [pace for pace in paces if "minute" in pace or "clock" in pace]
    assert _options(panel, "keepmany")[0] == "1 match at a time"
    await choose(server, panel, "keeppace", "7d")
    await server.visitor.click(panel, label=said.UNRATED)
    offer = (await own(server)).offers["prudh"]
    assert offer.terms == (2, Pace.read("7d"), False) and offer.channel == server.channel.id
    assert "2 matches at a time, 7 days a move, unrated" in text(panel)
    await server.visitor.click(panel, label=said.RATED)
    await server.visitor.click(panel, label=said.TURN_OFF)
    assert "**Prudh:** off since" in text(panel) and said.TURN_OFF not in labels(panel)
    assert not (await own(server)).is_on("prudh")
    await choose(server, panel, "keepmany", "1")
    assert (await own(server)).offers["prudh"].terms == (1, Pace.read("7d"), True), "as it was otherwise"


def _options(panel: Any, verb: str) -> list[str]:
    return [
        option["label"]
        for part in parts(panel)
        if str(part.get("custom_id", "")).startswith(f"{verb}:")
        for option in part.get("options", [])
    ]


async def test_typed_at_once_and_what_is_not_typed_stays(server: Server) -> None:
    panel = await keep(server, game="prudh", count=3, pace="5d+12h<7d", rated="off")
    assert "**Prudh:** 3 matches at a time, bank 5 d + 12 h" in text(panel)
    await keep(server, game="prudh", rated="on")
    assert (await own(server)).offers["prudh"].terms == (3, Pace.read("5d+12h<7d"), True)
    await keep(server, game="pjawns", count=1)
    assert list((await own(server)).offers) == ["pjawns", "prudh"]
    shown = text(await keep(server, game="prawns"))
    assert "**Pjawns:** 1 match at a time" in shown and "**Prawns:** off." in shown
    assert "prawns" not in (await own(server)).offers, "to look changes nothing"


async def test_buttons_in_the_lobby_and_in_ones_list_lead_there(server: Server) -> None:
    for command in ("match find", "match list"):
        panel = panel_of(await server.visitor.slash(server.channel, command))
        opened = await server.visitor.click(panel, label=said.KEEP)
        assert "### Keep matches going" in private(opened)
    await server.challenger.slash(server.channel, "pjawns challenge")
    for command, who in (("match find", server.visitor), ("match list", server.challenger)):
        assert said.KEEP in labels(panel_of(await who.slash(server.channel, command)))
    listed = panel_of(await server.challenger.user.slash("match list"))
    assert said.KEEP not in labels(listed), "not where no match can begin"


async def test_the_panel_says_why_nothing_begins(server: Server) -> None:
    panel = await keep(server, game="prudh", count=1)
    await server.bot.app.notifications.go_away(id_of(server.visitor), 3)
    assert "It's paused while you're on vacation" in text(await keep(server, game="prudh"))
    await server.bot.app.notifications.come_back(id_of(server.visitor))
    admin, role = an_admin(server), server.guild.create_role("Players")
    await admin.slash(server.channel, "server allow", role=role)
    await choose(server, panel, "keepgame", "prudh")
    assert "No other can begin for now." in text(panel) and f"<@&{role.id}>" in text(panel)


@refusing
async def test_where_one_may_not_play_it_is_not_turned_on(server: Server) -> None:
    admin, role = an_admin(server), server.guild.create_role("Players")
    await admin.slash(server.channel, "server allow", role=role)
    assert f"<@&{role.id}>" in private(
        await server.visitor.slash(server.channel, "match keep", game="prudh", count=1)
    )
    await told(server, admin, "disallow", role=role)
    club = server.guild.create_text_channel("club")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {CHANNELS: str(club.id)})
    assert f"<#{club.id}>" in private(
        await server.visitor.slash(server.channel, "match keep", game="prudh", count=1)
    )
    assert not (await own(server)).offers
    for typed in ({"count": 1}, {}):
        answer = private(await server.visitor.user.slash("match keep", **typed))
        assert answer.endswith(said.ONLY_IN_SERVER), "direct messages are no place for it"


async def test_a_click_changes_ones_own_offer_and_a_late_one_turns_nothing_on(server: Server) -> None:
    panel = await keep(server, game="prudh", count=2)
    number = ids(panel, "keepoff:")[0]
    await keep(server, server.opponent, game="prudh", count=4)
    other = await keep(server, server.opponent, game="prudh")
    assert ids(other, "keepoff:")[0] == number, "the id names no user"
    await server.opponent.click(other, label=said.TURN_OFF)
    assert (await own(server)).is_on("prudh") and not (await own(server, server.opponent)).is_on("prudh")
    key = OfferKey(GuildId(server.guild.id), "prudh", id_of(server.visitor))
    await server.bot.app.standing_offers.turn_off(key, WhyOff.LATE)
    await choose(server, panel, "keeppace", "7d")
    assert said.IS_OFF in text(panel) and "when you lost one of its matches on time" in text(panel)
    assert not (await own(server)).is_on("prudh")


async def test_an_offer_whose_channel_is_gone_is_off_and_says_so(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await server.visitor.slash(club, "match keep", game="prudh", count=1)
    await keep(server, server.opponent, game="prudh", count=1)
    server.env.backend.delete_channel(club.id)
    await server.pass_time(minutes=2)
    assert "as the channel for its matches is gone" in text(await keep(server, game="prudh"))


async def test_a_restart_changes_nothing(server: Server) -> None:
    panel = await keep(server, game="prudh", count=2)
    await server.restart()
    await choose(server, panel, "keepmany", "3")
    assert (await own(server)).offers["prudh"].terms.wanted == 3
    shown = panel_of(await server.visitor.slash(server.channel, "privacy"))
    assert "1 standing offer" in text(shown)


def test_every_reason_has_its_words() -> None:
    assert set(said._WHY_OFF) == set(WhyOff)
