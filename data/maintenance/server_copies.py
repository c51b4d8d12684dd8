"""Backup and restore of a database on a PostgreSQL server, with the server's own programs.

Blocking functions, for a program without an event loop: the programs take their time. Passwords are passed in
their environment, never as arguments, which every user of the machine can read. Only the first line of an
error message is shown: the others may quote rows.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import IO, Final, TypeVar

from sqlalchemy import URL, Connection, delete, text

from data import postgres
from data.errors import DatabaseRefusedError, DatabaseUrlError, ForeignDatabaseError
from data.maintenance import from_file
from data.maintenance.file_copies import (
    REGISTERED,
    HeldCopy,
    check_free,
    name_onto_the_disk,
    onto_the_disk,
    part_of,
)
from data.maintenance.upgrade import present_revision
from data.postgres_urls import libpq_parameters
from data.schema import fact, match
from matches.errors import StoreUnavailableError
from settings.children import passed_on

_VARIABLES: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "passfile": "PGPASSFILE",
    "service": "PGSERVICE",
    "servicefile": "PGSERVICEFILE",
    "sslmode": "PGSSLMODE",
    "sslnegotiation": "PGSSLNEGOTIATION",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslcrl": "PGSSLCRL",
    "ssl_min_protocol_version": "PGSSLMINPROTOCOLVERSION",
    "ssl_max_protocol_version": "PGSSLMAXPROTOCOLVERSION",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
    "krbsrvname": "PGKRBSRVNAME",
    "gsslib": "PGGSSLIB",
    "application_name": "PGAPPNAME",
    "options": "PGOPTIONS",
    "connect_timeout": "PGCONNECT_TIMEOUT",
}
"""The environment variables of these programs, by libpq's parameter."""
_COPY: Final = re.compile(rb"COPY (.+?) \(.*\) FROM stdin;\n")
_END: Final = b"\\.\n"
_REVISIONS: Final = "alembic_version"


@dataclass
class Contents:
    """The rows of a copy by table (``schema.table``), and the revision of the tables."""

    rows: dict[str, int] = field(default_factory=dict)
    revision: str | None = None

    def of(self, table: str) -> int:
        """The number of rows in a table, whatever its schema."""
        return sum(rows for name, rows in self.rows.items() if name.rpartition(".")[2] == table)


def environment(url: URL) -> dict[str, str]:
    """The environment in which PostgreSQL's programs find the database at ``url``.

    Raises DatabaseUrlError for an encrypted key: the programs would ask for its password.
    """
    kept = passed_on() | {key: value for key, value in os.environ.items() if key.startswith("PG")}
    found = libpq_parameters(url)
    if "sslpassword" in found:
        raise DatabaseUrlError(
            "PostgreSQL's own programs take no sslpassword from an address. For this command name the "
            "database with --database and an sslkey without a password."
        )
    kept |= {variable: found[word] for word, variable in _VARIABLES.items() if word in found}
    # LC_ALL would win over it.
    return kept | {"LC_MESSAGES": "C", "LC_ALL": ""}


def find_tools() -> None:
    """Raise DatabaseRefusedError unless the programs are installed."""
    for name in ("pg_dump", "pg_restore"):
        if shutil.which(name) is None:
            raise DatabaseRefusedError(
                f"{name} is not installed here. It comes with PostgreSQL's programs for clients (Debian and "
                "Ubuntu: apt install postgresql-client), and must not be older than the server."
            )


