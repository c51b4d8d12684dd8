"""What every store promises about watching and about a server's week, asked of each kind."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from data import Database, stores
from matches.errors import NoSuchMatchError, Problem, Refused
from matches.guilds.posts import Gain, Span
from matches.model import GuildId, Match, MatchId, Phase, Result, UserId
from matches.players import Human
from tests.data_store.conftest import Opener
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    DAY,
    HOUR,
    MINUTE,
    NOON,
    WEEK,
    accepted,
    challenge,
    changed,
    ending,
    finished,
    new_challenge,
    new_match,
    played,
    shown,
    summary,
)
from tests.people import user_of
from tests.store import keep

GUILD, ELSEWHERE = GuildId(11), GuildId(2**63 - 1)
DAN, EVE = UserId(1004), UserId(2**63 - 1)
SPAN = Span(NOON, NOON + WEEK)
INSTANT = timedelta(microseconds=1)


async def running(store: Database, **more: Any) -> Match:
    """A match that has just been accepted."""
    return await new_match(store, **more)


async def watch(
    store: Database,
    match: Match,
    user: UserId,
    *,
    each_turn: bool = True,
    at: datetime = NOON,
    most: int = 9,
    crowd: int = 9,
) -> None:
    """Somebody watches a match, with limits that are far unless told otherwise."""
    await store.write(
        stores.spectators.start_watching, match.id, user, each_turn=each_turn, at=at, most=most, crowd=crowd
    )


# --- watching ----------------------------------------------------------------------------------------


async def test_watchers_come_earliest_first_with_what_they_want(store: Database) -> None:
    match = await running(store)
    assert await store.read(stores.spectators.watchers_of, match.id) == {}
    await watch(store, match, EVE, each_turn=False)
    await watch(store, match, CAT, at=NOON + MINUTE)
    await watch(store, match, DAN, at=NOON - MINUTE)
    assert list((await store.read(stores.spectators.watchers_of, match.id)).items()) == [
        (DAN, True),
        (EVE, False),
        (CAT, True),
    ]


async def test_to_watch_again_is_to_change_ones_mind(store: Database) -> None:
    match = await running(store)
    await watch(store, match, CAT)
    await watch(store, match, CAT, each_turn=False)
    assert await store.read(stores.spectators.watchers_of, match.id) == {CAT: False}


async def test_who_stops_watching_is_gone_and_others_stay(store: Database) -> None:
    match = await running(store)
    await watch(store, match, CAT)
    await watch(store, match, DAN)
    assert await store.write(stores.spectators.unwatch, match.id, CAT)
    assert not await store.write(stores.spectators.unwatch, match.id, CAT)
    assert not await store.write(stores.spectators.unwatch, MatchId(999), CAT)
    assert await store.read(stores.spectators.watchers_of, match.id) == {DAN: True}


async def test_only_what_runs_can_be_watched(store: Database) -> None:
    with pytest.raises(NoSuchMatchError):
        await store.write(
            stores.spectators.start_watching, MatchId(999), CAT, each_turn=True, at=NOON, most=9, crowd=9
        )
    offered = await new_challenge(store)
    over = await keep(store, finished(await running(store)))
    for match in (offered, over):
        with pytest.raises(Refused, match=Problem.WATCH_NOT_RUNNING):
            await watch(store, match, CAT)
        assert await store.read(stores.spectators.watchers_of, match.id) == {}


async def test_a_person_watches_so_many_running_matches_and_no_more(store: Database) -> None:
    first, second, third = [await running(store) for _ in range(3)]
    await watch(store, first, CAT, most=2)
    await watch(store, second, CAT, most=2)
    with pytest.raises(Refused, match=Problem.WATCH_TOO_MANY):
        await watch(store, third, CAT, most=2)
    await watch(store, first, CAT, each_turn=False, most=2)
    assert await store.read(stores.spectators.watched_by, CAT) == (second.id, first.id)
    await keep(store, finished(first))
    assert await store.read(stores.spectators.watched_by, CAT) == (second.id,)
    await watch(store, third, CAT, most=2)


async def test_so_many_people_watch_a_match_and_no_more(store: Database) -> None:
    match, other = await running(store), await running(store)
    for user in (CAT, DAN):
        await watch(store, match, user, crowd=2)
    with pytest.raises(Refused, match=Problem.WATCH_FULL):
        await watch(store, match, EVE, crowd=2)
    await watch(store, other, EVE, crowd=2)
    await watch(store, match, CAT, each_turn=False, crowd=2)


async def test_nobody_watches_a_match_any_more_once_its_end_was_shown(store: Database) -> None:
    match, other = await running(store), await running(store)
    for one in (match, other):
        await watch(store, one, CAT)
    await store.write(stores.matches.record_shown, match.id, shown(match, stage="setup"))
    match = await keep(store, played(match, "d2d3"))
    await store.write(stores.matches.record_shown, match.id, shown(match, stage="turn:1"))
    match = await keep(store, finished(match))
    assert await store.read(stores.spectators.watchers_of, match.id) == {CAT: True}, (
        "the last card is still to ping"
    )
    await store.write(
        stores.matches.record_shown, match.id, shown(match, version=1, stage=Phase.FINISHED.value)
    )
    assert await store.read(stores.spectators.watchers_of, match.id) == {CAT: True}, (
        "an old note is ignored whole"
    )
    await store.write(stores.matches.record_shown, match.id, shown(match, stage=Phase.FINISHED.value))
    assert await store.read(stores.spectators.watchers_of, match.id) == {}
    assert await store.read(stores.spectators.watchers_of, other.id) == {CAT: True}


async def test_of_many_at_once_no_more_than_the_limit_watch(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(2)]
    match = await running(opened[0])
    crowd = [UserId(number) for number in range(2001, 2009)]
    found = await asyncio.gather(
        *(watch(opened[n % 2], match, user, crowd=3) for n, user in enumerate(crowd)), return_exceptions=True
    )
    assert sum(one is None for one in found) == 3
    assert {one.problem for one in found if isinstance(one, Refused)} == {Problem.WATCH_FULL}
    assert len(await opened[1].read(stores.spectators.watchers_of, match.id)) == 3


# --- a server's week ---------------------------------------------------------------------------------


async def over(
    store: Database, one: UserId = ANN, other: UserId = BOB, *, at: datetime = NOON, **more: Any
) -> Match:
    """A match of two people that ended ``at`` a time."""
    result = more.pop("result", Result("blue", "eaten"))
    made = challenge(**{"challenger": one, "opponent": other, "created_at": at - HOUR, **more})
    match = await keep(
        store, accepted(await store.write(stores.matches.create, made), sides={"green": one, "blue": other})
    )
    return await keep(store, finished(match, changed_at=at, result=result))


async def test_what_ended_comes_newest_first_and_no_more_than_asked_for(store: Database) -> None:
    first = await over(store)
    third = await over(store, at=NOON + 2 * HOUR, game_key="prudh")
    second = await over(store, at=NOON + HOUR)
    found = await store.read(stores.spectators.ended_in, GUILD, SPAN, 9)
    assert [match.id for match in found] == [third.id, second.id, first.id]
    assert found[0] == summary(await store.read(stores.matches.load, third.id))
    assert [match.id for match in await store.read(stores.spectators.ended_in, GUILD, SPAN, 2)] == [
        third.id,
        second.id,
    ]
    assert await store.read(stores.spectators.games_ended, GUILD, SPAN) == {"prawns": 2, "prudh": 1}


async def test_a_week_has_its_first_moment_and_not_the_next_ones(store: Database) -> None:
    first = await over(store, at=NOON)
    last = await over(store, at=NOON + WEEK - INSTANT)
    await over(store, at=NOON - INSTANT)
    await over(store, at=NOON + WEEK)
    assert [match.id for match in await store.read(stores.spectators.ended_in, GUILD, SPAN, 9)] == [
        last.id,
        first.id,
    ]
    assert await store.read(stores.spectators.games_ended, GUILD, SPAN) == {"prawns": 2}


async def test_what_counts_for_nothing_runs_still_or_is_elsewhere_is_not_there(store: Database) -> None:
    await over(store, result=Result(None, "aborted", counts=False))
    await over(store, guild_id=ELSEWHERE)
    await running(store)
    await new_challenge(store)
    assert await store.read(stores.spectators.ended_in, GUILD, SPAN, 9) == ()
    assert await store.read(stores.spectators.games_ended, GUILD, SPAN) == {}
    assert await store.read(stores.spectators.newcomers, GUILD, SPAN) == 0
    assert await store.read(stores.spectators.gains, GUILD, SPAN, 9) == ()


async def test_a_match_that_changes_after_its_end_stays_in_its_week(store: Database) -> None:
    match = await over(store, at=NOON)
    await keep(store, changed(match, changed_at=NOON + 2 * WEEK))
    assert [one.id for one in await store.read(stores.spectators.ended_in, GUILD, SPAN, 9)] == [match.id]


async def test_the_matches_that_run_are_counted(store: Database) -> None:
    assert await store.read(stores.spectators.count_running, GUILD) == 0
    await running(store)
    await keep(store, played(await running(store), "d2d3"))
    await running(store, guild_id=ELSEWHERE)
    await over(store)
    assert await store.read(stores.spectators.count_running, GUILD) == 2


async def test_newcomers_are_those_with_no_end_in_the_server_before(store: Database) -> None:
    await over(store, ANN, BOB, at=NOON - DAY)
    await over(store, CAT, DAN, at=NOON - DAY, guild_id=ELSEWHERE)
    await over(store, EVE, DAN, at=NOON - DAY, result=Result(None, "aborted", counts=False))
    await over(store, ANN, CAT)
    await over(store, CAT, BOB, at=NOON + HOUR)
    assert await store.read(stores.spectators.newcomers, GUILD, SPAN) == 1
    await over(store, DAN, EVE, at=NOON + DAY)
    assert await store.read(stores.spectators.newcomers, GUILD, SPAN) == 3
    assert await store.read(stores.spectators.newcomers, GUILD, Span(NOON + 2 * DAY, NOON + WEEK)) == 0


async def rated(store: Database, winner: UserId, loser: UserId, *, at: datetime, **more: Any) -> None:
    """A rated match that somebody won."""
    made = challenge(**{"challenger": loser, "opponent": winner, "created_at": at - HOUR, **more})
    match = accepted(await store.write(stores.matches.create, made), sides={"green": loser, "blue": winner})
    match = await keep(store, match)
    await keep(store, finished(match, changed_at=at), ending=ending(match, ended_at=at))


async def test_gains_are_added_up_by_game_and_the_highest_come_first(store: Database) -> None:
    await rated(store, ANN, BOB, at=NOON - DAY)
    await rated(store, ANN, BOB, at=NOON + HOUR)
    await rated(store, ANN, CAT, at=NOON + DAY)
    await rated(store, ANN, CAT, at=NOON + DAY, game_key="prudh")
    await rated(store, BOB, DAN, at=NOON + 2 * DAY, guild_id=ELSEWHERE)
    await rated(store, EVE, DAN, at=NOON + 2 * DAY)
    wanted: dict[tuple[UserId, str], int] = {}
    for number in (2, 3, 4, 6):
        for one in await store.read(stores.ratings.brought, MatchId(number)):
            assert one.before is not None and one.after is not None
            key = (user_of(one.player), one.game)
            wanted[key] = wanted.get(key, 0) + one.after - one.before
    risen = [Gain(Human(user), game, points) for (user, game), points in wanted.items() if points > 0]
    risen.sort(key=lambda one: (-one.points, user_of(one.player), one.game))
    found = await store.read(stores.spectators.gains, GUILD, SPAN, 9)
    assert found == tuple(risen)
    assert {(user_of(one.player), one.game) for one in found} == {
        (ANN, "prawns"),
        (ANN, "prudh"),
        (EVE, "prawns"),
    }
    assert await store.read(stores.spectators.gains, GUILD, SPAN, 1) == found[:1]
