"""The entry point: reads the settings from the environment, opens everything in order, and runs.

With a token the bot serves Discord; without one it serves itself in a browser page (see ``demo``).
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from cogs.app import Tidepool
from cogs.config import Settings
from cogs.connection.gateway import StartRefusedError
from cogs.connection.requests import PASSWORD_ADVICE, RequestRate, open_gate
from cogs.connection.shard import FOR_GOOD, TOKEN_ADVICE
from cogs.found import features
from cogs.hosting.collector import collect_all, collect_little
from cogs.hosting.health import PortError
from cogs.hosting.metrics import Tracing
from cogs.hosting.starting import PRIVATE, name_in_log, new_event_loop, read_command_line, set_up_logging
from cogs.kit.feature import Feature
from computer import Job
from computer.workers import Child, ChildProcess, ThinkingError, WorkersBusyError
from data import Database, DatabaseRefusedError, StorageBugError, open_store
from data.jobs import open_queue
from matches import Clock, Coin, CoinSide, Match, Salt, StoreUnavailableError
from matches.host_clock import HostClock, Steady, seconds_passed
from matches.lifecycle import computers
from matches.lifecycle.seals import SALT_BYTES
from services import Services
from settings.console import run
from settings.deadlines import USUAL, Deadlines
from settings.environment import read

log = logging.getLogger("tidepool")

NO_TRACES: Final = (
    "OTEL_EXPORTER_OTLP_ENDPOINT is set, and the packages for traces are not installed (there is no %s): "
    "pip install --require-hashes -r requirements-otel.txt. The bot goes on without traces."
)
DEMO_LEVEL: Final = 2
"""The computer's level at which the people of a demo play who answer by themselves."""
AGAIN: Final = 0.5
"""Seconds after which a task that goes on although it was told to end is told once more."""


def fair_coin() -> CoinSide:
    """Toss a fair, unpredictable coin."""
    return secrets.choice(("heads", "tails"))


def fresh_salt() -> bytes:
    """Draw an unpredictable salt for a seal."""
    return secrets.token_bytes(SALT_BYTES)


def build(
    settings: Settings,
    *,
    clock: Clock = discord.utils.utcnow,
    coin: Coin = fair_coin,
    salt: Salt = fresh_salt,
    child: Callable[[], Child] = ChildProcess,
    deadlines: Deadlines = USUAL,
    having: Mapping[str, Feature] | None = None,
) -> Tidepool:
    """Build a bot without starting it, ``having`` these features; None: all that are found."""
    opener: Callable[..., Awaitable[Database]] = open_store
    if settings.database_connections is not None:
        opener = partial(opener, connections=settings.database_connections)
    if settings.session_url is not None:
        opener = partial(opener, session_url=settings.session_url)
    tracing = tracing_to(settings.otel_exporter_otlp_endpoint, settings.process_name, deadlines)
    if tracing.on:
        opener = partial(opener, watch=tracing.span)
    return Tidepool(
        settings,
        clock=clock,
        coin=coin,
        salt=salt,
        open_store=opener,
        open_queue=open_queue,
        tracing=tracing,
        child=child,
        deadlines=deadlines,
        features=features() if having is None else having,
    )


def tracing_to(endpoint: str | None, process: str, deadlines: Deadlines = USUAL) -> Tracing:
    """Tracing that sends spans to a collector, by OTLP over HTTP; does nothing without an ``endpoint``."""
    if endpoint is None:
        return Tracing()
    try:
        from cogs.hosting.traces import Spans
    except ModuleNotFoundError as error:
        log.warning(NO_TRACES, error.name)
        return Tracing()
    return Spans(endpoint, process, deadlines)


def use_addresses(settings: Settings) -> None:
    """Point discord.py at another address than Discord's, such as a REST proxy."""
    if settings.discord_api_url:
        Route.BASE = settings.discord_api_url
    if settings.discord_gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


def tell_of_proxy(settings: Settings) -> None:
    """Log the proxy used for Discord, if there is one: it may be set for a whole machine."""
    if (proxy := settings.proxy) is None:
        return
    addresses = map(yarl.URL, (Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY)))
    if hosts := [str(address.host) for address in addresses if proxy.is_for(str(address))]:
        log.info("the proxy %s is on the way to %s", proxy.address, " and ".join(hosts))


class Shutdown:
    """Cancels the current task on SIGTERM or Ctrl-C; a second signal ends the process at once.

    ``heard`` tells whether the task is about to end. ``asked`` is True afterwards if a signal arrived.
    """

    def __init__(self, heard: Callable[[], bool]) -> None:
        self.asked = False
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        for number in (signal.SIGTERM, signal.SIGINT):
            # Windows has no such handlers: there Ctrl-C arrives as KeyboardInterrupt.
            with suppress(NotImplementedError):
                self._loop.add_signal_handler(number, self._stop, number)

    def _stop(self, number: signal.Signals) -> None:
        self._loop.remove_signal_handler(number)
        self.asked = True
        self._cancel()

    def _cancel(self) -> None:
        assert self._task is not None, "made within a task"
        if self._task.done() or self._heard():
            return
        self._task.cancel()
        # Up to Python 3.11, asyncio.wait_for (in which discord.py connects) loses a cancellation that comes
        # in the moment in which it is done.
        self._loop.call_later(AGAIN, self._cancel)


