"""A throw-away PostgreSQL server in a folder of its own, reached by a socket there: no password.

It listens at a port of this machine too, if it is given one. ``run_server.py`` has the one that all tests
share, ``standby.py`` two that follow each other.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from tests.needs import POSTGRESQL

USER = "tidepool"
UNPRIVILEGED = ("postgres", "nobody")
"""The server refuses to run as root, so root runs it as one of these."""
MEMORY: Final = Path("/dev/shm")
"""Where Linux keeps files in memory. A database is 300 files, which take ten times as long on a disk."""
ROOM: Final = 2 * 1024**3
"""Bytes that have to be free there."""


class ServerError(Exception):
    """PostgreSQL did not do what it was asked; the text says why."""


def _account() -> str | None:
    """Who has to run the server: None for ourselves."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in UNPRIVILEGED:
        if name in known:
            return name
    raise ServerError("PostgreSQL refuses to run as root, and there is no user 'postgres' or 'nobody'")


def new_folder() -> Path:
    """Make a folder for a server, in memory where there is room.

    It is straight under the system's own: the path of a socket has to be shorter than 108 characters.
    """
    roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    return Path(tempfile.mkdtemp(prefix="tidepool-pg-", dir=MEMORY if roomy else None))


@dataclass(frozen=True)
class Cluster:
    """A server that can be stopped and started again."""

    programs: Path
    folder: Path
    account: str | None
    port: int | None = None
    """Where it listens as well."""

    @property
    def url(self) -> str:
        """The address of the database that every server has."""
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        """The address of a database."""
        port = "" if self.port is None else f"&port={self.port}"
        return f"postgresql+asyncpg://{USER}@/{database}?host={self.folder}{port}"

    def create(self) -> None:
        options = ["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        self._run("initdb", "-D", str(self.folder / "db"), *options)

    def start(self, **settings: str) -> None:
        """Start the server, with these settings besides."""
        listening = "''" if self.port is None else f"127.0.0.1 -p {self.port}"
        options = f"-c listen_addresses={listening} -c unix_socket_directories='{self.folder}' -c fsync=off"
        options += "".join(f" -c {name}='{value}'" for name, value in settings.items())
        self._pg_ctl("start", "-o", options, "-l", str(self.folder / "log"))

    def stop(self) -> None:
        self._pg_ctl("stop", "-m", "immediate")

    def sql(self, *statements: str) -> None:
        """Run statements as the server's administrator, each in a transaction of its own."""
        execute(self.url, *statements)

    def client(self, program: str, *arguments: str) -> None:
        """Run one of the programs that ask the server."""
        port = () if self.port is None else ("-p", str(self.port))
        self._run(program, "-h", str(self.folder), *port, "-U", USER, *arguments)

    def copy(self, original: Cluster, name: str) -> None:
        """Become a copy of a server with a port, which follows it under a name once it is started."""
        address = f"host=127.0.0.1 port={original.port} user={USER} application_name={name}"
        options = ["-R", "-X", "stream", "-c", "fast", "--no-sync"]
        self._run("pg_basebackup", "-d", address, "-D", str(self.folder / "db"), *options)

    def promote(self) -> None:
        """Take changes from now on, in place of the server that it followed."""
        self._pg_ctl("promote")

    def kill(self) -> None:
        """``kill -9`` all of it, as when the machine loses its power."""
        first = int((self.folder / "db" / "postmaster.pid").read_text().splitlines()[0])
        for pid in (first, *_children(first)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def forget(self) -> None:
        """Take away what a server that was killed has left."""
        shutil.rmtree(self.folder / "db", ignore_errors=True)
        # A new one takes the number in here for that of a server, for as long as nobody has buried it.
        for lock in self.folder.glob(".s.PGSQL.*"):
            lock.unlink()

    def _pg_ctl(self, action: str, *more: str) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "db"), "-w", "-t", "30", *more, action)

    def _run(self, program: str, *arguments: str) -> None:
        # Output goes to a file: the server that pg_ctl leaves behind would inherit a pipe, and hold it open.
        with (self.folder / "output").open("w+") as output:
            done = subprocess.run(
                [str(self.programs / program), *arguments],
                user=self.account,
                group=None if self.account is None else pwd.getpwnam(self.account).pw_gid,
                extra_groups=None if self.account is None else [],
                cwd="/",
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=60,
                check=False,
            )
            if done.returncode != 0:
                output.seek(0)
                raise ServerError(f"{program} failed: {output.read()[-500:].strip()}")


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def execute(url: str, *statements: str) -> None:
    """Run statements in the database at ``url``, each in a transaction of its own. It may block a loop."""

    async def each() -> None:
        connection = await asyncpg.connect(url.replace("+asyncpg", "", 1))
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    finished(each())


def finished(work: Coroutine[Any, Any, None]) -> None:
    """Do ``work`` to its end, whether or not the caller is inside an event loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def at(folder: Path, port: int | None = None) -> Cluster:
    """The server in a folder. Raises ServerError where there is no PostgreSQL."""
    initdb = POSTGRESQL.find()
    if initdb is None:
        raise ServerError(f"there is no {POSTGRESQL}")
    return Cluster(initdb.parent, folder, _account(), port)


def unmade_in(folder: Path, port: int | None = None) -> Cluster:
    """A server that is neither created nor started, whose account may write into ``folder``."""
    server = at(folder, port)
    if server.account is not None:
        os.chown(folder, pwd.getpwnam(server.account).pw_uid, -1)
    return server


@contextmanager
def unmade(port: int | None = None) -> Iterator[Cluster]:
    """A server that is neither created nor started, and a folder for it. Raises ServerError."""
    folder = new_folder()
    try:
        yield unmade_in(folder, port)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running server. Raises ServerError."""
    with unmade() as running:
        running.create()
        running.start()
        try:
            yield running
        finally:
            running.stop()


@asynccontextmanager
async def another_program(url: str) -> AsyncIterator[AsyncConnection]:
    """A transaction of some other program, which holds what it locks until the block ends."""
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()
