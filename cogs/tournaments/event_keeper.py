"""Keeps Discord's scheduled events of tournaments: made, moved on with each round, ended with the tournament.

A process claims a tournament's event before it asks Discord for anything. Discord has no nonce for events:
one that a crash or an unread answer left behind is found by its description, and what is there twice is
deleted.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.delivery.outbox import ClaimedWork, LogLines
from cogs.delivery.sender import locale_of
from cogs.kit.failures import Loss, is_outage, loss, reading
from cogs.kit.permissions import can_make_events, everybody_sees
from cogs.text import speaking
from cogs.tournaments import events_texts
from cogs.tournaments.event_service import TournamentEvents
from cogs.tournaments.service import Tournaments
from matches.tournaments.events import BEFORE_END, EventId, EventSpan, EventTrouble, TournamentEvent, span
from matches.tournaments.model import Tournament, TournamentId, TournamentState

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

RESTS: Final = timedelta(hours=6)
"""Wait before an event is tried again that Discord refused, such as for a missing permission."""
EXTERNAL: Final = 3
"""The type of an event that is in no voice channel."""
GUILD_ONLY: Final = 2
"""The privacy level of all events."""
_LINES: Final = LogLines(log, "tournament=%s its event", lambda one: (one,), "was not shown", "failed")


class EventStatus(IntEnum):
    """Discord's status of an event."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


@dataclass(frozen=True, slots=True)
class KnownEvent:
    """An event as Discord has it."""

    id: EventId
    status: EventStatus


