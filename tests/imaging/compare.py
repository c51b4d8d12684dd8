"""Decoding pictures and telling them apart."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from imaging import Clip, Picture
from tests.pictures import unpacked

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
FAILED = Path(__file__).parents[1] / "failed"

EPSILON = 0.5
"""How far two pictures may be apart, in levels of 255 a pixel and channel, on average."""


def decoded(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def rgb(picture: Picture) -> Image.Image:
    return decoded(picture.png).convert("RGB")


def frames(clip: Clip) -> list[tuple[bytes, int]]:
    """Every frame as it is seen, and for how many hundredths of a second."""
    return [(image.convert("RGB").tobytes(), time) for image, time in _run(clip)]


def durations(clip: Clip) -> list[int]:
    """For how many hundredths of a second every frame is seen."""
    return [time for _, time in _run(clip)]


def _run(clip: Clip) -> Iterator[tuple[Image.Image, int]]:
    image = Image.open(io.BytesIO(clip.content))
    assert image.size == (clip.width, clip.height)
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        yield image, image.info["duration"] // 10


def same(one: Picture, other: Picture) -> bool:
    """Whether two pictures say the same, in pixels and in words."""
    return _said(one) == _said(other)


def _said(picture: Picture) -> Picture:
    return replace(picture, png=unpacked(picture.png))


def distance(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures of one size and mode, in levels of 255."""
    means: list[float] = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means)


def assert_golden(name: str, picture: Picture) -> None:
    """Fail unless the picture is the golden file's; leave expected, got and difference to be looked at."""
    path = GOLDEN / f"{name}.png"
    again = "rewrite with: python -m tests.imaging.golden"
    assert path.exists(), f"{path.name} is missing: {again}"
    kept = path.read_bytes()
    if kept == picture.png:
        return
    expected, got = decoded(kept), decoded(picture.png)
    if expected.mode == got.mode and expected.size == got.size:
        apart = distance(expected.convert("RGB"), got.convert("RGB"))
        if apart <= EPSILON:
            return
        what = f"differs by {apart:.2f} levels"
    else:
        what = f"is {got.mode} {got.size}, not {expected.mode} {expected.size}"
    _save(name, expected.convert("RGB"), got.convert("RGB"))
    raise AssertionError(
        f"{name} {what}; see {FAILED.relative_to(FAILED.parents[1])}. If it is right, {again}"
    )


def _save(name: str, expected: Image.Image, got: Image.Image) -> None:
    FAILED.mkdir(parents=True, exist_ok=True)
    expected.save(FAILED / f"{name}-expected.png")
    got.save(FAILED / f"{name}-got.png")
    room = max(expected.width, got.width), max(expected.height, got.height)
    difference = ImageChops.difference(_padded(expected, room), _padded(got, room))
    difference.point([min(level * 8, 255) for level in range(256)] * 3).save(
        FAILED / f"{name}-difference.png"
    )


def _padded(image: Image.Image, room: tuple[int, int]) -> Image.Image:
    padded = Image.new("RGB", room)
    padded.paste(image)
    return padded
