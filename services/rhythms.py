"""Reply rhythms: how long players usually take for a turn, if they have agreed to show it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from data import stores
from matches.model import UserId
from matches.notices import ZONE, zone_of
from matches.rhythm import ShownRhythm
from services.core import Core


class Rhythms:
    """Reads only: a player agrees to it in their settings."""

    def __init__(self, core: Core) -> None:
        self._db = core.db

    async def seen_by(self, reader: UserId, users: Collection[UserId]) -> Mapping[UserId, ShownRhythm]:
        """The known rhythms of ``users``, with the time of day if ``reader`` has set their time zone.

        Without those of users who have blocked ``reader`` or whom they have blocked, and their own.
        """
        found = await self._db.read(stores.rhythms.rhythms, [user for user in users if user != reader])
        if not found:
            return {}
        avoided = await self._db.read(stores.lobby.avoided, reader)
        person = (await self._db.read(stores.people.people_of, [reader]))[reader]
        zone = zone_of(person) if ZONE in person.preferences else None
        return {user: rhythm.shown(zone) for user, rhythm in found.items() if user not in avoided}
