"""Tournaments at a table, and their steps."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from cogs.tournaments.service import Tournaments
from matches import Match, UserId
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentTerms
from services import Services
from tests.cogs.tournaments.pairing import paired_here
from tests.matches.table import NOON, PLACE, Table

ORGANISER: Final = UserId(2000)
PEOPLE: Final = tuple(map(UserId, range(2001, 2041)))
DAY: Final = timedelta(days=1)


def tournaments_of(services: Services) -> Tournaments:
    """The tournaments of a process, paired in a thread."""
    return Tournaments(services.core, paired_here)


def terms(form: Format, **more: object) -> TournamentTerms:
    return TournamentTerms(form, **{"entries_until": NOON + DAY, **more})  # type: ignore[arg-type]


async def created(
    table: Table, form: Format, people: Iterable[UserId], *, game: str = "pjawns", **more: object
) -> TournamentId:
    """A tournament with its entries."""
    made = await tournaments_of(table.services).create(ORGANISER, PLACE, "Spring", game, terms(form, **more))
    for user in people:
        await tournaments_of(table.services).enter(made.id, user)
    return made.id


async def attended(table: Table, most: int = 100) -> list[Match]:
    """Everything due is done; returns the matches that begin."""
    begun: list[Match] = []
    for _ in range(most):
        due = await tournaments_of(table.services).due(10)
        if not due:
            return begun
        for one in due:
            for match_id in await tournaments_of(table.services).attend(one):
                begun.append(await table.matches.load(match_id))
    raise AssertionError("it comes to no rest")


async def started(
    table: Table, form: Format, people: Iterable[UserId], *, game: str = "pjawns", **more: object
) -> TournamentId:
    made = await created(table, form, people, game=game, **more)
    table.now += 2 * DAY
    return made


async def seen(table: Table, which: TournamentId) -> Tournament:
    return await tournaments_of(table.services).load(which)
