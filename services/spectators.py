"""Operations of watching matches, and servers' weekly summaries."""

from __future__ import annotations

import logging
from typing import Final

from data import stores
from matches.errors import Problem, Refused
from matches.guilds.posts import Span, Week, guild_of, weekly
from matches.model import GuildId, Match, MatchId, Notice, UserId
from services.core import Core

log = logging.getLogger(__name__)

MOST_WATCHED: Final = 25
"""Running matches that one user may watch."""
MOST_WATCHERS: Final = 10
"""Users who may watch one match: all of them are listed on its card."""
LATEST: Final = 8
"""Results in a weekly summary."""
MOST_GAINS: Final = 3
"""Players in a weekly summary for their rating gains."""


class Spectators:
    """Watching matches, and a server's weekly summary."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def watch(self, match_id: MatchId, user: UserId, *, each_turn: bool) -> Match:
        """Ping ``user`` on each turn of a match, or only at its end; returns the match.

        A user who watches it already changes that choice. Raises NoSuchMatchError, Refused.
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
        """Raise Refused unless a match is running, without ``user`` and without the computer."""
        if not match.phase.running:
            raise Refused(Problem.WATCH_NOT_RUNNING)
        if user in match.users:
            raise Refused(Problem.WATCH_OWN)
        if match.alone:
            raise Refused(Problem.WATCH_COMPUTER)
        if match.between_servers:
            raise Refused(Problem.WATCH_ACROSS)

    async def unwatch(self, match_id: MatchId, user: UserId) -> bool:
        """Stop pinging ``user`` as a watcher of a match; returns whether they watched it."""
        did = await self._db.write(stores.spectators.unwatch, match_id, user)
        log.info("match=%s user=%s does not watch any more", match_id, user)
        return did

    async def watches(self, match_id: MatchId, user: UserId) -> bool | None:
        """True if a watcher of a match wants to hear of each turn; None if they do not watch it."""
        return (await self._db.read(stores.spectators.watchers_of, match_id)).get(user)

    # --- the week --------------------------------------------------------------------------------

    async def last_week(self, guild: GuildId) -> Week | None:
        """A server's last finished week; None if no match ended in it."""
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
        """Drop a weekly summary once posted or empty; schedule the next if it ``goes_on``."""
        following = weekly(guild_of(notice), self._core.now()) if goes_on else None
        await self._db.write(stores.notices.drop, notice.id, following)
