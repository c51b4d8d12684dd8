"""A check that the file of a database is still where it was opened.

On most systems an open file can be moved or removed. SQLite with a write-ahead log then goes on writing into
it, and all of that is lost at the next start, which finds another file or none. (With a rollback journal it
refuses to, by the same comparison: SQLITE_READONLY_DBMOVED.)

Some mounts (FUSE, network drives) give a file another number at every look. So where the numbers differ, the
file that was found is asked itself, which Linux can hold on to without opening it: closing a file that was
opened would take SQLite's locks on it away.
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
    """A file's place, and which file it was when it was first looked for and found."""

    def __init__(self, file: Path) -> None:
        self._file = file.absolute()
        self._held: int | None = None
        """The file that was found, held on to; None where the system cannot."""
        self._let_go: Callable[[], object] = lambda: None
        self._found = self._look()
        self._hold()

    def check(self) -> None:
        """Raise StoreGoneError where the file is gone, or is another one. It takes some microseconds."""
        there = self._look()
        if self._found is None:  # it was not made yet
            self._found = there
            self._hold()
        elif there is None or (not os.path.samestat(there, self._found) and not self._is_held(there)):
            raise StoreGoneError(_GONE)

    def close(self) -> None:
        """Let go of the file. Harmless twice."""
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
        """True if the file that is there now is the one that was found, by whatever number."""
        if self._held is None:
            return False
        try:
            held = os.fstat(self._held)
            if os.path.samestat(there, held):
                return True
            # Linux calls a file that is held by its present place, and says so if it was removed or replaced.
            called = (_HELD / str(self._held)).readlink()
            return there.st_dev == held.st_dev and called == self._file.resolve()
        except OSError:
            return False
