"""Contests and how they end if nothing comes in between."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum
from typing import Any, Final

from tests.contest import Contests, contests
from tests.matches.table import Table
from tests.services.contests import all_due, process

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


CONTESTS: Final = {name: whole for one in contests() for name, whole in one.whole.items()}
FEATURES: Final = {name: one for one in contests() for name in one.whole}
"""The feature of each contest: others' jobs don't run beside it, so that all writes are its own."""
_undisturbed: dict[str, tuple[list[Any], int]] = {}
"""The same each time, and asked for by every case."""


class Interrupted:
    """Lets a table's writes pass, but for what comes at the ``number``th, 0 for nothing.

    ``of`` are the contests that another process does meanwhile.
    """

    def __init__(self, table: Table, of: Contests, number: int, how: Interruption) -> None:
        self.writes = 0
        self.came = False
        self._table, self._of, self._number, self._how = table, of, number, how
        self._real: Any = table.store.write
        self._counting = True

    async def write(self, work: Any, /, *args: Any, **named: Any) -> Any:
        """Write, or do not."""
        self.writes += self._counting
        if not self._counting or self.writes != self._number:
            return await self._real(work, *args, **named)
        self._counting, self.came = False, True
        if self._how is Interruption.OVERTAKEN:
            await all_due(self._table, process(self._table), self._of)
        if self._how is not Interruption.KILLED_BEFORE:
            written = await self._real(work, *args, **named)
        if self._how is not Interruption.OVERTAKEN:
            raise KilledError
        return written


async def played_to_the_end(table: Table, of: Contests) -> None:
    """Each match is resigned by its challenger as soon as it runs; a process that dies is started again."""
    table.use(process(table))
    for _ in range(LOOKS):
        try:
            await all_due(table, table.services, of)
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
    """Who has met whom and how that ended, and what is stored of the contest with all its results."""
    matches = [
        (match.users, match.phase, match.result and match.result.winner) for match in await table.stored()
    ]
    found: list[Any] = sorted((sorted(users), phase, winner) for users, phase, winner in matches)
    for one in contests():
        found += await one.records.told(table.services, len(matches))
    return found


async def undisturbed(name: str) -> tuple[list[Any], int]:
    """How a contest ends if nothing comes in between, and in how many writes."""
    if name not in _undisturbed:
        _undisturbed[name] = await left_alone(name)
    return _undisturbed[name]


async def left_alone(name: str) -> tuple[list[Any], int]:
    """Play a contest to its end; returns how it ended, and in how many writes."""
    table, of = Table(), FEATURES[name]
    try:
        await CONTESTS[name].prepare(table, GAME)
        counted = Interrupted(table, of, 0, Interruption.OVERTAKEN)
        table.store.write = counted.write  # type: ignore[method-assign]
        await played_to_the_end(table, of)
        return await told(table), counted.writes
    finally:
        # Not every test that asks closes all stores, and the threads of an open one keep the process alive.
        await table.store.close()
