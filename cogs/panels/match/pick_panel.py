"""The private panel of a secret pick: the player's rows, and a menu for each slot.

The picture shows only the player's own pieces, nothing of the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from cogs.kit.card import Card, card, gallery, row
from cogs.kit.controls import button
from cogs.panels.learn import rules
from cogs.panels.match import challenge
from cogs.text import challenge_texts, learn_texts, texts
from engines import Diagram, Game, Mark, Options, Picks, SecretSetup, Side
from imaging import Studio
from matches import Match

ROWS: Final = "rows.png"
_SHOWN: Final = 2
"""Rows of the board that the picture shows."""


@dataclass(frozen=True)
class OwnRows:
    """A side's rows before its pick, and the point of each slot."""

    diagram: Diagram
    points: tuple[str, ...]

    def is_left(self, slot: int) -> bool:
        """True if the slot's point is the leftmost on the picture."""
        return (min(self.points) == self.points[slot]) != self.diagram.flipped


async def panel(match: Match, side: Side, draft: Sequence[str | None], studio: Studio, theme: str) -> Card:
    """The pick panel, with the choices made so far."""
    setup = match.game.secret_setup
    assert setup is not None, "checked before a panel is shown"
    own = own_rows(match.game, match.options, side, draft)
    menus = []
    for index, point in enumerate(own.points):
        corner = learn_texts.corner(point, left=own.is_left(index))
        chosen = dict(enumerate(draft)).get(index)
        menus.append(row(challenge.slot_menu(match, setup, corner, chosen, index)))
    confirm = challenge.confirm_pick.on(match, button(challenge_texts.CONFIRM, discord.ButtonStyle.success))
    # Newcomers don't know the pieces yet.
    ways = row(confirm, rules.open_rules.on(match, texts.RULES))
    pictures = ((ROWS, await studio.rows(own.diagram, _SHOWN, theme=theme)),)
    return card(challenge_texts.pick_panel(match, side), gallery(pictures), *menus, ways, pictures=pictures)


def own_rows(game: Game, options: Options, side: Side, draft: Sequence[str | None]) -> OwnRows:
    """The rows of ``side`` with its choices so far, the open slots marked."""
    setup = game.secret_setup
    assert setup is not None, "a game with a pick"
    points = _points(game, setup, options, side)
    chosen = dict(enumerate(draft))
    picks = {side: tuple(chosen.get(index) or setup.choices[0] for index in range(len(setup.slots)))}
    start = _start(game, options, picks, side, setup)
    open_points = [point for index, point in enumerate(points) if not chosen.get(index)]
    own = tuple(piece for piece in start.pieces if piece.side == side and piece.at not in open_points)
    # The other side's rows are far away, and its zone with them.
    marks = tuple(mark for mark in start.marks if mark.side == side and mark.kind == "zone")
    marks += tuple(Mark("target", point) for point in open_points)
    alt = learn_texts.own_rows(side, [(piece.kind, piece.at) for piece in own], open_points)
    shown = replace(start, pieces=own, marks=marks, hands=(), to_act=None, alt=alt, number=0)
    return OwnRows(shown, points)


def _points(game: Game, setup: SecretSetup, options: Options, side: Side) -> tuple[str, ...]:
    """The point of each slot, found by starting with a different piece in that slot than in the others."""
    points = []
    for slot in range(len(setup.slots)):
        first, other = setup.choices[:2]
        pick = tuple(first if each == slot else other for each in range(len(setup.slots)))
        start = _start(game, options, {side: pick}, side, setup)
        points += [piece.at for piece in start.pieces if piece.side == side and piece.kind == first]
    return tuple(points)


def _start(game: Game, options: Options, picks: Picks, side: Side, setup: SecretSetup) -> Diagram:
    """A starting diagram with the picks of ``side``, and arbitrary ones for the other side."""
    others = dict.fromkeys(game.sides, setup.choices[:1] * len(setup.slots))
    return game.start(options, first=side, picks=others | dict(picks)).diagram(bottom=side)
