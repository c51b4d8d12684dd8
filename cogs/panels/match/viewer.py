"""The viewer of matches (``board_panel``) and imported records (``imports``).

It shows any position, from either side, as a picture, a bigger one or text, or all of them as a film.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.kit.card import BOARD, Card, Pictures, card, gallery, row, rows
from cogs.kit.controls import AnyControl, button
from cogs.kit.paging import FLAG, Query
from cogs.panels.match.boards import diagram_at
from cogs.text import texts
from engines import Diagram, Side
from engines.diagrams import board_in_letters
from engines.record import History
from matches.model import Result

if TYPE_CHECKING:
    from cogs.app import App

BIG: Final = 1600
"""Pixels across the bigger picture."""
USUAL, BIGGER, LETTERS = range(3)
"""The forms in which the viewer shows a position."""


@dataclass(frozen=True, slots=True)
class ViewerState(Query):
    """The viewer's state: the position (in actions from the start), flipped or not, and the form."""

    ply: int
    turned: bool = field(default=False, metadata=FLAG)
    form: int = USUAL


@dataclass(frozen=True)
class Subject:
    """The match or record in the viewer: its title, history, result and theme.

    ``step`` makes a control of a button, from its number and a view. ``ways`` are further
    buttons. ``play_on`` makes the button to practise from the position after a number of actions, or None.
    ``note`` is shown below the first position.
    """

    title: str
    sides: tuple[Side, ...]
    history: History
    result: Result | None
    theme: str
    step: Callable[..., AnyControl]
    ways: Sequence[ui.Item[Any]] = ()
    play_on: Callable[[int], AnyControl | None] = lambda _ply: None
    note: str = ""

    def diagrams(self) -> list[Diagram]:
        """The diagrams of all positions, from the start."""
        last = len(self.history.played)
        return [diagram_at(self.history, ply, self.result, bottom=self.sides[0]) for ply in range(last + 1)]


async def panel(app: App, subject: Subject, view: ViewerState) -> Card:
    """The card of a view, with buttons to other views."""
    played = subject.history.played
    # Actions may have been taken back since the panel was opened.
    view = replace(view, ply=min(view.ply, len(played)))
    bottom = subject.sides[1 if view.turned else 0]
    diagram = diagram_at(subject.history, view.ply, subject.result, bottom=bottom)
    head = texts.view(
        subject.title, played[view.ply - 1] if view.ply else None, played[-1].turn if played else 0
    )
    note = "" if view.ply else subject.note
    controls = _controls(subject, view)
    if view.form == LETTERS:
        letters = board_in_letters(diagram, flipped=diagram.flipped)
        return card(head, texts.in_letters(letters, diagram.alt), note, *controls)
    width = BIG if view.form == BIGGER else None
    pictures = ((BOARD, await app.studio.board(diagram, theme=subject.theme, width=width)),)
    return card(head, gallery(pictures), note, *controls, pictures=pictures)


async def film(
    app: App, subject: Subject, head: str, name: str, *buttons: ui.Item[Any], said: str = ""
) -> Card:
    """All positions as a film in a file ``name``.gif, with a line ``said`` below it."""
    clip = await app.studio.film(subject.diagrams, theme=subject.theme)
    pictures: Pictures = ((f"{name}.gif", clip),)
    return card(head, gallery(pictures), said, *([row(*buttons)] if buttons else []), pictures=pictures)


def _controls(subject: Subject, view: ViewerState) -> list[ui.ActionRow[Any]]:
    last = len(subject.history.played)
    steps = (0, max(view.ply - 1, 0), min(view.ply + 1, last), last)
    walk = [
        _button(subject, number, label, replace(view, ply=ply), idle=ply == view.ply)
        for number, (label, ply) in enumerate(zip(texts.VIEW_STEPS, steps, strict=True))
    ]
    bigger = USUAL if view.form == BIGGER else BIGGER
    letters = USUAL if view.form == LETTERS else LETTERS
    size, form = (
        texts.SMALLER if view.form == BIGGER else texts.BIGGER,
        texts.PICTURE if view.form == LETTERS else texts.LETTERS,
    )
    forms = [
        _button(subject, 4, texts.TURN_ROUND, replace(view, turned=not view.turned)),
        _button(subject, 5, size, replace(view, form=bigger)),
        _button(subject, 6, form, replace(view, form=letters)),
    ]
    over = subject.history.until(view.ply).position.to_act is None
    play_on = None if over else subject.play_on(view.ply)
    return [row(*walk, *([play_on] if play_on else [])), *rows([*forms, *subject.ways])]


def _button(
    subject: Subject, number: int, label: str, view: ViewerState, *, idle: bool = False
) -> AnyControl:
    return subject.step(button(label, enabled=not idle), args=(number, *view.args))
