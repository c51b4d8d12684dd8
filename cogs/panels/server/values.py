"""Checks the values of a server's settings, typed or chosen, and stores them; and the menus to choose from.

The panel, the forms and ``/server set`` all use it. Checks return the stored form of a value, None to reset,
and raise Refusal for an unusable one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.kit import permissions
from cogs.kit.call import Call
from cogs.kit.errors import Refusal
from cogs.kit.permissions import HomeChannel, can_give, may_give
from cogs.text import errors_texts, phrases, server_texts, time_texts
from engines import GAMES
from imaging import DEFAULT_THEME, THEMES
from matches import GuildId
from matches.guilds.settings import (
    CHAMPION,
    HOME,
    MOST_TIERS,
    PINNED,
    RESULTS,
    TOURNAMENT_ROLE,
    UNSET_RULES,
    WEEKLY,
    GuildRules,
    RatingTier,
    Setting,
    SettingKind,
    listed,
    written,
)
from matches.guilds.settings import CHANNELS as ALLOWED
from matches.time.pace import DEFAULT_PACE, PACES, Pace, PaceError

if TYPE_CHECKING:
    from cogs.app import App

PlayableChannel = discord.TextChannel | discord.VoiceChannel
"""A channel where people can challenge each other, in it or in its threads."""
Person = discord.User | discord.Member

MOST_MATCHES: Final = 1000
MOST_POINTS: Final = 4000
"""The highest rating that a role can start at."""
LIMITS: Final = (*range(1, 11), 15, 20, 30, 50, 100)
"""The match limits that the menu offers; others can be typed."""


def guild_of(call: Call) -> GuildId:
    """The server of a call. Raises Refusal in direct messages."""
    if call.guild_id is None:
        raise Refusal(server_texts.SERVER_ONLY)
    return call.guild_id


# --- time and numbers ------------------------------------------------------------------------------


def typed(setting: Setting, text: str) -> str | None:
    """The stored form of a typed number or pace; None for the default."""
    if setting.kind is SettingKind.NUMBER:
        number = whole_number(text, MOST_MATCHES)
        return str(number) if number else None
    return None if text.strip().casefold() == setting.unset else _pace(text)


def _pace(typed: str) -> str:
    try:
        return str(Pace.read(typed))
    except PaceError as error:
        raise Refusal(server_texts.bad_pace(typed, error.reason)) from None


def whole_number(typed: str, highest: int) -> int:
    """The typed number, from 0 to ``highest``."""
    digits = typed.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6 and int(digits) <= highest):
        raise Refusal(server_texts.not_a_number(typed, highest))
    return int(digits)


# --- channels --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChannelRule:
    """The channels that a setting accepts: their class, their types, and a check that raises Refusal."""

    kind: Any
    types: tuple[discord.ChannelType, ...]
    check: Callable[[Any], None]


def channel(key: str, chosen: Any) -> str:
    """The stored form of a channel for the setting ``key``."""
    rule = CHANNELS[key]
    if not isinstance(chosen, rule.kind):
        raise Refusal(server_texts.UNKNOWN_CHANNEL)
    rule.check(chosen)
    return str(chosen.id)


def _check_results(chosen: discord.TextChannel) -> None:
    if lacking := _lacking(chosen):
        raise Refusal(server_texts.no_announcing(chosen.id, lacking))


def _check_weekly(chosen: discord.TextChannel) -> None:
    if lacking := _lacking(chosen):
        raise Refusal(server_texts.no_weekly(chosen.id, lacking))


def _check_lists(chosen: discord.TextChannel) -> None:
    if lacking := _lacking(chosen):
        raise Refusal(server_texts.no_lists(chosen.id, lacking))


def _check_playable(chosen: PlayableChannel) -> None:
    if lacking := _lacking(chosen):
        raise Refusal(errors_texts.permissions_missing(lacking, chosen.id))


def _check_home(chosen: HomeChannel) -> None:
    _check_not_timed_out(chosen.guild)
    if names := permissions.lacking_at_home(chosen):
        raise Refusal(server_texts.no_home_permissions(chosen.id, names))
    if not permissions.has_tags(chosen):
        raise Refusal(server_texts.no_home_tag(chosen.id))


def _check_not_timed_out(guild: discord.Guild) -> None:
    if until := permissions.timed_out_until(guild):
        raise Refusal(phrases.timed_out(until))


def _lacking(chosen: PlayableChannel) -> tuple[str, ...]:
    _check_not_timed_out(chosen.guild)
    return permissions.missing(chosen.permissions_for(chosen.guild.me))


_TEXT: Final = (discord.ChannelType.text, discord.ChannelType.news)
CHANNELS: Final[Mapping[str, ChannelRule]] = {
    RESULTS: ChannelRule(discord.TextChannel, _TEXT, _check_results),
    WEEKLY: ChannelRule(discord.TextChannel, _TEXT, _check_weekly),
    PINNED: ChannelRule(discord.TextChannel, _TEXT, _check_lists),
    HOME: ChannelRule(HomeChannel, (*_TEXT, discord.ChannelType.forum), _check_home),
    ALLOWED: ChannelRule(PlayableChannel, (*_TEXT, discord.ChannelType.voice), _check_playable),
}
"""The channels that settings accept, by setting key."""


# --- roles -----------------------------------------------------------------------------------------


def role(setting: Setting, chosen: discord.Role, asker: Person) -> str:
    """The stored form of a role for a setting."""
    if setting.key == CHAMPION:
        return champion(chosen, asker)
    if setting.key == TOURNAMENT_ROLE and chosen.is_default():
        raise Refusal(server_texts.EVERYONE_CREATES)
    return playing_role(chosen)


def playing_role(chosen: discord.Role) -> str:
    """The stored form of a role whose members may play."""
    if chosen.is_default():
        raise Refusal(server_texts.EVERYONE_MAY)
    return str(chosen.id)


def champion(chosen: discord.Role, asker: Person) -> str:
    """The stored form of the champions' role. ``asker`` can only choose a role they could give themselves."""
    if chosen.is_default() or chosen.managed:
        raise Refusal(server_texts.role_of_its_own(chosen.id))
    if not may_give(asker, chosen):
        raise Refusal(server_texts.not_yours_to_give(chosen.id))
    me = chosen.guild.me
    if not me.guild_permissions.manage_roles:
        raise Refusal(server_texts.no_role_rights(chosen.id))
    if chosen >= me.top_role:
        raise Refusal(server_texts.role_too_high(chosen.id))
    return str(chosen.id)


