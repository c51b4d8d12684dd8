"""Errors of opening or using a database, beyond those in ``matches.errors``.

When opening a store, ``except StoreUnavailableError`` covers them all; show ``error.advice``.
"""

from __future__ import annotations

from matches.errors import StoreUnavailableError


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
