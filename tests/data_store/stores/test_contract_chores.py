"""Chores are given out once, come up again when nobody says what became of them, and go once done."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from data import Database, stores
from matches.chores import Chore, ChoreId, ChoreKind, NewChore
from matches.errors import StaleError
from matches.model import ChannelId, MatchId, MessageId
from tests.data_store.conftest import Opener
from tests.data_store.making import (
    DAY,
    HOUR,
    MINUTE,
    NOON,
    finished,
    new_match,
    played,
    shown,
)
from tests.store import keep

NAIVE = NOON.replace(tzinfo=None)
ARCHIVE = NewChore(ChoreKind.PUT_AWAY, NOON + DAY)


def old_card(message: int = 602, due_at: datetime = NOON, **more: Any) -> NewChore:
    """An old card that is to lose its buttons."""
    given = {"channel": ChannelId(12), "stage": "turn:3", "posted_at": NOON - HOUR, **more}
    return NewChore(ChoreKind.CARD, due_at, message=MessageId(message), **given)


async def claimed(store: Database, now: datetime = NOON, limit: int = 9) -> tuple[Chore, ...]:
    return await store.write_unsynced(stores.notices.claim_chores, now, now + MINUTE, limit)


async def test_a_chore_is_kept_as_it_was_given_and_given_out_when_due(store: Database) -> None:
    match = await new_match(store)
    await store.write(stores.matches.record_shown, match.id, shown(match), [old_card(due_at=NOON + HOUR)])
    assert await claimed(store) == ()
    (chore,) = await claimed(store, NOON + HOUR)
    same = Chore(
        chore.id,
        match.id,
        ChoreKind.CARD,
        NOON + HOUR,
        ChannelId(12),
        MessageId(602),
        "turn:3",
        NOON - HOUR,
        attempts=1,
    )
    assert chore == same


async def test_a_card_that_another_process_noted_meanwhile_is_old_too(store: Database) -> None:
    """Both posted after card 1; whoever posted card 3 had read the match before card 2 was noted."""
    match = await new_match(store)
    first, second, third = (
        shown(match, version=number, card=MessageId(number), home=ChannelId(12), stage=f"turn:{number}")
        for number in (1, 2, 3)
    )
    await store.write(stores.matches.record_shown, match.id, first)
    await store.write(stores.matches.record_shown, match.id, second, [old_card(1)])
    await store.write(stores.matches.record_shown, match.id, third, [old_card(1)])
    old = {chore.message: (chore.channel, chore.stage) for chore in await claimed(store)}
    assert old == {1: (12, "turn:3"), 2: (12, "turn:2")}
    await store.write(
        stores.matches.record_shown, match.id, replace(third, version=4, card=MessageId(4)), [old_card(3)]
    )
    assert [chore.message for chore in await claimed(store)] == [3]


async def test_turns_of_the_computer_are_given_out_by_themselves(store: Database) -> None:
    match = await new_match(store)
    turn = NewChore(ChoreKind.THINK, NOON, message=MessageId(match.version))
    await store.write(stores.matches.record_shown, match.id, shown(match), [old_card(), turn])
    assert [chore.kind for chore in await claimed(store)] == [ChoreKind.CARD]
    found = await store.write_unsynced(stores.notices.claim_chores, NOON, NOON + MINUTE, 9, thinking=True)
    assert [(chore.kind, chore.message) for chore in found] == [(ChoreKind.THINK, match.version)]
    assert (
        await store.write_unsynced(stores.notices.claim_chores, NOON, NOON + MINUTE, 9, thinking=True) == ()
    )


async def test_chores_come_earliest_first_and_no_more_than_asked_for(store: Database) -> None:
    match = await new_match(store)
    chores = [old_card(1, NOON), old_card(2, NOON - HOUR), old_card(3, NOON - DAY)]
    await store.write(stores.matches.record_shown, match.id, shown(match), chores)
    assert [chore.message for chore in await claimed(store, limit=2)] == [3, 2]
    assert [chore.message for chore in await claimed(store)] == [1], "the others are somebody's"


async def test_a_chore_comes_up_again_when_nobody_says_what_became_of_it(store: Database) -> None:
    match = await new_match(store)
    await store.write(stores.matches.record_shown, match.id, shown(match), [old_card()])
    (first,) = await claimed(store)
    (again,) = await claimed(store, NOON + MINUTE)
    assert (again.id, first.attempts, again.attempts) == (first.id, 1, 2)
    await store.write_unsynced(stores.notices.drop_chore, again.id)
    await store.write_unsynced(stores.notices.drop_chore, again.id)
    assert await claimed(store, NOON + DAY) == ()


@pytest.mark.parametrize(("failed", "attempts"), [(False, 1), (True, 2)])
async def test_a_chore_is_put_off(store: Database, *, failed: bool, attempts: int) -> None:
    match = await new_match(store)
    await store.write(stores.matches.record_shown, match.id, shown(match), [old_card()])
    (chore,) = await claimed(store)
    await store.write_unsynced(stores.notices.put_off_chore, chore.id, NOON + HOUR, failed=failed)
    assert await claimed(store, NOON + MINUTE) == ()
    (again,) = await claimed(store, NOON + HOUR)
    assert again == replace(chore, due_at=NOON + HOUR, attempts=attempts)
    await store.write_unsynced(stores.notices.put_off_chore, ChoreId(999), NOON)


async def test_a_chore_takes_the_place_of_the_same_one(store: Database) -> None:
    match, other = await new_match(store), await new_match(store)
    await store.write(stores.matches.record_shown, match.id, shown(match), [old_card()])
    await claimed(store)
    await store.write(
        stores.matches.record_shown, match.id, shown(match), [old_card(stage="turn:4", due_at=NOON + HOUR)]
    )
    await store.write(stores.matches.record_shown, other.id, shown(other), [old_card()])
    found = await claimed(store, NOON + HOUR)
    assert [(chore.match_id, chore.stage, chore.attempts) for chore in found] == [
        (other.id, "turn:3", 1),
        (match.id, "turn:4", 1),
    ]


async def test_a_change_stores_its_chores_with_it_or_not_at_all(store: Database) -> None:
    match = await new_match(store)
    await store.write(stores.matches.save, finished(match), chores=[ARCHIVE])
    with pytest.raises(StaleError):
        await store.write(stores.matches.save, finished(match), chores=[old_card()])
    assert [chore.kind for chore in await claimed(store, NOON + DAY)] == [ChoreKind.PUT_AWAY]


async def test_what_was_shown_too_late_leaves_no_chore(store: Database) -> None:
    match = await new_match(store)
    later = await keep(store, played(match, "d2d3"))
    await store.write(stores.matches.record_shown, match.id, shown(later))
    await store.write(stores.matches.record_shown, match.id, shown(match), [old_card()])
    assert await claimed(store) == ()


async def test_of_many_at_once_each_chore_is_given_to_one(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(3)]
    match = await new_match(opened[0])
    await opened[0].write(
        stores.matches.record_shown, match.id, shown(match), [old_card(number) for number in range(1, 10)]
    )
    found = await asyncio.gather(*(claimed(one, limit=4) for one in opened))
    given = [chore.message for chores in found for chore in chores]
    assert len(given) == len(set(given)) >= 4


@pytest.mark.parametrize("chore", [old_card(due_at=NAIVE), old_card(posted_at=NAIVE)])
async def test_a_chore_has_real_times(store: Database, chore: NewChore) -> None:
    match = await new_match(store)
    with pytest.raises(Exception, match="zone"):
        await store.write(stores.matches.record_shown, match.id, shown(match), [chore])
    with pytest.raises(Exception, match="zone"):
        await store.write(stores.matches.save, finished(match), chores=[chore])
    with pytest.raises(Exception, match="zone"):
        await store.write_unsynced(stores.notices.put_off_chore, ChoreId(1), NAIVE)
    assert (await store.read(stores.matches.load, MatchId(match.id))).version == match.version
