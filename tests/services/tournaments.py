"""Tournaments at a table, and their steps."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

import pytest

from matches import Match, UserId
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentTerms
from tests.matches.table import NOON, PLACE, Table
from tests.pairing import paired_here

ORGANISER: Final = UserId(2000)
PEOPLE: Final = tuple(map(UserId, range(2001, 2041)))
DAY: Final = timedelta(days=1)


@pytest.fixture(autouse=True)
def _in_a_thread(table: Table) -> None:
    """Pairs are computed in the event loop."""
    table.services.tournaments._pair_up = paired_here


def terms(form: Format, **more: object) -> TournamentTerms:
    return TournamentTerms(form, **{"entries_until": NOON + DAY, **more})  # type: ignore[arg-type]


async def created(
    table: Table, form: Format, people: Iterable[UserId], *, game: str = "pjawns", **more: object
) -> TournamentId:
    """A tournament with its entries."""
    made = await table.services.tournaments.create(ORGANISER, PLACE, "Spring", game, terms(form, **more))
    for user in people:
        await table.services.tournaments.enter(made.id, user)
    return made.id


async def attended(table: Table, most: int = 100) -> list[Match]:
    """Everything due is done; returns the matches that begin."""
    begun: list[Match] = []
    for _ in range(most):
        due = await table.services.tournaments.due(10)
        if not due:
            return begun
        for one in due:
            for match_id in await table.services.tournaments.attend(one):
                begun.append(await table.matches.load(match_id))
    raise AssertionError("it comes to no rest")


async def started(
    table: Table, form: Format, people: Iterable[UserId], *, game: str = "pjawns", **more: object
) -> TournamentId:
    made = await created(table, form, people, game=game, **more)
    table.now += 2 * DAY
    return made


async def seen(table: Table, which: TournamentId) -> Tournament:
    return await table.services.tournaments.load(which)
