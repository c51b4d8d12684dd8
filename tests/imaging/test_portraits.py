"""Avatars come from outside: whatever is wrong with them, there is a portrait."""

from __future__ import annotations

import io
import random
import struct
import warnings
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from imaging.charts.portraits import FORMATS, LARGEST, portrait
from tests.imaging.compare import distance
from tests.imaging.ratings import avatar

SIZE = 64
NUMBER = 175_928_847_299_117_063
TOKEN = portrait(None, NUMBER, SIZE)


def is_token(content: bytes) -> bool:
    return portrait(content, NUMBER, SIZE).tobytes() == TOKEN.tobytes()


def png_claiming(width: int, height: int) -> bytes:
    """A small file that says it is a large picture."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def animated_gif() -> bytes:
    """Red first, then green and blue."""
    frames = [Image.new("RGB", (50, 50), colour) for colour in ("red", "lime", "blue")]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=40, loop=0)
    return file.getvalue()


def test_a_portrait_is_a_disc() -> None:
    for image in (TOKEN, portrait(avatar(1), NUMBER, SIZE)):
        assert (image.mode, image.size) == ("RGBA", (SIZE, SIZE))
        opacity = image.getchannel("A")
        assert opacity.getpixel((0, 0)) == opacity.getpixel((SIZE - 1, SIZE - 1)) == 0
        assert opacity.getpixel((SIZE // 2, 1)) == opacity.getpixel((SIZE // 2, SIZE // 2)) == 255


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_that_discord_serves_is_shown(format: str) -> None:
    shown = portrait(avatar(1, format=format), NUMBER, SIZE)
    expected = portrait(avatar(1), NUMBER, SIZE)
    assert distance(shown.convert("RGB"), expected.convert("RGB")) < 12
    assert not is_token(avatar(1, format=format))


def test_an_avatar_that_is_not_square_keeps_its_middle() -> None:
    image = Image.new("RGB", (300, 100), "red")
    image.paste("blue", (100, 0, 200, 100))
    file = io.BytesIO()
    image.save(file, "PNG")
    shown = portrait(file.getvalue(), NUMBER, SIZE).convert("RGB").crop((2, 0, SIZE - 2, SIZE))
    assert shown.getcolors() == [(shown.width * SIZE, (0, 0, 255))]


def test_a_transparent_avatar_has_something_behind_it() -> None:
    file = io.BytesIO()
    Image.new("RGBA", (10, 10)).save(file, "PNG")
    assert portrait(file.getvalue(), NUMBER, SIZE).getpixel((SIZE // 2, SIZE // 2)) == (0xFA, 0xF5, 0xE9, 255)


def test_of_a_moving_avatar_the_first_picture_is_shown() -> None:
    shown = portrait(animated_gif(), NUMBER, SIZE)
    assert shown.getpixel((SIZE // 2, SIZE // 2)) == (255, 0, 0, 255)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg'/>", id="text"),
        pytest.param(random.Random(7).randbytes(5000), id="random"),
        pytest.param(png_claiming(20_000, 20_000), id="bomb"),
        pytest.param(png_claiming(10_000, 10_000), id="bomb-of-which-pillow-warns"),
        pytest.param(png_claiming(LARGEST + 1, 1), id="too-wide"),
        pytest.param(png_claiming(1, LARGEST + 1), id="too-high"),
        pytest.param(png_claiming(0, 0), id="no-pixels"),
        pytest.param(avatar(1, format="BMP"), id="format-not-served"),
        pytest.param(avatar(1, format="TIFF"), id="another-format-not-served"),
        *(pytest.param(avatar(1, format=name)[:-200], id=f"truncated-{name}") for name in ("PNG", "WEBP")),
        *(pytest.param(avatar(1, format=name)[:40], id=f"header-only-{name}") for name in FORMATS),
    ],
)
def test_what_cannot_be_shown_is_a_token(content: bytes) -> None:
    with warnings.catch_warnings(record=True) as escaped:
        warnings.simplefilter("always")
        assert is_token(content)
    assert not escaped


def test_an_avatar_may_be_as_large_as_discord_serves_them() -> None:
    assert not is_token(avatar(1, size=(LARGEST, LARGEST)))


@settings(max_examples=80)
@given(
    st.sampled_from([avatar(2, format=name, size=(40, 40)) for name in FORMATS] + [animated_gif()]),
    st.lists(st.tuples(st.integers(0, 4000), st.binary(max_size=8)), max_size=6),
    st.integers(0, 4000),
)
def test_no_damage_to_a_file_is_ever_an_error(
    content: bytes, scratches: list[tuple[int, bytes]], length: int
) -> None:
    damaged = bytearray(content)
    for at, scratch in scratches:
        damaged[at % len(content) : at % len(content) + len(scratch)] = scratch
    for file in (bytes(damaged), bytes(damaged[:length])):
        assert portrait(file, NUMBER, SIZE).size == (SIZE, SIZE)


def test_a_token_stays_with_its_number_and_differs_from_most_others() -> None:
    assert portrait(None, NUMBER, SIZE).tobytes() == TOKEN.tobytes()
    # Ids made within one millisecond differ in their last bits only, others in all but those.
    for step in (1, 1 << 22):
        tokens = {portrait(None, NUMBER + at * step, SIZE).tobytes() for at in range(30)}
        assert len(tokens) >= 15
