"""Champions: the best players of a server when a season ended. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from matches.model import GuildId
from matches.players import Player
from matches.ratings.rating import Rating

LEAST_MET: Final = 3
"""The least number of different opponents that a champion met in rated matches of the season and server."""


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
