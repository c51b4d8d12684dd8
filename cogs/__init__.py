"""The bot's side of Discord: commands, buttons, messages. discord.py is used here, in bot.py and demo/ only.

Cogs are thin: they parse, call one method of a service and show the result, without rules, SQL or
drawing. A feature is a folder, with its rules and operations in modules of their own. Every module of this
folder with a ``setup`` is loaded, and a feature's ``commands``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import pkgutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from discord import AppCommandOptionType, HTTPException, Interaction, InteractionType, Locale, app_commands

from cogs.connection.events import INTERACTION, PassedOver, check_command
from cogs.kit import former
from cogs.kit.call import LONGEST_TEXT, Call, too_long
from cogs.kit.errors import UNSENT, Refusal
from cogs.kit.failures import INVALID_FORM, UnreadableError, reading
from cogs.kit.reporting import begin, reader_of, report
from cogs.text import descriptions, entry_points_texts, errors_texts, speak
from cogs.text.mentions import know_commands
from services.viewpoint import read_as

if TYPE_CHECKING:
    from discord.ext import commands

    from services import Host

log = logging.getLogger(__name__)

COMMANDS_FACT = "registered commands"
_NOTHING: Final[Any] = {"type": 1, "name": ""}
"""Replaces the data of a command that can't be parsed, so that nothing else fails on it."""
_COMMANDS_WITHIN: Final = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)


@cache
def extensions() -> tuple[ModuleType, ...]:
    """All modules with a ``setup``, to be called with the bot in this order; looked for once.

    The panels are imported too: each enters its controls and forms itself. None is loaded as an extension of
    discord.py, which would execute each module a second time to make it reloadable: nothing here is reloaded.
    """
    for panel in pkgutil.walk_packages([f"{path}/panels" for path in __path__], f"{__name__}.panels."):
        import_module(panel.name)
    modules = [
        f"{__name__}.{found.name}.commands" if found.ispkg else f"{__name__}.{found.name}"
        for found in pkgutil.iter_modules(__path__)
        if not found.ispkg or Path(__path__[0], found.name, "commands.py").exists()
    ]
    return tuple(module for module in map(import_module, modules) if hasattr(module, "setup"))


