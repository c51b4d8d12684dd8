"""Buttons that lead to an action, asked for as functions; and the limits of the cards they are on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from cogs.game import GameCog
from cogs.kit import phone
from cogs.kit.arguments import numbers_in
from cogs.panels.moving import move_panel
from cogs.panels.moving.move_steps import walk
from cogs.panels.moving.step_buttons import pieces
from engines import Action, Position
from tests.cogs.server import parts, text

MATCH: Final[Any] = SimpleNamespace(id=1, version=1)
"""All that a button asks of its match."""


LONGEST_TEXT, MOST_PARTS = 4000, 40
"""Discord's limits for a message: characters in all its texts, and components."""


class Choice(NamedTuple):
    """A button or an entry of a menu: its label, and the choices that it stands for."""

    label: str
    taken: tuple[int, ...]


def on_card(
    cog: type[GameCog], position: Position, action: Action, *, room: float = phone.SCREEN
) -> Choice | None:
    """What leads farthest to ``action`` on a card with so much room, a button or an entry of a menu."""
    found = choices_of(pieces(position, cog.words, move_panel.step_controls(MATCH), room=room))
    ways = [choice for choice in found if leads(cog, position, action, choice.taken)]
    return max(ways, key=lambda choice: len(choice.taken), default=None)


def choices_of(rows: list[Any]) -> list[Choice]:
    """The choices that buttons and entries of menus stand for, without what leads elsewhere."""
    found = []
    for item in (item.item for row in rows for item in row.children):
        verb, _, _, *args = item.custom_id.split(":")
        taken = numbers_in(args[0]) if args else ()
        if verb == "part":
            found.append(Choice(item.label, taken))
        elif verb == "step":
            found += [Choice(one.label, (*taken[1:], *numbers_in(one.value))) for one in item.options]
    return found


def leads(cog: type[GameCog], position: Position, action: Action, taken: tuple[int, ...]) -> bool:
    """Whether an action can still be made after some choices."""
    steps = walk(position, cog.words, taken)
    return steps.taken == taken and action.path[: len(steps.prefix)] == steps.prefix


def check_limits(card: Any) -> None:
    """A card is one that Discord takes."""

    class Message:
        components = card.view.to_components()

    found = list(parts(Message))
    assert len(found) <= MOST_PARTS
    assert len(text(Message)) <= LONGEST_TEXT
    ids = [part["custom_id"] for part in found if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= 100 for custom_id in ids)
    for part in found:
        assert len(part.get("options", [])) <= 25
        assert len(part.get("placeholder") or "") <= 150
        for option in part.get("options", []):
            assert 1 <= len(option["label"]) <= 100
        assert len(part.get("label") or "") <= 80
