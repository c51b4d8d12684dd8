"""Tournaments of each format as contests whose matches begin by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from cogs.tournaments.service import Tournaments
from cogs.tournaments.swiss_process import Pairs
from matches import ChallengeChannel, UserId
from matches.tournaments import swiss
from matches.tournaments.field import SwissField
from matches.tournaments.model import Format, TournamentId, TournamentTerms
from services import Services
from tests.cogs.community import id_of, newcomers
from tests.cogs.server import Server
from tests.contest import Begin, Beginning, Contests, Prepare, Records, Way, Whole
from tests.matches.table import GUILD, NOON, PLACE, Table
from tests.people import ORGANISER, PEOPLE

GAME: Final = "pjawns"
DAY: Final = timedelta(days=1)


async def pairs_at_once(field: SwissField) -> Pairs:
    """The pairs of a field's next round, computed in the event loop: these fields are small."""
    return swiss.pairs(field)


def on(services: Services) -> Tournaments:
    """The tournaments of a process, paired in the event loop."""
    return Tournaments(services.core, pairs_at_once)


# --- at a table -------------------------------------------------------------------------------------


def tournament(form: Format, people: int, **more: Any) -> Prepare:
    """Makes a tournament that these people have entered and that is due to start."""

    async def prepare(table: Table, game: str) -> None:
        terms = TournamentTerms(form, entries_until=table.now + DAY, **more)
        made = await on(table.services).create(ORGANISER, PLACE, "Spring", game, terms)
        for user in PEOPLE[:people]:
            await on(table.services).enter(made.id, user)
        table.now += 2 * DAY

    return prepare


async def due(_table: Table, services: Services) -> bool:
    found = await on(services).due(9)
    for which in found:
        await on(services).attend(which)
    return bool(found)


async def opened(table: Table) -> None:
    terms = TournamentTerms(Format.SWISS, most=9)
    await on(table.services).create(ORGANISER, PLACE, "Spring", GAME, terms)


async def enter(table: Table, user: UserId, roles: frozenset[int]) -> None:
    await on(table.services).enter(TournamentId(1), user, roles)


class TournamentRecords(Records):
    """Tournaments as they are stored."""

    async def seen(self, services: Services) -> Sequence[Any]:
        return await on(services).summaries(GUILD)

    async def told(self, services: Services, matches: int) -> Sequence[Any]:
        told = []
        for summary in await on(services).summaries(GUILD):
            found = await on(services).load(summary.id)
            games = [
                replace(game, begins_at=NOON, ends_at=NOON, match_id=None, draw=None)
                for game in found.pairings
            ]
            assert len({game.match_id for game in found.pairings if game.match_id}) == matches
            told.append((found.state, found.round, games))
        return told

    async def ended(self, services: Services) -> Sequence[int]:
        found = [await on(services).load(one.id) for one in await on(services).summaries(GUILD)]
        assert all(one.state.ended for one in found)
        return [len(one.entrants) for one in found]


# --- on a server ------------------------------------------------------------------------------------


def entering(form: Format, people: int) -> Begin:
    """So many people enter a tournament of this format, which starts with that."""

    async def begin(server: Server, place: ChallengeChannel) -> None:
        app, terms = server.bot.app, TournamentTerms(form, most=people)
        made = await app[Tournaments].create(id_of(server.challenger), place, "Spring", GAME, terms)
        for who in newcomers(server, people):
            await app[Tournaments].enter(made.id, id_of(who))

    return begin


ADDED: Final = {
    "tournaments": Contests(
        job="tournaments",
        due=due,
        prepared={
            "round robin": tournament(Format.ROUND_ROBIN, 5, group_size=5),
            "two stages": tournament(Format.ROUND_ROBIN, 5, group_size=4, promoted=2),
            "swiss": tournament(Format.SWISS, 5),
            "knockout": tournament(Format.KNOCKOUT, 5),
            "league": tournament(Format.LEAGUE, 5, group_size=5, rounds=2),
        },
        whole={
            "round robin": Whole(tournament(Format.ROUND_ROBIN, 5, group_size=4), 23),
            "swiss": Whole(tournament(Format.SWISS, 5), 28),
            "knockout": Whole(tournament(Format.KNOCKOUT, 3), 30),
            "league": Whole(tournament(Format.LEAGUE, 3, rounds=2), 27),
        },
        ways={"enter": Way(opened, enter)},
        # A knockout of three, of whom one has a bye.
        beginnings={"tournament": Beginning(entering(Format.KNOCKOUT, 3), 29, lines=1)},
        elsewhere={str(form): entering(form, 4) for form in Format},
        records=TournamentRecords(),
    )
}
