"""Scheduled events of servers: made, changed, deleted, begun and ended by Discord itself."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from tests.loopback.server import rights
from tests.loopback.server.entities import Guild
from tests.loopback.server.refusals import bad_form, refusal
from tests.loopback.server.world import World

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
MOST: Final = 100
"""Events of a server that are not over."""
NEXT: Final = {SCHEDULED: {ACTIVE, CANCELED}, ACTIVE: {COMPLETED}}
"""The changes of an event's status that Discord takes."""
CHANGES: Final = frozenset(
    {"name", "description", "scheduled_start_time", "scheduled_end_time", "entity_metadata", "status"}
)

Event = dict[str, Any]


def listed(world: World, guild: Guild) -> list[Event]:
    """The events of a server that are not over."""
    _go_on(world, guild)
    return [one for one in guild.events.values() if one["status"] in NEXT]


def make(world: World, guild: Guild, given: Event) -> Event:
    """Make an event outside Discord. Raises RefusedError as Discord would."""
    _require(world, guild)
    if len(listed(world, guild)) >= MOST:
        raise refusal(30038)
    number = world.new_id()
    made = {
        "id": str(number),
        "guild_id": str(guild.id),
        "name": given["name"],
        "description": given.get("description"),
        "channel_id": None,
        "creator_id": str(world.bot.id),
        "image": None,
        "scheduled_start_time": given["scheduled_start_time"],
        "scheduled_end_time": given["scheduled_end_time"],
        "status": SCHEDULED,
        "entity_type": given["entity_type"],
        "entity_id": None,
        "recurrence_rule": None,
        "privacy_level": given["privacy_level"],
        "guild_scheduled_event_exceptions": [],
        "entity_metadata": given["entity_metadata"],
    }
    _check_times(world, made)
    guild.events[number] = made
    world.touch()
    return made


def one(world: World, guild: Guild, number: int) -> Event:
    """An event, over or not. Raises RefusedError if there is none."""
    _go_on(world, guild)
    if number not in guild.events:
        raise refusal(10070)
    return guild.events[number]


def change(world: World, guild: Guild, number: int, given: Event) -> Event:
    """Change an event, begin it or end it. Raises RefusedError as Discord would."""
    _require(world, guild)
    found = one(world, guild, number)
    if found["status"] not in NEXT:
        raise refusal(180000)
    status = given.get("status", found["status"])
    if status != found["status"] and status not in NEXT[found["status"]]:
        raise bad_form("status", "GUILD_SCHEDULED_EVENT_INVALID_STATUS", "Invalid status")
    if found["status"] == ACTIVE and "scheduled_start_time" in given:
        raise bad_form("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "It has begun")
    changed = found | {name: given[name] for name in CHANGES & given.keys()}
    if changed["status"] == SCHEDULED:
        _check_times(world, changed)
    found.update(changed)
    world.touch()
    return found


def delete(world: World, guild: Guild, number: int) -> None:
    """Delete an event. Raises RefusedError if there is none."""
    _require(world, guild)
    del guild.events[int(one(world, guild, number)["id"])]
    world.touch()


def _require(world: World, guild: Guild) -> None:
    """Refuse a bot that may make no events; all of the tests' are its own."""
    if not rights.in_guild(guild, world.bot).create_events:
        raise refusal(50013)


def _check_times(world: World, event: Event) -> None:
    start, end = (datetime.fromisoformat(event[f"scheduled_{name}_time"]) for name in ("start", "end"))
    if start <= world.now():
        raise bad_form("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Not in the past")
    if end <= start:
        raise bad_form("scheduled_end_time", "GUILD_SCHEDULED_EVENT_END_BEFORE_START", "End before start")


def _go_on(world: World, guild: Guild) -> None:
    """Begin and end events outside Discord at their times, as Discord does by itself."""
    for event in guild.events.values():
        for status, name in ((SCHEDULED, "start"), (ACTIVE, "end")):
            at = datetime.fromisoformat(event[f"scheduled_{name}_time"])
            if event["status"] == status and at <= world.now():
                event["status"] = status + 1
