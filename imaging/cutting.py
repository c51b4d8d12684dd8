"""From one position of a film to the next: the blocks that change the picture."""

from __future__ import annotations

from functools import lru_cache

from imaging import blocks
from imaging.blocks import Block, Codec, Corner
from imaging.ground import Ground
from imaging.look import Theme
from imaging.scene import Scene, Tile, composed

Shot = list[tuple[Corner, Block]]
"""What changes from a position to the next, each with the corner it is put at."""


def opening(codec: Codec, scene: Scene) -> Shot:
    """The whole of a first position."""
    return [((0, 0), _whole(codec, scene.ground, scene.theme, tuple(scene.tiles.items())))]


def cut(codec: Codec, before: Scene, after: Scene) -> Shot:
    """What makes the picture of one position that of the next; nothing where they look the same."""
    if not before.ground.is_like(after.ground):
        # The sea has shrunk, or the board was turned: all of the picture is compared.
        block = _changed(codec, Tile(before.indices()), Tile(after.indices()), after.theme, (0, 0))
        return [] if block is None else [((0, 0), block)]
    shot: Shot = []
    grid = codec.grid
    for corner in {**before.tiles, **after.tiles}:
        old = before.tiles.get(corner) or before.plain(corner)
        new = after.tiles.get(corner) or after.plain(corner)
        if old is not new:
            offset = corner[0] % grid, corner[1] % grid
            block = _change(codec, old, new, after.theme, offset)
            if block is not None:
                shot.append((corner, block))
    return shot


@lru_cache(maxsize=16)
def _whole(codec: Codec, ground: Ground, theme: Theme, tiles: tuple[tuple[Corner, Tile], ...]) -> Block:
    return blocks.whole(codec, composed(ground.indices(), tiles), theme.palette.content)


def _changed(codec: Codec, old: Tile, new: Tile, theme: Theme, offset: Corner) -> Block | None:
    change = blocks.change(old.indices, new.indices, new.stencil, offset, codec.grid)
    if change is None:
        return None
    content = codec.compressed(change.indices, theme.palette.content)
    return Block(change.left, change.top, *change.indices.size, content)


_change = lru_cache(maxsize=2048)(_changed)
