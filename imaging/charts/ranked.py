"""A player in a ranking, as every ranking shows them: the portrait, the rating, the matches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from imaging.charts.portraits import portrait
from imaging.draw.canvas import Canvas, Colour
from imaging.draw.text import lettering
from imaging.themes.catalog import Theme, mix, theme_for

_PALER = 0.36
"""The share by which the colour of a provisional rating is paler than that of the others."""


def paler(ground: Colour) -> Colour:
    """The colour of a rating that says little yet, on a ground."""
    return mix(Theme.text, ground, _PALER)


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody in a ranking.

    ``avatar`` is the file of a picture as it came from outside (PNG, JPEG, WebP or GIF), ``number`` a number
    that stays with the person: it chooses what is shown where there is no avatar.
    """

    rank: int
    rating: int
    provisional: bool
    matches: int
    avatar: bytes | None
    number: int

    @property
    def alt(self) -> str:
        """Rank and rating in words."""
        return f"{self.rank}. rating {self.rating}{' (provisional)' if self.provisional else ''}"

    def portrait(self, size: int) -> Image.Image:
        """The portrait on a transparent ``RGBA`` square of ``size`` pixels."""
        return portrait(self.avatar, self.number, size)

    def score(self, size: int, ground: Colour) -> Image.Image:
        """The rating in letters of ``size`` pixels; on its ``ground`` paler if it says little yet."""
        if self.provisional:
            return lettering(f"{self.rating}?", size, paler(ground))
        return lettering(str(self.rating), size, Theme.text)

    def tally(self, size: int) -> Image.Image:
        """The number of matches played, in letters of ``size`` pixels, after the sign of a match."""
        sign, number = _match(round(size * 1.5)), lettering(str(self.matches), size, Theme.text)
        gap = size // 4
        image = Image.new("RGBA", (sign.width + gap + number.width, max(sign.height, number.height)))
        image.alpha_composite(sign, (0, (image.height - sign.height) // 2))
        image.alpha_composite(number, (sign.width + gap, (image.height - number.height) // 2))
        return image


@lru_cache(maxsize=4)
def _match(size: int) -> Image.Image:
    """The sign of a match: a token of either side. Not to be changed by the caller."""
    pen = Canvas(size)
    one, other = theme_for(("green", "blue")).coats
    for inset, paint in ((0.0, other.rim), (6.0, other.face)):
        pen.box((-8.0 + inset, -38.0 + inset), (48.0 - inset, 18.0 - inset), 16.0 - inset, paint)
    for inset, paint in ((0.0, one.rim), (6.0, one.face)):
        pen.disc((-18.0, 10.0), 30.0 - inset, paint)
    return pen.finish()
