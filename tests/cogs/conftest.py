"""A server for every story."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cogs.app import Tidepool
from cogs.hosting import starting
from cogs.text.mentions import know_commands
from data import open_store, stores
from matches import CoinSide
from services.host import TIDIED
from tests.cogs.server import Server, StoryEnv, make_bot, opened, overloaded, said_directly
from tests.cogs.store_threads import has_threads
from tests.logs import as_before
from tests.store import template


@pytest.fixture(autouse=True)
def _no_ids_left() -> Iterator[None]:
    """Ids of commands are those of the bot that runs: tests without one know none."""
    know_commands({})
    yield
    know_commands({})


@pytest.fixture(autouse=True)
def _store_threads(request: pytest.FixtureRequest) -> None:
    """The bot's store has its threads where the story is about what goes on in them."""
    opened.threads = has_threads(request.function)


STORIES_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
"""The time on simcord's clock when a story begins."""


@pytest.fixture
def quiet_libraries() -> Iterator[None]:
    """The libraries log what they log beside the bot, and no more."""
    with as_before():
        starting.quieten_libraries()
        yield


@pytest.fixture(scope="session")
def fresh_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with no matches, made once for all stories, and tidied: there is nothing to tidy."""
    path = Path(shutil.copy(template(), tmp_path_factory.mktemp("database") / "tidepool.sqlite3"))

    async def tidy() -> None:
        store = await open_store(f"sqlite+aiosqlite:///{path}")
        await store.write(stores.host.remember, TIDIED, STORIES_BEGIN.isoformat())
        await store.close()

    asyncio.run(tidy())
    return path


@pytest.fixture
def database(tmp_path: Path, fresh_database: Path) -> Path:
    """The file the bot keeps its matches in."""
    return Path(shutil.copy(fresh_database, tmp_path / "tidepool.sqlite3"))


@pytest.fixture
def coin(request: pytest.FixtureRequest) -> list[CoinSide]:
    """How the coin falls, the last entry for ever: by default tails, so that the challenger starts.

    A test says otherwise with ``@pytest.mark.parametrize("coin", [["heads"]])``.
    """
    return list(getattr(request, "param", ["tails"]))


@pytest.fixture
async def simcord_bot(database: Path, coin: list[CoinSide]) -> AsyncIterator[Tidepool]:
    """The bot that simcord starts."""
    bot = make_bot(database, coin)
    yield bot
    await bot.close()


@pytest.fixture
async def simcord_env(simcord_bot: Tidepool, request: pytest.FixtureRequest) -> AsyncIterator[StoryEnv]:
    """The world that the bot is in, with the options that the test's mark ``simcord`` gives."""
    mark = request.node.get_closest_marker("simcord")
    env = StoryEnv(simcord_bot, **(mark.kwargs if mark else {}))
    await env.start()
    try:
        yield env
    finally:
        await env.shutdown()
        if env.check_errors:
            env._raise_errors_since(env._errors_acknowledged)


@pytest.fixture
async def server(
    simcord_env: StoryEnv, database: Path, coin: list[CoinSide], caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Server]:
    """A server with the bot in it. No error may be one nobody foresaw, whatever the test looks for.

    And nobody is a number in a direct message, no card has two blue buttons or more than Discord takes."""
    server = Server(simcord_env, database, coin)
    yield server
    await server.bot.close()
    assert [said for said in said_directly(server) if "<@" in said] == [], "mentions in direct messages"
    assert overloaded(server) == []
    bugs = [
        record for record in caplog.get_records("call") if record.exc_info and record.levelno >= logging.ERROR
    ]
    assert not bugs, [record.getMessage() for record in bugs]
