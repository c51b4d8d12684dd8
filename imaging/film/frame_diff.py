"""From one position of a film to the next: the blocks that change the picture."""

from __future__ import annotations

from functools import lru_cache

from imaging.board.ground import Background
from imaging.board.scene import Scene, Tile, composed
from imaging.draw import frame_blocks
from imaging.draw.frame_blocks import Corner, FrameBlock
from imaging.film import gif

Shot = list[tuple[Corner, FrameBlock]]
"""The blocks that change from one position to the next, each with the corner it is put at."""


def opening(scene: Scene) -> Shot:
    """The whole of a first position."""
    return [((0, 0), _whole(scene.ground, tuple(scene.tiles.items())))]


def cut(before: Scene, after: Scene) -> Shot:
    """The blocks that turn the picture of one position into the next; none where they look the same."""
    if not before.ground.is_like(after.ground):
        # The sea has shrunk, or the board was turned: all of the picture is compared.
        block = _changed(Tile(before.indices()), Tile(after.indices()))
        return [] if block is None else [((0, 0), block)]
    shot: Shot = []
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
