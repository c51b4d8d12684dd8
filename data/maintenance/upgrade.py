"""Takes the steps that a database lacks, by Alembic. Imported where there is one to take, or to look at."""

from __future__ import annotations

from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, select, update

from data.errors import MigrationError
from data.maintenance.revisions import Revisions
from data.schema import migration
from matches.model import Clock

PATIENCE: Final = "2s"
"""Wait for the lock on a table. Bots that run all along queue behind that, and give up after five seconds."""


def present_revision(connection: Connection) -> str | None:
    """The revision that a database is at, None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def configured(steps: Revisions) -> Config:
    """Alembic's settings for the steps."""
    config = Config()
    # The configuration file's language reads % as a reference.
    config.set_main_option("script_location", str(steps.folder).replace("%", "%%"))
    return config


def take(connection: Connection, steps: Revisions, clock: Clock) -> None:
    """Take every step that is lacking, inside the transaction that the connection is in."""

    def note(*, ctx: MigrationContext, step: Any, **_: Any) -> None:
        """Write down which step was taken and when, in the step's own transaction."""
        assert ctx.connection is not None
        revision = step.up_revision_id
        taken = insert(migration).values(revision=revision, name=steps.names[revision], at=clock())
        ctx.connection.execute(taken)

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE}'")
    config = configured(steps)
    config.attributes.update(connection=connection, on_version_apply=note, clock=clock)
    command.upgrade(config, "head")
    _check_references(connection)
    _note_older(connection, ScriptDirectory.from_config(config))


def suited(connection: Connection, revision: str) -> str | None:
    """The oldest revision whose bot can go on with a database at ``revision``; None where nobody said."""
    return connection.scalar(select(migration.c.suits).where(migration.c.revision == revision))


def _note_older(connection: Connection, scripts: ScriptDirectory) -> None:
    """Write down the oldest revision whose bot can go on, for that bot to read; nothing where none can."""
    if found := suited_by(scripts):
        noted = update(migration).where(migration.c.revision == scripts.get_current_head())
        connection.execute(noted.values(suits=found[-1]))


def suited_by(scripts: ScriptDirectory) -> list[str]:
    """The revisions before the newest step whose bots can go on after it, newest first."""
    found = []
    for step in scripts.walk_revisions():  # the newest first
        if not getattr(step.module, "suits_before", False):
            break
        found.append(str(step.down_revision))
    return found


def _check_references(connection: Connection) -> None:
    """Look for what foreign keys would have refused: they are off while SQLite's tables are rebuilt."""
    if connection.dialect.name != "sqlite":
        return
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise MigrationError(present_revision(connection) or "", "a row refers to another that is gone")