def tiers_with(rules: GuildRules, role: discord.Role, least: int, asker: Person) -> str | None:
    """The roles by rating, in stored form, with ``role`` from ``least`` points on; 0 removes it."""
    if not least:
        return tiers_without(rules, role.id)
    check_tier(rules, role, asker)
    return written([*_other_tiers(rules, role.id), RatingTier(least, role.id)])


def check_tier(rules: GuildRules, role: discord.Role, asker: Person) -> None:
    """Raise Refusal unless ``asker`` may choose ``role`` as a role by rating and the bot can give it."""
    if role.is_default() or role.managed:
        raise Refusal(server_texts.role_of_its_own(role.id))
    if role.id == rules.champion:
        raise Refusal(server_texts.IS_CHAMPIONS)
    if not may_give(asker, role):
        raise Refusal(server_texts.tier_not_yours_to_give(role.id))
    if not can_give(role):
        raise Refusal(server_texts.cannot_give(role.id))
    if len(_other_tiers(rules, role.id)) >= MOST_TIERS:
        raise Refusal(server_texts.TOO_MANY_TIERS)


def tiers_without(rules: GuildRules, role: int) -> str | None:
    """The roles by rating, in stored form, without ``role``. Raises Refusal if it isn't one of them."""
    others = _other_tiers(rules, role)
    if len(others) == len(rules.tiers):
        raise Refusal(server_texts.not_on_the_list(role))
    return written(others)


def _other_tiers(rules: GuildRules, role: int) -> list[RatingTier]:
    return [tier for tier in rules.tiers if tier.role != role]


# --- storing --------------------------------------------------------------------------------------


