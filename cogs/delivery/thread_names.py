"""The names of the threads of matches: ``#4 Cannons · Ada – Ben``.

A thread's name is made once, from its players' names at the time. It begins with the match's id, by which the
bot finds the thread again. A list of threads shows little more than the beginning of a name, and less beside
a badge, so the id is first and players' names are cut to make all of it fit. A name changes only for a
rematch in the thread or if a player is erased.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from cogs.delivery.display_names import cut, plain, width
from cogs.delivery.members import Members
from cogs.kit.errors import UNSENT
from cogs.kit.failures import reading, refuses_name
from cogs.kit.presentation import GamePresentation
from cogs.text import phrases
from matches import Match, MatchId, UserId
from matches.model import MatchFacts
from matches.players import Computer, Player
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from discord.ext import commands

T = TypeVar("T")

log = logging.getLogger(__name__)

SIDEBAR: Final = 24
"""Columns of a thread's name that a list of threads shows."""
LEAST: Final = 2
"""Minimum columns of a player's name, however long the rest is."""
LONGEST: Final = 100
"""Characters of a thread's name (Discord's limit)."""
_LETTERS: Final = "bdgjmqrtvz"
"""The letters for the digits of an id that Discord takes for a bad word: no vowels, so no words."""
_NUMBER: Final = re.compile(
    rf"^#(\d{{1,18}}) [^#·]+(?: · [^#·]+)?$|^#([{_LETTERS}]{{1,18}}) [^#·]+ · [^#·]+$"
    rf"|(?:#|· match )(\d{{1,18}})$|#([{_LETTERS}]{{1,18}})$"
)
"""The match's id in a thread's name, in digits or letters: at its beginning, or in former spellings its end.

They are ``Ada – Ben · Cannons #4`` and ``Cannons and Crabs · match 4``. Players' names have no # and no ·.
"""
_IN_DIGITS: Final = str.maketrans(_LETTERS, "0123456789")


def thread_name(match: MatchFacts, game: str, names: Mapping[UserId, str]) -> str:
    """The name of the thread of ``match``, with the short name of its ``game``.

    A player without a known name, such as an erased one, is called by their side. Against the computer,
    each name is cut to half the columns, so that the computer's level stays in the name.
    """
    about = f"#{match.id} {game}"
    known = [_name_of(seat.player, names) for seat in match.seats]
    if not any(known):
        return about[:LONGEST]
    players = [name or seat.side.capitalize() for name, seat in zip(known, match.seats, strict=True)]
    if match.both_sides:
        return f"{about} · {cut(players[0], SIDEBAR // 2)} – {phrases.PRACTICE}"[:LONGEST]
    if match.computer is not None:
        return f"{about} · {' – '.join(cut(name, SIDEBAR // 2) for name in players)}"[:LONGEST]
    return f"{about} · {_players(players, SIDEBAR - width(f'{about} · '))}"[:LONGEST]


def plain_thread_name(match: MatchFacts, game: str) -> str:
    """A name of the thread of ``match`` without names and digits, for where Discord refuses the usual one."""
    about = f"#{''.join(_LETTERS[int(digit)] for digit in str(match.id))} {game}"
    sides = [seat.side.capitalize() for seat in match.seats]
    return f"{about} · {_players(sides, SIDEBAR - width(f'{about} · '))}"[:LONGEST]


def former_spelling(name: str) -> str:
    """A thread's name as the bot wrote it before the match's id came first."""
    about, between, players = name.partition(" · ")
    number, game = about.split(" ", 1)
    return f"{players}{between}{game} {number}"


def _name_of(player: Player, names: Mapping[UserId, str]) -> str:
    """The name of a player; empty if unknown."""
    if isinstance(player, Computer):
        return phrases.computer_in_short(player)
    return plain(names.get(player.user_id, "")) if player.user_id is not None else ""


def number_in(name: str) -> MatchId | None:
    """The id of the match in a thread's name, or None."""
    found = _NUMBER.search(name)
    return MatchId(int(next(filter(None, found.groups())).translate(_IN_DIGITS))) if found else None


def _players(names: list[str], columns: int) -> str:
    """The names of both players within ``columns``, each cut only if necessary."""
    whole = " – ".join(names)
    if width(whole) <= columns or len(names) != 2:
        return whole
    first, second = names
    room = max(columns - 1, 2 * LEAST)
    # The other name gets the room that a short one leaves.
    left = min(width(first), max(room - width(second), (room + 1) // 2))
    return f"{cut(first, left)}–{cut(second, room - left)}"


class ThreadNames:
    """Makes the names of threads. Raises discord.py's errors."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        members: Members,
        presentations: Mapping[str, GamePresentation],
        deadlines: Deadlines,
    ) -> None:
        self._bot = bot
        self._members = members
        self._presentations = presentations
        self._deadlines = deadlines

    async def used(self, match: MatchFacts, use: Callable[[str], Awaitable[T]], name: str | None = None) -> T:
        """The result of ``use`` with a thread's ``name``, which is its usual one if none is given.

        Where Discord refuses that it is a plain one.
        """
        try:
            return await use(name or await self._name(match, match.users))
        except discord.HTTPException as error:
            if not refuses_name(error):
                raise
            log.info("match=%s its thread gets a plain name, for Discord refused it: %s", match.id, error)
            return await use(self.plain(match))

    def plain(self, match: MatchFacts) -> str:
        """The name for a thread of ``match`` that Discord takes where it refuses the usual one."""
        return plain_thread_name(match, self._presentations[match.game_key].short_name)

    async def without(self, match: MatchFacts, user: UserId) -> str:
        """The name for a thread of ``match`` that doesn't name ``user``."""
        return await self._name(match, tuple(other for other in match.users if other != user))

    async def renew(self, thread: discord.Thread, match: Match) -> None:
        """Rename a thread to ``match``, which continues in it, if the bot made the thread."""
        if not self._is_own(thread):
            return
        try:
            async with asyncio.timeout(self._deadlines.renamed):
                await self.used(match, partial(_rename, thread))
        except UNSENT as error:
            # The previous match's name is good enough.
            log.info("match=%s its thread=%s keeps its name: %s", match.id, thread.id, error)

    def _is_own(self, thread: discord.Thread) -> bool:
        return self._bot.user is not None and thread.owner_id == self._bot.user.id

    async def _name(self, match: MatchFacts, users: tuple[UserId, ...]) -> str:
        """The name of a thread of ``match``, with the names of only ``users``."""
        names = dict(await self._members.names_in_time(match.guild_id, users))
        strangers = [user for user in match.strangers if user in users and user not in names]
        names |= await self._members.account_names(strangers)
        return thread_name(match, self._presentations[match.game_key].short_name, names)


async def _rename(thread: discord.Thread, name: str) -> None:
    """Rename a thread; an archived one is opened for it and archived again."""
    archived = thread.archived
    with reading():
        await (thread.edit(name=name, archived=False) if archived else thread.edit(name=name))
        if archived:
            await thread.edit(archived=True)
