"""What people have set for themselves, and when they are away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from matches.model import NewNotice, Person, UserId
from matches.stops import Stop


class PeopleStore(Protocol):
    """Settings and times away of people."""

    async def of(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Person]:
        """What each of these people has set and when they are away; everyone asked for is in it."""

    async def go_away(self, user_id: UserId, away: Stop) -> None:
        """Store that somebody is away, and have their running matches looked at from then on.

        Replaces a time away with the same start: to come back early is to store an earlier end.
        """

    async def preferences(self, user_id: UserId) -> Mapping[str, str]:
        """What a person has set for themselves, by key."""

    async def prefer(
        self, user_id: UserId, chosen: Mapping[str, str | None], *, digest: NewNotice | None = None
    ) -> None:
        """Set things for a person, by key; None removes one.

        ``digest`` takes the place of the digest that they are owed, if any; without one none is owed.
        """
