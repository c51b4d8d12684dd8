"""Setting up a position again from the alt text of its picture, as a listener would: no other source.

A game's reader is ``position_text`` of its ``alt_text.py``; here is what the readers share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from tests.games import part

POINTS = r"((?:[a-i]\d+ ?)+)"


def reader(key: str) -> Callable[[str], str] | None:
    """What makes the position text of an alt text of a game; None where its words cannot be read."""
    module = part(key, "alt_text")
    found: Callable[[str], str] | None = getattr(module, "position_text", None)
    return found


def spoken(key: str) -> Callable[[str], str]:
    """What makes of a position text of a game the part that its words tell; all of it unless it says less."""
    said: Callable[[str], str] = getattr(part(key, "alt_text"), "spoken", lambda text: text)
    return said


def found(pattern: str, alt: str) -> tuple[str, ...]:
    match = re.search(pattern, alt)
    assert match is not None, f"{pattern!r} is not in {alt!r}"
    return match.groups()


def sentence(start: str, alt: str) -> str:
    """What follows ``start``, up to the full stop."""
    return found(rf"{start}: ([^.]*)\.", alt)[0]


def places(groups: str, letters: Mapping[str, str]) -> dict[str, str]:
    """Points and letters from ``"king d1; rooks a1 g1"``."""
    found = {}
    for group in groups.split("; "):
        for word, letter in letters.items():
            if match := re.fullmatch(rf"{word}s? {POINTS}", group):
                found.update(dict.fromkeys(match[1].split(), letter))
    return found


def ranks_text(files: int, ranks: int, there: Mapping[str, str]) -> str:
    """Ranks from the top, empty squares counted."""
    return "/".join(
        run([there.get(f"{chr(97 + file)}{rank}", "") for file in range(files)])
        for rank in range(ranks, 0, -1)
    )


def run(row: Iterable[str]) -> str:
    runs = ((letter, len(list(run))) for letter, run in groupby(row))
    return "".join(letter * length or str(length) for letter, length in runs)


def to_act(alt: str) -> str:
    """The side to act, or the one that would be, in lower case."""
    for pattern in (
        r"([A-Z]\w+) to move",
        r"(\w+) has (?:moved|evolved)",
        r"It (?:was|would be) (\w+)'s turn",
    ):
        if match := re.search(pattern, alt):
            return match[1].lower()
    raise AssertionError(f"no side to act in {alt!r}")
