"""The options of ``/server set``: one for each setting with a single value, and ``reset``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands

from cogs.kit.call import Text
from cogs.kit.errors import Refusal
from cogs.kit.permissions import HomeChannel
from cogs.panels.server import values
from cogs.panels.server.values import menu_of, stored
from cogs.text import server_texts
from engines import GAMES
from matches.guilds.settings import (
    HOME,
    MOST,
    PINNED,
    SETTINGS,
    TIERS,
    UNSET_RULES,
    GuildRules,
    Setting,
    SettingKind,
)

RESET: Final = "reset"
TIER_ROLE: Final = "tier_role"
TIER_FROM: Final = "tier_from"
NAMES: Final[Mapping[str, str]] = {MOST: "most_matches", PINNED: "lists", TIERS: TIER_ROLE}
"""Option names that differ from their setting's key."""


class HomeOption(app_commands.Transformer):
    """An option that takes a text channel or a forum; discord.py's own takes media channels with forums."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(values.CHANNELS[HOME].types)

    async def transform(self, _interaction: discord.Interaction, value: Any) -> HomeChannel:
        """The channel from the bot's cache. Raises Refusal if it isn't there or has another type."""
        channel = value.resolve()
        if not isinstance(channel, HomeChannel):
            raise Refusal(server_texts.UNKNOWN_CHANNEL)
        return channel


KINDS: Final[Mapping[SettingKind, Any]] = {
    SettingKind.WORD: str,
    SettingKind.THEME: str,
    SettingKind.GAME: str,
    SettingKind.PACE: Text,
    SettingKind.NUMBER: app_commands.Range[int, 0, values.MOST_MATCHES],
    SettingKind.CHANNEL: discord.TextChannel,
    SettingKind.ROLE: discord.Role,
    SettingKind.TIERS: discord.Role,
}
"""Option types by kind of setting; other kinds have their own commands."""
HOME_KIND: Final[Any] = app_commands.Transform[HomeChannel, HomeOption]


@dataclass(frozen=True, slots=True)
class SetOption:
    """A command option: its name, type, description and choices."""

    name: str
    takes: Any
    description: str
    choices: tuple[app_commands.Choice[str], ...] = ()


def with_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, which gets them as keyword arguments."""
    options, (*given, _) = list(_options()), inspect.signature(command).parameters.values()
    kind = inspect.Parameter.KEYWORD_ONLY
    named = [inspect.Parameter(one.name, kind, default=None, annotation=one.takes | None) for one in options]
    # discord.py reads a command's options from its signature.
    signature = inspect.Signature([*given, *named])
    command.__signature__ = signature  # type: ignore[attr-defined]
    described = app_commands.describe(**{one.name: one.description for one in options})
    offered = app_commands.choices(**{one.name: list(one.choices) for one in options if one.choices})
    return offered(described(command))


def _options() -> Iterator[SetOption]:
    for setting in SETTINGS.values():
        if setting.kind not in KINDS:
            continue
        takes = HOME_KIND if setting.key == HOME else KINDS[setting.kind]
        yield SetOption(
            _name(setting), takes, server_texts.SETTINGS[setting.key].option, tuple(_choices(setting))
        )
        if setting.kind is SettingKind.TIERS:
            yield SetOption(TIER_FROM, app_commands.Range[int, 0, values.MOST_POINTS], server_texts.TIER_FROM)
    resets = [app_commands.Choice(name=server_texts.SETTINGS[key].name, value=key) for key in SETTINGS]
    yield SetOption(RESET, str, server_texts.RESET, tuple(resets))


def _name(setting: Setting) -> str:
    return NAMES.get(setting.key, setting.key)


def _choices(setting: Setting) -> Iterator[app_commands.Choice[str]]:
    if setting.kind is SettingKind.GAME:
        yield from (app_commands.Choice(name=game.name, value=key) for key, game in GAMES.items())
    elif setting.kind in (SettingKind.WORD, SettingKind.THEME):
        for word, label in menu_of(setting, UNSET_RULES).entries:
            yield app_commands.Choice(name=label, value=word)


def chosen(
    given: Mapping[str, Any], rules: GuildRules, asker: discord.User | discord.Member
) -> dict[str, str | None]:
    """The values to store by setting key (None resets) for the options that were given. Raises Refusal.

    A setting that is both set and named in ``reset`` is set.
    """
    found: dict[str, str | None] = {}
    for setting in SETTINGS.values():
        if (value := given.get(_name(setting))) is not None and setting.kind is not SettingKind.TIERS:
            found[setting.key] = _value(setting, value, rules, asker)
    role, least = given.get(TIER_ROLE), given.get(TIER_FROM)
    if (role is None) != (least is None):
        raise Refusal(server_texts.BOTH_OF_TIER)
    if role is not None and least is not None:
        found[TIERS] = values.tiers_with(rules, role, least, asker)
    if (reset := given.get(RESET)) is not None:
        found.setdefault(reset, None)
    return found


def _value(
    setting: Setting, given: Any, rules: GuildRules, asker: discord.User | discord.Member
) -> str | None:
    if setting.kind in (SettingKind.PACE, SettingKind.NUMBER):
        return values.typed(setting, str(given))
    if setting.kind is SettingKind.CHANNEL:
        return values.channel(setting.key, given)
    if setting.kind is SettingKind.ROLE:
        return values.role(setting, given, asker)
    return stored(setting, [given], rules)
