"""Operations on ladders: joining, leaving, reading; and sliding."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from data import stores
from matches.errors import DamagedError, LadderError, NotAllowedError
from matches.ladder import Ladder, LadderKey, LadderState, PlaceChange, pace_on
from matches.model import GuildId, MatchId, UserId
from services.core import Core

log = logging.getLogger(__name__)

HISTORY: Final = 15
"""Places shown in a player's history, the latest."""
LOOKS_BACK: Final = timedelta(days=7)
"""Time over which the places that players have moved are counted."""


class Ladders:
    """The ladders of servers. Matches for a place are begun by ``Challenges.for_place``."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def state(self, key: LadderKey, user: UserId) -> LadderState:
        """A ladder, its running matches, and the players ``user`` has met on it lately."""
        found = await self._db.read(stores.ladders.state_of, key, user, self._core.now())
        return replace(found, pace=pace_on((await self._core.guild_rules(key.guild_id)).pace))

    async def check_challenge(self, key: LadderKey, challenger: UserId, challenged: UserId) -> int:
        """The place that a challenge would be for. Raises LadderError."""
        state = await self.state(key, challenger)
        state.check(challenger, challenged)
        return state.ladder.place_of(challenged) or 1

    async def won(self, match_id: MatchId) -> int | None:
        """The place that the challenger took with a match; None if they took none."""
        return await self._db.read(stores.ladders.won, match_id)

    async def of_guild(self, guild: GuildId) -> Mapping[str, Ladder]:
        """The ladders of a server that have players, by game; empty if the server has ladders off."""
        if not (await self._core.guild_rules(guild)).ladders:
            return {}
        return await self._db.read(stores.ladders.of_guild, guild)

    async def join(self, key: LadderKey, user: UserId, roles: frozenset[int] = frozenset()) -> None:
        """Put a user with these ``roles`` at the bottom of a ladder.

        A player who is on it already keeps their place. Raises LadderError, NotAllowedError.
        """
        rules = await self._core.guild_rules(key.guild_id)
        rules.check_ladder(key.game)
        rules.check_roles(roles)
        await self._db.write(stores.ladders.join, key, user, self._core.now())
        self._core.changed_guilds.add(key.guild_id)
        log.info("guild=%s user=%s is on the ladder of %s", key.guild_id, user, key.game)

    async def leave(self, key: LadderKey, user: UserId) -> None:
        """Take a player off a ladder; their running matches continue, but no longer for a place."""
        await self._db.write(stores.ladders.leave, key, user, self._core.now())
        self._core.changed_guilds.add(key.guild_id)
        log.info("guild=%s user=%s left the ladder of %s", key.guild_id, user, key.game)

    async def history(self, key: LadderKey, user: UserId) -> tuple[PlaceChange, ...]:
        """A player's latest places on a ladder, latest first."""
        return await self._db.read(stores.ladders.history, key, user, HISTORY)

    async def places_before(self, key: LadderKey, users: Collection[UserId]) -> Mapping[UserId, int]:
        """The places of those of ``users`` who were on a ladder a week ago."""
        at = self._core.now() - LOOKS_BACK
        return await self._db.read(stores.ladders.places_at, key, users, at)

    async def slide(self, limit: int) -> int:
        """Slide the players who are due, on up to ``limit`` ladders; returns the number of ladders.

        Harmless twice.
        """
        now = self._core.now()
        due = await self._db.read(stores.ladders.due, now, limit, self._core.territory.shards)
        for key in due:
            try:
                await self._db.write(stores.ladders.slide, key, now, closed=not await self._is_open(key))
            except DamagedError as error:  # the others may be whole
                log.warning("guild=%s the ladder of %s can't slide: %s", key.guild_id, key.game, error)
            else:
                self._core.changed_guilds.add(key.guild_id)
        return len(due)

    async def check_open(self, key: LadderKey) -> None:
        """Raise LadderError if the server has ladders off, NotAllowedError for a game that is not allowed."""
        (await self._core.guild_rules(key.guild_id)).check_ladder(key.game)

    async def _is_open(self, key: LadderKey) -> bool:
        try:
            await self.check_open(key)
        except (LadderError, NotAllowedError):
            return False
        return True
