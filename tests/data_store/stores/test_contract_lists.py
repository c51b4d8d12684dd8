"""Lists, whom matches wait for, and how many may run, of each kind of store."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from data import Database, stores
from matches.model import GuildId, Match, MatchId, Phase, UserId
from matches.players import users_of
from matches.summaries import MatchSummary, OpenCount
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    DAY,
    HOUR,
    NOON,
    accepted,
    changed,
    ended_match,
    finished,
    new_challenge,
    new_match,
    played,
    summary,
)
from tests.people import players
from tests.store import keep

OPEN = (Phase.CHALLENGED, Phase.SETUP, Phase.PLAYING)
GUILD = GuildId(11)


async def running(store: Database, *to_act: UserId, hours: int = 0, **more: Any) -> Match:
    """A match in play that waits for these people, changed so many hours after noon."""
    match = await new_challenge(store, **more)
    begun = accepted(match, sides=dict(zip(("green", "blue"), match.users, strict=True)))
    match = await keep(store, begun, to_act=players(*to_act))
    after = changed(match, phase=Phase.PLAYING, changed_at=NOON + hours * HOUR)
    return await keep(store, after, to_act=players(*to_act))


def ids(found: tuple[MatchSummary, ...]) -> list[MatchId]:
    return [match.id for match in found]


# --- whom they wait for ---------------------------------------------------------------------------


async def test_whom_a_match_waits_for_is_kept_with_the_change(store: Database) -> None:
    match = await new_challenge(store)
    assert await store.read(stores.lists.of_player, ANN) == (summary(match, BOB),)
    match = await keep(store, accepted(match), to_act=players(ANN, BOB))
    assert await store.read(stores.lists.of_player, ANN) == (summary(match, ANN, BOB),)
    match = await keep(store, played(match, "d2d3"), to_act=players(BOB))
    assert await store.read(stores.lists.of_player, BOB) == (summary(match, BOB),)
    match = await keep(store, finished(match), to_act=())
    (over,) = await store.read(stores.lists.latest_of_player, BOB, 9)
    assert over.to_act == ()


async def test_a_challenge_to_anyone_waits_for_nobody(store: Database) -> None:
    match = await new_challenge(store, opponent=None)
    assert await store.read(stores.lists.of_player, ANN) == (summary(match),)
    assert (await store.read(stores.lists.of_player, ANN))[0].to_act == ()


async def test_a_change_that_does_not_say_whom_it_waits_for_leaves_it_open(store: Database) -> None:
    match = await new_match(store)
    (listed,) = await store.read(stores.lists.of_player, ANN)
    assert listed.to_act is None
    assert await store.read(stores.lists.waiting_for, ANN, 9) == ()
    assert await store.read(stores.matches.without_to_act, 9) == (match.id,)


async def test_what_was_found_out_is_kept_unless_the_match_has_changed(store: Database) -> None:
    first, second = [await new_match(store) for _ in range(2)]
    again = await keep(store, changed(second), to_act=players(ANN))
    await store.write(stores.matches.fill_in, [(first, players(BOB)), (second, players(BOB))])
    assert {
        match.id: users_of(match.to_act or ()) for match in await store.read(stores.lists.of_player, ANN)
    } == {
        first.id: (BOB,),
        again.id: (ANN,),
    }
    assert await store.read(stores.matches.without_to_act, 9) == ()
    assert await store.read(stores.matches.load, first.id) == first, "nobody has done anything"
    await store.write(stores.matches.fill_in, [])


async def test_what_is_to_be_found_out_comes_by_number_and_is_open(store: Database) -> None:
    found = []
    for rival in (BOB, CAT, BOB):
        match = await new_challenge(store, opponent=rival)
        found.append(await keep(store, accepted(match, sides={"green": ANN, "blue": rival})))
    await ended_match(store)
    first, second, third = (match.id for match in found)
    assert await store.read(stores.matches.without_to_act, 9) == (first, second, third)
    assert await store.read(stores.matches.without_to_act, 2) == (first, second)
    assert await store.read(stores.matches.without_to_act, 9, after=first) == (second, third)
    assert await store.read(stores.matches.without_to_act, 9, user_id=CAT) == (second,)
    assert await store.read(stores.matches.without_to_act, 9, user_id=UserId(5)) == ()


# --- lists ----------------------------------------------------------------------------------------


async def test_those_that_wait_come_first_by_their_next_look_then_the_longest_unchanged(
    store: Database,
) -> None:
    theirs = await running(store, BOB, hours=1)
    unknown = await new_match(store)
    late, soon, never = [await running(store, ANN, hours=9 - number) for number in range(3)]
    for match, look in ((late, NOON + DAY), (soon, NOON + HOUR), (never, None)):
        await store.write(stores.matches.schedule, match, look)
    asked = await new_challenge(store, created_at=NOON + 2 * HOUR)
    wanted = [soon.id, late.id, never.id, unknown.id, theirs.id, asked.id]
    assert ids((await store.read(stores.lists.listed, ANN, OPEN, 9)).matches) == wanted
    assert ids((await store.read(stores.lists.listed, ANN, OPEN, 2)).matches) == wanted[:2]
    assert ids((await store.read(stores.lists.listed, UserId(5), OPEN, 2)).matches) == []


async def test_a_list_holds_the_phases_the_game_and_the_number_that_are_asked_for(store: Database) -> None:
    for _ in range(12):
        await running(store, BOB)
    other = await running(store, BOB, game_key="prudh")
    asked = await new_challenge(store)
    assert ids((await store.read(stores.lists.listed, ANN, [Phase.CHALLENGED], 99)).matches) == [asked.id]
    assert ids((await store.read(stores.lists.listed, ANN, [Phase.PLAYING], 99, game="prudh")).matches) == [
        other.id
    ]
    assert ids((await store.read(stores.lists.listed, ANN, OPEN, 99, number="12")).matches) == [12]
    assert ids((await store.read(stores.lists.listed, ANN, OPEN, 99, number="1")).matches) == [
        1,
        10,
        11,
        12,
        13,
        14,
    ]
    assert ids((await store.read(stores.lists.listed, ANN, OPEN, 99, game="prudh", number="2")).matches) == []
    await keep(store, finished(other))
    every = [Phase.PLAYING, Phase.FINISHED]
    assert ids((await store.read(stores.lists.listed, ANN, every, 99, game="prudh")).matches) == [], (
        "it is open no more"
    )


async def test_what_waits_comes_longest_unchanged_first(store: Database) -> None:
    newest = await running(store, ANN, hours=3)
    await running(store, BOB)
    oldest = await running(store, BOB, ANN, hours=1)
    challenged = await new_challenge(
        store, challenger=BOB, opponent=ANN, created_at=NOON + timedelta(hours=2)
    )
    wanted = [oldest.id, challenged.id, newest.id]
    assert ids(await store.read(stores.lists.waiting_for, ANN, 9)) == wanted
    assert ids(await store.read(stores.lists.waiting_for, ANN, 2)) == wanted[:2]


async def test_matches_are_listed_by_their_ids_newest_first(store: Database) -> None:
    first, second = await running(store, ANN), await running(store, BOB)
    assert await store.read(stores.lists.summaries_of, [first.id, MatchId(99), second.id]) == (
        summary(second, BOB),
        summary(first, ANN),
    )
    assert await store.read(stores.lists.summaries_of, []) == ()
    assert await store.read(stores.match_rows.whole_matches, [second.id, MatchId(99), first.id]) == (
        first,
        second,
    )
    assert await store.read(stores.match_rows.whole_matches, []) == ()


async def test_what_is_open_is_counted(store: Database) -> None:
    for guild in (GUILD, GUILD, GuildId(12)):
        await running(store, ANN, guild_id=guild)
    await running(store, ANN, challenger=CAT, opponent=ANN)
    await new_challenge(store)
    await new_challenge(store, guild_id=GuildId(12))
    await new_challenge(store, challenger=BOB, opponent=ANN)
    await keep(store, finished(await running(store, ANN)), to_act=())
    assert await store.read(stores.limits.count_open, ANN, GUILD) == OpenCount(
        all=7, running=4, challenges=2, in_guild=4
    )
    assert await store.read(stores.limits.count_open, BOB, GuildId(12)) == OpenCount(
        all=6, running=3, challenges=1, in_guild=1
    )
    assert await store.read(stores.limits.count_open, UserId(5), GUILD) == OpenCount()


async def test_finished_matches_are_leafed_through_and_chosen_by_game(store: Database) -> None:
    ended = []
    for number in range(6):
        game = ("prawns", "pjawns")[number % 2]
        made = await new_challenge(store, game_key=game)
        ended.append((await keep(store, finished(await keep(store, accepted(made))))).id)
    await new_challenge(store)

    async def ids(limit: int, offset: int, game: str | None = None) -> list[MatchId]:
        found = await store.read(stores.lists.latest_of_player, ANN, limit, offset=offset, game=game)
        return [match.id for match in found]

    assert await ids(4, 0) == ended[:1:-1]
    assert await ids(4, 4) == ended[1::-1]
    assert await ids(4, 6) == []
    assert await ids(9, 0, "pjawns") == ended[5::-2]
    assert await ids(1, 1, "pjawns") == [ended[3]]
    assert await ids(9, 0, "predation") == []
