"""Jobs whose rounds begin together ask once what is due; none misses what was stored before it asked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from data import stores
from matches.errors import DamagedError, StoreUnavailableError
from matches.summaries import DueWork
from tests.matches.table import CHALLENGER, Table
from tests.store import instead


class Asked:
    """Counts the questions that reach the store, and holds each back until it may be answered."""

    def __init__(self, table: Table, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.read, self.answered = asyncio.Event(), asyncio.Event()
        self._read = table.store.read
        patch.setattr(table.store, "read", self._counted)

    async def _counted(self, work: Any, /, *args: Any, **named: Any) -> Any:
        if work is not stores.due.due_work:
            return await self._read(work, *args, **named)
        self.count += 1
        found = await self._read(work, *args, **named)
        self.read.set()
        await self.answered.wait()
        return found


async def test_who_asks_at_one_moment_shares_the_answer(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(table, monkeypatch)
    asked.answered.set()
    one, other = await asyncio.gather(table.services.workload.due(), table.services.workload.due())
    assert one is other
    assert asked.count == 1
    await table.services.workload.due()
    assert asked.count == 2, "no answer is kept"


async def test_what_was_stored_before_the_question_is_in_the_answer(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(table, monkeypatch)
    early = asyncio.create_task(table.services.workload.due())
    await asked.read.wait()
    await table.privacy.ask_to_be_forgotten(CHALLENGER)
    late = asyncio.create_task(table.services.workload.due())
    asked.answered.set()
    assert not (await early).deletions, "it was on its way"
    assert (await late).deletions


async def test_the_answer_comes_even_if_who_asked_first_is_cancelled(table: Table) -> None:
    first, second = (asyncio.create_task(table.services.workload.due()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    found = await second
    assert not any(getattr(found, kind) for kind in _kinds())
    with pytest.raises(asyncio.CancelledError):
        await first


@pytest.mark.parametrize("error", [StoreUnavailableError, DamagedError])
async def test_anything_may_be_due_if_nobody_knows(
    table: Table, monkeypatch: pytest.MonkeyPatch, error: type[StoreUnavailableError]
) -> None:
    async def broken(*_: object) -> DueWork:
        raise error("It can't be read.")

    instead(table.store, stores.due.due_work, broken, monkeypatch)
    found = await table.services.workload.due()
    assert all(getattr(found, kind) for kind in _kinds())
    assert found.for_sweep and found.is_due("the job of a feature")


async def test_a_card_of_this_moment_is_due(table: Table) -> None:
    await table.begun(1)
    assert (await table.services.workload.due()).matches


def _kinds() -> list[str]:
    return [name for name in DueWork.__slots__ if name not in ("next_deadline", "features")]
