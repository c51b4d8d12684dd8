"""The files of ``tests/data/tactics``: a position a line, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from engines import GAMES

FOLDER = Path(__file__).parents[2] / "data" / "tactics"
MOST_PLIES = 5


@dataclass(frozen=True, slots=True)
class Tactic:
    """A position in which whoever acts wins in ``plies`` and not sooner; ``wins`` are the actions that do."""

    game: str
    plies: int
    position: str
    wins: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    rules_version: int = 1

    def read(self) -> Any:
        """The position itself."""
        return GAMES[self.game].at(self.rules_version).from_text(self.position, self.options)


def tactics(game: str) -> list[Tactic]:
    """The positions of a game, none if there are no such yet."""
    file = FOLDER / f"{game}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Tactic(game, wins=tuple(kept.pop("wins")), **kept) for kept in map(json.loads, lines)]


def write(game: str, found: list[Tactic]) -> None:
    """Keep the positions of a game, those that are won soonest first."""
    lines = []
    for tactic in sorted(found, key=lambda one: (one.plies, one.position)):
        kept = asdict(tactic)
        del kept["game"]
        lines.append(json.dumps(kept) + "\n")
    (FOLDER / f"{game}.jsonl").write_text("".join(lines), encoding="utf-8")
