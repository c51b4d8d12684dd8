"""Settings and times away of people, and settings of servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from matches.intervals import Interval
from matches.model import NO_MATCH, GuildId, MatchId, Mute, NewNotice, Person, UserId


class PeopleStore(Protocol):
    """Settings and times away of people."""

    async def of(self, user_ids: Sequence[UserId], match_id: MatchId = NO_MATCH) -> Mapping[UserId, Person]:
        """The settings and times away of each of these people; everyone asked for is in it.

        With their mutes of a match, if one is named.
        """

    async def go_away(self, user_id: UserId, away: Interval) -> None:
        """Store that somebody is away, and have their running matches looked at from then on.

        Replaces a time away with the same start: to come back early is to store an earlier end.
        """

    async def preferences(self, user_id: UserId) -> Mapping[str, str]:
        """The settings of a person, by key."""

    async def prefer(
        self, user_id: UserId, chosen: Mapping[str, str | None], *, digest: NewNotice | None = None
    ) -> None:
        """Set things for a person, by key; None removes one.

        ``digest`` takes the place of the digest that they are owed, if any; without one none is owed.
        """

    async def mute(self, match_id: MatchId, user_id: UserId, wish: Mute | None, now: datetime) -> None:
        """Store that somebody wants to hear nothing of a match, or does again.

        What they are owed about it is dropped, or put off to the end of a snooze. The match is looked at
        from ``now`` on. Raises NoSuchMatchError.
        """

    async def muted_by(self, user_id: UserId, now: datetime) -> frozenset[MatchId]:
        """The matches that somebody wants to hear nothing of ``now``."""


class GuildStore(Protocol):
    """Settings of servers, by key."""

    async def settings(self, guild_id: GuildId) -> Mapping[str, str]:
        """The settings of a server, by key."""

    async def change(
        self,
        guild_id: GuildId,
        chosen: Mapping[str, str | None],
        *,
        notify: Sequence[NewNotice] = (),
        now: datetime | None = None,
    ) -> Mapping[str, str]:
        """Set things for a server, by key; None removes one. Returns all that was set before.

        ``notify`` are messages of no match that are owed from now on; one that is there stays. ``now``: what
        else follows from what is chosen, such as lists to be shown in another channel, is due at once.
        """
