"""The bot's data about itself: the times it was there, and facts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from matches.intervals import Interval
from matches.shards import ALL, Shards


class HostStore(Protocol):
    """Downtimes, signs of life, facts."""

    async def downtimes(self) -> tuple[Interval, ...]:
        """The times at which the bot was down, earliest first."""

    async def note_alive(self, now: datetime, gap: timedelta, found: Shards = ALL) -> Interval | None:
        """Remember that the bot is there at ``now``; returns the longest downtime that has ended.

        That is a time longer than ``gap`` since this was last noted, by any process. It is stored in the same
        transaction, so that it is counted once. Where not all shards are ``found`` to be there, each of them
        is noted by itself, and so are its downtimes.
        """

    async def time(self) -> datetime | None:
        """The time by the clock of the database; None where it has no other than this machine's."""

    async def alive_at(self) -> datetime | None:
        """The time at which the bot was last noted to be there."""

    async def remembered(self, key: str) -> str | None:
        """A fact that the bot keeps about itself, or None."""

    async def remember(self, key: str, value: str) -> None:
        """Keep a fact."""

    async def remember_once(self, key: str, value: str) -> str:
        """Keep a fact unless there is one under its key; returns the one that is kept."""
