"""PostgreSQL's own programs for backups, and the contents of their files.

Passwords are passed in the environment of these programs, never as arguments, which every user of the machine
can read. Only the first line of an error message is shown: the others may quote rows.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from sqlalchemy import URL

from data.addresses import words
from data.errors import DatabaseRefusedError, DatabaseUrlError
from matches.errors import StoreUnavailableError

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
_PASSED_ON: Final = ("PATH", "HOME", "TMPDIR", "LANG", "SYSTEMROOT")
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
    kept = {key: value for key, value in os.environ.items() if key in _PASSED_ON or key.startswith("PG")}
    found = words(url)
    if "sslpassword" in found:
        raise DatabaseUrlError(
            "PostgreSQL's own programs take no sslpassword from an address. For this command name the "
            "database with --database and an sslkey without a password."
        )
    kept |= {variable: found[word] for word, variable in _VARIABLES.items() if word in found}
    return kept | {"LC_MESSAGES": "C"}


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
