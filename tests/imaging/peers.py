"""The usual ways to draw a board or a film: what ours are measured beside."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from importlib import import_module

from PIL import Image

from engines import Diagram, Squares
from imaging import WIDTH
from imaging.board.cells import contents
from imaging.board.ground import Terrain, drawn
from imaging.board.hex_ground import hex_drawn
from imaging.board.hex_layout import hex_layout_for
from imaging.board.hex_marks import hex_over, hex_under
from imaging.board.layout import layout_for
from imaging.board.marks import over, under
from imaging.board.painter import scene_of
from imaging.board.scene import Tile
from imaging.board.strips import strip_tiles
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import Theme

SVG_NEEDS = ("chess", "chess.svg", "cairosvg")


def sprites_and_png(diagram: Diagram) -> bytes:
    """The same board composed in all colours, of sprites that are ready, and encoded as Pillow does it.

    This is what a careful bot does without a palette.
    """
    theme = theme_for(diagram.sides)
    image = _squares(diagram, theme) if isinstance(diagram.shape, Squares) else _hexes(diagram, theme)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _squares(diagram: Diagram, theme: Theme) -> Image.Image:
    assert isinstance(diagram.shape, Squares)
    layout = layout_for(diagram.shape, diagram.flipped, WIDTH)
    image = _ground(drawn, layout, Terrain.of(diagram.marks, layout.cell), theme).copy()
    for cell, (kind, marks) in contents(diagram, layout.places).items():
        sprites = [under(marks, theme, layout.tile)] if marks else []
        sprites += [kind.token(theme, layout.tile)] if kind else []
        sprites += [over(marks, theme, layout.tile, occupied=kind is not None)] if marks else []
        for sprite in sprites:
            image.paste(sprite, layout.corners[cell], sprite)
    for corner, tile in strip_tiles(diagram, layout, theme):
        image.paste(_in_colours(tile, theme), corner)
    return image


def _hexes(diagram: Diagram, theme: Theme) -> Image.Image:
    assert not isinstance(diagram.shape, Squares)
    layout = hex_layout_for(diagram.shape, diagram.flipped, WIDTH)
    size = layout.across, layout.tall
    image = _ground(hex_drawn, layout, Terrain.of(diagram.marks, layout.cell), theme).copy()
    for cell, (kind, marks) in contents(diagram, layout.places).items():
        x, y = layout.corners[cell]
        sprites = [(hex_under(marks, theme, size), y)] if marks else []
        sprites += [(kind.token(theme, size[0]), y + (size[1] - size[0]) // 2)] if kind else []
        sprites += [(hex_over(marks, theme, size, occupied=kind is not None), y)] if marks else []
        for sprite, top in sprites:
            image.paste(sprite, (x, top), sprite)
    for corner, tile in strip_tiles(diagram, layout, theme):
        image.paste(_in_colours(tile, theme), corner)
    return image


@lru_cache(maxsize=64)
def _ground(draw: Callable[..., Image.Image], *board: Hashable) -> Image.Image:
    return draw(*board).convert("RGB")


@lru_cache(maxsize=512)
def _in_colours(tile: Tile, theme: Theme) -> Image.Image:
    return theme.palette.coloured(tile.indices)


def paletted(indices: Image.Image, theme: Theme) -> Image.Image:
    """Palette indices as a picture of Pillow's own kind."""
    image = Image.new("P", indices.size)
    image.frombytes(indices.tobytes())
    image.putpalette(theme.palette.content)
    return image


def svg_and_cairo(pieces: int) -> Callable[[], bytes]:
    """A chess position of so many pieces by python-chess, made a PNG file as most chess bots do.

    Raises ImportError or OSError where python-chess, cairosvg or the cairo library is missing.
    """
    chess, svg, cairosvg = map(import_module, SVG_NEEDS)
    board = chess.Board(None)
    kinds = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    for number in range(min(pieces, 64)):
        colour = chess.WHITE if number % 2 else chess.BLACK
        board.set_piece_at(number * 37 % 64, chess.Piece(kinds[number % len(kinds)], colour))

    def drawn() -> bytes:
        content: bytes = cairosvg.svg2png(
            bytestring=svg.board(board, size=WIDTH).encode(), output_width=WIDTH, output_height=WIDTH
        )
        return content

    return drawn


def shared_palette_gif(diagrams: Sequence[Diagram], width: int, **options: bytes) -> bytes:
    """A film as Pillow writes it of frames that share a palette, which are composed beforehand."""
    first, *others = frames(tuple(diagrams), width)
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=700, loop=0, **options)
    return file.getvalue()


@lru_cache(maxsize=2)
def frames(diagrams: tuple[Diagram, ...], width: int) -> list[Image.Image]:
    """The positions of a match as pictures of Pillow's own kind."""
    scenes = [scene_of(diagram, DEFAULT_THEME, width) for diagram in diagrams]
    return [paletted(scene.indices(), scene.theme) for scene in scenes]
