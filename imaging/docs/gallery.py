"""Sheets of all games in every theme, for the documentation: ``python -m imaging gallery docs/gallery``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from engines import GAMES, Diagram, Position
from imaging.board.painter import scene_of
from imaging.board.scene import Scene
from imaging.themes.catalog import THEMES
from imaging.themes.theme import ThemeInfo

WIDTHS = (900, 400)
"""Pixels across each board: as it is sent, and as small as a phone shows it."""

GAP = 24
"""Pixels between two boards."""


@dataclass(frozen=True, slots=True)
class GalleryMoment:
    """A moment of a match that shows much of a game: the last action, and what a player has chosen."""

    before: str
    action: str
    chosen: tuple[str, ...]
    number: int

    def diagram(self, key: str) -> Diagram:
        """The diagram of this moment."""
        before = GAMES[key].from_text(self.before)
        action = before.parse(self.action)
        shown = before.play(action).diagram([action], chosen=self.chosen)
        return replace(shown, number=self.number)


MOMENTS: Mapping[str, GalleryMoment] = {
    "prawns": GalleryMoment(
        "f1ff3f/s5kc/2k2K2/1k2l3/3CK3/2L5/C1K3KL/2F4F b a1-h8 K2S2C0L0/K1S1C1L1 -", "e5-g3", ("d4",), 23
    ),
    "prudh": GalleryMoment(
        "1,0,0,1,1,1/1,1,4,0,0,2/1,1,0,0,0,0/0,0,1,0,0,0/0,1,3,1,1,0/1,1,1,1,0,1 d d 6:4 0",
        "c5>f5",
        ("c2",),
        13,
    ),
    "cannons-and-crabs": GalleryMoment("rn4r/pap2ap/1ck1cAn/C1A3A/P1P3P/RN2KNR w - 1 13", "a3xb4", (), 25),
    "pjawns": GalleryMoment("3p4/5p2/2p1P3/p5p1/1P5P/2P5/8/6P1 b 3/3 -", "d8-d6", ("e6",), 20),
    "predation": GalleryMoment(
        "2P1PP3/2P5/9/8/4y2P1/y3Py2/3y5/1P6/9/5yy1/2y4y1/8/1yy2yy2 y move f8,e9 0", "g4-g5", ("d7",), 163
    ),
}
"""One for each game; a game without is shown as it starts."""


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
    scenes = [scene_of(diagram, theme, width) for diagram in _diagrams()]
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


def _diagrams() -> Iterator[Diagram]:
    for key in GAMES:
        yield MOMENTS[key].diagram(key) if key in MOMENTS else start_of(key).diagram()


def _page() -> Iterator[str]:
    games = ", ".join(game.name for game in GAMES.values())
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
