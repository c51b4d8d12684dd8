from __future__ import annotations

import random
import struct
import zlib
from itertools import pairwise

import pytest
from PIL import Image

from imaging.draw import png
from tests.imaging.compare import decoded

PALETTE = bytes(range(3 * 40))


def noise(size: tuple[int, int]) -> Image.Image:
    draw = random.Random(7)
    return Image.frombytes("L", size, bytes(draw.randrange(40) for _ in range(size[0] * size[1])))


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (64, 200)])
@pytest.mark.parametrize("deflate", [png.deflate, png.with_zlib])
def test_what_is_encoded_is_decoded(
    size: tuple[int, int], deflate: png.Deflate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "deflate", deflate)
    indices = noise(size)
    image = decoded(png.encode(indices, PALETTE))
    assert (image.mode, image.size) == ("P", size)
    assert image.tobytes() == indices.tobytes()
    assert bytes(image.getpalette() or ()) == PALETTE


def test_the_fast_deflate_is_used_where_it_is_installed() -> None:
    pytest.importorskip("isal")
    assert png.deflate is not png.with_zlib


@pytest.mark.parametrize("deflate", [png.deflate, png.with_zlib])
@pytest.mark.parametrize("cuts", [(0, 90), (0, 1, 90), (0, 30, 31, 60, 90)])
def test_a_picture_in_bands_is_decoded(
    cuts: tuple[int, ...], deflate: png.Deflate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "deflate", deflate)
    indices = noise((50, 90))
    rows = png.filtered(indices)
    bands = [png.Band.of(rows.crop((0, top, 51, bottom))) for top, bottom in pairwise(cuts)]
    content = png.assembled((50, 90), PALETTE, bands)
    assert decoded(content).tobytes() == indices.tobytes()
    # Pillow does not look at the checksum of all rows; zlib does.
    start = content.index(b"IDAT") + 4
    (length,) = struct.unpack(">I", content[start - 8 : start - 4])
    assert zlib.decompress(content[start : start + length]) == rows.tobytes()
