"""A player in a ranking, as every ranking shows them: the portrait, the rating, the matches."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from imaging.charts.portraits import portrait
from imaging.draw.canvas import Colour
from imaging.draw.text import fitting, lettering
from imaging.themes.catalog import Theme, mix

_PALER = 0.36
"""The share by which the colour of a provisional rating is paler than that of the others."""


def paler(ground: Colour) -> Colour:
    """The colour of a rating that says little yet, on a ground."""
    return mix(Theme.text, ground, _PALER)


def marked(rating: int, provisional: bool) -> str:
    """A rating as pictures show it, with a question mark while it says little."""
    return f"{rating}{'?' if provisional else ''}"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in a ranking.

    ``played``: the matches behind the rating, in words. ``avatar`` is the file of a picture as it came from
    outside (PNG, JPEG, WebP or GIF), ``number`` a number that stays with the player: it chooses what is shown
    without an avatar.
    """

    rank: int
    rating: int
    provisional: bool
    played: str
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
        colour = paler(ground) if self.provisional else Theme.text
        return lettering(marked(self.rating, self.provisional), size, colour)

    def tally(self, size: int, most: int) -> Image.Image:
        """The matches played, in letters of ``size`` pixels, smaller where that is wider than ``most``."""
        return lettering(self.played, fitting(self.played, size, most), Theme.text)
