"""Draws a position from a shell: ``python -m imaging prawns board.png ["position text"]``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engines import GAMES
from imaging import draw


def main() -> None:
    """Write the picture that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m imaging", description="Draw a position of a game.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("file", type=Path, help="the PNG file to write")
    parser.add_argument("position", nargs="?", help="a position text; the start without it")
    parser.add_argument("--bottom", help="the side to look from")
    given = parser.parse_args()
    game = GAMES[given.game]
    position = game.from_text(given.position) if given.position else game.start(picks=_any_picks(given.game))
    given.file.write_bytes(draw(position.diagram(bottom=given.bottom)).png)


def _any_picks(key: str) -> dict[str, tuple[str, ...]] | None:
    """The first choice everywhere, where a game cannot start without."""
    game = GAMES[key]
    setup = game.secret_setup
    return None if setup is None else {side: setup.choices[:1] * len(setup.slots) for side in game.sides}


if __name__ == "__main__":
    main()
