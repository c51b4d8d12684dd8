"""Simuls in every store: a place becomes a match in one transaction, and due work is claimed by one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Final

import pytest

from data import Database, stores
from data.stores.pruning import NOTICES_KEPT, prune
from matches.errors import BlockedError, SimulError, SimulProblem, TooManyRunningError
from matches.model import ChannelId, GuildId, Match, MatchId, MessageId, UserId
from matches.shards import Shards
from matches.simul import NewSimul, Simul, SimulCard, SimulId, SimulPhase
from matches.summaries import Limits
from matches.time.pace import Pace
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
    ending,
    finished,
    new_challenge,
)
from tests.data_store.stores.plans import Watched
from tests.store import keep

DAN: Final = UserId(1004)
NEW: Final = NewSimul(
    *("prudh", GuildId(11), ChannelId(12), ANN, NOON, NOON + WEEK, Pace.read("3d"), 3), side=None, rated=True
)


async def opened(store: Database, *players: UserId, **more: Any) -> Simul:
    simul = await store.write(stores.simuls.create, replace(NEW, **more))
    for player in players:
        simul = await store.write(stores.simuls.join, simul.id, player, NOON, Limits())
    return simul


async def started(store: Database, *players: UserId) -> Simul:
    simul = await opened(store, *players)
    return await store.write(stores.simuls.start, simul.id, ANN, NOON)


async def board(store: Database, simul: Simul, player: UserId) -> Match:
    new = challenge(game_key="prudh", options={}, opponent=player, simul=simul.id)
    made = await store.write(stores.matches.create, new)
    return await keep(store, accepted(made, sides={"light": ANN, "dark": player}, first="light"))


async def test_what_is_stored_is_read_as_it_was(store: Database) -> None:
    simul = await opened(store, BOB, CAT)
    assert simul == await store.read(stores.simuls.load, simul.id)
    assert (simul.version, simul.phase, simul.waiting) == (3, SimulPhase.OPEN, (BOB, CAT))
    same = (
        "game_key",
        "guild_id",
        "channel_id",
        "created_at",
        "closes_at",
        "pace",
        "places",
        "side",
        "rated",
    )
    assert all(getattr(simul, name) == getattr(NEW, name) for name in same)
    with pytest.raises(SimulError):
        await store.read(stores.simuls.load, SimulId(99))


async def test_a_place_becomes_a_board_or_nothing_happens(store: Database) -> None:
    simul = await started(store, BOB, CAT)
    first = await board(store, simul, CAT)
    found = await store.read(stores.simuls.with_boards, simul.id)
    assert (found.simul.waiting, [match.id for match in found.boards]) == ((BOB,), [first.id])
    for player, problem in ((CAT, SimulProblem.NOT_IN), (DAN, SimulProblem.NOT_IN)):
        with pytest.raises(SimulError) as refused:
            await board(store, simul, player)
        assert refused.value.problem is problem
    await store.write(stores.privacy.add_block, BOB, ANN, NOON)
    with pytest.raises(BlockedError):
        await board(store, simul, BOB)
    again = await store.read(stores.simuls.with_boards, simul.id)
    assert (again.simul.waiting, len(again.boards)) == ((BOB,), 1), "the place is there as before"


async def test_nothing_begins_before_the_start(store: Database) -> None:
    simul = await opened(store, BOB, CAT)
    with pytest.raises(SimulError) as refused:
        await board(store, simul, BOB)
    assert refused.value.problem is SimulProblem.NOT_OPEN
    assert (await store.read(stores.simuls.load, simul.id)).waiting == (BOB, CAT)


async def test_sides_change_from_board_to_board_in_whatever_order_they_open(store: Database) -> None:
    simul = await started(store, BOB, CAT, DAN)
    made = [
        await new_challenge(store, game_key="prudh", options={}, opponent=one, simul=simul.id)
        for one in (DAN, BOB, CAT)
    ]
    assert [match.seats[0].side for match in made] == ["dark", "light", "dark"]


async def test_of_two_joining_the_last_place_one_has_it(store: Database) -> None:
    simul = await opened(store, BOB, CAT)
    asked = (store.write(stores.simuls.join, simul.id, UserId(1004 + n), NOON, Limits()) for n in range(4))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, Simul) for answer in answers) == 1
    assert len((await store.read(stores.simuls.load, simul.id)).waiting) == 3


async def test_of_two_simuls_of_a_host_a_player_is_in_one(store: Database) -> None:
    first = await started(store, BOB, CAT)
    second = await opened(store)
    with pytest.raises(SimulError) as refused:
        await store.write(stores.simuls.join, second.id, BOB, NOON, Limits())
    assert refused.value.problem is SimulProblem.SAME_HOST
    match = await board(store, first, BOB)
    with pytest.raises(SimulError):
        await store.write(stores.simuls.join, second.id, BOB, NOON, Limits())
    await store.write(stores.matches.save, finished(match, sides={"light": ANN, "dark": BOB}))
    await store.write(stores.simuls.join, second.id, BOB, NOON, Limits())


async def test_places_count_for_a_players_limits(store: Database) -> None:
    await opened(store, BOB)
    second = await opened(store, host=CAT, guild_id=GuildId(12))
    with pytest.raises(TooManyRunningError):
        await store.write(stores.simuls.join, second.id, BOB, NOON, Limits(running=1))
    await store.write(stores.simuls.join, second.id, BOB, NOON, Limits(running=2, in_guild=1))


async def test_the_end_of_a_board_makes_its_simul_due(store: Database) -> None:
    simul = await started(store, BOB, CAT)
    matches = [await board(store, simul, one) for one in (BOB, CAT)]
    (claimed,) = await store.write(stores.simuls.claim, NOON, NOON + HOUR, 9)
    seen = await store.read(stores.simuls.load, claimed)
    await store.write(stores.simuls.settle, claimed, seen.version, NOON, None)
    assert await store.write(stores.simuls.claim, NOON + DAY, NOON + 2 * DAY, 9) == ()
    for match in matches:
        over = finished(match, sides={"light": ANN, "dark": match.users[1]})
        await store.write(stores.matches.save, over, ending=ending(over))
        assert await store.write(stores.simuls.claim, NOON + DAY, NOON + 2 * DAY, 9) == (simul.id,)
        found = await store.write(stores.simuls.look, simul.id, NOON + DAY)
        await store.write(stores.simuls.settle, simul.id, found.simul.version, NOON, None)
    assert found.simul.phase is SimulPhase.FINISHED


async def test_a_change_after_the_look_makes_it_due_again(store: Database) -> None:
    simul = await opened(store, BOB)
    assert await store.write(stores.simuls.claim_this, simul.id, NOON, NOON + HOUR)
    assert not await store.write(stores.simuls.claim_this, simul.id, NOON, NOON + HOUR)
    await store.write(stores.simuls.leave, simul.id, BOB, NOON + MINUTE)
    await store.write(stores.simuls.settle, simul.id, simul.version, NOON + MINUTE, NOON + WEEK)
    assert await store.write(stores.simuls.claim, NOON + MINUTE, NOON + HOUR, 9) == (simul.id,)


async def test_only_those_of_a_processs_shards_are_claimed(store: Database) -> None:
    simul = await opened(store, guild_id=GuildId(1 << 22))
    assert await store.write(stores.simuls.claim, NOON, NOON + HOUR, 9, Shards(2, (0,))) == ()
    assert await store.write(stores.simuls.claim, NOON, NOON + HOUR, 9, Shards(2, (1,))) == (simul.id,)


async def test_the_card_is_kept(store: Database) -> None:
    simul = await opened(store)
    card = SimulCard(MessageId(88), "digest", NOON, 1)
    await store.write(stores.simuls.note_card, simul.id, card)
    found = await store.read(stores.simuls.load, simul.id)
    assert (found.card, found.version) == (card, simul.version)


async def test_a_started_simul_loses_its_host_and_keeps_its_boards(store: Database) -> None:
    simul = await started(store, BOB, CAT)
    match = await board(store, simul, BOB)
    await store.write(stores.simuls.leave_all, ANN, NOON, GuildId(12))
    assert (await store.read(stores.simuls.load, simul.id)).waiting == (CAT,), "that is another server"
    await store.write(stores.simuls.leave_all, ANN, NOON)
    found = await store.read(stores.simuls.with_boards, simul.id)
    assert (found.simul.waiting, [one.id for one in found.boards]) == ((), [match.id])


async def test_no_statement_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    simul = await started(store, BOB, CAT, DAN)
    match = await board(store, simul, BOB)
    over = finished(match, sides={"light": ANN, "dark": BOB})
    await store.write(stores.matches.save, over, ending=ending(over))
    for asked in (stores.simuls.hosted, stores.simuls.joined):
        await store.read(asked, CAT)
    await store.write(stores.simuls.claim, NOON, NOON + HOUR, 9)
    await store.write(stores.simuls.claim_this, simul.id, NOON + 2 * HOUR, NOON + 3 * HOUR)
    await store.write(stores.simuls.note_card, simul.id, SimulCard())
    await store.write(stores.simuls.look, simul.id, NOON)
    await store.write(stores.simuls.settle, simul.id, 1, NOON, NOON)
    await store.write(stores.simuls.part, ANN, CAT, NOON)
    await store.write(stores.simuls.drop_place, simul.id, DAN, NOON)
    await store.write(stores.simuls.leave_all, ANN, NOON)
    second = await opened(store, CAT)
    await store.write(stores.simuls.take_out, second.id, ANN, CAT, NOON)
    await store.write(stores.simuls.call_off, second.id, ANN, NOON)
    assert statements.scans() == []
    assert (await store.read(stores.matches.load, MatchId(match.id))).terms.simul == simul.id


async def test_that_its_end_was_told_is_forgotten_long_after_it(store: Database) -> None:
    simul = await started(store, BOB, CAT)
    matches = [await board(store, simul, one) for one in (BOB, CAT)]
    other = await started(store, DAN, UserId(1007))
    for one in (simul, other):
        await store.write(stores.host.remember, f"simul {one.id} end told", "told")
    for match in matches:
        over = finished(match, sides={"light": ANN, "dark": match.users[1]})
        await store.write(stores.matches.save, over, ending=ending(over))
    found = await store.write(stores.simuls.look, simul.id, NOON + DAY)
    ended = max(one.changed_at for one in found.boards)
    await prune(store, ended + NOTICES_KEPT + MINUTE)
    assert await remembered(store, simul) == "told", "its card may still be edited"
    await store.write(stores.simuls.settle, simul.id, found.simul.version, NOON, None)
    await prune(store, ended + NOTICES_KEPT)
    assert await remembered(store, simul) == "told"
    await prune(store, ended + NOTICES_KEPT + MINUTE)
    assert await remembered(store, simul) is None
    assert await remembered(store, other) == "told", "it goes on"


async def remembered(store: Database, simul: Simul) -> str | None:
    return await store.read(stores.host.remembered, f"simul {simul.id} end told")
