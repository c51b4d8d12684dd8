"""The pictures of the documentation, drawn again: ``python -m tools.gallery``, or ``make gallery``.

Sheets of all games in every theme go to docs/gallery, the starts of matches and films of rules to docs/rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from engines import GAMES, Diagram
from imaging import LESSON_HOLD, THEMES, Film, Lesson, ThemeInfo, draw_rules_start, lessons_of, rules_start_of
from imaging.board.painter import scene_of
from imaging.board.scene import Scene
from imaging.docs.pages import moment_of

DOCS: Final = Path(__file__).parents[1] / "docs"

WIDTHS = (900, 400)
"""Pixels across each board of a sheet: as it is sent, and as small as a phone shows it."""

GAP: Final = 24
"""Pixels between two boards."""

FILM_WIDTH: Final = 360
"""Pixels across the films, several of which stand on one page."""


def main() -> None:
    """Write all of them."""
    write_sheets(DOCS / "gallery")
    write_starts(DOCS / "rules" / "starts")
    write_films(DOCS / "rules" / "films")


# --- sheets -------------------------------------------------------------------------------------


def write_sheets(folder: Path) -> list[Path]:
    """Write a sheet for each theme and width, and a page that shows them; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for key in THEMES:
        for width in WIDTHS:
            path = folder / f"{key}-{width}.png"
            image, gap = sheet(key, width)
            image.save(path, optimize=True, transparency=gap)
            written.append(path)
    return [*written, _written_page(folder, _sheets_page())]


def sheet(theme: str, width: int) -> tuple[Image.Image, int]:
    """One board of each game in a theme, from left to right, and the index of the colour between them.

    The image is of mode ``P`` and has the very colours of the boards.
    """
    scenes = [scene_of(diagram, theme, width) for _, diagram in shown()]
    colours = list(dict.fromkeys(colour for scene in scenes for colour in scene.theme.palette.colours))
    high = max(scene.ground.size[1] for scene in scenes)
    image = Image.new("P", ((width + GAP) * len(scenes) - GAP, high), len(colours))
    for number, scene in enumerate(scenes):
        board = _translated(scene, colours)
        image.paste(board, ((width + GAP) * number, (high - board.height) // 2))
    image.putpalette(bytes(value for colour in colours for value in colour) + b"\xff\xff\xff")
    return image, len(colours)


def _translated(scene: Scene, colours: Sequence[tuple[int, int, int]]) -> Image.Image:
    """A picture as indices into ``colours``."""
    own = scene.theme.palette.colours
    return scene.indices().point([colours.index(colour) for colour in own] + [0] * (256 - len(own)))


def shown() -> Iterator[tuple[str, Diagram]]:
    """The games of the gallery by their keys: those for which a moment was chosen."""
    for key in GAMES:
        if moment := moment_of(key):
            yield key, moment.diagram(key)


def _sheets_page() -> Iterator[str]:
    games = ", ".join(GAMES[key].name for key, _ in shown())
    yield "# The boards in every theme"
    yield ""
    yield f"From left to right: {games}. Made by `make gallery`."
    for key, look in THEMES.items():
        yield ""
        yield f"## {look.name}"
        yield ""
        yield f"`{key}`: {look.sentence}"
        for width in WIDTHS:
            yield ""
            yield f"![{_in_words(look, width)}]({key}-{width}.png)"
    yield ""


def _in_words(look: ThemeInfo, width: int) -> str:
    return f"A board of each game, {width} pixels wide, in the theme {look.name}"


# --- the rules ----------------------------------------------------------------------------------


def write_starts(folder: Path) -> list[Path]:
    """Write the picture at the head of each game's rules; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for key in GAMES:
        if rules_start_of(key) is not None:
            path = folder / f"{key}.png"
            path.write_bytes(draw_rules_start(key).png)
            written.append(path)
    return written


def write_films(folder: Path) -> list[Path]:
    """Write a film for each lesson of each game, and a page that shows them; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for key in GAMES:
        for lesson in lessons_of(key):
            path = folder / film_name(key, lesson)
            path.write_bytes(film_of(key, lesson).clip().content)
            written.append(path)
    return [*written, _written_page(folder, _films_page())]


def film_of(key: str, lesson: Lesson) -> Film:
    """The film of a lesson about a game."""
    return Film(lesson.diagrams(key), width=FILM_WIDTH, hold=LESSON_HOLD)


def film_name(key: str, lesson: Lesson) -> str:
    """The name of a film's file."""
    return f"{key}-{re.sub('[^a-z0-9]+', '-', lesson.title.lower())}.gif"


def _films_page() -> Iterator[str]:
    yield "# The rules as little films"
    yield ""
    yield "Each shows one rule; all of them are on the games' own pages. Made by `make gallery`."
    for key, game in GAMES.items():
        if not lessons_of(key):
            continue
        yield ""
        yield f"## [{game.name}](../{key.replace('-', '_')}.md)"
        for lesson in lessons_of(key):
            yield ""
            yield f"**{lesson.title}.** {lesson.sentence}"
            yield ""
            yield f"![{lesson.line}, played from a position of {game.name}]({film_name(key, lesson)})"
    yield ""


def _written_page(folder: Path, lines: Iterator[str]) -> Path:
    page = folder / "README.md"
    page.write_text("\n".join(lines), encoding="utf-8")
    return page


if __name__ == "__main__":
    main()
