"""The ranks of a position text: rows of letters, with numbers for empty squares side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engines.grids import Grid

EMPTY = "."
_GAPS = "123456789"


class RefusedText(Exception):
    """What is wrong with a text. A reader makes a PositionTextError of it."""


def squares_of(text: str, grid: Grid, letters: str, unknown: str) -> str:
    """All squares from a1 on: the letter that stands there, or a dot. Raises RefusedText.

    ``unknown`` goes on after a sign that is not one of ``letters``.
    """
    ranks = text.split("/")
    if len(ranks) != grid.ranks:
        raise RefusedText(f"a board of {grid.ranks} ranks is written with {len(ranks)}")
    return "".join(_rank(rank, grid, letters, unknown) for rank in reversed(ranks))


def _rank(text: str, grid: Grid, letters: str, unknown: str) -> str:
    gaps = _GAPS[: grid.files]
    if any(one in gaps and other in gaps for one, other in pairwise(text)):
        raise RefusedText(f"empty squares side by side are one number, not as in {text!r}")
    row = "".join(_signs(text, gaps, letters, unknown))
    if len(row) != grid.files:
        raise RefusedText(f"rank {text!r} has {len(row)} squares and not {grid.files}")
    return row


def _signs(text: str, gaps: str, letters: str, unknown: str) -> Iterator[str]:
    for sign in text:
        if sign in gaps:
            yield EMPTY * int(sign)
        elif sign in letters:
            yield sign
        else:
            raise RefusedText(f"{sign!r} {unknown}")
