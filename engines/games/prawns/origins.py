"""Whether a position can have come about: what its board, sea, pools and stage say of each other.

A position in the middle of a turn must have one before it from which a legal action leads to it; that
is looked for by taking evolutions and the move back. How a turn could begin is judged by counting alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engines.core import Side
from engines.games.prawns.pieces import (
    EMPTY,
    EVOLVED_OWNED,
    GREEN,
    KRILL,
    LETTERS,
    OTHER,
    OWN,
    SIDES,
    SPECIES,
    Pools,
    kind_of,
    piece_of,
    species_of,
    with_one_less,
    with_one_more,
)
from engines.games.prawns.position import (
    EVAPORATES_AT,
    START_OF_TURN,
    PrawnsPosition,
    Stage,
    evolution,
    smallest_sea,
)
from engines.games.prawns.sea import capture, quiet
from engines.grids import Area


def contradiction(position: PrawnsPosition) -> str:
    """What makes a position impossible, or nothing."""
    return _wrong_board(position) or _wrong_stage(position)


def _wrong_board(position: PrawnsPosition) -> str:
    return (
        _nobody(position)
        or _out_of_place(position)
        or next(filter(None, (_wrong_count(position, side) for side in SIDES)), "")
        or _wrong_sea(position)
    )


def _nobody(position: PrawnsPosition) -> str:
    return "" if position.prawns() else "no prawn is on the board: the last one has won"


def _out_of_place(position: PrawnsPosition) -> str:
    names, inside = position.rules.grid.names, set(position.sea.area.squares)
    for square, piece in enumerate(position.cells):
        if piece != EMPTY and square not in inside:
            return f"{kind_of(piece)} {names[square]} is outside the sea"
        if piece in b"Ff" and position.rules.grid.place(square)[1] != home_rank(position, piece):
            return f"krill {names[square]} has left its home rank, so it has moved"
    return ""


def home_rank(position: PrawnsPosition, piece: int) -> int:
    """The rank, counted from 0, that a prawn's krill start from."""
    return 0 if piece in OWN[GREEN] else position.rules.grid.ranks - 1


# --- gene pools ---------------------------------------------------------------------------------


def _wrong_count(position: PrawnsPosition, side: Side) -> str:
    """Prawns are never made: what a side owns is on the board, in its pool, or (no revival) gone."""
    board = Counter(species_of(piece) for piece in position.cells if piece in OWN[side])
    pool = {species: position.pool(species, side) for species in SPECIES}
    for species, kind in SPECIES.items():
        owned = position.rules.grid.files if species == "K" else EVOLVED_OWNED
        there = board[species] + pool[species]
        if there > owned or (position.rules.revival and there < owned):
            return f"{side} owns {owned} {kind}, and {there} are on the board and in its gene pool"
    if board["S"] + board["C"] + board["L"] > 2 + pool["K"]:
        return f"{side} has more evolved prawns on the board than its krill can have become"
    if not position.rules.revival and sum(pool.values()) != 4:
        return f"{side}'s gene pool started with 4, and without revival every evolution keeps it at that"
    return ""


# --- the sea ------------------------------------------------------------------------------------


def _wrong_sea(position: PrawnsPosition) -> str:
    area, whole = position.sea.area, Area.whole(position.rules.grid)
    if position.prawns() > EVAPORATES_AT:
        return "" if area == whole else f"with {position.prawns()} prawns the sea is still {whole.text}"
    smallest = smallest_sea(position.rules.grid, position.cells).area
    if not position.stage.moved and area != smallest:
        return f"with {position.prawns()} prawns the sea has shrunk to {smallest.text}"
    return ""


# --- the stage ----------------------------------------------------------------------------------


def _wrong_stage(position: PrawnsPosition) -> str:
    stage, side = position.stage, position.side
    if stage == START_OF_TURN:
        return ""
    if position.is_over():
        return "the match is over, so no turn is under way"
    names, zone = position.rules.grid.names, position.sea.zones[side]
    for square in stage.evolved:
        if position.cells[square] not in OWN[side] - KRILL or not zone.start <= square < zone.stop:
            return f"{names[square]} is not an evolved prawn in {side}'s evolution zone"
    if stage.moved and not position.evolutions():
        return "nothing can evolve any more, so the turn has ended"
    return "" if _has_beginning(position) else f"no legal action of {side}'s leads to this stage of its turn"


def _has_beginning(position: PrawnsPosition) -> bool:
    """Whether taking actions back leads to the start of a turn."""
    waiting, seen = [position], {position}
    while waiting:
        for before in _befores(waiting.pop()):
            if before in seen or _wrong_board(before):
                continue
            if before.stage == START_OF_TURN:
                return True
            waiting.append(before)
            seen.add(before)
    return False


def _befores(position: PrawnsPosition) -> Iterator[PrawnsPosition]:
    """Positions from which one legal action leads to this one."""
    if position.stage.evolved:
        for square in position.stage.evolved:
            yield from _before_evolving(position, square)
    else:
        yield from _before_moving(position)


def _before_evolving(position: PrawnsPosition, square: int) -> Iterator[PrawnsPosition]:
    piece, stage = position.cells[square], position.stage
    rest = tuple(other for other in stage.evolved if other != square)
    action = evolution(position.rules.grid.names[square], species_of(piece))
    for species in SPECIES:
        earlier = piece_of(position.side, species)
        if earlier != piece and position.pool(species):
            before = replace(
                position,
                cells=_with(position.cells, square, earlier),
                pools=with_one_more(with_one_less(position.pools, earlier), piece),
                stage=Stage(stage.moved, rest),
            )
            if action in before.legal_actions():
                yield before


def _before_moving(position: PrawnsPosition) -> Iterator[PrawnsPosition]:
    for target, piece in enumerate(position.cells):
        if piece in OWN[position.side]:
            for start in position.sea.area.squares:
                if position.cells[start] == EMPTY:
                    yield from _before_the_move(position, start, target)


def _before_the_move(position: PrawnsPosition, start: int, target: int) -> Iterator[PrawnsPosition]:
    names, home = position.rules.grid.names, position.rules.grid.place(start)[1]
    move = {False: quiet(names[start], names[target]), True: capture(names[start], names[target])}
    for moved in _unmoved(position, position.cells[target], home):
        for eaten, pools in _uneaten(position):
            cells = _with(_with(position.cells, start, moved), target, eaten)
            before = replace(position, cells=cells, pools=pools, stage=START_OF_TURN)
            if move[eaten != EMPTY] in before.moves_from(start):
                yield before


def _unmoved(position: PrawnsPosition, piece: int, rank: int) -> Iterator[int]:
    """What a prawn can have been before it moved from a rank: a krill there may have been fresh."""
    yield piece
    fresh = LETTERS[position.side][0]
    if piece in KRILL and rank == home_rank(position, fresh):
        yield fresh


def _uneaten(position: PrawnsPosition) -> Iterator[tuple[int, Pools]]:
    """What the move can have eaten, and the pools before it did."""
    yield EMPTY, position.pools
    enemy = OTHER[position.side]
    for species in SPECIES:
        eaten = piece_of(enemy, species)
        if not position.rules.revival:
            yield eaten, position.pools
        elif position.pool(species, enemy):
            yield eaten, with_one_less(position.pools, eaten)


def _with(cells: bytes, square: int, piece: int) -> bytes:
    return cells[:square] + bytes([piece]) + cells[square + 1 :]
