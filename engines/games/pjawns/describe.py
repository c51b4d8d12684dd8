"""Pjawns in words and as a diagram: the position text, an action, and the whole position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core import Action, Diagram, Hand, Mark, Piece, Side, Squares
from engines.diagrams import choice, diagram_of
from engines.games.pjawns.board import (
    BLACK,
    GRID,
    NAMES,
    NUMBERS,
    OTHER,
    RANKS,
    SIDES,
    WHITE,
    bit,
    named,
    rank_for,
)
from engines.games.pjawns.state import PjawnsState
from engines.ranks import EMPTY, rank_text

LETTERS = {WHITE: "P", BLACK: "p"}
LETTERS_TO_ACT = {WHITE: "w", BLACK: "b"}


# --- the position text --------------------------------------------------------------------------


def position_text(position: PjawnsState) -> str:
    """The one-line form of a position: ranks from the top, side, hands, the square just passed over."""
    there = dict.fromkeys(named(position.white), LETTERS[WHITE])
    there |= dict.fromkeys(named(position.black), LETTERS[BLACK])
    ranks = "/".join(rank_text(there.get(name, EMPTY) for name in named(rank)) for rank in reversed(RANKS))
    hands = "/".join(str(position.in_hand(side)) for side in SIDES)
    return f"{ranks} {LETTERS_TO_ACT[position.side]} {hands} {passed_square(position) or '-'}"


def passed_square(position: PjawnsState) -> str:
    """The name of the square that the last action passed over, or nothing."""
    return "".join(named(position.passed))


# --- an action ----------------------------------------------------------------------------------


def describe(position: PjawnsState, action: Action) -> str:
    """A legal action in words: ``"pjawn e4 takes pjawn d5"``."""
    start, target = action.path
    if start == "place":
        return f"pjawn placed on {target}"
    if bit(target) == position.passed:
        return f"pjawn {start} takes pjawn {passed_by(position)} en passant, on {target}"
    if bit(target) & position.on_board(OTHER[position.side]):
        return f"pjawn {start} takes pjawn {target}"
    two = abs(rank_for(WHITE, target) - rank_for(WHITE, start)) == 2
    return f"pjawn {start} to {target}{', double step' if two else ''}"


def passed_by(position: PjawnsState) -> str:
    """The square of the pjawn that has just gone two squares: on its own rank 3."""
    return f"{passed_square(position)[0]}{6 if position.side == WHITE else 3}"


# --- the whole position -------------------------------------------------------------------------


def in_words(position: PjawnsState, last: Sequence[Action]) -> str:
    """Everything a picture of the position shows, and the square just passed over."""
    return " ".join(
        [
            "Pjawns on 8 by 8 squares.",
            *(_side_in_words(position, side) for side in SIDES),
            *(f"{hand_title(side)}: {_pjawns(position.in_hand(side))}." for side in SIDES),
            *([f"Last turn: {' '.join(map(str, last))}."] if last else []),
            *([f"Just passed over: {passed_square(position)}."] if position.passed else []),
            _state_of_play(position),
        ]
    )


def _side_in_words(position: PjawnsState, side: Side) -> str:
    return f"{side.capitalize()}: {' '.join(named(position.on_board(side))) or 'no pjawn'}."


def _pjawns(count: int) -> str:
    return "1 pjawn" if count == 1 else f"{count} pjawns"


def hand_title(side: Side) -> str:
    """The title of a side's pjawns beside the board."""
    return f"{side.capitalize()}'s hand"


def winning(position: PjawnsState) -> str:
    """The result of a finished game in words: the winner and the reason."""
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is not None
    if outcome.reason == "no-action":
        return f"{outcome.winner} has won: {position.side} can neither place nor move a pjawn"
    arrived = next(
        name for name in named(position.on_board(outcome.winner)) if rank_for(outcome.winner, name) == 8
    )
    return f"{outcome.winner} has won: its pjawn {arrived} has crossed the board"


def _state_of_play(position: PjawnsState) -> str:
    if position.to_act is None:
        return f"{winning(position).capitalize()}."
    return f"{position.side.capitalize()} to move."


# --- the diagram ---------------------------------------------------------------------------------


def diagram(
    position: PjawnsState,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, the hands, and marks for the last turn and what is chosen."""
    return diagram_of(
        position,
        bottom,
        game="pjawns",
        shape=Squares(GRID.files, GRID.ranks),
        sides=SIDES,
        pieces=_pieces(position),
        marks=(*_last(last), *_choice(position, chosen)),
        hands=(Hand(side, hand_title(side), (("pjawn", "P", position.in_hand(side)),)) for side in SIDES),
        alt=in_words(position, last),
    )


def _pieces(position: PjawnsState) -> Iterator[Piece]:
    for name in NAMES:
        for side in SIDES:
            if bit(name) & position.on_board(side):
                yield Piece(name, side, "pjawn", "P")


def _last(last: Sequence[Action]) -> Iterator[Mark]:
    for action in last:
        start, target = action.path
        if start in NUMBERS:
            yield Mark("last-from", start)
        yield Mark("last-to", target)


def _choice(position: PjawnsState, chosen: Sequence[str]) -> Iterator[Mark]:
    """Mark the choice, its targets, and the captured pjawns, which are beside the target if en passant."""
    enemies = position.on_board(OTHER[position.side])
    for mark in choice(position, chosen, NUMBERS, lambda at: bit(at) & enemies):
        yield mark
        if mark.kind == "target" and bit(mark.at) == position.passed:
            yield Mark("capture", passed_by(position))
