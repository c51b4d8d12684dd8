"""The line of each server setting: its value in words, and the problems that keep it from working."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import discord

from cogs.kit import permissions
from cogs.kit.permissions import HomeChannel, can_give
from cogs.text import computer_texts, phrases, server_texts
from matches import ChannelId, GuildId
from matches.guilds.settings import (
    CHAMPION,
    CHANNELS,
    COMPUTER,
    HOME,
    PINNED,
    RESULTS,
    ROLES,
    SETTINGS,
    TIERS,
    TOURNAMENT_ROLE,
    WEEKLY,
    GuildRules,
)

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.connection.refusals import ServerRefusals


async def sentences_of(app: App, guild: GuildId, rules: GuildRules) -> Mapping[str, str]:
    """A server's setting lines by key, in display order."""
    there, more = app.bot.get_guild(guild), [_refused(app.refusals, guild, rules)]
    if there is not None:
        more = [*[await found(app, there, rules) for found in app.features.setting_troubles], *more]
    return setting_sentences(there, rules, more, computer=app.guilds.host_has_computer)


def setting_sentences(
    guild: discord.Guild | None,
    rules: GuildRules,
    more: Sequence[Mapping[str, Sequence[str]]] = (),
    *,
    computer: bool = True,
) -> Mapping[str, str]:
    """A line for each setting by key, without those that another setting's line covers.

    ``more`` are further problems by setting key; ``computer`` is False if the host has switched the computer
    off.
    Without a ``guild`` (not in the cache at present) lines mention no missing channels, roles or permissions.
    """
    troubles = {} if guild is None else _troubles(guild, rules)
    if not computer:
        troubles[COMPUTER] = [computer_texts.OFF_EVERYWHERE]
    for found in more:
        for key, told in found.items():
            troubles[key] = [*troubles.get(key, ()), *told]
    lines = {key: server_texts.setting_sentence(key, rules, troubles.get(key, ())) for key in SETTINGS}
    return {key: line for key, line in lines.items() if line}


def _refused(refusals: ServerRefusals, guild: GuildId, rules: GuildRules) -> Mapping[str, Sequence[str]]:
    """A line about each setting that Discord has refused something for in a server lately, by its key."""
    found = {HOME: [server_texts.THREADS_FULL]} if refusals.is_full(guild) else {}
    if refusals.needs_two_factors(guild, "/roles/{role_id}"):
        found |= {key: [server_texts.TWO_FACTORS] for key in (CHAMPION, TIERS) if getattr(rules, key)}
    if refusals.needs_two_factors(guild, "/pins/{message_id}"):
        found[PINNED] = [server_texts.TWO_FACTORS]
    return found


def _troubles(guild: discord.Guild, rules: GuildRules) -> dict[str, Sequence[str]]:
    """The problems with a server's settings, by setting key."""
    return {
        RESULTS: no_posting(guild, rules.results),
        WEEKLY: no_posting(guild, rules.weekly),
        HOME: _no_home(guild, rules.home),
        CHAMPION: _no_champion(guild, rules.champion),
        TOURNAMENT_ROLE: _no_role(guild, rules.tournament_role),
        TIERS: _no_tiers(guild, rules),
        CHANNELS: _gone(CHANNELS, rules.channels, guild.channels),
        ROLES: _gone(ROLES, rules.roles, guild.roles),
    }


def no_posting(guild: discord.Guild, channel: ChannelId | None) -> Sequence[str]:
    """The problem with posting in a channel, if there is one."""
    if channel is None:
        return ()
    found = guild.get_channel(channel)
    if found is None:
        return [server_texts.CHANNEL_GONE]
    if until := permissions.timed_out_until(guild):
        return [phrases.timed_out(until)]
    lacking = permissions.missing(found.permissions_for(guild.me))
    return [phrases.cannot_post(lacking)] if lacking else ()


def _no_home(guild: discord.Guild, home: ChannelId | None) -> Sequence[str]:
    """The problem with playing all matches in one channel, if there is one."""
    if home is None:
        return ()
    channel = guild.get_channel(home)
    if not isinstance(channel, HomeChannel):
        return [server_texts.HOME_GONE]
    if until := permissions.timed_out_until(guild):
        return [phrases.timed_out(until)]
    if names := permissions.lacking_at_home(channel):
        return [server_texts.home_lacks(names)]
    return () if permissions.has_tags(channel) else [server_texts.NO_TAG]


def _no_champion(guild: discord.Guild, role: int | None) -> Sequence[str]:
    """The problem with giving champions their role, if there is one."""
    if role is None:
        return ()
    found = guild.get_role(role)
    if found is None:
        return [server_texts.ROLE_GONE]
    return () if can_give(found) else [server_texts.cannot_give(role)]


def _no_role(guild: discord.Guild, role: int | None) -> Sequence[str]:
    """The problem with a role that the bot doesn't give to anyone: it has been deleted."""
    return [server_texts.ROLE_GONE] if role is not None and guild.get_role(role) is None else ()


def _no_tiers(guild: discord.Guild, rules: GuildRules) -> Sequence[str]:
    """The problems with the roles by rating."""
    known = {tier.role: guild.get_role(tier.role) for tier in rules.tiers}
    gone = sum(role is None for role in known.values())
    refused = [key for key, role in known.items() if role and not can_give(role)]
    troubles = (server_texts.tiers_gone(gone) if gone else "", server_texts.cannot_give(*refused))
    return list(filter(None, troubles))


def _gone(key: str, named: Collection[int], there: Iterable[discord.abc.Snowflake]) -> Sequence[str]:
    """The problem with allowed channels or roles that have been deleted, if any have."""
    gone = set(named) - {one.id for one in there}
    return [server_texts.allowed_gone(key, len(gone), len(named))] if gone else ()
