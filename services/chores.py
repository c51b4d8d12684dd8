"""Chores of matches: claimed, done or put off, with the match of each."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from data import stores
from matches.chores import CAME_TO_NOTHING, PER_PLACE, Chore, ChoreKind
from matches.guilds.settings import GuildRules
from matches.lifecycle.card_stages import undone_stages
from matches.lifecycle.match_context import Loaded
from matches.model import FIRST_PLACE, ChannelId, Match, Phase
from services.operations import Operations

STALE: Final = timedelta(hours=1)
"""The age after which an old card is left unchanged: chores are behind, and newer ones wait too."""


class Chores(Operations):
    """Chores that are claimed, then done or put off."""

    lease = timedelta(minutes=2)
    """The time for which a chore is claimed, before another process may try."""
    thinking = False
    """True for turns of the computer, False for all other chores."""

    async def claim(self, limit: int) -> tuple[Chore, ...]:
        """Claim due chores, earliest first, at most ``limit``."""
        now, shards = self._core.now(), self._core.territory.shards
        return await self._db.write_unsynced(
            stores.notices.claim_chores, now, now + self.lease, limit, thinking=self.thinking, shards=shards
        )

    async def put_off(self, chore: Chore, until: datetime, *, failed: bool = False) -> None:
        """Give back a claimed chore, due at ``until``; unless it ``failed``, its attempts start at zero."""
        await self._db.write_unsynced(stores.notices.put_off_chore, chore.id, until, failed=failed)

    async def drop(self, chore: Chore) -> None:
        """Delete a chore that is done or has become pointless."""
        await self._db.write_unsynced(stores.notices.drop_chore, chore.id)


class Tidying(Chores):
    """The chores that tidy up messages and threads, and their matches."""

    async def stands(self, chore: Chore) -> Loaded | None:
        """The match of a chore that is still needed, with settings; None if it is out of date."""
        loaded = await self._core.find_with_settings(chore.match_id)
        if loaded is None:
            return None
        match = loaded.match.seen_from(_place_of(chore, loaded.match))
        return replace(loaded, match=match) if self._is_current(chore, match) else None

    def _is_current(self, chore: Chore, match: Match) -> bool:
        shown = match.shown
        if chore.kind is ChoreKind.CARD:
            late = self._core.now() - chore.due_at > STALE
            return not late and chore.message != shown.card and chore.channel is not None
        if chore.kind is ChoreKind.CHALLENGE:
            return match.phase in CAME_TO_NOTHING and shown.invitation is not None
        if chore.kind is ChoreKind.OFFER:
            return match.phase is Phase.CHALLENGED
        if shown.home is None or shown.direct:
            return False
        return match.phase.running if chore.kind is ChoreKind.ROUSE else match.phase is Phase.FINISHED

    def is_undone(self, chore: Chore, match: Match) -> bool:
        """True if the turn shown on a chore's card was taken back at once: the card must be deleted."""
        return chore.stage in undone_stages(match)

    async def rules(self, loaded: Loaded) -> GuildRules:
        """The rules of the server that a loaded match is seen from."""
        match = loaded.match
        return loaded.guild if match.here == FIRST_PLACE else await self._core.guild_rules(match.guild_id)

    async def is_used(self, match: Match, home: ChannelId) -> bool:
        """True if another match is played in the home of a finished one, or a rematch is offered there."""
        here = await self._db.read(stores.lists.at_home, home)
        if any(other.phase.running for other in here):
            return True
        if match.rematch is None:
            return False
        rematch = await self._core.find(match.rematch)
        if rematch is None:
            return False
        return rematch.phase.open and home in (rematch.channel_id, rematch.shown.home)


def _place_of(chore: Chore, match: Match) -> int:
    """The number of the place that a chore is about."""
    if chore.kind in PER_PLACE:
        return min(chore.message, len(match.places) - 1)
    homes = [place.shown.home for place in match.places]
    return homes.index(chore.channel) if chore.channel in homes else 0
