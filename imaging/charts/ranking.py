"""Rankings of a game: one with the first three on a podium, and a ladder between posts of driftwood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw

from imaging.board.strips import pool
from imaging.charts.podium import METALS, PODIUM_HEIGHT, PORTRAIT, badge, podium
from imaging.charts.ranked import Ranked, face_colours, paler
from imaging.draw.canvas import Canvas, Colour, centre, fitting, lettering
from imaging.draw.palette import Palette, mix, ramp
from imaging.draw.png import encode
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import Theme

MOST_ROWS = 10

# Pixels.
WIDTH = 900
PAD = 14
_ACROSS = WIDTH - 2 * PAD
_GAP = 10
_TITLE = (_ACROSS, 80)
_TITLE_TEXT = 44
_ROW = (_ACROSS, 80)
_DIVIDER = (_ACROSS, 44)
_DIVIDER_TEXT = 30
SMALL_PORTRAIT = 58
_RANK, _RANK_ROOM = 40, 84
_NAME, _LEAST_NAME = 38, 30
_SCORE = 42
_TALLY = 30
_MOST_TALLY = 170
_ARROW, _MOVED = 22, 28
# The middles of rank, arrow and portrait, the left end of the name, the right ends of rating and matches.
_RANK_AT, _ARROW_AT, _PORTRAIT_AT, _NAME_AT, _SCORE_AT, _TALLY_AT = 66, 128, 180, 222, 640, 832

_FACES = 128
"""Colours at most for all the faces together: more make the file larger, and hardly better."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A game's title, and one to :data:`MOST_ROWS` of those it ranks, the best first.

    Provisional ratings come last; where there are others before them, a line with ``divider`` on it parts
    the two.
    """

    title_game: str
    rows: tuple[Ranked, ...]
    divider: str = ""
    theme: str = DEFAULT_THEME

    def __post_init__(self) -> None:
        if not 1 <= len(self.rows) <= MOST_ROWS:
            raise ValueError(f"a ranking has 1 to {MOST_ROWS} rows, not {len(self.rows)}")
        ranks = [one.rank for one in self.rows]
        if ranks[0] < 1 or ranks != sorted(ranks):
            raise ValueError("ranks count from 1, the best is first")
        unsure = [one.provisional for one in self.rows]
        if unsure != sorted(unsure):
            raise ValueError("provisional ratings are ranked below the others")

    @property
    def podium(self) -> tuple[Ranked, ...]:
        """The players on the podium: those of the first three who have a medal, on one side of the line."""
        side = self.rows[0].provisional
        return tuple(one for one in self.rows[:3] if one.rank in METALS and one.provisional is side)

    @property
    def listed(self) -> tuple[Ranked, ...]:
        """The players below the podium, a row each."""
        return self.rows[len(self.podium) :]

    @property
    def line_at(self) -> int | None:
        """The number of those who are listed above the line, None where there is no line."""
        if self.rows[0].provisional or not self.rows[-1].provisional:
            return None
        return sum(not one.provisional for one in self.listed)

    @property
    def height(self) -> int:
        """The height of the picture in pixels."""
        parts = [_TITLE[1], *(_ROW[1] for _ in self.listed)]
        parts += [PODIUM_HEIGHT] if self.podium else []
        parts += [_DIVIDER[1]] if self.line_at is not None else []
        return 2 * PAD + sum(parts) + _GAP * (len(parts) - 1)

    @property
    def alt(self) -> str:
        """The ranking in words."""
        return "; ".join(one.alt for one in self.rows)


def draw_ranking(ranking: Ranking) -> Picture:
    """The picture of a ranking, 900 pixels wide and as high as its rows ask for.

    The same ranking gives the same bytes.
    """
    first, line_at, theme = ranking.podium, ranking.line_at, _theme(ranking.theme)
    parts = [row(one, theme) for one in ranking.listed]
    if line_at is not None:
        parts.insert(line_at, divider(ranking.divider, theme))
    steps = [_on_sand(podium(first, _ACROSS, theme), theme)] if first else []
    image = _stacked([title(ranking.title_game, theme), *steps, *parts], ranking.height, theme)
    portraits = ((first, PORTRAIT), (ranking.listed, SMALL_PORTRAIT))
    palette = palette_for([one.portrait(size) for people, size in portraits for one in people], theme)
    # Flat areas are painted in colours of the palette, so that only the faces are made of dots.
    indices = palette.reduce(image.convert("RGB"), dithered=True)
    return Picture(encode(indices, palette.content), *image.size, ranking.alt)


def _theme(key: str) -> Theme:
    """The colours of a theme; of its sides' pieces there are none in a ranking, but for the coats of two."""
    return theme_for(("green", "blue"), key)


