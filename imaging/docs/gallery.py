"""Sheets of all games in every theme, for the documentation: ``python -m imaging gallery docs/gallery``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from engines import GAMES, Diagram, Position
from imaging.board.painter import scene_of
from imaging.board.scene import Scene
from imaging.docs.moment import moment_of
from imaging.themes.catalog import THEMES
from imaging.themes.theme import ThemeInfo

WIDTHS = (900, 400)
"""Pixels across each board: as it is sent, and as small as a phone shows it."""

GAP = 24
"""Pixels between two boards."""


def write(folder: Path) -> list[Path]:
    """Write a sheet for each theme and width, and a page that shows them; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for key in THEMES:
        for width in WIDTHS:
            path = folder / f"{key}-{width}.png"
            image, gap = sheet(key, width)
            image.save(path, optimize=True, transparency=gap)
            written.append(path)
    page = folder / "README.md"
    page.write_text("\n".join(_page()), encoding="utf-8")
    return [*written, page]


def start_of(key: str) -> Position:
    """The start of a game, with the first of all choices for every secret pick it needs."""
    game = GAMES[key]
    setup = game.secret_setup
    picks = None if setup is None else dict.fromkeys(game.sides, setup.choices[:1] * len(setup.slots))
    return game.start(picks=picks)


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


def _page() -> Iterator[str]:
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
