"""The pieces as small pictures: of every game, apart from each other, and such as Discord takes."""

from __future__ import annotations

import io
import random
import re

import pytest
from PIL import Image

from engines import GAMES
from imaging import emblems
from imaging.board.emblems import HIGHEST
from tests.engines.choosing import eager, random_setup

LARGEST = 256 * 1024
"""Bytes that an emoji may have (Discord's limit)."""


@pytest.mark.parametrize("key", GAMES)
def test_every_piece_of_a_match_has_one(key: str) -> None:
    chance, there = random.Random(1), {(one.game, one.kind, one.side, one.count) for one in emblems()}
    position = random_setup(GAMES[key], {}, chance).start(GAMES[key])
    for _ in range(80):
        for piece in position.diagram().pieces:
            if piece.count <= HIGHEST:
                assert (key, piece.kind, piece.side, piece.count) in there
        legal = position.legal_actions()
        if not legal:
            break
        position = position.apply(eager(position, legal, chance))


def test_they_are_told_apart_by_their_names() -> None:
    names = [one.name for one in emblems()]
    assert len(set(names)) == len(names)
    assert len({one.png for one in emblems()}) == len(names)
    assert {"blue_crab", "white_cannon", "predator", "dark_stack_of_3", "light_stack"} <= set(names)
    assert all(re.fullmatch(r"[a-z_]{2,30}[a-z](_of_\d+)?", name) and len(name) <= 32 for name in names)
    dated = [one.dated_name for one in emblems()]
    assert len(set(dated) | set(names)) == 2 * len(names)
    assert all(re.fullmatch(r"[a-z_]{1,23}_[0-9a-f]{8}", name) for name in dated)
    assert len(names) < 100, "Discord takes 2,000, and changed ones are added to those of before"


def test_discord_takes_them() -> None:
    for one in emblems():
        image = Image.open(io.BytesIO(one.png))
        assert image.format == "PNG" and image.mode == "RGBA"
        assert image.width == image.height <= 128
        assert image.getpixel((0, 0))[3] == 0, "it is seen on any ground"  # type: ignore[index]
        assert len(one.png) <= LARGEST
