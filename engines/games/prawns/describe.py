"""Prawns in words and as a diagram: the position text, an action, and the whole position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core import Action, Diagram, Hand, Mark, MarkKind, Piece, Side, Squares
from engines.diagrams import choice, diagram_of
from engines.games.prawns.pieces import (
    EMPTY,
    FRESH,
    GREEN,
    KRILL,
    LETTERS,
    OTHER,
    OWN,
    SIDES,
    SPECIES,
    kind_of,
    side_of,
    species_of,
)
from engines.games.prawns.state import PrawnsState
from engines.grids import Area
from engines.ranks import ranks_text

POOL_ORDER = "KSCL"
HAND_ORDER = "SCLK"
"""Krill come last: nothing ever turns into one."""


# --- the position text --------------------------------------------------------------------------


def position_text(position: PrawnsState) -> str:
    """The one-line form of a position: ranks from the top, side, sea, gene pools, stage."""
    pools = "/".join(
        "".join(f"{letter}{position.pool(letter, side)}" for letter in POOL_ORDER) for side in SIDES
    )
    ranks = ranks_text(position.cells.decode(), position.rules.grid.files)
    side = "g" if position.side == GREEN else "b"
    return f"{ranks} {side} {position.sea.area.text} {pools} {_stage_text(position)}"


def _stage_text(position: PrawnsState) -> str:
    stage, names = position.stage, position.rules.grid.names
    squares = ",".join(names[square] for square in stage.evolved)
    if stage.moved:
        return f"m:{squares}"
    return f"e:{squares}" if squares else "-"


# --- an action ----------------------------------------------------------------------------------


def describe(position: PrawnsState, action: Action) -> str:
    """A legal action in words: ``"krill b4 to a6, wall-jump"``."""
    if action.text == "end":
        return "end of turn"
    numbers = position.rules.grid.numbers
    start, *_, last = action.path
    piece = position.cells[numbers[start]]
    if last == "dry":
        return f"{kind_of(piece)} {start} leaves the sea"
    if last not in numbers:
        verb = "evolves" if piece in KRILL else "re-evolves"
        return f"{kind_of(piece)} {start} {verb} into a {SPECIES[last.removeprefix('=')]}"
    eaten = position.cells[numbers[last]]
    if eaten != EMPTY:
        return f"{kind_of(piece)} {start} eats {kind_of(eaten)} {last}"
    manner = _manner(position, numbers[start], numbers[last])
    return ", ".join([f"{kind_of(piece)} {start} to {last}", *manner])


def _manner(position: PrawnsState, start: int, target: int) -> list[str]:
    """The manner of a move to an empty square, in words; an empty list if the piece just swims."""
    piece, place = position.cells[start], position.rules.grid.place
    (from_file, from_rank), (to_file, to_rank) = place(start), place(target)
    right, up = abs(to_file - from_file), abs(to_rank - from_rank)
    if {right, up} == {1, 2} and species_of(piece) != "S":
        return ["wall-jump"]
    if max(right, up) == 2 and {right, up} <= {0, 2}:
        if piece in FRESH and right == 0:
            return ["jump-start"]
        if position.cells[(start + target) // 2] in OWN[position.side]:
            return ["jump"]
    return []


# --- the whole position -------------------------------------------------------------------------


def in_words(position: PrawnsState, last: Sequence[Action]) -> str:
    """Everything a picture of the position shows, for people who hear it."""
    grid, area = position.rules.grid, position.sea.area
    return " ".join(
        [
            f"Prawns on {grid.files} by {grid.ranks} squares.",
            *(_side_in_words(position, side) for side in SIDES),
            *(_pooled(position, side) for side in SIDES),
            *([f"The sea has shrunk to {area.text}."] if area != Area.whole(grid) else []),
            _far_rows(position),
            *([f"Last turn: {' '.join(map(str, last))}."] if last else []),
            _state_of_play(position),
        ]
    )


def _side_in_words(position: PrawnsState, side: Side) -> str:
    parts = [
        f"{_name_of(letter)} {' '.join(squares)}"
        for letter in LETTERS[side]
        if (squares := _squares_of(position, letter))
    ]
    return f"{side.capitalize()}: {'; '.join(parts) or 'no prawn'}."


def _squares_of(position: PrawnsState, letter: int) -> list[str]:
    names = position.rules.grid.names
    return [names[square] for square, piece in enumerate(position.cells) if piece == letter]


def _name_of(letter: int) -> str:
    return f"unmoved {kind_of(letter)}" if letter in FRESH else kind_of(letter)


def pool_in_order(position: PrawnsState, side: Side) -> tuple[tuple[str, str, int], ...]:
    """A side's gene pool as (species, letter, count), krill last."""
    return tuple((SPECIES[letter], letter, position.pool(letter, side)) for letter in HAND_ORDER)


