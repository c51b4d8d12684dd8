"""A point in time, rehearsed: a base copy, the server's log, and the moment before a mistake."""

# A test has the event loop to itself and may block it:

from __future__ import annotations

import os
import pwd
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.data_store.conftest import Opener
from tests.data_store.maintenance.commands import ask
from tests.data_store.making import new_challenge
from tests.data_store.postgres import Cluster, another_program


@pytest.fixture
def archived(own_server: Cluster) -> Cluster:
    """A server that keeps every piece of its log in a folder beside it."""
    folder = own_server.folder / "archive"
    folder.mkdir()
    if own_server.account is not None:
        os.chown(folder, pwd.getpwnam(own_server.account).pw_uid, -1)
    own_server.stop()
    # As in docs/hosting.md; a piece that is there already is never written over.
    own_server.start(
        wal_level="replica",
        archive_mode="on",
        archive_command=f"test ! -f {folder}/%f && cp %p {folder}/%f",
    )
    return own_server


async def test_the_moment_before_a_mistake_comes_back(
    archived: Cluster, opener: Opener, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = await opener(archived.url)
    await new_challenge(store)
    archived.client("pg_basebackup", "--checkpoint=fast", "-D", str(archived.folder / "base"))
    for _ in range(20):
        await new_challenge(store)
    async with another_program(archived.url) as connection:
        before: datetime = await connection.scalar(text("SELECT clock_timestamp()"))
    async with another_program(archived.url) as mistake:
        await mistake.execute(text("DELETE FROM match"))
    archived.sql("SELECT pg_switch_wal()")
    await wait_for_archive(archived)
    await store.close()
    archived.stop()

    began = time.monotonic()
    shutil.rmtree(archived.folder / "db")
    shutil.move(archived.folder / "base", archived.folder / "db")
    (archived.folder / "db" / "recovery.signal").touch()
    archived.start(
        restore_command=f"cp {archived.folder}/archive/%f %p",
        recovery_target_time=(before + timedelta(microseconds=1)).astimezone(UTC).isoformat(" "),
        recovery_target_action="promote",
        hot_standby="off",  # it takes nobody in before it is there
    )
    answer = await ask(tmp_path, "went-back", "--database", archived.url)
    took = time.monotonic() - began
    assert (answer.code, answer.complained) == (0, "")
    async with another_program(archived.url) as connection:
        assert await connection.scalar(text("SELECT count(*) FROM match")) == 21
        assert not await connection.scalar(text("SELECT pg_is_in_recovery()"))
    with capsys.disabled():
        print(f"\na point in time: back in {took:.1f} s, 20 of 20 matches made since the base copy")


async def wait_for_archive(server: Cluster) -> None:
    """Wait until the server has put away what it wrote so far."""
    waiting = "SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'"
    async with another_program(server.url) as connection:
        for _ in range(200):
            if not await connection.scalar(text(waiting)):
                return
            await connection.execute(text("SELECT pg_sleep(0.05)"))
    raise TimeoutError("the server does not put its log away")
