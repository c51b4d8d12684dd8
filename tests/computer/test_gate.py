"""The order in which jobs are given to children."""

from __future__ import annotations

import asyncio

import pytest

from computer.workers import HINT, LONG, SEARCH, TURN, Gate, Workers
from tests.computer.jobs import job_of


class Line:
    """Somebody inside, and others who come and wait; ``came`` are those let in, in order."""

    def __init__(self, room: int = 1) -> None:
        self.now = 0.0
        self.gate = Gate(room, clock=lambda: self.now)
        self.came: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._leave: dict[str, asyncio.Event] = {}

    async def comes(self, name: str, cost: int, rank: int = TURN) -> None:
        self._leave[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._inside(name, rank, cost))
        await self._settled()

    async def _inside(self, name: str, rank: int, cost: int) -> None:
        async with self.gate.inside(rank, cost):
            self.came.append(name)
            await self._leave[name].wait()

    async def all_leave(self) -> list[str]:
        """Whoever is inside leaves, one after the other; returns the order in which all were let in."""
        while not all(task.done() for task in self.tasks.values()):
            for name in self.came:
                self._leave[name].set()
            await self._settled()
        return self.came

    @staticmethod
    async def _settled() -> None:
        for _ in range(5):
            await asyncio.sleep(0)


async def test_the_cheapest_first_and_of_equals_whoever_came_first() -> None:
    line = Line()
    for name, cost in (("inside", 9), ("slow", 5), ("quick", 1), ("middling", 3), ("quick too", 1)):
        await line.comes(name, cost)
    assert await line.all_leave() == ["inside", "quick", "quick too", "middling", "slow"]


async def test_whoever_has_waited_long_comes_before_the_cheap_ones() -> None:
    line = Line()
    await line.comes("inside", 1)
    await line.comes("slow", 5)
    line.now = LONG - 1
    await line.comes("slow too", 5)
    await line.comes("quick", 1)
    line.now = LONG
    assert await line.all_leave() == ["inside", "slow", "quick", "slow too"]


async def test_a_turn_before_a_hint_and_both_before_a_review_however_long_those_have_waited() -> None:
    line = Line()
    await line.comes("inside", 1)
    await line.comes("look at a match", 0, SEARCH)
    await line.comes("hint", 5, HINT)
    line.now = 2 * LONG
    await line.comes("slow", 5)
    assert await line.all_leave() == ["inside", "slow", "hint", "look at a match"]


async def test_as_many_as_there_is_room_for() -> None:
    line = Line(room=2)
    for name in ("one", "two", "three"):
        await line.comes(name, 1)
    assert line.came == ["one", "two"]
    assert await line.all_leave() == ["one", "two", "three"]
    assert line.gate.room == 2


async def test_whoever_is_called_away_holds_nobody_up() -> None:
    line = Line()
    for name in ("inside", "gone", "next"):
        await line.comes(name, 1)
    line.tasks["gone"].cancel()
    assert await line.all_leave() == ["inside", "next"]
    await line.comes("before", 1)
    await line.comes("called away", 1)
    await line.comes("last", 1)
    # Let in and called away in the same moment: its place goes on to the next.
    line._leave["before"].set()
    while len(line.gate._waiting) > 1:  # noqa: ASYNC110 - step by step, to be there at once
        await asyncio.sleep(0)
    line.tasks["called away"].cancel()
    assert (await line.all_leave())[2:] == ["before", "last"]
    assert line.gate.room == 1


@pytest.mark.real
async def test_workers_give_out_quick_jobs_first() -> None:
    workers = Workers(1, patience=60.0)
    ended: list[str] = []

    async def ask(name: str, level: int, *, hint: bool = False) -> None:
        await workers.think(job_of("pjawns", level), hint=hint)
        ended.append(name)

    asked = (("first", 2, False), ("hint", 1, True), ("slow", 4, False), ("quick", 1, False))
    try:
        await asyncio.gather(*(ask(name, level, hint=hint) for name, level, hint in asked))
    finally:
        await workers.close()
    assert ended == ["first", "quick", "slow", "hint"]
