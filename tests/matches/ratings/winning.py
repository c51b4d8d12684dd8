"""Wins in a season, and its end."""

from __future__ import annotations

from datetime import UTC, datetime

from matches import ChallengeChannel, UserId
from matches.ratings.leaderboard import LEAST_RATED
from matches.ratings.seasons import EndedSeason
from tests.matches.ratings.playing import play
from tests.matches.table import GUILD, PLACE, Table

MARCH, SPRING = EndedSeason(GUILD, "2026-03"), EndedSeason(GUILD, "2026-Q1")
APRIL = datetime(2026, 4, 1, tzinfo=UTC)
"""The first moment at which March is over."""


async def win(
    table: Table,
    winner: UserId,
    *,
    times: int = LEAST_RATED,
    against: int = 0,
    place: ChallengeChannel = PLACE,
) -> None:
    """So many wins, each against a newcomer; ``against`` makes them others than those of the last time."""
    for number in range(times):
        await play(table, winner, UserId(10 * winner + against + number), place=place)
