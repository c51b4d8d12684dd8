"""The promises of every store about matches against the computer: one line is counted, all else stays."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from sqlalchemy import Table, select

from data import Database, stores
from data.schema import metadata
from matches.guilds.posts import Span
from matches.model import GuildId, Match, UserId
from matches.players import Computer, Human
from matches.ratings.ledger import HeadToHead, HeadToHeadKey
from matches.ratings.scores import MatchScores
from tests.cases import case
from tests.data_store.making import ANN, BOB, DAY, NOON, accepted, challenge, ending, finished, new_challenge
from tests.people import names
from tests.store import keep, rows

MATCHES: Final = 100
OF_MATCHES: Final = ("match", "entry", "pick", "notice", "chore")
"""The tables that tell of a match itself."""


async def ended(store: Database, rival: UserId, winner: str | None = "blue", *, n: int = 0) -> Match:
    """A match of Ann, who is green, against Bob or the computer of this level, which blue won."""
    made = challenge(challenger=ANN, opponent=rival, created_at=NOON + n * DAY / 50)
    match = await store.write(stores.matches.create, made)
    match = await keep(store, accepted(match, sides={"green": ANN, "blue": rival}))
    brought = ending(match, winner)
    if not isinstance(match.opponent, Human):
        (own,) = (replace(one, rated=False) for one in brought.scores if one.player == Human(ANN))
        brought = MatchScores(against_computer=own)
    return await keep(store, finished(match), ending=brought)


async def everything(store: Database, *, but: tuple[str, ...]) -> dict[str, list[str]]:
    """Every row of every table, as texts."""
    tables: list[Table] = [table for table in metadata.sorted_tables if table.name not in but]
    return {
        table.name: [str(dict(row)) for row in await rows(store, select(table).order_by(*table.primary_key))]
        for table in tables
    }


async def test_a_hundred_matches_change_no_rating_tally_or_leaderboard(store: Database) -> None:
    for n in range(4):
        await ended(store, BOB, n=n)
    before = await everything(store, but=(*OF_MATCHES, "meeting"))
    assert all(before[name] for name in ("account", "score", "tally", "opening", "standing", "rating_point"))
    people = (
        await store.read(stores.ratings.meetings, ANN, BOB),
        await store.read(stores.ratings.meetings, BOB, ANN),
    )
    for n in range(MATCHES):
        await ended(store, UserId(1 + n % 5), (None, "green", "blue")[n % 3], n=n)
    assert await everything(store, but=(*OF_MATCHES, "meeting")) == before
    assert (
        await store.read(stores.ratings.meetings, ANN, BOB),
        await store.read(stores.ratings.meetings, BOB, ANN),
    ) == people


async def test_results_are_counted_by_level_and_game_and_stay(store: Database) -> None:
    for level, winner in ((3, "green"), (3, "blue"), (3, "green"), (5, None)):
        await ended(store, UserId(level), winner)
    found = {
        HeadToHeadKey(Human(ANN), Computer(3), "prawns"): HeadToHead(3, 2, 0),
        HeadToHeadKey(Human(ANN), Computer(5), "prawns"): HeadToHead(1, 0, 1),
    }
    assert await store.read(stores.ratings.against_computer, ANN) == found
    await ended(store, BOB)
    assert await store.write(stores.ratings.recompute) == 1, "none of them has a score"
    assert await store.read(stores.ratings.against_computer, ANN) == found
    assert await store.read(stores.ratings.against_computer, BOB) == {}


async def test_a_hint_that_two_processes_thought_of_is_counted_once(store: Database) -> None:
    match = await new_challenge(store, challenger=ANN, opponent=BOB)
    for position, counted in (("a", 1), ("a", 1), ("b", 2), ("a", 3)):
        asked = (store.write(stores.matches.record_hint, match.id, ANN, position) for _ in range(5))
        await asyncio.gather(*asked)
        assert await store.read(stores.matches.hints, match.id) == counted
    await store.write(stores.matches.record_hint, match.id, BOB, "a")
    assert await store.read(stores.matches.hints, match.id) == 4, "everyone's own"


async def test_they_are_exported_and_leave_with_their_player(store: Database) -> None:
    await ended(store, UserId(2), "green")
    (kept,) = (await store.read(stores.privacy.kept_of, ANN))["meeting"]
    assert (kept["user_id"], kept["rival_id"], kept["wins"]) == (ANN, 2, 1)
    await store.write(stores.privacy.forget, ANN, UserId(-7), NOON)
    assert await store.read(stores.ratings.against_computer, ANN) == {}
    for name, found in (await everything(store, but=())).items():
        with case(name):
            assert not any(names(ANN, row) for row in found)


async def test_a_servers_week_is_of_matches_between_people(store: Database) -> None:
    """The computer is no newcomer; whoever has only played it is one once they play a person."""
    guild, span = GuildId(11), Span(NOON, NOON + 7 * DAY)
    await ended(store, UserId(3), n=-50)
    assert await store.read(stores.spectators.newcomers, guild, span) == 0
    await ended(store, UserId(3), n=50)
    assert await store.read(stores.spectators.games_ended, guild, span) == {}
    assert await store.read(stores.spectators.ended_in, guild, span, 9) == ()
    assert await store.read(stores.spectators.newcomers, guild, span) == 0
    match = await ended(store, BOB, n=60)
    assert await store.read(stores.spectators.games_ended, guild, span) == {"prawns": 1}
    assert [one.id for one in await store.read(stores.spectators.ended_in, guild, span, 9)] == [match.id]
    assert await store.read(stores.spectators.newcomers, guild, span) == 2
    for rival in (BOB, UserId(3)):
        running = await new_challenge(store, challenger=ANN, opponent=rival)
        await keep(store, accepted(running, sides={"green": ANN, "blue": rival}))
    assert await store.read(stores.spectators.count_running, guild) == 1
