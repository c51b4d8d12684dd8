"""Matches in which somebody answered after so many hours, for the reply rhythms of players."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import update

from data import Database, stores
from data.schema import match as match_table
from matches.model import Entry, EntryKind, Match, Phase, UserId
from matches.rhythm import SHOWS_RHYTHM
from tests.data_store.making import ANN, NOON, accepted, challenge, changed, finished
from tests.people import user_of
from tests.store import keep, write


async def answered(
    store: Database,
    turns: int,
    *,
    took: float = 3,
    actions: int = 1,
    at: datetime = NOON,
    over: bool = False,
    by: UserId = ANN,
    **terms: Any,
) -> Match:
    """A match in which ``by``, green, took so many hours for each turn, and their opponent one.

    The opponent begins ``at`` a time; each turn has so many actions, a minute apart.
    """
    match = await store.write(stores.matches.create, challenge(challenger=by, **terms))
    match = await keep(store, accepted(match, sides={"blue": user_of(match.opponent), "green": by}))
    entries: list[Entry] = []
    for turn in range(2 * turns):
        side, hours = ("green", took) if turn % 2 else ("blue", 1.0)
        at += timedelta(hours=hours) - timedelta(minutes=actions - 1)
        for action in range(actions):
            at += timedelta(minutes=1 if action else 0)
            entries.append(Entry(EntryKind.ACTION, f"a{len(entries)}", side, len(entries) + 1, at))
    match = changed(match, phase=Phase.PLAYING, entries=tuple(entries), changed_at=at)
    match = await keep(store, match)
    if over:
        await keep(store, finished(match))
    # As if each turn had been a change of its own, and had been shown.
    values = {"version": 2 * turns, "shown_version": 2 * turns}
    await write(store, update(match_table).where(match_table.c.id == match.id).values(values))
    return await store.read(stores.matches.load, match.id)


async def agree(store: Database, *users: UserId) -> None:
    """Have these users show their rhythms."""
    for user in users:
        await store.write(stores.people.prefer, user, {SHOWS_RHYTHM: "on"})
