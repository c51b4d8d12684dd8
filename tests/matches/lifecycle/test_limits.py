"""What keeps a record from growing for ever, and what fits into a full one all the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from matches import Match, Opponent, Phase, UserId, errors
from matches.lifecycle import checks, history
from matches.model import Entry, EntryKind, OfferKind
from services import play
from tests.matches.table import GUILD, NOON, STRANGER, Table
from tests.people import user_of
from tests.store import keep

MOST = 300
"""What fits into a record here: each step of a full one writes and reads it whole."""
MOST_OF_ALL = checks.MOST_ENTRIES
ADMIN = STRANGER


@pytest.fixture(autouse=True)
def _records_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST_ENTRIES", MOST)


async def long_match(table: Table, entries: int, *, game: str = "predation", pace: str = "3d") -> Match:
    """A match with a record of so many entries, stored as nobody kept anybody from it."""
    await table.begun(game=game, pace=pace)
    for _ in range(2):
        await end_turn(table)
    match = await table.match()
    side, ply = match.side_of(await mover(table)), len(match.entries)
    assert side is not None
    action = str((await table.history()).position.legal_actions()[0])
    there = Entry(EntryKind.ACTION, action, side, ply + 1, NOON)
    back = Entry(EntryKind.TAKE_BACK, "", side, ply, NOON)
    pairs, odd = divmod(entries - ply, 2)
    more = (there, back) * pairs + (Entry(EntryKind.BACK, "", side, ply, NOON),) * odd
    return await keep(table.store, replace(match, version=match.version + 1, entries=(*match.entries, *more)))


async def mover(table: Table) -> UserId:
    """Whoever is to act."""
    (user,) = await table.awaited()
    return user


async def waiter(table: Table) -> UserId:
    """The other one."""
    rival = (await table.match()).rival_of(await mover(table))
    return user_of(rival)


async def there_and_back(table: Table, times: int) -> None:
    """Whoever is to act does something and takes it back, so many times."""
    user = await mover(table)
    for _ in range(times):
        await table.act()
        await table.matches.play.take_back(table.id, user)


async def end_turn(table: Table) -> None:
    """Whoever is to act goes on until the other one is."""
    user = await mover(table)
    while await mover(table) == user:
        await table.act()


# --- taking back within a turn --------------------------------------------------------------------


async def test_fifty_take_backs_fit_into_a_turn_and_no_more(table: Table) -> None:
    await table.begun(game="predation")
    user = await mover(table)
    await there_and_back(table, 50)
    await table.act()
    async with table.refuses(errors.Refused, errors.Problem.TAKE_BACK_LIMIT) as refusal:
        await table.matches.play.take_back(table.id, user)
    assert refusal.value.facts["limit"] == 50
    await table.act()


@pytest.fixture
def five_take_backs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many take-backs fit into a turn, where each of them is played."""
    monkeypatch.setattr(play, "MOST_TAKE_BACKS", 5)


async def one_too_many(table: Table) -> None:
    """The mover may take back no more in this turn."""
    user = await mover(table)
    await table.act()
    async with table.refuses(errors.Refused, errors.Problem.TAKE_BACK_LIMIT):
        await table.matches.play.take_back(table.id, user)


@pytest.mark.usefixtures("five_take_backs")
async def test_the_next_turn_has_take_backs_of_its_own(table: Table) -> None:
    await table.begun(game="predation")
    for _ in range(2):
        await there_and_back(table, 5)
        await end_turn(table)
    await there_and_back(table, 5)
    await one_too_many(table)


@pytest.mark.usefixtures("five_take_backs")
async def test_what_the_other_one_agreed_to_take_back_is_not_counted(table: Table) -> None:
    await table.begun(game="predation")
    first, other = await mover(table), await waiter(table)
    await end_turn(table)
    await there_and_back(table, 4)
    await table.matches.play.offer(table.id, first, OfferKind.TAKE_BACK)
    await table.matches.play.answer(table.id, other, agree=True)
    assert await mover(table) == first
    await end_turn(table)
    await there_and_back(table, 5)
    await one_too_many(table)


# --- a full record --------------------------------------------------------------------------------


async def more_time(table: Table) -> Match:
    return await table.matches.time.extend(table.id, await waiter(table))


async def ask_for_a_pause(table: Table) -> Match:
    return await table.matches.play.offer(table.id, await mover(table), OfferKind.PAUSE)


async def hand_over(table: Table) -> Match:
    return await table.matches.admin.hand_over(table.id, ADMIN, GUILD, "prey", Opponent(STRANGER))


@pytest.mark.parametrize("grow", [Table.act, more_time, ask_for_a_pause, hand_over])
async def test_nothing_more_is_done_in_a_full_record(
    table: Table, grow: Callable[[Table], Awaitable[Any]]
) -> None:
    await long_match(table, MOST)
    table.wait(hours=1)
    async with table.refuses(errors.Refused, errors.Problem.RECORD_FULL) as refusal:
        await grow(table)
    assert refusal.value.facts["limit"] == MOST


