"""Secret picks: the private panel with the player's rows, and a menu for each slot.

The picture shows only the player's own pieces, nothing of the other side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import discord

from cogs.kit.arguments import TEXT, Count
from cogs.kit.card import Card, card, gallery, row
from cogs.kit.controls import AnyControl, Press, button, control, menu
from cogs.kit.errors import Refusal
from cogs.panels.learn import help
from cogs.text import challenge_texts, learn_texts, texts
from engines import Diagram, Game, Mark, Options, Picks, SecretSetup, Side
from imaging import Studio
from matches import Match, MessageId, UserId
from matches.audience import picks_seen
from matches.errors import NotAPlayerError, PickError, WrongPhaseError
from matches.lifecycle.setup import has_left

ROWS: Final = "rows.png"
_SHOWN: Final = 2
"""Rows of the board that the picture shows."""


@control("choose")
async def open_pick(press: Press) -> None:
    with _replaced_told(press.user):
        match, draft = await press.app.matches.picks.draft(press.match_id, press.user)
    await press.answer(await press.app.cards.pick_panel(match, press.user, draft))


@control("slot", chooses=TEXT)
async def choose(press: Press, slot: Count) -> None:
    """Stores the choice for one slot of a pick."""
    try:
        with _replaced_told(press.user):
            picks = press.app.matches.picks
            match, draft = await picks.choose(press.match_id, press.user, slot, press.value)
    except (PickError, WrongPhaseError) as error:
        await _show_pick_made(press, error)
    else:
        await press.redraw(await press.app.cards.pick_panel(match, press.user, draft))


@control("confirm")
async def confirm_pick(press: Press) -> None:
    try:
        with _replaced_told(press.user):
            match = await press.app.matches.picks.pick(press.match_id, press.user)
    except (PickError, WrongPhaseError) as error:
        await _show_pick_made(press, error)
    else:
        clicked = press.interaction.message
        # First: the direct message that asked for the pick is then not edited a second time.
        if await press.redraw(press.app.cards.pick_confirmed(match, press.user)) and clicked is not None:
            press.app.notifier.record_redrawn(MessageId(clicked.id))
        await press.show(match)


@contextmanager
def _replaced_told(user: UserId) -> Iterator[None]:
    """Turn NotAPlayerError into a refusal for a user who was replaced by an administrator."""
    try:
        yield
    except NotAPlayerError as error:
        if has_left(error.match, user):
            raise Refusal(challenge_texts.PICKS_NO_MORE) from None
        raise


def slot_menu(match: Match, setup: SecretSetup, corner: str, chosen: str | None, index: int) -> AnyControl:
    """The menu for slot ``index`` of a pick; it describes how each choice moves."""
    options = [(choice, challenge_texts.slot_choice(choice, corner)) for choice in setup.choices]
    described = dict(zip(setup.choices, setup.moves, strict=False))
    return choose.on(match, menu(corner, options, chosen=chosen, described=described), index)


async def _show_pick_made(press: Press, error: PickError | WrongPhaseError) -> None:
    """Close a panel that is still open after the pick, because of a crash or a pick in another panel.

    Raises ``error`` again if the user can't see their side's pick, such as one made by a player before them.
    """
    if error.match.side_of(press.user) not in picks_seen(error.match, press.user):
        raise error
    await press.redraw(press.app.cards.pick_confirmed(error.match, press.user))


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
        menus.append(row(slot_menu(match, setup, corner, chosen, index)))
    complete = len(draft) == len(setup.slots) and all(draft)
    confirm = confirm_pick.on(
        match, button(challenge_texts.CONFIRM, discord.ButtonStyle.success, enabled=complete)
    )
    # Newcomers don't know the pieces yet.
    ways = row(confirm, help.open_rules.on(match, texts.RULES))
    pictures = ((ROWS, await studio.rows(own.diagram, _SHOWN, theme=theme)),)
    return card(challenge_texts.pick_panel(match, side), gallery(pictures), *menus, ways, pictures=pictures)


def own_rows(game: Game, options: Options, side: Side, draft: Sequence[str | None]) -> OwnRows:
    """The rows of ``side`` with its choices so far, the open slots marked."""
    setup = game.secret_setup
    assert setup is not None, "a game with a pick"
    points = game.pick_points(options, side)
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


def _start(game: Game, options: Options, picks: Picks, side: Side, setup: SecretSetup) -> Diagram:
    """A starting diagram with the picks of ``side``, and arbitrary ones for the other side."""
    others = dict.fromkeys(game.sides, setup.choices[:1] * len(setup.slots))
    return game.start(options, first=side, picks=others | dict(picks)).diagram(bottom=side)
