"""The buttons and menus to choose the next step of an action with: a piece, its destination, what it becomes.

What a tap does is the caller's: it gives the controls, with the choices made so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from cogs.kit.card import MOST_PARTS, ROW_SIZE, row, rows
from cogs.kit.controls import AnyControl, Component, button, menu
from cogs.panels.moving.move_steps import END, ActionSteps, Way, walk
from cogs.text import texts
from engines import Piece, Position

MENU_SIZE: Final = 25
"""Entries a menu can have (Discord's limit)."""
ON_CARD: Final = 20
"""Most pieces that get buttons on the card itself: four rows."""
OTHER_PARTS: Final = 3
"""Box, text and picture: the components of a panel that are not its controls."""

Emojis = Callable[[str, Piece], discord.PartialEmoji | None]
"""The emoji of a piece in a game, if there is one."""


def without_emojis(_game: str, _piece: Piece) -> None:
    """No emoji for any piece."""


@dataclass(frozen=True, slots=True)
class StepControls:
    """Makes the controls of a panel: ``take`` a button, from the numbers of all choices that it stands for.

    ``take_from`` makes a menu, from its own number and the choices made before it; the values of its entries
    are the numbers of the next choice.
    """

    take: Callable[[Component, Sequence[int]], AnyControl]
    take_from: Callable[[Component, int, Sequence[int]], AnyControl]


def pieces(
    position: Position, words: Mapping[str, str], controls: StepControls, emojis: Emojis = without_emojis
) -> list[ui.Item[Any]]:
    """A button for each piece that can act, or none if there are too many for the card itself."""
    steps = walk(position, words)
    if len(steps.choices) == 1:
        # Only one piece can act, besides ending the turn: offer its choices straight away.
        steps = walk(position, words, [steps.choices[0][0]])
    if steps.action is not None:
        return [] if steps.prefix == (END,) else [controls.take(button(steps.said), steps.taken)]
    found = steps.ways(ON_CARD)
    if steps.prefix and len(found) > ROW_SIZE:
        # Each would say the same and another place.
        return [controls.take(button(steps.said, emoji=_chosen_emoji(steps, emojis)), steps.taken)]
    if len(found) > ON_CARD:
        return []
    return [_part(way, way.label_alone, controls, emojis) for way in found]


def choices(
    steps: ActionSteps,
    controls: StepControls,
    below: Sequence[ui.Item[Any]] = (),
    emojis: Emojis = without_emojis,
    *,
    other_parts: int = OTHER_PARTS,
) -> list[ui.ActionRow[Any]]:
    """A button for each next choice, and the items ``below`` in rows of their own.

    If there are too many, captures get buttons first and menus hold the rest. ``other_parts``: the
    components that the panel has besides these rows.
    """
    found = steps.ways(MENU_SIZE)
    room = MOST_PARTS - other_parts
    if len(found) <= MENU_SIZE and _in_rows(len(found)) + _in_rows(len(below)) <= room:
        return [*rows(_parts(steps, found, controls, emojis)), *rows(below)]
    found = tuple(sorted(found, key=lambda way: not way.captures))
    count = with_buttons(len(found), len(below), room)
    buttons = [*_parts(steps, found[:count], controls, emojis), *below]
    return [*rows(buttons), *_menus(steps, found[count:], controls, emojis)]


def with_buttons(found: int, below: int, room: int = MOST_PARTS - OTHER_PARTS) -> int:
    """The most of ``found`` choices that can have a button if the others go into menus below.

    ``below`` further buttons stand behind them; all of it takes at most ``room`` components. A row of five
    buttons is six, a menu two.
    """
    for count in range(min(found, MOST_PARTS), 0, -1):
        menus = -(-(found - count) // MENU_SIZE)
        if _in_rows(count + below) + 2 * menus <= room:
            return count
    return 0


def _in_rows(buttons: int) -> int:
    """The components of so many buttons in rows."""
    return buttons - (-buttons // ROW_SIZE)


def _parts(
    steps: ActionSteps, found: Sequence[Way], controls: StepControls, emojis: Emojis
) -> Iterator[ui.Item[Any]]:
    """A button for each way; what a piece becomes where it stands is said with the piece."""
    return (_part(way, way.label if steps.prefix else way.label_alone, controls, emojis) for way in found)


def _part(way: Way, label: Callable[..., str], controls: StepControls, emojis: Emojis) -> ui.Item[Any]:
    emoji = _emoji(way, emojis)
    return controls.take(button(label(pictured=emoji is not None), emoji=emoji, plain=label()), way.taken)


def _chosen_emoji(steps: ActionSteps, emojis: Emojis) -> discord.PartialEmoji | None:
    """The emoji of the piece that was chosen first; None where that is no piece."""
    there = steps.standing_on(steps.prefix[0])
    return None if there is None else emojis(steps.game, there)


def _emoji(way: Way, emojis: Emojis) -> discord.PartialEmoji | None:
    """The emoji of the piece to move or to take; none for an empty point."""
    there = way.before.standing_on(way.part)
    return None if there is None else emojis(way.before.game, there)


def _menus(
    steps: ActionSteps, found: Sequence[Way], controls: StepControls, emojis: Emojis
) -> Iterator[ui.ActionRow[Any]]:
    """Choices in as many menus as they need; each placeholder names the menu's first and last choice."""
    for number, start in enumerate(range(0, len(found), MENU_SIZE)):
        group = found[start : start + MENU_SIZE]
        options = [(str(way.number), way.label()) for way in group]
        shown = {str(way.number): emoji for way in group if (emoji := _emoji(way, emojis)) is not None}
        prompt = texts.more_choices(options[0][1], options[-1][1])
        yield row(controls.take_from(menu(prompt, options, emojis=shown), number, steps.taken))
