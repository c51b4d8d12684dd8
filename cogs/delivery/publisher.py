"""Shows matches in Discord: each in its newest version, once, by the process of its server.

The match is stored before anything here is called, so a failure never undoes it. Each step stores what
Discord has; what is missing after a crash, an outage or a lost permission is painted again by the sweep in
``cogs.upkeep``. Sending twice is harmless: see ``cogs.delivery.sender``.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from cachetools import LRUCache

from cogs.connection.state import ConnectionState
from cogs.delivery.notifier import Notifier
from cogs.delivery.painter import Painter
from cogs.delivery.sender import NamePeople, NameStrangers, Sender, locale_of
from cogs.delivery.venue import Venue
from cogs.hosting.metrics import Metrics
from cogs.kit import permissions
from cogs.kit.errors import UNSENT, NotShownError
from cogs.kit.failures import Loss, is_outage, loss
from cogs.kit.turns import OneByOne
from cogs.panels.match.match_card import Cards
from cogs.text import errors_texts, match_kinds_texts, phrases, speaking
from matches import Clock, Match, MatchId, Phase, Shown
from matches.chores import CAME_TO_NOTHING
from matches.errors import MatchError, StoreUnavailableError
from matches.lifecycle import sets
from matches.model import FIRST_PLACE
from services import Services
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

FIRST_WAIT: Final = 0.05
"""Seconds before the first check if another process has shown a match; each wait is 1.5 times the last."""
KEPT: Final = 500
"""Matches whose state on Discord is cached."""


Place = tuple[MatchId, int]
"""A place of a match: its number in the match."""


class Publisher:
    """Has matches painted, each one never twice at the same time."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        services: Services,
        cards: Cards,
        clock: Clock,
        notifier: Notifier,
        connection: ConnectionState,
        metrics: Metrics,
        venue: Venue,
        name_people: NamePeople,
        name_strangers: NameStrangers,
        deadlines: Deadlines,
    ) -> None:
        self._bot = bot
        self._services = services
        self._connection = connection
        self._deadlines = deadlines
        self._notifier = notifier
        self._venue = venue
        self._seen: LRUCache[Place, Shown] = LRUCache(KEPT)
        """The state of each match last shown on Discord, by place, as stored."""
        self._turns = OneByOne[Place]()
        self._beside: set[asyncio.Task[None]] = set()
        """The second places that are being shown."""
        sender = Sender(bot, clock, name_people)
        self._painter = Painter(
            bot, services, cards, clock, metrics, venue, sender, self._recorded, name_strangers
        )

    async def publish(self, match_id: MatchId, changed: Match | None = None) -> Match:
        """Show the newest version of a match, unless Discord already has it; returns the match.

        That is ``changed``, the result of a change, unless there is a newer version. Then sends due notices
        and deletes answered ones. Raises NotShownError if Discord refuses or is down. A match between two
        servers is shown in the place it is seen from, and besides in the other one: what fails there is left
        to the sweep.
        """
        if changed is None:
            changed = await self._services.matches.load(match_id)
        here = changed.place_number
        others = [changed.seen_from(number) for number in range(len(changed.places)) if number != here]
        for other in others:
            # Not waited for: Discord may be slow in one server alone.
            task = asyncio.create_task(self._publish_beside(other))
            self._beside.add(task)
            task.add_done_callback(self._beside.discard)
        match = await self._published(match_id, changed.seen_from(here))
        await self._go_on_with_set(match)
        if match.rematch_of is not None and match.phase in CAME_TO_NOTHING:
            await self.renew(match.rematch_of)
        return match

    async def publish_at(self, match_id: MatchId, place: int) -> None:
        """Show the newest version of a match in one of its places. Raises NotShownError."""
        await self._published(match_id, (await self._services.matches.load(match_id)).seen_from(place))

    async def renew(self, match_id: MatchId) -> None:
        """Edit the card of a finished match that has a deciding turn to show now, or had a rematch.

        Pings no one. What fails is logged and left to the card's next edit.
        """
        try:
            match = await self._services.matches.load(match_id)
            for place in range(len(match.places)):
                await self._renewed(match.seen_from(place))
        except (MatchError, StoreUnavailableError, *UNSENT) as error:
            log.info("match=%s the rest of its card is left to the next edit: %s", match_id, error)

    async def _renewed(self, seen: Match) -> None:
        async with self._turns.turn(_place_of(seen)):
            match = await self._present(seen)
            # One that isn't shown yet is painted anyway.
            if match.shown.version < match.version:
                return
            if self._services.sharding.territory.mine.has(match.guild_id):
                around = await self._services.notifications.around(match)
                with speaking(locale_of(self._bot, match.guild_id)):
                    await self._painter.renew(match, around)

    async def _publish_beside(self, match: Match) -> None:
        """Show a match in a place that the change wasn't made in; what fails is left to the sweep."""
        try:
            if self._services.sharding.territory.mine.has(match.guild_id):
                await self._published(match.id, match)
            elif match.shown.version < match.version:
                await self._services.sharding.call(match)
        except (NotShownError, MatchError, StoreUnavailableError) as error:
            log.info("match=%s place=%s is left to the sweep: %s", match.id, match.here, error)
        except Exception:  # the place of the one who made the change must not suffer
            log.exception("match=%s place=%s could not be shown", match.id, match.here)

    async def _published(self, match_id: MatchId, changed: Match) -> Match:
        async with self._turns.turn((match_id, changed.place_number)):
            match = await self._newest_of(changed)
            if match.shown.version >= match.version:
                return match
            if not self._services.sharding.territory.mine.has(match.guild_id):
                return await self._shown_elsewhere(match)
            around = await self._services.notifications.around(match)
            try:
                with speaking(locale_of(self._bot, match.guild_id)):
                    if match.second_of_set and match.seated and match.shown.card is None:
                        await self._show_first_of_set(match)
                    shown = await self._painter.paint(match, around)
                    match = await self._painted(match, replace(shown, version=match.version))
            except UNSENT as error:
                self._connection.failed(error)
                raise NotShownError(match, await self._why(match, error)) from error
            self._connection.worked()
        await self._notifier.catch_up(match, around.notices)
        return match

    async def _shown_elsewhere(self, match: Match) -> Match:
        """Have the process that handles the match's server show it; returns the match as shown there.

        Raises NotShownError if that takes too long. Nothing is lost: that process also finds such matches
        itself.
        """
        await self._services.sharding.call(match)
        end, pause = time.monotonic() + self._deadlines.handed_over, FIRST_WAIT
        while time.monotonic() < end:
            await asyncio.sleep(pause)
            pause *= 1.5
            present = (await self._services.matches.load(match.id)).seen_from(match.here)
            if present.shown.version >= match.version:
                return present
        log.info("match=%s version=%s is left to the process of its server", match.id, match.version)
        raise NotShownError(match, errors_texts.WHY_ELSEWHERE)

    async def _go_on_with_set(self, match: Match) -> None:
        """Begin the second match of a set and show it, below the end of the first.

        It is stored as due: if this fails or the bot crashes first, the sweep does it.
        """
        if (number := sets.second_of(match)) is None:
            return
        try:
            await self.publish(number, await self._services.matches.challenges.begin_second(number))
        except (NotShownError, MatchError, StoreUnavailableError) as error:
            log.warning("match=%s the second of the set is left to the sweep: %s", number, error)

    async def _show_first_of_set(self, second: Match) -> None:
        """Show the end of the match before ``second``, above it: after a crash it may not be shown yet."""
        assert second.rematch_of is not None, "the second of a set follows the first"
        try:
            await self._published(second.rematch_of, await self._services.matches.load(second.rematch_of))
        except (NotShownError, MatchError, StoreUnavailableError) as error:
            log.warning("match=%s its end is left to the sweep: %s", second.rematch_of, error)

    async def _newest_of(self, changed: Match) -> Match:
        """``changed`` if neither the match nor its shown state has changed since; else the stored match."""
        known = self._seen.get(_place_of(changed), changed.shown)
        if self._services.matches.is_latest(changed) and known == changed.shown:
            return changed
        return (await self._services.matches.load(changed.id)).seen_from(changed.here)

    async def offer_computer(self, match_id: MatchId) -> bool:
        """Edit the card of a challenge that nobody has accepted, so that it offers the computer.

        Returns False if the card has not been posted yet. Pings no one. Raises discord.py's errors.
        """
        async with self._turns.turn((match_id, FIRST_PLACE)):
            match = await self._services.matches.load(match_id)
            if match.phase is Phase.CHALLENGED and match.shown.invitation is None:
                return False
            with speaking(locale_of(self._bot, match.guild_id)):
                while match.phase is Phase.CHALLENGED:
                    await self._painter.edit_invitation(match)
                    # This edit must not hide what another process has shown in the meantime.
                    present = await self._services.matches.load(match_id)
                    if present.version == match.version:
                        break
                    match = present
                else:
                    await self._painter.edit_invitation(match)
        return True

    async def _painted(self, match: Match, shown: Shown) -> Match:
        """``match`` as shown, stored; or as another process has shown it by now, if that is newer."""
        newest = await self._services.matches.record_shown(match, shown, self._venue.sleeps_after(shown))
        self._seen[_place_of(match)] = shown
        painted = match.shown_as(shown)
        return painted if newest <= shown.version else await self._newest(match, painted)

    async def _newest(self, before: Match, painted: Match) -> Match:
        """The match in the newest version, which another process showed; Discord shows that one now.

        A message from this process may have arrived later and covered it, so it is brought up to date.
        """
        match = painted
        while (present := await self._present(match)).shown.version > match.version:
            match, shown = present, painted.shown
            try:
                await self._painter.tidy_late(before, match, shown)
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                # The newest version is visible anyway.
                log.info("match=%s a card that came late was left as it is: %s", match.id, error)
        return match

    async def _present(self, match: Match) -> Match:
        return (await self._services.matches.load(match.id)).seen_from(match.here)

    # --- what became of it ----------------------------------------------------------------------

    async def _recorded(self, match: Match, shown: Shown) -> Match:
        await self._services.matches.record_shown(match, shown)
        self._seen[_place_of(match)] = shown
        return match.shown_as(shown)

    async def _why(self, match: Match, error: Exception) -> str:
        log.warning("match=%s version=%s was not shown: %s", match.id, match.version, error)
        lost = loss(error)
        guild = self._bot.get_guild(match.guild_id)
        if lost is Loss.FORBIDDEN and guild is not None and (until := permissions.timed_out_until(guild)):
            return phrases.timed_out(until)
        if match.secluded and lost is not None:
            return match_kinds_texts.nowhere(match, await self._venue.private.lacking(match))
        if lost is not Loss.FORBIDDEN:
            return errors_texts.WHY_DISCORD if lost is None else errors_texts.WHY_GONE
        home = self._bot.get_channel(match.shown.home or match.channel_id)
        channel = home or self._bot.get_channel(match.channel_id)
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return errors_texts.WHY_FORBIDDEN
        names = permissions.missing(
            channel.permissions_for(channel.guild.me), in_thread=isinstance(channel, discord.Thread)
        )
        return errors_texts.why_missing(names) if names else errors_texts.WHY_FORBIDDEN


def _place_of(match: Match) -> Place:
    """The place that a match is seen from."""
    return match.id, match.place_number
