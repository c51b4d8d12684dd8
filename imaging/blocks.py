"""What films are put together of: rectangles that are compressed once, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PIL import Image, ImageChops

Corner = tuple[int, int]
"""The pixels to the left of something and above it."""

TRANSPARENT = 63
"""Where a pixel of a block has this index, what was there stays. No palette has a colour of that index."""

STEP = 2
"""Hundredths of a second between two blocks: browsers take less for a mistake and wait ten."""

_OPAQUE = [0] + [255] * 255


@dataclass(frozen=True, slots=True)
class Block:
    """A compressed rectangle, and where it lies from where it is put; lengths in pixels."""

    left: int
    top: int
    width: int
    height: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Change:
    """What changes in a rectangle: ``indices`` (``L``), :data:`TRANSPARENT` where nothing does.

    ``left`` and ``top`` say where it lies in the images that were compared.
    """

    left: int
    top: int
    indices: Image.Image


@dataclass(frozen=True, eq=False)
class Codec:
    """A format of films.

    ``grid``: blocks can be put on every so many pixels only. ``compressed`` makes the content of a block of
    palette indices (``L``), some perhaps transparent, and the palette (3 bytes a colour). ``assembled``
    makes the file that repeats for ever, of its size in pixels, the palette, and the blocks, each with the
    corner it is put at and the hundredths of a second until the next.
    """

    grid: int
    compressed: Callable[[Image.Image, bytes], bytes]
    assembled: Callable[[tuple[int, int], bytes, Iterable[tuple[Corner, Block, int]]], bytes]


def whole(codec: Codec, indices: Image.Image, palette: bytes) -> Block:
    """The block of a whole image of palette indices (``L``)."""
    return Block(0, 0, *indices.size, codec.compressed(indices, palette))


def change(
    before: Image.Image, after: Image.Image, stencil: Image.Image | None, offset: Corner, grid: int
) -> Change | None:
    """What makes one image of palette indices (``L``) the other, inside ``stencil``; None if nothing.

    It begins on a grid of so many pixels when the images are put ``offset`` pixels from a line of it.
    """
    changed = ImageChops.difference(before, after).point(_OPAQUE)
    if stencil is not None:
        changed = ImageChops.multiply(changed, stencil)
    box = changed.getbbox()
    if box is None:
        return None
    image = Image.new("L", after.size, TRANSPARENT)
    image.paste(after, mask=changed)
    left, top = (edge - (edge + away) % grid for edge, away in zip(box, offset, strict=False))
    # Cropping beyond an edge would give index 0, so what is there is made transparent.
    room = Image.new("L", (box[2] - left, box[3] - top), TRANSPARENT)
    room.paste(image.crop(box), (box[0] - left, box[1] - top))
    return Change(left, top, room)
