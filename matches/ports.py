"""What matches need from outside: a store, a clock, a coin. ``data`` has the store's two forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from matches.model import (
    ChannelId,
    Face,
    Match,
    MatchId,
    NewMatch,
    Notice,
    NoticeId,
    NoticeState,
    Shown,
    UserId,
)

Clock = Callable[[], datetime]
"""The present time, aware and in UTC."""

Coin = Callable[[], Face]
"""One fair toss."""


class Store(Protocol):
    """Where matches live. Every method is one transaction: all of it is stored, or nothing.

    Any method raises StoreUnavailableError when the database cannot be used just now (locked, full,
    damaged): nothing was changed then.
    """

    async def create(self, new: NewMatch, *, open_limit: int) -> Match:
        """Store a challenge as version 1 of a match and return it.

        Raises TooManyChallengesError when the challenger has ``open_limit`` challenges open already,
        counted in the same transaction.
        """

    async def load(self, match_id: MatchId) -> Match:
        """The match as it stands, record and picks included. Raises NoSuchMatchError."""

    async def save(
        self, after: Match, *, notify: Sequence[UserId] = (), rematch: NewMatch | None = None
    ) -> Match:
        """Store a change: ``after`` replaces the match at ``after.version - 1``.

        New entries and picks are those that ``after`` has beyond what is stored. ``notify`` are the
        players owed a direct message from this change. With ``rematch`` a new challenge is stored too
        and its id put into ``after.rematch``. ``after.shown`` is not written (see note_shown). Returns
        the match as stored. Raises StaleError, with the present match, when the stored version is
        not ``after.version - 1``; nothing is stored then.
        """

    async def of_player(self, user_id: UserId) -> tuple[Match, ...]:
        """The open matches and challenges of a player, those unchanged for longest first."""

    async def latest_of_player(self, user_id: UserId, limit: int) -> tuple[Match, ...]:
        """The finished matches of a player, newest end first, at most ``limit``."""

    async def at_home(self, home: ChannelId, limit: int = 50) -> tuple[Match, ...]:
        """The matches played in a channel or thread, running ones first, then newest first.

        At most ``limit``: a channel without threads gathers matches for years.
        """

    async def due(self, now: datetime, limit: int) -> tuple[MatchId, ...]:
        """Matches whose deadline is not after ``now``, earliest first, at most ``limit``."""

    async def unshown(self, before: datetime, limit: int) -> tuple[MatchId, ...]:
        """Matches last changed before ``before`` of which Discord has not seen the newest version.

        Longest unchanged first, at most ``limit``.
        """

    async def note_shown(self, match_id: MatchId, shown: Shown) -> None:
        """Remember what Discord has seen. A version older than the one noted is ignored whole."""

    async def draft(self, match_id: MatchId, user_id: UserId) -> tuple[str | None, ...]:
        """What a player has chosen of a pick and not confirmed, by slot; empty when nothing.

        Saving the match with the player's pick empties it.
        """

    async def save_draft(self, match_id: MatchId, user_id: UserId, choices: Sequence[str | None]) -> None:
        """Replace a player's draft."""

    async def note(self, match_id: MatchId, user_id: UserId) -> str:
        """What somebody has noted about a match for themselves, and for nobody else; empty when nothing."""

    async def save_note(self, match_id: MatchId, user_id: UserId, text: str) -> None:
        """Replace somebody's note about a match; an empty text removes it. Raises NoSuchMatchError."""

    async def notices(self, match_id: MatchId) -> tuple[Notice, ...]:
        """The direct messages of a match, oldest first."""

    async def settle_notice(self, notice_id: NoticeId, state: NoticeState) -> None:
        """Remember how the delivery of a direct message went."""

    async def remembered(self, key: str) -> str | None:
        """A fact that the bot keeps about itself, or None."""

    async def remember(self, key: str, value: str) -> None:
        """Keep a fact."""

    async def preferences(self, user_id: UserId) -> Mapping[str, str]:
        """What a person has set for themselves, by key."""

    async def prefer(self, user_id: UserId, key: str, value: str) -> None:
        """Set one thing for a person."""

    async def close(self) -> None:
        """Let go of the database. Harmless twice."""
