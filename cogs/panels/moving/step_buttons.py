"""The buttons and menus to choose the next step of an action with: a piece, its destination, what it becomes.

What a tap does is the caller's: it gives the controls, with the choices made so far.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import discord
from discord import ui

from cogs.kit import phone
from cogs.kit.card import MOST_PARTS, ROW_SIZE, row, rows
from cogs.kit.controls import AnyControl, Component, button, menu
from cogs.panels.moving.move_steps import END, ActionSteps, Way, walk
from cogs.text import phrases, texts
from engines import Piece, Position

MENU_SIZE: Final = 25
"""Entries a menu can have (Discord's limit)."""
ON_CARD: Final = 20
"""Most buttons for pieces on the card itself, whatever the room."""
NO_END: Final = math.inf
"""The room of a panel that is read, and not looked at: boards as text."""
OTHER_PARTS: Final = 3
"""Box, text and picture: the components of a panel that are not its controls."""

One = TypeVar("One")
_NARROWEST: Final = [("", False)]
"""The least that a row of buttons shows."""
_Entry = tuple[str, str, discord.PartialEmoji | None]
"""An entry of a menu: its value, its words and its emoji."""

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


@dataclass(frozen=True, slots=True)
class _Face:
    """The label and emoji of a way's button; ``plain`` says more, for where Discord refuses the emoji."""

    way: Way
    label: str
    emoji: discord.PartialEmoji | None
    plain: Callable[[], str]

    def shown(self) -> tuple[str, bool]:
        """The label, with whether there's an emoji."""
        return self.label, self.emoji is not None

    def button(self, controls: StepControls) -> AnyControl:
        """The button, which takes the way."""
        plain = "" if self.emoji is None else self.plain()
        return controls.take(button(self.label, emoji=self.emoji, plain=plain), self.way.taken)


def pieces(
    position: Position,
    words: Mapping[str, str],
    controls: StepControls,
    emojis: Emojis = without_emojis,
    *,
    room: float = phone.SCREEN,
    below: Sequence[ui.ActionRow[Any]] = (),
) -> list[ui.ActionRow[Any]]:
    """The choices with which a turn can begin, as far as the card has room for them and rows ``below``.

    A button for each piece that can act; where they are too many, menus of whole actions, else nothing.
    """
    steps = walk(position, words)
    if len(steps.choices) == 1:
        # Only one piece can act, besides ending the turn: offer its choices straight away.
        steps = walk(position, words, [steps.choices[0][0]])
    if steps.action is not None:
        return [] if steps.prefix == (END,) else _one(steps, controls, None, room, below)
    found = steps.ways(ON_CARD)
    if steps.prefix and len(found) > ROW_SIZE:
        # Each would say the same and another place.
        return _one(steps, controls, _chosen_emoji(steps, emojis), room, below)
    under = [shown_in(one) for one in below]
    for most, labelled in ((ON_CARD, emojis), (ON_CARD, None), (0, None)):
        ways = found if most else steps.ways(0)
        least = [_NARROWEST] * -(-len(ways) // ROW_SIZE)
        if len(ways) > ON_CARD or phone.rows([*least, *under]) > room:
            continue
        lines = _in_lines([_face(way, way.label_alone, labelled) for way in ways], _Face.shown)
        if phone.rows([*([one.shown() for one in line] for line in lines), *under]) <= room:
            return [row(*(one.button(controls) for one in line)) for line in lines]
    menus = -(-len(steps.fitting) // MENU_SIZE)
    return _whole(steps, controls, emojis) if phone.rows(under, menus) <= room else []


def _one(
    steps: ActionSteps,
    controls: StepControls,
    emoji: discord.PartialEmoji | None,
    room: float,
    below: Sequence[ui.ActionRow[Any]],
) -> list[ui.ActionRow[Any]]:
    """One button for the choices so far, if there's room for it and the rows ``below``."""
    shown = [row(controls.take(button(phrases.sentence(steps.said), emoji=emoji), steps.taken))]
    return shown if fits([*shown, *below], room) else []


def choices(
    steps: ActionSteps,
    controls: StepControls,
    below: Sequence[ui.Item[Any]] = (),
    emojis: Emojis = without_emojis,
    *,
    other_parts: int = OTHER_PARTS,
    room: float = NO_END,
) -> list[ui.ActionRow[Any]]:
    """A button for each next choice, and the items ``below``: at the first choice in rows of their own.

    If there are too many for Discord or for the ``room``, captures get buttons first and menus hold the rest.
    ``other_parts``: the components that the panel has besides these rows.
    """
    found = steps.ways(MENU_SIZE)
    most, others = MOST_PARTS - other_parts, rows(below)
    for labelled in (emojis, None):
        parts = _parts(steps, found, controls, labelled)
        shown = packed([*parts, *below]) if steps.taken and found else [*packed(parts), *others]
        fit = len(found) <= MENU_SIZE and _components(shown) <= most and fits(shown, room)
        if fit or not found:
            return shown
    found = tuple(sorted(found, key=lambda way: not way.captures))
    buttons = list(_parts(steps, found, controls, None))
    for entries in _as_entries(steps, found, emojis):
        for count in range(min(len(found) - 1, MOST_PARTS), -1, -1):
            rest = list(dict.fromkeys(entry for way in entries[count:] for entry in way))
            menus = -(-len(rest) // MENU_SIZE)
            shown = packed(buttons[:count])
            height = phone.rows([shown_in(one) for one in (*shown, *others)], menus)
            if _components([*shown, *others]) + 2 * menus <= most and height <= room:
                return [*shown, *_in_menus(steps, rest, controls, texts.more_choices), *others]
    return [*_in_menus(steps, rest, controls, texts.more_choices), *others]


def fits(shown: Sequence[ui.ActionRow[Any]], room: float) -> bool:
    """True if these rows fit into so much room on a phone."""
    return room >= phone.rows([shown_in(one) for one in shown], sum(not shown_in(one) for one in shown))


def shown_in(one: ui.ActionRow[Any]) -> list[tuple[str, bool]]:
    """The labels of a row's buttons, each with whether it has an emoji; none for a menu."""
    return [shown for item in one.children for shown in _shown(item)]


def packed(buttons: Iterable[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """Buttons in rows that a phone doesn't wrap."""
    return [row(*line) for line in _in_lines(buttons, lambda item: _shown(item)[0])]


def _in_lines(buttons: Iterable[One], shown: Callable[[One], tuple[str, bool]]) -> list[list[One]]:
    """Buttons in lines as wide as a phone; ``shown``: the label of one, with whether it has an emoji."""
    lines: list[list[One]] = []
    for one in buttons:
        beside = lines[-1] if lines else []
        if beside and len(beside) < ROW_SIZE and phone.lines_of(map(shown, [*beside, one])) == 1:
            beside.append(one)
        else:
            lines.append([one])
    return lines


def _shown(item: ui.Item[Any]) -> list[tuple[str, bool]]:
    part = item.item if isinstance(item, ui.DynamicItem) else item
    return [(part.label or "", part.emoji is not None)] if isinstance(part, ui.Button) else []


def _components(shown: Sequence[ui.ActionRow[Any]]) -> int:
    """The components of some rows: themselves, and what is in them."""
    return sum(1 + len(one.children) for one in shown)


def _parts(
    steps: ActionSteps, found: Sequence[Way], controls: StepControls, emojis: Emojis | None
) -> Iterator[ui.Item[Any]]:
    """A button for each way; what a piece becomes where it stands is said with the piece."""
    faces = (_face(way, way.label if steps.prefix else way.label_alone, emojis) for way in found)
    return (face.button(controls) for face in faces)


def _face(way: Way, label: Callable[..., str], emojis: Emojis | None) -> _Face:
    """The face of a way's button; without ``emojis`` its label is as short as with one."""
    emoji = None if emojis is None else _emoji(way, emojis)
    return _Face(way, label(pictured=emojis is None or emoji is not None), emoji, label)


def _chosen_emoji(steps: ActionSteps, emojis: Emojis) -> discord.PartialEmoji | None:
    """The emoji of the piece that was chosen first; None where that is no piece."""
    there = steps.piece_on(steps.prefix[0])
    return None if there is None else emojis(steps.game, there)


def _emoji(way: Way, emojis: Emojis) -> discord.PartialEmoji | None:
    """The emoji of the piece to move or to take; none for an empty point."""
    there = way.before.piece_on(way.part)
    return None if there is None else emojis(way.before.game, there)


def _as_entries(steps: ActionSteps, found: Sequence[Way], emojis: Emojis) -> Iterator[list[list[_Entry]]]:
    """The entries that stand for each way: all that it can become, if those are few; then the way alone."""
    if len(steps.fitting) <= MOST_PARTS * 2:
        yield [_entries(steps, list(_ends(way.after)), emojis) for way in found]
    yield [[(_numbers(steps, way.taken), way.label(), _emoji(way, emojis))] for way in found]


def _whole(steps: ActionSteps, controls: StepControls, emojis: Emojis) -> list[ui.ActionRow[Any]]:
    """Menus of all whole actions that can come next, without the end of a turn."""
    ends = [to for number, _ in steps.choices for to in _ends(steps.after(number))]
    return list(_in_menus(steps, _entries(steps, ends, emojis), controls, texts.choose_action))


def _entries(steps: ActionSteps, ends: Sequence[ActionSteps], emojis: Emojis) -> list[_Entry]:
    """Whole actions as the entries of menus."""
    return [(_numbers(steps, to.taken), phrases.sentence(to.said), _chosen_emoji(to, emojis)) for to in ends]


def _in_menus(
    steps: ActionSteps, entries: Sequence[_Entry], controls: StepControls, prompt: Callable[..., str]
) -> Iterator[ui.ActionRow[Any]]:
    """The entries in as many menus as they need; of several, each prompt names the first and the last."""
    for number, start in enumerate(range(0, len(entries), MENU_SIZE)):
        group = entries[start : start + MENU_SIZE]
        shown = {value: emoji for value, _, emoji in group if emoji is not None}
        said = prompt() if len(group) == len(entries) else prompt(group[0][1], group[-1][1])
        listed = menu(said, [(value, words) for value, words, _ in group], emojis=shown)
        yield row(controls.take_from(listed, number, steps.taken))


def _numbers(steps: ActionSteps, taken: Sequence[int]) -> str:
    """The numbers of all choices after those of ``steps``, as the value of an entry."""
    return ".".join(map(str, taken[len(steps.taken) :]))


def _ends(steps: ActionSteps) -> Iterator[ActionSteps]:
    """The whole actions that some choices can become."""
    if steps.action is not None:
        yield steps
    for number in range(len(steps.parts)):
        yield from _ends(steps.after(number))
