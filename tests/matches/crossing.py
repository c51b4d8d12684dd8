"""Calls that cross: what one has read of a match, others change before it writes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from copy import copy
from typing import Any

from data import stores
from matches import Match, MatchId
from services import Services
from tests.matches.table import CHALLENGER, OPPONENT, Table

Verb = Callable[[Services, MatchId], Awaitable[Match | None]]
Answer = Match | BaseException | None


def overtaken(table: Table, meanwhile: Awaitable[Any]) -> Services:
    """Another service at the table; when it has read a match for the first time, ``meanwhile`` is done."""
    store, left = copy(table.store), [meanwhile]
    read: Any = store.read

    async def overtaken_read(work: Any, /, *args: Any, **named: Any) -> Any:
        found = await read(work, *args, **named)
        while left and work is stores.matches.load_with_settings:
            await left.pop()
        return found

    store.read = overtaken_read  # type: ignore[method-assign]
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


async def oops_of(services: Services, match_id: MatchId) -> Match:
    """A verb: the challenger takes their turn back at once."""
    return await services.matches.play.oops(match_id, CHALLENGER)


async def reply_of(services: Services, match_id: MatchId) -> Match:
    """A verb: the opponent makes a turn."""
    match = await services.matches.load(match_id)
    action = services.matches.history(match).position.legal_actions()[0]
    return await services.matches.play.turn(match_id, OPPONENT, str(action))
