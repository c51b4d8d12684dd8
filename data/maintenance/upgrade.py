"""Takes the steps that a database lacks, by Alembic. Imported where there is one to take, or to look at."""

from __future__ import annotations

from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, insert

from data.errors import MigrationError
from data.maintenance.revisions import Revisions
from data.schema import migration
from matches.model import Clock


def present_revision(connection: Connection) -> str | None:
    """The revision that a database is at, None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def take(connection: Connection, steps: Revisions, clock: Clock) -> None:
    """Take every step that is lacking, inside the transaction that the connection is in."""

    def note(*, ctx: MigrationContext, step: Any, **_: Any) -> None:
        """Write down which step was taken and when, in the step's own transaction."""
        assert ctx.connection is not None
        revision = step.up_revision_id
        taken = insert(migration).values(revision=revision, name=steps.names[revision], at=clock())
        ctx.connection.execute(taken)

    config = Config()
    # The configuration file's language reads % as a reference.
    config.set_main_option("script_location", str(steps.folder).replace("%", "%%"))
    config.attributes.update(connection=connection, on_version_apply=note, clock=clock)
    command.upgrade(config, "head")
    _check_references(connection)


def _check_references(connection: Connection) -> None:
    """Look for what foreign keys would have refused: they are off while SQLite's tables are rebuilt."""
    if connection.dialect.name != "sqlite":
        return
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise MigrationError(present_revision(connection) or "", "a row refers to another that is gone")