def _stacked(parts: Sequence[Image.Image], height: int, theme: Theme) -> Image.Image:
    """The parts, which have sand in their corners, one below the other."""
    image = Image.new("RGBA", (WIDTH, height), theme.sand)
    top = PAD
    for part in parts:
        image.paste(part, (PAD, top))
        top += part.height + _GAP
    return image


def title(game: str, theme: Theme) -> Image.Image:
    """The pool with the name of a game in it."""
    image = _pool(_TITLE, theme.coral, theme).copy()
    size = fitting(game, _TITLE_TEXT, _ACROSS - 2 * _TITLE[1])
    centre(image, lettering(game, size, theme.text), (_ACROSS / 2, _TITLE[1] / 2))
    return image


@cache
def _pool(size: tuple[int, int], rim: Colour, theme: Theme) -> Image.Image:
    """A pool in the sand, ``RGBA``. Not to be changed by the caller."""
    return _on_sand(pool(size, rim, theme.pool_colour, unit=size[1] / 100), theme)


def _on_sand(drawing: Image.Image, theme: Theme) -> Image.Image:
    image = Image.new("RGBA", drawing.size, theme.sand)
    image.alpha_composite(drawing)
    return image


def divider(words: str, theme: Theme) -> Image.Image:
    """A line with a word or two in its middle, ``RGBA``."""
    width, height = _DIVIDER
    image = Image.new("RGBA", _DIVIDER, theme.sand)
    said = lettering(words, _DIVIDER_TEXT, theme.text)
    far = (width - said.width) // 2 - _GAP
    pen = ImageDraw.Draw(image)
    for left in (0, width - far):
        pen.rectangle((left, height // 2 - 2, left + far - 1, height // 2 + 1), theme.sea_dark)
    centre(image, said, (width / 2, height / 2))
    return image


def row(one: Ranked, theme: Theme) -> Image.Image:
    """Rank, places moved, portrait, name, rating and matches, from left to right."""
    image = _pool(_ROW, theme.wet, theme).copy()
    half = _ROW[1] / 2
    centre(image, _rank(one.rank, theme), (_RANK_AT, half))
    if one.moved:
        centre(image, _arrow(theme, up=one.moved > 0), (_ARROW_AT, half - 16))
        centre(image, lettering(str(abs(one.moved)), _MOVED, theme.text), (_ARROW_AT, half + 14))
    centre(image, _halo(SMALL_PORTRAIT + 6, theme), (_PORTRAIT_AT, half))
    centre(image, one.portrait(SMALL_PORTRAIT), (_PORTRAIT_AT, half))
    score = one.score(_SCORE, theme.pool_colour, theme.text)
    tally = one.tally(_TALLY, _MOST_TALLY, theme.text)
    name = one.named(_NAME, _LEAST_NAME, _SCORE_AT - score.width - 2 * _GAP - _NAME_AT, theme.text)
    centre(image, name, (_NAME_AT + name.width / 2, half))
    centre(image, score, (_SCORE_AT - score.width / 2, half))
    centre(image, tally, (_TALLY_AT - tally.width / 2, half))
    return image


def _rank(rank: int, theme: Theme) -> Image.Image:
    """A medal, or the number of a rank that gets none."""
    if rank in METALS:
        return badge(rank, 64)
    return lettering(str(rank), fitting(str(rank), _RANK, _RANK_ROOM), theme.text)


@cache
def _arrow(theme: Theme, *, up: bool) -> Image.Image:
    """A triangle that points up or down, ``RGBA``. Not to be changed by the caller."""
    pen = Canvas(_ARROW)
    tip = -40 if up else 40
    pen.polygon([(0, tip), (48, -tip), (-48, -tip)], theme.text if up else theme.coral)
    return pen.finish()


@cache
def _halo(size: int, theme: Theme) -> Image.Image:
    """The disc of foam that sets a portrait off from the water, ``RGBA``. Not to be changed by the caller."""
    pen = Canvas(size)
    pen.disc((0, 0), 50, theme.foam)
    return pen.finish()


def palette_for(faces: Sequence[Image.Image], theme: Theme) -> Palette:
    """The colours of everything that is the same in every ranking, and the best ones for these faces."""
    return Palette([*_shades(theme), *face_colours(faces, _FACES)], limit=256)


def _shades(theme: Theme) -> Iterable[Colour]:
    """Every colour that is painted, and what smooth edges need between two of them."""
    grounds = (theme.sand, theme.pool_colour, theme.sea_dark)
    yield from (*grounds, theme.dry_light, theme.wet, theme.foam, theme.coral, theme.text)
    pale = mix(theme.sand, theme.coral, 0.5)
    yield from (pale, mix(pale, theme.pool_colour, 0.5))
    for ground in grounds[:2]:
        yield paler(ground, theme.text)
        yield from ramp(ground, theme.text, 5)
        yield from ramp(ground, theme.wet, 2)
    yield from (*ramp(theme.foam, theme.pool_colour, 2), *ramp(theme.foam, theme.coral, 2))
    yield mix(theme.pool_colour, theme.coral, 0.5)
    yield from (*ramp(theme.sand, theme.coral, 2), *ramp(theme.foam, theme.sea_dark, 1))
    for coat in theme.coats:
        yield from (coat.face, coat.rim, *ramp(coat.face, coat.rim, 2))
        yield from (mix(ground, coat.rim, 0.5) for ground in grounds[:2])
    for metal in METALS.values():
        yield from (metal.light, metal.face, metal.dark)
        yield from (*ramp(metal.face, metal.dark, 3), *ramp(metal.light, metal.face, 1))
        yield from (mix(ground, metal.dark, 0.5) for ground in grounds[:2])


# --- a ladder ------------------------------------------------------------------------------------


# Pixels.
_BETWEEN_RUNGS = 24
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
    theme: str = DEFAULT_THEME

    def __post_init__(self) -> None:
        if not 1 <= len(self.rungs) <= MOST_ROWS:
            raise ValueError(f"a page of a ladder has 1 to {MOST_ROWS} rungs, not {len(self.rungs)}")
        places = [one.rank for one in self.rungs]
        if places[0] < 1 or places != list(range(places[0], places[0] + len(places))):
            raise ValueError("places count from 1, one after the other")

    @property
    def height(self) -> int:
        """The height of the picture in pixels."""
        rungs = len(self.rungs) * (_ROW[1] + _BETWEEN_RUNGS)
        return 2 * PAD + _TITLE[1] + rungs + _FOOT

    @property
    def alt(self) -> str:
        """The page in words."""
        return "; ".join(", ".join(filter(None, (one.alt, one.played, one.move))) for one in self.rungs)


def draw_ladder(page: LadderPage) -> Picture:
    """The picture of a page of a ladder, 900 pixels wide and as high as its rungs ask for.

    The same page gives the same bytes.
    """
    theme = _theme(page.theme)
    rungs = [row(one, theme) for one in page.rungs]
    image = _between_posts([title(page.title_game, theme), *rungs], page.height, theme)
    palette = palette_for([one.portrait(SMALL_PORTRAIT) for one in page.rungs], theme)
    indices = palette.reduce(image.convert("RGB"), dithered=True)
    return Picture(encode(indices, palette.content), *image.size, page.alt)


def _between_posts(parts: Sequence[Image.Image], height: int, theme: Theme) -> Image.Image:
    """The parts one below the other, on sand, before the posts that hold them."""
    image = Image.new("RGBA", (WIDTH, height), theme.sand)
    # The posts begin behind the title and stand in the sand below the last rung.
    long = height - PAD - parts[0].height // 2
    for left in (_INSET, WIDTH - _INSET - _POST):
        image.alpha_composite(_post(long), (left, height - long))
    top = PAD
    for part in parts:
        image.paste(part, (PAD, top))
        top += part.height + _BETWEEN_RUNGS
    return image


def _post(length: int) -> Image.Image:
    """One post, ``RGBA``: wood with a bright and a dark edge."""
    pen = Canvas((_POST, length), unit=1)
    half, down = _POST / 2, length / 2
    pen.box((-half, -down), (half, down), 0, _WOOD.dark)
    pen.box((-half + 3, -down), (half - 3, down), 0, _WOOD.face)
    pen.box((-half + 3, -down), (-half + 3 + _BRIGHT, down), 0, _WOOD.light)
    return pen.finish()
