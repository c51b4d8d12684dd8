"""Ratings, rankings and avatars that the tests of the pictures share. Nobody real is among them."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache

from PIL import Image

from imaging import Graph, LadderPage, Ranked, Ranking

TODAY = date(2026, 11, 21).toordinal()

FIRST = Graph(((TODAY, 1500, 350),), TODAY)
"""Somebody's first match was today."""


def _year() -> Iterator[tuple[int, int, int]]:
    chance, rating = random.Random(7), 1500.0
    for number in range(300):
        yield TODAY - 360 + number * 7 // 6, round(rating), 60 + 290 // (number + 1)
        rating += chance.uniform(-17, 18)


YEAR = Graph(tuple(_year()), TODAY)
"""300 points, the rating surer with every one; nothing was played in the last days."""


@cache
def avatar(number: int, *, format: str = "PNG", size: tuple[int, int] = (128, 128)) -> bytes:
    """A file with a picture of many colours that is another one for every number."""
    ramp = Image.linear_gradient("L").resize(size)
    channels = [ramp.rotate(turn * 40 + number * 70) for turn in range(3)]
    file = io.BytesIO()
    Image.merge("RGB", channels).save(file, format)
    return file.getvalue()


NAMES = (
    "Ada",
    "Benedikt von Langenfels",
    "Cléo",
    "",
    "o_O",
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    "Łukasz",
    "Dora",
    "Maximiliana of the Shore",
    "Fay",
)
"""Names of all lengths, one of them not known."""


def ranking(ranks: Sequence[int], *, avatars: bool = True, title: str = "Cannons and Crabs") -> Ranking:
    """People of these ranks, every third of them without an avatar, from the eighth on provisional."""
    return Ranking(
        title,
        tuple(
            Ranked(
                rank=rank,
                rating=1850 - 40 * at,
                provisional=at >= 7,
                played=f"{9 + 37 * at % 120} matches",
                avatar=avatar(at) if avatars and at % 3 else None,
                number=175_928_847_299_117_063 + at * 1_000_003,
                name=NAMES[at % len(NAMES)],
            )
            for at, rank in enumerate(ranks)
        ),
        "provisional",
    )


def ladder(places: Iterable[int]) -> LadderPage:
    """A page with these places, every other player with an avatar, the first of them playing, some moved."""
    found = list(places)
    return LadderPage(
        "Cannons and Crabs",
        tuple(
            Ranked(
                place,
                1900 - place,
                place % 3 == 0,
                "playing" if place == found[0] else "",
                avatar(place) if place % 2 else None,
                place * 7919,
                NAMES[at % len(NAMES)],
                (0, 2, -1, 0, 12, -11, 0)[at % 7],
            )
            for at, place in enumerate(found)
        ),
    )
