"""Unreadable events from Discord: skipped, and logged without their content."""

from __future__ import annotations

import asyncio
import logging
import re
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Mapping, MutableMapping
from pathlib import Path
from typing import Any, Final

import discord
from discord import AppCommandOptionType, InteractionType, app_commands

from cogs.hosting.alerts import is_ours

log = logging.getLogger(__name__)

SILENT: Final = 60.0
"""Seconds after a line in which events of the same type are counted only."""
INTERACTION: Final = "INTERACTION_CREATE"
_PLAIN: Final[Mapping[AppCommandOptionType, type | tuple[type, ...]]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.number: (int, float),
    AppCommandOptionType.boolean: bool,
}
_TARGETS: Final[Mapping[int, str]] = {2: "users", 3: "messages"}
"""What the commands of context menus are used on, by their type."""
_MOST_KEYS: Final = 40
_KEY: Final = re.compile(r"[A-Za-z_]{1,40}")

Parser = Callable[[Any], None]


class PassedOver:
    """Logs events that couldn't be read, each type once a minute at most."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._told_at: dict[str, float] = {}
        self._untold: Counter[str] = Counter()

    def record(self, kind: str, data: Any, error: BaseException) -> None:
        """Log an event that caused ``error``, unless its type was logged within the last minute."""
        told_at = self._told_at.get(kind)
        if told_at is not None and self._now() - told_at < SILENT:
            self._untold[kind] += 1
            return
        self._told_at[kind] = self._now()
        # The error's message may contain a user's text, such as a pick.
        log.warning(
            "an event could not be read and was passed over: %s of %s (%s in %s; %s more since the last)",
            kind,
            keys_of(data),
            type(error).__name__,
            _place_of(error),
            self._untold.pop(kind, 0),
        )

    def guard(self, parsers: MutableMapping[str, Parser], *, but: Collection[str] = ()) -> None:
        """Make discord.py's event parsers skip payloads that they can't read, except ``but``."""
        for kind in parsers.keys() - set(but):
            parsers[kind] = self._guarded(kind, parsers[kind])

    def _guarded(self, kind: str, parse: Parser) -> Parser:
        def parse_or_pass_over(data: Any) -> None:
            try:
                if kind == INTERACTION and not isinstance(data["token"], str):
                    raise TypeError("it could not be answered")
                parse(data)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one event, the next ones are not
                self.record(kind, data, error)

        return parse_or_pass_over

    def escaped(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error that ended a task, for the event loop.

        discord.py reads parts of an interaction in tasks of its own. Our own errors keep their traceback.
        """
        error = context.get("exception")
        if "never retrieved" in context["message"] and _is_of_discord_py(error):
            assert error is not None
            self.record(INTERACTION, None, error)
        else:
            loop.default_exception_handler(context)


def keys_of(data: Any) -> str:
    """The names of an event's fields."""
    if not isinstance(data, Mapping):
        return f"a {type(data).__name__}"
    names = sorted(key for key in data if isinstance(key, str) and _KEY.fullmatch(key))
    return " ".join(names[:_MOST_KEYS]) or "nothing"


def _files(error: BaseException) -> list[Path]:
    return [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]


def _is_of_discord_py(error: Any) -> bool:
    """True if an error was raised by discord.py without any of our code on the stack."""
    if not isinstance(error, Exception):
        return False
    files = _files(error)
    return any("discord" in file.parts for file in files) and not any(map(is_ours, files))


def _place_of(error: BaseException) -> str:
    """The file and line that raised an error."""
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "no place"


def check_command(interaction: discord.Interaction[Any]) -> None:
    """Parse a command's arguments, to see whether they can be read. Raises whatever parsing them raises."""
    data: Any = interaction.data
    if data.get("type", 1) != 1:
        _check_target(data)
        return
    given, command = interaction.namespace, interaction.command
    typing = interaction.type is InteractionType.autocomplete
    known = command.parameters if isinstance(command, app_commands.Command) else []
    if typing and not (interaction.user and _focused(data) in {each.display_name for each in known}):
        raise ValueError("nothing that could be suggested")
    # For a removed command, ``known`` is empty, and the command tree tells the user.
    for parameter in known:
        value, kind = getattr(given, parameter.display_name), parameter.type
        # While the user types, a number may be anything.
        if typing and kind is not AppCommandOptionType.string:
            continue
        if value is not None and not isinstance(value, _PLAIN.get(kind, object)):
            raise TypeError("an option is of another type")


def _check_target(data: Any) -> None:
    """Raise TypeError unless a command of a context menu says what it was used on."""
    resolved = _TARGETS.get(data["type"])
    if resolved is None or not isinstance(data["resolved"][resolved][data["target_id"]], Mapping):
        raise TypeError("a kind of command that we have none of")


def _focused(data: Any) -> str:
    """The name of the option that the user is typing; empty if none."""
    for option in data.get("options", ()):
        if found := option["name"] if option.get("focused") else _focused(option):
            return str(found)
    return ""
