"""The switch that makes a tournament an event of its server on Discord, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.kit.call import Call
from cogs.kit.permissions import can_make_events
from cogs.tournaments import events_texts
from cogs.tournaments.event_keeper import EventKeeper
from cogs.tournaments.event_service import TournamentEvents
from matches.tournaments.events import EventTrouble, span
from matches.tournaments.model import Tournament, TournamentState

if TYPE_CHECKING:
    from cogs.app import App


def forecast(call: Call) -> str:
    """The line about the event of a tournament that is being created: what it will be, or what it lacks."""
    guild = call.app.bot.get_guild(call.guild_id or 0)
    if guild is not None and not can_make_events(guild):
        return events_texts.TROUBLES[EventTrouble.NOT_ALLOWED]
    return events_texts.WILL_BE


async def kept(app: App, found: Tournament) -> str:
    """See to the event of a tournament at once; returns the line about it."""
    await app[EventKeeper].attend(found.id)
    return await in_words(app, found)


async def in_words(app: App, found: Tournament) -> str:
    """The line about the event of a tournament; empty if none is wanted."""
    event = await app[TournamentEvents].of(found.id)
    if event is None or not event.wanted or found.state.ended:
        return ""
    if event.trouble is not None:
        return events_texts.TROUBLES[event.trouble]
    if event.id is not None:
        return events_texts.THERE
    waits = found.state is TournamentState.OPEN and span(found, app.clock()) is None
    return events_texts.LATER if waits else events_texts.SOON
