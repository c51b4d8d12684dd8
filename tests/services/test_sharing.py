"""Codes of matches and records that were brought in, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from data import Database
from matches import records
from matches.errors import NoSuchCodeError, NoSuchMatchError, Problem, Refused
from matches.model import ImportId, MatchId
from services import sharing
from services.sharing import IMPORTS_KEPT
from tests.data_store.conftest import Opener
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table

CODE, OTHER, THIRD = "K7Q2MP", "ABCDEF", "BCDEFG"


@pytest.fixture
def table(store: Database) -> Table:
    """A table on a database of each kind."""
    return Table(store)


@pytest.fixture(autouse=True)
def codes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The next codes to be drawn: the first of them twice, and so by two matches."""
    left = [CODE, CODE, OTHER, THIRD]
    monkeypatch.setattr(sharing, "_new_code", lambda: left.pop(0))
    yield left


async def opened(table: Table, code: str) -> MatchId | None:
    """The match that a code opens; None if it opens none."""
    try:
        return (await table.sharing.opened_by(code, STRANGER)).id
    except NoSuchCodeError:
        return None


async def test_a_match_keeps_its_code_which_opens_no_other(table: Table, codes: list[str]) -> None:
    codes[:] = [CODE, OTHER, THIRD]
    first = (await table.begun()).id
    assert not await table.sharing.is_shared(first)
    assert await opened(table, CODE) is None
    assert (await table.sharing.share(first, CHALLENGER))[1] == CODE
    assert (await table.sharing.share(first, OPPONENT))[1] == CODE, "another was drawn, and left"
    second = (await table.begun()).id
    assert (await table.sharing.share(second, CHALLENGER))[1] == THIRD
    assert [await opened(table, code) for code in (CODE, OTHER, THIRD)] == [first, None, second]
    assert await table.sharing.is_shared(first) and await table.sharing.is_shared(second)


async def test_a_code_is_never_of_two_matches(table: Table) -> None:
    first = (await table.begun()).id
    await table.sharing.share(first, CHALLENGER)
    second = (await table.begun()).id
    assert (await table.sharing.share(second, CHALLENGER))[1] == OTHER, "the first to be drawn was taken"
    assert [await opened(table, code) for code in (CODE, OTHER)] == [first, second]


async def test_a_match_that_is_not_shared_any_more_is_opened_by_nothing(table: Table) -> None:
    match_id = (await table.begun()).id
    await table.sharing.share(match_id, CHALLENGER)
    for _ in range(2):
        await table.sharing.unshare(match_id, OPPONENT)
        assert not await table.sharing.is_shared(match_id)
        assert await opened(table, CODE) is None
        with pytest.raises(NoSuchCodeError):
            await table.sharing.still_shared(match_id, STRANGER)
    await table.sharing.share(match_id, CHALLENGER)
    assert (await table.sharing.still_shared(match_id, STRANGER)).id == match_id


async def test_there_is_no_code_of_a_match_that_there_is_not(table: Table) -> None:
    with pytest.raises(NoSuchMatchError):
        await table.sharing._add_code(MatchId(9), CODE)
    assert await opened(table, CODE) is None


async def test_two_who_share_a_match_at_once_get_one_code(opener: Opener, url: str, codes: list[str]) -> None:
    table, other = Table(await opener(url)), await opener(url)
    match_id, services = (await table.begun()).id, table.another_service(other)
    codes[:] = [CODE, OTHER]
    shared = await asyncio.gather(
        table.sharing.share(match_id, CHALLENGER), services.sharing.share(match_id, OPPONENT)
    )
    given = {code for _, code in shared}
    assert len(given) == 1 and await opened(table, given.pop()) == match_id


# --- records that were brought in --------------------------------------------------------------------


async def test_a_record_is_kept_for_whoever_brought_it_in(table: Table) -> None:
    record = table.sharing.transcript(await table.begun(1))
    number = await table.sharing.keep_record(CHALLENGER, record)
    assert await table.sharing.kept_record(number, CHALLENGER) == records.as_text(record)
    for asked in ((number, OPPONENT), (ImportId(number + 1), CHALLENGER)):
        with pytest.raises(Refused, match=Problem.IMPORT_GONE):
            await table.sharing.kept_record(*asked)


async def test_of_one_persons_records_the_newest_are_kept(table: Table) -> None:
    others = await table.sharing._keep_text(OPPONENT, "theirs")
    texts = [f"number “{number}”\n" for number in range(IMPORTS_KEPT + 2)]
    numbers = [await table.sharing._keep_text(CHALLENGER, text) for text in texts]
    assert [others, *numbers] == sorted({others, *numbers}), "none is given twice"
    for number in numbers[:2]:
        with pytest.raises(Refused, match=Problem.IMPORT_GONE):
            await table.sharing.kept_record(number, CHALLENGER)
    assert [await table.sharing.kept_record(number, CHALLENGER) for number in numbers[2:]] == texts[2:]
    assert await table.sharing.kept_record(others, OPPONENT) == "theirs"