def _pooled(position: PrawnsState, side: Side) -> str:
    counts = (_counted(count, kind) for kind, _, count in pool_in_order(position, side))
    return f"{side.capitalize()}'s gene pool: {', '.join(counts)}."


def _counted(count: int, kind: str) -> str:
    return f"{count} {kind}s" if count != 1 and kind in ("crab", "lobster") else f"{count} {kind}"


def _far_rows(position: PrawnsState) -> str:
    """The rows in which krill evolve."""
    names = position.rules.grid.names
    green, blue = (names[position.sea.zones[side]][0][1:] for side in SIDES)
    return f"Green's krill evolve on rank {green}, blue's on rank {blue}."


def winning(position: PrawnsState) -> str:
    """The result of a finished game in words: the winner and the reason."""
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is not None
    how = {"eaten": "was eaten", "dry-land": "died on dry land"}[outcome.reason]
    return f"{outcome.winner} has won: {OTHER[outcome.winner]}'s last prawn {how}"


def _state_of_play(position: PrawnsState) -> str:
    if position.to_act is None:
        return f"{winning(position).capitalize()}."
    side, stage = position.side.capitalize(), position.stage
    evolved = _listed([position.rules.grid.names[square] for square in stage.evolved])
    if stage.moved:
        so_far = f"has moved and evolved {evolved}" if evolved else "has moved"
        return f"{side} {so_far}, and may evolve or end the turn."
    return f"{side} has evolved {evolved}, and still has to move." if evolved else f"{side} to move."


def _listed(names: Sequence[str]) -> str:
    *most, last = names or [""]
    return f"{', '.join(most)} and {last}" if most else last


# --- the diagram ---------------------------------------------------------------------------------


def diagram(
    position: PrawnsState,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, the gene pools, and marks for the sea, the zones, the last turn and what is chosen."""
    grid = position.rules.grid
    return diagram_of(
        position,
        bottom,
        game="prawns",
        shape=Squares(grid.files, grid.ranks),
        sides=SIDES,
        pieces=_pieces(position),
        marks=(*_waters(position), *_last(position, last), *_choice(position, chosen)),
        # "Gene pool" would leave too little room for its letters to be read on a phone.
        hands=(Hand(side, f"{side.capitalize()}'s pool", pool_in_order(position, side)) for side in SIDES),
        alt=in_words(position, last),
    )


def _pieces(position: PrawnsState) -> Iterator[Piece]:
    names = position.rules.grid.names
    for square, piece in enumerate(position.cells):
        if piece != EMPTY:
            yield Piece(names[square], side_of(piece), kind_of(piece), species_of(piece))


def _waters(position: PrawnsState) -> Iterator[Mark]:
    names, inside = position.rules.grid.names, set(position.sea.area.squares)
    for square, name in enumerate(names):
        if square not in inside:
            yield Mark("dry", name)
    for side in SIDES:
        for name in names[position.sea.zones[side]]:
            yield Mark("zone", name, side)


def _last(position: PrawnsState, last: Sequence[Action]) -> Iterator[Mark]:
    """Mark the squares that the last turn left and entered; one left after evolving counts as left."""
    numbers = position.rules.grid.numbers
    found: dict[str, MarkKind] = {}
    for action in last:
        start, end = action.path[0], action.path[-1]
        if start not in numbers:
            continue
        if end in numbers or end == "dry":
            found[start] = "last-from"
        if end != "dry":
            found[end if end in numbers else start] = "last-to"
    return (Mark(kind, at) for at, kind in found.items())


def _choice(position: PrawnsState, chosen: Sequence[str]) -> Iterator[Mark]:
    numbers = position.rules.grid.numbers
    return choice(position, chosen, numbers, lambda at: position.cells[numbers[at]] != EMPTY)
