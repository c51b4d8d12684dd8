"""Checks the values of a server's settings and returns them in their stored form, None to reset.

The panel, the forms and ``/server set`` all use it. All functions raise Refusal for an unusable value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from cogs.kit import permissions
from cogs.kit.call import Call
from cogs.kit.errors import Refusal
from cogs.kit.permissions import HomeChannel, can_give, may_give
from cogs.text import errors_texts, phrases, server_texts
from matches import GuildId
from matches.guild_settings import CHANNELS as ALLOWED
from matches.guild_settings import (
    HOME,
    MOST_TIERS,
    PINNED,
    RESULTS,
    WEEKLY,
    GuildRules,
    RatingTier,
    Setting,
    SettingKind,
    written,
)
from matches.time.pace import Pace, PaceError

PlayableChannel = discord.TextChannel | discord.VoiceChannel
"""A channel where people can challenge each other, in it or in its threads."""
Person = discord.User | discord.Member

MOST_MATCHES: Final = 1000
MOST_POINTS: Final = 4000
"""The highest rating that a role can start at."""


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
