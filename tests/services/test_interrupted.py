"""Tournaments, simuls and standing offers, interrupted at each of their writes from the entries to the end.

At one write the process dies, with that stored or not; or another process does everything first that is due.
Whatever it is, and wherever it comes, the same people meet the same people, once each, to the same results.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum
from typing import Any, Final

import pytest

from matches.tournaments.model import Format
from tests.matches.table import GUILD, NOON, Table
from tests.services.contests import Prepare, all_due, offers, process, simul, tournament

BETWEEN: Final = timedelta(hours=2)
"""The time between two looks: more than any claim or retry takes."""
LOOKS: Final = 60
GAME: Final = "pjawns"


class Interruption(Enum):
    """What comes in between at a write."""

    KILLED_BEFORE = "killed before it"
    KILLED_AFTER = "killed after it"
    OVERTAKEN = "another process does all that is due"


class KilledError(BaseException):
    """The process is gone."""


@dataclass(frozen=True)
class Contest:
    """Matches that begin by themselves: how they come about, and the writes that it takes to their end."""

    prepare: Prepare
    writes: int


CONTESTS: Final = {
    "round robin": Contest(tournament(Format.ROUND_ROBIN, 5, group_size=4), 31),
    "swiss": Contest(tournament(Format.SWISS, 5), 39),
    "knockout": Contest(tournament(Format.KNOCKOUT, 3), 44),
    "league": Contest(tournament(Format.LEAGUE, 3, rounds=2), 35),
    "simul": Contest(simul, 20),
    "offers": Contest(offers, 27),
}
CASES: Final = [
    pytest.param(name, number, how, id=f"{name}-{number}-{how.value}")
    for name, contest in CONTESTS.items()
    for number in range(1, contest.writes + 1)
    for how in Interruption
]


_undisturbed: dict[str, tuple[list[Any], int]] = {}
"""The same each time, and asked for by every case."""


class Interrupted:
    """Lets a table's writes pass, but for what comes at the ``number``th; 0 is never."""

    def __init__(self, table: Table, number: int, how: Interruption) -> None:
        self.writes = 0
        self.came = False
        self._table, self._number, self._how = table, number, how
        self._real: Any = table.store.write
        self._counting = True

    async def write(self, work: Any, /, *args: Any, **named: Any) -> Any:
        """Write, or do not."""
        self.writes += self._counting
        if not self._counting or self.writes != self._number:
            return await self._real(work, *args, **named)
        self._counting, self.came = False, True
        if self._how is Interruption.OVERTAKEN:
            await all_due(self._table, process(self._table))
        if self._how is not Interruption.KILLED_BEFORE:
            written = await self._real(work, *args, **named)
        if self._how is not Interruption.OVERTAKEN:
            raise KilledError
        return written


async def played_to_the_end(table: Table) -> None:
    """Each match is resigned by its challenger as soon as it runs; a process that dies is started anew."""
    table.use(process(table))
    for _ in range(LOOKS):
        try:
            await all_due(table, table.services)
            running = [match for match in await table.stored() if match.phase.running]
            for match in running:
                await table.matches.play.resign(match.id, match.users[0])
        except KilledError:
            table.use(process(table))
        else:
            if not running:
                return
        table.now += BETWEEN
    raise AssertionError("it never ends")


async def told(table: Table) -> list[Any]:
    """Who has met whom and how that ended, and the tournament with all its results."""
    matches = [
        (match.users, match.phase, match.result and match.result.winner) for match in await table.stored()
    ]
    contests: list[Any] = sorted((sorted(users), phase, winner) for users, phase, winner in matches)
    for summary in await table.services.tournaments.summaries(GUILD):
        found = await table.services.tournaments.load(summary.id)
        games = [
            replace(game, begins_at=NOON, ends_at=NOON, match_id=None, draw=None) for game in found.pairings
        ]
        assert len({game.match_id for game in found.pairings if game.match_id}) == len(matches)
        contests.append((found.state, found.round, games))
    return contests


async def undisturbed(name: str) -> tuple[list[Any], int]:
    """How a contest ends if nothing comes in between, and in how many writes."""
    if name not in _undisturbed:
        _undisturbed[name] = await _left_alone(CONTESTS[name])
    return _undisturbed[name]


async def _left_alone(contest: Contest) -> tuple[list[Any], int]:
    table = Table()
    try:
        await contest.prepare(table, GAME)
        counted = Interrupted(table, 0, Interruption.OVERTAKEN)
        table.store.write = counted.write  # type: ignore[method-assign]
        await played_to_the_end(table)
        return await told(table), counted.writes
    finally:
        # Not every test that asks closes all stores, and the threads of an open one keep the process alive.
        await table.store.close()


async def test_what_it_is_measured_by_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    await _left_alone(CONTESTS["simul"])
    for thread in set(threading.enumerate()) - before:
        if not thread.daemon:
            thread.join(60)  # a closed store's ends by itself
            assert not thread.is_alive(), thread


@pytest.mark.parametrize("name", CONTESTS)
async def test_every_write_is_met(name: str) -> None:
    _, writes = await undisturbed(name)
    assert writes == CONTESTS[name].writes, "and no other"


@pytest.mark.gate(draw=12)
@pytest.mark.parametrize(("name", "number", "how"), CASES)
async def test_nothing_is_lost_or_doubled(name: str, number: int, how: Interruption, table: Table) -> None:
    contest = CONTESTS[name]
    wanted, _ = await undisturbed(name)
    await contest.prepare(table, GAME)
    interrupted = Interrupted(table, number, how)
    table.store.write = interrupted.write  # type: ignore[method-assign]
    await played_to_the_end(table)
    assert interrupted.came
    assert await told(table) == wanted
