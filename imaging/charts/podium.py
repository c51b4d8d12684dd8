"""The podium: steps of sandstone in the sea, for the players with a medal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from PIL import Image

from imaging.board.art import beach
from imaging.board.player_strips import EDGE, framed
from imaging.charts.colours import METALS
from imaging.charts.parts import badge, on_ground
from imaging.charts.ranked import Ranked
from imaging.draw.canvas import Canvas, Colour, centre
from imaging.draw.palette import mix
from imaging.themes.theme import Theme

PORTRAIT = 144
"""Pixels across a portrait."""

PODIUM_HEIGHT = 466

# Pixels, but for the shares of the width at which the steps are.
_STEP = 248
_RISES = {1: 268, 2: 234, 3: 206}
_RING = 8
_MEDAL = 84
_NAME, _LEAST_NAME = 38, 28
_SCORE = 50
_TALLY = 30
_MIDDLES = {1: (0.5,), 2: (0.34, 0.66), 3: (0.5, 0.19, 0.81)}
_FLOTSAM = 124
_WAVE = 31


def podium(people: Sequence[Ranked], width: int, theme: Theme) -> Image.Image:
    """One to three people on the podium, ``RGBA``; people of one rank stand equally high."""
    image = _steps(width - 2 * EDGE, tuple(one.rank for one in people), theme).copy()
    for at, one in zip(_middles(image.width, len(people)), people, strict=True):
        _add_person(image, one, (at, image.height - _RISES[one.rank]), theme)
    if len(people) == 1:
        _add_flotsam(image, theme)
    return framed(image, theme.wet, theme.pool_colour)


def _middles(width: int, count: int) -> list[int]:
    """The middles of the steps."""
    return [round(share * width) for share in _MIDDLES[count]]


@lru_cache(maxsize=8)
def _steps(width: int, ranks: tuple[int, ...], theme: Theme) -> Image.Image:
    """The sea and the steps for these ranks, with waves behind and before them, ``RGBA``.

    Not to be changed by the caller.
    """
    height = PODIUM_HEIGHT - 2 * EDGE
    pen = Canvas.pixels((width, height)).moved(0, height)
    _waves(pen, width, 130, theme.sea_dark)
    for at, rank in zip(_middles(width, len(ranks)), ranks, strict=True):
        _step(pen.moved(at, -_RISES[rank]), _RISES[rank], theme)
    _waves(pen, width, 21, theme.foam)
    _waves(pen, width, 14, theme.sea_dark)
    return on_ground(pen.finish(), theme.pool_colour)


def _step(pen: Canvas, rise: int, theme: Theme) -> None:
    """A block of sandstone from the middle of its upper edge down."""
    far = _STEP / 2
    pen.box((-far, 0), (far, rise), 14, theme.wet)
    pen.box((-far, 0), (far, 44), 14, theme.dry_light)
    pen.box((6 - far, 14), (far - 6, rise), 10, theme.sand)


def _waves(pen: Canvas, width: int, height: int, paint: Colour) -> None:
    """Water up to a height from the bottom, its surface in waves."""
    pen.box((0, 8 - height), (width, 0), 0, paint)
    for crest in range(0, width + _WAVE, _WAVE):
        pen.disc((crest, 12 - height), 20, paint)


def _add_person(image: Image.Image, one: Ranked, place: tuple[int, int], theme: Theme) -> None:
    """Draw a player on a step: the medal at the feet, name and numbers below it.

    ``place``: the step's middle and its top.
    """
    middle, floor = place
    head = floor - PORTRAIT // 2 - 4
    centre(image, _ring(one.rank), (middle, head))
    centre(image, one.portrait(PORTRAIT), (middle, head))
    centre(image, badge(one.rank, _MEDAL), (middle + PORTRAIT * 0.42, head + PORTRAIT * 0.36))
    centre(image, one.named(_NAME, _LEAST_NAME, _STEP - 28, theme.text), (middle, floor + 44))
    centre(image, one.score(_SCORE, theme.sand, theme.text), (middle, floor + 98))
    centre(image, one.tally(_TALLY, _STEP - 24, theme.text), (middle, floor + 146))


@cache
def _ring(rank: int) -> Image.Image:
    """The disc behind a portrait, a ring around it in the metal of a rank, ``RGBA``. Not to be changed."""
    size = PORTRAIT + 2 * _RING
    pen = Canvas(size, unit=1)
    pen.disc((0, 0), size / 2, METALS[rank].dark)
    pen.disc((0, 0), size / 2 - 3, METALS[rank].face)
    return pen.finish()


def _add_flotsam(image: Image.Image, theme: Theme) -> None:
    """A starfish and a shell beside a podium of one step."""
    pale = mix(theme.sand, theme.coral, 0.5)
    for share, draw, body, details in (
        (0.17, beach.starfish, pale, theme.coral),
        (0.83, beach.shell, theme.foam, theme.wet),
    ):
        pen = Canvas(_FLOTSAM)
        draw(pen, body, details)
        centre(image, pen.finish(), (image.width * share, image.height * 0.5))
