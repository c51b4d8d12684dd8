"""The names of the threads of matches: ``Ada – Ben · Cannons #4``.

A thread's name is made once, of the names that its players have by then. It ends in the number of the match:
by that the thread is found again. As a list of threads shows little more than the beginning, names are cut
so that all of it can be seen there. It is changed for one reason only: somebody is erased.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import discord

from cogs.delivery.display_names import cut, plain, width
from cogs.delivery.members import Members
from cogs.kit.failures import is_outage, reading
from cogs.kit.guilds import guild_of
from cogs.kit.presentation import GamePresentation
from cogs.text import phrases
from matches import Match, MatchId, UserId
from matches.model import MatchFacts
from matches.players import Computer, Player
from services import Privacy
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

SIDEBAR: Final = 24
"""Columns of a thread's name that a list of threads shows."""
LEAST: Final = 2
"""Columns that are left of a player's name, however long the rest is."""
LONGEST: Final = 100
"""Characters of a thread's name (Discord's limit)."""
CHANGED_AT_ONCE: Final = 20
"""Threads of which a name is looked at before others have their turn: each takes three requests at most."""
_NUMBER: Final = re.compile(r"(?:#|· match )(\d{1,18})$")
"""The number at the end of a thread's name, as it is written today and as it was."""


def thread_name(match: MatchFacts, game: str, names: Mapping[UserId, str]) -> str:
    """The name of the thread of ``match``, with the short name of its ``game``.

    A player of whom there is no name, such as somebody who was erased, is called by their side. Where the
    computer plays, its level is to be seen: only the person's name is cut.
    """
    about = f"{game} #{match.id}"
    known = [_name_of(seat.player, names) for seat in match.seats]
    if not any(known):
        return about[:LONGEST]
    players = [name or seat.side.capitalize() for name, seat in zip(known, match.seats, strict=True)]
    if match.both_sides:
        return f"{cut(players[0], SIDEBAR // 2)} – {phrases.PRACTICE} · {about}"[:LONGEST]
    if match.computer is not None:
        return f"{' – '.join(cut(name, SIDEBAR // 2) for name in players)} · {about}"[:LONGEST]
    return f"{_players(players, SIDEBAR - width(f' · {about}'))} · {about}"[:LONGEST]


def _name_of(player: Player, names: Mapping[UserId, str]) -> str:
    """The name of a player; empty where there is none."""
    if isinstance(player, Computer):
        return phrases.computer_in_short(player)
    return plain(names.get(player.user_id, "")) if player.user_id is not None else ""


def number_in(name: str) -> MatchId | None:
    """The number of the match whose thread has this name; None where it has none."""
    found = _NUMBER.search(name)
    return MatchId(int(found[1])) if found else None


def _players(names: list[str], columns: int) -> str:
    """The names of both players in so many columns, each cut where it has to be."""
    whole = " – ".join(names)
    if width(whole) <= columns or len(names) != 2:
        return whole
    first, second = names
    room = max(columns - 1, 2 * LEAST)
    # What a short name leaves is the other one's.
    left = min(width(first), max(room - width(second), (room + 1) // 2))
    return f"{cut(first, left)}–{cut(second, room - left)}"


class ThreadNames:
    """Makes the names of threads, and takes people out of them. Raises what discord.py raises."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        privacy: Privacy,
        members: Members,
        presentations: Mapping[str, GamePresentation],
        deadlines: Deadlines,
    ) -> None:
        self._bot = bot
        self._privacy = privacy
        self._members = members
        self._presentations = presentations
        self._deadlines = deadlines
        self._reached: dict[UserId, MatchId] = {}
        """The last match of each person being erased whose thread was seen to; a restart begins anew."""

    async def of(self, match: Match) -> str:
        """The name for a new thread of ``match``."""
        return await self._name(match, match.users)

    async def renew(self, thread: discord.Thread, match: Match) -> None:
        """Call a thread, if it is one that was made here, by ``match``, which goes on in it."""
        if not self._is_own(thread):
            return
        try:
            async with asyncio.timeout(self._deadlines.renamed):
                await _rename(thread, await self.of(match))
        except (discord.HTTPException, TimeoutError) as error:
            # The name of the match before will do.
            log.info("match=%s its thread=%s keeps its name: %s", match.id, thread.id, error)

    def _is_own(self, thread: discord.Thread) -> bool:
        return self._bot.user is not None and thread.owner_id == self._bot.user.id

    async def _name(self, match: MatchFacts, users: tuple[UserId, ...]) -> str:
        """The name of a thread of ``match`` that names ``users`` only."""
        names = await self._members.names_in_time(match.guild_id, users)
        return thread_name(match, self._presentations[match.game_key].short_name, names)

    async def remove(self, user: UserId) -> bool:
        """Take ``user`` out of the names of some more threads; returns true once no thread is left.

        What was changed before is found as it should be, so this can be done again after a crash.
        """
        after = self._reached.get(user, MatchId(0))
        found = await self._privacy.threads_naming(user, after, CHANGED_AT_ONCE)
        for match in found:
            await self._remove_from(match, user)
            self._reached[user] = match.id
        if len(found) == CHANGED_AT_ONCE:
            return False
        self._reached.pop(user, None)
        return True

    async def _remove_from(self, match: MatchFacts, user: UserId) -> None:
        """Take ``user`` out of the name of a match's thread, where it is one that was made here."""
        try:
            thread = await self._thread(match)
            if thread is None or not self._is_own(thread) or not thread.name.endswith(f"#{match.id}"):
                return
            name = await self._name(match, tuple(other for other in match.users if other != user))
            if thread.name != name:
                async with asyncio.timeout(self._deadlines.renamed):
                    await _rename(thread, name)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            log.warning("match=%s its thread keeps its name: %s", match.id, error)

    async def _thread(self, match: MatchFacts) -> discord.Thread | None:
        """The thread of a match; None where it is gone."""
        guild, home = await guild_of(self._bot, match.guild_id), match.shown.home
        if guild is None or home is None:
            return None
        try:
            with reading():
                # One that is archived is known to Discord alone.
                found = guild.get_thread(home) or await guild.fetch_channel(home)
        except discord.NotFound:
            return None
        return found if isinstance(found, discord.Thread) else None


async def _rename(thread: discord.Thread, name: str) -> None:
    """Give a thread another name; one that is archived is opened for it and archived again."""
    archived = thread.archived
    with reading():
        await (thread.edit(name=name, archived=False) if archived else thread.edit(name=name))
        if archived:
            await thread.edit(archived=True)
