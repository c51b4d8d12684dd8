"""Champions: who was best in a server when a season ended. Plain values."""

from __future__ import annotations

from dataclasses import dataclass

from matches.model import GuildId
from matches.players import Player


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
    """A player with the highest rating of a game at the end of a season; several when they were equal.

    ``points`` is that rating, ``matches`` counts the rated ones in the server and season. ``role``: the
    Discord role that was given for it, while it is.
    """

    game: str
    player: Player
    points: int
    matches: int
    role: int | None = None
