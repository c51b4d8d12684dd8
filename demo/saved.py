"""The file in which the demo keeps its matches from one run to the next.

The simulated Discord itself is gone when the demo stops. Its people, server and channel come back with the
same ids; everything that was posted is lost, as in a server whose channel was emptied, and is posted anew.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data import DatabaseRefusedError, StorageBugError, open_store
from matches import Services

try:
    import fcntl
except ModuleNotFoundError:  # Windows has none
    fcntl = None  # type: ignore[assignment]

#: The bot notes twice a minute that it is there. What it has done since was done within this time.
SINCE_NOTED = timedelta(minutes=1)
#: SQLite's files beside the one with the matches.
BESIDE = ("-wal", "-shm", "-journal")

log = logging.getLogger(__name__)


class Saved:
    """The file with the demo's matches."""

    def __init__(self, file: Path) -> None:
        self.file = file

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Keep other demos from the file; yields false where another one has it, or it cannot be written."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            lock = self.file.with_name(f"{self.file.name}.lock").open("w")
        except OSError as error:
            log.warning("%s cannot be written (%s).", self.file, error.strerror)
            yield False
            return
        with lock:
            try:
                if fcntl is not None:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                log.warning("Another demo is using %s.", self.file)
                yield False
            else:
                yield True

    async def resumed(self) -> datetime | None:
        """The time at which the demo goes on, with all open matches to be posted anew; None without a file.

        A file that cannot be used is set aside, and said so.
        """
        if not self.file.exists():
            return None
        try:
            return await self._resumed()
        except (DatabaseRefusedError, StorageBugError) as error:
            aside = self._set_aside()
            why = getattr(error, "advice", str(error))
            log.warning(
                "The demo's matches could not be read, so it starts afresh. The old file is %s. %s",
                aside,
                why,
            )
            return None

    async def _resumed(self) -> datetime | None:
        store = await open_store(f"sqlite+aiosqlite:///{self.file}")
        try:
            services = Services(store, clock=lambda: datetime.now(UTC), coin=lambda: "heads")
            await services.matches.show_anew()
            alive = await services.host.alive_at()
            return None if alive is None else alive + SINCE_NOTED
        finally:
            await store.close()

    def _set_aside(self) -> Path:
        """Give the file another name, which is returned."""
        number = 1
        while (aside := self.file.with_name(f"{self.file.name}.unusable-{number}")).exists():
            number += 1
        for end in ("", *BESIDE):
            with suppress(FileNotFoundError):
                Path(f"{self.file}{end}").replace(f"{aside}{end}")
        return aside

    def discard(self) -> None:
        """Remove the file; nobody may have it open."""
        for end in ("", *BESIDE):
            Path(f"{self.file}{end}").unlink(missing_ok=True)
