"""The bot in a process of its own, to be started, killed at any moment, stopped and looked at."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

import bot
from cogs.config import Settings
from tests.loopback.nursery import MODULE, Child, nursery
from tests.loopback.server.loopback import Loopback
from tests.patience import PATIENCE, USUAL

ROOT: Final = Path(bot.__file__).parent
SETTINGS: Final = {name.upper() for name in Settings.model_fields}
WORKER: Final = b"computer.worker"
"""In the command line of a process that thinks."""


class BotProcess:
    """One process of the bot. It can be started again after it ended; its log goes on in one file."""

    def __init__(
        self,
        discord: Loopback,
        folder: Path,
        *,
        name: str = "bot",
        database_url: str | None = None,
        coin: str = "tails",
        module: str = MODULE,
        **settings: str,
    ) -> None:
        self.discord = discord
        self.name = name
        self.folder = folder
        self.database = folder / "tidepool.sqlite3"
        """The file of matches, unless ``database_url`` says otherwise."""
        self.log_file = folder / f"{name}.log"
        self.starts = 0
        self._settings = {
            "DISCORD_TOKEN": discord.world.token,
            "DATABASE_URL": database_url or f"sqlite+aiosqlite:///{self.database}",
            "LOOPBACK_COIN": coin,
            "PIECE_EMOJIS": "false",  # they would be uploaded at every start
            **({"DRAIN_SECONDS": str(PATIENCE)} if discord.patient else {"LOOPBACK_DEADLINES": USUAL}),
            **{key.upper(): value for key, value in settings.items()},
        }
        self.address = self._settings["DATABASE_URL"]
        """That of the database."""
        self._module = module
        discord.bots.append(self)
        self._process: subprocess.Popen[bytes] | Child | None = None

    # --- starting --------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start it, and wait until Discord has it. RuntimeError, with its log, if it ends instead."""
        self.launch()
        await self.connected()

    def launch(self) -> None:
        """Start it and wait for nothing."""
        assert not self.running, "it runs already"
        kept = {name: value for name, value in os.environ.items() if name.upper() not in SETTINGS}
        addresses = {
            "DISCORD_API_URL": self.discord.api_url(self.name),
            "DISCORD_GATEWAY_URL": self.discord.gateway_url(self.name),
            "LOOPBACK_CLOCK": str(self.discord.clock_file),
            "LOOPBACK_REST": f"{self.name}:{self.discord.rest.port}",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "PYTHONFAULTHANDLER": "1",
        }
        environment = {**kept, **addresses, **self._settings}
        if self._module == MODULE:
            self._process = nursery().start(environment, self.folder, self.log_file)
        else:
            with self.log_file.open("ab") as log:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", self._module],
                    cwd=self.folder,
                    env=environment,
                    stdout=log,
                    stderr=log,
                )
        self.starts += 1

    async def connected(self) -> None:
        """Wait until Discord has it."""

        def there() -> bool:
            if not self.running:
                raise RuntimeError(f"{self.name} ended with {self.exit_code}:\n{self.log}")
            session = self.discord.gateway.session
            return all(session(self.name, shard) is not None for shard in self._fixed_shards())

        await self.discord.world.until(there, what=f"{self.name} to start")

    def _fixed_shards(self) -> Collection[int]:
        """The shards that it is to hold from the start; none where it leases them."""
        wanted = self._settings.get("SHARD_IDS", "all")
        if wanted == "all":
            return range(self.discord.world.sharding.shards)
        return () if wanted == "lease" else [int(number) for number in wanted.split(",")]

    # --- ending ----------------------------------------------------------------------------------

    async def kill(self) -> None:
        """``kill -9``."""
        await self._end(signal.SIGKILL)

    async def terminate(self) -> int:
        """Ask it to end, as a service manager does; returns its exit code."""
        return await self._end(signal.SIGTERM)

    async def interrupt(self) -> int:
        """Ask it to end, as Ctrl-C does; returns its exit code."""
        return await self._end(signal.SIGINT)

    async def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        return await self.ended()

    async def ended(self) -> int:
        """Wait until it has ended; returns its exit code."""
        until, gateway = self.discord.world.until, self.discord.gateway
        await until(lambda: not self.running, what=f"{self.name} to end")
        # Discord notices too: what happens from now on is not told to a connection that is dead.
        await until(lambda: gateway.session(self.name) is None, what=f"the end of {self.name}'s session")
        code = self.exit_code
        assert code is not None
        return code

    async def says(self, word: str) -> None:
        """Wait until it says one of the words that ``rest`` knows."""
        await self.discord.rest.says(self.name, word)

    async def give(self, **deadlines: float) -> None:
        """Give it other deadlines, for as long as it runs: ``named=0.2``."""
        await self.discord.rest.give(self.name, deadlines)

    async def restart(self) -> None:
        """``kill -9``, and start it again."""
        await self.kill()
        await self.start()

    # --- looking ---------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        """The number of its process; None if it does not run."""
        return self._process.pid if self._process is not None and self.running else None

    @property
    def exit_code(self) -> int | None:
        """How it ended: None if it runs, minus the signal if it was killed."""
        return None if self._process is None else self._process.poll()

    @property
    def log(self) -> str:
        """All that it said."""
        return self.log_file.read_text() if self.log_file.exists() else ""

    @property
    def port(self) -> int:
        """The port at which it tells of itself, as its log has named it."""
        return int(re.findall(r"health and metrics: http://127\.0\.0\.1:(\d+)", self.log)[-1])

    @property
    def bugs(self) -> list[str]:
        """The lines of its log that tell of something nobody foresaw."""
        return [
            line for line in self.log.splitlines() if line.startswith("Traceback") or "reference=" in line
        ]

    @property
    def workers(self) -> list[int]:
        """The numbers of its children that think for the computer."""
        return [] if self.pid is None else children_of(self.pid)

    # --- the database ----------------------------------------------------------------------------

    def rows(self, query: str, *values: Any) -> list[Any]:
        """What a query gives, from the file of matches."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as database:
            return database.execute(query, values).fetchall()

    def write(self, statement: str, *values: Any) -> None:
        """Change the file of matches."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as database, database:
            database.execute(statement, values)

    @contextlib.contextmanager
    def locked_database(self) -> Iterator[None]:
        """While this lasts, another program holds the write lock: the bot reads, and cannot note anything."""
        connection = sqlite3.connect(self.database, isolation_level=None, timeout=5)
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield
            connection.execute("ROLLBACK")
        finally:
            connection.close()


# --- processes that think ------------------------------------------------------------------------


def still_thinking(workers: Collection[int]) -> list[int]:
    """Those of some processes that still think: after its bot's end none goes on for long."""
    return [one for one in _thinking() if one in workers]


def children_of(pid: int) -> list[int]:
    """The children of a process that think."""
    return [one for one in _thinking() if _parent(one) == pid]


def _thinking() -> list[int]:
    """All processes here that think, whoever started them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if WORKER in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


def _parent(pid: int) -> int | None:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return None
