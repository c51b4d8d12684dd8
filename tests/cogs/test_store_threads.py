"""Which stories are told with the threads of a store, and that the others' store does the same without."""

from __future__ import annotations

import asyncio
import importlib.util
import threading
from collections.abc import Callable
from typing import Any

import pytest

from data import stores
from matches import StoreUnavailableError
from tests.cogs.server import Server
from tests.cogs.store_threads import MODULES, has_threads


async def _looks(server: Server) -> None:
    await server.match()


async def _starts_again(server: Server) -> None:
    await server.restart()


async def _by_a_helper(server: Server) -> None:
    def within() -> Any:
        return _starts_again(server)

    await within()


@pytest.mark.parametrize(("told", "expected"), [(_looks, False), (_starts_again, True), (_by_a_helper, True)])
def test_it_is_known_by_what_a_story_uses(told: Any, expected: bool) -> None:
    assert has_threads(told) == expected


def test_the_modules_that_are_named_are_there() -> None:
    assert [module for module in MODULES if importlib.util.find_spec(module) is None] == []


def where(_: object) -> int:
    """The thread that a transaction is in."""
    return threading.get_ident()


async def test_most_have_none(server: Server) -> None:
    for how in (server.store.read, server.store.write, server.store.write_unsynced):
        assert await how(where) == threading.get_ident()


async def test_who_starts_the_bot_again_has_them(server: Server) -> None:
    assert await server.store.read(where) != threading.get_ident()
    await server.restart()
    assert await server.store.write(where) != threading.get_ident()


# --- without threads: as with them -------------------------------------------------------------------


async def remembered(server: Server) -> str | None:
    """What :func:`remember` stores."""
    return await server.bot.app.host.remembered("a fact")


def remember(connection: Any, then: Callable[[], object] = lambda: None) -> None:
    """Store a fact, then do something in the same transaction."""
    stores.host.remember(connection, "a fact", "stored")
    then()


async def test_a_transaction_is_done_though_nobody_waits_for_it_any_more(server: Server) -> None:
    asked = asyncio.ensure_future(server.store.write(remember))
    await asyncio.sleep(0)
    assert not asked.done(), "others go on first"
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await remembered(server) == "stored"


async def test_what_fails_leaves_nothing_and_the_next_one_works(server: Server) -> None:
    def fail() -> None:
        raise StoreUnavailableError("gone")

    with pytest.raises(StoreUnavailableError):
        await server.store.write(remember, fail)
    assert await remembered(server) is None
    await server.store.write(remember)
    assert await remembered(server) == "stored"
