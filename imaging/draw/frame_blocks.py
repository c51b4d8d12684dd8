"""The blocks that films are put together from: rectangles that are compressed once, and kept."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageChops

Corner = tuple[int, int]
"""The pixels to the left of something and above it."""

TRANSPARENT = 63
"""The index of pixels of a block that leave the picture as it was. No palette has a colour of that index."""

STEP = 2
"""Hundredths of a second between two blocks: browsers take less for a mistake and wait ten."""

_OPAQUE = [0] + [255] * 255


@dataclass(frozen=True, slots=True)
class FrameBlock:
    """A compressed rectangle, and where it lies from where it is put; lengths in pixels."""

    left: int
    top: int
    width: int
    height: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Change:
    """A changed rectangle: its ``indices`` (``L``), :data:`TRANSPARENT` where nothing changes.

    ``left`` and ``top`` say where it lies in the images that were compared.
    """

    left: int
    top: int
    indices: Image.Image


def change(before: Image.Image, after: Image.Image, stencil: Image.Image | None) -> Change | None:
    """The change from one image of palette indices (``L``) to another inside ``stencil``; None if equal."""
    changed = ImageChops.difference(before, after).point(_OPAQUE)
    if stencil is not None:
        changed = ImageChops.multiply(changed, stencil)
    box = changed.getbbox()
    if box is None:
        return None
    image = Image.new("L", after.size, TRANSPARENT)
    image.paste(after, mask=changed)
    return Change(box[0], box[1], image.crop(box))
