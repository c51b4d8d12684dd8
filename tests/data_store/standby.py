"""Two PostgreSQL servers on this machine, of which one copies each commit of the other before it counts.

Either may die, and the other take its place; a copy of the survivor is then made where the dead one was.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import asyncpg
from aiohttp.test_utils import unused_port

from tests.data_store.postgres import USER, Cluster, unmade

FOLLOWS_WITHIN: Final = 30.0
"""Seconds in which a fresh copy has everything that there is."""


class Pair:
    """Used as ``with pair() as servers``. ``primary`` takes changes, ``standby`` follows, if there is one."""

    def __init__(self, one: Cluster, other: Cluster) -> None:
        self.primary = one
        self.standby: Cluster | None = None
        self._both = one, other

    @property
    def url(self) -> str:
        """The address of whichever takes changes: both hosts, in their order."""
        hosts = "&".join(f"host=127.0.0.1:{server.port}" for server in self._both)
        return f"postgresql+asyncpg://{USER}@/postgres?{hosts}&target_session_attrs=read-write"

    def begin(self, **settings: str) -> None:
        """Start the first, and the second as its copy."""
        self._settings = {"max_connections": "100", **settings}
        self.primary.create()
        self.primary.start(**self._settings)
        self.follow()

    def follow(self) -> None:
        """Make a copy of the primary where no server is, and have every commit wait for it."""
        free = self._both[0] if self.primary is self._both[1] else self._both[1]
        free.forget()
        free.copy(self.primary, "copy")
        free.start(**self._settings)
        # Only now: what a copy is made of says so too, and a promoted one would wait for itself.
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'copy'", "SELECT pg_reload_conf()")
        self._wait_for("sync")
        self.standby = free

    def kill(self) -> None:
        """The primary dies, with all that it has not sent."""
        self.primary.kill()

    def promote(self) -> None:
        """The standby takes the place of the primary, which is dead."""
        assert self.standby is not None, "it follows"
        self.standby.promote()
        self.primary, self.standby = self.standby, None

    def end(self) -> None:
        """Stop whatever runs."""
        for server in self._both:
            if (server.folder / "db" / "postmaster.pid").exists():
                server.kill()

    def _wait_for(self, state: str) -> None:
        found = f"EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = '{state}')"
        end = time.monotonic() + FOLLOWS_WITHIN
        while True:
            try:
                self.primary.sql(f"DO $$ BEGIN ASSERT {found}; END $$")
            except asyncpg.AssertError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
            else:
                return


@contextmanager
def pair() -> Iterator[Pair]:
    """Two servers that follow each other. Raises ServerError."""
    with unmade(unused_port()) as one, unmade(unused_port()) as other:
        both = Pair(one, other)
        try:
            yield both
        finally:
            both.end()
