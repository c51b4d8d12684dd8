"""The golden pictures, and the command that rewrites them: ``python -m tests.imaging.golden``.

The picture in the README is one of them and is rewritten too. Look at what has changed before keeping it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from imaging import Picture, draw, draw_coin
from tests.imaging import positions
from tests.imaging.compare import GOLDEN

README_PICTURE = Path(__file__).parents[2] / "docs" / "images" / "prawns-board.png"

PICTURES: dict[str, Callable[[], Picture]] = {
    "prawns-opening": lambda: draw(positions.opening()),
    "prawns-middle": lambda: draw(positions.middle()),
    "prawns-choosing": lambda: draw(positions.middle(chosen=("d4",))),
    "prawns-ending": lambda: draw(positions.ending()),
    "coin-heads": lambda: draw_coin("heads"),
    "coin-tails": lambda: draw_coin("tails"),
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
    README_PICTURE.write_bytes((GOLDEN / "prawns-middle.png").read_bytes())


if __name__ == "__main__":
    main()
