"""Weeks in seconds: time in which the bot was there, and what people have set, put into its database."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta

from tests.loopback.server.components import walk
from tests.loopback.server.entities import Message
from tests.loopback.server.people import Person, text
from tests.loopback.story import Story


def live(story: Story, *shards: int, **length: float) -> None:
    """Let time pass in which the bot was there all along, as its sweeps would have noted.

    ``shards`` are those that were, where some are away: once one is, each has a sign of life of its own.
    """
    then = story.world.clock() + timedelta(**length)
    _write(
        story,
        "INSERT INTO fact (key, value) VALUES ('alive at', ?) "
        "ON CONFLICT DO UPDATE SET value = excluded.value",
        [(then.isoformat(" ", "microseconds"),)],
    )
    alive = [(then.isoformat(" ", "microseconds"), shard) for shard in shards]
    _write(story, "UPDATE shard_life SET alive_at = ? WHERE shard = ?", alive)
    story.world.turn(**length)


def prefer(story: Story, who: Person, **chosen: str) -> None:
    """What somebody has set for themselves."""
    _write(
        story,
        "INSERT INTO preference (user_id, key, value) VALUES (?, ?, ?)",
        [(who.id, key, value) for key, value in chosen.items()],
    )


def owe_digest(story: Story, who: Person, **until: float) -> None:
    """The digest that somebody is owed next."""
    due = (story.world.clock() + timedelta(**until)).isoformat(" ", "microseconds")
    _write(
        story,
        "INSERT INTO notice (match_id, user_id, kind, place, name, due_at, state) "
        "VALUES (0, ?, 'digest', 'direct', 'digest:first', ?, 'due')",
        [(who.id, due)],
    )


def reminders(messages: Sequence[Message]) -> list[str]:
    """What the messages say that are no cards: those without a picture, and alerts, by their *Move*."""
    return [text(message) for message in messages if not message.attachments or _is_alert(message)]


def _is_alert(message: Message) -> bool:
    controls = (part.get("custom_id", "") for part in walk(message.components))
    return any(custom_id.startswith(("turn:", "next:")) for custom_id in controls)


def _write(story: Story, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    with closing(sqlite3.connect(story.bot.database, timeout=10)) as database, database:
        database.executemany(statement, rows)
