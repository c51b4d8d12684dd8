"""Champions: who was best in a server when a season ended. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from matches.model import GuildId
from matches.players import Player
from matches.ratings.rating import Rating

LEAST_MET: Final = 3
"""Different people met in rated matches of the season, in its server, without whom nobody is its champion."""


@dataclass(frozen=True, slots=True)
class EndedSeason:
    """A season of a server in which rated matches were played, to be closed once it is over.

    ``tried``: somebody had taken it up before, and may have told of it.
    """

    guild_id: GuildId
    season: str
    tried: bool = False


@dataclass(frozen=True, slots=True)
class Champion:
    """A player ranked first in a game at the end of a season, of those who met LEAST_MET people.

    Several when they were equal. ``points`` is that rating, ``matches`` counts the rated ones in the server
    and season. ``role``: the Discord role that was given for it, while it is.
    """

    game: str
    player: Player
    points: int
    matches: int
    role: int | None = None


@dataclass(frozen=True, slots=True)
class Crowned:
    """A champion, with the rating of the season's end, and the number of different people met in it."""

    champion: Champion
    rating: Rating
    met: int


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """The champions of a game in which somebody was ranked; none where nobody met LEAST_MET people."""

    game: str
    crowned: tuple[Crowned, ...]
