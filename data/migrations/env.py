"""Run by Alembic for every command: migrates over the connection and inside the transaction it is given."""

from __future__ import annotations

from alembic import context

# Alembic begins no transaction of its own over a connection that is in one. The one around all pending steps
# was begun by data.maintenance.migrate: either the newest revision or the old one.
context.configure(
    connection=context.config.attributes["connection"],
    on_version_apply=context.config.attributes["on_version_apply"],
)
context.run_migrations()
