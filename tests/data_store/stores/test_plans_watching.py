"""What is asked about watching and about a server's week is read by key or off an index."""

from __future__ import annotations

from data import stores
from matches.guilds.posts import Span
from matches.model import GuildId, MatchId, UserId
from services.last_looks import store_look
from tests.data_store.making import CAT, NOON, WEEK
from tests.data_store.stores.plans import Watched
from tests.matches.table import Table

GUILD, SPAN = GuildId(11), Span(NOON, NOON + WEEK)
WATCHED = MatchId(3)
"""A match of the filled store that runs."""


async def test_no_reading_goes_through_a_whole_table(watched: Watched) -> None:
    store, statements = watched
    (match_id, *_) = await store.read(stores.spectators.watched_by, CAT)
    await store.write(
        stores.spectators.start_watching, match_id, UserId(9), each_turn=True, at=NOON, most=9, crowd=9
    )
    await store.read(stores.spectators.watchers_of, match_id)
    await store.write(stores.spectators.unwatch, match_id, CAT)
    match = await store.read(stores.matches.load, WATCHED)
    await Table(store).services.last_looks.seen(match, CAT)
    await store.write(store_look, match_id, CAT, 3)
    await store.read(stores.spectators.ended_in, GUILD, SPAN, 8)
    await store.read(stores.spectators.games_ended, GUILD, SPAN)
    await store.read(stores.spectators.count_running, GUILD)
    await store.read(stores.spectators.gains, GUILD, SPAN, 3)
    await store.read(stores.spectators.newcomers, GUILD, SPAN)
    assert len(statements.seen) >= 10 and statements.scans() == []


async def test_a_week_is_found_by_its_server_and_time(watched: Watched) -> None:
    store, statements = watched
    of_the_week = "SEARCH match USING INDEX ix_match_guild_id_finished_at_id (guild_id=? AND finished_at>?"
    for asked in (
        store.read(stores.spectators.ended_in, GUILD, SPAN, 8),
        store.read(stores.spectators.games_ended, GUILD, SPAN),
        store.read(stores.spectators.gains, GUILD, SPAN, 3),
        store.read(stores.spectators.newcomers, GUILD, SPAN),
    ):
        statements.seen.clear()
        await asked
        plan = statements.plans()[0]
        assert any(line.startswith(of_the_week) for line in plan), plan
    statements.seen.clear()
    await store.read(stores.spectators.ended_in, GUILD, SPAN, 8)
    assert not any("TEMP B-TREE" in line for line in statements.plans()[0])


async def test_who_watches_what_is_found_by_its_key(watched: Watched) -> None:
    store, statements = watched
    statements.seen.clear()
    await store.read(stores.spectators.watchers_of, WATCHED)
    await store.read(stores.spectators.watched_by, CAT)
    of_match, of_person = statements.plans()
    assert of_match[0] == "SEARCH watch USING PRIMARY KEY (match_id=?)"
    assert of_person[0] == "SEARCH watch USING COVERING INDEX ix_watch_user_id_match_id (user_id=?)"
