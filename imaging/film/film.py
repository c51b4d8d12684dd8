"""The film of a match: its positions one after the other, as an animated GIF file."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engines import Diagram
from imaging.board.ground import Background
from imaging.board.painter import scene_of
from imaging.board.scene import Scene, Tile, composed
from imaging.draw import frame_blocks
from imaging.draw.frame_blocks import STEP, Corner, FrameBlock
from imaging.film import gif
from imaging.picture import Clip
from imaging.themes.catalog import DEFAULT_THEME

FILM_WIDTH = 640
"""Pixels across a film unless asked otherwise: as large as a chat shows it."""

LARGEST = 8_000_000
"""Bytes of a film at most: less than Discord takes from anybody."""

HOLD, SHORTEST, LAST = 70, 15, 400
"""Hundredths of a second that a position is held: usually, in long matches at least, and at the end."""

LONGEST = 12_000
"""Hundredths of a second that a film should take at most; then positions are held for less."""

MOST_WORDS = 1024
"""Characters of an alt text at most."""

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
        """As asked; then narrower; then ever fewer positions, but always the last."""
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
        content = gif.assembled(size, palette, _timed(shots, self.hold))
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
    for corner in {**before.tiles, **after.tiles}:
        old = before.tiles.get(corner) or before.plain(corner)
        new = after.tiles.get(corner) or after.plain(corner)
        if old is not new and (block := _change(old, new)) is not None:
            shot.append((corner, block))
    return shot


@lru_cache(maxsize=16)
def _whole(ground: Background, tiles: tuple[tuple[Corner, Tile], ...]) -> FrameBlock:
    indices = composed(ground.indices(), tiles)
    return FrameBlock(0, 0, *indices.size, gif.compressed(indices))


def _changed(old: Tile, new: Tile) -> FrameBlock | None:
    change = frame_blocks.change(old.indices, new.indices, new.stencil)
    if change is None:
        return None
    return FrameBlock(change.left, change.top, *change.indices.size, gif.compressed(change.indices))


_change = lru_cache(maxsize=2048)(_changed)


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
