"""What the gate asks PostgreSQL always: that which SQLite is not asked in the same words."""

from __future__ import annotations

import asyncio
from types import FunctionType, ModuleType
from typing import Any

import pytest
from sqlalchemy import Integer, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg2

from data import Database, stores, writing
from data.schema import metadata
from tests.data_store.making import ANN, NOON, challenge
from tests.data_store.stores.dialects import differs, of_its_own

WORDS = {"postgresql": psycopg2.dialect(paramstyle="named"), "sqlite": sqlite.dialect(paramstyle="named")}


def test_every_claim_and_whatever_locks_differs() -> None:
    modules = [one for one in vars(stores).values() if isinstance(one, ModuleType)]
    claims = [
        one
        for module in modules
        for name, one in vars(module).items()
        if name.startswith("claim") and one.__module__ == module.__name__
    ]
    assert len(claims) > 3
    assert [one for one in claims if not differs(one)] == []
    locking = [stores.spectators.start_watching, stores.match_rows.wake]
    assert [one for one in locking if not differs(one)] == []
    assert differs(stores.host.record_alive), "an advisory lock"
    own = [stores.matches.overdue, stores.lists.waiting_for, stores.matches.record_hint]
    assert [one for one in own if not differs(one)] == [], "words of each database's own"


@pytest.mark.parametrize("reads", [stores.lists.at_home, stores.ratings.accounts, stores.people.prefer])
def test_what_is_said_in_the_same_words_does_not(reads: FunctionType) -> None:
    assert not differs(reads)


async def _claim(store: Database) -> None:
    await store.write(stores.notices.claim, NOON, NOON, 1)


async def _by_its_helper(store: Database) -> None:
    await _claim(store)


async def _at_once(store: Database) -> None:
    await asyncio.gather(store.read(stores.people.preferences, ANN))


async def _of_two(url: str, opener: object) -> None:
    """Two processes."""


async def _a_reading(store: Database) -> None:
    match = await store.write(stores.matches.create, challenge())
    await store.read(stores.lists.at_home, match.channel_id)


def test_a_case_is_known_by_what_it_and_the_helpers_of_its_module_name() -> None:
    assert [one for one in (_by_its_helper, _at_once, _of_two) if not of_its_own(one)] == []
    assert not of_its_own(_a_reading), "a match to begin with is made for everything"


def _upserts(name: str, table: Table) -> list[str]:
    """What a table is asked by ``writing.upsert_over``, ``add_to`` and ``insert_missing``, without quotes."""
    keys, columns = ([one.name for one in some] for some in (table.primary_key, table.columns))
    numbers = [one.name for one in table.columns if isinstance(one.type, Integer) and not one.primary_key]
    said: list[Any] = [writing.insertion(name, table).on_conflict_do_nothing()]
    said += [writing._over(name, table, tuple(columns), tuple(keys))] if columns != keys else []
    said += [writing._adding(name, table, tuple(numbers))] if numbers else []
    return [str(one.compile(dialect=WORDS[name])).replace('"', "") for one in said]


def test_an_upsert_is_said_in_the_same_words_to_both() -> None:
    postgresql, sqlite = ([_upserts(name, table) for table in metadata.sorted_tables] for name in WORDS)
    assert postgresql == sqlite and len(sqlite) > 60