def run(name: str, *arguments: str, url: URL) -> None:
    """Run a program on the database at ``url``. Raises StoreUnavailableError if it fails."""
    done = subprocess.run(
        [name, "--no-password", *arguments],
        env=environment(url),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode != 0:
        raise StoreUnavailableError(f"{name} failed: {_reason(done.stderr)}")


def read_contents(file: Path) -> Contents:
    """Read every row of a copy that pg_dump made. Raises DatabaseRefusedError for any other file."""
    with tempfile.TemporaryFile() as complaints:
        with subprocess.Popen(
            ["pg_restore", "--data-only", "--file=-", str(file.absolute())],
            env=passed_on(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaints,
        ) as reading:
            assert reading.stdout is not None
            found = _read(reading.stdout)
        if reading.returncode != 0:
            complaints.seek(0)
            raise DatabaseRefusedError(
                f"{file} is no whole backup of a PostgreSQL database: {_reason(complaints.read())}"
            )
    return found


def _read(script: IO[bytes]) -> Contents:
    """Count the rows in the statements that would restore a copy."""
    found = Contents()
    for line in script:
        begun = _COPY.fullmatch(line)
        if begun is None:
            continue
        table = begun[1].decode().replace('"', "")
        rows = _rows(script)
        if table.rpartition(".")[2] == _REVISIONS:
            found.revision = next(rows, b"").decode().strip() or None
            found.rows[table] = int(found.revision is not None)
        found.rows[table] = found.rows.get(table, 0) + sum(1 for _ in rows)
    return found


def _rows(script: IO[bytes]) -> Iterator[bytes]:
    for line in script:
        if line == _END:
            return
        yield line


def _reason(complaints: bytes) -> str:
    """The first line of an error message: the others may quote a row."""
    lines = complaints.decode(errors="replace").splitlines()
    told = next((line for line in lines if "error:" in line), lines[0] if lines else "it said nothing")
    versions = next((f" ({line.partition('detail: ')[2]})" for line in lines if "server version" in line), "")
    return f"{told.partition('error: ')[2] or told}{versions}"


# --- backup and restore --------------------------------------------------------------------------


Found = TypeVar("Found")

SKIPPED: Final = 100_000
"""Ids skipped after a database went back in time: buttons in Discord have some that the database lost."""
_WAIT_SECONDS: Final = 5.0

# Only tables that survive a crash: not those of the queue to workers (data.jobs).
_TABLES: Final = text(
    "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) "
    "AND relkind = 'r' AND relpersistence = 'p' ORDER BY 1"
)
_ALL_TABLES: Final = text(
    "SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
)
_SKIP: Final = text(
    "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + :skipped) "
    "FROM pg_sequences WHERE schemaname = current_schema()"
)


def _in_transaction(url: URL, work: Callable[[Connection], Found]) -> Found:
    """Run ``work`` in a transaction that may take its time."""
    return asyncio.run(postgres.upgrade(url, work, busy_timeout=_WAIT_SECONDS))


# --- backup -----------------------------------------------------------------------------------------------


def back_up_server(url: URL, target: Path, *, force: bool = False) -> HeldCopy:
    """Copy the present database at ``url`` to ``target``; returns what the copy holds.

    The bot may go on running. The copy's rows are counted against the same snapshot of the database before it
    gets its name: there is a complete backup or none. Raises DatabaseRefusedError for an unusable target or,
    unless ``force``, an existing one, and StoreUnavailableError.
    """
    find_tools()
    check_free(target, force=force)
    return _in_transaction(url, partial(_copy, url=url, target=target, force=force))


def _copy(connection: Connection, *, url: URL, target: Path, force: bool) -> HeldCopy:
    connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
    # This transaction stays idle while pg_dump copies its snapshot.
    connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    moment = connection.scalar(text("SELECT pg_export_snapshot()"))
    present = _count(connection)
    if present.revision is None:
        raise ForeignDatabaseError("There is nothing of Tidepool's in the database. Check DATABASE_URL.")
    with part_of(target) as part:
        how = ("--format=custom", "--no-unlogged-table-data", "--lock-wait-timeout=60s")
        wanted = (*how, f"--snapshot={moment}")
        run("pg_dump", *wanted, f"--file={part.absolute()}", url=url)
        _check_alike(present, read_contents(part))
        onto_the_disk(part)
        check_free(target, force=force)  # again: it took a while
        part.replace(target)
        name_onto_the_disk(target.parent)
    return _held(present, target)


def _held(contents: Contents, file: Path) -> HeldCopy:
    return HeldCopy(contents.revision or "none", contents.of(match.name), file.stat().st_size)


def _count(connection: Connection) -> Contents:
    """Count the rows of all tables in the bot's schema."""
    schema = connection.scalar(text("SELECT current_schema()"))
    quote = connection.dialect.identifier_preparer.quote
    rows = {
        f"{schema}.{table}": connection.scalar(text(f"SELECT count(*) FROM {quote(table)}"))
        for table in connection.scalars(_TABLES)
    }
    return Contents(rows, present_revision(connection))


def _check_alike(present: Contents, copied: Contents) -> None:
    """Raise StoreUnavailableError unless every table was copied with all its rows."""
    for table, rows in present.rows.items():
        if copied.rows.get(table) != rows:
            raise StoreUnavailableError(
                f"The copy is not whole: {table} has {copied.rows.get(table, 0)} rows in it, and not {rows}. "
                "Look at the disk and at the server's log, then try again."
            )


# --- restore ----------------------------------------------------------------------------------------------


def restore_server(url: URL, backup: Path, *, check_known: Callable[[str | None], None]) -> HeldCopy:
    """Put ``backup`` into the empty database at ``url``; returns what is in it now.

    ``backup`` may also be one of an SQLite database. ``check_known`` raises for an unknown revision.
    The backup is read completely first, and restored in one transaction. Raises DatabaseRefusedError for a
    database that is not empty or a file that is no backup, and StoreUnavailableError; then nothing was
    changed.
    """
    if not backup.is_file():
        raise DatabaseRefusedError(f"There is no file {backup}.")
    of_sqlite = from_file.is_of_sqlite(backup)
    if not of_sqlite:
        find_tools()
    _in_transaction(url, _check_empty)
    if of_sqlite:
        held = from_file.hold(backup, check_known)
        _in_transaction(url, partial(_fill, backup=backup))
        return held
    contents = read_contents(backup)
    if contents.revision is None:
        raise ForeignDatabaseError(f"There is nothing of Tidepool's in {backup}.")
    check_known(contents.revision)
    # Its server may have had other users, and only the owner may comment on a schema.
    wanted = ("--no-owner", "--no-privileges", "--no-comments", "--exit-on-error", "--single-transaction")
    into = f"--dbname={url.database or ''}"
    run("pg_restore", *wanted, into, str(backup.absolute()), url=url)
    _in_transaction(url, partial(_finish, contents=contents))
    return _held(contents, backup)


def _check_empty(connection: Connection) -> None:
    tables = connection.scalar(_ALL_TABLES) or 0
    if tables:
        name = connection.scalar(text("SELECT current_database()"))
        raise DatabaseRefusedError(
            f"The database {name} is not empty (tables: {tables}). So that nothing is lost, a backup is "
            "restored into a new one: make it (createdb), name its address with --database, and put that "
            "address into DATABASE_URL once all is well. Nothing was changed."
        )


def _fill(connection: Connection, *, backup: Path) -> None:
    _check_empty(connection)  # again: another process may have been faster
    from_file.fill(connection, backup=backup, clock=lambda: datetime.now(UTC))
    _make_ready(connection)


def _finish(connection: Connection, *, contents: Contents) -> None:
    _check_alike(contents, _count(connection))
    _make_ready(connection)


# --- facts that a database loses by going back in time ----------------------------------------------------


def record_went_back(url: URL) -> None:
    """Prepare a database that other tools have taken back to an earlier time, before the bot uses it."""
    _in_transaction(url, _make_ready)


def _make_ready(connection: Connection) -> None:
    """Skip ids that buttons in Discord already have, and have the commands registered again."""
    if present_revision(connection) is None:
        raise ForeignDatabaseError("There is nothing of Tidepool's in the database. Check DATABASE_URL.")
    connection.execute(_SKIP, {"skipped": SKIPPED}).all()
    connection.execute(delete(fact).where(fact.c.key == REGISTERED))
