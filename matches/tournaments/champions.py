"""The champions of tournaments, as they are kept for a server's hall of champions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from matches.model import UserId
from matches.players import Player
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentState
from matches.tournaments.standings import tournament_winner

WHOLE: Final = 0
"""The ``season`` of a whole tournament; that of a league is the season's number."""


@dataclass(frozen=True, slots=True)
class TournamentChampion:
    """The winner of a tournament, or of a ``season`` of a league (else WHOLE), on a ``day``."""

    season: int
    user_id: UserId
    day: int


@dataclass(frozen=True, slots=True)
class HallEntry:
    """A line of a hall of champions: of a tournament, or of a season of the ratings.

    ``day``: the number of the day on which it ended. ``rated_season``: the key of a season of the ratings;
    else empty, and ``tournament`` and ``name`` are the tournament's. ``season``: of a league, else WHOLE.
    """

    game: str
    player: Player
    day: int
    rated_season: str = ""
    tournament: TournamentId | None = None
    name: str = ""
    season: int = WHOLE


def seasons_over(tournament: Tournament) -> Collection[int]:
    """The parts that have a champion by now: WHOLE once it is over; in a league each finished season."""
    over = tournament.state is TournamentState.OVER
    if tournament.terms.format is not Format.LEAGUE:
        return (WHOLE,) if over else ()
    return range(1, tournament.round + over)


def tournament_champions(tournament: Tournament, among: Collection[int]) -> Iterator[TournamentChampion]:
    """The champions of the seasons ``among`` :func:`seasons_over`, without those erased since.

    The last season that is over ended when the present one began.
    """
    ended = tournament.ended_at or tournament.round_at
    for season in among:
        seed = tournament_winner(tournament, season or None)
        user = None if seed is None else tournament.by_seed[seed].user_id
        if user is not None and ended is not None:
            yield TournamentChampion(season, user, ended.date().toordinal())
