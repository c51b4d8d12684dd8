"""What the community needs of a store: ratings, tallies and standings, kept with the ends of matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from matches.model import GuildId, MatchId, UserId
from matches.players import Player
from matches.ratings.leaderboard import LeaderboardKey
from matches.ratings.ledger import (
    HeadToHead,
    HeadToHeadKey,
    Opening,
    OpeningKey,
    PlayerRating,
    Standing,
    Tally,
    TallyKey,
)
from matches.ratings.rating import Rating
from matches.ratings.scores import Score


class RatingStore(Protocol):
    """What pages show, read by key or off an index; nothing is added up when it is read.

    All of it is written by ``Store.save``, in the transaction that ends a match.
    """

    async def rated_starts(self, game: str, one: UserId, other: UserId, since: datetime) -> int:
        """How many rated matches of a game two people have begun since then, whoever challenged whom."""

    async def accounts(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Mapping[str, PlayerRating]]:
        """The ratings of each of these people by game; everyone asked for is in it."""

    async def tallies(self, user_id: UserId | None) -> Mapping[TallyKey, Tally]:
        """How the matches of a player went, in each game, by side and altogether; None: everybody's."""

    async def meetings(self, user_id: UserId, rival_id: UserId) -> Mapping[HeadToHeadKey, HeadToHead]:
        """How the matches of a player against one rival went, in each game."""

    async def openings(
        self, user_id: UserId, game: str, limit: int
    ) -> tuple[tuple[OpeningKey, Opening], ...]:
        """How a player begins, what is played most first, at most ``limit``."""

    async def history_of_rating(
        self, user_id: UserId, game: str, since: int
    ) -> tuple[tuple[int, Rating], ...]:
        """The rating after each day with a rated match, from the day ``since`` on, earliest first."""

    async def scores(self, user_id: UserId, game: str, limit: int) -> tuple[Score, ...]:
        """What the last matches of a player brought, newest first, at most ``limit``."""

    async def brought(self, match_id: MatchId) -> tuple[Score, ...]:
        """What a match brought its players, once it has ended; nothing when it counts for nothing."""

    async def standings(
        self, board: LeaderboardKey, limit: int, offset: int = 0
    ) -> tuple[tuple[Player, Standing], ...]:
        """Those ranked on a leaderboard, best first, at most ``limit`` after the first ``offset``."""

    async def ranked(self, board: LeaderboardKey, above: int | None = None) -> int:
        """How many are ranked on a leaderboard, with more points than ``above`` if given."""

    async def standing(self, board: LeaderboardKey, user_id: UserId) -> Standing | None:
        """The line of one player, ranked or not, or None."""

    async def set_listed(self, guild_id: GuildId, user_id: UserId, listed: bool) -> None:
        """Remember that somebody has left a server, so that its leaderboards pass them over, or is there."""

    async def is_gone(self, guild_id: GuildId, user_id: UserId) -> bool:
        """Whether somebody is remembered to have left a server."""

    async def recompute(self) -> int:
        """Make everything that follows from the stored scores anew; returns how many matches they are of.

        All of it in one transaction, in the order in which the scores were stored: nothing changes unless the
        way in which something is reckoned did.
        """
