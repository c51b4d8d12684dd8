"""A throw-away PostgreSQL server in a folder of its own, reached by a socket there: no password.

It listens at a port of this machine too, if it is given one. ``standby.py`` has two of them.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

USER = "tidepool"
# The server refuses to run as root, so root runs it as one of these.
UNPRIVILEGED = ("postgres", "nobody")


class NoServerError(Exception):
    """PostgreSQL cannot be run here; the text says why."""


def _programs() -> Path:
    """The folder with initdb and pg_ctl, of the newest version installed."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda found: float(found.parts[-3]),
        reverse=True,
    )
    elsewhere = [Path(found) for found in (shutil.which("initdb"),) if found]
    for initdb in (*debian, *elsewhere):
        if (initdb.parent / "pg_ctl").exists():
            return initdb.parent
    raise NoServerError("PostgreSQL is not installed (Debian: apt install postgresql)")


def _account() -> str | None:
    """Who has to run the server: None for ourselves."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in UNPRIVILEGED:
        if name in known:
            return name
    raise NoServerError("PostgreSQL refuses to run as root, and there is no user 'postgres' or 'nobody'")


@dataclass(frozen=True)
class Cluster:
    """A server that can be stopped and started again, with one empty database."""

    programs: Path
    folder: Path
    account: str | None
    port: int | None = None
    """Where it listens as well."""

    @property
    def url(self) -> str:
        return f"postgresql+asyncpg://{USER}@/postgres?host={self.folder}"

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

    def empty(self) -> str:
        """Drop everything in the database, and return its address."""
        self.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return self.url

    def sql(self, *statements: str) -> None:
        """Run statements as the server's administrator, each in a transaction of its own."""
        asked = [word for statement in statements for word in ("-c", statement)]
        self.client("psql", "-q", *asked, "postgres")

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
                raise NoServerError(f"{program} failed: {output.read()[-500:].strip()}")


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


@contextmanager
def unmade(port: int | None = None) -> Iterator[Cluster]:
    """A server that is neither created nor started, and a folder for it. Raises NoServerError."""
    programs, account = _programs(), _account()
    # Straight under the system's folder: the path of a socket has to be shorter than 108 characters.
    folder = Path(tempfile.mkdtemp(prefix="tidepool-pg-"))
    try:
        if account is not None:
            os.chown(folder, pwd.getpwnam(account).pw_uid, -1)
        yield Cluster(programs, folder, account, port)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running server. Raises NoServerError."""
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
