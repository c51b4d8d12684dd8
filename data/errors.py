"""Errors of a database, beyond those in ``matches.errors``, and advice for a driver's errors.

When opening a store, ``except StoreUnavailableError`` covers them all; show ``error.advice``. A driver's own
messages stay here: they may quote a row, and a row may be a secret pick.
"""

from __future__ import annotations

import errno
import sqlite3
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from matches.errors import DamagedError, NoSuchIdError, StoreUnavailableError

LAST_FOR_OLDER: Final = "76dd5ad"
"""The last commit that migrates databases older than the first step."""


class DatabaseRefusedError(StoreUnavailableError):
    """The database cannot be opened, and trying again won't help; nothing in it was changed."""


class DatabaseUrlError(DatabaseRefusedError):
    """The address of the database is unusable."""


class NewerDatabaseError(DatabaseRefusedError):
    """The database is at a ``revision`` that this program doesn't know; ``known`` is the newest it knows."""

    def __init__(self, revision: str, known: str) -> None:
        super().__init__(
            f"The database is at revision {revision}, and this version of Tidepool knows them up to {known}: "
            "a newer Tidepool has used it. Start that newer version, or restore the copy that it made before "
            f"migrating (for SQLite the file beside the database whose name ends in .before-{revision})."
        )
        self.revision = revision
        self.known = known


class OlderDatabaseError(DatabaseRefusedError):
    """The database is at a ``revision`` from before ``oldest``, the oldest that can be migrated."""

    def __init__(self, revision: str, oldest: str) -> None:
        super().__init__(
            f"The database is at revision {revision}, and this version of Tidepool takes over those from "
            f"{oldest} on. Start the commit {LAST_FOR_OLDER} once, which brings it there, then this version "
            "again: docs/hosting.md says how, in section 6. Nothing was changed."
        )
        self.revision = revision


class ForeignDatabaseError(DatabaseRefusedError):
    """The address leads to no database of Tidepool: to another program's, or to no database at all."""


class MigrationError(DatabaseRefusedError):
    """The database could not be migrated to ``revision``. All changes were undone."""

    def __init__(self, revision: str, reason: str) -> None:
        super().__init__(
            f"The database could not be migrated to revision {revision} ({reason}). It was left exactly as "
            "it was, so the version of Tidepool that used it before can go on using it. Please report this."
        )
        self.revision = revision
        self.reason = reason


class StorageBugError(Exception):
    """A statement that the database rejects as invalid: a bug in the program.

    The driver's own message may quote the rejected row, and a row may be a secret pick. This error carries
    only the name of the problem.
    """


class NaiveTimeError(ValueError):
    """A time without a zone, which is ambiguous: a bug in the program, and nothing is stored."""


# --- a driver's errors, as advice for the bot's host ---------------------------------------------


_CONNECTS: Final = "the bot connects again by itself"
_GOES_ON: Final = "the bot goes on by itself then"
_ONCE_FREE: Final = "The bot goes on by itself once it is free"
_AT_A_COMMAND: Final = {
    _CONNECTS: "then run the command again",
    _GOES_ON: "then run the command again",
    _ONCE_FREE: "Then run the command again",
}
"""Advice at a command, which ends where a bot would go on."""
DAMAGED: Final = (
    "The database is damaged. Stop the bot, keep the damaged file, check the disk, and put back the newest "
    "backup (`sqlite3 FILE '.recover'` can often save more)."
)
_LOCKED = (
    "The database is locked by another program. Close whatever else has it open: a second bot, a database "
    f"browser, a backup that locks. {_ONCE_FREE}."
)
_FULL = f"The disk of the database is full, or a limit on its size is reached. Free some space; {_GOES_ON}."
_READ_ONLY = "The database cannot be written. Give the bot's user the right to write the file and its folder."
_UNREADABLE = (
    "The database file cannot be opened. Check that its folder exists and that the bot's user may use both."
)
_DISK = "The disk of the database reports errors, or is full. Check the disk and the system's log."
_STANDBY = (
    "The database server accepts no changes: it is a standby, or set read-only. Point "
    "DATABASE_URL at the primary."
)
_FOREIGN = (
    "The file is not an SQLite database. Check DATABASE_URL; if it is the right file, it is damaged: keep it "
    "and put back the newest backup."
)
_CONNECTION = (
    f"The connection to the database is gone. Check that the server runs and can be reached; {_CONNECTS}."
)
_BUSY_SERVER = (
    "The database server is at a limit (connections, memory, or a lock held too long). It may pass by itself."
)
_TOO_MANY = (
    "The database server takes no more connections. Let it have more (max_connections), or lower "
    "DATABASE_CONNECTIONS: each process of the bot opens up to as many."
)
_ALL_IN_USE = (
    "All of the bot's connections to the database were in use for too long. If this comes again, find out "
    "what keeps the server busy, or raise DATABASE_CONNECTIONS."
)
_REFUSED = "The database server refused the bot. Check the user, the password and the name in DATABASE_URL."
_NO_ENCRYPTION = (
    "The database server takes no encrypted connections, and the address of the database asks for one. "
    "Switch encryption on there (ssl = on), or leave sslmode out where the way to it is your own."
)
_UNENCRYPTED = (
    "The connection to the database server can't be encrypted as the address of the database asks for. Check "
    "sslmode, sslrootcert, sslcert and sslkey in it, and the server's certificate."
)
_NONE_OF_THEM = (
    "None of the database servers in the address is what target_session_attrs asks for. Check that one of "
    f"them is; {_CONNECTS}."
)