async def serve(settings: Settings, bot: Tidepool) -> int:
    """Run the bot on Discord until it is stopped; returns the process's exit code."""
    assert settings.discord_token is not None, "checked before"
    stopping = Shutdown(heard=lambda: bot.stopping)
    try:
        async with bot:
            most = settings.requests_a_second
            rate = None if most is None else RequestRate(most, lambda: bot.share)
            open_gate(bot.http, bot.budget, rate)
            await bot.start(settings.discord_token.get_secret_value())
    except asyncio.CancelledError:
        if not stopping.asked:
            raise
        log.info("stopped")
    except discord.LoginFailure:
        log.critical(TOKEN_ADVICE)
        return 1
    except (StoreUnavailableError, PortError, StartRefusedError) as error:
        log.critical("%s", error.advice)
        return 1
    except aiohttp.ClientHttpProxyError:
        log.critical(PASSWORD_ADVICE)
        return 1
    except discord.ConnectionClosed as error:
        log.critical("%s", FOR_GOOD[error.code])
        return 1
    except discord.HTTPException as error:
        log.critical("Discord answered with an error (%s). Wait a while, then start again.", error)
        return 1
    return 0


async def _collect_when_ready() -> None:
    # All that discord.py has loaded of the servers so far is kept out of later garbage collections.
    collect_all()


def main(
    *,
    clock: Clock = discord.utils.utcnow,
    coin: Coin = fair_coin,
    steady: Steady | None = seconds_passed,
    deadlines: Deadlines = USUAL,
) -> int:
    """Start what the settings ask for; returns the process's exit code.

    Without ``steady``, the time is what ``clock`` says, jumps included.
    """
    os.umask(PRIVATE)
    settings = read(Settings)
    if settings is None:
        return 2
    set_up_logging(settings.log_level, settings.log_format, name_in_log(settings))
    if settings.discord_token is None:
        return demo(settings)
    use_addresses(settings)
    tell_of_proxy(settings)
    collect_little()
    clock = HostClock(clock, steady) if steady else clock
    bot = build(settings, clock=clock, coin=coin, deadlines=deadlines)
    bot.add_listener(_collect_when_ready, "on_ready")
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            return runner.run(serve(settings, bot))
    except KeyboardInterrupt:
        return 0


def demo(settings: Settings) -> int:
    """Serve the bot in a browser page until Ctrl-C; returns the process's exit code."""
    # The simulator logs warnings about its own actions as soon as it is imported.
    logging.getLogger("discord").setLevel(logging.ERROR)
    print("There is no DISCORD_TOKEN, so this is the demo: the real bot on a simulated Discord.", flush=True)
    try:
        from demo import run
    except ModuleNotFoundError as error:
        log.critical(
            "There is no DISCORD_TOKEN, and the demo page needs %s: set the token, or use `make run`.",
            error.name,
        )
        return 1
    return run.main(
        run.real_bot(settings, build),
        settings,
        hooks=run.RealHooks(think_for),
        resume=resume_demo,
        evening=None if settings.demo_empty else run.EVENING,
    )


async def think_for(bot: Tidepool, match: Match) -> str | None:
    """The turn the computer would play for the side to act in a demo's match; None if it has no time.

    It asks the bot's workers directly: no hint is given or counted.
    """
    turn = computers.hint_of(match, bot.app.matches.history(match))
    job = Job(
        game=turn.game_key,
        position=turn.position,
        level=DEMO_LEVEL,
        seed=secrets.randbits(32),
        options=dict(turn.options),
        rules_version=turn.rules_version,
        seen=turn.seen,
    )
    if bot.app.workers is None:
        return None
    try:
        thought = await bot.app.workers.think(job)
    except (WorkersBusyError, ThinkingError):
        return None
    return " ".join(thought.actions)


async def resume_demo(file: Path, anew: bool) -> datetime | None:
    """Returns the last sign of life of the bot of a demo's file; ``anew``: open matches are posted again.

    Raises UnusableFileError for a file that this version cannot use.
    """
    from demo.saved import UnusableFileError

    try:
        store = await open_store(f"sqlite+aiosqlite:///{file}")
    except (DatabaseRefusedError, StorageBugError) as error:
        raise UnusableFileError(getattr(error, "advice", str(error))) from error
    try:
        services = Services(store, clock=discord.utils.utcnow, coin=fair_coin, salt=fresh_salt)
        if anew:
            await services.matches.show_anew()
        return await services.host.alive_at()
    finally:
        await store.close()


if __name__ == "__main__":
    read_command_line("Run the bot: on Discord with a token, else in a browser page.")
    run(main)
