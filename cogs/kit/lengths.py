"""The maximum length of a text option: registered with Discord, and checked here too.

Discord's own client enforces the registered limit; other clients may not, and for autocompletion nothing
does. Longer texts are not read at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
from discord import app_commands

LONGEST: Final = 200
"""Characters of a command's option: as many as a typed turn may have (``matches.playing``)."""
Text = app_commands.Range[str, None, LONGEST]
"""The annotation of every option that people type a text into."""


def too_long(interaction: discord.Interaction[Any]) -> str | None:
    """The name of an option of a command that is longer than is read; None if none is."""
    options = dict(interaction.data or {}).get("options")
    return next((name for name, text in _typed(options) if len(text) > LONGEST), None)


def _typed(options: Any) -> Iterator[tuple[str, str]]:
    """The names of the options and the texts typed in them, those of subcommands included."""
    for option in options if isinstance(options, list) else ():
        if isinstance(option, Mapping):
            if isinstance(value := option.get("value"), str):
                yield str(option.get("name", "")), value
            yield from _typed(option.get("options"))
