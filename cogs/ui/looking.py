"""The private view of a match: any position of it, from either side, bigger, or in letters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ui import films, texts
from cogs.ui.boards import diagram_at
from cogs.ui.card import BOARD, Card, card, gallery, row
from cogs.ui.control import Button, Click
from engines.letters import board_in_letters
from matches import Match, UserId

if TYPE_CHECKING:
    from cogs.desk import Desk

BIG: Final = 1600
"""Pixels across the bigger picture."""
USUAL, BIGGER, LETTERS = range(3)
"""How a position is shown."""


@dataclass(frozen=True)
class View:
    """Which position is looked at, counted in actions, from which side, and how it is shown."""

    ply: int
    turned: bool = False
    form: int = USUAL

    @property
    def numbers(self) -> tuple[int, ...]:
        """The view as the tail of a control."""
        return self.ply, int(self.turned), self.form


class Look(Button, verb="look"):
    """Opens the view of a match to anyone who sees its card."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.answer(click, await first_view(desk, match, user))


class Show(Button, verb="show"):
    """Shows what its tail tells: the number of the button, then the view."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        _, ply, turned, form = self.tail
        match = await desk.matches.load(self.match_id)
        await desk.redraw(click, await panel(desk, match, View(ply, bool(turned), form), user))


CONTROLS: Final[tuple[type[Button], ...]] = (Look, Show)


async def first_view(desk: Desk, match: Match, user: UserId) -> Card:
    """The present position of a match, from the side of ``user``; before play, its card."""
    if not match.started:
        return await desk.cards.of(match, reader=user)
    # Whoever plays the second side sees it from there, as on their own turns.
    turned = match.side_of(user) == match.rules.sides[1]
    return await panel(desk, match, View(len(desk.matches.history(match).played), turned), user)


async def panel(desk: Desk, match: Match, view: View, user: UserId) -> Card:
    """One view of a match for ``user``, with ways to the others."""
    history = desk.matches.history(match)
    # Actions may have been taken back since the panel was opened.
    view = replace(view, ply=min(view.ply, len(history.played)))
    at = history.until(view.ply)
    bottom = match.rules.sides[1 if view.turned else 0]
    diagram = diagram_at(match, history, view.ply, bottom=bottom)
    head = texts.view(match, view.ply, len(history.played), at.played[-1] if at.played else None)
    controls = _controls(match, view, len(history.played))
    if view.form == LETTERS:
        return card(
            head, texts.in_letters(board_in_letters(diagram, flipped=diagram.flipped), diagram.alt), *controls
        )
    theme = await desk.cards.theme(match, user)
    picture = await desk.studio.board(diagram, theme=theme, width=BIG if view.form == BIGGER else None)
    pictures = ((BOARD, picture),)
    return card(head, gallery(pictures), *controls, pictures=pictures)


def _controls(match: Match, view: View, last: int) -> list[ui.ActionRow[Any]]:
    steps = (0, max(view.ply - 1, 0), min(view.ply + 1, last), last)
    walk = [
        _button(match, number, label, replace(view, ply=ply), idle=ply == view.ply)
        for number, (label, ply) in enumerate(zip(texts.VIEW_STEPS, steps, strict=True))
    ]
    bigger = USUAL if view.form == BIGGER else BIGGER
    letters = USUAL if view.form == LETTERS else LETTERS
    ways = [
        _button(match, 4, texts.TURN_ROUND, replace(view, turned=not view.turned)),
        _button(match, 5, texts.SMALLER if view.form == BIGGER else texts.BIGGER, replace(view, form=bigger)),
        _button(
            match, 6, texts.PICTURE if view.form == LETTERS else texts.LETTERS, replace(view, form=letters)
        ),
    ]
    return [row(*walk), row(*ways, films.ShowFilm.on(match, texts.FILM))]


def _button(match: Match, number: int, label: str, view: View, *, idle: bool = False) -> Show:
    button = Show.on(match, label, discord.ButtonStyle.secondary, tail=(number, *view.numbers))
    button.item.disabled = idle
    return button
