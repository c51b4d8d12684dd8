"""The ranks of a position text: rows of letters, with numbers for empty squares side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from engines.grids import Grid

EMPTY = "."
GAPS = "123456789"
_COUNTED = {2: "two", 3: "three", 4: "four", 5: "five"}


class RefusedText(Exception):
    """A fault in a text, in words. The reader turns it into a PositionTextError."""


def parts_of(text: str, *names: str) -> list[str]:
    """Split a position text into one part for each of ``names``. Raises RefusedText for another number."""
    parts = text.split(" ")
    if len(parts) != len(names):
        raise RefusedText(
            f"a position is {_COUNTED[len(names)]} parts, one space between: {', '.join(names)}"
        )
    return parts


def ranks_text(squares: str, files: int) -> str:
    """All squares from a1 on, as :func:`squares_of` reads them."""
    starts = range(0, len(squares), files)
    return "/".join(rank_text(squares[start : start + files]) for start in reversed(starts))


def rank_text(row: Iterable[str]) -> str:
    """A row of letters and dots, the dots counted."""
    runs = ((sign, len(list(run))) for sign, run in groupby(row))
    return "".join(str(length) if sign == EMPTY else sign * length for sign, length in runs)


def squares_of(text: str, grid: Grid, letters: str, unknown: str) -> str:
    """All squares from a1 on: the letter that stands there, or a dot. Raises RefusedText.

    ``unknown`` goes on after a sign that is not one of ``letters``.
    """
    ranks = text.split("/")
    if len(ranks) != grid.ranks:
        raise RefusedText(f"a board of {grid.ranks} ranks is written with {len(ranks)}")
    return "".join(_rank(rank, grid, letters, unknown) for rank in reversed(ranks))


def _rank(text: str, grid: Grid, letters: str, unknown: str) -> str:
    row = signs_of(text, GAPS[: grid.files], letters, unknown)
    if len(row) != grid.files:
        raise RefusedText(f"rank {text!r} has {len(row)} squares and not {grid.files}")
    return row


def signs_of(text: str, gaps: str, letters: str, unknown: str, cells: str = "squares") -> str:
    """A row as it is read, however long: see :func:`squares_of`. Numbers are those in ``gaps``."""
    if any(one in gaps and other in gaps for one, other in pairwise(text)):
        raise RefusedText(f"empty {cells} side by side are one number, not as in {text!r}")
    return "".join(_signs(text, gaps, letters, unknown))


def _signs(text: str, gaps: str, letters: str, unknown: str) -> Iterator[str]:
    for sign in text:
        if sign in gaps:
            yield EMPTY * int(sign)
        elif sign in letters:
            yield sign
        else:
            raise RefusedText(f"{sign!r} {unknown}")
