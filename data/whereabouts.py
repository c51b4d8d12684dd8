"""A check that the file of a database is still where it was opened.

On most systems an open file can be moved or removed. SQLite with a write-ahead log then goes on writing into
it, and all of that is lost at the next start, which finds another file or none. (With a rollback journal it
refuses to, by the same comparison: SQLITE_READONLY_DBMOVED.)
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from matches.errors import StoreGoneError

_GONE: Final = (
    "The file of the database is not where it was: it was moved, removed or replaced while the bot runs. Put "
    "it back, with the files beside it that belong to it; until then nothing is changed. Only if another one "
    "was put in its place on purpose, start the bot again."
)


class Whereabouts:
    """A file's place, and which file it was when it was first looked for and found."""

    def __init__(self, file: Path) -> None:
        self._file = file.absolute()
        self._found = self._look()

    def check(self) -> None:
        """Raise StoreGoneError where the file is gone, or is another one. It takes some microseconds."""
        there = self._look()
        if self._found is None:
            self._found = there  # it was not made yet
        elif there != self._found:
            raise StoreGoneError(_GONE)

    def _look(self) -> tuple[int, int] | None:
        try:
            found = self._file.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