class EventKeeper(ClaimedWork[TournamentId]):
    """Keeps the events."""

    def __init__(self, app: App) -> None:
        self._bot = app.bot
        self._tournaments = app[Tournaments]
        self._events = app[TournamentEvents]
        super().__init__(app, _LINES, self._events.due, self._events.claim)

    async def _go_on(self, which: TournamentId) -> None:
        event = await self._events.of(which)
        if event is None:
            return
        found = await self._tournaments.load(which)
        try:
            with speaking(locale_of(self._bot, found.guild_id)):
                if event.wanted and not found.state.ended:
                    await self._events.settle(event, await self._keep(found, event))
                    return
                await self._end(found, event)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            allowed = loss(error) is not Loss.FORBIDDEN
            await self._refused(event, EventTrouble.REFUSED if allowed else EventTrouble.NOT_ALLOWED, error)
            if event.wanted and not found.state.ended:
                await self._events.settle(event, self._app.clock() + RESTS)
                return
        await self._events.finish(event)

    async def _refused(self, event: TournamentEvent, trouble: EventTrouble, why: object) -> None:
        """Record why there is no event; a line in the log, unless it is as before."""
        if trouble is not event.trouble:
            log.info("tournament=%s has no event: %s (%s)", event.tournament, trouble, why)
            await self._events.record_trouble(event.tournament, trouble)

    # --- while the tournament goes on ------------------------------------------------------------

    async def _keep(self, found: Tournament, event: TournamentEvent) -> datetime | None:
        """Make the event, or change it; returns when it is due again, None for after a change."""
        shown = span(found, self._app.clock())
        if shown is None or event.trouble is EventTrouble.REMOVED:
            return None
        if event.id is None and (trouble := self._trouble(found)) is not None:
            await self._refused(event, trouble, "nothing was asked of Discord")
            return self._app.clock() + RESTS
        fields = self._fields(found, shown)
        digest = _digest(found, fields)
        if digest != event.digest or event.trouble is not None:
            known = await self._present(found, event, fields)
            if known is None or known.status >= EventStatus.COMPLETED:
                await self._refused(event, EventTrouble.REMOVED, "it was deleted or ended")
                return None
            as_made = event.id is None and not event.asked and found.state is TournamentState.OPEN
            if not as_made:
                await self._change(found, known, fields)
            await self._events.record_shown(found.id, known.id, digest)
        return None if found.state is TournamentState.OPEN else shown.end - BEFORE_END

    async def _present(
        self, found: Tournament, event: TournamentEvent, fields: dict[str, Any]
    ) -> KnownEvent | None:
        """The event as it is now, made if it is not there yet; None if it was deleted."""
        if event.id is None:
            return await self._make(found, event, fields)
        return await self._fetch(found, event.id)

    def _trouble(self, found: Tournament) -> EventTrouble | None:
        """The reason to make no event, if there is one."""
        guild = self._bot.get_guild(found.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(found.channel_id)
        if guild is None or channel is None or not everybody_sees(channel):
            return EventTrouble.HIDDEN
        return None if can_make_events(guild) else EventTrouble.NOT_ALLOWED

    def _fields(self, found: Tournament, shown: EventSpan) -> dict[str, Any]:
        """The fields of the event, as Discord takes them."""
        guild = self._bot.get_guild(found.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(found.channel_id)
        return {
            "name": found.name,
            "description": events_texts.description(found, _command(found.id)),
            "scheduled_start_time": shown.start.isoformat(),
            "scheduled_end_time": shown.end.isoformat(),
            "entity_metadata": {"location": events_texts.place(channel.name if channel else found.name)},
        }

    async def _make(self, found: Tournament, event: TournamentEvent, fields: dict[str, Any]) -> KnownEvent:
        """The event: made now, or found where it was asked for before."""
        if event.asked and (before := await self._ours(found)):
            return await self._only(found, before)
        await self._events.record_asked(found.id)
        with reading():
            told = await self._bot.http.create_guild_scheduled_event(
                found.guild_id, entity_type=EXTERNAL, privacy_level=GUILD_ONLY, **fields
            )
            made = _known(told)
        log.info("tournament=%s has event=%s", found.id, made.id)
        # The library repeats a request that Discord took and didn't answer.
        return await self._only(found, [made, *await self._ours(found)])

    async def _only(self, found: Tournament, known: Sequence[KnownEvent]) -> KnownEvent:
        """The oldest of these events, once the others are deleted."""
        oldest = min(known, key=lambda one: one.id)
        for other in {one.id for one in known} - {oldest.id}:
            await self._delete(found, other)
        return oldest

    async def _change(self, found: Tournament, known: KnownEvent, fields: dict[str, Any]) -> None:
        """Give an event these fields; begin it, if the tournament has started."""
        if found.state is TournamentState.OPEN and known.status is EventStatus.SCHEDULED:
            await self._edit(found, known.id, fields)
            return
        # Discord takes no new start for an event that has begun.
        fields = {name: value for name, value in fields.items() if name != "scheduled_start_time"}
        begins = found.state.started and known.status is EventStatus.SCHEDULED
        await self._edit(found, known.id, fields | ({"status": int(EventStatus.ACTIVE)} if begins else {}))

    # --- at its end ------------------------------------------------------------------------------

    async def _end(self, found: Tournament, event: TournamentEvent) -> None:
        """End the event with its tournament, or delete it if it isn't wanted; None may be there."""
        known = [one] if event.id is not None and (one := await self._fetch(found, event.id)) else []
        if event.id is None and event.asked:
            known = await self._ours(found)
        for one in known:
            if not event.wanted:
                await self._delete(found, one.id)
            elif one.status < EventStatus.COMPLETED:
                begun = one.status is EventStatus.ACTIVE
                after = EventStatus.COMPLETED if begun else EventStatus.CANCELED
                await self._edit(found, one.id, {"status": int(after)})
            log.info("tournament=%s its event=%s is over", found.id, one.id)

    # --- Discord ---------------------------------------------------------------------------------

    async def _ours(self, found: Tournament) -> list[KnownEvent]:
        """The events of a tournament that are there and not over, by their descriptions."""
        with reading():
            told = await self._bot.http.get_scheduled_events(found.guild_id, with_user_count=False)
            return [_known(one) for one in told if self._is_ours(one, found.id)]

    def _is_ours(self, told: Any, which: TournamentId) -> bool:
        own = self._bot.user is not None and str(told.get("creator_id")) == str(self._bot.user.id)
        return own and str(told.get("description")).endswith((_command(which), _former_command(which)))

    async def _fetch(self, found: Tournament, event: EventId) -> KnownEvent | None:
        """An event as it is now; None if it is gone."""
        try:
            with reading():
                http = self._bot.http
                return _known(await http.get_scheduled_event(found.guild_id, event, with_user_count=False))
        except discord.NotFound:
            return None

    async def _edit(self, found: Tournament, event: EventId, fields: dict[str, Any]) -> None:
        await self._bot.http.edit_scheduled_event(found.guild_id, event, **fields)

    async def _delete(self, found: Tournament, event: EventId) -> None:
        try:
            await self._bot.http.delete_scheduled_event(found.guild_id, event)
        except discord.NotFound:
            log.info("tournament=%s event=%s was deleted before", found.id, event)


def _command(which: TournamentId) -> str:
    """The end of an event's description, by which the event is found: the command that opens a tournament."""
    return f"/tournaments name:{which}"


def _former_command(which: TournamentId) -> str:
    """The same in the events that earlier versions made."""
    return f"/tournament show tournament:{which}"


def _known(told: Any) -> KnownEvent:
    return KnownEvent(EventId(int(told["id"])), EventStatus(int(told["status"])))


def _digest(found: Tournament, fields: dict[str, Any]) -> str:
    """A hash of what an event shows: the start counts while entries are open, as it is fixed then."""
    counted = {name: value for name, value in fields.items() if name != "scheduled_start_time"}
    begins = found.terms.entries_until if found.state is TournamentState.OPEN else "begun"
    shown = json.dumps([counted, str(begins)], sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()[:32]
