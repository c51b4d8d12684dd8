"""Finishes the deletions that users requested, despite crashes and outages.

The request is stored first. Each step can be repeated after a crash and then changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from cogs.delivery.champions import SeasonCloser
from cogs.delivery.members import Members
from cogs.delivery.publisher import Publisher
from cogs.delivery.roles import RatingRoleGiver
from cogs.delivery.thread_names import ThreadNames
from cogs.kit.errors import UNSENT, NotShownError
from matches import StoreUnavailableError, UserId
from services import Services

log = logging.getLogger(__name__)

_TRIES: Final = 3
"""Rounds of ending what others start in the meantime, before it is left to the next sweep."""


class Erasure:
    """One for the whole bot."""

    def __init__(
        self,
        services: Services,
        publisher: Publisher,
        season_closer: SeasonCloser,
        rating_roles: RatingRoleGiver,
        members: Members,
        thread_names: ThreadNames,
    ) -> None:
        self._services = services
        self._publisher = publisher
        self._season_closer = season_closer
        self._rating_roles = rating_roles
        self._members = members
        self._thread_names = thread_names
        self._turn = asyncio.Lock()

    async def finish(self, user: UserId) -> bool:
        """Erase ``user`` as requested; returns True once it is done, here or in another process.

        Raises StoreUnavailableError, and UNSENT's errors if Discord is down: the sweep tries again.
        """
        async with self._turn:
            for _ in range(_TRIES):
                if not await self._services.privacy.is_to_be_forgotten(user):
                    return True
                await self._end_all(user)
                await self._season_closer.take_roles_of(user)
                await self._rating_roles.take_from(user)
                if not await self._thread_names.remove(user):
                    return False
                if await self._services.privacy.forget(user):
                    self._members.forget(user)
                    return True
            return False

    async def finish_all(self, limit: int) -> None:
        """Finish deletions that a crash or an outage interrupted, for ``limit`` users at most.

        Also deletes data that was stored while a deletion was under way.
        """
        await self._services.privacy.look_again()
        for user in await self._services.privacy.to_be_forgotten(limit):
            try:
                await self.finish(user)
            except (StoreUnavailableError, *UNSENT) as error:
                # One of their rows may be unreadable: the rest of the sweep has to go on.
                log.warning("user=%s is not forgotten yet: %s", user, error)
            except Exception:  # one of them must not keep the others waiting
                log.exception("user=%s could not be forgotten", user)

    async def _end_all(self, user: UserId) -> None:
        """End all open matches of ``user`` and show that to their opponents."""
        async for match in self._services.privacy.end_all(user):
            try:
                await self._publisher.publish(match.id)
            except NotShownError as error:
                # The end is stored; the sweep shows it later, without the name.
                log.info("match=%s its end is not shown yet: %s", match.id, error.why)
