"""Ladders: joined, left and looked at; and those who slide."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from data import stores
from matches.errors import LadderError, NotAllowedError
from matches.ladder.matches import LadderState, pace_on
from matches.ladder.places import Ladder, LadderKey, PlaceChange
from matches.model import GuildId, MatchId, UserId
from services.core import Core

log = logging.getLogger(__name__)

HISTORY: Final = 15
"""Places of somebody that are shown, the latest."""


class Ladders:
    """The ladders of servers. Matches for a place are begun by ``Challenges.for_place``."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def state(self, key: LadderKey, user: UserId) -> LadderState:
        """A ladder as it stands, with its running matches, and whom ``user`` has met on it lately."""
        found = await self._db.read(stores.ladders.state_of, key, user, self._core.now())
        return replace(found, pace=pace_on((await self._core.guild_rules(key.guild_id)).pace))

    async def check_challenge(self, key: LadderKey, challenger: UserId, challenged: UserId) -> int:
        """The place that somebody would play another for. Raises LadderError."""
        state = await self.state(key, challenger)
        state.check(challenger, challenged)
        return state.ladder.place_of(challenged) or 1

    async def won(self, match_id: MatchId) -> int | None:
        """The place that the challenger took at the end of a match; None where they took none."""
        return await self._db.read(stores.ladders.won, match_id)

    async def of_guild(self, guild: GuildId) -> Mapping[str, Ladder]:
        """The ladders of a server that somebody is on, by game; none where they are closed."""
        if not (await self._core.guild_rules(guild)).ladders:
            return {}
        return await self._db.read(stores.ladders.of_guild, guild)

    async def join(self, key: LadderKey, user: UserId, roles: frozenset[int] = frozenset()) -> None:
        """Put somebody with these ``roles`` at the bottom of a ladder.

        Whoever is on it keeps their place. Raises LadderError, NotAllowedError.
        """
        rules = await self._core.guild_rules(key.guild_id)
        rules.check_ladder(key.game)
        rules.check_roles(roles)
        await self._db.write(stores.ladders.join, key, user, self._core.now())
        self._core.note_changed_guild(key.guild_id)
        log.info("guild=%s user=%s is on the ladder of %s", key.guild_id, user, key.game)

    async def leave(self, key: LadderKey, user: UserId) -> None:
        """Take somebody off a ladder; their running matches go on, and bring nobody a place."""
        await self._db.write(stores.ladders.leave, key, user, self._core.now())
        self._core.note_changed_guild(key.guild_id)
        log.info("guild=%s user=%s left the ladder of %s", key.guild_id, user, key.game)

    async def history(self, key: LadderKey, user: UserId) -> tuple[PlaceChange, ...]:
        """The latest places of somebody on a ladder, the latest first."""
        return await self._db.read(stores.ladders.history, key, user, HISTORY)

    async def slide(self, limit: int) -> int:
        """Have those slide who are to, on the ladders of the ``limit`` due first; returns on how many.

        Harmless twice.
        """
        now = self._core.now()
        due = await self._db.read(stores.ladders.due, now, limit, self._core.territory.shards)
        for key in due:
            await self._db.write(stores.ladders.slide, key, now, closed=not await self._is_open(key))
            self._core.note_changed_guild(key.guild_id)
        return len(due)

    async def check_open(self, key: LadderKey) -> None:
        """Raise LadderError where the ladders are closed, NotAllowedError for a game that is not allowed."""
        (await self._core.guild_rules(key.guild_id)).check_ladder(key.game)

    async def _is_open(self, key: LadderKey) -> bool:
        try:
            await self.check_open(key)
        except (LadderError, NotAllowedError):
            return False
        return True
