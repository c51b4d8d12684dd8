"""Rated matches to store, begun and ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from data import Database, stores
from matches.model import GuildId, Match, RatedStatus, UserId
from matches.ratings.leaderboard import LeaderboardKey
from matches.ratings.scores import EVERYBODY, RatedStart
from tests.data_store.making import ANN, BOB, CAT, DAY, HOUR, NOON, accepted, challenge, ending, finished
from tests.store import keep

GUILD = GuildId(11)
EVERYONE = LeaderboardKey("prawns", least=1)
HERE = LeaderboardKey("prawns", GUILD, least=1)


async def begun(
    store: Database, one: UserId = ANN, other: UserId = BOB, *, at: datetime = NOON, **more: Any
) -> Match:
    """A match that was to be rated when it began ``at`` a time."""
    made = challenge(
        **{"challenger": one, "opponent": other, "created_at": at - HOUR, "stakes": RatedStatus.RATED, **more}
    )
    match = await store.write(stores.matches.create, made)
    seated = accepted(match, sides={"green": one, "blue": other}, changed_at=at)
    return await keep(store, seated, start=RatedStart(made.game_key, one, other, at, at - 30 * DAY))


async def ended(
    store: Database, one: UserId = ANN, other: UserId = BOB, *, at: datetime = NOON, **more: Any
) -> Match:
    """A match of the two that blue, the second, won ``at`` a time unless told otherwise."""
    where = {"guild_id": more.pop("guild_id")} if "guild_id" in more else {}
    match = await begun(store, one, other, at=at, **where)
    brought = ending(match, **{"ended_at": at, **more})
    return await keep(store, finished(match, changed_at=at), ending=brought)


async def seen(store: Database) -> list[object]:
    """All that pages can show of the usual people."""
    people = (ANN, BOB, CAT)
    found: list[object] = [
        await store.read(stores.ratings.accounts, people),
        await store.read(stores.ratings.tallies, EVERYBODY),
    ]
    for user in people:
        found += [
            await store.read(stores.ratings.tallies, user),
            await store.read(stores.ratings.meetings, user, ANN),
            await store.read(stores.ratings.scores, user, "prawns", 99),
        ]
        found += [
            await store.read(stores.ratings.openings, user, "prawns", 9),
            await store.read(stores.ratings.history_of_rating, user, "prawns", 0),
        ]
    for season in ("", "2026-03", "2026-Q1"):
        found += [
            await store.read(stores.ratings.standings, replace(board, season=season), 99)
            for board in (EVERYONE, HERE)
        ]
    return found
