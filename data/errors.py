"""Errors of opening or using a database, beyond those in ``matches.errors``.

To open a store takes one ``except StoreUnavailableError``, which shows ``error.advice``.
"""

from __future__ import annotations

from matches.errors import StoreUnavailableError


class DatabaseRefusedError(StoreUnavailableError):
    """The database cannot be opened as it is, and trying again will not help; nothing in it was changed."""


class DatabaseUrlError(DatabaseRefusedError):
    """The address of the database is unusable."""


class NewerDatabaseError(DatabaseRefusedError):
    """The database is at ``revision``, which this program does not know; ``known`` is the newest it does."""

    def __init__(self, revision: str, known: str) -> None:
        super().__init__(
            f"The database is at revision {revision}, and this version of Tidepool knows them up to {known}: "
            "a newer Tidepool has used it. Start that newer version, or restore the copy that it made before "
            f"migrating (for SQLite the file beside the database whose name ends in .before-{revision})."
        )
        self.revision = revision
        self.known = known


class ForeignDatabaseError(DatabaseRefusedError):
    """The address names no database of Tidepool: another program's, or no database at all."""


class MigrationError(DatabaseRefusedError):
    """The database could not be brought to ``revision``. Every step was undone."""

    def __init__(self, revision: str, reason: str) -> None:
        super().__init__(
            f"The database could not be migrated to revision {revision} ({reason}). It was left exactly as "
            "it was, so the version of Tidepool that used it before can go on using it. Please report this."
        )
        self.revision = revision
        self.reason = reason


class StorageBugError(Exception):
    """A statement that the database rejects for what it says: a mistake in the program.

    The driver's own message may quote the rejected row, and a row may be a secret pick. This error carries
    only the name of the problem.
    """
