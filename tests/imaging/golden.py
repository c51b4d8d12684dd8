"""The golden pictures, and the command that rewrites them: ``python -m tests.imaging.golden``.

The picture in the README is made of five of them, and rewritten too. Look at what changed before keeping it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from imaging import Picture, draw, draw_coin, draw_graph, draw_ranking
from tests.imaging import handmade, positions, ratings
from tests.imaging.compare import GOLDEN

README_PICTURE = Path(__file__).parents[2] / "docs" / "images" / "boards.png"
README_GAP = 16
"""Pixels between two boards."""

PICTURES: dict[str, Callable[[], Picture]] = {
    "prawns-opening": lambda: draw(positions.opening()),
    "prawns-middle": lambda: draw(positions.middle()),
    "prawns-choosing": lambda: draw(positions.middle(chosen=("d4",))),
    "prawns-ending": lambda: draw(positions.ending()),
    "prudh-opening": lambda: draw(handmade.prudh_opening()),
    "prudh-middle": lambda: draw(handmade.prudh_middle()),
    "prudh-ending": lambda: draw(handmade.prudh_ending()),
    "cannons-and-crabs-opening": lambda: draw(handmade.cannons_opening()),
    "cannons-and-crabs-middle": lambda: draw(handmade.cannons_middle()),
    "cannons-and-crabs-check": lambda: draw(handmade.cannons_check()),
    "pjawns-opening": lambda: draw(handmade.pjawns_opening()),
    "pjawns-middle": lambda: draw(handmade.pjawns_middle()),
    "pjawns-ending": lambda: draw(handmade.pjawns_ending()),
    "predation-opening": lambda: draw(handmade.predation_opening()),
    "predation-middle": lambda: draw(handmade.predation_middle()),
    "predation-hunt": lambda: draw(handmade.predation_hunt()),
    "predation-ending": lambda: draw(handmade.predation_ending()),
    "coin-heads": lambda: draw_coin("heads"),
    "coin-tails": lambda: draw_coin("tails"),
    "graph-first": lambda: draw_graph(ratings.FIRST),
    "graph-year": lambda: draw_graph(ratings.YEAR),
    "ranking-first": lambda: draw_ranking(ratings.ranking((1,))),
    "ranking-ten": lambda: draw_ranking(ratings.ranking(range(1, 11))),
    "ranking-equal": lambda: draw_ranking(ratings.ranking((1, 1, 3, 3, 5))),
}


def main() -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    README_PICTURE.parent.mkdir(parents=True, exist_ok=True)
    for name, make in PICTURES.items():
        path = GOLDEN / f"{name}.png"
        picture = make()
        changed = not path.exists() or path.read_bytes() != picture.png
        path.write_bytes(picture.png)
        print(f"{path.name}: {len(picture.png)} bytes{', changed' if changed else ''}")
    side_by_side().save(README_PICTURE, optimize=True)


def side_by_side() -> Image.Image:
    """One board of each game, small, from left to right: the picture of the README."""
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
