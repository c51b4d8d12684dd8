"""The lists that a front door leads to, and the matches that everyone who sees a channel may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from cogs.front_door import texts
from cogs.front_door.rules import FOUR_LISTS, DoorKind
from cogs.kit import permissions
from cogs.kit.arguments import Count
from cogs.kit.card import card
from cogs.kit.controls import Press, control
from cogs.kit.errors import OldCardError, Refusal
from cogs.panels.community import leaderboard
from cogs.panels.community.leaderboard import LeaderboardQuery
from cogs.text import server_texts
from engines import GAMES
from matches import GuildId
from matches.summaries import MatchSummary
from services.lists import Lists

ALL: Final = 25
"""Entries of a whole list, shown privately."""
LOOKED_AT: Final = 200
"""Most matches of a server that are read for a list, newest first."""
ON_FRONT_DOOR: Final = 1
"""Tells the front door's buttons to lists from those of messages that had a list each."""
_MARKS: Final[Mapping[DoorKind, tuple[int, ...]]] = {
    DoorKind.FRONT_DOOR: (FOUR_LISTS.index(DoorKind.LEADERBOARD), ON_FRONT_DOOR),
    **{kind: (index,) for index, kind in enumerate(FOUR_LISTS)},
}
"""The numbers in the id of the button that identifies a message, by its kind."""


@control("seelist")
async def see_list(press: Press, index: Count, _door: Count = 0) -> None:
    """Shows the whole list of a kind privately; ``_door`` is ON_FRONT_DOOR on a front door."""
    for one in press.app.features.whole_lists:
        if one.number == index:
            await press.answer(await one.panel(press))
            return
    if index not in range(len(FOUR_LISTS)) or FOUR_LISTS[index] is DoorKind.LADDERS:
        raise OldCardError
    kind, place = FOUR_LISTS[index], press.interaction.channel
    if kind is DoorKind.LEADERBOARD:
        played = await press.app.leaderboards.played(press.user)
        game = next((one.game for one in played if one.game in GAMES), next(iter(GAMES)))
        await press.answer(await leaderboard.panel(press, LeaderboardQuery(game)))
        return
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
        raise Refusal(server_texts.SERVER_ONLY)
    await press.answer(card(await _matches(press.app.matches.lists, kind, place)))


def mark(guild: GuildId, kind: DoorKind) -> str:
    """The custom id of the button that identifies the message of a kind."""
    return see_list.id_about(guild, *_MARKS[kind])


async def _matches(lists: Lists, kind: DoorKind, place: discord.abc.GuildChannel | discord.Thread) -> str:
    guild = GuildId(place.guild.id)
    if kind is DoorKind.CHALLENGES:
        found = seen_from(place, await lists.open_in(guild, LOOKED_AT))
        return texts.open_challenges(found[:ALL], more=max(0, len(found) - ALL))
    found = await running_seen_from(lists, place)
    return texts.running_matches(found[:ALL], more=max(0, len(found) - ALL))


async def running_seen_from(
    lists: Lists, place: discord.abc.GuildChannel | discord.Thread
) -> list[MatchSummary]:
    """A server's running matches that everyone who can see ``place`` may see, newest first."""
    running = await lists.running_in(GuildId(place.guild.id), LOOKED_AT)
    # Private matches, and those against the computer, are played where no one else is.
    return seen_from(place, [match for match in running if not match.secluded])


def seen_from(
    place: discord.abc.GuildChannel | discord.Thread, found: Sequence[MatchSummary]
) -> list[MatchSummary]:
    """The matches that everyone who can see ``place`` may see, judged by their challenge's channel."""
    channels = {match.channel_id for match in found}
    known = {channel: place.guild.get_channel_or_thread(channel) for channel in channels}
    open_to_all = {channel for channel, there in known.items() if there and permissions.as_open(there, place)}
    return [match for match in found if match.channel_id in open_to_all]
