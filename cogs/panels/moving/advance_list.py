"""A player's moves in advance as a list in words: in the order of their lines, in pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from cogs.text import advance_texts
from engines import Side
from engines.record import History, Played
from matches.advance import ANY_TURN, Advance

MENU_SIZE: Final = 25
"""Entries of a page: a menu has as many (Discord's limit)."""
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
    def line(self) -> str:
        """Its line in the list."""
        return advance_texts.nested(self.said, self.depth)


def listed(advances: Sequence[Advance], history: History, side: Side) -> tuple[Listed, ...]:
    """The moves in advance of ``side``, each below the one that it follows; without those dropped.

    A move that is to come later than at the next turn of ``side`` says in which turn, unless it follows
    another one.
    """
    standing = [one for one in advances if not one.dropped]
    soonest = _next_turn(history, side)
    return tuple(_below(standing, None, 0, soonest))


def _below(standing: Sequence[Advance], above: Advance | None, depth: int, soonest: int) -> Iterator[Listed]:
    """Those that follow the one ``above``, or none that is there, with all that follow them."""
    numbers = {one.number for one in standing}
    for one in sorted(standing, key=lambda one: (one.turn, one.number)):
        if (one.follows if one.follows in numbers else None) == (above and above.number):
            later = above is None and one.turn not in (soonest, ANY_TURN)
            said = advance_texts.entry(one, at_move=one.turn if later else 0)
            yield Listed(one.number, depth, _cut(said, LINE_LENGTH))
            yield from _below(standing, one, depth + 1, soonest)


def _next_turn(history: History, side: Side) -> int:
    """The number of the next turn of ``side`` that comes after a turn of the other one."""
    present = history.turns + 1
    return present + (2 if history.position.turn_of == side else 1)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def pages(entries: Sequence[Listed]) -> list[tuple[Listed, ...]]:
    """The list in pages that fit into a message and a menu; one empty page for an empty list."""
    found: list[list[Listed]] = [[]]
    length = 0
    for entry in entries:
        added = len(entry.line) + 1
        if len(found[-1]) == MENU_SIZE or length + added > PAGE_LENGTH:
            found.append([])
            length = 0
        found[-1].append(entry)
        length += added
    return [tuple(page) for page in found]


# --- a line in words -----------------------------------------------------------------------------


def told(history: History, ply: int, side: Side, whatever: int | None = None) -> list[str]:
    """The line of ``history`` after its first ``ply`` actions, as what ``side`` would say in advance.

    A line for each turn of the other side that ``side`` answers, set in below the one before. ``whatever``:
    the index of the action of the other side's last turn that alone has to be played, in that turn.
    """
    turns = _turns(history.played[ply:])
    lines: list[str] = []
    answers = [
        (number, theirs, yours)
        for number, (theirs, yours) in enumerate(pairwise(turns))
        if _is_of(yours, side)
    ]
    if answers and answers[0][0]:
        lines.append(advance_texts.before(_texts(turns[0])))
    for depth, (_, theirs, yours) in enumerate(answers):
        other, later = theirs[0].before.turn_of or "", depth > 0
        if whatever is not None and depth == len(answers) - 1:
            acted = str(others_actions(theirs, side)[whatever])
            said = advance_texts.answered_whatever(other, acted, _texts(yours), later=later)
        else:
            said = advance_texts.answered(other, _texts(theirs), _texts(yours), later=later)
        lines.append(_cut(advance_texts.nested(said, depth), LINE_LENGTH))
    return lines


def can_be_said(history: History, ply: int, side: Side) -> bool:
    """True if the line after ``ply`` ends with a whole turn of ``side`` that answers the other one's."""
    turns = _turns(history.played[ply:])
    return len(turns) > 1 and _is_of(turns[-1], side) and turns[-1][-1].ends_turn


def others_actions(turn: Sequence[Played], side: Side) -> list[Played]:
    """The actions of a turn that are not those of ``side``."""
    return [played for played in turn if played.side != side]


def others_last_turn(history: History, ply: int, side: Side) -> tuple[Played, ...]:
    """The last turn of the other side in the line after ``ply``; empty if there is none."""
    turns = [turn for turn in _turns(history.played[ply:]) if not _is_of(turn, side)]
    return turns[-1] if turns else ()


def _turns(played: Sequence[Played]) -> list[tuple[Played, ...]]:
    """Actions in their turns."""
    found: list[list[Played]] = []
    for one in played:
        if not found or found[-1][0].turn != one.turn:
            found.append([])
        found[-1].append(one)
    return [tuple(turn) for turn in found]


def _is_of(turn: Sequence[Played], side: Side) -> bool:
    return turn[0].before.turn_of == side


def _texts(turn: Sequence[Played]) -> list[str]:
    return [str(played) for played in turn]
