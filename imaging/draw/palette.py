"""Colours between colours, and the fixed palette that pictures are brought to."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from imaging.draw.canvas import Colour

PALETTE_LIMIT = 63
"""The most colours: more cost bytes and cannot be seen. Films use one of 6 bits' 64 for unchanged pixels."""

_BAND = 50_000
"""Pixels brought to a palette in one go: a few milliseconds."""


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour ``share`` (0 to 1) of the way from one to the other."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


def ramp(one: Colour, other: Colour, between: int) -> list[Colour]:
    """That many colours evenly between two."""
    return [mix(one, other, (step + 1) / (between + 1)) for step in range(between)]


class Palette:
    """An ordered set of colours, and the way from an ``RGB`` image to indices into it."""

    def __init__(self, colours: Iterable[Colour], *, limit: int = PALETTE_LIMIT, once: bool = True) -> None:
        """``limit`` is how many colours it may have, 256 at most; ``once``: each of them is kept once."""
        self.colours = tuple(dict.fromkeys(colours) if once else colours)
        if len(self.colours) > limit:
            raise ValueError(f"{len(self.colours)} colours, more than {limit}")
        self.content = bytes(value for colour in self.colours for value in colour)
        self._reference = Image.new("P", (1, 1))
        # Pillow would fill the rest of its 256 colours with grey: the last colour again does no harm.
        filler = bytes(self.colours[-1]) * (256 - len(self.colours))
        self._reference.putpalette(self.content + filler)

    def coloured(self, indices: Image.Image) -> Image.Image:
        """The ``L`` image of indices in colours (``RGB``)."""
        image = Image.frombytes("P", indices.size, indices.tobytes())
        image.putpalette(self.content)
        return image.convert("RGB")

    def reduce(self, image: Image.Image, *, dithered: bool = False) -> Image.Image:
        """The ``RGB`` image as an ``L`` image of indices of the nearest colours.

        ``dithered``: missing colours are mixed from dots, for photographs.
        """
        if dithered:
            nearest = image.quantize(palette=self._reference, dither=Image.Dither.FLOYDSTEINBERG)
            return Image.frombytes("L", nearest.size, nearest.tobytes())
        width, height = image.size
        indices = Image.new("L", image.size)
        # Pillow lets no other thread run meanwhile, so a large image is done in bands.
        rows = max(1, _BAND // width)
        for top in range(0, height, rows):
            band = image.crop((0, top, width, min(top + rows, height)))
            nearest = band.quantize(palette=self._reference, dither=Image.Dither.NONE)
            indices.paste(Image.frombytes("L", nearest.size, nearest.tobytes()), (0, top))
        return indices
