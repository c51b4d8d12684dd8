"""Moves in advance, in every store."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from data import Database, stores
from matches.advance import Advance, ConditionKind
from matches.errors import StaleError
from matches.lifecycle.advancing import AdvanceChange
from matches.model import Entry, EntryKind, Match, MatchId, UserId
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    NOON,
    accepted,
    changed,
    finished,
    new_challenge,
    played,
    spoken,
)
from tests.store import keep

CHANCE = random.Random(3)


async def running(store: Database) -> Match:
    match = await new_challenge(store)
    return await keep(store, played(await keep(store, accepted(match)), "d2d3"))


async def say(store: Database, match: Match, *said: Advance) -> tuple[Advance, ...]:
    assert await store.write(stores.advances.say, match, said, CHANCE)
    return await store.read(stores.advances.of_user, match.id, said[0].user_id)


async def of(store: Database, match_id: MatchId, user: UserId) -> tuple[Advance, ...]:
    return await store.read(stores.advances.of_user, match_id, user)


async def revision(store: Database, match: Match) -> int:
    return (await store.read(stores.matches.load, match.id)).advance_revision


LINE = (spoken(number=1), spoken(number=2, follows=1, turn=5, condition="other", reply=("a1-a2", "end")))


async def test_a_line_is_kept_whole(store: Database) -> None:
    match = await running(store)
    first, second = await say(store, match, *LINE)
    assert (first.follows, second.follows) == (0, first.number)
    for kept, one in zip((first, second), LINE, strict=True):
        same = ("turn", "kind", "condition", "after", "reply", "said_at", "dropped", "user_id")
        assert [getattr(kept, name) for name in same] == [getattr(one, name) for name in same]
    assert await of(store, match.id, BOB) == ()
    choice = spoken(BOB, turn=0, kind=ConditionKind.CHOICE, condition="", after=(), reply=())
    (theirs,) = await say(store, match, choice)
    assert set(await store.read(stores.advances.of_match, match.id)) == {first, second, theirs}
    assert await store.read(stores.advances.of_match, MatchId(99)) == ()


async def test_each_change_raises_the_revision_and_not_the_version(store: Database) -> None:
    match = await running(store)
    assert await revision(store, match) == 0
    (one,) = await say(store, match, spoken())
    assert await revision(store, match) == 1
    assert await store.write(stores.advances.take_back, match, ANN, one.number)
    assert await revision(store, match) == 2
    assert (await store.read(stores.matches.load, match.id)).version == match.version


async def test_nothing_is_said_of_a_match_that_has_gone_on(store: Database) -> None:
    match = await running(store)
    await keep(store, played(match, "d7d6"))
    assert not await store.write(stores.advances.say, match, [spoken()], CHANCE)
    assert await store.write(stores.advances.take_back, match, ANN, None) is None
    assert await of(store, match.id, ANN) == ()
    assert await revision(store, match) == 0


async def test_one_is_taken_back_with_those_that_follow(store: Database) -> None:
    match = await running(store)
    first, second = await say(store, match, *LINE)
    other = (await say(store, match, spoken(condition="elsewhere")))[-1]
    (theirs,) = await say(store, match, spoken(BOB))
    assert await store.write(stores.advances.take_back, match, BOB, first.number) is False
    assert await store.write(stores.advances.take_back, match, ANN, first.number) is True
    left = await of(store, match.id, ANN)
    assert len(left) == 1 and left[0].condition == "elsewhere" and other.turn == second.turn
    assert await store.write(stores.advances.take_back, match, ANN, None) is True
    assert await store.write(stores.advances.take_back, match, ANN, None) is False
    assert await of(store, match.id, BOB) == (theirs,)


async def test_a_move_stores_what_became_of_them(store: Database) -> None:
    match = await running(store)
    first, second = await say(store, match, *LINE)
    other = next(
        one for one in await say(store, match, spoken(condition="elsewhere")) if one.condition == "elsewhere"
    )
    (theirs,) = await say(store, match, spoken(BOB))
    change = AdvanceChange(
        await revision(store, match),
        gone=frozenset({(ANN, first.number)}),
        dropped=frozenset({(ANN, other.number), (BOB, theirs.number)}),
    )
    await keep(store, played(match, "d7d6"), advance=change)
    assert await of(store, match.id, ANN) == (replace(other, dropped=True), replace(second, follows=0))
    assert await of(store, match.id, BOB) == (replace(theirs, dropped=True),)


async def test_a_move_made_without_knowing_them_is_refused(store: Database) -> None:
    match = await running(store)
    unknowing = AdvanceChange(await revision(store, match))
    said = await say(store, match, *LINE)
    with pytest.raises(StaleError) as stale:
        await keep(store, played(match, "d7d6"), advance=unknowing)
    assert stale.value.match == replace(match, advance_revision=1)
    assert await of(store, match.id, ANN) == said
    after = await keep(store, played(match, "d7d6"), advance=AdvanceChange(1))
    assert (after.version, after.advance_revision) == (match.version + 1, 1)


@pytest.mark.parametrize("ends", ["finished", "rewound"])
async def test_the_end_and_a_rewind_leave_none(store: Database, ends: str) -> None:
    match, other = await running(store), await running(store)
    for one in (match, other):
        await say(store, one, spoken())
        await say(store, one, spoken(BOB))
    if ends == "finished":
        await keep(store, finished(match))
    else:
        act = Entry(EntryKind.REWOUND_BY_ADMIN, f"{CAT} 0 0", "green", 1, NOON)
        await keep(store, changed(match, entries=(*match.entries, act)))
    assert await store.read(stores.advances.of_match, match.id) == ()
    assert len(await store.read(stores.advances.of_match, other.id)) == 2


async def test_who_hands_over_leaves_none(store: Database) -> None:
    match = await running(store)
    await say(store, match, spoken())
    (theirs,) = await say(store, match, spoken(BOB))
    act = Entry(EntryKind.HANDED_OVER_BY_ADMIN, f"{CAT} green {ANN} {CAT}", "green", 1, NOON)
    over = changed(match, challenger=CAT, sides={"green": CAT, "blue": BOB}, entries=(*match.entries, act))
    await keep(store, over)
    assert await store.read(stores.advances.of_match, match.id) == (theirs,)


async def test_a_change_of_another_kind_leaves_them(store: Database) -> None:
    match = await running(store)
    said = await say(store, match, *LINE)
    offer = Entry(EntryKind.DRAW_OFFER, "", "blue", 1, NOON)
    await keep(store, changed(match, entries=(*match.entries, offer)))
    assert await of(store, match.id, ANN) == said
