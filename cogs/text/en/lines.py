"""Texts of the private board that lines are tried on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import counted, reached, sentence, title
from engines import GAMES, Outcome, Side
from engines.record import Played
from matches.model import MatchFacts

TRY: Final = "Try lines"
ANALYSIS: Final = "Analysis"
BACK: Final = "◀ Back"
ON: Final = "On ▶"
NOW: Final = "Now"
START: Final = "Start"
NAME: Final = "Name…"
DELETE: Final = "Delete from here"
FILM: Final = "Film"
ALL: Final = "All lines"
TO_BOARD: Final = "Back to the board"
NAME_LABEL: Final = "What this line is called, for yourself"
DELETE_NOW: Final = "Delete"
KEEP: Final = "Keep"
EARLIER: Final = "◀ Earlier"
LATER: Final = "Later ▶"
WHICH_END: Final = "Go to the end of…"

SWITCH: Final = "No trying lines on a private board"
OPTION: Final = "May the players try lines on a private board during the match? (on by default)"
NO_LINES: Final = "no trying lines"
"""What a match in which its players may try none is called among the terms of matches."""

NOT_BEGUN: Final = "This match hasn't begun, so there's no board to try lines on yet."
GONE: Final = "**That position isn't in your lines any more.** Here's the board as it is now."
PASSED: Final = "-# The match has moved past this line."
DELETED: Final = "**Deleted.**"
PRIVATE: Final = (
    "-# Tap a piece and where it goes: both sides move here, and nothing is sent to the match. Only you see "
    "these lines, and no computer looks at them."
)
NOTHING_TRIED: Final = "You have no lines here yet."
_TURNS_SHOWN: Final = 3
"""The latest turns of a line that are told."""
_LONGEST: Final = 1200
"""Characters of a line in words."""
_MOVES_TOLD: Final = 12


def head(match: MatchFacts | None, game: str, name: str) -> str:
    """Heads the board, with the name of the line that it shows."""
    what = GAMES[game].name if match is None else title(match)
    return f"### {what}: your lines" + (f"\n“{name}”" if name else "")


def so_far(actions: Sequence[Played], left_at: int) -> str:
    """The latest turns in words, with their numbers; what was tried, after ``left_at`` actions, is bold."""
    turns: list[tuple[int, Side, list[str], bool]] = []
    for at, played in enumerate(actions):
        said = played.description.removeprefix(f"{played.side} ")
        tried = at >= left_at
        if turns and (turns[-1][0], turns[-1][1], turns[-1][3]) == (played.turn, played.side, tried):
            turns[-1][2].append(said)
        else:
            turns.append((played.turn, played.side, [said], tried))
    shown = [_turn(*one) for one in turns[-_TURNS_SHOWN:]]
    text = "\n".join(["…", *shown] if len(turns) > len(shown) else shown)
    return text if len(text) <= _LONGEST else f"…{text[-_LONGEST:]}"


def _turn(number: int, side: Side, said: Sequence[str], tried: bool) -> str:
    turn = f"{number}. {side}: {'; '.join(said)}"
    return f"**{turn}**" if tried else turn


def where(last: Played | None, present: Played | None, *, of_match: bool) -> str:
    """The place of a position of the record: the start, the present, or after a move."""
    if last is None:
        return "The start" if present is None or not of_match else "The start of the match"
    if last is present:
        return "The match as it is now"
    return f"The match {reached(last)}"


def to_move(side: Side | None, outcome: Outcome | None) -> str:
    """The side to move, or how the match would end here."""
    if side is not None:
        return f"{sentence(side)} to move"
    if outcome is None or outcome.winner is None:
        return "**It would be over here: a draw.**"
    return f"**It would be over here: {outcome.winner} wins.**"


def chosen(said: str, can: Sequence[str]) -> str:
    """The choices made so far, and the moves that they can become, in words."""
    if not said:
        return ""
    more = f" and {len(can) - _MOVES_TOLD} more" if len(can) > _MOVES_TOLD else ""
    return f"**{sentence(said)}** can play: {', '.join(can[:_MOVES_TOLD])}{more}."


def go_on(shown: int, count: int) -> str:
    """The prompt of the menu of several ways on."""
    return f"Go on with… ({count})" if shown == count else f"Go on with… ({shown} of {count})"


def way_on(said: str, name: str, *, played: bool) -> str:
    """An entry of that menu; ``played``: it was played in the match."""
    what = f"In the match: {said}" if played else sentence(said)
    return f"“{name}” · {what}" if name else what


def delete_question(count: int) -> str:
    """Asks before several moves of a tree are deleted."""
    return f"Delete this move and all that you tried after it, {counted(count, 'move')} in all?"


def all_lines(match: MatchFacts | None, game: str, lines: int, moves: int, page: int, pages: int) -> str:
    """Heads the list of lines."""
    what = GAMES[game].name if match is None else title(match)
    paged = f" Page {page + 1} of {pages}." if pages > 1 else ""
    return f"### {what}: all your lines\n{counted(lines, 'line')}, {counted(moves, 'move')} in all.{paged}"


def an_end(name: str, turn: int, actions: Sequence[str]) -> str:
    """An entry of the menu of lines, by the turn in which it leaves the match and its actions."""
    shown = [*actions[:3], "…", *actions[-2:]] if len(actions) > 6 else list(actions)
    line = f"Move {turn}: {' '.join(shown)}"
    return f"“{name}” · {line}" if name else line


AN_END_PASSED: Final = "The match has moved past it"


def film(match: MatchFacts | None, game: str, name: str, left_out: int) -> str:
    """Heads the film of a line; of a very long one the first moves are left out."""
    cut = f"\n-# Its first {counted(left_out, 'move')} left out." if left_out else ""
    return f"{head(match, game, name)}{cut}"
