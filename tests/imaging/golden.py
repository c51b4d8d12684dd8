"""The golden pictures, and the command that rewrites them: ``python -m tests.imaging.golden``.

The picture in the README is made of five of them, and rewritten too. Look at what changed before keeping it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PIL import Image

from engines import GAMES, Diagram
from imaging import (
    Picture,
    draw,
    draw_bracket,
    draw_chances,
    draw_coin,
    draw_crosstable,
    draw_graph,
    draw_ladder,
    draw_ranking,
    draw_standings,
)
from tests.games import part
from tests.imaging import curves, handmade, positions, ratings, tournaments
from tests.imaging.compare import GOLDEN

README_PICTURE = Path(__file__).parents[2] / "docs" / "images" / "boards.png"
README_GAP = 16
"""Pixels between two boards."""

OTHERS: Mapping[str, Callable[[], Picture]] = {
    "bracket-eleven": lambda: draw_bracket(tournaments.BRACKET),
    "chances-long": lambda: draw_chances(curves.LONG),
    "chances-other-side": lambda: draw_chances(replace(curves.LONG, own="blue")),
    "chances-short": lambda: draw_chances(curves.SHORT),
    "chances-wild": lambda: draw_chances(curves.WILD),
    "coin-heads": lambda: draw_coin("heads"),
    "coin-tails": lambda: draw_coin("tails"),
    "crosstable-four": lambda: draw_crosstable(tournaments.crosstable(4)),
    "crosstable-ten": lambda: draw_crosstable(tournaments.crosstable(10, left=4)),
    "graph-first": lambda: draw_graph(ratings.FIRST),
    "graph-year": lambda: draw_graph(ratings.YEAR),
    "ladder-ten": lambda: draw_ladder(ratings.ladder(range(1, 11))),
    "ranking-first": lambda: draw_ranking(ratings.ranking((1,))),
    "ranking-ten": lambda: draw_ranking(ratings.ranking(range(1, 11))),
    "ranking-equal": lambda: draw_ranking(ratings.ranking((1, 1, 3, 3, 5))),
    "standings-final": lambda: draw_standings(tournaments.standings((1, 2, 2, 4), finished=True)),
    "standings-ten": lambda: draw_standings(tournaments.standings((1, 2, 2, 4, 5, 6, 7, 8, 9, 10))),
}
"""The pictures that are of no game."""


def pictures(key: str) -> dict[str, Callable[[], Picture]]:
    """The golden pictures of a game, by the name of the file: ``PICTURES`` of its ``pictures.py``."""
    module = part(key, "pictures")
    found: Mapping[str, Callable[[], Diagram]] = module.PICTURES if module else {}
    return {f"{key}-{moment}": partial(_drawn, diagram) for moment, diagram in found.items()}


def _drawn(diagram: Callable[[], Diagram]) -> Picture:
    return draw(diagram())


def every_picture() -> dict[str, Callable[[], Picture]]:
    """All of them, by the name of the file."""
    return {name: make for key in GAMES for name, make in pictures(key).items()} | dict(OTHERS)


def write(found: Mapping[str, Callable[[], Picture]]) -> None:
    """Write pictures, and say which have changed."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name, make in found.items():
        path = GOLDEN / f"{name}.png"
        picture = make()
        changed = not path.exists() or path.read_bytes() != picture.png
        path.write_bytes(picture.png)
        print(f"{path.name}: {len(picture.png)} bytes{', changed' if changed else ''}")


def main() -> None:
    README_PICTURE.parent.mkdir(parents=True, exist_ok=True)
    write(every_picture())
    side_by_side().save(README_PICTURE, optimize=True)


def side_by_side() -> Image.Image:
    """Boards of five games, small, from left to right: the picture of the README."""
    diagrams = (
        positions.middle(),
        handmade.prudh_middle(),
        handmade.cannons_check(),
        handmade.pjawns_middle(),
        handmade.predation_hunt(),
    )
    boards = [Image.open(io.BytesIO(draw(diagram, width=400).png)).convert("RGB") for diagram in diagrams]
    width = sum(board.width for board in boards) + README_GAP * (len(boards) - 1)
    sheet = Image.new("RGBA", (width, max(board.height for board in boards)))
    left = 0
    for board in boards:
        sheet.paste(board, (left, (sheet.height - board.height) // 2))
        left += board.width + README_GAP
    return sheet.quantize(255)


if __name__ == "__main__":
    main()
