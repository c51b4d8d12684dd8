"""The PostgreSQL server of a run of tests: one for all its testers, with a template to make databases from.

The first tester who needs it starts it. Nobody has to stop it: a process of its own, the keeper, waits for
the end of the run, be it a kill, and then stops the server and takes away all that it wrote.
"""

from __future__ import annotations

import asyncio
import atexit
import fcntl
import itertools
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import asyncpg
from sqlalchemy import Engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data import open_store, postgres
from tests.data_store import dumping, keeper
from tests.data_store.postgres import Cluster, at, finished, new_folder, unmade_in

HEAD: Final = "tidepool_head"
"""A database at the newest revision, with no rows. It takes no connections, beside which none is copied."""
FILLED: Final = "tidepool_filled"
"""The same with something in every table, made when it is first asked for."""
BARE: Final = "template0"
"""PostgreSQL's own template, with nothing in it."""
SETTINGS: Final = {
    "max_connections": "200",
    # What is written has to outlive no fall of the machine.
    "synchronous_commit": "off",
    "full_page_writes": "off",
    # Databases live for a second: nothing in them is worth tidying, nor worth being copied to a standby.
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "256MB",
}
_numbers: Final = itertools.count(1)
_engines: Final[list[Engine]] = []
Result = TypeVar("Result")
MakeDatabase = Callable[..., str]
"""Makes a database: at the newest revision with no rows, unless BARE or FILLED is asked for; its address."""


def _remembering(*what: Any, **how: Any) -> AsyncEngine:
    """An engine that shares what the first one that has connected knows of the server, and its statements."""
    made = create_async_engine(*what, **how)
    engine = made.sync_engine
    if first := next((one for one in _engines if _has_connected(one)), None):
        engine.dialect = engine.pool._dialect = first.dialect
        engine._compiled_cache = first._compiled_cache
    else:
        _engines.append(engine)
    return made


def _has_connected(engine: Engine) -> bool:
    """True if an engine's dialect knows its server: it asks the first connection, this one last."""
    return getattr(engine.dialect, "default_isolation_level", None) is not None


# Each case of a contract has engines of its own, which would put the same statements into words again.
postgres.create_async_engine = _remembering  # type: ignore[attr-defined]


def of_run(run: int, shared: Path) -> Cluster:
    """Return the server of a run, started if it is not there.

    With the end of the process ``run`` the run is over; ``shared`` is a folder that all its testers know.
    """
    with (shared / "postgresql").open("a+") as note:
        fcntl.flock(note, fcntl.LOCK_EX)
        note.seek(0)
        if folder := note.read():
            return at(Path(folder))
        server = _started(run)
        note.write(str(server.folder))
        return server


def _started(run: int) -> Cluster:
    """Start a server that ends with the run, and make the template."""
    folder = new_folder()
    subprocess.run([sys.executable, keeper.__file__, str(run), str(folder)], check=True)
    server = unmade_in(folder)
    server.create()
    server.start(**SETTINGS)
    _make_template(server, HEAD, BARE)
    return server


def _filled(server: Cluster) -> None:
    """Make the template with something in every table, unless another tester has."""
    with (server.folder / FILLED).open("a+") as note:
        fcntl.flock(note, fcntl.LOCK_EX)
        note.seek(0)
        if not note.read():
            _make_template(server, FILLED, HEAD)
            note.write("made")


def _make_template(server: Cluster, name: str, original: str) -> None:
    server.sql(f"CREATE DATABASE {name} TEMPLATE {original}")
    finished(_open(server.url_of(name), filled=name == FILLED))
    server.sql(f"ALTER DATABASE {name} IS_TEMPLATE true ALLOW_CONNECTIONS false")


async def _open(url: str, *, filled: bool) -> None:
    """Have a store bring the database at ``url`` up to date, and fill it if that is wanted."""
    store = await open_store(url)
    if filled:
        await dumping.fill(store)
    await store.close()


@contextmanager
def databases(server: Cluster) -> Iterator[MakeDatabase]:
    """Makes copies of a template, and drops them when the block ends."""
    made: list[str] = []

    def make(template: str = HEAD) -> str:
        if template == FILLED:
            _filled(server)
        name = f"case_{os.getpid()}_{next(_numbers)}"
        _administrator(server)(f"CREATE DATABASE {name} TEMPLATE {template} {_by_files(server)}")
        made.append(name)
        return server.url_of(name)

    yield make
    for name in made:
        _administrator(server)(f"DROP DATABASE {name} WITH (FORCE)")


@cache
def _administrator(server: Cluster) -> Callable[[str], None]:
    """What runs a statement as the server's administrator, over one connection that this process keeps.

    To connect takes as long as to make a database. The loop is its own: a test may be inside another.
    """
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="administrator", daemon=True).start()

    def waited(work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    connection = waited(asyncpg.connect(server.url.replace("+asyncpg", "", 1)))
    atexit.register(connection.terminate)
    return lambda statement: waited(connection.execute(statement)) and None


@cache
def _by_files(server: Cluster) -> str:
    """The option to copy a template by its files, with half the work of going through the log page by page.

    Before version 15 there is no other way, and no option.
    """
    version = int((server.folder / "db" / "PG_VERSION").read_text())
    return "STRATEGY file_copy" if version >= 15 else ""
