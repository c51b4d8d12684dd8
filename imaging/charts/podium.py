"""The podium: steps of sandstone in the sea, on them those with a medal."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from imaging.board.art import beach
from imaging.board.art.medals import METALS, medal
from imaging.board.pools import EDGE, framed
from imaging.charts.ranked import Ranked
from imaging.draw.canvas import Canvas, Colour
from imaging.draw.text import centre, lettering
from imaging.themes.catalog import Theme, mix

PORTRAIT = 144
"""Pixels across a portrait."""

# Pixels, but for the shares of the width at which the steps are.
_HEIGHT = 420
_STEP = 230
_RISES = {1: 222, 2: 188, 3: 160}
_RING = 8
_MEDAL = 84
_SCORE = 52
_TALLY = 32
_MIDDLES = {1: (0.5,), 2: (0.345, 0.655), 3: (0.5, 0.205, 0.795)}
_FLOTSAM = 124
_WAVE = 31


def podium(people: Sequence[Ranked], width: int) -> Image.Image:
    """One to three people on the podium, ``RGBA``; those of one rank stand equally high."""
    image = Image.new("RGBA", (width - 2 * EDGE, _HEIGHT - 2 * EDGE), Theme.sea_light)
    places = [round(share * image.width) for share in _MIDDLES[len(people)]]
    image.alpha_composite(_steps(image.size, places, people))
    for at, one in zip(places, people, strict=True):
        _add_person(image, one, at, image.height - _RISES[one.rank])
    if len(people) == 1:
        _add_flotsam(image)
    return framed(image)


def _steps(size: tuple[int, int], places: Sequence[int], people: Sequence[Ranked]) -> Image.Image:
    """The steps for people, their middles at those places, with waves behind and before them."""
    width, height = size
    pen = Canvas(size, unit=1).moved(-width / 2, height / 2)
    _waves(pen, width, 130, Theme.sea_dark)
    for at, one in zip(places, people, strict=True):
        _step(pen.moved(at, -_RISES[one.rank]), _RISES[one.rank])
    _waves(pen, width, 21, Theme.foam)
    _waves(pen, width, 14, Theme.sea_dark)
    return pen.finish()


def _step(pen: Canvas, rise: int) -> None:
    """A block of sandstone from the middle of its upper edge down."""
    far = _STEP / 2
    pen.box((-far, 0), (far, rise), 14, Theme.wet)
    pen.box((-far, 0), (far, 44), 14, Theme.dry_light)
    pen.box((6 - far, 14), (far - 6, rise), 10, Theme.sand)


def _waves(pen: Canvas, width: int, height: int, paint: Colour) -> None:
    """Water up to a height from the bottom, its surface in waves."""
    pen.box((0, 8 - height), (width, 0), 0, paint)
    for crest in range(0, width + _WAVE, _WAVE):
        pen.disc((crest, 12 - height), 20, paint)


def _add_person(image: Image.Image, one: Ranked, middle: int, floor: int) -> None:
    """Draw a player on a step whose top is at ``floor``, with the medal at the feet and numbers below it."""
    head = floor - PORTRAIT // 2 - 4
    centre(image, _ring(one.rank), (middle, head))
    centre(image, one.portrait(PORTRAIT), (middle, head))
    centre(image, badge(one.rank, _MEDAL), (middle + PORTRAIT * 0.42, head + PORTRAIT * 0.36))
    centre(image, one.score(_SCORE, Theme.sand), (middle, floor + 52))
    centre(image, one.tally(_TALLY, _STEP - 24), (middle, floor + 104))


def _ring(rank: int) -> Image.Image:
    """The disc behind a portrait, a ring around it in the metal of a rank, ``RGBA``."""
    size = PORTRAIT + 2 * _RING
    pen = Canvas(size, unit=1)
    pen.disc((0, 0), size / 2, METALS[rank].dark)
    pen.disc((0, 0), size / 2 - 3, METALS[rank].face)
    return pen.finish()


def badge(rank: int, size: int) -> Image.Image:
    """The medal of a rank from 1 to 3 with its number on it, on an ``RGBA`` square of ``size`` pixels."""
    pen = Canvas(size)
    medal(pen, rank)
    image = pen.finish()
    centre(image, lettering(str(rank), round(size * 0.5), METALS[rank].dark), (size / 2, size / 2))
    return image


def _add_flotsam(image: Image.Image) -> None:
    """A starfish and a shell beside a podium of one step."""
    pale = mix(Theme.sand, Theme.coral, 0.5)
    for share, draw, body, details in (
        (0.17, beach.starfish, pale, Theme.coral),
        (0.83, beach.shell, Theme.foam, Theme.wet),
    ):
        pen = Canvas(_FLOTSAM)
        draw(pen, body, details)
        centre(image, pen.finish(), (image.width * share, image.height * 0.5))
