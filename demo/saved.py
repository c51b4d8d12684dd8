"""The file in which the demo keeps its matches from one run to the next.

The simulated Discord itself is gone when the demo stops. Its people, server and channel come back with the
same ids; everything that was posted is lost, as in a server whose channel was emptied, and is posted anew.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from matches import StoreUnavailableError

try:
    import fcntl
except ModuleNotFoundError:  # Windows has none
    fcntl = None  # type: ignore[assignment]

#: The bot notes twice a minute that it is there. What it has done since was done within this time.
SINCE_NOTED = timedelta(minutes=1)
#: SQLite's files beside the one with the matches.
BESIDE = ("-wal", "-shm", "-journal")

#: Has the open matches of a file posted anew; returns the time of the last sign of the bot that kept them.
Resume = Callable[[Path], Awaitable[datetime | None]]

log = logging.getLogger(__name__)


class UnusableFileError(Exception):
    """The file holds no matches that this version of the bot could go on with; the text says why."""


async def nothing_kept(_file: Path) -> None:
    """Resume nothing, as for a bot that keeps no matches."""


class SaveFile:
    """The file with the demo's matches."""

    def __init__(self, file: Path, resume: Resume = nothing_kept) -> None:
        self.file = file
        self._resume = resume

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
            alive = await self._resume(self.file)
        except UnusableFileError as error:
            aside = self._set_aside()
            log.warning(
                "The demo's matches can't be used, so it starts afresh. The old file is now %s. %s",
                aside,
                error,
            )
            return None
        except StoreUnavailableError as error:
            raise SystemExit(f"{self.file} can't be opened just now. {error.advice}") from error
        return None if alive is None else alive + SINCE_NOTED

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
