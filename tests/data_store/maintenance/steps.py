"""Steps of a migration that tests add, and all that is in a database after them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from data.database import parse_url
from data.maintenance.migrate import Migrator
from data.maintenance.revisions import STEPS, Revisions
from tests.data_store.making import NOON

STEP = '''
"""A step of a test."""
import sqlalchemy as sa
from alembic import op
revision = "{revision}"
down_revision = "{before}"
suits_before = {suits}

def upgrade() -> None:
{body}
'''


def latest() -> str:
    return Revisions().latest


def migrator(url: str, steps: Path = STEPS) -> Migrator:
    return Migrator(parse_url(url), clock=lambda: NOON, busy_timeout=5, steps=Revisions(steps))


def add_step(
    steps: Path, body: str, *, revision: str = "9001", before: str | None = None, suits: bool = False
) -> None:
    source = STEP.format(revision=revision, before=before or latest(), body=body, suits=suits)
    (steps / "versions" / f"v{revision}_test.py").write_text(source)


async def in_database(url: str, look: Any, *more: Any) -> Any:
    """What ``look`` finds over a connection, in a transaction."""
    engine = create_async_engine(parse_url(url), poolclass=NullPool)
    async with engine.begin() as connection:
        return await connection.run_sync(look, *more)


def contents(connection: Connection) -> Mapping[str, list[Mapping[str, Any]]]:
    """Every row of every table, with its values as the database has them."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for name in inspect(connection).get_table_names():
        rows = connection.exec_driver_sql(f'SELECT * FROM "{name}"').mappings()
        found[name] = sorted(map(dict, rows), key=repr)
    return found
