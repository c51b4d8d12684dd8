"""Runs the demo from its settings, and shuts it down cleanly."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from aiohttp import web
from pydantic import SecretStr

from cogs.web_board.server import WebBoard
from demo.page import DemoPage
from demo.saved import Resume, SaveFile, nothing_kept
from demo.world import Answer, BotFactory, Hooks, World
from matches import GuildId, Match, Phase, UserId
from web.site import BoardSite, WebAddress

HOST = "127.0.0.1"
DEFAULT_PORT = 8790
PORTS_TRIED = 20
DEFAULT_FILE = "var/demo.sqlite3"
WAITING_AT_MOST = 200
#: The path of the board's page below the demo's own address.
BOARD = "board"

#: What a new demo begins with; made by `python -m demo.evening`.
EVENING = Path(__file__).parent / "evening.zip"

#: Finds a turn for who acts in a match, as one types it; None if nobody has time to think.
Think = Callable[[Any, Match], Awaitable[str | None]]

log = logging.getLogger(__name__)


def main(
    make_bot: BotFactory,
    settings: Any = None,
    *,
    hooks: Hooks | None = None,
    resume: Resume = nothing_kept,
    evening: Path | None = None,
) -> int:
    """Run the demo with bots from ``make_bot`` until Ctrl-C; a new one begins with the ``evening``."""
    # Their warnings about a connection or a database matter on a server, not here. Errors are still shown.
    for name in ("discord", "alembic"):
        logging.getLogger(name).setLevel(logging.ERROR)
    if "log_level" not in getattr(settings, "model_fields_set", ()):
        logging.getLogger().setLevel(logging.WARNING)
    named = getattr(settings, "demo_file", None) or os.environ.get("DEMO_FILE") or DEFAULT_FILE
    file = Path(named).expanduser()
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(make_bot, SaveFile(file, resume), _wished_port(settings), hooks, evening))
    return 0


def real_bot(settings: Any, build: Callable[[Any], Any]) -> BotFactory:
    """Make bots with ``build`` from the settings, but with a data file of the demo's own."""

    def make(database: Path, address: str) -> Any:
        url = SecretStr(f"sqlite+aiosqlite:///{database}")
        own = {"database_url": url, "discord_token": None, "shard_count": 1, "jobs": "inside"}
        page = {"web_url": f"{address}{BOARD}" if address else None, "web_port": None}
        return build(settings.model_copy(update=own | page))

    return make


async def nobody_thinks(_bot: Any, _match: Match) -> str | None:
    """Think of no move."""
    return None


class RealHooks(Hooks):
    """The demo's hooks into Tidepool itself. ``think`` finds the turns of those who answer by themselves."""

    def __init__(self, think: Think = nobody_thinks) -> None:
        self._think = think

    async def awaited(self, bot: Any, user_id: int) -> set[int]:
        """The places of the matches and challenges that wait for a user."""
        waiting = await bot.app.matches.lists.waiting_longest(UserId(user_id), WAITING_AT_MOST)
        return {match.shown.home or match.channel_id for match in waiting}

    async def answer(self, bot: Any, user_id: int) -> Answer | None:
        """A turn in the match that has waited longest, or the acceptance of a challenge."""
        app = bot.app
        for match in await app.matches.lists.waiting_longest(UserId(user_id), WAITING_AT_MOST):
            place = match.shown.home or match.channel_id
            if match.phase is Phase.PLAYING:
                line = await self._think(bot, await app.matches.load(match.id))
                if line is not None:
                    command = app.presentations[match.game_key].command
                    return Answer(place, f"{command} move", {"action": line})
            elif match.phase is Phase.CHALLENGED and match.game.secret_setup is None:
                return Answer(place, control=f"accept:{match.id}:")
        return None

    def board(self, bot: Callable[[], Any], address: str) -> web.Application:
        """The board's page, for the bot that there is; each person of the demo has a cookie of their own."""

        def host() -> Any:
            there = bot()
            return None if there.stopping or not hasattr(there, "app") else there.app[WebBoard].host

        return BoardSite(host, WebAddress(f"{address}{BOARD}", apart=True)).application()

    async def begin(self, bot: Any, server_id: int) -> None:
        """Give a new server the settings that such servers begin with."""
        greetings, server = bot.app.services.greetings, GuildId(server_id)
        if await greetings.claim(server) is not None:
            await greetings.settle(server, None)

    async def next_due(self, bot: Any) -> datetime | None:
        """The time at which the next match becomes due: a reminder or a deadline."""
        due: datetime | None = await bot.app.matches.time.next_due()
        return due

    async def pass_over(self, bot: Any, until: datetime) -> None:
        """Tell the bot that a leap of the clock is no downtime."""
        await bot.app.services.downtime.pass_over(until)


async def _run(
    make_bot: BotFactory, saved: SaveFile, port: int, hooks: Hooks | None, evening: Path | None
) -> None:
    stopping = _stop_event()
    async with AsyncExitStack() as stack:
        if not stack.enter_context(saved.held()):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tidepool-demo-"))
            print("So this demo keeps nothing when it stops.")
            saved = SaveFile(Path(folder) / "demo.sqlite3")
        else:
            print(f"Matches are kept in {saved.file} until you start afresh on the page.")
        print("Stop it with Ctrl-C.")
        world = World(make_bot, saved, hooks, evening=evening)
        address = await start(stack, world, port)
        for running in (world.run_clock(), world.run_company()):
            stack.push_async_callback(_end, asyncio.create_task(running))
        print(f"Open {address}", flush=True)
        await stopping.wait()
        print("\nStopped.")


async def start(stack: AsyncExitStack, world: World, port: int) -> str:
    """Start a world and its page, push their cleanup onto the stack, and return the address."""
    listening = _bound(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    await world.open(address)
    stack.push_async_callback(world.close)
    runner = web.AppRunner(DemoPage(world).application(), access_log=None, shutdown_timeout=1)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.SockSite(runner, listening).start()
    return address


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def _bound(wished: int) -> socket.socket:
    """A socket on the wished port or the next free one."""
    for port in range(wished, wished + PORTS_TRIED):
        with suppress(OSError):
            return socket.create_server((HOST, port))
    raise SystemExit(
        f"No free port between {wished} and {wished + PORTS_TRIED - 1}. Set DEMO_PORT to another."
    )


def _wished_port(settings: Any) -> int:
    value = getattr(settings, "demo_port", None) or os.environ.get("DEMO_PORT") or DEFAULT_PORT
    try:
        return int(value)
    except ValueError:
        raise SystemExit(f"DEMO_PORT should be a number, not {value!r}.") from None


def _stop_event() -> asyncio.Event:
    """An event that Ctrl-C and SIGTERM set; a second Ctrl-C ends the process at once."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()

    def stop(number: signal.Signals) -> None:
        loop.remove_signal_handler(number)
        event.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers: there Ctrl-C arrives as KeyboardInterrupt.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop, number)
    return event
