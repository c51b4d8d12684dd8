"""The problems with a server's front door, told beside its setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cogs.front_door import texts
from cogs.front_door.delivery import FrontDoorKeeper
from cogs.front_door.rules import DoorKind
from cogs.front_door.service import FrontDoors
from cogs.panels.server.sentences import no_posting
from matches import GuildId
from matches.guilds.posts import MOST_LOST
from matches.guilds.settings import PINNED, GuildRules

if TYPE_CHECKING:
    import discord

    from cogs.app import App


async def setting_troubles(app: App, guild: discord.Guild, rules: GuildRules) -> Mapping[str, Sequence[str]]:
    """The problems with a server's front door; with those that keep it from being posted, what stays."""
    if rules.pinned is None:
        return {}
    guild_id, there = GuildId(guild.id), guild.get_channel(rules.pinned)
    found = {one.kind: one for one in await app[FrontDoors].of_guild(guild_id)}
    door = found.pop(DoorKind.FRONT_DOOR, None)
    if door is not None and door.lost > MOST_LOST:
        return {PINNED: [texts.DELETED]}
    refused = app[FrontDoorKeeper].refused.get(guild_id)
    troubles = no_posting(guild, rules.pinned) or ([texts.refused(refused)] if refused else ())
    if troubles:
        waits = found and (door is None or door.message is None)
        return {PINNED: [*troubles, texts.LISTS_STAY] if waits else troubles}
    if there is None or not there.permissions_for(guild.me).pin_messages:
        return {PINNED: [texts.UNPINNED]}
    unpinned = door is not None and door.message is not None and not door.pinned
    return {PINNED: [texts.NOT_PINNED]} if unpinned else {}
