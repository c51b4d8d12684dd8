"""Animated GIF files, assembled from pieces that were compressed before.

Every image block of a GIF is a separate stream. So each change of a cell is compressed once and cached; a
film is then little more than its pieces one after the other. Pillow would write whole frames and compress
each one again; only its compressor is used here, not its file writer.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from PIL import Image

from imaging.draw.frame_blocks import TRANSPARENT, Corner, FrameBlock

_BITS = 6
_LEFT_IN_PLACE = 1 << 2
_HAS_TRANSPARENT = 1
_FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def compressed(indices: Image.Image) -> bytes:
    """Palette indices (``L``) as GIF wants them, in pieces that say how long they are."""
    return indices.tobytes("gif", "L", _BITS, 0) + b"\0"


def assembled(
    size: tuple[int, int], palette: bytes, blocks: Iterable[tuple[Corner, FrameBlock, int]]
) -> bytes:
    """The file that repeats for ever.

    ``palette`` serves all of it, 3 bytes a colour. With each block come the corner it is put at and the
    hundredths of a second until the next.
    """
    screen = struct.pack("<6sHHBBB", b"GIF89a", *size, 0xF0 | _BITS - 1, 0, 0)
    parts = [screen, palette.ljust(3 << _BITS, b"\0"), _FOREVER]
    control = b"\x21\xf9\x04" + bytes([_LEFT_IN_PLACE | _HAS_TRANSPARENT])
    for (x, y), block, delay in blocks:
        parts.append(struct.pack("<4sHBx", control, delay, TRANSPARENT))
        place = x + block.left, y + block.top, block.width, block.height
        parts.append(struct.pack("<cHHHHxB", b",", *place, _BITS))
        parts.append(block.content)
    return b"".join((*parts, b";"))