async def change(app: App, guild: GuildId, chosen: Mapping[str, str | None]) -> str:
    """Store settings by key (None resets one); returns a text that says what changed."""
    before = await app.guilds.change(guild, chosen)
    if before.get(CHAMPION) != chosen.get(CHAMPION, before.get(CHAMPION)):
        # Only now: later, nothing would recognise the old role as the champions' and take it from them.
        await app.season_closer.take_all_roles(guild)
    return server_texts.changed([key for key, value in chosen.items() if before.get(key) != value])


# --- menus ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SettingMenu:
    """A select menu: entries (value, label), the values now set, and descriptions of entries by value."""

    entries: Sequence[tuple[str, str]]
    current: frozenset[str]
    described: Mapping[str, str] = field(default_factory=dict)


def menu_of(setting: Setting, rules: GuildRules) -> SettingMenu:
    """The menu for a setting whose kind is in ``MENUS``."""
    return MENUS[setting.kind](setting, rules)


def stored(setting: Setting, chosen: Sequence[str], rules: GuildRules) -> str | None:
    """The value to store for a choice, None for the default. Raises Refusal for an outdated entry."""
    offered = {value for value, _ in menu_of(setting, rules).entries}
    several = setting.kind is SettingKind.GAMES
    if not offered.issuperset(chosen) or not (several or len(chosen) == 1):
        raise Refusal(server_texts.PANEL_OLD)
    if several:
        # All games chosen means no limit, so games added later are allowed too.
        return None if offered == set(chosen) else listed(frozenset(chosen))
    return None if chosen[0] == setting.unset else chosen[0]


def _words_menu(setting: Setting, rules: GuildRules) -> SettingMenu:
    labels = server_texts.SETTINGS[setting.key].words
    entries = [(word, phrases.sentence(labels[word])) for word in setting.words]
    return SettingMenu(entries, _current(setting, rules))


def _pace_menu(setting: Setting, rules: GuildRules) -> SettingMenu:
    offered = [pace for pace in dict.fromkeys((*PACES, rules.pace)) if pace != DEFAULT_PACE]
    entries = [(str(pace), phrases.sentence(time_texts.pace(pace))) for pace in offered]
    return SettingMenu([(str(setting.unset), server_texts.USUAL_PACE), *entries], _current(setting, rules))


def _limit_menu(setting: Setting, rules: GuildRules) -> SettingMenu:
    offered = sorted({*LIMITS, *([rules.most] if rules.most else [])})
    entries = [(str(number), server_texts.limit_label(number)) for number in offered]
    return SettingMenu([(str(setting.unset), server_texts.NO_LIMIT), *entries], _current(setting, rules))


def _theme_menu(_setting: Setting, rules: GuildRules) -> SettingMenu:
    current = rules.theme if rules.theme in THEMES else DEFAULT_THEME
    entries = [(key, theme.name) for key, theme in THEMES.items()]
    described = {key: theme.sentence[:100] for key, theme in THEMES.items()}
    return SettingMenu(entries, frozenset({str(current)}), described)


def _game_menu(setting: Setting, rules: GuildRules) -> SettingMenu:
    entries = [
        (str(setting.unset), server_texts.rated_by(None)),
        *((key, server_texts.rated_by(key)) for key in GAMES),
    ]
    return SettingMenu(entries, _current(setting, rules))


def _games_menu(_setting: Setting, rules: GuildRules) -> SettingMenu:
    return SettingMenu([(key, game.name) for key, game in GAMES.items()], rules.games)


def _current(setting: Setting, rules: GuildRules) -> frozenset[str]:
    """The value of the menu entry for the present setting."""
    value = getattr(rules, setting.key)
    usual = value == getattr(UNSET_RULES, setting.key)
    return frozenset({str(setting.unset if usual and setting.unset else setting.write(value))})


MENUS: Final[Mapping[SettingKind, Callable[[Setting, GuildRules], SettingMenu]]] = {
    SettingKind.WORD: _words_menu,
    SettingKind.PACE: _pace_menu,
    SettingKind.NUMBER: _limit_menu,
    SettingKind.THEME: _theme_menu,
    SettingKind.GAME: _game_menu,
    SettingKind.GAMES: _games_menu,
}
"""The menu builders by kind of setting; other kinds have no such menu."""