# The messages of sqlite3 and asyncpg for a number that the database cannot hold.
_TOO_LARGE = ("too large to convert to SQLite INTEGER", "(value out of int")

_NO_LOCKS = (
    "The file of the database can't be locked as SQLite needs it, which is usual on network drives (NFS, "
    "CIFS). Keep it on a disk of this machine, or use PostgreSQL."
)

_PASSING: Final = frozenset(
    {_LOCKED, _FULL, _CONNECTION, _BUSY_SERVER, _TOO_MANY, _ALL_IN_USE, _NONE_OF_THEM}
)
"""Advice for problems that may be over at the next attempt."""

# SQLite's extended result codes.
_BY_WHOLE_CODE: Final = dict.fromkeys(
    (
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_IOERR_LOCK,
        sqlite3.SQLITE_IOERR_RDLOCK,
        sqlite3.SQLITE_IOERR_UNLOCK,
        sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
        sqlite3.SQLITE_IOERR_SHMLOCK,
        sqlite3.SQLITE_IOERR_SHMMAP,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMSIZE,
    ),
    _NO_LOCKS,
)
# And the primary ones: the low byte of sqlite_errorcode.
_BY_CODE: Final = {
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_NOMEM: "The system has no memory left for the database.",
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_IOERR: _DISK,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_CANTOPEN: _UNREADABLE,
}

# SQLSTATE of PostgreSQL, the longest prefix first.
_BY_STATE: Final = {
    "3D000": _REFUSED,
    "25006": _STANDBY,
    "42501": "The bot's user lacks a right in the database. Make it the owner of the database.",
    "53100": _FULL,
    "53300": _TOO_MANY,
    "55P03": _LOCKED,
    "57014": _BUSY_SERVER,
    "08": _CONNECTION,
    "28": _REFUSED,
    "40": _BUSY_SERVER,
    "53": _BUSY_SERVER,
    "57": _CONNECTION,
    "58": _DISK,
    "XX": DAMAGED,
}


def _unavailable(advice: str, detail: str = "") -> StoreUnavailableError:
    """The error with this advice; ``detail`` names the cause."""
    told = f"{advice} ({detail})" if detail else advice
    if advice == DAMAGED:
        return DamagedError(told)
    return StoreUnavailableError(told, passes=advice in _PASSING)


def _of_sqlite(error: sqlite3.Error) -> Exception | None:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # Errors without a code come from the module itself: undecodable text, or a closed connection.
        if isinstance(error, sqlite3.OperationalError) and "decode" in str(error):
            return _unavailable(DAMAGED, "text")
        return _unavailable(_CONNECTION) if isinstance(error, sqlite3.OperationalError) else None
    if code & 0xFF == sqlite3.SQLITE_NOTADB:
        return ForeignDatabaseError(_FOREIGN)
    advice = _BY_WHOLE_CODE.get(code) or _BY_CODE.get(code & 0xFF)
    return None if advice is None else _unavailable(advice, error.sqlite_errorname)


def _of_state(state: str) -> StoreUnavailableError | None:
    advice = next((advice for prefix, advice in _BY_STATE.items() if state.startswith(prefix)), None)
    return None if advice is None else _unavailable(advice, f"SQLSTATE {state}")


