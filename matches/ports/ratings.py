"""Storage for the community: ratings, tallies and standings, kept with the ends of matches."""

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
from matches.ratings.rating import RankedBy, Rating
from matches.ratings.scores import Score


class RatingStore(Protocol):
    """Ratings data for pages, read by key or off an index; nothing is added up when it is read.

    All of it is written by ``Store.save``, in the transaction that ends a match.
    """

    async def rated_starts(self, game: str, one: UserId, other: UserId, since: datetime) -> int:
        """The number of rated matches of a game begun by two people since then, either one challenging."""

    async def not_begun(self, user_id: UserId, since: datetime) -> int:
        """The number of matches that somebody has left since then before they had begun them."""

    async def accounts(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Mapping[str, PlayerRating]]:
        """The ratings of each of these people by game; everyone asked for is in it."""

    async def tallies(self, user_id: UserId | None) -> Mapping[TallyKey, Tally]:
        """The results of a player's matches, in each game, by side and altogether; None: everybody's."""

    async def meetings(self, user_id: UserId, rival_id: UserId) -> Mapping[HeadToHeadKey, HeadToHead]:
        """The results of a player's matches against one rival, in each game."""

    async def against_computer(self, user_id: UserId) -> Mapping[HeadToHeadKey, HeadToHead]:
        """The results of a player's matches against the computer, by level and game."""

    async def openings(
        self, user_id: UserId, game: str, limit: int
    ) -> tuple[tuple[OpeningKey, Opening], ...]:
        """The openings of a player, the most played first, at most ``limit``."""

    async def history_of_rating(
        self, user_id: UserId, game: str, since: int
    ) -> tuple[tuple[int, Rating], ...]:
        """The rating after each day with a rated match, from the day ``since`` on, earliest first."""

    async def scores(self, user_id: UserId, game: str, limit: int) -> tuple[Score, ...]:
        """The scores of a player's last matches, newest first, at most ``limit``."""

    async def brought(self, match_id: MatchId) -> tuple[Score, ...]:
        """The scores of a match for its players, once it has ended; empty when it counts for nothing."""

    async def standings(
        self, board: LeaderboardKey, limit: int, offset: int = 0
    ) -> tuple[tuple[Player, Standing], ...]:
        """Those ranked on a leaderboard, best first, at most ``limit`` after the first ``offset``."""

    async def ranked(self, board: LeaderboardKey, above: RankedBy | None = None) -> int:
        """The number of players ranked on a leaderboard, of those before ``above`` if given."""

    async def standing(self, board: LeaderboardKey, user_id: UserId) -> Standing | None:
        """The line of one player, ranked or not, or None."""

    async def people_met(self, board: LeaderboardKey, players: Sequence[Player]) -> Mapping[Player, int]:
        """The number of different people that each met in rated matches of a server's season."""

    async def set_listed(self, guild_id: GuildId, user_id: UserId, listed: bool) -> None:
        """Remember that somebody has left a server, so that its leaderboards pass them over, or is there."""

    async def has_left(self, guild_id: GuildId, user_id: UserId) -> bool:
        """True if somebody is remembered to have left a server."""

    async def recompute(self) -> int:
        """Make everything that follows from the stored scores anew; returns how many matches they are of.

        All of it in one transaction, in the order in which the scores were stored: nothing changes unless the
        way in which something is reckoned did.
        """
