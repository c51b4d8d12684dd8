"""A ladder: some of those on it, one rung each, between two posts of driftwood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from imaging.board.art.medals import METALS
from imaging.charts.ranked import Ranked
from imaging.charts.ranking import MOST_ROWS, PAD, SMALL_PORTRAIT, WIDTH, palette_for, row, title
from imaging.draw.canvas import Canvas
from imaging.draw.png import encode
from imaging.picture import Picture
from imaging.themes.catalog import Theme

# Pixels.
_GAP = 24
_FOOT = 26
_POST = 26
_INSET = 92
_BRIGHT = 8
_WOOD = METALS[3]


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A game's title, and one to :data:`MOST_ROWS` of those on its ladder, with their places, the best first.

    ``played`` of each is a word or two about them, or empty.
    """

    title_game: str
    rungs: tuple[Ranked, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.rungs) <= MOST_ROWS:
            raise ValueError(f"a page of a ladder has 1 to {MOST_ROWS} rungs, not {len(self.rungs)}")
        places = [one.rank for one in self.rungs]
        if places[0] < 1 or places != list(range(places[0], places[0] + len(places))):
            raise ValueError("places count from 1, one after the other")

    @property
    def alt(self) -> str:
        """The page in words."""
        return "; ".join(f"{one.alt}{f', {one.played}' if one.played else ''}" for one in self.rungs)


def draw_ladder(page: LadderPage) -> Picture:
    """The picture of a page of a ladder, 900 pixels wide and as high as its rungs ask for.

    The same page gives the same bytes.
    """
    image = _between_posts([title(page.title_game), *map(row, page.rungs)])
    palette = palette_for([one.portrait(SMALL_PORTRAIT) for one in page.rungs])
    indices = palette.reduce(image.convert("RGB"), dithered=True)
    return Picture(encode(indices, palette.content), *image.size, page.alt)


def _between_posts(parts: Sequence[Image.Image]) -> Image.Image:
    """The parts one below the other, on sand, before the posts that hold them."""
    height = 2 * PAD + sum(part.height + _GAP for part in parts) - _GAP + _FOOT
    image = Image.new("RGBA", (WIDTH, height), Theme.sand)
    # The posts begin behind the title and stand in the sand below the last rung.
    long = height - PAD - parts[0].height // 2
    for left in (_INSET, WIDTH - _INSET - _POST):
        image.alpha_composite(_post(long), (left, height - long))
    top = PAD
    for part in parts:
        image.alpha_composite(part, (PAD, top))
        top += part.height + _GAP
    return image


def _post(length: int) -> Image.Image:
    """One post, ``RGBA``: wood with a bright and a dark edge."""
    pen = Canvas((_POST, length), unit=1)
    half, down = _POST / 2, length / 2
    pen.box((-half, -down), (half, down), 0, _WOOD.dark)
    pen.box((-half + 3, -down), (half - 3, down), 0, _WOOD.face)
    pen.box((-half + 3, -down), (-half + 3 + _BRIGHT, down), 0, _WOOD.light)
    return pen.finish()
