"""Runs a database's missing steps, with Alembic. Only imported if there is a step to run or to inspect."""

from __future__ import annotations

from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, insert, select, table, update

from data.errors import MigrationError
from data.maintenance.revisions import REVISION_TABLE, Revisions
from data.schema import migration
from matches.model import Clock

PATIENCE: Final = "2s"
"""The wait for the lock on a table. Running bots queue behind it, and give up after five seconds."""
_PRESENT: Final = table(REVISION_TABLE, column("version_num"))


def present_revision(connection: Connection) -> str | None:
    """The revision of a database, None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def configured(steps: Revisions) -> Config:
    """Alembic's settings for the steps."""
    config = Config()
    # In Alembic's configuration % starts a reference.
    config.set_main_option("script_location", str(steps.folder).replace("%", "%%"))
    return config


def take(connection: Connection, steps: Revisions, clock: Clock) -> None:
    """Run every missing step, inside the connection's transaction."""

    def record(*, ctx: MigrationContext, step: Any, **_: Any) -> None:
        """Record a step and its time, in the step's own transaction."""
        assert ctx.connection is not None
        revision = step.up_revision_id
        taken = insert(migration).values(revision=revision, name=steps.names[revision], at=clock())
        ctx.connection.execute(taken)

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE}'")
    config = configured(steps)
    config.attributes.update(connection=connection, on_version_apply=record, clock=clock)
    _go_back_to_a_step(connection, steps)
    command.upgrade(config, "head")
    _check_references(connection)
    _record_older(connection, ScriptDirectory.from_config(config))


def _go_back_to_a_step(connection: Connection, steps: Revisions) -> None:
    """Set the revision to that of the last step, for Alembic to start from, if its own is none of a step."""
    present = present_revision(connection)
    if present is not None and present not in steps.names:
        connection.execute(update(_PRESENT).values(version_num=steps.last_before(present)))


def suited(connection: Connection, revision: str) -> str | None:
    """The oldest revision whose bot can work with a database at ``revision``; None if unknown."""
    return connection.scalar(select(migration.c.suits).where(migration.c.revision == revision))


def _record_older(connection: Connection, scripts: ScriptDirectory) -> None:
    """Record the oldest revision whose bot can work with this one, for that bot to read, if there is one."""
    if found := suited_by(scripts):
        recorded = update(migration).where(migration.c.revision == scripts.get_current_head())
        connection.execute(recorded.values(suits=found[-1]))


def suited_by(scripts: ScriptDirectory) -> list[str]:
    """The revisions before the newest step whose bots can work with it, newest first."""
    found = []
    for step in scripts.walk_revisions():  # the newest first
        if not getattr(step.module, "suits_before", False):
            break
        found.append(str(step.down_revision))
    return found


def _check_references(connection: Connection) -> None:
    """Check foreign keys, which are off while SQLite's tables are rebuilt."""
    if connection.dialect.name != "sqlite":
        return
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise MigrationError(present_revision(connection) or "", "a row refers to another that is gone")
