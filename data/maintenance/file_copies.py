"""Complete copies of an SQLite database: a backup beside the running bot, and its way back.

A copy is checked, and synced before it is renamed. A restored one replaces the database, which is kept
beside it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from data.errors import DAMAGED, DatabaseRefusedError, translate
from data.maintenance import counted, keep_rights
from data.maintenance.foreign_objects import check_no_foreign_objects
from data.maintenance.migrate import file_revision
from data.stores.rows import ALIVE_AT, read_time
from matches.errors import DamagedError, StoreUnavailableError

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


def inspect_copy(file: Path) -> HeldCopy:
    """Read every page of a database and return what it holds.

    Raises StoreUnavailableError for a damaged one, ForeignDatabaseError for another program's.
    """
    with closing(sqlite3.connect(file)) as database:
        revision = file_revision(database)
        (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise DamagedError(f"{DAMAGED} (integrity_check)")
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


# --- a backup ------------------------------------------------------------------------------------


def back_up(file: Path, target: Path, *, force: bool = False) -> HeldCopy:
    """Copy the present database in ``file`` to ``target``; returns what the copy holds.

    The bot may go on running. The copy is written under another name, checked, and renamed in one step: there
    is a complete backup or none. Raises DatabaseRefusedError for an unusable target or, unless ``force``, an
    existing one, and StoreUnavailableError.
    """
    _check_target(file, target, force=force)
    with translate(), part_of(target) as part:
        with closing(sqlite3.connect(file, timeout=5.0, isolation_level=None)) as source:
            copy_whole(source, part)
        held = inspect_copy(part)
        keep_rights(file, part)
        onto_the_disk(part)
        _check_target(file, target, force=force)  # again: it took a while
        part.replace(target)
        name_onto_the_disk(target.parent)
    return held


def _check_target(file: Path, target: Path, *, force: bool) -> None:
    taken = {file.with_name(f"{file.name}{end}").resolve() for end in ("", *BESIDE)}
    if target.resolve() in taken:
        raise DatabaseRefusedError(f"{target} belongs to the database itself. Name another file.")
    check_free(target, force=force)


# --- its way back --------------------------------------------------------------------------------


IN_USE: Final = (
    "The database is in use: the bot runs, or another program has it open. Stop it, then restore. "
    "Nothing was changed."
)
LATELY: Final = timedelta(minutes=2)
"""The age up to which a sign of life means a running bot, if its locks don't tell."""
_MAGIC: Final = b"SQLite format 3\0"
REGISTERED: Final = "registered commands"
"""The fact that says which commands Discord has. A restore deletes it, so that they are registered again."""


class Restored(NamedTuple):
    """The restored database, and the file of the one it replaced (None if there was none)."""

    held: HeldCopy
    kept: Path | None


def restore(
    file: Path, backup: Path, *, now: datetime, check_known: Callable[[str | None], None]
) -> Restored:
    """Replace the database in ``file`` with a copy of ``backup``.

    ``check_known`` raises for an unknown revision. The backup is copied and checked first, and put in
    place in one step at the end. Raises StoreUnavailableError while the database is in use or if the backup
    is damaged, DatabaseRefusedError if it is no backup or contains foreign objects; then nothing was changed.
    """
    if not backup.is_file():
        raise DatabaseRefusedError(f"There is no file {backup}.")
    if file.exists() and backup.samefile(file):
        raise DatabaseRefusedError(f"{backup} is the database itself.")
    with translate(), _held_exclusively(file, now) as present, part_of(file) as part:
        with closing(sqlite3.connect(backup, isolation_level=None)) as source:
            check_known(_revision_of(source, backup))
            check_no_foreign_objects(source, backup)  # before any page is copied
            copy_whole(source, part)
        _make_ready(part, _last_numbers(present))
        held = inspect_copy(part)
        if file.exists():
            keep_rights(file, part)  # otherwise only its owner can read it, whatever the backup's rights
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


# --- exclusive use ----------------------------------------------------------------------------------------


@contextmanager
def _held_exclusively(file: Path, now: datetime) -> Iterator[sqlite3.Connection | None]:
    """Hold the present database exclusively; yields None if it is missing or unreadable."""
    if not file.exists() or not _looks_like_database(file):
        yield None
        return
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as present:
        logged = _hold(present, now)
        if logged is None:
            present.close()  # before its files are renamed: SQLite deletes them by name
        try:
            yield None if logged is None else present
        except BaseException:
            if logged:
                # As before: without its log, the next attempt could not tell whether it is in use.
                present.execute("ROLLBACK")
                present.execute("PRAGMA journal_mode = WAL")
            raise


def _looks_like_database(file: Path) -> bool:
    """True if a file starts like a database. If it doesn't, SQLite would delete the log beside it."""
    with file.open("rb") as opened:
        return opened.read(len(_MAGIC)) in (_MAGIC, b"")


def _hold(present: sqlite3.Connection, now: datetime) -> bool | None:
    """Lock the database exclusively until the connection is closed.

    Returns whether it had a write-ahead log, None if it cannot be read. Raises StoreUnavailableError if it is
    in use, and ForeignDatabaseError for another program's.
    """
    try:
        file_revision(present)
        (mode,) = present.execute("PRAGMA journal_mode").fetchone()
        # Folds the log into the file, and fails while another connection is open.
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
            return None  # which is why it is being replaced
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


# --- facts that the backup is too old for -----------------------------------------------------------------


def _last_numbers(present: sqlite3.Connection | None) -> list[tuple[str, int]]:
    """The last id that each table of the present database assigned."""
    if present is None or not file_revision(present):
        return []
    found: list[tuple[str, int]] = present.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    return found


def _make_ready(part: Path, last_numbers: list[tuple[str, int]]) -> None:
    """Keep the copy from reusing ids that buttons in Discord already have."""
    with closing(sqlite3.connect(part)) as copy, copy:
        copy.execute("PRAGMA secure_delete = ON")
        for name, number in last_numbers:
            copy.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, name))
            copy.execute(
                "INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? "
                "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)",
                (name, number, name),
            )
        copy.execute("DELETE FROM fact WHERE key = ?", (REGISTERED,))


# --- keeping the present database -------------------------------------------------------------------------


def _keep(file: Path, now: datetime) -> Path | None:
    """Keep the present database under a second name; None without a database."""
    if not file.exists():
        return None
    kept = _free(file.with_name(f"{file.name}.before-restore-{now:%Y%m%dT%H%M%SZ}"))
    for end in BESIDE:
        # Only a damaged database still has these, and the restored one must not pick them up.
        beside = file.with_name(f"{file.name}{end}")
        if beside.exists():
            beside.replace(kept.with_name(f"{kept.name}{end}"))
    try:
        os.link(file, kept)
    except OSError:
        # A file system without hard links: for a moment there is no database.
        file.replace(kept)
    return kept


def _free(name: Path) -> Path:
    number, free = 2, name
    while free.exists():
        number, free = number + 1, name.with_name(f"{name.name}-{number}")
    return free
