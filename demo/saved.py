"""The file in which the demo keeps its matches from one run to the next.

When the demo stops, what stands on the simulated Discord is kept in a file beside it. If that file doesn't
fit the matches, as after a kill, all messages are lost, as if the channel had been emptied, and the bot posts
those of open matches again.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from zipfile import BadZipFile

from demo.moment import KeptEvening
from matches import StoreUnavailableError
from services.text_copy import is_made_of

try:
    import fcntl
except ModuleNotFoundError:  # Windows lacks it
    fcntl = None  # type: ignore[assignment]

#: The bot records a sign of life twice a minute. All that it did after the last one was within this time.
SINCE_RECORDED = timedelta(minutes=1)
#: SQLite's files beside the one with the matches.
BESIDE = ("-wal", "-shm", "-journal")

#: Returns the last sign of life of the bot that kept the matches of a file. If told so, it has the open ones
#: posted again.
Resume = Callable[[Path, bool], Awaitable[datetime | None]]

log = logging.getLogger(__name__)


class UnusableFileError(Exception):
    """This version of the bot cannot use the file; the text says why."""


async def nothing_kept(_file: Path, _anew: bool) -> None:
    """Resume nothing, for a bot that keeps no matches."""


class SaveFile:
    """The file with the demo's matches."""

    def __init__(self, file: Path, resume: Resume = nothing_kept) -> None:
        self.file = file
        #: What stands on Discord.
        self.moment_file = file.with_name(f"{file.name}.messages.zip")
        self._resume = resume

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Lock the file against other demos; yields False if another one has it, or it cannot be written."""
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

    def keep(self, moment: KeptEvening) -> None:
        """Keep what stands on Discord, to go on with it. The matches' file must not be in use."""
        try:
            moment.save(self.moment_file)
        except OSError as error:
            log.warning("%s cannot be written (%s).", self.moment_file, error.strerror)

    def moment(self) -> KeptEvening | None:
        """Return what stood on Discord when the demo stopped; None if that isn't known or fits no longer."""
        try:
            moment = KeptEvening.load(self.moment_file)
        except (OSError, BadZipFile, KeyError, ValueError):
            return None
        return moment if is_made_of(moment.database, self.file) else None

    async def resumed(self, *, anew: bool) -> datetime | None:
        """Returns the time to resume at, or None without a file. ``anew``: has open matches posted again.

        An unusable file is renamed, and a warning logged.
        """
        if not self.file.exists():
            return None
        try:
            alive = await self._resume(self.file, anew)
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
        return None if alive is None else alive + SINCE_RECORDED

    def _set_aside(self) -> Path:
        """Rename the file; returns the new name."""
        number = 1
        while (aside := self.file.with_name(f"{self.file.name}.unusable-{number}")).exists():
            number += 1
        for end in ("", *BESIDE):
            with suppress(FileNotFoundError):
                Path(f"{self.file}{end}").replace(f"{aside}{end}")
        return aside

    def discard(self) -> None:
        """Delete the file, which must not be open."""
        self.moment_file.unlink(missing_ok=True)
        for end in ("", *BESIDE):
            Path(f"{self.file}{end}").unlink(missing_ok=True)
