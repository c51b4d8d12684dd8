"""Events that discord.py cannot read: passed over, and told in the log without a word of what is in them."""

from __future__ import annotations

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

log = logging.getLogger(__name__)

SILENT: Final = 60.0
"""Seconds after a line in which events of the same type are counted only."""
_PLAIN: Final[Mapping[AppCommandOptionType, type | tuple[type, ...]]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.number: (int, float),
    AppCommandOptionType.boolean: bool,
}
_MOST_KEYS: Final = 40
_KEY: Final = re.compile(r"[A-Za-z_]{1,40}")


class Unreadable:
    """Tells of events that could not be read, of each type once a minute at most."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._told_at: dict[str, float] = {}
        self._untold: Counter[str] = Counter()

    def note(self, event: str, data: Any, error: Exception) -> None:
        """Take note of an event that ``error`` came of."""
        told_at = self._told_at.get(event)
        if told_at is not None and self._now() - told_at < SILENT:
            self._untold[event] += 1
            return
        self._told_at[event] = self._now()
        # The error's own words may be what somebody wrote, a pick for instance.
        log.warning(
            "an event could not be read and was passed over: %s of %s (%s in %s; %s more since the last)",
            event,
            keys_of(data),
            type(error).__name__,
            _place_of(error),
            self._untold.pop(event, 0),
        )


def pass_over(
    parsers: MutableMapping[str, Callable[[Any], None]], unreadable: Unreadable, *, but: Collection[str] = ()
) -> None:
    """Have every parser, ``but`` those, note what it cannot read in place of raising."""

    def guarded(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        def parse_or_pass_over(data: Any) -> None:
            try:
                parse(data)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one event, the next ones are not
                unreadable.note(event, data, error)

        return parse_or_pass_over

    for event in parsers.keys() - set(but):
        parsers[event] = guarded(event, parsers[event])


def keys_of(data: Any) -> str:
    """The names of what is in an event."""
    if not isinstance(data, Mapping):
        return f"a {type(data).__name__}"
    names = sorted(key for key in data if isinstance(key, str) and _KEY.fullmatch(key))
    return " ".join(names[:_MOST_KEYS]) or "nothing"


def _place_of(error: Exception) -> str:
    """Where an error was raised."""
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "no place"


def check_readable(interaction: discord.Interaction[Any]) -> None:
    """Read what a command was given. Raises whatever comes of it when that cannot be read.

    discord.py reads it in a task of its own, where an error would be nobody's.
    """
    given, command = dict(interaction.namespace), interaction.command
    if not isinstance(command, app_commands.Command | None):
        raise TypeError("there are no such commands")
    if command is None or interaction.type is InteractionType.autocomplete:
        return
    for parameter in command.parameters:
        value = given.get(parameter.display_name)
        if value is not None and not isinstance(value, _PLAIN.get(parameter.type, object)):
            raise TypeError("an option is of another type")
