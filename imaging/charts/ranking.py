"""Rankings of a game: one with the first three on a podium, and a ladder between posts of driftwood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from imaging.charts.colours import METALS, chart_theme, paler
from imaging.charts.parts import ACROSS, PAD, TITLE_HEIGHT, WIDTH, badge, bar, disc, on_ground, triangle
from imaging.charts.podium import PODIUM_HEIGHT, PORTRAIT, podium
from imaging.charts.portraits import face_colours
from imaging.charts.ranked import Ranked
from imaging.draw.canvas import Canvas, Colour, centre, write
from imaging.draw.palette import Palette, mix, ramp
from imaging.picture import Picture, finished
from imaging.themes.catalog import DEFAULT_THEME
from imaging.themes.theme import Theme

MOST_ROWS = 10

# Pixels.
_GAP = 10
_TITLE_TEXT = 44
_ROW = 80
_DIVIDER = 44
_DIVIDER_TEXT = 30
_PORTRAIT = 58
_RANK, _MEDAL, _RANK_ROOM = 40, 64, 84
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
    """A game's title, and one to :data:`MOST_ROWS` of its ranked players, best first.

    Provisional ratings come last, below a line with ``divider`` on it if there are others before them.
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
        """The players on the podium: those of the first three with a medal, on one side of the line."""
        side = self.rows[0].provisional
        return tuple(one for one in self.rows[:3] if one.rank in METALS and one.provisional is side)

    @property
    def listed(self) -> tuple[Ranked, ...]:
        """The players below the podium, a row each."""
        return self.rows[len(self.podium) :]

    @property
    def line_at(self) -> int | None:
        """The number of listed players above the line, None without a line."""
        if self.rows[0].provisional or not self.rows[-1].provisional:
            return None
        return sum(not one.provisional for one in self.listed)

    @property
    def height(self) -> int:
        """The height of the picture in pixels."""
        parts = [TITLE_HEIGHT, *(_ROW for _ in self.listed)]
        parts += [PODIUM_HEIGHT] if self.podium else []
        parts += [_DIVIDER] if self.line_at is not None else []
        return 2 * PAD + sum(parts) + _GAP * (len(parts) - 1)

    @property
    def alt(self) -> str:
        """The ranking in words."""
        return "; ".join(one.alt for one in self.rows)


def draw_ranking(ranking: Ranking) -> Picture:
    """The picture of a ranking, 900 pixels wide and as high as its rows ask for.

    The same ranking gives the same bytes.
    """
    theme, first, line_at = chart_theme(ranking.theme), ranking.podium, ranking.line_at
    parts = [row(one, theme) for one in ranking.listed]
    if line_at is not None:
        parts.insert(line_at, _divider(ranking.divider, theme))
    if first:
        parts.insert(0, on_ground(podium(first, ACROSS, theme), theme.sand))
    image = Image.new("RGBA", (WIDTH, ranking.height), theme.sand)
    _stack(image, [_title(ranking.title_game, theme), *parts], _GAP)
    faces = [one.portrait(PORTRAIT) for one in first] + [one.portrait(_PORTRAIT) for one in ranking.listed]
    return _finished(image, faces, theme, ranking.alt)


def _stack(image: Image.Image, parts: Iterable[Image.Image], gap: int) -> None:
    """Put parts, which have sand in their corners, one below the other."""
    top = PAD
    for part in parts:
        image.paste(part, (PAD, top))
        top += part.height + gap


def _title(game: str, theme: Theme) -> Image.Image:
    """The pool with the name of a game in it, ``RGBA``."""
    image = bar(TITLE_HEIGHT, theme.coral, theme).copy()
    middle = ACROSS / 2, TITLE_HEIGHT / 2
    write(image, game, _TITLE_TEXT, theme.text, middle, room=ACROSS - 2 * TITLE_HEIGHT)
    return image


