"""The lists that a server keeps in a channel: leaderboard, open challenges, running matches, ladders.

They show what everybody who sees the channel may see, and nothing that a single move changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from cogs.kit import permissions
from cogs.kit.card import Card, card, row
from cogs.kit.controls import AnyControl, Press, button
from cogs.kit.errors import Refusal
from cogs.panels.community import ladder, leaderboard
from cogs.panels.community.ladder import LadderQuery
from cogs.panels.community.leaderboard import LeaderboardQuery
from cogs.text import ladder_texts, server_texts
from cogs.text import pinned_texts as texts
from engines import GAMES
from matches import GuildId
from matches.pinned import ListKind
from matches.summaries import MatchSummary
from services import Services
from services.lists import Lists

BEST: Final = 5
"""Players of each game in the list of the best."""
SHOWN: Final = 12
"""Entries of the other lists."""
ALL: Final = 25
"""Entries of a whole list, which somebody asks for."""
LOOKED_AT: Final = 200
"""Matches of a server, the newest, from which a list is made."""
KINDS: Final = tuple(ListKind)
"""The kinds of lists in the order of their numbers in ids."""


@button("seelist")
async def see_list(press: Press) -> None:
    """Shows the whole of a list to whoever asks. Its args: the number of its kind."""
    kind, place = KINDS[press.index % len(KINDS)], press.interaction.channel
    if kind is ListKind.LEADERBOARD:
        played = await press.app.leaderboards.played(press.user)
        game = next((one.game for one in played if one.game in GAMES), next(iter(GAMES)))
        await press.answer(await leaderboard.panel(press.app, press.interaction, LeaderboardQuery(game)))
        return
    if kind is ListKind.LADDERS:
        game = await press.app.lookup.likely_game(press.interaction)
        await press.answer(await ladder.panel(press.app, press.interaction, LadderQuery(game)))
        return
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
        raise Refusal(server_texts.SERVER_ONLY)
    await press.answer(card(await _matches(press.app.matches.lists, kind, place, ALL)))


def mark(guild: GuildId, kind: ListKind) -> str:
    """The id of the button by which a list is told from other messages."""
    return see_list.id_about(guild, KINDS.index(kind))


async def list_card(services: Services, kind: ListKind, place: discord.TextChannel) -> Card:
    """A list as it is now, for all who see ``place``."""
    guild = GuildId(place.guild.id)
    if kind is ListKind.LEADERBOARD:
        said = texts.leaderboard(await services.pinned.best(guild, BEST))
    elif kind is ListKind.LADDERS:
        said = ladder_texts.pinned(await services.ladders.of_guild(guild), BEST)
    else:
        said = await _matches(services.matches.lists, kind, place, SHOWN)
    return card(said, row(_show_all(guild, kind)))


async def is_needed(services: Services, kind: ListKind, guild: GuildId) -> bool:
    """True if a list is to be posted: that of the ladders once somebody is on one."""
    return kind is not ListKind.LADDERS or bool(await services.ladders.of_guild(guild))


def _show_all(guild: GuildId, kind: ListKind) -> AnyControl:
    return see_list.about(guild, texts.SHOW_ALL[kind], args=(KINDS.index(kind),))


async def _matches(
    lists: Lists, kind: ListKind, place: discord.abc.GuildChannel | discord.Thread, most: int
) -> str:
    guild = GuildId(place.guild.id)
    if kind is ListKind.CHALLENGES:
        found = _seen_from(place, await lists.open_in(guild, LOOKED_AT))
        return texts.open_challenges(found[:most], more=max(0, len(found) - most))
    running = await lists.running_in(guild, LOOKED_AT)
    # Those against the computer are played where nobody else is.
    found = _seen_from(place, [match for match in running if not match.alone])
    return texts.running(found[:most], more=max(0, len(found) - most))


def _seen_from(
    place: discord.abc.GuildChannel | discord.Thread, found: Sequence[MatchSummary]
) -> list[MatchSummary]:
    """The matches that all who see ``place`` may see, by where they were challenged to."""
    channels = {match.channel_id for match in found}
    known = {channel: place.guild.get_channel_or_thread(channel) for channel in channels}
    open_to_all = {channel for channel, there in known.items() if there and permissions.as_open(there, place)}
    return [match for match in found if match.channel_id in open_to_all]
