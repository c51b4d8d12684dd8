"""What pages show of ratings, tallies and standings is read by key or off an index, on either database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, text
from sqlalchemy.dialects import postgresql

from data import Database, stores
from data.stores import ratings
from matches.model import GuildId, MatchId
from matches.players import Human
from matches.ratings.leaderboard import LeaderboardKey
from matches.ratings.rating import RankedBy
from matches.ratings.seasons import Champion, EndedSeason
from tests.data_store.conftest import Opener
from tests.data_store.making import ANN, BOB, CAT, HOUR, NOON
from tests.data_store.stores.plans import Watched
from tests.store import rows, write

ENDED = EndedSeason(GuildId(11), "2026-03")
HERE = LeaderboardKey("prawns", GuildId(11), "2026-03", since=1)


async def _read_all(store: Database) -> None:
    await store.read(stores.ratings.rated_starts, "prawns", ANN, BOB, NOON)
    await store.read(stores.ratings.accounts, [ANN, CAT])
    await store.read(stores.ratings.tallies, ANN)
    await store.read(stores.ratings.meetings, ANN, BOB)
    await store.read(stores.ratings.against_computer, ANN)
    await store.read(stores.ratings.openings, ANN, "prawns", 3)
    await store.read(stores.ratings.history_of_rating, ANN, "prawns", 1)
    await store.read(stores.ratings.scores, ANN, "prawns", 3)
    await store.read(stores.ratings.standings, HERE, 10, 20)
    await store.read(stores.ratings.ranked, HERE)
    await store.read(stores.ratings.ranked, HERE, RankedBy(True, 1500))
    await store.read(stores.ratings.ranked, HERE, RankedBy(False, 1500))
    await store.read(stores.ratings.standing_of, HERE, ANN)
    await store.read(stores.ratings.people_met, HERE, [Human(ANN), Human(BOB)])
    await store.read(stores.ratings.brought, MatchId(6))
    await store.read(stores.ratings.has_left, GuildId(11), ANN)
    await store.write(stores.seasons.claim_seasons, 1, NOON, NOON + HOUR, 10)
    await store.write(stores.seasons.crown, ENDED, [Champion("prawns", Human(ANN), 1700, 3)])
    await store.read(stores.seasons.wearing, GuildId(11))
    await store.write(stores.seasons.record_role, ENDED, Champion("prawns", Human(ANN), 1700, 3), 14)
    await store.write(stores.seasons.close_season, ENDED)


async def test_no_reading_goes_through_a_whole_table(watched: Watched) -> None:
    store, statements = watched
    await _read_all(store)
    await store.write(stores.ratings.set_listed, GuildId(11), ANN, False)
    assert len(statements.seen) >= 20 and statements.scans() == []
    for plan in statements.plans():
        # Sorted are the few openings of one player, and provisional ratings: off the index, for a late page.
        sorts = [line for line in plan if "TEMP B-TREE" in line and "DISTINCT" not in line]
        off_index = any("COVERING INDEX ix_standing_ranking" in line for line in plan)
        assert not sorts or "opening" in plan[0] or off_index, plan


async def test_a_place_is_counted_in_the_index_alone(watched: Watched) -> None:
    store, statements = watched
    statements.seen.clear()
    await store.read(stores.ratings.ranked, HERE)
    await store.read(stores.ratings.ranked, HERE, RankedBy(True, 1500))
    await store.read(stores.ratings.ranked, HERE, RankedBy(False, 1500))
    assert len(statements.seen) == 3
    for plan in statements.plans():
        assert "USING COVERING INDEX ix_standing_ranking" in plan[0]


MANY = """
    INSERT INTO standing
    SELECT 11, 'prawns', '', number, 1000 + number % 997, 1500, 80, 0.06, 700, 5, number % 90, true
    FROM generate_series(1, 20000) AS number
"""


async def test_postgresql_finds_the_same_indexes(postgres_url: str, opener: Opener) -> None:
    store = await opener(postgres_url)
    await write(store, text(MANY))
    await write(store, text("ANALYZE standing"))
    values = {"guild_id": 11, "game": "prawns", "season": "", "least": 3, "since": 1, "on": 90, "above": 1900}
    asked: list[tuple[Select[Any], str, dict[str, int]]] = [
        (ratings.SURE_STANDINGS, "ix_standing_ranking", {"limit": 10, "offset": 20}),
        (ratings.RANKED, "ix_standing_ranking", {"low": 1900}),
    ]
    for query, index, more in asked:
        chosen = query.params({**values, **more}).compile(
            dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True}
        )
        plan = "\n".join(str(row["QUERY PLAN"]) for row in await rows(store, text(f"EXPLAIN {chosen}")))
        assert index in plan, plan
        assert "Sort" not in plan, plan
