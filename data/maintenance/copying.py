"""Complete copies of an SQLite database: made beside the bot, checked, and synced before renaming."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from data.driver_errors import DAMAGED
from data.errors import DatabaseRefusedError
from data.maintenance.counting import counted
from data.maintenance.migrate import file_revision
from matches.errors import StoreUnavailableError

BESIDE: Final = ("-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite keeps beside a database."""
_PAGES: Final = 256
"""Pages copied in one step: a megabyte."""
_PAUSE_SECONDS: Final = 0.005
"""Between two steps, so that the bot gets at the disk."""


class HeldCopy(NamedTuple):
    """A checked database: its revision, its number of matches, its size in bytes."""

    revision: str
    matches: int
    size: int

    def __str__(self) -> str:
        matches = counted(self.matches, "match", "matches")
        return f"revision {self.revision}, {matches}, {self.size:,} bytes"


def check_free(target: Path, *, force: bool) -> None:
    """Raise DatabaseRefusedError for an unusable target of a backup or, unless ``force``, an existing one."""
    if not target.parent.is_dir():
        raise DatabaseRefusedError(f"There is no folder {target.parent} for the backup. Make it first.")
    if target.is_dir():
        raise DatabaseRefusedError(f"{target} is a folder. Name a file in it.")
    if target.exists() and not target.is_file():
        raise DatabaseRefusedError(f"{target} is a device, or the like. Name a file.")
    if target.exists() and not force:
        raise DatabaseRefusedError(f"{target} exists already. Name another file, or say --force.")


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Create a file beside ``target`` to write to, readable by its owner only.

    It is deleted at the end unless it was renamed.
    """
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)  # left by a killed process
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield part
    finally:
        for end in ("", *BESIDE):
            part.with_name(f"{part.name}{end}").unlink(missing_ok=True)


def copy_whole(source: sqlite3.Connection, part: Path) -> None:
    """Copy the present database into ``part``, a single file.

    ``source`` is not in a transaction, and was opened with ``isolation_level=None``.
    """
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        if _keeps_a_log(source):
            # One snapshot for all steps: otherwise the copy would start over whenever the bot writes. With a
            # write-ahead log, a reader blocks no writer.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(copy, pages=_PAGES, progress=_pause)
            source.execute("ROLLBACK")
        else:
            source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def _pause(_status: int, _remaining: int, _total: int) -> None:
    time.sleep(_PAUSE_SECONDS)


def look_into(file: Path) -> HeldCopy:
    """Read every page of a database and return what it holds.

    Raises StoreUnavailableError for a damaged one, ForeignDatabaseError for another program's.
    """
    with closing(sqlite3.connect(file)) as database:
        revision = file_revision(database)
        (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise StoreUnavailableError(f"{DAMAGED} (integrity_check)")
        (matches,) = database.execute("SELECT count(*) FROM match").fetchone() if revision else (0,)
    return HeldCopy(revision or "none", matches, file.stat().st_size)


def onto_the_disk(file: Path) -> None:
    """Sync a file's contents, so that they survive a power cut."""
    with file.open("r+b") as written:
        os.fsync(written.fileno())


def name_onto_the_disk(folder: Path) -> None:
    """Sync the names in a folder, if the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _keeps_a_log(database: sqlite3.Connection) -> bool:
    (mode,) = database.execute("PRAGMA journal_mode").fetchone()
    return bool(mode == "wal")
