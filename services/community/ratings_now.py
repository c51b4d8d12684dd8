"""Users' ratings as of today, newcomers included."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from data import stores
from matches.model import UserId
from matches.ratings.ledger import PlayerRating
from matches.ratings.rating import Rating, day_of
from services.core import Core


@dataclass(frozen=True, slots=True)
class RatingsNow:
    """The ratings of some users on a ``day``, in every game."""

    day: int
    accounts: Mapping[UserId, Mapping[str, PlayerRating]]

    def of(self, user: UserId, game: str) -> Rating:
        """A user's rating in a game; a newcomer's if they have played no rated match of it."""
        account = self.accounts[user].get(game)
        return Rating() if account is None else account.on(self.day)


async def ratings_now(core: Core, users: Collection[UserId]) -> RatingsNow:
    """The ratings of ``users``, read in one query."""
    return RatingsNow(day_of(core.now()), await core.db.read(stores.ratings.accounts, sorted(set(users))))
