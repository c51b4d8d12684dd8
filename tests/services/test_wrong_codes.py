"""Wrong codes of shared matches: so many an hour for each person, and right ones cost nothing."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from matches import StoreUnavailableError, UserId
from matches.errors import NoSuchCodeError, Problem, Refused
from services.sharing import CODE_LENGTH, LETTERS, WRONG_CODES
from tests.matches.table import CHALLENGER, NOON, OPPONENT, STRANGER, Table

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


async def shared(table: Table) -> str:
    """The code of a match."""
    await table.begun()
    _, code = await table.sharing.share(table.id, CHALLENGER)
    return code


def wrong_for(code: str) -> list[str]:
    """Wrong codes of every kind: well made, too short, no letters of a code at all."""
    other = next(letter for letter in LETTERS if letter != code[0])
    return [other + code[1:], code[: CODE_LENGTH - 1], "' OR 1=1 --"]


async def guess(table: Table, code: str, times: int, user: UserId = STRANGER) -> None:
    for _ in range(times):
        with pytest.raises(NoSuchCodeError):
            await table.sharing.opened_by(code, user)


async def refused_until(table: Table, code: str, user: UserId = STRANGER) -> timedelta:
    """How long somebody has to wait who may give no code now."""
    with pytest.raises(Refused, match=Problem.TOO_MANY_CODES) as error:
        await table.sharing.opened_by(code, user)
    assert error.value.facts["limit"] == WRONG_CODES == 20
    return error.value.facts["until"] - table.now


@pytest.mark.usefixtures("still_clock")
async def test_after_twenty_wrong_ones_all_wait_for_an_hour(table: Table) -> None:
    code = await shared(table)
    for number, wrong in enumerate(wrong_for(code)):
        user = UserId(700 + number)
        await guess(table, wrong, WRONG_CODES, user)
        assert await refused_until(table, wrong, user) == HOUR
        assert await refused_until(table, code, user) == HOUR, "or guessing would go on"
    assert (await table.sharing.opened_by(code, STRANGER)).id == table.id, "others don't wait for them"


async def test_right_ones_work_until_then_and_cost_nothing(table: Table) -> None:
    code = await shared(table)
    wrong, *_ = wrong_for(code)
    for _ in range(WRONG_CODES - 1):
        await guess(table, wrong, 1)
        for written in (code, code.lower(), f"{code[:3]}-{code[3:]}"):
            assert (await table.sharing.opened_by(written, STRANGER)).id == table.id
    await guess(table, wrong, 1)
    await refused_until(table, code)


@pytest.mark.usefixtures("still_clock")
async def test_each_wrong_one_is_forgotten_after_an_hour(table: Table) -> None:
    code = await shared(table)
    wrong, *_ = wrong_for(code)
    await guess(table, wrong, 5)
    table.now += 40 * MINUTE
    await guess(table, wrong, WRONG_CODES - 5)
    assert await refused_until(table, wrong) == 20 * MINUTE
    table.now += 20 * MINUTE
    assert (await table.sharing.opened_by(code, STRANGER)).id == table.id
    await guess(table, wrong, 5)
    assert await refused_until(table, wrong) == 40 * MINUTE


async def test_many_at_one_instant_are_no_way_around(table: Table) -> None:
    wrong, *_ = wrong_for(await shared(table))
    found = await asyncio.gather(
        *(table.sharing.opened_by(wrong, STRANGER) for _ in range(50)), return_exceptions=True
    )
    assert [type(error) for error in found].count(NoSuchCodeError) == WRONG_CODES
    assert [type(error) for error in found].count(Refused) == 50 - WRONG_CODES


async def test_what_the_database_does_not_answer_costs_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await shared(table)

    async def fails(*_: object) -> None:
        raise StoreUnavailableError("it is locked")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "read", fails)
        for _ in range(WRONG_CODES + 1):
            with pytest.raises(StoreUnavailableError):
                await table.sharing.opened_by(code, STRANGER)
    assert (await table.sharing.opened_by(code, STRANGER)).id == table.id


async def test_a_clock_that_is_put_back_keeps_nobody_out_for_long(table: Table) -> None:
    code = await shared(table)
    wrong, *_ = wrong_for(code)
    table.now = NOON + timedelta(days=3)
    await guess(table, wrong, WRONG_CODES)
    table.now = NOON + HOUR
    assert (await table.sharing.opened_by(code, STRANGER)).id == table.id


async def test_players_have_a_limit_of_their_own(table: Table) -> None:
    code = await shared(table)
    wrong, *_ = wrong_for(code)
    await guess(table, wrong, WRONG_CODES, OPPONENT)
    await refused_until(table, code, OPPONENT)
    await guess(table, wrong, 1, CHALLENGER)
