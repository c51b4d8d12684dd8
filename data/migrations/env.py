"""Run by Alembic for every command: migrates over the connection and inside the transaction it is given."""

from __future__ import annotations

from alembic import context

# One transaction around all pending steps, begun by data.migrate: either the newest revision or the old one.
context.configure(
    connection=context.config.attributes["connection"],
    on_version_apply=context.config.attributes["on_version_apply"],
    transactional_ddl=True,
)
context.run_migrations()