def _name(error: BaseException) -> str:
    """A short description of an error. SQLite's messages quote no values; PostgreSQL's may quote rows."""
    if isinstance(error, sqlite3.Error):
        return f"{type(error).__name__} {error}"
    told = (getattr(error, "sqlstate", None), getattr(error.__cause__, "constraint_name", None))
    return " ".join([type(error).__name__, *(word for word in told if word)])


def _of_system(error: OSError) -> StoreUnavailableError:
    """The error for an OSError, from an SQLite file or from connecting to a server."""
    if error.errno == errno.ENOSPC:
        return _unavailable(_FULL)
    if (
        isinstance(error, PermissionError | NotADirectoryError | IsADirectoryError)
        or error.errno == errno.EROFS
    ):
        return _unavailable(_UNREADABLE, type(error).__name__)
    if isinstance(error, ssl.SSLError) and not isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        kind = DatabaseUrlError if isinstance(error, ssl.SSLCertVerificationError) else StoreUnavailableError
        reason = getattr(error, "verify_message", None) or error.reason or type(error).__name__
        return kind(f"{_UNENCRYPTED} ({reason})")
    if isinstance(error, ConnectionError) and "rejected SSL upgrade" in str(error):
        return DatabaseUrlError(_NO_ENCRYPTION)
    if error.filename is not None:  # connecting to a server sets no filename
        return StoreUnavailableError(f"The file {error.filename} cannot be used: {error.strerror}.")
    return _unavailable(_CONNECTION, type(error).__name__)


def advice_at_a_command(error: StoreUnavailableError) -> str:
    """The advice of an error that ends a command."""
    advice = error.advice
    for of_the_bot, of_a_command in _AT_A_COMMAND.items():
        advice = advice.replace(of_the_bot, of_a_command)
    return advice


def gone(error: BaseException) -> StoreUnavailableError:
    """The error for a connection that was lost or never made."""
    if type(error).__name__ == "TargetServerAttributeNotMatched":
        return _unavailable(_NONE_OF_THEM)
    return _unavailable(_CONNECTION, type(error).__name__)


def understood(error: Exception) -> Exception:
    """Translate an error of the driver or of SQLAlchemy."""
    cause: BaseException = error
    if isinstance(error, StatementError) and isinstance(error.orig, NaiveTimeError):
        return error.orig
    if isinstance(error, DBAPIError) and error.orig is not None:
        cause = error.orig
    known: Exception | None = None
    if isinstance(cause, sqlite3.Error):
        known = _of_sqlite(cause)
    elif any(sign in str(cause) for sign in _TOO_LARGE):
        known = NoSuchIdError()
    elif isinstance(cause, UnicodeDecodeError):  # a name in a damaged page
        known = _unavailable(DAMAGED, "text")
    elif state := getattr(cause, "sqlstate", None):
        known = _of_state(str(state))
    elif isinstance(cause, OSError) and not isinstance(cause, TimeoutError):
        known = _of_system(cause)
    elif isinstance(cause, PoolTimeoutError):
        known = _unavailable(_ALL_IN_USE)
    elif isinstance(cause, TimeoutError) or _is_disconnect(error):
        known = gone(cause)
    return known or StorageBugError(_name(cause))


def _is_disconnect(error: Exception) -> bool:
    if not isinstance(error, DBAPIError):
        return False
    # Of the asyncpg errors that SQLAlchemy passes on, this is the only one it doesn't treat as a disconnect.
    # Its class is not imported: that would import half of SQLAlchemy, even for SQLite.
    return error.connection_invalidated or type(error.orig).__name__ == "InternalClientError"


def damage(error: Exception) -> DamagedError | None:
    """The corruption error behind ``error``, or None."""
    known = error if isinstance(error, StoreUnavailableError) else understood(error)
    return known if isinstance(known, DamagedError) else None


@contextmanager
def translate() -> Iterator[None]:
    """Raise StoreUnavailableError or StorageBugError instead of a database error raised inside.

    And NoSuchIdError for a number that the database cannot hold.
    """
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError, UnicodeDecodeError) as error:
        raise understood(error) from None
    except OverflowError as error:
        if (known := understood(error)) and isinstance(known, NoSuchIdError):
            raise known from None
        raise
