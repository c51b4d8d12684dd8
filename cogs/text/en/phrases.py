"""The small parts that sentences are made of, whatever they are about.

They return Discord markdown. People are named by mention only; who of them is pinged, and whether they are
named instead (``cogs.text.mentions``), is settled where a message is sent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import discord

from engines.record import Played
from matches.model import MatchFacts, UserId
from matches.players import Computer, Erased, Human, Player, SamePerson

PRACTICE: Final = "Practice"
"""In the name of a thread, in place of an opponent."""
_SECOND: Final = timedelta(seconds=1)
_HOUR: Final = timedelta(hours=1)
_SQUARE: Final = re.compile(r"[a-z]\d")
A_PLAYER_WHO_LEFT: Final = "a player who left"
"""A person who had everything about them deleted, in matches that stay for the other one."""
SOMEBODY: Final = "somebody"
"""The name of a person who cannot be named."""
NO_LINES: Final = "no analysis board"
"""What a match without one for its players is called among the terms of matches."""
A_ROLE: Final = "a role"
"""The name of a role that cannot be named."""


def mention(who: Player | UserId) -> str:
    """The mention of a player or Discord user; words for one without an account."""
    if isinstance(who, Erased):
        return A_PLAYER_WHO_LEFT
    if isinstance(who, Computer):
        return f"the computer (level {who.level})"
    if isinstance(who, SamePerson):
        return "yourself"
    return f"<@{who.user_id if isinstance(who, Human) else who}>"


def subject(who: Player | UserId) -> str:
    """:func:`mention` at the beginning of a sentence."""
    return sentence(mention(who))


def computer_in_short(who: Computer) -> str:
    """The computer in the name of a thread, beside the names of people."""
    return f"Computer {who.level}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def permissions(names: Sequence[str]) -> str:
    """Permissions by Discord's names: ``the **Send Messages** permission``."""
    several = "permission" if len(names) == 1 else "permissions"
    return f"the {listed([f'**{name}**' for name in names])} {several}"


def cannot_post(names: Sequence[str]) -> str:
    """The permissions that the bot lacks in a channel that a server has set, by Discord's names."""
    return f"I can't post there: I need {permissions(names)}."


def timed_out(until: datetime) -> str:
    """The time-out that a moderator gave the bot, which no permission makes up for."""
    return f"I'm timed out in this server until {date(until)}. A moderator can end that."


def sentence(words: str) -> str:
    """``words`` as they begin a sentence; a square keeps its small letter."""
    return words if _SQUARE.match(words) else words[:1].upper() + words[1:]


def moment(at: datetime) -> str:
    """The distance of a moment from now: ``in 2 days``."""
    return discord.utils.format_dt(at, "R")


def date(at: datetime) -> str:
    """A moment in each reader's own time: ``2 May 2026 21:00``."""
    return discord.utils.format_dt(at, "f")


def clock_time(at: datetime) -> str:
    """A moment of today in each reader's own time, and how far off it is: ``21:00 (in 9 minutes)``."""
    return f"{discord.utils.format_dt(at, 't')} ({moment(at)})"


def when(at: datetime) -> str:
    """A moment in each reader's own time, and how far off it is."""
    return f"{date(at)} ({moment(at)})"


LEFT_OUT: Final = "… "


def last_of(said: Sequence[str], between: str, longest: int) -> str:
    """The last of ``said``, as many as take at most ``longest`` characters, and one at least.

    LEFT_OUT stands for those before.
    """
    first = 0
    while first < len(said) - 1 and len(between.join(said[first:])) > longest:
        first += 1
    return (LEFT_OUT if first else "") + between.join(said[first:])


def counted(number: int, what: str, several: str = "") -> str:
    """``1 day`` or ``3 days``; ``several`` where more than one takes another word than one with an s."""
    return f"{number} {what if number == 1 else several or f'{what}s'}"


def reached(last: Played) -> str:
    """A moment of a match by its number, which counts both sides' finished turns; ``last`` led to it."""
    return f"{'after' if last.ends_turn else 'in'} move {last.turn}"


def span(length: timedelta, *, fine: bool = False) -> str:
    """A length of time in days and whole hours; in minutes below an hour. ``fine``: in hours and minutes.

    What a whole hour or minute lacks in less than a second counts as there.
    """
    length = -(-length // _SECOND) * _SECOND
    days, rest = length.days, timedelta(seconds=length.seconds)
    if not days and rest < _HOUR:
        return counted(rest // timedelta(minutes=1), "minute")
    hours = rest // _HOUR
    minutes = rest % _HOUR // timedelta(minutes=1) if fine else 0
    parts = ((days, "day"), (hours, "hour"), (minutes, "minute"))
    return " ".join(counted(number, what) for number, what in parts if number)


def link(guild: int | None, channel: int, message: int | None = None) -> str:
    """The address of a channel or a message."""
    tail = f"/{message}" if message else ""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}{tail}"


def title(match: MatchFacts) -> str:
    """A match by name."""
    return f"{match.game.name} #{match.id}"
