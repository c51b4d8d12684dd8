"""The usual ways to draw a board or a film: what ours are measured beside."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module

from PIL import Image

from engines import Diagram, Mark
from imaging import WIDTH
from imaging.board.ground import Terrain, drawn
from imaging.board.layout import Layout
from imaging.board.marks import over, under
from imaging.board.painter import contents, layout_of, scene_of
from imaging.board.player_strips import strips_of
from imaging.board.scene import Tile
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import Theme

SVG_NEEDS = ("chess", "chess.svg", "cairosvg")


def sprites_and_png(diagram: Diagram) -> bytes:
    """The same board composed in all colours, of sprites that are ready, and encoded as Pillow does it.

    This is what a careful bot does without a palette.
    """
    image = _composed(diagram, theme_for(diagram.sides))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _composed(diagram: Diagram, theme: Theme) -> Image.Image:
    layout = layout_of(diagram, WIDTH)
    outline = layout.outline
    image = _ground(layout, diagram.marks, theme).copy()
    for cell, (kind, marks) in contents(diagram, layout.places).items():
        x, y = layout.corners[cell]
        sprites = [(under(marks, theme, outline), y)] if marks else []
        if kind:
            sprites.append((kind.token(theme, outline.across), y + (outline.tall - outline.across) // 2))
        sprites += [(over(marks, theme, outline, occupied=kind is not None), y)] if marks else []
        for sprite, top in sprites:
            image.paste(sprite, (x, top), sprite)
    for strip in strips_of(diagram, layout, theme):
        image.paste(_in_colours(strip.cap, theme), strip.cap_corner)
        image.paste(_in_colours(strip.rest, theme), strip.rest_corner)
    return image


@lru_cache(maxsize=64)
def _ground(layout: Layout, marks: tuple[Mark, ...], theme: Theme) -> Image.Image:
    return drawn(layout, Terrain.of(marks, layout), theme).convert("RGB")


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
