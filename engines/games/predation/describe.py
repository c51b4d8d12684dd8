"""Predation in words and as a diagram: the position text, an action, and the whole position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from engines.core import Action, Diagram, Hand, Mark, MarkKind, Piece, Side
from engines.core import Hexes as HexShape
from engines.diagrams import choice, diagram_of
from engines.games.predation.board import (
    BY_ROW,
    FAR_EDGE,
    FILES,
    HEXES,
    NAMES,
    ROWS,
    Habitat,
    Hex,
    Hexes,
    names_of,
)
from engines.games.predation.pieces import END, OTHER, PREDATOR, PREY, SIDES
from engines.games.predation.state import PredationState
from engines.ranks import EMPTY, rank_text

LONGEST = 1024
"""The most characters a position is described in."""


# --- the position text --------------------------------------------------------------------------


def position_text(position: PredationState) -> str:
    """The one-line form of a position: rows from the top, turn, stage, moved, landed."""
    rows = "/".join(rank_text(_sign(position, place) for place in row) for row in reversed(BY_ROW))
    turn = "p" if position.side == PREDATOR else "y"
    moved = ",".join(names_of(position.moved)) or "-"
    return f"{rows} {turn} {_stage_text(position)} {moved} {_landed_text(position)}"


def _sign(position: PredationState, place: Hex) -> str:
    """The piece on a hex as one letter; a dot if the hex is empty."""
    if place & position.predators:
        return "P"
    return "y" if place & position.prey else EMPTY


def _stage_text(position: PredationState) -> str:
    stage = position.stage
    if stage.captured:
        return f"helper:{NAMES[stage.captured]}"
    return f"spawn:{stage.spawns}" if stage.spawns else "move"


def _landed_text(position: PredationState) -> str:
    count, there = position.landed.count, ",".join(names_of(position.landed.hexes))
    return f"{count}:{there}" if there else str(count)


# --- an action ----------------------------------------------------------------------------------


def describe(position: PredationState, action: Action) -> str:
    """A legal action in words: ``"predator d13 takes prey f9 and f8"``."""
    side, first, *rest = position.side, *action.path
    if first == "end":
        return "end of turn"
    if first == "spawn":
        return f"new {side} on {rest[0]}"
    if not rest:
        return f"helper {first} is removed"
    target, *extra = rest
    if "x" not in action.text:
        return f"{side} {first} to {target}"
    taken = " and ".join([target, *(name for name in extra if name in HEXES)])
    return f"{side} {first} takes {OTHER[side]} {taken}"


# --- the whole position -------------------------------------------------------------------------


def in_words(position: PredationState, last: Sequence[Action]) -> str:
    """Everything a picture of the position shows, for people who hear it."""
    known = [
        "Predation.",
        _side_in_words(position, "predators", position.predators),
        _side_in_words(position, "prey", position.prey),
        f"In the bank: {position.bank}.",
        _landings(position),
    ]
    state = _state_of_play(position)
    room = LONGEST - len(" ".join([*known, state])) - 1
    return " ".join([*known, *([_last_turn(last, room)] if last else []), state])


def _side_in_words(position: PredationState, kind: str, there: Hexes) -> str:
    """The hexes of one kind in words; those that have moved this turn come last."""
    parts = []
    if still := there & ~position.moved:
        parts.append(" ".join(names_of(still)))
    if moved := there & position.moved:
        parts.append(f"done this turn: {' '.join(names_of(moved))}")
    return f"{kind.capitalize()}: {'; '.join(parts) or 'none'}."


def _landings(position: PredationState) -> str:
    count, there = position.landed.count, names_of(position.landed.hexes)
    if not count:
        return "No prey has landed."
    return f"Landed: {count} of 2, now {f'on {listed(there)}' if there else 'gone'}."


def _last_turn(last: Sequence[Action], room: int) -> str:
    """The last turn, from its beginning, as far as there is room for it, without ``end``."""
    texts = [str(action) for action in last if action != END] or [str(END)]
    for told in range(len(texts), 0, -1):
        more = f" and {len(texts) - told} more" if told < len(texts) else ""
        sentence = f"Last turn: {' '.join(texts[:told])}{more}."
        if len(sentence) <= room:
            break
    return sentence


def _state_of_play(position: PredationState) -> str:
    if position.to_act is None:
        left = f", {position.stage.spawns} still to spawn" if position.stage.spawns else ""
        return f"{winning(position).capitalize()}. It was {position.side}'s turn{left}."
    stage = position.stage
    if stage.captured:
        choice = listed(names_of(position.helpers()), "or")
        return (
            f"A predator was captured on {NAMES[stage.captured]}: predator must remove {choice}, "
            "then prey's turn goes on."
        )
    side = position.side.capitalize()
    return f"{side} to move{f', and can spawn {stage.spawns} first' if stage.spawns else ''}."


def winning(position: PredationState) -> str:
    """The result of a finished game in words: the winner and the reason."""
    outcome = position.outcome()
    assert outcome is not None
    if outcome.reason == "extinction":
        return "predator has won: fewer than two prey are left"
    return "prey has won: a second prey has landed on the far edge"


def bank_title(side: Side, position: PredationState) -> str:
    """The title of a side beside the board: its bank or its landings."""
    if side == PREDATOR:
        return f"Predator · {position.bank} in the bank"
    return f"Prey · {position.landed.count} of 2 landed"


def listed(names: Sequence[str], word: str = "and") -> str:
    """Some names, one after the other: ``"a1, b1 and c1"``."""
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last


# --- the diagram ---------------------------------------------------------------------------------


_ARRIVED: tuple[MarkKind, ...] = ("last-to",)
_LEFT_ARRIVED_LEFT: tuple[MarkKind, ...] = ("last-from", "last-to", "last-from")


@cache
def _marks(habitat: Habitat) -> tuple[Mark, ...]:
    """The marks that a board always has: both homes, and where prey wants to go."""
    return (
        *(Mark("zone", name, PREDATOR) for name in names_of(habitat.lair)),
        *(Mark("zone", name, PREY) for name in names_of(habitat.warren)),
        *(Mark("goal", name, PREY) for name in names_of(FAR_EDGE)),
    )


def diagram(
    position: PredationState,
    last: Sequence[Action] = (),
    *,
    bottom: Side | None = None,
    chosen: Sequence[str] = (),
) -> Diagram:
    """The board, bank and landings, and marks for the homes, the turn, the last turn and what is chosen."""
    return diagram_of(
        position,
        bottom,
        game="predation",
        shape=HexShape(FILES, ROWS),
        sides=SIDES,
        pieces=(
            *(Piece(name, PREDATOR, "predator", "P") for name in names_of(position.predators)),
            *(Piece(name, PREY, "prey", "Y") for name in names_of(position.prey)),
        ),
        marks=(
            *_marks(position.habitat),
            *(Mark("moved", name) for name in names_of(position.moved)),
            *_last(last),
            *_choice(position, chosen),
        ),
        hands=(Hand(side, bank_title(side, position), ()) for side in SIDES),
        alt=in_words(position, last),
    )


def _last(last: Sequence[Action]) -> Iterator[Mark]:
    """Mark the hexes that the last turn left and entered.

    A hex emptied beside a capture, or by a removal, counts as left.
    """
    found: dict[str, MarkKind] = {}
    for action in last:
        hexes = [name for name in action.path if name in HEXES]
        kinds = _ARRIVED if action.path[0] == "spawn" else _LEFT_ARRIVED_LEFT
        found.update(zip(hexes, kinds, strict=False))
    return (Mark(kind, at) for at, kind in found.items())


def _choice(position: PredationState, chosen: Sequence[str]) -> Iterator[Mark]:
    """Mark the choice so far and the hexes that can follow; helpers to choose from are always marked."""
    if position.stage.captured:
        yield from (Mark("chosen", name) for name in chosen if name in HEXES)
        yield from (Mark("capture", name) for name in names_of(position.helpers()))
    else:
        yield from choice(position, chosen, HEXES, lambda at: HEXES[at] & position.pieces)
