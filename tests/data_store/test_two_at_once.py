"""Two processes on one database: all that is due in contests at once, and answers said while one moves."""

from __future__ import annotations

import asyncio

import pytest

from cogs.advances.rules import AdvanceError
from cogs.advances.service import Advances
from data.features.advances import said_in
from matches import Match
from matches.errors import MatchError, StaleError
from matches.model import EntryKind
from tests.data_store.conftest import Opener
from tests.matches.some_line import line_of
from tests.matches.table import CHALLENGER, OPPONENT, Table
from tests.services.contests import all_due, process
from tests.services.undisturbed import BETWEEN, CONTESTS, GAME, LOOKS, told, undisturbed


@pytest.mark.gate(draw=3)
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


async def test_a_move_and_the_answer_to_it_said_at_once(url: str, opener: Opener) -> None:
    """Either it was said before, and is played with the move, or the match has gone on and it is refused."""
    table = Table(await opener(url))
    other = process(table, await opener(url))
    await table.begun(1)
    for _ in range(6):
        history, (mover,) = await table.history(), await table.awaited()
        replier = next(user for user in (CHALLENGER, OPPONENT) if user != mover)
        line = line_of(history, 2)
        move, said = await asyncio.gather(
            table.matches.play.turn(table.id, mover, line[0]),
            Advances(other.core).say(table.id, replier, line, len(history.played)),
            return_exceptions=True,
        )
        assert isinstance(move, Match), move
        assert isinstance(said, tuple | StaleError | AdvanceError), said
        played = await table.match()
        assert played.entries[-1].kind is (EntryKind.ADVANCE if isinstance(said, tuple) else EntryKind.ACTION)
        assert await table.store.read(said_in, table.id) == ()
        await table.act()
