"""An update goes from one process to the next: bots of the version before go on with the newer database."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from data import NewerDatabaseError, open_store, stores
from data.database import parse_url
from data.maintenance.revisions import STEPS, Revisions
from data.maintenance.upgrade import configured, suited_by
from matches.errors import StoreUnavailableError
from matches.model import MatchId
from tests.data_store import dumping, statements
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.steps import add_step, contents, in_database, latest, migrator
from tests.data_store.making import new_challenge

WIDENS = """
    op.add_column("match", sa.Column("extra", sa.Text))
    op.create_table("place", sa.Column("match_id", sa.BigInteger, primary_key=True))
"""
NOTES_ITS_PATIENCE = """
    op.execute("CREATE TABLE patience AS SELECT current_setting('lock_timeout') AS said")
"""


def suited() -> list[str]:
    """The revisions before the newest whose bots can go on with it, newest first; between steps, too."""
    oldest = suited_by(ScriptDirectory.from_config(configured(Revisions())))[-1]
    revisions = sorted((path.stem for path in dumping.FOLDER.glob("*.sql")), reverse=True)
    return [revision for revision in revisions if oldest <= revision < latest()]


# --- what older bots ask --------------------------------------------------------------------------------


def test_every_step_says_whether_the_bot_before_can_go_on() -> None:
    silent = [
        name
        for name in Revisions().names.values()
        if "\nsuits_before = " not in (STEPS / "versions" / f"{name}.py").read_text()
    ]
    assert not silent


def test_what_the_bots_before_ask_is_kept() -> None:
    """No more than that, but for what today's is asked by the step after it."""
    needed, todays = (
        {statements.file_of(revision, kind).name for revision in revisions for kind in statements.KINDS}
        for revisions in (suited(), [latest()])
    )
    kept = {path.name for path in statements.FOLDER.glob("*")}
    assert not needed - kept, f"in the version before: {statements.COMMAND}"
    assert not kept - needed - todays, "nobody goes on with what is in the database by now"


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("revision", [latest(), *suited()])
async def test_what_bots_ask_is_answered_after_a_step_that_suits_them(
    url: str, revision: str, steps: Path, opener: Opener, filled_sqlite: Path
) -> None:
    """Those of the bots before after the steps that there are, today's after one that only adds."""
    store = await opener(url)
    if revision == latest():
        add_step(steps, WIDENS, suits=True)
        await migrator(url, steps).run()
        await statements.ask(store)
    else:
        kept = statements.file_of(revision, parse_url(url).get_backend_name())
        await in_database(url, statements.replay, kept.read_text(encoding="utf-8").splitlines())
    twin = await opener(f"sqlite:///{filled_sqlite}")
    count = len((await in_database(url, contents))["match"])
    assert count > 4
    for number in range(1, count + 1):
        conduct = dumping.conduct_of(revision)
        asked_today = await twin.read(stores.matches.load, MatchId(number))
        terms = replace(asked_today.terms, conduct=conduct)
        assert await store.read(stores.matches.load, MatchId(number)) == replace(asked_today, terms=terms)


# --- who may open what ----------------------------------------------------------------------------------


async def test_a_bot_goes_on_with_a_newer_database_that_suits_it(filled_url: str, steps: Path) -> None:
    running = await open_store(filled_url)
    known = await running.read(stores.matches.load, MatchId(1))
    add_step(steps, WIDENS, suits=True)
    add_step(steps, "    pass", revision="9002", before="9001", suits=True)
    await migrator(filled_url, steps).run()
    assert await running.read(stores.matches.load, MatchId(1)) == known, "one that ran all along"
    made = await new_challenge(running)
    await running.close()
    again = await open_store(filled_url)
    assert (await again.read(stores.matches.load, made.id)).version == made.version, (
        "one that started after it"
    )
    await again.close()
    assert (await in_database(filled_url, contents))["alembic_version"] == [{"version_num": "9002"}]
    await migrator(filled_url, steps).run()


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("order", [(True, False), (False, True), (False, False)])
async def test_a_bot_refuses_one_of_which_a_step_does_not_suit_it(
    filled_url: str, steps: Path, order: tuple[bool, bool]
) -> None:
    first, second = order
    add_step(steps, WIDENS, suits=first)
    add_step(steps, "    pass", revision="9002", before="9001", suits=second)
    await migrator(filled_url, steps).run()
    before = await in_database(filled_url, contents)
    with pytest.raises(NewerDatabaseError, match="revision 9002"):
        await open_store(filled_url)
    assert await in_database(filled_url, contents) == before
    # The bot of the first step may, if the second suits it.
    (steps / "versions" / "v9002_test.py").unlink()
    if second:
        await migrator(filled_url, steps).run()
    else:
        with pytest.raises(NewerDatabaseError):
            await migrator(filled_url, steps).run()


# --- locks on PostgreSQL --------------------------------------------------------------------------------


async def test_a_step_waits_for_a_lock_less_long_than_those_that_queue_behind_it(
    filled_postgres_url: str, steps: Path
) -> None:
    add_step(steps, NOTES_ITS_PATIENCE)
    await migrator(filled_postgres_url, steps).run()
    [row] = (await in_database(filled_postgres_url, contents))["patience"]
    assert row["said"] == "2s"


async def test_a_step_gives_up_where_a_backup_goes_on(filled_postgres_url: str, steps: Path) -> None:
    before = await in_database(filled_postgres_url, contents)
    add_step(steps, WIDENS)
    engine = create_async_engine(parse_url(filled_postgres_url), poolclass=NullPool)
    async with engine.begin() as backup:
        await backup.execute(text("LOCK TABLE match IN ACCESS SHARE MODE"))
        with pytest.raises(StoreUnavailableError, match="a backup that locks"):
            await migrator(filled_postgres_url, steps).run()
    assert await in_database(filled_postgres_url, contents) == before
    await migrator(filled_postgres_url, steps).run()
