"""The beginning of every program here: its log, its event loop, and whom its files belong to."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

from cogs.config import Settings
from cogs.kit import errors
from cogs.ops.logs import JsonFormatter, LogFormat, PlainFormatter

PRIVATE: Final = 0o077
"""The umask: what the bot writes holds picks and notes, and is nobody's but its own user's."""


def set_up_logging(level: str, form: LogFormat = "plain", process: str | None = None) -> None:
    """Log to the terminal from ``level`` on, in plain lines or as JSON, each with the name of the process."""
    number = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler()
    discord.utils.setup_logging(level=number, handler=handler)
    assert handler.formatter is not None, "it has just got one, in colours where the terminal shows them"
    plain = PlainFormatter(handler.formatter, process)
    handler.setFormatter(JsonFormatter(process) if form == "json" else plain)
    quieten_libraries()


def name_in_log(settings: Settings) -> str | None:
    """The name that each line begins with: in JSON always, where people read only if somebody chose it."""
    chosen = "process_name" in settings.model_fields_set
    return settings.process_name if chosen or settings.log_format == "json" else None


def quieten_libraries() -> None:
    """Keep the libraries from logging what is nobody's business."""
    # At DEBUG, discord.py logs what it sends and receives, secret picks and the token included.
    logging.getLogger("discord").setLevel(logging.INFO)
    # Straight into the root logger, and with whatever an interaction says of itself.
    logging.getLogger().addFilter(lambda record: not record.getMessage().startswith("Unknown channel type"))
    logging.getLogger("discord.client").addFilter(lambda record: "voice will NOT" not in record.getMessage())
    logging.getLogger("discord.app_commands.tree").addFilter(errors.suggestions_lost)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def new_event_loop() -> asyncio.AbstractEventLoop:
    """uvloop's, which takes a third less of the processor for a move, or asyncio's where there is none."""
    try:
        import uvloop  # noqa: PLC0415 - it is not made for Windows
    except ModuleNotFoundError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
