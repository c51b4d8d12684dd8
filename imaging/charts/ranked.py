"""A player in a ranking, as every ranking shows them: the portrait, the name, the rating, the matches."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from imaging.charts.colours import paler
from imaging.charts.parts import shown_name
from imaging.charts.portraits import portrait
from imaging.draw.canvas import Colour, fitting, lettering


def marked(rating: int, provisional: bool) -> str:
    """A rating as pictures show it, with a question mark while it says little."""
    return f"{rating}{'?' if provisional else ''}"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in a ranking.

    ``played``: the matches behind the rating, in words. ``avatar`` is the file of a picture as it came from
    outside (PNG, JPEG, WebP or GIF), ``number`` a number that stays with the player: it chooses what is shown
    without an avatar. ``name`` is in letters of the font (:func:`imaging.writable`), or empty where none is
    known. ``moved``: how many places further up than a week ago, negative if down.
    """

    rank: int
    rating: int
    provisional: bool
    played: str
    avatar: bytes | None
    number: int
    name: str = ""
    moved: int = 0

    @property
    def alt(self) -> str:
        """Rank, name and rating in words."""
        name = f"{self.name}, " if self.name else ""
        return f"{self.rank}. {name}rating {self.rating}{' (provisional)' if self.provisional else ''}"

    @property
    def move(self) -> str:
        """The places moved within a week, in words; empty if none."""
        return f"{'up' if self.moved > 0 else 'down'} {abs(self.moved)} in a week" if self.moved else ""

    def portrait(self, size: int) -> Image.Image:
        """The portrait on a transparent ``RGBA`` square of ``size`` pixels."""
        return portrait(self.avatar, self.number, size)

    def named(self, size: int, least: int, most: int, ink: Colour) -> Image.Image:
        """The name at most ``most`` pixels wide, shown as :func:`shown_name` says."""
        return lettering(*shown_name(self.name, size, least, most), ink)

    def score(self, size: int, ground: Colour, ink: Colour) -> Image.Image:
        """The rating in letters of ``size`` pixels; on its ``ground`` paler if it says little yet."""
        colour = paler(ground, ink) if self.provisional else ink
        return lettering(marked(self.rating, self.provisional), size, colour)

    def tally(self, size: int, most: int, ink: Colour) -> Image.Image:
        """The matches played, in letters of ``size`` pixels, smaller where that is wider than ``most``."""
        return lettering(self.played, fitting(self.played, size, most), ink)
