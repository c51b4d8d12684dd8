"""Prudh in words and as a diagram: the position text, an action, and the whole position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core import Action, Diagram, Hand, Mark, MarkKind, Piece, Side, Squares
from engines.diagrams import diagram_of
from engines.games.prudh.board import (
    DARK,
    GRID,
    LIGHT,
    NAMES,
    NUMBERS,
    OTHER,
    PIECES,
    RUNS,
    SIDES,
    SLIDES,
    SPACES,
    side_of,
)
from engines.games.prudh.state import Fate, PrudhState

LETTERS = {DARK: "d", LIGHT: "l"}

_LEFT_OVER: dict[Fate, tuple[str, str]] = {
    "back": ("goes back", "go back"),
    "captured": ("is captured too", "are captured too"),
    "stay": ("stays there", "stay there"),
    "pit": ("goes into the pit", "go into the pit"),
}
"""The fate of one piece left over at the edge, and of several, in words."""


# --- the position text --------------------------------------------------------------------------


def position_text(position: PrudhState) -> str:
    """The one-line form of a position: ranks from the top, to act, started, points, pit."""
    rows = (position.cells[space : space + GRID.files] for space in range(0, PIECES, GRID.files))
    ranks = "/".join(reversed([",".join(map(str, row)) for row in rows]))
    side, first = LETTERS[position.side], LETTERS[position.rules.first]
    return f"{ranks} {side} {first} {position.points(DARK)}:{position.points(LIGHT)} {position.pit}"


# --- an action ----------------------------------------------------------------------------------


def describe(position: PrudhState, action: Action) -> str:
    """A legal action in words: ``"2 on c3 run to c5, capture c4 (1): 2 points"``."""
    if action.text in SLIDES:
        return _slide(position, *SLIDES[action.text])
    return _run(position, action)


def _slide(position: PrudhState, start: int, target: int) -> str:
    height, there = position.cells[start], position.cells[target]
    verb = "slides" if height == 1 else "slide"
    return f"{height} on {NAMES[start]} {verb} onto {NAMES[target]} ({there}): a stack of {height + there}"


def _run(position: PrudhState, action: Action) -> str:
    start, entered = RUNS[action.text]
    height, last = position.cells[start], entered[-1]
    captures = position.captures(start, entered)
    taken = listed([f"{NAMES[space]} ({position.cells[space]})" for space in captures])
    gained = position.apply(action).points(position.side) - position.points(position.side)
    said = f"{height} on {NAMES[start]} run to {NAMES[last]}, capture {taken}: {gained} points"
    left_over = height - len(entered)
    if left_over <= 0:
        return said
    fate = position.rules.fate_at_edge(captured=captures[-1] == last)
    return f"{said}; {left_over} left over {_LEFT_OVER[fate][left_over > 1]}"


def listed(names: Sequence[str]) -> str:
    """Names in a row, the last one after an "and"; at least one."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def counted_points(points: int) -> str:
    """``"1 point"``, ``"5 points"``."""
    return f"{points} point" if points == 1 else f"{points} points"


# --- the whole position -------------------------------------------------------------------------


def in_words(position: PrudhState, last: Sequence[Action]) -> str:
    """Everything a picture of the position shows, for people who hear it."""
    return " ".join(
        [
            f"Prudh on {GRID.files} by {GRID.ranks} spaces, {position.rules.edge} edge.",
            *(_side_in_words(position, side) for side in SIDES),
            f"Dark has {counted_points(position.points(DARK))}, light {position.points(LIGHT)}.",
            *([f"{position.pit} in the pit."] if position.rules.edge == "tomio" else []),
            f"{position.rules.first.capitalize()} moved first.",
            *([f"Last turn: {' '.join(map(str, last))}."] if last else []),
            _state_of_play(position),
        ]
    )


def _side_in_words(position: PrudhState, side: Side) -> str:
    return f"{side.capitalize()}: {'; '.join(_by_height(position, side)) or 'no stack'}."


def _by_height(position: PrudhState, side: Side) -> Iterator[str]:
    """A side's stacks, the tallest first."""
    heights = {position.cells[space] for space in SPACES[side]}
    for height in sorted(heights - {0}, reverse=True):
        there = " ".join(NAMES[space] for space in SPACES[side] if position.cells[space] == height)
        yield f"{height} on {there}"


def captured(position: PrudhState, side: Side) -> str:
    """The points a side has captured, as a title: ``"Dark: 5 points"``."""
    return f"{side.capitalize()}: {counted_points(position.points(side))}"


def winning(position: PrudhState) -> str:
    """The result of a finished game in words: the winner and the score."""
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is not None and outcome.scores is not None
    winner, loser = outcome.winner, OTHER[outcome.winner]
    score = f"{outcome.scores[winner]} to {outcome.scores[loser]}"
    if outcome.reason == "tie-second-mover":
        return f"{winner} has won: at {score} a tie goes to the side that moved second"
    return f"{winner} has won {score}"


def _state_of_play(position: PrudhState) -> str:
    side = position.side
    if position.to_act is not None:
        return f"{side.capitalize()} to move."
    last = OTHER[side]
    award = f"{position.tallest(last)} for its tallest stack"
    if position.rules.edge == "tomio":
        award += f" and {position.pit} from the pit"
    return (
        f"{side.capitalize()} can do nothing, so {last}, which moved last, gets {award}. "
        f"{winning(position).capitalize()}."
    )


# --- the diagram ---------------------------------------------------------------------------------


def diagram(
    position: PrudhState,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, the points, and marks for the last turn and what is chosen."""
    return diagram_of(
        position,
        bottom,
        game="prudh",
        shape=Squares(GRID.files, GRID.ranks),
        sides=SIDES,
        pieces=_pieces(position),
        marks=(*_last(last), *_choice(position, chosen)),
        hands=(Hand(side, _title(position, side), ()) for side in SIDES),
        alt=in_words(position, last),
    )


def _pieces(position: PrudhState) -> Iterator[Piece]:
    for space, height in enumerate(position.cells):
        if height:
            yield Piece(NAMES[space], side_of(space), "stack", str(height), height)


def _title(position: PrudhState, side: Side) -> str:
    """A side's points; after the end, when all is awarded, its score. The pit is beside the first side."""
    outcome = position.outcome()
    if outcome and outcome.scores:
        return f"{side.capitalize()}: {counted_points(outcome.scores[side])}"
    title = captured(position, side)
    if position.rules.edge == "tomio" and side == SIDES[0]:
        return f"{title} · {position.pit} in the pit"
    return title


def _last(last: Sequence[Action]) -> Iterator[Mark]:
    """Mark the spaces that the last turn left and entered; a run enters several."""
    for action in last:
        start, target = action.path
        yield Mark("last-from", start)
        if action.text in RUNS:
            yield from (Mark("last-to", NAMES[space]) for space in RUNS[action.text][1])
        else:
            yield Mark("last-to", target)


def _choice(position: PrudhState, chosen: Sequence[str]) -> Iterator[Mark]:
    """Mark the choice so far, the targets that can follow, and the stacks that it would capture."""
    for name in chosen:
        if name in NUMBERS:
            yield Mark("chosen", name)
    if len(chosen) == 1:
        for action in position.legal_actions():
            if action.path[0] == chosen[0]:
                yield from _target(position, action)


def _target(position: PrudhState, action: Action) -> Iterator[Mark]:
    captures = position.captures(*RUNS[action.text]) if action.text in RUNS else []
    found: dict[str, MarkKind] = {action.path[1]: "target"}
    found.update((NAMES[space], "capture") for space in captures)
    return (Mark(kind, at) for at, kind in found.items())
