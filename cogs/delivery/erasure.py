"""Finishes the deletions that users requested, despite crashes and outages.

The request is stored first. Each step can be repeated after a crash and then changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from cogs.delivery.champions import SeasonCloser
from cogs.delivery.members import Members
from cogs.delivery.name_removal import NameRemoval
from cogs.delivery.publisher import Publisher
from cogs.delivery.roles import RatingRoleGiver
from cogs.kit.errors import UNSENT, NotShownError
from matches import Clock, StoreUnavailableError, UserId
from matches.summaries import DeletionStage
from services import Services

log = logging.getLogger(__name__)

_TRIES: Final = 3
"""Rounds of ending what others start in the meantime, before it is left to the next sweep."""


@dataclass(frozen=True, slots=True)
class Finished:
    """An erasure that is done. ``threads_kept``: threads that keep the name, as Discord refuses changes."""

    threads_kept: int = 0


class Erasure:
    """One for the whole bot."""

    def __init__(
        self,
        services: Services,
        publisher: Publisher,
        season_closer: SeasonCloser,
        rating_roles: RatingRoleGiver,
        members: Members,
        names: NameRemoval,
        clock: Clock,
    ) -> None:
        self._services = services
        self._publisher = publisher
        self._season_closer = season_closer
        self._rating_roles = rating_roles
        self._members = members
        self._names = names
        self._clock = clock
        self._turn = asyncio.Lock()
        self._stages: dict[UserId, DeletionStage] = {}

    def stage(self, user: UserId) -> DeletionStage | None:
        """The stage that the erasure of ``user`` reached in this process; None if it hasn't tried yet."""
        return self._stages.get(user)

    async def finish(self, user: UserId) -> Finished | None:
        """Erase ``user`` as requested; returns None unless it is done, here or in another process.

        Raises StoreUnavailableError, and UNSENT's errors if Discord is down: the sweep tries again.
        """
        async with self._turn:
            for _ in range(_TRIES):
                deletion = await self._services.privacy.deletion_of(user)
                if deletion is None:
                    self._stages.pop(user, None)
                    return Finished()
                self._stages.pop(user, None)  # the latest try is the last of them
                self._stages[user] = DeletionStage.MATCHES
                await self._end_all(user)
                self._stages[user] = DeletionStage.ROLES
                await self._season_closer.take_roles_of(user)
                await self._rating_roles.take_from(user)
                self._stages[user] = DeletionStage.THREADS
                kept = await self._names.remove(user, late=deletion.is_late(self._clock()))
                if kept is None:
                    return None
                self._stages[user] = DeletionStage.ROWS
                if await self._services.privacy.forget(user):
                    del self._stages[user]
                    self._members.forget(user)
                    return Finished(kept)
            return None

    async def finish_all(self, limit: int) -> None:
        """Finish deletions that a crash or an outage interrupted, for ``limit`` users at most."""
        for user in await self._next(limit):
            try:
                await self.finish(user)
            except (StoreUnavailableError, *UNSENT) as error:
                # One of their rows may be unreadable: the rest of the sweep has to go on.
                log.warning("user=%s is not forgotten yet: %s", user, error)
            except Exception:  # one of them must not keep the others waiting
                log.exception("user=%s could not be forgotten", user)

    async def _next(self, limit: int) -> list[UserId]:
        """The users to forget now: first those not tried yet, then those whose last try is longest ago."""
        found = await self._services.privacy.to_be_forgotten(limit + len(self._stages))
        again = [user for user in self._stages if user in found]
        return [*(user for user in found if user not in self._stages), *again][:limit]

    async def _end_all(self, user: UserId) -> None:
        """End all open matches of ``user`` and show that to their opponents."""
        async for match in self._services.privacy.end_all(user):
            try:
                await self._publisher.publish(match.id)
            except NotShownError as error:
                # The end is stored; the sweep shows it later, without the name.
                log.info("match=%s its end is not shown yet: %s", match.id, error.why)
