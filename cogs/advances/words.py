"""Moves in advance in words: a line before it is said, and the list of what was said, in pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from cogs.advances import texts as advance_texts
from engines import Side
from engines.record import History
from matches.advances import Advance, ConditionKind

PAGE: Final = 8
"""Entries of a page: each is three of the 40 components that a message holds (Discord's limit)."""
PAGE_LENGTH: Final = 3000
"""Characters of a page's lines."""
LINE_LENGTH: Final = 400
"""Characters of a line; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A move in advance in the list: its ``number``, and what is ``said`` of it.

    ``depth`` is the number of others that it follows, one after the other.
    """

    number: int
    depth: int
    said: str

    @property
    def indented(self) -> str:
        """Its row in the list."""
        return advance_texts.following(self.said, self.depth)


def listed(advances: Sequence[Advance], history: History, side: Side) -> tuple[Listed, ...]:
    """The moves in advance of ``side``, each below the one that it follows; without those dropped.

    They keep their order otherwise. A move that is to come later than at the next turn of ``side`` says in
    which turn, unless it follows another one.
    """
    left = [one for one in advances if not one.dropped]
    soonest = _next_turn(history, side)
    return tuple(_below(left, None, 0, soonest))


def _below(left: Sequence[Advance], above: Advance | None, depth: int, soonest: int) -> Iterator[Listed]:
    """Those that follow the one ``above``, or none that is there, with all that follow them."""
    numbers = {one.number for one in left}
    for one in left:
        if (one.follows if one.follows in numbers else None) == (above and above.number):
            later = above is None and one.turn > soonest
            said = advance_texts.entry(one, at_move=one.turn if later else 0)
            yield Listed(one.number, depth, _cut(said, LINE_LENGTH))
            yield from _below(left, one, depth + 1, soonest)


def _next_turn(history: History, side: Side) -> int:
    """The number of the next turn of ``side`` that comes after a turn of the other one."""
    present = history.turns + 1
    return present + (2 if history.position.turn_of == side else 1)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def pages(entries: Sequence[Listed]) -> list[tuple[Listed, ...]]:
    """The list in pages that fit into a message; one empty page for an empty list."""
    found: list[list[Listed]] = [[]]
    length = 0
    for entry in entries:
        added = len(entry.indented) + 1
        if len(found[-1]) == PAGE or length + added > PAGE_LENGTH:
            found.append([])
            length = 0
        found[-1].append(entry)
        length += added
    return [tuple(page) for page in found]


# --- a line in words -----------------------------------------------------------------------------


def told(said: Sequence[Advance], other: Side, first: Sequence[str] = ()) -> list[str]:
    """The moves in advance of a line in words, each nested below the one that it follows.

    ``first``: the reader's own actions before them all.
    """
    lines = [advance_texts.before(first)] if first else []
    for depth, move in enumerate(said):
        later = depth > 0
        if move.kind is ConditionKind.ACTION:
            line = advance_texts.answered_whatever(other, move.condition, move.reply, later=later)
        else:
            line = advance_texts.answered(other, move.after, move.reply, later=later)
        lines.append(advance_texts.nested(_cut(line, LINE_LENGTH), depth))
    return _within_page(lines)


def _within_page(lines: Sequence[str]) -> list[str]:
    """The lines that fit into a page, and how many more there are."""
    ends = accumulate(len(line) + 1 for line in lines)
    count = sum(end <= PAGE_LENGTH for end in ends)
    left_out = len(lines) - count
    return [*lines[:count], *([advance_texts.and_more(left_out)] if left_out else [])]
