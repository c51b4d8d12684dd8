"""Films: a match as an animated GIF, and the way to them from an event loop.

Every image block of a GIF is a separate stream. So each change of a cell is compressed once and cached; a
film is then little more than its pieces one after the other. Pillow would write whole frames and compress
each one again; only its compressor is used here, not its file writer.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import TypeVar

from cachetools import LRUCache
from PIL import Image, ImageChops

from engines import Diagram
from imaging.board.ground import Background
from imaging.board.painter import scene_of
from imaging.board.scene import Scene, Strip, Tile, composed
from imaging.draw.canvas import Corner
from imaging.picture import MOST_WORDS, Clip
from imaging.themes.catalog import DEFAULT_THEME

# --- blocks: rectangles that are compressed once, and kept ---------------------------------------


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


# --- the file ------------------------------------------------------------------------------------


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


# --- a film ---------------------------------------------------------------------------------------


FILM_WIDTH = 640
"""Pixels across a film unless asked otherwise: as large as a chat shows it."""

LARGEST = 8_000_000
"""Bytes of a film at most: less than Discord takes from anybody."""

HOLD, SHORTEST, LAST = 70, 15, 400
"""Hundredths of a second that a position is held: usually, in long matches at least, and at the end."""

LONGEST = 12_000
"""Hundredths of a second that a film should take at most; then positions are held for less."""

_Shot = list[tuple[Corner, FrameBlock]]
"""The blocks that change from one position to the next, each with the corner it is put at."""


@dataclass(frozen=True)
class Film:
    """A film to be made of the ``diagrams`` of one match, in a theme, ``width`` pixels wide.

    Positions are held for ``hold`` hundredths of a second, in a long match for less. Raises ValueError where
    there is no diagram, or where they are not of the same board.
    """

    diagrams: tuple[Diagram, ...]
    theme: str = DEFAULT_THEME
    width: int = FILM_WIDTH
    hold: int = HOLD

    def __post_init__(self) -> None:
        if len({(diagram.game, diagram.shape, diagram.sides) for diagram in self.diagrams}) != 1:
            raise ValueError("a film needs diagrams of one board")

    def clip(self) -> Clip:
        """The finished film, of :data:`LARGEST` bytes at most. The same film gives the same bytes.

        Raises KeyError for a theme that is not in :data:`imaging.THEMES`.
        """
        developing = self.develop()
        while True:
            try:
                next(developing)
            except StopIteration as finished:
                clip: Clip = finished.value
                return clip

    def develop(self) -> Generator[None, None, Clip]:
        """Make the film position by position, so that the caller can do something in between."""
        for width, diagrams in self._attempts():
            clip = yield from self._developed(width, diagrams)
            if len(clip.content) <= LARGEST:
                break
        return clip

    def _attempts(self) -> Iterator[tuple[int, tuple[Diagram, ...]]]:
        """Widths and positions to try: as asked, narrower, then ever fewer positions, but always the last."""
        for share in (1.0, 0.75, 0.5):
            yield round(self.width * share), self.diagrams
        some = self.diagrams
        while len(some) > 2:
            some = some[::-2][::-1]
            yield round(self.width * 0.5), some

    def _developed(self, width: int, diagrams: Sequence[Diagram]) -> Generator[None, None, Clip]:
        scene = scene_of(diagrams[0], self.theme, width)
        shots = [_opening(scene)]
        for diagram in diagrams[1:]:
            yield
            after = scene_of(diagram, self.theme, width)
            shots.append(_cut(scene, after))
            scene = after
        size, palette = scene.ground.size, scene.theme.palette.content
        content = assembled(size, palette, _timed(shots, self.hold))
        return Clip(content, *size, alt=_in_words(diagrams), frames=len(diagrams))


def _opening(scene: Scene) -> _Shot:
    """The whole of a first position."""
    return [((0, 0), _whole(scene.ground, tuple(scene.tiles.items())))]


def _cut(before: Scene, after: Scene) -> _Shot:
    """The blocks that turn the picture of one position into the next; none where they look the same."""
    if not before.ground.is_like(after.ground):
        # The sea has shrunk, or the board was turned: all of the picture is compared.
        block = _changed(Tile(before.indices()), Tile(after.indices()))
        return [] if block is None else [((0, 0), block)]
    shot: _Shot = []
    for corner, old, new in sorted(_cells(before, after), key=lambda found: _order(*found[1:])):
        if (block := _change(old, new)) is not None:
            shot.append((corner, block))
    for was, strip in zip(before.strips, after.strips, strict=True):
        shot += [(corner, block) for corner, block in _changes(was, strip) if block is not None]
    return shot


def _changes(was: Strip, strip: Strip) -> Iterator[tuple[Corner, FrameBlock | None]]:
    """The blocks that change a strip: one where the title moves, which reaches over both tiles.

    The number of a turn is a block of its own, so that the other one can be kept for all turns.
    """
    if was.state == strip.state:
        yield strip.cap_corner, _change(was.cap, strip.cap)
        yield strip.rest_corner, _change(was.rest, strip.rest)
        return
    numbered = was.cap is not was.bare
    yield strip.cap_corner, _passed_on(was.bare, was.rest, strip.bare, strip.rest, numbered=numbered)
    yield strip.cap_corner, _change(strip.bare, strip.cap)


def _cells(before: Scene, after: Scene) -> Iterator[tuple[Corner, Tile, Tile]]:
    """The cells whose tiles differ, with the old tile and the new one."""
    strips = [corner for strip in after.strips for corner in (strip.cap_corner, strip.rest_corner)]
    for corner in {**before.tiles, **after.tiles}:
        old, new = before.tiles.get(corner), after.tiles.get(corner)
        if old is not new and corner not in strips:
            yield corner, old or before.plain(corner), new or after.plain(corner)


def _order(old: Tile, new: Tile) -> int:
    """The place of a cell's change in its step: pieces arrive before they leave, so that none is missing."""
    if old.piece == new.piece:
        return 1
    if new.piece is None:
        return 2
    shrinks = old.piece is not None and old.piece[0] == new.piece[0] and old.piece[1] > new.piece[1]
    return 2 if shrinks else 0


