"""Commands of earlier versions: what each is today, for who still types one or has an old menu open."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands

from cogs.text import entry_points_texts

_GROUPS: Final = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
_BOARD: Final = "board"
_DEEDS: Final[Mapping[str, str]] = {"replay": "film"}
"""The subcommands of /match that are called otherwise today."""
_CONTINUE: Final = frozenset(
    f"match {word}"
    for word in (
        *("draw", "takeback", "pause", "claim", "resign", "rematch"),
        *("record", "share", "replay", "watch", "unwatch"),
    )
)
"""The subcommands that could ask which match was meant."""


def said_of(data: Any, games: Collection[str]) -> str | None:
    """The sentence for a command that isn't there any more; None for one that never was."""
    name = _name(data)
    way = entry_points_texts.WAYS.get(name) or (entry_points_texts.BOARD if _is_board(name, games) else None)
    return None if way is None else entry_points_texts.command_moved(name, way)


def _is_board(name: str, games: Collection[str]) -> bool:
    game, _, rest = name.partition(" ")
    return game in games and rest == _BOARD


def _name(data: Any) -> str:
    """The name of a command as it came, its subcommands included."""
    return " ".join(_parts(data))


def _parts(data: Any) -> Iterator[str]:
    while isinstance(data, Mapping):
        yield str(data.get("name", ""))
        options = data.get("options")
        inner = [one for one in options if isinstance(one, Mapping)] if isinstance(options, list) else []
        data = next((one for one in inner if one.get("type") in _GROUPS), None)


def unknown_options(interaction: discord.Interaction[Any]) -> list[str]:
    """The options of a command that today's has no more: a client may have the old one for an hour."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return []
    known = {parameter.display_name for parameter in command.parameters}
    return [name for name, _ in interaction.namespace if name not in known]


def today(name: str, options: Sequence[str], games: Collection[str]) -> tuple[str, Sequence[str]]:
    """The command, and its options as ``name=value``, that an old menu of matches goes on with."""
    if name in _CONTINUE:
        word = name.removeprefix("match ")
        return "match", [f"deed={_DEEDS.get(word, word)}"]
    if _is_board(name, games):
        return "match", []
    if name.startswith("server ") and name in entry_points_texts.WAYS:
        return "server match", []
    return name, options
