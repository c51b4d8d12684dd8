"""Two processes on one database that do all that is due in tournaments, simuls and offers at once."""

from __future__ import annotations

import asyncio

import pytest

from matches import Match
from matches.errors import MatchError
from tests.data_store.conftest import Opener
from tests.matches.table import Table
from tests.services.contests import all_due, process
from tests.services.test_interrupted import BETWEEN, CONTESTS, GAME, LOOKS, told, undisturbed


@pytest.mark.parametrize("name", CONTESTS)
async def test_the_same_people_meet_once_each(url: str, opener: Opener, name: str) -> None:
    table = Table(await opener(url))
    both = [process(table), process(table, await opener(url))]
    table.use(both[0])
    await CONTESTS[name].prepare(table, GAME)
    for _ in range(LOOKS):
        await asyncio.gather(*(all_due(table, services) for services in both))
        running = [match for match in await table.stored() if match.phase.running]
        if not running:
            break
        for match in running:
            answers = await asyncio.gather(
                *(one.matches.play.resign(match.id, match.users[0]) for one in both), return_exceptions=True
            )
            assert sum(isinstance(answer, Match) for answer in answers) == 1
            assert all(isinstance(answer, Match | MatchError) for answer in answers)
        table.now += BETWEEN
    wanted, _ = await undisturbed(name)
    assert await told(table) == wanted
