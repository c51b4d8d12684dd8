"""The number of taps for an action, counted from the card, over 30 random matches of each game.

It calls the functions that make the card's buttons and the panel; opening a menu counts as a tap. Each action
is counted as if the panel were opened for it, though within a turn it stays open. A test counts whole turns
in simcord, on as many matches: ``tests/cogs/panels/match/test_turn_taps.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean
from typing import Final

from cogs.cannons_and_crabs import CannonsAndCrabs
from cogs.game import GameCog
from cogs.panels.match import match_card
from cogs.panels.moving import move_panel
from cogs.panels.moving.move_steps import END, walk
from cogs.panels.moving.step_buttons import choices, pieces, shown_in
from cogs.pjawns import Pjawns
from cogs.prawns import Prawns
from cogs.predation import Predation
from cogs.prudh import Prudh
from engines import Action, Position
from tests.cogs.card_taps import MATCH, choices_of, leads, on_card
from tests.engines.choosing import eager, random_setup
from tools import harness

COGS: Final[tuple[type[GameCog], ...]] = (CannonsAndCrabs, Pjawns, Prawns, Predation, Prudh)
MATCHES: Final = 30
LONGEST: Final = 250
"""The most actions of a match to count."""
MEAN, WORST = (3.1, 2.2, 2.15), (4, 4, 3)
"""The limits for taps of an action: with a confirmation; without; without and with the pieces on the card.

The prey of Predation, nine at the start, has so many targets that they need a menu, which has to be opened.
"""


@dataclass
class Count:
    """Taps of many actions: with a confirmation, without one, and without from a card with pieces."""

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


def run(matches: int = MATCHES) -> None:
    """Count, print and check the taps of all games."""
    together = Count()
    for cog in COGS:
        count = counted(cog, matches)
        print(f"{cog.game.key}: {count}")
        check(count)
        for name in ("asked", "unasked", "on_card"):
            getattr(together, name).extend(getattr(count, name))
    print(f"all: {together}")


def check(count: Count) -> None:
    """Assert that a game's taps are within the limits."""
    for taps, usual, most in zip((count.asked, count.unasked, count.on_card), MEAN, WORST, strict=True):
        assert not taps or (mean(taps) <= usual and max(taps) <= most), str(count)


def counted(cog: type[GameCog], matches: int) -> Count:
    """The taps of all actions of random matches."""
    count = Count()
    for seed in range(matches):
        for position, action, begun in played(cog, seed):
            _note(count, cog, position, action, begun=begun)
    return count


def played(cog: type[GameCog], seed: int) -> Iterator[tuple[Position, Action, bool]]:
    """A random match: each position, its action, and True if the turn had an action before."""
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
        # After an action the end of the turn is on the card; else on the panel, with a confirmation.
        only = len(position.legal_actions()) == 1
        taps = 1 if begun else 2 if only else 3
        count.asked.append(taps)
        count.unasked.append(taps)
        if pieces(position, cog.words, move_panel.step_controls(MATCH)):
            count.on_card.append(taps)
        return
    if match_card.few(position.legal_actions()):
        count.asked.append(1)
        count.unasked.append(1)
        return
    first = on_card(cog, position, action)
    taken = () if first is None else first.taken
    steps = _steps(cog, position, action, taken)
    goes_on = position.apply(action).to_act == position.to_act
    # An action that can be taken back is sent at once.
    count.asked.append(1 + steps + (not goes_on))
    # A panel with only one possible action has just *Send*.
    count.unasked.append(1 + steps + (first is None and not steps))
    if first is not None:
        count.on_card.append(1 + steps)


def _steps(cog: type[GameCog], position: Position, action: Action, taken: tuple[int, ...]) -> int:
    """The taps on the panel from the choices ``taken`` to the whole action, without sending it."""
    steps, taps = walk(position, cog.words, taken), 0
    while steps.action is None:
        shown = choices(steps, move_panel.step_controls(MATCH))
        buttons = [each for each in shown if shown_in(each)]
        menus = [each for each in shown if not shown_in(each)]
        direct, listed = (
            [one.taken for one in choices_of(those) if leads(cog, position, action, one.taken)]
            for those in (buttons, menus)
        )
        taken = max(direct or listed, key=len)
        taps += 1 if direct else 2
        steps = walk(position, cog.words, taken)
    assert steps.action == action
    return taps


if __name__ == "__main__":
    harness.main(run)
