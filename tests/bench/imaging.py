"""Milliseconds and kilobytes a picture, beside the usual way of drawing boards, in one run.

The named peer keeps the board in all colours and the pieces as transparent sprites, pastes them and lets
Pillow write the PNG file as it does by default: what a careful bot does without a palette.
"""

from __future__ import annotations

import asyncio
import io
import random
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import median
from time import perf_counter
from typing import TypeVar

from PIL import Image, ImageChops, ImageStat

from engines import GAMES, Diagram, Hand, Squares
from imaging import WIDTH, Picture, Studio, draw
from imaging.cells import GROUND_MARKS
from imaging.ground import Terrain, ground
from imaging.layout import Box, Layout
from imaging.marks import under
from imaging.squares import paint_squares
from imaging.strips import hand_of, size_of, strip
from imaging.themes import theme_for
from imaging.tokens import token
from tests.imaging import handmade

_T = TypeVar("_T")

ROUNDS = 5
PLIES = 40
ALIKE = 1.5
"""How far the peer's picture may be from ours (levels of 255): the palette's rounding, no more."""


OTHERS = {
    "Prudh": [handmade.prudh_opening(), handmade.prudh_middle()],
    "Cannons and Crabs": [handmade.cannons_opening(), handmade.cannons_middle(), handmade.cannons_check()],
    "Pjawns": [handmade.pjawns_opening(), handmade.pjawns_middle()],
    "Predation": [handmade.predation_opening(), handmade.predation_middle(), handmade.predation_hunt()],
}


def run() -> None:
    """Print the medians; fail if a picture is not what it should be, never because it is slow."""
    diagrams = _match()
    cold = [_timed(_draw_afresh, diagram)[0] for diagram in diagrams[:ROUNDS]]
    _check(diagrams)
    ours: list[tuple[float, Picture]] = []
    peers: list[tuple[float, bytes]] = []
    for diagram in diagrams * ROUNDS:  # interleaved, so that both meet the same machine
        ours.append(_timed(draw, diagram))
        peers.append(_timed(_peer, diagram))
    took, size = median(ms for ms, _ in ours), median(len(picture.png) for _, picture in ours) / 1000
    peer_took, peer_size = median(ms for ms, _ in peers), median(len(png) for _, png in peers) / 1000
    kept = asyncio.run(_kept(diagrams[0]))
    print(f"Pictures: Prawns, {WIDTH} pixels wide, {len(diagrams)} positions of one match, medians")
    print(f"  sprites to be drawn first         {median(cold):8.2f} ms")
    print(f"  sprites ready                     {took:8.2f} ms  {size:6.1f} kB")
    print(f"  seen before, from the studio      {kept:8.4f} ms")
    print(f"  peer: RGB and Pillow's PNG        {peer_took:8.2f} ms  {peer_size:6.1f} kB")
    faster, share = peer_took / took, size / peer_size
    print(f"  ours beside the peer              {faster:8.1f} times as fast, {share:.2f} of the bytes")
    for name, others in OTHERS.items():
        _report(name, others)


def _report(name: str, diagrams: Sequence[Diagram]) -> None:
    """The medians of a few positions of one game; the same diagram must give the same bytes."""
    cold = [_timed(_draw_afresh, diagram) for diagram in diagrams]
    warm = [_timed(draw, diagram) for diagram in [*diagrams] * (ROUNDS * 4)]
    assert {picture.png for _, picture in warm} == {picture.png for _, picture in cold}
    size = median(len(picture.png) for _, picture in cold) / 1000
    first, then = median(ms for ms, _ in cold), median(ms for ms, _ in warm)
    print(f"  {name:<20} drawn first {first:8.2f} ms, ready {then:6.2f} ms  {size:6.1f} kB")


def _draw_afresh(diagram: Diagram) -> Picture:
    _forget()
    return draw(diagram)


def _match() -> list[Diagram]:
    """The positions of the beginning of a match, played at random but always the same."""
    chance = random.Random(3)
    position = GAMES["prawns"].start(picks={"green": ("crab", "lobster"), "blue": ("shrimp", "crab")})
    diagrams = [position.diagram()]
    while len(diagrams) < PLIES and position.outcome() is None:
        action = chance.choice(position.legal_actions())
        position = position.apply(action)
        diagrams.append(position.diagram([action]))
    return diagrams


def _timed(make: Callable[[Diagram], _T], diagram: Diagram) -> tuple[float, _T]:
    """What was made, and in how many milliseconds."""
    start = perf_counter()
    made = make(diagram)
    return (perf_counter() - start) * 1000, made


def _forget() -> None:
    """Empty every cache of the painter."""
    for name, module in list(sys.modules.items()):
        if name.startswith("imaging."):
            for value in vars(module).values():
                getattr(value, "cache_clear", lambda: None)()


async def _kept(diagram: Diagram) -> float:
    """Milliseconds for a picture that the studio has."""
    studio = Studio()
    await studio.board(diagram)
    took = []
    for _ in range(1000):
        start = perf_counter()
        await studio.board(diagram)
        took.append((perf_counter() - start) * 1000)
    studio.close()
    return median(took)


def _check(diagrams: Sequence[Diagram]) -> None:
    """Ours are the pixels that were composed, and the peer shows the same board."""
    for diagram in diagrams:
        picture = draw(diagram)
        assert isinstance(diagram.shape, Squares)
        indices, palette = paint_squares(diagram, diagram.shape, picture.width)
        decoded = Image.open(io.BytesIO(picture.png))
        assert decoded.tobytes() == indices.tobytes()
        assert bytes(decoded.getpalette() or ()) == palette
        other = Image.open(io.BytesIO(_peer(diagram)))
        apart = ImageStat.Stat(ImageChops.difference(decoded.convert("RGB"), other)).mean
        assert max(apart) <= ALIKE, f"the peer draws something else: {apart}"


def _peer(diagram: Diagram) -> bytes:
    """The same board, composed in all colours of sprites that are ready, and encoded by Pillow."""
    theme = theme_for(diagram.sides)
    assert isinstance(diagram.shape, Squares)
    layout = Layout(diagram.shape, flipped=diagram.bottom != diagram.sides[0], width=WIDTH)
    image = ground(layout, Terrain.of(diagram.marks, layout.cell), theme).colours.copy()
    for side in diagram.sides:
        box = layout.lower_strip if side == diagram.bottom else layout.upper_strip
        hand = hand_of(side, diagram.hands)
        image.paste(_strip_in_colours(diagram.game, hand, side == diagram.to_act, size_of(box)), box)
    for mark in diagram.marks:
        if mark.kind not in GROUND_MARKS:
            _paste(image, under(frozenset({mark.kind}), theme, layout.tile), layout.box(layout.cell(mark.at)))
    for piece in diagram.pieces:
        sprite = token(diagram.game, piece.kind, piece.letter, theme.coat(piece.side), layout.tile)
        _paste(image, sprite, layout.box(layout.cell(piece.at)))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _paste(image: Image.Image, sprite: Image.Image, box: Box) -> None:
    image.paste(sprite, box, sprite)


@lru_cache(maxsize=64)
def _strip_in_colours(game: str, hand: Hand, active: bool, size: tuple[int, int]) -> Image.Image:
    theme = theme_for(GAMES[game].sides)
    indices = strip(game, hand, active, theme, size)
    colours = Image.new("P", size)
    colours.frombytes(indices.tobytes())
    colours.putpalette(theme.palette.content)
    return colours.convert("RGB")
