"""The start of every program here: its log, its event loop, the owner of its files, and retries.

When a program starts, the network or the database server may not be up yet: after a power cut a machine
starts all of them at once. The program waits for temporary problems to pass; others end it.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

from cogs.config import Settings
from cogs.connection.requests import WRONG_PASSWORD
from cogs.connection.shard import NETWORK, Pauses, reason_of
from cogs.hosting.logs import JsonFormatter, LogFormat, PlainFormatter
from cogs.kit import errors
from cogs.kit.failures import UNREADABLE, UnreadableError, is_outage
from matches import StoreUnavailableError
from settings import VERSION
from settings.console import show_anything

log = logging.getLogger(__name__)

PRIVATE: Final = 0o077
"""The umask: what the bot writes holds picks and notes, and is nobody's but its own user's."""


T = TypeVar("T")


def read_command_line(about: str) -> None:
    """Parse the command line of a program that takes no arguments; ends the process after ``--version``."""
    show_anything()
    parser = argparse.ArgumentParser(description=about, epilog="All settings are in the environment or .env.")
    parser.add_argument("--version", action="version", version=f"Tidepool {VERSION}")
    parser.parse_args()


class Patience:
    """Retries the steps of a start until each succeeds, however long Discord or the database is away."""

    def __init__(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self.trouble: str | None = None
        """The sentence about what is waited for now; None while a start goes on."""
        self._sleep = sleep

    async def until_answered(self, request: Callable[[], Awaitable[T]]) -> T:
        """Send a request until Discord answers; an answer that can't be read counts as one."""

        async def step() -> T:
            try:
                return await request()
            except UNREADABLE as error:
                raise UnreadableError(type(error).__name__) from error

        return await self.until_done(step)

    async def until_done(self, step: Callable[[], Awaitable[T]]) -> T:
        """The result of ``step``, retried with growing pauses while its trouble may pass.

        The log has a line when it first fails, and one when it succeeds. Any other error is raised.
        """
        pauses, told = Pauses(), False
        while True:
            try:
                given = await step()
            except Exception as error:
                if (trouble := passing_trouble(error)) is None:
                    raise
                self.trouble = trouble
                if not told:
                    log.warning("%s The start waits, and tries again and again, with growing pauses", trouble)
                told = True
                await self._sleep(pauses.after(None))
            else:
                self.trouble = None
                if told:
                    log.info("what the start waited for is there: it goes on")
                return given


def passing_trouble(error: Exception) -> str | None:
    """A sentence about a problem that may pass by itself; None for one that the host has to fix."""
    if isinstance(error, StoreUnavailableError):
        return error.advice if error.passes else None
    if isinstance(error, aiohttp.ClientHttpProxyError) and error.status == WRONG_PASSWORD:
        return None
    if isinstance(error, UnreadableError):
        return f"Discord, or what is on the way to it, gave an answer that can't be read ({error})."
    if isinstance(error, discord.HTTPException):
        return f"Discord answered with an error (HTTP {error.status})." if is_outage(error) else None
    return f"Discord cannot be reached ({reason_of(error)})." if isinstance(error, NETWORK) else None


def set_up_logging(level: str, form: LogFormat = "plain", process: str | None = None) -> None:
    """Log to the terminal from ``level`` on, in plain lines or as JSON, each with the name of the process."""
    number = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler()
    discord.utils.setup_logging(level=number, handler=handler)
    assert handler.formatter is not None, "it has just got one, in colours where the terminal shows them"
    plain = PlainFormatter(handler.formatter, process)
    handler.setFormatter(JsonFormatter(process) if form == "json" else plain)
    quieten_libraries()


def _is_of_use(record: logging.LogRecord) -> bool:
    """False for messages that discord.py's client logs at each start or attempt to log in."""
    said = record.getMessage()
    return "voice will NOT" not in said and "static token" not in said


def name_in_log(settings: Settings) -> str | None:
    """The process name for each log line: always in JSON, in plain logs only if the host set one."""
    chosen = "process_name" in settings.model_fields_set
    return settings.process_name if chosen or settings.log_format == "json" else None


def quieten_libraries() -> None:
    """Keep the libraries from logging secrets and noise."""
    # At DEBUG, discord.py logs what it sends and receives, secret picks and the token included.
    logging.getLogger("discord").setLevel(logging.INFO)
    # Logged straight to the root logger, with the interaction's content.
    logging.getLogger().addFilter(lambda record: not record.getMessage().startswith("Unknown channel type"))
    logging.getLogger("discord.client").addFilter(_is_of_use)
    logging.getLogger("discord.app_commands.tree").addFilter(errors.suggestions_lost)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def new_event_loop() -> asyncio.AbstractEventLoop:
    """A uvloop event loop, which uses a third less CPU for a move; asyncio's if uvloop isn't installed."""
    try:
        import uvloop  # noqa: PLC0415 - it is not made for Windows
    except ModuleNotFoundError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
