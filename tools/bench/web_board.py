"""The board in a browser: how long its requests take, when the other page knows, and what open pages cost.

A real bot, on the loopback Discord, serves the page on loopback. The peer is the same turn typed as a command
on Discord, until its card is there.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Awaitable
from contextlib import AsyncExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientSession, DummyCookieJar, TCPConnector
from aiohttp.test_utils import unused_port

from matches import MatchId
from tests.cogs.web_board.page import URL, Browser
from tests.loopback.server.people import Person
from tests.loopback.story import Story, a_story
from tools import harness
from tools.crowd.bots import processor_seconds
from web.live import MOST_OF_ONE

TURNS: Final = 12
"""Turns of each side, every second one typed."""
PAGES: Final = 200
AT_REST: Final = 10.0
"""Seconds for which the processor is watched."""
MATCH: Final = MatchId(1)
_COOKIE: Final = "__Host-tidepool-board"


def run(turns: int = TURNS, pages: int = PAGES, seconds: float = AT_REST) -> None:
    """Print the figures; fails only if something was not answered."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_run(Path(folder), turns, pages, seconds))


async def _run(folder: Path, turns: int, pages: int, seconds: float) -> None:
    port = unused_port()
    async with AsyncExitStack() as stack:
        story = await stack.enter_async_context(a_story(folder, web_url=URL, web_port=str(port)))
        # A bot with an open connection isn't at rest, and that is waited for between turns.
        once, jar = TCPConnector(force_close=True, limit=0), DummyCookieJar()
        page = ClientSession(f"http://127.0.0.1:{port}", connector=once, cookie_jar=jar)
        client = await stack.enter_async_context(page)
        await story.begin("pjawns", side="white")
        await _time_turns(story, client, turns)
        people = [
            story.discord.person(f"Reader {number}", story.guild) for number in range(pages // MOST_OF_ONE)
        ]
        readers = [_browser(story, client, who) for who in people]
        none = await _share(story, seconds)
        for reader in readers:
            for _ in range(MOST_OF_ONE):
                told = await stack.enter_async_context(reader.live(MATCH))
                await anext(told)
        some = await _share(story, seconds)
    harness.figure("of a core at rest, without pages", 100 * none, "%")
    harness.figure(f"of a core at rest, with {pages} open pages", 100 * some, "%", at_most=5)


async def _time_turns(story: Story, client: ClientSession, turns: int) -> None:
    """Play turns on the page and, in between, typed ones, and print how long each takes."""
    players = (story.challenger, story.opponent)
    browsers = [_browser(story, client, who) for who in players]
    spent: dict[str, list[float]] = {}

    async def timed(what: str, doing: Awaitable[Any]) -> Any:
        began = time.perf_counter()
        found = await doing
        spent.setdefault(what, []).append(1000 * (time.perf_counter() - began))
        return found

    for number in range(2 * turns):
        own, other = browsers[number % 2], browsers[1 - number % 2]
        state = await timed("the page's first request", own.get(f"match/{MATCH}"))
        action = state["position"]["legal"][number % len(state["position"]["legal"])]["text"]
        if number // 2 % 2:
            await timed("the peer: typed, until its card is there", story.move(players[number % 2], action))
            continue
        query = f"preview?version={state['version']}&line={action.replace('@', '%40')}"
        await timed("a piece is pushed", own.get(f"match/{MATCH}/{query}"))
        sent = {"line": action, "version": state["version"], "ply": state["position"]["ply"]}
        async with other.live(MATCH) as told:
            await anext(told)
            posting = asyncio.create_task(timed("Send", own.post(f"match/{MATCH}/turn", sent)))
            await timed("Send, until the other page knows", anext(told))
            await posting
        await story.discord.quiet()
    table = harness.FigureTable(44, {"median ms": ".1f", "95 %": ".1f", "longest": ".1f"})
    for what, values in spent.items():
        table.row(what, *(harness.percentile(values, percent) for percent in (50, 95)), max(values))


def _browser(story: Story, client: ClientSession, who: Person) -> Browser:
    """A browser of somebody, signed in by a row of its own."""
    token, at = secrets.token_urlsafe(32), story.world.clock().isoformat(" ", "microseconds")
    row = (who.id, sha256(token.encode()).hexdigest(), "A browser", at, at)
    with closing(sqlite3.connect(story.bot.database, timeout=30)) as database, database:
        names = "user_id, digest, browser, began_at, seen_at"
        database.execute(f"INSERT INTO web_session ({names}) VALUES (?, ?, ?, ?, ?)", row)
    browser = Browser(client)
    browser.reader, browser.cookies = str(who.id), {_COOKIE: token}
    return browser


async def _share(story: Story, seconds: float) -> float:
    """The share of a processor that the bot takes while nobody does anything."""
    before = processor_seconds(story.bot)
    await asyncio.sleep(seconds)
    return (processor_seconds(story.bot) - before) / seconds
