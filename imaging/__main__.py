"""Pictures from a shell.

``python -m imaging prawns board.png ["position text"]`` draws a position, ``python -m imaging gallery DIR``
the sheets of the documentation, ``python -m imaging starts DIR`` how matches begin, ``python -m imaging
lessons DIR`` the little films of the rules.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from engines import GAMES
from imaging import DEFAULT_THEME, THEMES, draw
from imaging.docs import gallery, lesson_films, start

FOLDERS = {"gallery": gallery.write, "lessons": lesson_films.write, "starts": start.write}
"""The functions that fill a folder, by the name of the command."""


def main() -> None:
    """Write the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m imaging", description="Draw a position of a game, or all games in all themes."
    )
    parser.add_argument("what", choices=[*sorted(GAMES), *FOLDERS], help="a game, or what to write")
    parser.add_argument("path", type=Path, help="the PNG file to write; the folder of the gallery or lessons")
    parser.add_argument("position", nargs="?", help="a position text; the start without it")
    parser.add_argument("--bottom", help="the side to look from")
    parser.add_argument("--theme", choices=THEMES, default=DEFAULT_THEME)
    given = parser.parse_args()
    if given.what in FOLDERS:
        FOLDERS[given.what](given.path)
        return
    game = GAMES[given.what]
    position = game.from_text(given.position) if given.position else gallery.start_of(given.what)
    given.path.write_bytes(draw(position.diagram(bottom=given.bottom), theme=given.theme).png)


if __name__ == "__main__":
    main()
