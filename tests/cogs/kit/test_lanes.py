"""Turns given out side by side, and fairly among servers."""

from __future__ import annotations

import asyncio

import pytest

from cogs.kit.turns import Lanes, side_by_side


class Counted:
    """Things being done, and how many of them at the most."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self.now: dict[int | None, int] = {}
        self.most: dict[int | None, int] = {}
        self.most_of_all = 0
        self.order: list[int | None] = []

    async def do(self, guild: int | None) -> None:
        """One thing for a server, which takes a moment."""
        async with self._lanes.turn(guild):
            self.order.append(guild)
            self.now[guild] = self.now.get(guild, 0) + 1
            self.most[guild] = max(self.most.get(guild, 0), self.now[guild])
            self.most_of_all = max(self.most_of_all, sum(self.now.values()))
            await asyncio.sleep(0)
            self.now[guild] -= 1


async def test_a_server_that_wants_many_holds_up_no_other() -> None:
    counted = Counted(Lanes(at_once=4, of_one=2))
    await side_by_side(counted.do(guild) for guild in [1] * 50 + [2, 3])
    assert counted.most == {1: 2, 2: 1, 3: 1}
    assert counted.most_of_all == 4
    assert {2, 3} <= set(counted.order[:4]), "they were asked for last"


async def test_what_is_in_no_server_waits_for_all_alone() -> None:
    counted = Counted(Lanes(at_once=3, of_one=1))
    await side_by_side(counted.do(None) for _ in range(20))
    assert counted.most_of_all == 3


async def test_a_lane_is_forgotten_when_nobody_waits_for_it() -> None:
    lanes = Lanes()
    await side_by_side(Counted(lanes).do(guild) for guild in range(100))
    assert not lanes._lanes


async def test_everything_is_done_before_an_error_is_raised() -> None:
    done = []

    async def fails() -> None:
        raise ValueError("the first")

    async def works() -> None:
        await asyncio.sleep(0)
        done.append(True)

    with pytest.raises(ValueError, match="the first"):
        await side_by_side([fails(), works(), works()])
    assert done == [True, True]
