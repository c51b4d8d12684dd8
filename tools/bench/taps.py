"""Taps that an action takes from the card on, over 30 random matches of each game.

The card's buttons and the panel are those that people see, asked for as functions; opening a menu is a tap
of its own. Each action is counted as if the panel were opened for it, though within a turn it stays open. The
same is counted in simcord, on two whole matches a game: ``tests/cogs/test_taps.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from cogs.cannons_and_crabs import CannonsAndCrabs
from cogs.game import GameCog
from cogs.panels.match import match_card
from cogs.panels.moving import move_panel
from cogs.panels.moving.move_steps import END, walk
from cogs.pjawns import Pjawns
from cogs.prawns import Prawns
from cogs.predation import Predation
from cogs.prudh import Prudh
from engines import Action, Position
from tests.engines.choosing import eager, random_setup

COGS: Final[tuple[type[GameCog], ...]] = (CannonsAndCrabs, Pjawns, Prawns, Predation, Prudh)
MATCHES: Final = 30
LONGEST: Final = 250
"""Actions of a match that are counted."""
MATCH: Final[Any] = SimpleNamespace(id=1, version=1)
"""All that a button asks of its match."""

MEAN, WORST = 4.1, 5
"""The most taps an action may take where people are asked before it is sent.

One less where they are not, and another one less where the pieces stand on the card.
"""


class Choice(NamedTuple):
    """A button: its label, and the choices that it stands for."""

    label: str
    taken: tuple[int, ...]


@dataclass
class Count:
    """Taps of many actions: asked before they are sent, not asked, not asked and from a card with pieces."""

    asked: list[int] = field(default_factory=list)
    unasked: list[int] = field(default_factory=list)
    on_card: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        told = {"asked": self.asked, "not asked": self.unasked, "not asked, on the card": self.on_card}
        return ", ".join(
            f"{name}: {mean(taps):.2f} (worst {max(taps)}, {len(taps)} actions)"
            for name, taps in told.items()
            if taps
        )


def run() -> None:
    """Count, print, and check."""
    together = Count()
    for cog in COGS:
        count = counted(cog, MATCHES)
        print(f"{cog.game.key}: {count}")
        check(count)
        for name in ("asked", "unasked", "on_card"):
            getattr(together, name).extend(getattr(count, name))
    print(f"all: {together}")


def check(count: Count) -> None:
    """Hold a game's taps against what is wanted."""
    for less, taps in enumerate((count.asked, count.unasked, count.on_card)):
        assert not taps or (mean(taps) <= MEAN - less and max(taps) <= WORST - less), f"{less} less: {count}"


def counted(cog: type[GameCog], matches: int) -> Count:
    """The taps of all actions of random matches."""
    count = Count()
    for seed in range(matches):
        for position, action, begun in played(cog, seed):
            _note(count, cog, position, action, begun=begun)
    return count


def played(cog: type[GameCog], seed: int) -> Iterator[tuple[Position, Action, bool]]:
    """A random match: each position, what is done in it, and if something was done in that turn before."""
    chance, begun = random.Random(seed), False
    position = random_setup(cog.game, {}, chance).start(cog.game)
    for _ in range(LONGEST):
        legal = position.legal_actions()
        if not legal:
            return
        action = eager(position, legal, chance)
        yield position, action, begun
        after = position.apply(action)
        begun, position = after.turn_of == position.turn_of, after


def _note(count: Count, cog: type[GameCog], position: Position, action: Action, *, begun: bool) -> None:
    if action.path == (END,):
        # On the card once something was done; else on the panel, and with a question.
        only = len(position.legal_actions()) == 1
        taps = 1 if begun else 2 if only else 3
        count.asked.append(taps)
        count.unasked.append(taps)
        if move_panel.pieces(MATCH, position, cog.words):
            count.on_card.append(taps)
        return
    if match_card.few(position.legal_actions()):
        count.asked.append(1)
        count.unasked.append(1)
        return
    first = on_card(cog, position, action)
    taken = () if first is None else first.taken
    steps = _steps(cog, position, action, taken)
    count.asked.append(1 + steps + 1)
    count.unasked.append(_without_send(1 + steps, panel_only=first is None and not steps))
    if first is not None:
        count.on_card.append(1 + steps)


def _without_send(taps: int, *, panel_only: bool) -> int:
    # A panel that opens on the only action there is has nothing but *Send*.
    return taps + 1 if panel_only else taps


def on_card(cog: type[GameCog], position: Position, action: Action) -> Choice | None:
    """The button on the card that leads to ``action``, if there is one."""
    found = _leading(move_panel.pieces(MATCH, position, cog.words))
    return next((choice for choice in found if _leads(cog, position, action, choice.taken)), None)


def _steps(cog: type[GameCog], position: Position, action: Action, taken: tuple[int, ...]) -> int:
    """The taps on the panel from some choices on to the whole action, without sending it."""
    steps, taps = walk(position, cog.words, taken), 0
    while steps.action is None:
        shown = move_panel.choices(MATCH, steps)
        buttons = [child for each in shown for child in each.children]
        direct = [choice.taken for choice in _leading(buttons) if _leads(cog, position, action, choice.taken)]
        chosen = (*steps.taken, steps.parts.index(action.path[len(steps.prefix)]))
        taken = direct[0] if direct else chosen
        taps += 1 if direct else 2
        steps = walk(position, cog.words, taken)
    assert steps.action == action
    return taps


def _leading(buttons: list[Any]) -> list[Choice]:
    found = []
    for item in buttons:
        verb, _, _, *args = item.item.custom_id.split(":")
        if verb == "part":
            taken = tuple(map(int, args[0].split("."))) if args else ()
            found.append(Choice(item.item.label, taken))
    return found


def _leads(cog: type[GameCog], position: Position, action: Action, taken: tuple[int, ...]) -> bool:
    steps = walk(position, cog.words, taken)
    return steps.taken == taken and action.path[: len(steps.prefix)] == steps.prefix


if __name__ == "__main__":
    run()
