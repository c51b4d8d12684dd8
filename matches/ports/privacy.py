"""Storage for people's rights: blocks, all that is kept about one person, and letting go of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from matches.model import Match, MatchId, UserId
from matches.personal import Block, PersonalData
from matches.ratings.champions import Champion, EndedSeason
from matches.summaries import MatchSummary


class PrivacyStore(Protocol):
    """People are ids; what is theirs is found by these, and by nothing else."""

    async def block(self, user_id: UserId, blocked_id: UserId, at: datetime) -> bool:
        """Remember that ``user_id`` wants no match with somebody; returns whether that is news."""

    async def unblock(self, user_id: UserId, blocked_id: UserId) -> bool:
        """Forget that; returns whether it was so."""

    async def blocks(self, user_id: UserId) -> tuple[Block, ...]:
        """The people somebody has blocked, the latest first."""

    async def blockers(self, one: UserId, other: UserId) -> frozenset[UserId]:
        """Those of these two who have blocked the other one."""

    async def kept_of(self, user_id: UserId) -> PersonalData:
        """Everything about a person but their matches, all of it as of one moment.

        What others keep to themselves is no part of it: their notes and drafts, and who has blocked whom.
        """

    async def counts_of(self, user_id: UserId) -> Mapping[str, int]:
        """The number of rows about a person, by the name of the table: of matches too."""

    async def matches_of(self, user_id: UserId, after: MatchId, limit: int) -> tuple[Match, ...]:
        """The matches and challenges of a person with ids above ``after``, by id, at most ``limit``.

        One that cannot be read is left out.
        """

    async def threads_naming(self, user_id: UserId, after: MatchId, limit: int) -> tuple[MatchSummary, ...]:
        """The matches with ids above ``after`` whose own thread may bear a person's name, at most ``limit``.

        That is those they play or have played, also where somebody has taken over since, by id. One that
        cannot be read is left out.
        """

    async def worn_by(self, user_id: UserId) -> tuple[tuple[EndedSeason, Champion], ...]:
        """The seasons for which a person has a champion's role, by server and season."""

    async def ask_to_be_forgotten(self, user_id: UserId, at: datetime) -> None:
        """Remember that everything about a person is to be deleted, until it is. Harmless twice."""

    async def to_be_forgotten(self, limit: int) -> tuple[UserId, ...]:
        """The people whose deletion is not done, those who asked first before others, at most ``limit``."""

    async def is_to_be_forgotten(self, user_id: UserId) -> bool:
        """True if somebody's deletion is not done."""

    async def forget(self, user_id: UserId, pseudonym: UserId) -> bool:
        """Delete what is a person's alone, and put ``pseudonym``, below zero, where their id stays needed.

        That is in matches that are over and in what follows from them; their versions rise, so that no change
        that is on its way brings the id back. Blocks by others stay. Returns whether it was done: nothing is
        while a match or challenge of theirs is open. What they asked for is settled with it.
        """

    async def prune(self, now: datetime) -> Mapping[str, int]:
        """Delete what nobody needs any more, a few rows at a time; returns how many rows went, by what."""