async def test_the_last_entry_fits(table: Table) -> None:
    await long_match(table, MOST - 1)
    await table.act()
    async with table.refuses(errors.Refused, errors.Problem.RECORD_FULL):
        await table.act()


async def test_five_thousand_entries_fit(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST_ENTRIES", MOST_OF_ALL)
    await long_match(table, 4999)
    await table.act()
    async with table.refuses(errors.Refused, errors.Problem.RECORD_FULL) as refusal:
        await table.act()
    assert refusal.value.facts["limit"] == 5000


async def test_a_line_of_actions_fits_whole_or_not_at_all(table: Table) -> None:
    await long_match(table, MOST - 2)
    position = (await table.history()).position
    line = []
    for _ in range(3):
        action = position.legal_actions()[0]
        line.append(str(action))
        position = position.play(action)
    async with table.refuses(errors.Refused, errors.Problem.RECORD_FULL):
        await table.matches.play.turn(table.id, await mover(table), " ".join(line))


async def agreed(table: Table, kind: OfferKind) -> Match:
    other = await waiter(table)
    await table.matches.play.offer(table.id, await mover(table), kind)
    return await table.matches.play.answer(table.id, other, agree=True)


async def draw(table: Table) -> Match:
    return await agreed(table, OfferKind.DRAW)


async def no_result(table: Table) -> Match:
    return await agreed(table, OfferKind.NO_RESULT)


async def resign(table: Table) -> Match:
    return await table.matches.play.resign(table.id, await mover(table))


async def ended_by_admin(table: Table) -> Match:
    return await table.matches.admin.end(table.id, ADMIN, GUILD, None)


async def aborted_by_admin(table: Table) -> Match:
    return await table.matches.admin.abort(table.id, ADMIN, GUILD)


async def claimed(table: Table) -> Match:
    other = await waiter(table)
    await table.live(days=4)
    return await table.matches.time.claim_time(table.id, other)


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize("entries", [MOST, 2 * MOST], ids=["full", "from before"])
@pytest.mark.parametrize("end", [draw, no_result, resign, ended_by_admin, aborted_by_admin, claimed])
async def test_a_match_with_a_full_record_can_be_ended(
    table: Table, end: Callable[[Table], Awaitable[Match]], entries: int
) -> None:
    await long_match(table, entries, game="cannons-and-crabs")
    assert (await end(table)).phase is Phase.FINISHED


async def test_what_was_refused_is_not_offered_for_ever(table: Table) -> None:
    await long_match(table, MOST, game="cannons-and-crabs")
    people = (await mover(table), await waiter(table))
    for kind in (OfferKind.DRAW, OfferKind.NO_RESULT):
        for asking, answering in (people, people[::-1]):
            await table.matches.play.offer(table.id, asking, kind)
            await table.matches.play.answer(table.id, answering, agree=False)
    for user in people:
        for kind in OfferKind:
            with pytest.raises(errors.MatchError):
                await table.matches.play.offer(table.id, user, kind)
    assert len((await table.match()).entries) == MOST + 8


async def test_time_goes_on_in_a_full_record(table: Table) -> None:
    await long_match(table, MOST)
    user = await mover(table)
    await table.notifications.go_away(user, 2)
    await table.live(hours=1)
    await table.notifications.come_back(user)
    await table.live(days=6)
    kinds = [entry.kind for entry in (await table.match()).entries[MOST:]]
    assert kinds == [EntryKind.AWAY, EntryKind.BACK, EntryKind.TIME_UP]


# --- a long record --------------------------------------------------------------------------------


async def test_what_was_taken_back_is_not_played_to_fold_a_record(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await long_match(table, 2 * MOST_OF_ALL)
    short = replace(match, entries=match.entries[: match.entries[-1].ply])
    before = history.folded(short)
    played = Counting(monkeypatch, type(before.position))
    folded = history.folded(match)
    assert (folded.played, folded.position) == (before.played, before.position)
    assert played.count == len(folded.played) < 20


class Counting:
    """Counts how often anything is played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: type[Any]) -> None:
        self.count = 0
        apply = kind.apply

        def counted(position: Any, action: Any) -> Any:
            self.count += 1
            return apply(position, action)

        monkeypatch.setattr(kind, "apply", counted)


async def test_a_match_with_a_long_record_is_listed_and_looked_at(table: Table) -> None:
    match = await long_match(table, 2 * MOST_OF_ALL)
    user = await mover(table)
    assert (await table.match()).entries == match.entries
    assert [one.id for one in await table.matches.lists.waiting(user)] == [match.id]
