"""Milliseconds and kilobytes of the film of a match, compared with Pillow's GIF files of the same frames."""

from __future__ import annotations

import io
from statistics import median
from time import perf_counter

from PIL import Image

from engines import GAMES, Diagram
from imaging import Clip, Film
from imaging.film import HOLD
from tests.imaging.matches import match
from tests.imaging.peers import frames, shared_palette_gif
from tools.bench.imaging import forget

PLIES = 60
WIDTH = 720
ROUNDS = 5

HEAD = """\
                           cold   other    warm  as GIF   Pillow's, shared palette    times  of the
                   plies     ms      ms      ms      kB       ms      kB   default  as fast   bytes"""
FOOT = """\
cold: nothing is ready; other: the sprites are, and another match was filmed; warm: this one was
default: kB as Pillow does it unasked, a palette a frame and what stays transparent
wanted when warm: 40 times as fast, and a quarter of the bytes"""


def run(plies: int = PLIES, rounds: int = ROUNDS) -> None:
    """Print the medians; fails if a film has wrong pictures, never because it is slow."""
    print(f"Films of up to {plies} plies, {WIDTH} pixels wide, medians; beside Pillow's of finished frames")
    print(HEAD)
    for key in GAMES:
        _report(key, plies, rounds)
    print(FOOT)


def _report(key: str, plies: int, rounds: int) -> None:
    diagrams = match(key, plies)
    film = Film(diagrams, width=WIDTH)
    forget()
    cold, first = _timed(film)
    forget()
    Film(match(key, plies, another=1), width=WIDTH).clip()
    other, second = _timed(film)
    palette = bytes(frames(diagrams, WIDTH)[0].getpalette() or ())
    warm, peer = [], []
    for _ in range(rounds):
        start = perf_counter()
        content = shared_palette_gif(diagrams, WIDTH, palette=palette)
        peer.append((perf_counter() - start) * 1000)
        ms, clip = _timed(film)
        assert clip == first == second, "the same film gives the same bytes"
        warm.append(ms)
    _check(first, diagrams)
    unasked = shared_palette_gif(diagrams, WIDTH)
    kb, peer_kb, unasked_kb = (len(it) / 1000 for it in (first.content, content, unasked))
    faster = median(peer) / median(warm)
    print(
        f"  {key:<17} {len(diagrams) - 1:4} {cold:7.0f} {other:7.1f} {median(warm):7.2f} {kb:7.0f} "
        f" {median(peer):7.0f} {peer_kb:7.0f} {unasked_kb:9.0f} "
        f"{faster:8.1f} {kb / peer_kb:7.2f}"
    )


def _timed(film: Film) -> tuple[float, Clip]:
    start = perf_counter()
    clip = film.clip()
    return (perf_counter() - start) * 1000, clip


def _check(clip: Clip, diagrams: tuple[Diagram, ...]) -> None:
    """Assert that the frames with a long duration are the expected pictures."""
    image = Image.open(io.BytesIO(clip.content))
    held = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        if image.info["duration"] >= HOLD * 10:
            held.append(image.convert("RGB").tobytes())
    assert held == [frame.convert("RGB").tobytes() for frame in frames(diagrams, WIDTH)]
