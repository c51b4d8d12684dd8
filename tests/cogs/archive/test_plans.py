"""A page of the archive is read off the ends of indexes, and so are the turns played in a position."""

from __future__ import annotations

from cogs.archive import FEATURE
from cogs.archive.rules import ArchiveQuery, PlayerOutcome
from cogs.archive.service import Archive, MatchOutcome
from data import Database, stores
from matches.guilds.shards import ALL, Shards
from matches.model import ChannelId, GuildId
from tests.data_store.making import ANN
from tests.data_store.stores.plans import SCAN, Statements, Watched
from tests.matches.table import CHALLENGER, NOON, Table
from tests.matches.table import GUILD as HOME

JOBS = tuple((job.name, job.due) for job in FEATURE.jobs)
GUILD, CHANNELS = GuildId(11), tuple(map(ChannelId, range(250)))
OF_GUILD = "SEARCH archive USING COVERING INDEX ix_archive_newest (guild_id=? AND outcome=?)"
OF_GAME = (
    "SEARCH archive USING COVERING INDEX ix_archive_newest_of_game (guild_id=? AND game=? AND outcome=?)"
)
OF_POSITION = "SEARCH archive_position USING PRIMARY KEY (guild_id=? AND position=? AND outcome=?)"
OF_MATCH = "SEARCH archive USING PRIMARY KEY (guild_id=? AND match_id=?)"
ROLES = tuple(f"INDEX ix_match_{role}_finished_at_id ({role}=?" for role in ("challenger", "opponent"))


PAGES: list[tuple[ArchiveQuery, list[str]]] = [
    (ArchiveQuery(GUILD, CHANNELS), [OF_GUILD] * 4),
    (ArchiveQuery(GUILD, CHANNELS, outcome=MatchOutcome.DRAWN), [OF_GUILD]),
    (ArchiveQuery(GUILD, CHANNELS, "prawns"), [OF_GAME] * 4),
    (ArchiveQuery(GUILD, CHANNELS, "prawns", outcome=MatchOutcome.DRAWN), [OF_GAME]),
    (ArchiveQuery(GUILD, CHANNELS, position=5), [OF_POSITION] * 4),
    (ArchiveQuery(GUILD, CHANNELS, position=5, outcome=MatchOutcome.DRAWN), [OF_POSITION]),
    *(
        (ArchiveQuery(GUILD, CHANNELS, game, ANN, player_outcome=outcome), [*ROLES, OF_MATCH, OF_MATCH])
        for game in (None, "prawns")
        for outcome in (None, *PlayerOutcome)
    ),
    (
        ArchiveQuery(GUILD, CHANNELS, player=ANN, position=5),
        [*ROLES, OF_MATCH, OF_MATCH, *[OF_POSITION] * 2],
    ),
]


def plan_of(statements: Statements) -> list[str]:
    """How the tables are read by what was asked last."""
    (found,) = statements.plans()
    statements.seen.clear()
    return [line for line in found if line.startswith("SEARCH") or SCAN.match(line)]


async def test_a_page_is_read_off_an_index(watched: Watched) -> None:
    store, statements = watched
    archives = Archive(Table(store).services.core)
    for query, wanted in PAGES:
        await archives.page(query, 9, 50)
        plan = plan_of(statements)
        assert len(plan) == len(wanted), plan
        for part in set(wanted):
            assert sum(part.rstrip(")") in line for line in plan) == wanted.count(part), plan


async def test_the_games_of_a_server_are_counted_on_an_index(watched: Watched) -> None:
    store, statements = watched
    archives = Archive(Table(store).services.core)
    await archives.most_played(GUILD)
    assert plan_of(statements) == [
        "SEARCH archive USING COVERING INDEX ix_archive_newest_of_game (guild_id=?)",
        "SEARCH match USING INDEX ix_match_guild_id_phase (guild_id=? AND phase=?)",
        "SEARCH match_place USING PRIMARY KEY (match_id=?)",
    ]


async def test_the_book_and_what_waits_are_read_off_an_index(watched: Watched) -> None:
    store, statements = watched
    archives = Archive(Table(store).services.core)
    for positions in ((5,), (5, 6, 7)):
        await archives.played_at(GUILD, CHANNELS, positions)
        assert plan_of(statements) == ["SEARCH book USING PRIMARY KEY (guild_id=? AND position=?)"]
    await archives.channels_of(GUILD)
    plan = plan_of(statements)
    of_channels = "SEARCH archive USING COVERING INDEX ix_archive_guild_id_channel_id (guild_id=?"
    assert [line for line in plan if "archive" in line] and all(
        line.startswith(of_channels) for line in plan if "archive" in line
    )
    for shards in (ALL, Shards(2, (1,))):
        archives._core.territory.shards = shards
        await archives.waiting(50)
        del statements.seen[1:]
        # To its end, since it holds nothing but what waits.
        assert plan_of(statements) == ["SCAN match USING INDEX ix_match_unarchived"]


async def test_a_match_is_taken_in_by_keys(watched: Watched) -> None:
    store, statements = watched
    archives = Archive(Table(store).services.core)
    assert await archives.archive_some(50)
    assert len(statements.about("archive|book")) > 4 and statements.scans("UPDATE|INSERT") == []


async def test_the_job_is_due_exactly_if_it_would_find_something(store: Database) -> None:
    table = Table(store)
    archives = Archive(table.services.core)

    async def due(shards: Shards = ALL) -> bool:
        found = await store.read(stores.due.due_work, NOON, NOON, 0, shards, features=JOBS)
        archives._core.territory.shards = shards
        ids, _ = await archives.waiting(9)
        assert found.is_due("archive") is bool(ids)
        return bool(ids)

    await table.begun(1)
    assert not await due()
    await table.matches.play.resign(table.id, CHALLENGER)
    there = HOME >> 22
    assert await due() and await due(Shards(2, (there % 2,))) and not await due(Shards(2, (1 - there % 2,)))
    archives._core.territory.shards = ALL
    assert await archives.archive_some(9) == 1
    assert not await due()
