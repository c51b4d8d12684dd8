"""What an administrator does to a match: each is asked once on a private panel, then done by its button.

A question is about the match as it stood: once that has moved on, its button does nothing any more.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import discord

from cogs.ui.card import Card, card, row
from cogs.ui.control import Button, Click, Control, Dismiss
from cogs.ui.errors import Refusal, check_known
from cogs.ui.languages import texts_of_settings as texts
from engines import Side
from matches import GuildId, Match, Opponent, UserId
from matches.errors import BlockedError, OpponentError

if TYPE_CHECKING:
    from cogs.desk import Desk


class _Act(Control):
    """What the buttons have in common that do it."""

    @property
    @abstractmethod
    def said(self) -> str:
        """What confirms it."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        check_governing(click)
        match = await desk.matches.load(self.match_id)
        changed = await self.change(desk, match, user, GuildId(click.guild_id or 0))
        await desk.redraw(click, card(texts.done(changed, self.said)))
        await desk.show(click, changed)

    @abstractmethod
    async def change(self, desk: Desk, match: Match, admin: UserId, guild: GuildId) -> Match:
        """The match after it was done."""


class EndNow(_Act, Button, verb="adminend"):
    """Ends a match with the side of its index as the winner; a number beyond the sides: as a draw."""

    @property
    def said(self) -> str:
        """See the class."""
        return texts.ENDED

    async def change(self, desk: Desk, match: Match, admin: UserId, guild: GuildId) -> Match:
        """See the class."""
        winner = dict(enumerate(match.rules.sides)).get(self.index)
        return await desk.matches.admin.end(match.id, admin, guild, winner, seen=self.version)


class AbortNow(_Act, Button, verb="adminabort"):
    """Calls a match off."""

    @property
    def said(self) -> str:
        """See the class."""
        return texts.ABORTED

    async def change(self, desk: Desk, match: Match, admin: UserId, guild: GuildId) -> Match:
        """See the class."""
        return await desk.matches.admin.abort(match.id, admin, guild, seen=self.version)


class RewindNow(_Act, Button, verb="adminrewind"):
    """Takes a match back to as many actions as its index tells."""

    @property
    def said(self) -> str:
        """See the class."""
        return texts.REWOUND

    async def change(self, desk: Desk, match: Match, admin: UserId, guild: GuildId) -> Match:
        """See the class."""
        return await desk.matches.admin.rewind(match.id, admin, guild, self.index, seen=self.version)


class HandOverNow(_Act, Button, verb="adminhandover"):
    """Gives a side (its number) to somebody (their id), who was looked at when it was asked."""

    @property
    def said(self) -> str:
        """See the class."""
        return texts.HANDED_OVER

    async def change(self, desk: Desk, match: Match, admin: UserId, guild: GuildId) -> Match:
        """See the class."""
        number, to = self.tail
        side, taker = match.rules.sides[number], Opponent(UserId(to))
        with _taking_over():
            return await desk.matches.admin.hand_over(match.id, admin, guild, side, taker, seen=self.version)


CONTROLS: Final[tuple[type[Button], ...]] = (EndNow, AbortNow, RewindNow, HandOverNow)

# --- what is meant -------------------------------------------------------------------------------


def winner(match: Match, typed: str) -> Side | None:
    """The side that was typed, None for a draw. Raises Refusal."""
    word = typed.strip().casefold()
    if word not in (*match.rules.sides, texts.DRAW):
        raise Refusal(texts.no_such_side(match))
    return None if word == texts.DRAW else word


def seat(match: Match, user: UserId) -> Side:
    """The side that ``user`` plays. Raises Refusal."""
    side = match.side_of(user)
    if side is None:
        raise Refusal(texts.not_seated(match, user))
    return side


def check_governing(talk: Click) -> None:
    """Raise Refusal unless somebody manages the server, in which they act.

    Discord asks for this before it offers ``/server``, and asks nobody who presses a button that is still on
    their screen. A server may have opened the command to other roles: that, Discord tells no bot, so what the
    command asks for by itself is asked for here.
    """
    allowed = talk.permissions
    if not (allowed.manage_guild or allowed.administrator):
        raise Refusal(texts.NOT_AN_ADMIN)


async def check_taking_over(desk: Desk, match: Match, side: Side, to: discord.User | discord.Member) -> None:
    """Raise Refusal unless ``to`` can play on for ``side``; HandOverError while nobody can."""
    check_known(to)
    with _taking_over():
        await desk.matches.admin.check_taking_over(match, side, _opponent(to, match))


@contextmanager
def _taking_over() -> Iterator[None]:
    """Say of somebody who is to take over why they cannot.

    Whether one of two people has blocked the other is nothing that an administrator hears.
    """
    try:
        yield
    except OpponentError as error:
        raise Refusal(texts.HAND_OVER_PROBLEMS[error.problem]) from None
    except BlockedError:
        raise Refusal(texts.NO_MATCH_BETWEEN) from None


def _opponent(person: discord.User | discord.Member, match: Match) -> Opponent:
    if not isinstance(person, discord.Member):
        return Opponent(UserId(person.id), is_bot=person.bot, in_guild=False)
    channel = person.guild.get_channel_or_thread(match.channel_id)
    sees = channel is None or channel.permissions_for(person).view_channel
    return Opponent(UserId(person.id), is_bot=person.bot, sees_channel=sees)


# --- the questions -------------------------------------------------------------------------------

_DANGER: Final = discord.ButtonStyle.danger


def end_question(match: Match, asker: UserId, winner: Side | None) -> Card:
    """Asks once before a match is ended."""
    sides = match.rules.sides
    index = len(sides) if winner is None else sides.index(winner)
    yes = EndNow.on(match, texts.END, _DANGER, tail=(index,))
    return _question(match, asker, texts.end_question(match, winner), yes)


def abort_question(match: Match, asker: UserId) -> Card:
    """Asks once before a match is called off."""
    return _question(match, asker, texts.abort_question(match), AbortNow.on(match, texts.ABORT, _DANGER))


def rewind_question(match: Match, asker: UserId, ply: int, standing: int) -> Card:
    """Asks once before a match with ``standing`` actions is taken back to its first ``ply``."""
    yes = RewindNow.on(match, texts.REWIND, _DANGER, tail=(ply,))
    return _question(match, asker, texts.rewind_question(match, ply, standing), yes)


def hand_over_question(match: Match, asker: UserId, side: Side, to: UserId) -> Card:
    """Asks once before somebody else plays a side."""
    tail = (match.rules.sides.index(side), to)
    yes = HandOverNow.on(match, texts.HAND_OVER, _DANGER, tail=tail)
    return _question(match, asker, texts.hand_over_question(match, side, to), yes)


def _question(match: Match, asker: UserId, question: str, yes: Button) -> Card:
    if asker in match.users:
        question = f"{question}\n{texts.PLAYS_IN_IT}"
    return card(question, row(Dismiss.on(match, texts.LEAVE_IT), yes))
