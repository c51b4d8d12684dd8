"""Seasons: calendar months and quarters in UTC, and their champions.

Their keys are stored: never change the format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from matches.guilds.settings import SeasonKind
from matches.model import GuildId
from matches.players import Player
from matches.ratings.rating import Rating, date_of

ALL_TIME: Final = ""
"""The season that never ends."""
_KEY: Final = re.compile(r"([0-9]{4})-(?:([0-9]{2})|Q([1-4]))")
LEAST_MET: Final = 3
"""The least number of different opponents that a champion met in rated matches of the season and server."""


def season_of(day: int, kind: SeasonKind) -> str:
    """The season that a day belongs to: ``2026-03`` or ``2026-Q1``."""
    on = date_of(day)
    if kind is SeasonKind.MONTH:
        return f"{on.year:04}-{on.month:02}"
    return f"{on.year:04}-Q{(on.month + 2) // 3}"


@cache
def seasons_of(day: int) -> tuple[str, ...]:
    """Every season that a day counts for, ALL_TIME first."""
    return (ALL_TIME, *(season_of(day, kind) for kind in SeasonKind))


def number_of(season: str) -> int:
    """A season as a number, such as 202603, 202691 for a first quarter, or 0 for ALL_TIME."""
    return int(season.replace("-Q", "9").replace("-", "") or 0)


def season_of_number(number: int) -> str:
    """The season of a number. Raises ValueError for an invalid number."""
    if not number:
        return ALL_TIME
    year, part = divmod(number, 100)
    season = f"{year:04}-Q{part - 90}" if part > 90 else f"{year:04}-{part:02}"
    days_of(season)
    return season


def is_number(number: int) -> bool:
    """True for the number of a season, and for that of ALL_TIME."""
    try:
        season_of_number(number)
    except ValueError:
        return False
    return True


def days_of(season: str) -> tuple[int, int]:
    """The first and the last day of a season. Raises ValueError for an invalid key, and for ALL_TIME."""
    found = _KEY.fullmatch(season)
    if found is None:
        raise ValueError(f"{season!r} is no season")
    year, month, quarter = (int(part or 0) for part in found.groups())
    first, months = (month, 1) if month else (3 * quarter - 2, 3)
    after = divmod(12 * year + first - 1 + months, 12)
    return date(year, first, 1).toordinal(), date(after[0], after[1] + 1, 1).toordinal() - 1


def kind_of(season: str) -> SeasonKind:
    """The kind of a season: its length."""
    return SeasonKind.QUARTER if "Q" in season else SeasonKind.MONTH


def season_before(season: str) -> str:
    """The season before a season, of the same kind."""
    return season_of(days_of(season)[0] - 1, kind_of(season))


def is_over(season: str, today: int) -> bool:
    """True if a season has ended. ALL_TIME never ends."""
    return season != ALL_TIME and today > days_of(season)[1]


@dataclass(frozen=True, slots=True)
class EndedSeason:
    """A season of a server in which rated matches were played, to be closed once it is over.

    ``tried``: it was claimed before, and may have been announced already.
    """

    guild_id: GuildId
    season: str
    tried: bool = False


@dataclass(frozen=True, slots=True)
class Champion:
    """A player ranked first in a game at the end of a season, out of those who met LEAST_MET people.

    Equal players are all champions. ``points`` is the rating, ``matches`` counts the rated ones in the server
    and season. ``role``: the Discord role that the champion has for it now.
    """

    game: str
    player: Player
    points: int
    matches: int
    role: int | None = None


@dataclass(frozen=True, slots=True)
class Crowned:
    """A champion, with the rating at the season's end and the number of different people ``met``."""

    champion: Champion
    rating: Rating
    met: int


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """The champions of a game with ranked players; empty if none of them met LEAST_MET people."""

    game: str
    crowned: tuple[Crowned, ...]
