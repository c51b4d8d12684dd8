"""A position from a shell: ``python -m tools.draw prawns board.png ["position text"]``."""

from __future__ import annotations

import argparse
from pathlib import Path

from engines import GAMES, Position
from imaging import DEFAULT_THEME, THEMES, draw


def main() -> None:
    """Write the picture that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.draw", description="Draw a position of a game.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("path", type=Path, help="the PNG file to write")
    parser.add_argument("position", nargs="?", help="a position text; the start without it")
    parser.add_argument("--bottom", help="the side to look from")
    parser.add_argument("--theme", choices=THEMES, default=DEFAULT_THEME)
    given = parser.parse_args()
    game = GAMES[given.game]
    position = game.from_text(given.position) if given.position else _start_of(given.game)
    given.path.write_bytes(draw(position.diagram(bottom=given.bottom), theme=given.theme).png)


def _start_of(key: str) -> Position:
    """The start of a game, with the first of all choices for every secret pick it needs."""
    game = GAMES[key]
    setup = game.secret_setup
    picks = None if setup is None else dict.fromkeys(game.sides, setup.choices[:1] * len(setup.slots))
    return game.start(picks=picks)


if __name__ == "__main__":
    main()
