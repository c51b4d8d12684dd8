"""Everything that can happen to a match, one method a verb, in ids and text.

Each verb checks, stores the whole change in one transaction and returns the match after it. Nothing
here talks to Discord: whoever calls shows the change afterwards, and a sweep shows what a crash kept
from being shown. ``seen`` is the version the person was looking at (None: they named no version, as
when typing); a match that has moved on since raises StaleError.
"""

from __future__ import annotations

from matches.administering import Administering
from matches.crowning import Crowning
from matches.keeping_time import KeepingTime
from matches.model import ChannelId, GuildId, Match, MatchId, UserId
from matches.picking import Picking
from matches.recording import Recording
from matches.rights import Rights
from matches.watching import Watching


class Matches(KeepingTime, Picking, Administering, Crowning, Recording, Rights, Watching):
    """The service: all verbs, and the readings."""

    async def load_own(self, match_id: MatchId, user: UserId) -> Match:
        """The match, if ``user`` is one of its people. Raises NoSuchMatchError, NotAPlayerError."""
        match = await self.load(match_id)
        self._check_own(match, user)
        return match

    async def of_player(self, user: UserId) -> tuple[Match, ...]:
        """The open matches and challenges of a player, those unchanged for longest first."""
        return await self._timed(*await self._store.of_player(user))

    async def finished_of(
        self, user: UserId, limit: int, *, offset: int = 0, game: str | None = None
    ) -> tuple[Match, ...]:
        """The finished matches of a player, newest end first, at most ``limit`` after the first ``offset``.

        Only those of ``game``, if given.
        """
        return await self._store.latest_of_player(user, limit, offset=offset, game=game)

    async def running_in(self, guild: GuildId, limit: int) -> tuple[Match, ...]:
        """The running matches of a server, newest first, at most ``limit``."""
        return await self._timed(*await self._store.running_in(guild, limit))

    async def at_home(self, home: ChannelId) -> tuple[Match, ...]:
        """The matches played in a channel or thread."""
        return await self._timed(*await self._store.at_home(home))
