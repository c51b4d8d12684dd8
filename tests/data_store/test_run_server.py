"""The PostgreSQL server of a run: one for all testers, and gone with the run, however that ends."""

# A test has the event loop to itself and may block it:
# ruff: noqa: ASYNC240

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from tests.data_store import run_server
from tests.data_store.postgres import another_program
from tests.data_store.run_server import BARE, MakeDatabase
from tests.needs import POSTGRESQL, need

ROOT = Path(__file__).parents[2]
A_RUN = """
import os, sys, time
from pathlib import Path
from tests.data_store import run_server
print(run_server.of_run(os.getpid(), Path(sys.argv[1])).folder, flush=True)
time.sleep(600)
"""
TABLES = text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")


async def test_each_database_is_its_own(make_database: MakeDatabase) -> None:
    one, other, bare = make_database(), make_database(), make_database(BARE)
    async with another_program(one) as connection:
        await connection.execute(text("DROP TABLE note"))
        tables = await connection.scalar(TABLES)
    async with another_program(other) as connection:
        assert await connection.scalar(TABLES) == tables + 1 > 20
    async with another_program(bare) as connection:
        assert await connection.scalar(TABLES) == 0


async def test_nothing_is_left_of_databases_even_where_somebody_is_connected(postgres_url: str) -> None:
    server = run_server.at(Path(str(make_url(postgres_url).query["host"])))
    with run_server.databases(server) as make:
        url = make()
        connected = another_program(url)
        await (await connected.__aenter__()).execute(text("SELECT 1"))
    with pytest.raises(Exception, match=r"does not exist"):
        async with another_program(url):
            pass
    with pytest.raises(Exception, match=r"terminat|closed"):
        await connected.__aexit__(None, None, None)


async def test_a_run_that_is_killed_leaves_no_server_behind(tmp_path: Path, processes: None) -> None:
    need(POSTGRESQL)
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", A_RUN, str(tmp_path)), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert run.stdout is not None
    try:
        folder = Path((await run.stdout.readline()).decode().strip())
        again = await asyncio.to_thread(run_server.of_run, run.pid, tmp_path)
        assert again.folder == folder, "another tester has the same one"
        again.sql("SELECT 1")
        first = int((folder / "db" / "postmaster.pid").read_text().splitlines()[0])
    finally:
        run.kill()
        await run.wait()
    while folder.exists():  # noqa: ASYNC110 - it happens in another process
        await asyncio.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
