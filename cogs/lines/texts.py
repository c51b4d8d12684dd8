"""Texts of the analysis board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text import speaks
from cogs.text.en.phrases import counted, last_of, reached, sentence, title
from engines import GAMES, Outcome, Side
from engines.record import Played
from matches.model import MatchFacts
from matches.plain_text import beginning

TRY: Final = "Analysis board"
ANALYSIS: Final = "Analysis"
BACK: Final = "◀"
ON: Final = "▶"
MORE: Final = "⋯"
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

NOT_BEGUN: Final = "This match hasn't begun, so there's no analysis board yet."
GONE: Final = "**That position isn't in your lines any more.** Here's the board as it is now."
PASSED: Final = "-# The match has moved past this line."
DELETED: Final = "**Deleted.**"
PRIVATE: Final = "-# Both sides move here. Only you see it, no computer looks on, and nothing is sent."
NOTHING_TRIED: Final = "You have no lines here yet."
_TOLD: Final = ((3, 400), (1, 400), (1, 80), (1, 30))
"""The latest turns of a line that are told, and the characters of each: less where a phone has no room."""
BRIEFEST: Final = len(_TOLD) - 1
_NAMED_BRIEFLY: Final = 24
"""Characters of a line's name where there's little room."""


def head(match: MatchFacts | None, game: str, name: str, briefly: int = 0) -> str:
    """Heads the board, with the name of the line that it shows."""
    what = GAMES[game].name if match is None else title(match)
    if briefly > 1 and len(name) > _NAMED_BRIEFLY:
        name = f"{beginning(name, _NAMED_BRIEFLY - 1).rstrip()}…"
    return f"### {what}: analysis board" + (f"\n“{name}”" if name else "")


def so_far(actions: Sequence[Played], left_at: int, briefly: int) -> str:
    """The latest turns in words, with their numbers; ``briefly``: how little of them, at most BRIEFEST.

    What was tried, after ``left_at`` actions, is bold.
    """
    count, longest = _TOLD[briefly]
    turns: list[tuple[int, Side, list[str], bool]] = []
    for at, played in enumerate(actions):
        said = played.description.removeprefix(f"{played.side} ")
        tried = at >= left_at
        if turns and (turns[-1][0], turns[-1][1], turns[-1][3]) == (played.turn, played.side, tried):
            turns[-1][2].append(said)
        else:
            turns.append((played.turn, played.side, [said], tried))
    shown = [_turn(*one, longest) for one in turns[-count:]]
    return "\n".join(["…", *shown] if len(turns) > len(shown) and not briefly else shown)


def _turn(number: int, side: Side, said: Sequence[str], tried: bool, longest: int) -> str:
    """A turn in words: its end, if it is longer."""
    turn = f"{number}. {side}: {last_of(said, '; ', longest)}"
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


speaks(__name__, "lines")