def payloads(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """All commands as Discord is told of them: descriptions and choices in each language that has them.

    What a language lacks stays English. Names are the same everywhere, so that people can tell each other
    what to type. With a translator discord.py makes the same data, and takes ten times as long at each start.
    """
    known = {locale.value: words for locale in Locale if (words := descriptions(locale))}
    told = [command.to_dict(tree) for command in tree.get_commands()]
    for command in told:
        _translate(command, known)
    return told


def _translate(command: dict[str, Any], known: Mapping[str, Mapping[str, str]]) -> None:
    """Add to a command, a group or a subcommand its descriptions and choices in the ``known`` languages."""

    def of(english: str) -> dict[str, str]:
        return {locale: words[english] for locale, words in known.items() if english in words}

    command["name_localizations"] = {}
    if "description" not in command:
        return  # it stands in the menu of a person or a message
    command["description_localizations"] = of(command["description"])
    for option in command["options"]:
        if option["type"] in _COMMANDS_WITHIN:
            _translate(option, known)
            continue
        if found := of(option["description"]):
            option["description_localizations"] = found
        for choice in option.get("choices", ()):
            if found := of(choice["name"]):
                choice["name_localizations"] = found


class Tree(app_commands.CommandTree[Any]):
    """The command tree: answers each command in the user's language, and reports errors."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self._passed_over = PassedOver()
        self.registered: frozenset[int] = frozenset()
        """The ids of the bot's own commands; empty until they are known."""
        self._cleared: set[int] = set()
        """Servers from which the commands of an earlier bot were removed."""

    async def interaction_check(self, interaction: Interaction[Any], /) -> bool:
        """Record a command that arrived, and set the user's language; returns True if it may run.

        Refuses commands of an earlier bot, unreadable commands, and options that are too long. Autocompletion
        of the first two ends without an answer.
        """
        call = Call(interaction)
        begin(call)
        speak(interaction.locale)
        read_as(*reader_of(interaction))
        try:
            if self._is_left_behind(interaction.data):
                await self._remove_left_behind(interaction)
                return False
            check_command(interaction)
        except Exception as error:  # noqa: BLE001 - malformed data can raise anything
            self._passed_over.record(INTERACTION, interaction.data, error)
            interaction.data = _NOTHING
            if interaction.type is InteractionType.application_command:
                await self.on_error(interaction, app_commands.CommandNotFound("", []))
            return False
        if interaction.type is InteractionType.autocomplete:
            _end_when_late(interaction)
            return True
        if (option := too_long(interaction)) is not None:
            refused = errors_texts.option_too_long(option, LONGEST_TEXT)
        elif moved := former.unknown_options(interaction):
            refused = entry_points_texts.options_moved(moved)
        else:
            return True
        outcome = await report(call, Refusal(refused))
        interaction.client.app.metrics.ended(interaction, outcome)
        return False

    def _is_left_behind(self, data: Any) -> bool:
        """True for a command of a single server: the bot's own are global, so an earlier bot left it."""
        return bool(data.get("guild_id")) and bool(self.registered) and int(data["id"]) not in self.registered

    async def _remove_left_behind(self, interaction: Interaction[Any]) -> None:
        """Say that a command doesn't exist any more, and remove all commands registered for its server.

        This waits until a user runs one: looking for them would take a request for each server.
        """
        data, client = interaction.data, interaction.client
        assert data is not None, "it was looked into"
        if interaction.type is not InteractionType.autocomplete:
            outcome = await report(Call(interaction), Refusal(errors_texts.COMMAND_LEFT_BEHIND))
            client.app.metrics.ended(interaction, outcome)
        guild, name = int(data["guild_id"]), data["name"]  # type: ignore[typeddict-item]
        if guild in self._cleared:
            return
        self._cleared.add(guild)
        try:
            await client.http.bulk_upsert_guild_commands(client.application_id, guild, payload=[])
        except UNSENT as error:
            self._cleared.discard(guild)
            log.warning(
                "guild=%s the commands that an earlier bot left could not be removed: %s", guild, error
            )
        else:
            log.info(
                "guild=%s the commands that an earlier bot left were removed, /%s among them", guild, name
            )

    async def on_error(self, interaction: Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the user what went wrong; of a command of an earlier version, what it is today."""
        told: Exception = error
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            games = [one.command for one in interaction.client.app.presentations.values()]
            if said := former.said_of(interaction.data, games):
                told = Refusal(said)
        outcome = await report(Call(interaction), told)
        interaction.client.app.metrics.ended(interaction, outcome)


def _end_when_late(interaction: Interaction[Any]) -> None:
    """Cancel the present task, an autocompletion, at the time when Discord no longer accepts its answer."""
    task = asyncio.current_task()
    assert task is not None, "interactions are dealt with in tasks"

    def end() -> None:
        log.info("interaction=%s suggestions ended: Discord waits no longer for them", interaction.id)
        task.cancel()

    ending = asyncio.get_running_loop().call_later(interaction.client.app.deadlines.acknowledge, end)
    task.add_done_callback(lambda _: ending.cancel())


EDITION: Final = 13
"""The version of the registered commands: raise it with every change to what is sent to Discord."""
PRIMARY_ENTRY_POINT: Final = 4
"""The type of the command that opens an application's Activity."""
ENTRY_POINT_LEFT_OUT: Final = 50240
"""Discord's error code for a list of commands without that one."""
TOLD_ONLY: Final = frozenset({"application_id", "version"})
"""The keys of a command that Discord returns but doesn't accept."""
CHECK_EVERY: Final = 1.0
"""Seconds between two checks if another process has registered the commands."""

Turn = Callable[[], Awaitable[float]]
"""Claims a turn; returns the seconds to wait for it, 0 once it is claimed."""


class Registered(NamedTuple):
    """The commands registered with Discord: the digest of their payload, their ids by name, their edition."""

    digest: str
    ids: Mapping[str, int]
    edition: int = 0

    @classmethod
    def read(cls, kept: str | None) -> Registered:
        """Parse the stored fact; empty if it is unreadable or from a version that stored only a digest."""
        try:
            told = json.loads(kept or "{}")
            ids = {name: int(number) for name, number in told["ids"].items()}
            return cls(told["digest"], ids, int(told.get("edition", 0)))
        except (ValueError, TypeError, LookupError, AttributeError):
            return cls("", {})

    def written(self) -> str:
        """The fact in stored form."""
        return json.dumps({"digest": self.digest, "ids": self.ids, "edition": self.edition})


def _know(bot: commands.AutoShardedBot, ids: Mapping[str, int]) -> None:
    """Store the ids of the registered commands by name, for the tree and for mentions."""
    assert isinstance(bot.tree, Tree), "the bot is made with one"
    bot.tree.registered = frozenset(ids.values())
    know_commands(
        {
            # A command in a group has the group's id.
            command.qualified_name: ids[command.qualified_name.split(" ")[0]]
            for command in bot.tree.walk_commands()
            if isinstance(command, app_commands.Command) and command.qualified_name.split(" ")[0] in ids
        }
    )


async def _told(bot: commands.AutoShardedBot, data: list[dict[str, Any]]) -> dict[str, int]:
    """Send the commands to Discord; returns their ids by name.

    Discord adds an entry point command to applications with Activities and rejects lists without it, so this
    sends it along unchanged.
    """
    assert bot.application_id is not None
    tell: Callable[..., Awaitable[Any]] = partial(bot.http.bulk_upsert_global_commands, bot.application_id)
    try:
        told = await tell(payload=data)
    except HTTPException as error:
        if error.code == INVALID_FORM:
            # Its text names the command, where Discord has its number in the list.
            raise app_commands.CommandSyncFailure(error, bot.tree.get_commands()) from None
        if error.code != ENTRY_POINT_LEFT_OUT:
            raise
        known: Sequence[Any] = await bot.http.get_global_commands(bot.application_id)
        kept = [
            {key: value for key, value in command.items() if key not in TOLD_ONLY}
            for command in known
            if command["type"] == PRIMARY_ENTRY_POINT
        ]
        told = await tell(payload=[*data, *kept])
    return {command["name"]: int(command["id"]) for command in told if command["type"] != PRIMARY_ENTRY_POINT}


async def register(bot: commands.AutoShardedBot, host: Host, turn: Turn | None = None) -> bool:
    """Register the commands with Discord if they have changed; returns True if they were registered.

    Stores their ids too, so that texts can mention them after a restart without a request. Commands of a
    newer edition stay, since an old process may restart during a rolling update. With several processes,
    each waits for its ``turn``.
    """
    commands = payloads(bot.tree)
    state = json.dumps([bot.application_id, commands], sort_keys=True, default=str)
    digest = hashlib.sha256(state.encode()).hexdigest()
    while True:
        registered = Registered.read(await host.remembered(COMMANDS_FACT))
        _know(bot, registered.ids)
        if registered.digest == digest or registered.edition > EDITION:
            return False
        if turn is None or not await turn():
            break
        await asyncio.sleep(CHECK_EVERY)  # another process is registering them
    try:
        with reading():
            ids = await _told(bot, commands)
    except HTTPException as error:
        # The commands registered before still work, and so do all buttons.
        log.error("the commands could not be registered; the next start tries again: %s", error)
        return False
    except UnreadableError as error:
        log.warning("whether the commands are registered is not known; the next start tries again: %s", error)
        return False
    await host.remember(COMMANDS_FACT, Registered(digest, ids, EDITION).written())
    _know(bot, ids)
    log.info("registered %s commands", len(commands))
    return True
