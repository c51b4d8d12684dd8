"""The cards of tournaments: kept up to date, whatever happens to them and to their channel."""

from __future__ import annotations

import logging
from typing import Any, Final

import pytest
from sqlalchemy import update

from cogs.tournaments.cards import TournamentCards
from cogs.tournaments.service import Tournaments
from data.features.tournaments import tournament
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentState, TournamentTerms
from matches.tournaments.news import TournamentCard
from tests.cogs.community import id_of, newcomers, place_of
from tests.cogs.governing import panel_of
from tests.cogs.places import UNKNOWN, delete
from tests.cogs.server import Server, ids, text
from tests.cogs.tournaments.stories import FIRST, card, made, run, seen
from tests.store import write


def cards(server: Server) -> list[Any]:
    """The messages that are cards of the first tournament."""
    return [one for one in server.channel.history() if ids(one, r"tour(?!news)\w+:0:0:1\b")]


async def known(server: Server) -> TournamentCard:
    """The state of its card."""
    return await server.bot.app[Tournaments].card_of(FIRST)


async def somebody_enters(server: Server) -> None:
    """A change, without a click on the card."""
    number = len((await seen(server)).entrants)
    who = server.guild.add_member(server.env.create_user(f"late-{number}"))
    await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    await run(server)


async def deleted(server: Server, code: int) -> None:
    """Somebody deletes the card, which Discord says with a ``code``."""
    (message,) = cards(server)
    delete(server, message, code)


async def test_it_is_edited_in_place_and_silently(server: Server) -> None:
    await made(server)
    (first,) = cards(server)
    assert first.flags.suppress_notifications
    await somebody_enters(server)
    (then,) = cards(server)
    assert (then.id, "**1 player:**" in text(then)) == (first.id, True)
    sent = [one for one in server.env.http_requests if one.method == "POST" and "/messages" in one.path]
    posts: list[Any] = [one.json for one in sent]
    assert all(not body["allowed_mentions"]["users"] for body in posts), "it never pings"


async def test_a_deleted_card_is_posted_again_once_then_on_request(server: Server) -> None:
    admin = await made(server)
    await deleted(server, UNKNOWN[0])
    await somebody_enters(server)
    assert "**1 player:**" in text(cards(server)[0])
    await deleted(server, UNKNOWN[1])
    await somebody_enters(server)
    await somebody_enters(server)
    assert cards(server) == []
    assert (await known(server)).shown == (await known(server)).version, "nothing is due"
    page = panel_of(await admin.slash(server.channel, "tournaments", name="1"))
    await admin.click(page, label="Organise")
    await admin.click(page, label="Post the card again")
    assert "The card is posted again." in text(page)
    (again,) = cards(server)
    assert "**3 players:**" in text(again)
    await admin.click(page, label="Post the card again")
    (moved,) = cards(server)
    assert moved.id != again.id, "there is one card, however often it is posted"


async def test_a_deleted_channel_holds_nothing_up(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="cogs.tournaments.cards")
    await made(server, most=4)
    channel = server.bot.get_channel(server.channel.id)
    await channel.delete()  # type: ignore[union-attr]
    server.channel = server.guild.create_text_channel("elsewhere")
    for who in newcomers(server, 4):
        await server.bot.app[Tournaments].enter(FIRST, id_of(who))
    await server.pass_time(minutes=2)
    caplog.clear()
    before = len(server.env.http_requests)
    await server.pass_time(minutes=5)
    assert (await seen(server)).state is TournamentState.RUNNING
    to_card = [
        one
        for one in server.env.http_requests[before:]
        if one.path.endswith(f"/{(await known(server)).message}")
    ]
    assert to_card == [], "it is not tried again until something changes"


async def test_a_closed_channel_is_one_line_in_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await made(server)
    path = f"/channels/{server.channel.id}/messages"
    server.env.inject_error("PATCH", f"{path}/*", status=403, code=50013, times=None)
    await somebody_enters(server)
    lines = [one for one in caplog.records if one.name == "cogs.tournaments.cards"]
    assert [one.getMessage().split(":")[0] for one in lines] == ["tournament=1 its card was not shown"]
    await server.pass_time(minutes=5)
    assert len([one for one in caplog.records if one.name == "cogs.tournaments.cards"]) == 1


