"""A picture before it is put together: a ground, and tiles that lie on it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from engines import Side
from imaging.board.ground import Background
from imaging.draw.canvas import Corner
from imaging.draw.png import Band, assembled
from imaging.themes.theme import Theme


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A piece of a picture as palette indices (``L``); with a stencil, only the stencil's pixels count.

    ``piece`` is the side of the piece on it and its height, None where there is none.
    """

    indices: Image.Image
    stencil: Image.Image | None = None
    piece: tuple[Side, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A strip above or below a board: its cap, the rest to the right of it, and where both lie.

    ``bare`` is the cap without the number of a turn. ``state`` is that of the side: the title lies elsewhere
    in another one.
    """

    cap_corner: Corner
    rest_corner: Corner
    cap: Tile
    rest: Tile
    bare: Tile
    state: str


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The ground of a picture and its tiles; ``plain`` gives the bare tile of a cell without one.

    No two tiles overlap. Scenes with the same ground differ only in their tiles. ``cuts`` are the pixels
    from the top at which the picture is best divided, its own edges among them. ``strips`` are also
    among the tiles.
    """

    ground: Background
    theme: Theme
    tiles: Mapping[Corner, Tile]
    plain: Callable[[Corner], Tile]
    cuts: Sequence[int]
    strips: Sequence[Strip]

    def indices(self) -> Image.Image:
        """The picture as palette indices (``L``)."""
        return composed(self.ground.indices(), self.tiles.items())

    def png(self) -> bytes:
        """The picture as a PNG file."""
        lying: list[list[tuple[Corner, Tile]]] = [[] for _ in self.cuts[1:]]
        for corner, tile in self.tiles.items():
            first = bisect_right(self.cuts, corner[1]) - 1
            for number in range(first, bisect_left(self.cuts, corner[1] + tile.indices.height)):
                lying[number].append((corner, tile))
        bands = [
            _band(self.ground, top, bottom, tuple(tiles))
            for (top, bottom), tiles in zip(pairwise(self.cuts), lying, strict=True)
        ]
        return assembled(self.ground.size, self.theme.palette.content, bands)


@lru_cache(maxsize=1024)
def _band(ground: Background, top: int, bottom: int, tiles: tuple[tuple[Corner, Tile], ...]) -> Band:
    """The rows from ``top`` to ``bottom`` with their tiles. Cached: few change between positions."""
    rows = ground.rows.crop((0, top, ground.rows.width, bottom))
    for (x, y), tile in tiles:
        rows.paste(tile.indices, (x + 1, y - top), tile.stencil)
    return Band.of(rows)


def composed(ground: Image.Image, tiles: Iterable[tuple[Corner, Tile]]) -> Image.Image:
    """The ground with tiles drawn on it; all of them palette indices (``L``)."""
    for corner, tile in tiles:
        ground.paste(tile.indices, corner, tile.stencil)
    return ground
