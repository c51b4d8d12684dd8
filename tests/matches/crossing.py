"""Calls that cross: what one has read of a match, others change before it writes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from data import SqlStore
from data.stores.matches import SqlMatches
from matches import Match, MatchId, Services
from matches.lifecycle.around import Loaded
from tests.matches.table import Table

Verb = Callable[[Services, MatchId], Awaitable[Match | None]]
Answer = Match | BaseException | None


class _OvertakenMatches(SqlMatches):
    """Matches whose first reader is overtaken by what is done ``meanwhile``."""

    def __init__(self, store: SqlStore, meanwhile: Awaitable[Any]) -> None:
        super().__init__(store._database)
        self._meanwhile = [meanwhile]

    async def load_with_settings(self, match_id: MatchId) -> Loaded:
        found = await super().load_with_settings(match_id)
        while self._meanwhile:
            await self._meanwhile.pop()
        return found


def overtaken(table: Table, meanwhile: Awaitable[Any]) -> Services:
    """Another service at the table; when it has read a match for the first time, ``meanwhile`` is done."""
    store = SqlStore(table.store._database)
    store.matches = _OvertakenMatches(table.store, meanwhile)
    return table.another_service(store)


async def crossing(table: Table, *verbs: Verb, services: int = 2) -> list[Answer]:
    """The answers to verbs about the table's match that are asked at the same time, errors among them.

    Of several services each has read the match before any of them writes, which they do in order. One
    service is asked everything at once, and sees to the order by itself.
    """
    if services == 1:
        asked = [verb(table.services, table.id) for verb in verbs]
        return await asyncio.gather(*asked, return_exceptions=True)
    answers: list[Answer] = []
    await _crossing(table, verbs, answers)
    assert len(answers) == len(verbs), "one was refused before it had read anything"
    return answers


async def _crossing(table: Table, verbs: tuple[Verb, ...], answers: list[Answer]) -> None:
    *before, last = verbs
    service = (
        overtaken(table, _crossing(table, tuple(before), answers)) if before else table.another_service()
    )
    answers += await asyncio.gather(last(service, table.id), return_exceptions=True)