async def test_a_card_that_a_crash_left_behind_is_found(server: Server) -> None:
    await made(server)
    present = await known(server)
    await server.bot.app[Tournaments].record_shown(FIRST, TournamentCard(None, present.version, 0))
    await server.pass_time(minutes=5)
    await server.restart()
    await run(server)
    (only,) = cards(server)
    assert (await known(server)).message == only.id


# --- which are shown, and when -------------------------------------------------------------------


AT_ONCE: Final = 2


async def three(server: Server) -> list[TournamentId]:
    """One tournament more than a round looks at, each with its card, and nothing that goes on by itself."""
    place = place_of(server)
    terms, organiser = TournamentTerms(Format.KNOCKOUT, most=8), id_of(server.challenger)
    those = [
        await server.bot.app[Tournaments].create(organiser, place, "Spring", "pjawns", terms)
        for _ in range(AT_ONCE + 1)
    ]
    await run(server)
    await server.stop_loops()
    await server.env.advance_time(3)
    return [one.id for one in those]


async def look(server: Server) -> None:
    """What the job does in a round."""
    await server.bot.app[TournamentCards].keep_up(AT_ONCE)


async def enters(server: Server, name: str, *those: TournamentId) -> None:
    """Somebody new enters tournaments, without a click."""
    who = server.guild.add_member(server.env.create_user(name))
    for which in those:
        await server.bot.app[Tournaments].enter(which, id_of(who))


async def players(server: Server) -> list[int]:
    """How many players each of the three cards names."""
    said = [text(card(server, number)) for number in range(1, AT_ONCE + 2)]
    return [next((n for n in (1, 2, 3) if f"**{n} player" in one), 0) for one in said]


async def test_cards_that_were_edited_a_moment_ago_hold_up_no_other(server: Server) -> None:
    those = await three(server)
    await enters(server, "early", *those[:AT_ONCE])
    await look(server)
    assert await players(server) == [1, 1, 0]
    await enters(server, "late", *those)
    await look(server)
    assert await players(server) == [1, 1, 1], "too soon for the others"
    await server.env.advance_time(3)
    await look(server)
    assert await players(server) == [2, 2, 1]


async def test_cards_that_fail_by_a_bug_hold_up_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    those, cards = await three(server), server.bot.app[TournamentCards]
    real = cards._shown

    async def broken(app: Any, found: Tournament) -> Any:
        if found.id in those[:AT_ONCE]:
            raise ArithmeticError
        return await real(app, found)

    monkeypatch.setattr(cards, "_shown", broken)
    await enters(server, "early", *those)
    await look(server)
    await look(server)
    assert await players(server) == [0, 0, 1]
    caplog.clear()  # the two bugs were foreseen
    monkeypatch.undo()
    await server.env.advance_time(600)
    await look(server)
    assert await players(server) == [1, 1, 1]


async def test_cards_of_damaged_tournaments_hold_up_no_other(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    those = await three(server)
    await enters(server, "early", *those)
    await write(
        server.store, update(tournament).where(tournament.c.id.in_(those[:AT_ONCE])).values(terms="{")
    )
    await server.bot.app[TournamentCards].keep_up(AT_ONCE + 1)
    assert await players(server) == [0, 0, 1], "one after them in the same round"
    await enters(server, "late", those[-1])
    await server.env.advance_time(3)
    await look(server)
    assert await players(server) == [0, 0, 2], "and in the next one they are left out"
    assert caplog.text.count("its card could not be shown: The database is damaged") == AT_ONCE
    caplog.clear()


async def test_a_card_that_was_posted_again_is_kept_up_and_not_edited_at_once(server: Server) -> None:
    await made(server)
    await server.stop_loops()
    assert await server.bot.app[TournamentCards].post_again(FIRST)
    await enters(server, "early", FIRST)
    await look(server)
    assert "Nobody is in yet" in text(cards(server)[0])
    await server.env.advance_time(3)
    await look(server)
    assert "**1 player:**" in text(cards(server)[0])


@pytest.mark.parametrize("age", [0.5, 2])
async def test_after_a_restart_it_is_edited_at_once(server: Server, age: float) -> None:
    await made(server)
    await server.pass_time(hours=age)
    await server.restart()
    await enters(server, "early", FIRST)
    await server.bot.app[TournamentCards].show(FIRST)
    assert "**1 player:**" in text(cards(server)[0])
