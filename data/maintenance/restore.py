"""The way back from a backup: it takes the place of the database, which is kept beside it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from data.driver_errors import translate
from data.errors import DatabaseRefusedError
from data.maintenance.copying import (
    BESIDE,
    HeldCopy,
    copy_whole,
    look_into,
    name_onto_the_disk,
    onto_the_disk,
    part_of,
)
from data.maintenance.migrate import file_revision
from data.maintenance.rights import keep_rights
from data.maintenance.strangers import check_own
from data.stores.rows import ALIVE_AT, read_time
from matches.errors import StoreUnavailableError

IN_USE: Final = (
    "The database is in use: the bot runs, or another program has it open. Stop it, then restore. "
    "Nothing was changed."
)
LATELY: Final = timedelta(minutes=2)
"""The time after its last sign of life for which the bot may still be there, where its locks do not tell."""
_MAGIC: Final = b"SQLite format 3\0"
REGISTERED: Final = "registered commands"
"""The fact that says which commands Discord has. After a restore nobody knows: they are registered anew."""


class Restored(NamedTuple):
    """The contents of the restored database, and the file of the one it replaced (None: there was none)."""

    held: HeldCopy
    kept: Path | None


def restore(
    file: Path, backup: Path, *, now: datetime, check_known: Callable[[str | None], None]
) -> Restored:
    """Put a copy of ``backup`` in the place of the database in ``file``.

    ``check_known`` raises for a revision that is too new. The backup is copied and checked first, and takes
    its place in one step at the end. Raises StoreUnavailableError while the database is in use or when the
    backup is damaged, DatabaseRefusedError when it is no backup, or holds more than one; nothing was changed
    then.
    """
    if not backup.is_file():
        raise DatabaseRefusedError(f"There is no file {backup}.")
    if file.exists() and backup.samefile(file):
        raise DatabaseRefusedError(f"{backup} is the database itself.")
    with translate(), _alone_with(file, now) as present, part_of(file) as part:
        with closing(sqlite3.connect(backup, isolation_level=None)) as source:
            check_known(_revision_of(source, backup))
            check_own(source, backup)  # before anything is written into a copy
            copy_whole(source, part)
        _make_ready(part, _last_numbers(present))
        held = look_into(part)
        if file.exists():
            keep_rights(file, part)  # else it stays its owner's alone, wherever the backup has lain
        onto_the_disk(part)
        kept = _keep(file, now)
        part.replace(file)
        name_onto_the_disk(file.parent)
    return Restored(held, kept)


def _revision_of(source: sqlite3.Connection, backup: Path) -> str:
    revision = file_revision(source)
    if revision is None:
        raise DatabaseRefusedError(f"{backup} is empty.")
    return revision


# --- nobody else uses it ----------------------------------------------------------------------------------


@contextmanager
def _alone_with(file: Path, now: datetime) -> Iterator[sqlite3.Connection | None]:
    """The present database while nobody else can open it; None where there is none, or none to be read."""
    if not file.exists() or not _looks_like_one(file):
        yield None
        return
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as present:
        logged = _hold(present, now)
        if logged is None:
            present.close()  # before its files are renamed: SQLite clears up by name
        try:
            yield None if logged is None else present
        except BaseException:
            if logged:
                # As it was: without its log, the next try could not tell whether somebody is in.
                present.execute("ROLLBACK")
                present.execute("PRAGMA journal_mode = WAL")
            raise


def _looks_like_one(file: Path) -> bool:
    """True if a file begins as a database does. SQLite would throw away the log beside one that does not."""
    with file.open("rb") as opened:
        return opened.read(len(_MAGIC)) in (_MAGIC, b"")


def _hold(present: sqlite3.Connection, now: datetime) -> bool | None:
    """Keep everybody else out until the connection is closed.

    Returns whether the database had a write-ahead log, None when it cannot be read. Raises
    StoreUnavailableError when somebody is in, and ForeignDatabaseError for another program's.
    """
    try:
        file_revision(present)
        (mode,) = present.execute("PRAGMA journal_mode").fetchone()
        # Folds the log into the file, and is refused while anybody else is connected.
        present.execute("PRAGMA journal_mode = DELETE")
        present.execute("BEGIN EXCLUSIVE")
        if mode != "wal":
            # Without a log an idle bot holds no lock.
            _check_not_lately(present, now)
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreUnavailableError(IN_USE) from None
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return None  # which is why it is to be replaced
        raise
    return bool(mode == "wal")


def _check_not_lately(present: sqlite3.Connection, now: datetime) -> None:
    row = present.execute("SELECT value FROM fact WHERE key = ?", (ALIVE_AT,)).fetchone()
    alive_at = None if row is None else read_time(row[0])
    if alive_at is not None and now - LATELY < alive_at <= now:
        seconds = round((now - alive_at).total_seconds())
        raise StoreUnavailableError(
            f"The bot was there {seconds} seconds ago, and the disk of the database does not tell whether it "
            f"still is. Stop it, wait {LATELY.seconds // 60} minutes, then restore. Nothing was changed."
        )


# --- what the backup cannot know --------------------------------------------------------------------------


def _last_numbers(present: sqlite3.Connection | None) -> list[tuple[str, int]]:
    """The last number that each numbered table of the present database gave out."""
    if present is None or not file_revision(present):
        return []
    found: list[tuple[str, int]] = present.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    return found


def _make_ready(part: Path, last_numbers: list[tuple[str, int]]) -> None:
    """Have the copy give out none of the numbers again that buttons in Discord know by now."""
    with closing(sqlite3.connect(part)) as copy, copy:
        for name, number in last_numbers:
            copy.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, name))
            copy.execute(
                "INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? "
                "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)",
                (name, number, name),
            )
        copy.execute("DELETE FROM fact WHERE key = ?", (REGISTERED,))


# --- the present one is kept ------------------------------------------------------------------------------


def _keep(file: Path, now: datetime) -> Path | None:
    """Give the present database a second name, under which it stays; None where there is none."""
    if not file.exists():
        return None
    kept = _free(file.with_name(f"{file.name}.before-restore-{now:%Y%m%dT%H%M%SZ}"))
    for end in BESIDE:
        # Only of a damaged one, and it must not be taken for that of the restored one.
        beside = file.with_name(f"{file.name}{end}")
        if beside.exists():
            beside.replace(kept.with_name(f"{kept.name}{end}"))
    try:
        os.link(file, kept)
    except OSError:
        # A disk without second names: for a moment there is no database.
        file.replace(kept)
    return kept


def _free(name: Path) -> Path:
    number, free = 2, name
    while free.exists():
        number, free = number + 1, name.with_name(f"{name.name}-{number}")
    return free
