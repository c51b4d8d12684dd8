"""The front door: settings from the environment, everything opened in order, and run.

With a token the bot serves Discord; without one it serves itself in a browser page (see ``demo``).
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
from datetime import datetime
from pathlib import Path
from typing import Final

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import ValidationError

from cogs.app import Tidepool
from cogs.config import Settings
from cogs.kit import errors
from cogs.ops.collector import collect_all, collect_little
from cogs.ops.gateway import StartRefusedError
from cogs.ops.http import PortError
from cogs.ops.logs import JsonFormatter, LogFormat, PlainFormatter
from cogs.ops.shard import FOR_GOOD, TOKEN_ADVICE
from cogs.ops.shutdown import Shutdown
from cogs.ops.uploads import send_whole
from data import DatabaseRefusedError, StorageBugError, open_store
from matches import Clock, Coin, CoinSide, Services, StoreUnavailableError
from matches.host_clock import HostClock, Steady, seconds_passed
from settings.base import complaints

log = logging.getLogger("tidepool")

PRIVATE: Final = 0o077
"""The umask: what the bot writes holds picks and notes, and is nobody's but its own user's."""


def fair_coin() -> CoinSide:
    """One toss of a coin nobody can foresee."""
    return secrets.choice(("heads", "tails"))


def build(settings: Settings, *, clock: Clock = discord.utils.utcnow, coin: Coin = fair_coin) -> Tidepool:
    """A bot that has not been started."""
    return Tidepool(settings, clock=clock, coin=coin, open_store=open_store)


def set_up_logging(level: str, form: LogFormat = "plain") -> None:
    """Log to the terminal from ``level`` on, in plain lines or as JSON."""
    number = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler()
    discord.utils.setup_logging(level=number, handler=handler)
    assert handler.formatter is not None, "it has just got one, in colours where the terminal shows them"
    handler.setFormatter(JsonFormatter() if form == "json" else PlainFormatter(handler.formatter))
    quieten_libraries()


def quieten_libraries() -> None:
    """Keep the libraries from logging what is nobody's business."""
    # At DEBUG, discord.py logs what it sends and receives, secret picks and the token included.
    logging.getLogger("discord").setLevel(logging.INFO)
    # Straight into the root logger, and with whatever an interaction says of itself.
    logging.getLogger().addFilter(lambda record: not record.getMessage().startswith("Unknown channel type"))
    logging.getLogger("discord.client").addFilter(lambda record: "voice will NOT" not in record.getMessage())
    logging.getLogger("discord.app_commands.tree").addFilter(errors.suggestions_lost)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def use_addresses(settings: Settings) -> None:
    """Let discord.py speak to another address than Discord's own, such as a REST proxy."""
    if settings.discord_api_url:
        Route.BASE = settings.discord_api_url
    if settings.discord_gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


async def serve(settings: Settings, bot: Tidepool) -> int:
    """Run the bot on Discord until it is stopped; returns the process's exit code."""
    assert settings.discord_token is not None, "checked before"
    stopping = Shutdown(heard=lambda: bot.stopping)
    try:
        async with bot:
            send_whole(bot.http)
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
    except (aiohttp.ClientConnectionError, OSError) as error:
        log.critical("Discord cannot be reached (%s). Check the network, then start again.", error)
        return 1
    except discord.ConnectionClosed as error:
        log.critical("%s", FOR_GOOD[error.code])
        return 1
    except discord.HTTPException as error:
        log.critical("Discord answered with an error (%s). Wait a while, then start again.", error)
        return 1
    return 0


def new_event_loop() -> asyncio.AbstractEventLoop:
    """uvloop's, which takes a third less of the processor for a move, or asyncio's where there is none."""
    try:
        import uvloop  # it is not made for Windows
    except ModuleNotFoundError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _collect_when_ready() -> None:
    # All that discord.py knows of the servers by now is kept out of collections from here on.
    collect_all()


def main(
    *, clock: Clock = discord.utils.utcnow, coin: Coin = fair_coin, steady: Steady | None = seconds_passed
) -> int:
    """Start what the settings ask for; returns the process's exit code.

    Without ``steady`` whatever ``clock`` says is the time, jumps included.
    """
    os.umask(PRIVATE)
    try:
        settings = Settings()
    except ValidationError as error:
        print(*complaints(error), sep="\n", file=sys.stderr)
        return 2
    set_up_logging(settings.log_level, settings.log_format)
    if settings.discord_token is None:
        return demo(settings)
    use_addresses(settings)
    collect_little()
    bot = build(settings, clock=HostClock(clock, steady) if steady else clock, coin=coin)
    bot.add_listener(_collect_when_ready, "on_ready")
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            return runner.run(serve(settings, bot))
    except KeyboardInterrupt:
        return 0


def demo(settings: Settings) -> int:
    """Serve the bot in a browser page until Ctrl-C; returns the process's exit code."""
    # The simulator warns of what it does itself, as soon as it is imported.
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
    return run.main(run.real_bot(settings, build), settings, hooks=run.RealHooks(), resume=resume_demo)


async def resume_demo(file: Path) -> datetime | None:
    """Have all open matches of a demo's file shown anew; returns the time of the last sign of its bot.

    Raises UnusableFileError for a file that no bot of this version can use.
    """
    from demo.saved import UnusableFileError

    try:
        store = await open_store(f"sqlite+aiosqlite:///{file}")
    except (DatabaseRefusedError, StorageBugError) as error:
        raise UnusableFileError(getattr(error, "advice", str(error))) from error
    try:
        services = Services(store, clock=discord.utils.utcnow, coin=fair_coin)
        await services.matches.show_anew()
        return await services.host.alive_at()
    finally:
        await store.close()


if __name__ == "__main__":
    sys.exit(main())