def _divider(words: str, theme: Theme) -> Image.Image:
    """A line with a word or two in its middle, ``RGBA``."""
    image = Image.new("RGBA", (ACROSS, _DIVIDER), theme.sand)
    middle = ACROSS / 2, _DIVIDER / 2
    far = (ACROSS - write(image, words, _DIVIDER_TEXT, theme.text, middle)) // 2 - _GAP
    pen = ImageDraw.Draw(image)
    for left in (0, ACROSS - far):
        pen.rectangle((left, _DIVIDER // 2 - 2, left + far - 1, _DIVIDER // 2 + 1), theme.sea_dark)
    return image


def row(one: Ranked, theme: Theme) -> Image.Image:
    """Rank, places moved, portrait, name, rating and matches, from left to right (``RGBA``)."""
    image = bar(_ROW, theme.wet, theme).copy()
    half = _ROW / 2
    if one.rank in METALS:
        centre(image, badge(one.rank, _MEDAL), (_RANK_AT, half))
    else:
        write(image, str(one.rank), _RANK, theme.text, (_RANK_AT, half), room=_RANK_ROOM)
    if one.moved:
        up = one.moved > 0
        arrow = triangle(_ARROW, (48, 40), theme.text if up else theme.coral, up=up)
        centre(image, arrow, (_ARROW_AT, half - 16))
        write(image, str(abs(one.moved)), _MOVED, theme.text, (_ARROW_AT, half + 14))
    centre(image, disc(_PORTRAIT + 6, theme.foam), (_PORTRAIT_AT, half))
    centre(image, one.portrait(_PORTRAIT), (_PORTRAIT_AT, half))
    score = one.score(_SCORE, theme.pool_colour, theme.text)
    room = _SCORE_AT - score.width - 2 * _GAP - _NAME_AT
    centre(image, one.named(_NAME, _LEAST_NAME, room, theme.text), (_NAME_AT, half), anchor=0)
    centre(image, score, (_SCORE_AT, half), anchor=1)
    centre(image, one.tally(_TALLY, _MOST_TALLY, theme.text), (_TALLY_AT, half), anchor=1)
    return image


def _finished(image: Image.Image, faces: Sequence[Image.Image], theme: Theme, alt: str) -> Picture:
    """The picture in the colours of its theme and the best ones for its faces."""
    palette = Palette([*_shades(theme), *face_colours(faces, _FACES)], limit=256)
    # Flat areas are painted in colours of the palette, so that only the faces are made of dots.
    return finished(image, palette, alt, dithered=True)


def _shades(theme: Theme) -> Iterable[Colour]:
    """Every colour that is painted, and the shades between two of them for smooth edges."""
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


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A game's title, and one to :data:`MOST_ROWS` players of its ladder with their places, best first.

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
        return 2 * PAD + TITLE_HEIGHT + len(self.rungs) * (_ROW + _BETWEEN_RUNGS) + _FOOT

    @property
    def alt(self) -> str:
        """The page in words."""
        return "; ".join(", ".join(filter(None, (one.alt, one.played, one.move))) for one in self.rungs)


def draw_ladder(page: LadderPage) -> Picture:
    """The picture of a page of a ladder, 900 pixels wide and as high as its rungs ask for.

    The same page gives the same bytes.
    """
    theme = chart_theme(page.theme)
    image = Image.new("RGBA", (WIDTH, page.height), theme.sand)
    # The posts begin behind the title and stand in the sand below the last rung.
    post = _post(page.height - PAD - TITLE_HEIGHT // 2)
    for left in (_INSET, WIDTH - _INSET - _POST):
        image.alpha_composite(post, (left, page.height - post.height))
    _stack(image, [_title(page.title_game, theme), *(row(one, theme) for one in page.rungs)], _BETWEEN_RUNGS)
    return _finished(image, [one.portrait(_PORTRAIT) for one in page.rungs], theme, page.alt)


def _post(length: int) -> Image.Image:
    """One post, ``RGBA``: wood with a bright and a dark edge."""
    pen, wood = Canvas.pixels((_POST, length)), METALS[3]
    for left, right, paint in (
        (0, _POST, wood.dark),
        (3, _POST - 3, wood.face),
        (3, 3 + _BRIGHT, wood.light),
    ):
        pen.box((left, 0), (right, length), 0, paint)
    return pen.finish()
