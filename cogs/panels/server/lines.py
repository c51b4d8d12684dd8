"""A server's settings in sentences, each with what stands in its way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import discord

from cogs.kit import permissions
from cogs.kit.permissions import HomeChannel, can_give
from cogs.text import (
    computer_texts,
    phrases,
    pinned_texts,
    rating_roles_texts,
    tidying_texts,
    watching_texts,
)
from cogs.text import settings_texts as texts
from matches import ChannelId, GuildId
from matches.guild_settings import (
    ARCHIVE,
    CHAMPION,
    CHANNELS,
    COMPUTER,
    GAMES_KEY,
    HOME,
    LADDERS,
    MOST,
    OLD_CARDS,
    PACE,
    PINNED,
    RESULTS,
    ROLES,
    SEASON,
    THEME,
    TIERS,
    WEEKLY,
    GuildRules,
)
from matches.pinned import MOST_LOST, PinnedList

if TYPE_CHECKING:
    from cogs.kit.context import Context


async def lines_of(app: Context, guild: GuildId, rules: GuildRules) -> Mapping[str, str]:
    """The settings of a server by their keys, in the order in which they are shown."""
    kept = [] if rules.pinned is None else await app.pinned.of_guild(guild)
    return setting_lines(app.bot.get_guild(guild), rules, kept, computer=app.guilds.host_has_computer)


def setting_lines(
    guild: discord.Guild | None,
    rules: GuildRules,
    kept: Sequence[PinnedList] = (),
    *,
    computer: bool = True,
) -> Mapping[str, str]:
    """The settings by their keys; ``kept``: the lists of the server, ``computer``: the host lets it play.

    Of a server that is not known now nothing is said to be gone.
    """
    troubles = {
        RESULTS: _no_posting(guild, rules.results),
        CHAMPION: _no_champion(guild, rules.champion),
        COMPUTER: "" if computer else computer_texts.OFF_EVERYWHERE,
        CHANNELS: _gone(CHANNELS, rules.channels, guild.channels if guild else None),
        ROLES: _gone(ROLES, rules.roles, guild.roles if guild else None),
    }
    others = {
        WEEKLY: lambda: watching_texts.weekly_setting(rules.weekly, _no_posting(guild, rules.weekly)),
        PINNED: lambda: pinned_texts.setting(rules.pinned, _no_lists(guild, rules.pinned, kept)),
        TIERS: lambda: rating_roles_texts.setting(rules.tiers, rules.tier_game, _no_tiers(guild, rules)),
        HOME: lambda: tidying_texts.home(rules.home, _no_home(guild, rules.home)),
    }
    return {
        key: others[key]() if key in others else texts.setting_line(key, rules, troubles.get(key, ""))
        for key in _ORDER
    }


_ORDER = (
    PACE,
    MOST,
    RESULTS,
    WEEKLY,
    PINNED,
    TIERS,
    SEASON,
    CHAMPION,
    THEME,
    HOME,
    OLD_CARDS,
    ARCHIVE,
    COMPUTER,
    LADDERS,
    CHANNELS,
    ROLES,
    GAMES_KEY,
)
"""The settings by their keys; that of the roles by rating tells their game, too."""


def _no_posting(guild: discord.Guild | None, channel: ChannelId | None) -> str:
    """The obstacle to posting in a channel that was set."""
    if channel is None or guild is None:
        return ""
    found = guild.get_channel(channel)
    if found is None:
        return texts.CHANNEL_GONE
    if until := permissions.timed_out_until(guild):
        return phrases.timed_out(until)
    lacking = permissions.missing(found.permissions_for(guild.me))
    return phrases.cannot_post(lacking) if lacking else ""


def _no_lists(
    guild: discord.Guild | None, channel: ChannelId | None, kept: Sequence[PinnedList]
) -> list[str]:
    """The obstacles to the lists of a server."""
    if channel is None or guild is None:
        return []
    if trouble := _no_posting(guild, channel):
        return [trouble]
    deleted = [one.kind for one in kept if one.lost > MOST_LOST]
    troubles = [pinned_texts.deleted(deleted)] if deleted else []
    found = guild.get_channel(channel)
    if found is None or not found.permissions_for(guild.me).pin_messages:
        troubles.append(pinned_texts.UNPINNED)
    elif unpinned := [one.kind for one in kept if one.message is not None and not one.pinned]:
        troubles.append(pinned_texts.not_pinned(unpinned))
    return troubles


def _no_home(guild: discord.Guild | None, home: ChannelId | None) -> str:
    """The obstacle to playing all matches in one place."""
    if home is None or guild is None:
        return ""
    channel = guild.get_channel(home)
    if not isinstance(channel, HomeChannel):
        return tidying_texts.HOME_GONE
    if until := permissions.timed_out_until(guild):
        return phrases.timed_out(until)
    if names := permissions.lacking_at_home(channel):
        return tidying_texts.home_lacks(names)
    return "" if permissions.has_tags(channel) else tidying_texts.NO_TAG


def _no_champion(guild: discord.Guild | None, role: int | None) -> str:
    """The obstacle to giving champions their role."""
    if role is None or guild is None:
        return ""
    found = guild.get_role(role)
    if found is None:
        return texts.ROLE_GONE
    return "" if can_give(found) else rating_roles_texts.cannot_give(role)


def _no_tiers(guild: discord.Guild | None, rules: GuildRules) -> list[str]:
    """The obstacles to the roles by rating."""
    if guild is None:
        return []
    known = {tier.role: guild.get_role(tier.role) for tier in rules.tiers}
    gone = sum(role is None for role in known.values())
    return [
        *([rating_roles_texts.gone(gone)] if gone else []),
        *(rating_roles_texts.cannot_give(key) for key, role in known.items() if role and not can_give(role)),
    ]


def _gone(key: str, named: Collection[int], there: Iterable[discord.abc.Snowflake] | None) -> str:
    """The trouble with channels or roles that are allowed by name and are not there any more."""
    if there is None:
        return ""
    gone = set(named) - {one.id for one in there}
    return texts.allowed_gone(key, len(gone), len(named)) if gone else ""
