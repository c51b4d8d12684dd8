"""Printed matches, kept in tests/data/playthroughs and compared line by line.

``python -m tests.engines.playthroughs`` writes them all again; look at the difference before keeping it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from textwrap import fill

from engines import GAMES, History, Options, Outcome
from engines.text_board import board_in_letters
from tests.engines.choosing import eager, random_setup

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


PLAYTHROUGHS = (
    Playthrough("prawns", "eaten", {}, "eaten", 120),
    Playthrough("prawns", "dry-land", {"board": "6x7"}, "dry-land", 90),
    Playthrough("prawns", "5x5-no-revival", {"board": "5x5", "revival": "off"}, "eaten", 60),
    Playthrough("prudh", "higher-score", {}, "higher-score", 60),
    Playthrough("prudh", "tie", {"edge": "tika"}, "tie-second-mover", 60),
    Playthrough("prudh", "pit", {"edge": "tomio"}, "higher-score", 60),
    Playthrough("pjawns", "rank-8", {}, "rank-8", 60),
    Playthrough("pjawns", "en-passant", {}, "rank-8", 60, first_seed=488),
    Playthrough("pjawns", "no-action", {}, "no-action", 80, first_seed=4698),
    Playthrough("cannons-and-crabs", "checkmate", {}, "checkmate", 90),
    Playthrough("cannons-and-crabs", "7x7-checkmate", {"board": "7x7"}, "checkmate", 120),
    Playthrough("cannons-and-crabs", "stalemate", {}, "stalemate", 150),
    Playthrough("predation", "extinction", {}, "extinction", 50),
    Playthrough("predation", "migration", {}, "migration", 70),
)


def write() -> None:
    """Write all of them again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        playthrough.path.write_text(playthrough.text(), encoding="utf-8")
        print(playthrough.path.name)


if __name__ == "__main__":
    write()
