"""A check that the file of a database is still where it was opened.

On most systems an open file can be moved or removed. SQLite with a write-ahead log then goes on writing into
it, and all of that is lost at the next start, which finds another file or none. (With a rollback journal it
refuses to, by the same comparison: SQLITE_READONLY_DBMOVED.)

On some mounts (FUSE, network drives) a file's inode number changes at every look. So if the numbers differ,
the file is compared through a handle that Linux can hold without opening the file: closing a file that was
opened would release SQLite's locks on it.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from matches.errors import StoreGoneError

_GONE: Final = (
    "The file of the database is not where it was: it was moved, removed or replaced while the bot runs. Put "
    "it back, with the files beside it that belong to it; until then nothing is changed. Only if another one "
    "was put in its place on purpose, start the bot again."
)
_WITHOUT_OPENING: Final = getattr(os, "O_PATH", None)
_HELD: Final = Path("/proc/self/fd")


class Whereabouts:
    """A file's path, and which file was there when it was first found."""

    def __init__(self, file: Path) -> None:
        self._file = file.absolute()
        self._held: int | None = None
        """A handle on the file that was found; None if the system has no such handles."""
        self._let_go: Callable[[], object] = lambda: None
        self._found = self._look()
        self._hold()

    def check(self) -> None:
        """Raise StoreGoneError if the file is gone or was replaced. It takes some microseconds."""
        there = self._look()
        if self._found is None:  # it didn't exist yet
            self._found = there
            self._hold()
        elif there is None or (not os.path.samestat(there, self._found) and not self._is_held(there)):
            raise StoreGoneError(_GONE)

    def close(self) -> None:
        """Release the handle. Harmless twice."""
        self._held = None
        self._let_go()

    def _look(self) -> os.stat_result | None:
        try:
            return self._file.stat()
        except OSError:
            return None

    def _hold(self) -> None:
        if self._found is None or _WITHOUT_OPENING is None:
            return
        with suppress(OSError):
            self._held = os.open(self._file, _WITHOUT_OPENING)
            self._let_go = weakref.finalize(self, os.close, self._held)

    def _is_held(self, there: os.stat_result) -> bool:
        """True if the file that is there now is the one that was found, even if its number changed."""
        if self._held is None:
            return False
        try:
            held = os.fstat(self._held)
            if os.path.samestat(there, held):
                return True
            # Linux links the handle to the file's present path, or marks it as deleted.
            called = (_HELD / str(self._held)).readlink()
            return there.st_dev == held.st_dev and called == self._file.resolve()
        except OSError:
            return False
