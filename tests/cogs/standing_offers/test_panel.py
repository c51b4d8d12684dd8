"""Standing offers, turned on, changed and turned off by taps and by typing."""

from __future__ import annotations

from typing import Any

from cogs.standing_offers import texts as said
from cogs.standing_offers.rules import OfferKey, OwnOffers, WhyOff
from cogs.standing_offers.service import StandingOffers
from matches import GuildId
from matches.guilds.settings import CHANNELS, ROLES
from matches.time.pace import Pace
from tests.cogs.community import id_of
from tests.cogs.governing import allow, panel_of
from tests.cogs.privacy import opened_in
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, text


async def keep(
    server: Server, who: Any = None, game: str | None = None, count: int | None = None, place: Any = None
) -> Any:
    """The panel of somebody, the visitor unless told otherwise, for a game, with so many matches chosen."""
    by = who or server.visitor
    panel = panel_of(await by.slash(place or server.channel, "match", number="keep"))
    if game is not None:
        await choose(server, panel, "keepgame", game, by)
    if count is not None:
        await choose(server, panel, "keepmany", str(count), by)
    return panel


async def own(server: Server, who: Any = None) -> OwnOffers:
    user = id_of(who or server.visitor)
    return await server.bot.app[StandingOffers].own(GuildId(server.guild.id), user)


async def choose(server: Server, panel: Any, verb: str, value: str, who: Any = None) -> Any:
    (menu,) = ids(panel, f"{verb}:")
    return await (who or server.visitor).select(panel, [value], custom_id=menu)


async def test_it_is_of_the_game_of_its_place_or_of_the_one_played_last(server: Server) -> None:
    await server.begin("prudh")
    for who, place in ((server.visitor, server.home), (server.challenger, server.channel)):
        assert "Prudh" in text(await keep(server, who, place=place))


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


async def test_to_look_changes_nothing(server: Server) -> None:
    await keep(server, game="prudh", count=3)
    await keep(server, game="pjawns", count=1)
    assert list((await own(server)).offers) == ["pjawns", "prudh"]
    shown = text(await keep(server, game="prawns"))
    assert "**Pjawns:** 1 match at a time" in shown and "**Prawns:** off." in shown
    assert "prawns" not in (await own(server)).offers


async def test_buttons_in_the_lobby_and_under_play_lead_there(server: Server) -> None:
    lobby = panel_of(await server.visitor.slash(server.channel, "match", number="find"))
    play = panel_of(await server.visitor.slash(server.channel, "play"))
    await server.visitor.click(play, label="⋯")
    for panel in (lobby, play):
        opened = await server.visitor.click(panel, label=said.KEEP)
        assert "### Keep matches going" in text(panel_of(opened))
    await server.challenger.slash(server.channel, "pjawns challenge")
    lobby = panel_of(await server.visitor.slash(server.channel, "match", number="find"))
    assert said.KEEP in labels(lobby)


async def test_the_panel_says_why_nothing_begins(server: Server) -> None:
    panel = await keep(server, game="prudh", count=1)
    await server.bot.app.notifications.go_away(id_of(server.visitor), 3)
    assert "It's paused while you're on vacation" in text(await keep(server, game="prudh"))
    await server.bot.app.notifications.come_back(id_of(server.visitor))
    role = server.guild.create_role("Players")
    await allow(server, role=role)
    await choose(server, panel, "keepgame", "prudh")
    assert "No other can begin for now." in text(panel) and f"<@&{role.id}>" in text(panel)


@refusing
async def test_where_one_may_not_play_it_is_not_turned_on(server: Server) -> None:
    role = server.guild.create_role("Players")
    await allow(server, role=role)
    panel = await keep(server, game="prudh")
    refused = await choose(server, panel, "keepmany", "1")
    assert f"<@&{role.id}>" in text(panel_of(refused))
    await server.bot.app.guilds.change(GuildId(server.guild.id), {ROLES: None})
    club = server.guild.create_text_channel("club")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {CHANNELS: str(club.id)})
    refused = await choose(server, panel, "keepmany", "1")
    assert f"<#{club.id}>" in text(panel_of(refused))
    assert not (await own(server)).offers
    answer = private(await server.visitor.user.slash("match", number="keep"))
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
    await server.bot.app[StandingOffers].turn_off(key, WhyOff.LATE)
    await choose(server, panel, "keeppace", "7d")
    assert said.IS_OFF in text(panel) and "when you lost one of its matches on time" in text(panel)
    assert not (await own(server)).is_on("prudh")


async def test_an_offer_whose_channel_is_gone_is_off_and_says_so(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await keep(server, game="prudh", count=1, place=club)
    await keep(server, server.opponent, game="prudh", count=1)
    server.env.backend.delete_channel(club.id)
    await server.pass_time(minutes=2)
    assert "as the channel for its matches is gone" in text(await keep(server, game="prudh"))


async def test_a_restart_changes_nothing(server: Server) -> None:
    panel = await keep(server, game="prudh", count=2)
    await server.restart()
    await choose(server, panel, "keepmany", "3")
    assert (await own(server)).offers["prudh"].terms.wanted == 3
    shown = panel_of(await opened_in(server.visitor, server.channel))
    assert "1 standing offer" in text(shown)


def test_every_reason_has_its_words() -> None:
    assert set(said._WHY_OFF) == set(WhyOff)
