"""Everything that the tables can hold about a person is exported, and gone when they are.

No table is named here that holds nothing about people: one that is added to the schema and forgotten where
people's rights are seen to makes these tests fail.
"""

from __future__ import annotations

import json

from sqlalchemy import select

from data import Database, stores
from data.features import PERSONAL
from data.schema import block, entry, metadata
from matches.model import UserId
from tests.data_store.making import BOB, CAT, DAY, NOON
from tests.data_store.stores.whole_person import ASKER, OF_OTHERS, columns_of_people, filled, over, service
from tests.people import names
from tests.store import rows as found

PSEUDONYM = UserId(-(2**61) - 7)


def test_every_column_that_may_hold_an_id_is_seen_to() -> None:
    seen_to = {str(column) for held in PERSONAL for column in held.columns}
    assert {str(column) for column in columns_of_people()} == seen_to | OF_OTHERS


async def test_the_export_mentions_every_row(store: Database) -> None:
    marks = await filled(store)
    made = b"".join([piece async for piece in service(store).privacy.export(ASKER)]).decode()
    assert len(marks) > 25
    assert [mark for mark in marks if mark not in made] == []
    told = json.loads(made)
    assert told["player"] == str(ASKER)
    assert told.keys() & metadata.tables.keys() == set(), "each part has a title for people"
    assert (NOON + 99 * DAY).isoformat() not in made, "who has blocked them"
    assert len({held.title for held in PERSONAL}) == len(PERSONAL), "one of two with the same would be lost"
    pairs = [held.title for held in PERSONAL if held.table.name in ("score", "meeting")]
    assert {row["user_id"] for title in pairs for row in told[title]} == {str(ASKER)}


async def everything(store: Database) -> dict[str, list[str]]:
    """All rows of all tables, as texts."""
    return {
        table.name: [str(tuple(row.values())) for row in await found(store, select(table))]
        for table in metadata.sorted_tables
    }


async def test_nothing_of_them_is_left_anywhere(store: Database) -> None:
    await filled(store)
    before = await everything(store)
    with_them = {name for name, rows in before.items() if any(names(ASKER, row) for row in rows)}
    assert with_them == {held.table.name for held in PERSONAL} | {entry.name}
    assert await store.write(stores.privacy.forget, ASKER, PSEUDONYM, NOON)
    left = {
        name: [row for row in rows if names(ASKER, row)] for name, rows in (await everything(store)).items()
    }
    blocks = left.pop(block.name)
    assert not any(left.values()), left
    assert len(blocks) == 1, "Bob's block protects Bob"
    assert await store.read(stores.privacy.blockers, ASKER, BOB) == {BOB}


async def test_what_others_need_stays_under_a_number_that_is_nobodys(store: Database) -> None:
    await filled(store)
    before = await everything(store)
    await store.write(stores.privacy.forget, ASKER, PSEUDONYM, NOON)
    after = await everything(store)
    for held in PERSONAL:
        name = held.table.name
        kept = [row for row in after[name] if names(PSEUDONYM, row)]
        if held.renamed is None:
            assert kept == [], name
        else:
            assert len(after[name]) == len(before[name]), name
            assert len(kept) == sum(names(ASKER, row) for row in before[name]), name
    pairs = await found(store, select(metadata.tables["rated_start"]))
    assert all(row["low_id"] < row["high_id"] for row in pairs)


async def test_nothing_of_another_person_changes(store: Database) -> None:
    await filled(store)
    bystander = [(await over(store, BOB, CAT)).id]
    await store.write(stores.matches.save_note, bystander[0], BOB, "mine")
    before = await everything(store)
    await store.write(stores.privacy.forget, ASKER, PSEUDONYM, NOON)
    after = await everything(store)
    for name, rows in before.items():
        assert {row for row in rows if not names(ASKER, row)} <= set(after[name]), name
