"""Bringing a database up to date at start: refuse what is not ours or too new, copy it, migrate it.

A file that is at the newest revision is left at that. Elsewhere every pending step and the record of it are
one transaction, DDL included. It begins by waiting for any other process that is migrating the same database,
and looks again at what is left to do.
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
from data.database import one_at_a_time, sqlite_file
from data.driver_errors import DAMAGED, translate, understood
from data.errors import DatabaseUrlError, ForeignDatabaseError, MigrationError
from data.maintenance.revisions import Revisions
from data.maintenance.rights import keep_rights
from data.schema import match, migration
from matches.errors import StoreUnavailableError
from matches.model import Clock

log = logging.getLogger(__name__)

REVISION_TABLE: Final = "alembic_version"
# One of the locks by number that PostgreSQL knows. Those of people are snowflakes, and none is this small.
_MIGRATING: Final = 1
_PAUSE_SECONDS: Final = 0.02


class Migrator:
    """Takes ``steps`` in one database."""

    def __init__(
        self, url: URL, *, clock: Clock, busy_timeout: float, steps: Revisions | None = None
    ) -> None:
        self._url = url
        self._clock = clock
        self._busy_timeout = busy_timeout
        self._steps = steps or Revisions()

    async def run(self) -> None:
        """Bring the database up to date.

        Raises a DatabaseRefusedError when it cannot be, and StoreUnavailableError when it cannot be used just
        now. In both cases it is as it was.
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
        """Take the steps that are lacking, in one transaction; returns whether there were any."""
        from data.maintenance import upgrade  # noqa: PLC0415 - it imports Alembic

        latest = self._steps.latest
        one_at_a_time(connection, _MIGRATING)
        revision = upgrade.present_revision(connection)
        self._steps.check_known(revision, partial(upgrade.suited, connection))
        if revision == latest or not self._known(revision):
            return False
        if file is not None and revision is not None:
            # From inside the transaction, so that nobody can add to the database after the copy.
            self._copy(file)
        log.info("migrating the database from revision %s to %s", revision or "none", latest)
        try:
            upgrade.take(connection, self._steps, self._clock)
        except Exception as error:  # noqa: BLE001 - whatever a step raises, the database stays as it was
            raise _failed(latest, error) from None
        return True

    def _known(self, revision: str | None) -> bool:
        """True if this program knows a revision; else say that it goes on with a newer one."""
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
        """The revision of a file, made if need be. Refuses one not ours or newer before it is written to."""
        with translate():
            _make_folder(file.parent)
            with closing(self._open(file)) as database:
                revision = file_revision(database)
                self._steps.check_known(revision, partial(_suited, database))
                self._use_write_ahead_log(database)
                return revision

    def _open(self, file: Path) -> sqlite3.Connection:
        return sqlite3.connect(file, timeout=self._busy_timeout)

    def _use_write_ahead_log(self, database: sqlite3.Connection) -> None:
        """Let readings go on beside a change. The file remembers it."""
        give_up = time.monotonic() + self._busy_timeout
        while True:
            try:
                (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
                break
            except sqlite3.OperationalError as error:
                # For this one statement SQLite does not wait, and another process may just be doing the same.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(_PAUSE_SECONDS)
        if mode != "wal":
            log.warning(
                "the disk of the database allows no write-ahead log (%s): changes stop readings", mode
            )

    def _copy(self, file: Path) -> None:
        """Copy the file as it stands to ``<file>.before-<revision>``, checked, whole or not at all."""
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
    """The error for a failing step: a full or locked database is not the step's fault, anything else is."""
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
    """The revision of an SQLite file, None for an empty one. Raises ForeignDatabaseError."""
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
    """The oldest revision whose bot can go on with a file that a newer one has migrated to ``revision``."""
    try:
        row = database.execute("SELECT suits FROM migration WHERE revision = ?", [revision]).fetchone()
    except sqlite3.OperationalError:
        return None  # nobody has written that down there
    return None if row is None else row[0]


def _check_whole(database: sqlite3.Connection) -> None:
    (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreUnavailableError(f"{DAMAGED} (quick_check)")
