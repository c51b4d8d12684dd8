"""The verbs of watching: who follows somebody else's match, and what a server is told of its week."""

from __future__ import annotations

import logging
from typing import Final

from data import stores
from matches.errors import Problem, Refused
from matches.model import GuildId, Match, MatchId, Notice, UserId
from matches.week import Span, Week, guild_of, weekly
from services.core import Core

log = logging.getLogger(__name__)

MOST_WATCHED: Final = 25
"""Running matches that one person may watch."""
MOST_WATCHERS: Final = 10
"""People who may watch one match: all of them stand on one card."""
LATEST: Final = 8
"""Results that a weekly summary names."""
MOST_GAINS: Final = 3
"""People whose rating a weekly summary names."""


class Spectators:
    """Watching matches, and the weekly summary of a server."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def watch(self, match_id: MatchId, user: UserId, *, each_turn: bool) -> Match:
        """Have ``user`` pinged on each turn of a match, or at its end only; returns the match.

        Whoever watches it already has changed their mind. Raises NoSuchMatchError, Refused.
        """
        match = await self._core.load(match_id)
        self.check_watchable(match, user)
        now = self._core.now()
        await self._db.write(
            stores.spectators.start_watching,
            match_id,
            user,
            each_turn=each_turn,
            at=now,
            most=MOST_WATCHED,
            crowd=MOST_WATCHERS,
        )
        log.info("match=%s user=%s watches each_turn=%s", match_id, user, each_turn)
        return match

    @staticmethod
    def check_watchable(match: Match, user: UserId) -> None:
        """Raise Refused when a match does not run, is the one of ``user``, or against the computer."""
        if not match.phase.running:
            raise Refused(Problem.WATCH_NOT_RUNNING)
        if user in match.users:
            raise Refused(Problem.WATCH_OWN)
        if match.alone:
            raise Refused(Problem.WATCH_COMPUTER)

    async def unwatch(self, match_id: MatchId, user: UserId) -> bool:
        """Have ``user`` not pinged by watching any more; returns whether they watched the match."""
        did = await self._db.write(stores.spectators.unwatch, match_id, user)
        log.info("match=%s user=%s does not watch any more", match_id, user)
        return did

    async def watches(self, match_id: MatchId, user: UserId) -> bool | None:
        """True if somebody who watches a match wants to hear of each turn; None if they do not watch it."""
        return (await self._db.read(stores.spectators.watchers_of, match_id)).get(user)

    # --- the week --------------------------------------------------------------------------------

    async def last_week(self, guild: GuildId) -> Week | None:
        """The events in a server in the last week that is over; None when no match ended."""
        span = Span.last_week(self._core.now())
        games = await self._db.read(stores.spectators.games_ended, guild, span)
        if not games:
            return None
        return Week(
            span,
            games,
            latest=await self._db.read(stores.spectators.ended_in, guild, span, LATEST),
            gains=tuple(
                gain
                for gain in await self._db.read(stores.spectators.gains, guild, span, MOST_GAINS)
                if gain.player.user_id is not None
            ),
            newcomers=await self._db.read(stores.spectators.newcomers, guild, span),
            live=await self._db.read(stores.spectators.count_running, guild),
        )

    async def weekly_done(self, notice: Notice, *, goes_on: bool) -> None:
        """Settle a weekly summary that was posted, or had nothing to tell; owe the next if it ``goes_on``."""
        following = weekly(guild_of(notice), self._core.now()) if goes_on else None
        await self._db.write(stores.notices.drop, notice.id, following)