@lru_cache(maxsize=16)
def _whole(ground: Background, tiles: tuple[tuple[Corner, Tile], ...]) -> FrameBlock:
    indices = composed(ground.indices(), tiles)
    return FrameBlock(0, 0, *indices.size, compressed(indices))


def _changed(old: Tile, new: Tile) -> FrameBlock | None:
    changed = change(old.indices, new.indices, new.stencil)
    if changed is None:
        return None
    return FrameBlock(changed.left, changed.top, *changed.indices.size, compressed(changed.indices))


_change = lru_cache(maxsize=2048)(_changed)


@lru_cache(maxsize=256)
def _passed_on(old_cap: Tile, old_rest: Tile, cap: Tile, rest: Tile, *, numbered: bool) -> FrameBlock:
    """The whole change of a strip to another state; if it was ``numbered``, from any number."""
    before, after = _side_by_side(old_cap, old_rest), _side_by_side(cap, rest)
    if numbered:
        before.paste(TRANSPARENT, (0, 0, *cap.indices.size))
    changed = change(before, after, None)
    assert changed is not None, "the ring has another colour"
    return FrameBlock(changed.left, changed.top, *changed.indices.size, compressed(changed.indices))


def _side_by_side(left: Tile, right: Tile) -> Image.Image:
    """The indices (``L``) of two tiles of one height."""
    across = left.indices.width
    together = Image.new("L", (across + right.indices.width, left.indices.height))
    together.paste(left.indices)
    together.paste(right.indices, (across, 0))
    return together


def _timed(shots: Sequence[_Shot], hold: int) -> Iterator[tuple[Corner, FrameBlock, int]]:
    """Every block and the hundredths of a second until the next."""
    between = STEP * sum(max(len(shot) - 1, 0) for shot in shots)
    usual = min(hold, max(SHORTEST, (LONGEST - between) // len(shots)))
    held: list[tuple[_Shot, int]] = []
    for number, shot in enumerate(shots, start=1):
        time = LAST if number == len(shots) else usual
        if shot:
            held.append((shot, time))
        else:
            # Nothing changes: what was there before stays longer.
            before, so_long = held.pop()
            held.append((before, so_long + time))
    for shot, time in held:
        for corner, block in shot[:-1]:
            yield corner, block, STEP
        yield *shot[-1], time


def _in_words(diagrams: Sequence[Diagram]) -> str:
    """The number of positions of a film, and all of its last one, in words."""
    last = diagrams[-1].alt
    count = len(diagrams)
    told = f"A film of {count} positions. The last one: {last}" if count > 1 else last
    return told if len(told) <= MOST_WORDS else last


# --- from an event loop --------------------------------------------------------------------------


_T = TypeVar("_T")

MOST_BYTES = 32_000_000
"""The most bytes of cached films."""

_LEAST_BYTES = 1_000_000
"""The least bytes that a film counts as, since its positions are cached with it."""

_SLICE = 8
"""Positions that are developed in one go: some milliseconds at most, when their sprites are ready."""


class FilmRenderer:
    """Makes films on a worker with one thread, which stays free for others between two slices.

    Everything but waiting happens on that thread: even a lookup in the cache goes through all positions of a
    film.
    """

    def __init__(self, worker: Executor) -> None:
        self._worker = worker
        self._one_at_a_time = asyncio.Lock()
        self._closed = False
        self._kept: LRUCache[Film, Clip] = LRUCache(MOST_BYTES, _size)

    async def clip(self, planned: Callable[[], Film]) -> Clip:
        """The finished film, perhaps from the cache.

        Raises what ``planned`` raises, which is called on the worker, and what :meth:`Film.clip` raises.
        """
        async with self._one_at_a_time:
            film = await self._run(planned)
            kept = await self._run(partial(self._kept.get, film))
            if kept is not None:
                return kept
            developing = _finishing(film)
            while (clip := await self._run(partial(_slice, developing))) is None:
                pass
            await self._run(partial(self._kept.__setitem__, film, clip))
            return clip

    def close(self) -> None:
        """Stop making films: callers that wait for one are cancelled."""
        self._closed = True

    async def _run(self, work: Callable[[], _T]) -> _T:
        if self._closed:
            raise asyncio.CancelledError("no film is made any more")
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


def _size(clip: Clip) -> int:
    return max(len(clip.content), _LEAST_BYTES)


def _finishing(film: Film) -> Generator[Clip | None, None, None]:
    """Yield None after each position, and the film at the end."""
    developing = film.develop()
    yield (yield from developing)


def _slice(developing: Generator[Clip | None, None, None]) -> Clip | None:
    """The film, if it is finished after some more positions."""
    return next((clip for clip in islice(developing, _SLICE) if clip is not None), None)
