"""The private panel of everything that is seldom needed: resigning, asking the other player, the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ui import notes, texts
from cogs.ui.card import Card, card, rows
from cogs.ui.control import Button, Click, reporting
from cogs.ui.notes import Notes
from matches import Match, UserId, offers
from matches.model import OfferKind

if TYPE_CHECKING:
    from cogs.desk import Desk

KINDS: Final = (OfferKind.DRAW, OfferKind.TAKE_BACK)
"""What the index of a button that asks for something means."""


class More(Button, verb="more"):
    """Opens the panel."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.answer(click, await panel(desk, match, user))


class AskFor(Button, verb="ask"):
    """Asks the other player for a draw, or to take a turn back: by the index."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.offer(self.match_id, user, KINDS[self.index], seen=self.version)
        await desk.dismiss(click)
        await desk.show(click, match)


class Resign(Button, verb="resign"):
    """Asks whether to give the match up."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.check_running(self.match_id, user)
        await desk.redraw(click, resign_question(match))


class ResignNow(Button, verb="resignnow"):
    """Gives the match up."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.resign(self.match_id, user, seen=self.version)
        await desk.dismiss(click)
        await desk.show(click, match)


class KeepPlaying(Button, verb="keepplaying"):
    """Goes back to the panel from the question whether to give up."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.redraw(click, await panel(desk, match, user))


class Rules(Button, verb="rules"):
    """Shows the rules of the match's game."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.redraw(click, desk.cards.note(texts.rules_page(match.rules, desk.faces[match.game].rules)))


CONTROLS: Final[tuple[type[Button], ...]] = (More, AskFor, Resign, ResignNow, KeepPlaying, Rules)


async def written(click: Click) -> None:
    """Keep a note that was written, if ``click`` is its form, and show it on the panel it came from."""
    if (match_id := notes.of_form(click)) is None:
        return
    desk: Desk = click.client.desk
    user = UserId(click.user.id)
    async with reporting(click):
        await desk.acknowledge(click)
        match = await notes.keep(desk, match_id, user, click)
        await desk.redraw(click, await panel(desk, match, user))


async def panel(desk: Desk, match: Match, user: UserId) -> Card:
    """What ``user`` can do besides moving."""
    note = await desk.store.note(match.id, user) if user in match.players else ""
    return card(texts.more(match, note), *rows(_controls(desk, match, user)))


def resign_question(match: Match) -> Card:
    """Asks once before a match is given up."""
    yes = ResignNow.on(match, texts.RESIGN, discord.ButtonStyle.danger)
    return card(texts.resign_question(match), *rows([KeepPlaying.on(match, texts.KEEP_PLAYING), yes]))


def _controls(desk: Desk, match: Match, user: UserId) -> Iterator[ui.Item[Any]]:
    side = match.side_of(user)
    yield Rules.on(match, texts.RULES)
    if side is None:
        return
    yield Notes.on(match, texts.NOTES)
    if match.started and match.phase.running:
        history = desk.matches.history(match)
        for index, kind in enumerate(KINDS):
            if offers.may_ask(match, kind, side, history) is None:
                yield AskFor.on(match, texts.ASK_FOR[kind], tail=(index,))
        yield Resign.on(match, texts.RESIGN, discord.ButtonStyle.danger)
