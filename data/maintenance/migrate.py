"""Brings a database up to date at start: refuses one that is foreign or too new, copies it, migrates it.

A file at the newest revision is left alone. Otherwise all pending steps and their records are one
transaction, DDL included. It first waits for any other process that is migrating the same database, and then
checks again which steps are left.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from data import sqlite
from data.database import AdvisoryLock, one_at_a_time, sqlite_file
from data.errors import DAMAGED, DatabaseUrlError, ForeignDatabaseError, MigrationError, translate, understood
from data.maintenance import keep_rights
from data.maintenance.revisions import REVISION_TABLE, Revisions
from data.schema import match, migration
from matches.errors import DamagedError, StoreUnavailableError
from matches.model import Clock

log = logging.getLogger(__name__)

_PAUSE_SECONDS: Final = 0.02


class Migrator:
    """Runs ``steps`` in one database."""

    def __init__(
        self, url: URL, *, clock: Clock, busy_timeout: float, steps: Revisions | None = None
    ) -> None:
        self._url = url
        self._clock = clock
        self._busy_timeout = busy_timeout
        self._steps = steps or Revisions()

    async def run(self) -> None:
        """Bring the database up to date.

        Raises DatabaseRefusedError if that is impossible, and StoreUnavailableError if the database cannot be
        used just now. In both cases it is unchanged.
        """
        file = sqlite_file(self._url)
        if file is not None:
            await asyncio.to_thread(self._bring_file_up_to_date, file)
            return
        from data import postgres  # noqa: PLC0415 - few need it; it imports half of SQLAlchemy

        if await postgres.upgrade(self._url, self._take_steps, busy_timeout=self._busy_timeout):
            self._tell()

    def _bring_file_up_to_date(self, file: Path) -> None:
        revision = self._prepared(file)
        if revision == self._steps.latest or not self._known(revision):
            return
        if sqlite.upgrade(self._url, partial(self._take_steps, file=file), busy_timeout=self._busy_timeout):
            self._tell()

    def _take_steps(self, connection: Connection, *, file: Path | None = None) -> bool:
        """Run the missing steps in one transaction; returns whether there were any."""
        from data.maintenance import upgrade  # noqa: PLC0415 - it imports Alembic

        latest = self._steps.latest
        one_at_a_time(connection, AdvisoryLock.MIGRATING)
        revision = upgrade.present_revision(connection)
        self._steps.check_known(revision, partial(upgrade.suited, connection))
        if revision == latest or not self._known(revision):
            return False
        if file is not None and revision is not None:
            # Inside the transaction, so that no other process can write after the copy.
            self._copy(file)
        log.info("migrating the database from revision %s to %s", revision or "none", latest)
        try:
            upgrade.take(connection, self._steps, self._clock)
        except Exception as error:  # noqa: BLE001 - whatever a step raises, the database stays as it was
            raise _failed(latest, error) from None
        return True

    def _known(self, revision: str | None) -> bool:
        """True if this program knows a revision; otherwise log that it runs on a newer one."""
        if known := self._steps.knows(revision):
            return known
        log.info(
            "the database is at revision %s, newer than the %s of this version, which can go on with it",
            *(revision, self._steps.latest),
        )
        return False

    def _tell(self) -> None:
        log.info("the database is at revision %s", self._steps.latest)

    def _prepared(self, file: Path) -> str | None:
        """A file's revision; creates a missing one. Refuses a foreign or too new one before writing to it."""
        with translate():
            _make_folder(file.parent)
            with closing(self._open(file)) as database:
                revision = file_revision(database)
                self._steps.check_known(revision, partial(_suited, database))
                self._use_write_ahead_log(database)
                sqlite.give_number(database)
                return revision

    def _open(self, file: Path) -> sqlite3.Connection:
        return sqlite3.connect(file, timeout=self._busy_timeout)

    def _use_write_ahead_log(self, database: sqlite3.Connection) -> None:
        """Set the write-ahead log, which lets readers go on beside a writer. The file remembers it."""
        give_up = time.monotonic() + self._busy_timeout
        while True:
            try:
                (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
                break
            except sqlite3.OperationalError as error:
                # SQLite doesn't wait for this one statement, and another process may be doing the same.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(_PAUSE_SECONDS)
        if mode != "wal":
            log.warning(
                "the disk of the database allows no write-ahead log (%s): changes stop readings", mode
            )

    def _copy(self, file: Path) -> None:
        """Copy the present file to ``<file>.before-<revision>``, checked, completely or not at all."""
        target = file.with_name(f"{file.name}.before-{self._steps.latest}")
        part = target.with_name(f"{target.name}.part")
        try:
            with (
                translate(),
                closing(self._open(file)) as source,
                closing(sqlite3.connect(part)) as copy,
            ):
                source.backup(copy)
                _check_whole(copy)
                keep_rights(file, part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        log.info("copied the database to %s before migrating it", target.name)


def _failed(revision: str, error: Exception) -> Exception:
    """The error for a failed step: a full or locked database is not the step's fault, anything else is."""
    if isinstance(error, StoreUnavailableError):
        return error
    if isinstance(error, SQLAlchemyError):
        error = understood(error)
        if isinstance(error, StoreUnavailableError):
            return error
        return MigrationError(revision, str(error))
    return MigrationError(revision, type(error).__name__)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUrlError(
            f"The folder {folder} of the database cannot be made ({error.strerror}). Check DATABASE_URL and "
            "the rights of the bot's user."
        ) from None


def file_revision(database: sqlite3.Connection) -> str | None:
    """The revision of an SQLite file, None if it is empty. Raises ForeignDatabaseError."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return None
    if not tables >= {REVISION_TABLE, match.name, migration.name}:
        raise ForeignDatabaseError(
            "The file is the database of another program. Check DATABASE_URL: Tidepool needs a file of its "
            "own."
        )
    row = database.execute(f"SELECT version_num FROM {REVISION_TABLE}").fetchone()
    return None if row is None else str(row[0])


def _suited(database: sqlite3.Connection, revision: str) -> str | None:
    """The oldest revision whose bot can work with a file migrated to ``revision``; None if unknown."""
    try:
        row = database.execute("SELECT suits FROM migration WHERE revision = ?", [revision]).fetchone()
    except sqlite3.OperationalError:
        return None  # an older file without that column
    return None if row is None else row[0]


def _check_whole(database: sqlite3.Connection) -> None:
    (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise DamagedError(f"{DAMAGED} (quick_check)")
