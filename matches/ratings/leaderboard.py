"""Leaderboards: who is ranked on one, and how; and the roles by rating that the bot has given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from matches.model import GuildId, UserId
from matches.players import Player
from matches.ratings.ledger import EVERYWHERE, HeadToHead, Opening, PlayerRating, Standing, Tally
from matches.ratings.rating import RankedBy, Rating
from matches.ratings.scores import Score
from matches.ratings.seasons import ALL_TIME, days_of

LEAST_RATED: Final = 3
"""The least rated matches, in the server and season of a leaderboard, of a ranked player."""
ACTIVE_DAYS: Final = 90
"""The days since the last rated match for which a player stays ranked; there is no such limit in a season."""
PAGE: Final = 10
"""The number of players on a page of a leaderboard."""


@dataclass(frozen=True, slots=True)
class LeaderboardKey:
    """A leaderboard: of a game, in a server or everywhere, of a season or of all time.

    It ranks the listed players with at least ``least`` rated matches, the last of them not before the day
    ``since``. They are ordered by ``Standing.ranked_by`` on ``day``, which is today or the last day of a
    season that is over: sure ratings first, then provisional ones by their low end. Equal ones share a place.
    """

    game: str
    guild_id: GuildId = EVERYWHERE
    season: str = ALL_TIME
    least: int = LEAST_RATED
    since: int = 0
    day: int = 0

    @classmethod
    def of(cls, game: str, guild_id: GuildId, season: str, today: int) -> LeaderboardKey:
        """The leaderboard as it is on the day ``today``."""
        if season == ALL_TIME:
            return cls(game, guild_id, season, since=today - ACTIVE_DAYS, day=today)
        return cls(game, guild_id, season, day=min(today, days_of(season)[1]))

    def missing(self, matches: int) -> int:
        """The number of rated matches that an unranked player who has ``matches`` needs to be ranked.

        At least one: that also brings back a player who has not played for long. Texts promise this number
        to players. It does not depend on opponents: each match counts as one here, whatever its weight.
        """
        return max(1, self.least - matches)

    def ranks(self, standing: Standing) -> bool:
        """True if a player with this standing has a rank."""
        return standing.listed and standing.matches >= self.least and standing.day >= self.since


@dataclass(frozen=True, slots=True)
class Rank:
    """A player on a leaderboard. ``rank`` is counted from 1; None: not ranked (yet, or any more)."""

    player: Player
    rank: int | None
    rating: Rating
    by: RankedBy
    matches: int
    day: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard.

    ``own`` is the reader's place, None without a rated match there. ``over``: the season has ended, and the
    leaderboard is final.
    """

    board: LeaderboardKey
    page: int
    places: tuple[Rank, ...]
    ranked: int
    own: Rank | None
    over: bool = False

    @property
    def pages(self) -> int:
        """The number of pages, one at least."""
        return max(1, -(-self.ranked // PAGE))


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game of a player: the number of matches, and the rating, None before the first rated match."""

    game: str
    matches: int
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class GameProfile:
    """A player in one game.

    ``account`` is None before the first rated match. ``both`` counts all matches that count, rated or not,
    and ``sides`` the same by side. ``form``: the last matches, newest first. ``history``: the rating after
    each day with a rated match, earliest first. ``met``: the matches against the reader, or None;
    ``next_weight``: the weight of a rated match against the reader that would begin now. ``fast`` counts the
    fast matches of ``both``. ``computer``: the results against the computer by its level, from 1 on, which
    the other fields do not include.
    """

    game: str
    account: PlayerRating | None
    rating: Rating | None
    both: Tally
    sides: dict[str, Tally]
    form: tuple[Score, ...]
    openings: tuple[tuple[str, str, Opening], ...]
    history: tuple[tuple[int, Rating], ...]
    met: HeadToHead | None
    next_weight: float = 1.0
    fast: Tally = field(default_factory=Tally)
    computer: Mapping[int, HeadToHead] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RatingRole:
    """The role that the bot gave a member of a server for their rating, or None.

    ``tried``: it was claimed before, and the role may not have been given. ``due_at``: when it was due, as it
    was claimed.
    """

    guild_id: GuildId
    user_id: UserId
    role: int | None = None
    tried: bool = False
    due_at: datetime | None = field(default=None, compare=False)
