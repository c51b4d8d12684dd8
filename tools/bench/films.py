"""Milliseconds and kilobytes of the film of a match, compared with Pillow's GIF files of the same frames."""

from __future__ import annotations

import io
from statistics import median

from PIL import Image

from engines import GAMES, Diagram
from imaging import Clip, Film
from imaging.film import HOLD
from tests.imaging.matches import match
from tests.imaging.peers import frames, shared_palette_gif
from tools import harness
from tools.bench.imaging import forget

PLIES = 60
WIDTH = 720
ROUNDS = 5

COLUMNS = {
    "plies": "d",
    **{"cold ms": ".0f", "other ms": ".1f", "warm ms": ".2f", "kB": ".0f"},
    **{"Pillow's ms": ".0f", "kB, one palette": ".0f", "kB, default": ".0f"},
    **{"times as fast": ".1f", "of the bytes": ".2f"},
}
FOOT = """\
cold: nothing is ready; other: the sprites are, and another match was filmed; warm: this one was
default: as Pillow does it unasked, a palette a frame and what stays transparent
wanted when warm: 40 times as fast, and a quarter of the bytes"""


def run(plies: int = PLIES, rounds: int = ROUNDS) -> None:
    """Print the medians; fails if a film has wrong pictures, never because it is slow."""
    print(f"Films of up to {plies} plies, {WIDTH} pixels wide, medians; beside Pillow's of finished frames")
    table = harness.FigureTable(17, COLUMNS)
    for key in GAMES:
        _report(table, key, plies, rounds)
    print(FOOT)


def _report(table: harness.FigureTable, key: str, plies: int, rounds: int) -> None:
    diagrams = match(key, plies)
    film = Film(diagrams, width=WIDTH)
    forget()
    cold, first = harness.timed(film.clip)
    forget()
    Film(match(key, plies, another=1), width=WIDTH).clip()
    other, second = harness.timed(film.clip)
    palette = bytes(frames(diagrams, WIDTH)[0].getpalette() or ())
    warm, peer = [], []
    for _ in range(rounds):
        ms, content = harness.timed(lambda: shared_palette_gif(diagrams, WIDTH, palette=palette))
        peer.append(ms)
        ms, clip = harness.timed(film.clip)
        assert clip == first == second, "the same film gives the same bytes"
        warm.append(ms)
    _check(first, diagrams)
    unasked = shared_palette_gif(diagrams, WIDTH)
    kb, peer_kb, unasked_kb = (len(it) / 1000 for it in (first.content, content, unasked))
    sizes = (median(peer), peer_kb, unasked_kb, median(peer) / median(warm), kb / peer_kb)
    table.row(key, len(diagrams) - 1, cold, other, median(warm), kb, *sizes)


def _check(clip: Clip, diagrams: tuple[Diagram, ...]) -> None:
    """Assert that the frames with a long duration are the expected pictures."""
    image = Image.open(io.BytesIO(clip.content))
    held = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        if image.info["duration"] >= HOLD * 10:
            held.append(image.convert("RGB").tobytes())
    assert held == [frame.convert("RGB").tobytes() for frame in frames(diagrams, WIDTH)]
