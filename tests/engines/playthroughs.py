"""Printed matches, kept in tests/data/playthroughs and compared line by line.

``python -m tests.games`` writes them again; look at the difference before keeping it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from textwrap import fill

from engines import GAMES, History, Options, Outcome
from engines.diagrams import board_in_letters
from tests.engines.choosing import eager, random_setup
from tests.games import part

FOLDER = Path(__file__).parent.parent / "data" / "playthroughs"


@dataclass(frozen=True)
class Playthrough:
    """A match by chance: that of the first seed which ends in ``ending`` soon enough."""

    game: str
    title: str
    options: Options
    ending: str
    plies: int
    """How many actions it may have: nobody reads a long one."""
    first_seed: int = 1
    """Where to look from: what chance seldom brings is not searched for every time."""

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.game}-{self.title}.txt"

    def text(self) -> str:
        """The whole match, printed."""
        for seed in count(self.first_seed):
            history = self.match(seed)
            outcome = history.position.outcome()
            if outcome and outcome.reason == self.ending:
                return "\n".join(self.lines(seed, history, outcome))
        raise AssertionError("unreachable: count has no end")

    def match(self, seed: int) -> History:
        chance = random.Random(seed)
        history = History(random_setup(GAMES[self.game], self.options, chance).start(GAMES[self.game]))
        while (actions := history.position.legal_actions()) and len(history.played) < self.plies:
            history = history.then(str(eager(history.position, actions, chance)))
        return history

    def lines(self, seed: int, history: History, outcome: Outcome) -> Iterator[str]:
        options = " ".join(f"{key}={value}" for key, value in self.options.items())
        yield f"{self.game}, {options or 'usual options'}, by chance from seed {seed}"
        for played in history.played:
            position = played.before
            yield ""
            yield board_in_letters(position.diagram())
            yield position.to_text()
            yield fill(" ".join(map(str, position.legal_actions())), 110, break_on_hyphens=False)
            yield f"{played.after.ply}. {played.side}: {played.action} ({played.description})"
        yield ""
        yield board_in_letters(history.position.diagram())
        yield history.position.to_text()
        yield f"{outcome.winner or 'nobody'} wins: {outcome.reason}"
        yield ""


def playthroughs(key: str) -> tuple[Playthrough, ...]:
    """The printed matches of a game: ``PLAYTHROUGHS`` of its ``playthroughs.py``."""
    module = part(key, "playthroughs")
    found: tuple[Playthrough, ...] = module.PLAYTHROUGHS if module else ()
    return found


def write(key: str) -> None:
    """Write those of a game again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for playthrough in playthroughs(key):
        playthrough.path.write_text(playthrough.text(), encoding="utf-8")
        print(playthrough.path.name)
