"""The evaluation of Prawns: summed up rank by rank, it comes to what is counted prawn by prawn."""

from __future__ import annotations

from computer.alphabeta import AlphaBeta
from computer.core import WON
from computer.games import evaluation_of
from computer.games.prawns import _BY_LETTER, _GUARDED, _SHARE, _prawn_worth
from engines import GAMES
from engines.games.prawns.pieces import EMPTY, GREEN, KRILL, OWN, side_of
from engines.games.prawns.position import PrawnsPosition
from engines.grids import EVERY_WAY
from tests.computer.positions import at_random

EVALUATION = evaluation_of("prawns")


def read(text: str) -> PrawnsPosition:
    position = GAMES["prawns"].from_text(text)
    assert isinstance(position, PrawnsPosition)
    return position


def guarded(position: PrawnsPosition, square: int) -> bool:
    """True if a krill of the same side stands beside the prawn on a square."""
    beside = (position.sea.area.step(square, way) for way in EVERY_WAY)
    own = OWN[side_of(position.cells[square])]
    return any(there is not None and position.cells[there] in own & KRILL for there in beside)


def counted(position: PrawnsPosition) -> int:
    """The value, prawn by prawn."""
    worth, area = 0, position.sea.area
    for square, piece in enumerate(position.cells):
        if piece == EMPTY:
            continue
        file, rank = position.rules.grid.place(square)
        ends = rank - area.bottom, area.top - rank
        behind, ahead = ends if piece in OWN[GREEN] else reversed(ends)
        one = _prawn_worth(chr(piece).upper(), min(file - area.left, area.right - file), behind, ahead)
        one += _GUARDED * guarded(position, square)
        worth += one if piece in OWN[GREEN] else -one
    return int(worth * _SHARE / position.prawns())


def test_rank_by_rank_it_is_the_same_on_every_board_and_in_every_sea() -> None:
    boards, shrunk = set(), 0
    for position in at_random("prawns", 600, seed=2):
        grid, area = position.rules.grid, position.sea.area
        boards.add((grid.files, grid.ranks))
        shrunk += area.squares != tuple(range(len(position.cells)))
        assert EVALUATION.value(position) == counted(position), position.to_text()
    assert len(boards) >= 8
    assert shrunk >= 10


def test_an_advantage_counts_more_where_fewer_are_left() -> None:
    many = read("8/8/1kkk4/8/8/1KKKK3/8/8 g a1-h8 K4S2C2L2/K5S2C2L2 -")
    few = read("8/8/2kk4/8/8/2KKK3/8/8 g c3-e6 K5S2C2L2/K6S2C2L2 -")
    assert EVALUATION.value(few) > EVALUATION.value(many) > 0


def test_a_guarded_prawn_is_worth_more() -> None:
    together = read("8/8/1kkk4/8/8/1KKK4/8/8 g a1-h8 K5S2C2L2/K5S2C2L2 -")
    apart = read("8/8/1kkk4/8/8/1K1K1K2/8/8 g a1-h8 K5S2C2L2/K5S2C2L2 -")
    assert EVALUATION.value(together) == 0
    assert EVALUATION.value(apart) < 0


def test_beginners_count_prawns_and_nothing_else() -> None:
    plain = evaluation_of("prawns", plain=True)
    assert plain.value(read("8/8/1kkk4/8/8/K1K1K3/8/8 g a1-h8 K5S2C2L2/K5S2C2L2 -")) == 0
    lost = read("8/8/1kkk4/8/8/K1K5/4C3/8 b a1-h8 K6S2C1L2/K5S2C2L2 -")
    assert plain.value(lost) == _BY_LETTER[ord("C")] - _BY_LETTER[ord("k")]


def test_where_captures_show_a_win_a_shorter_one_is_still_looked_for() -> None:
    """Looking two plies ahead, and at captures beyond, it is won in four plies; it is won in three."""
    options = {"board": "7x7", "revival": "off"}
    position = GAMES["prawns"].from_text("7/6l/7/5k1/1k5/6S/7 b b2-g6 K0S0C2L2/K0S2C2L0 -", options)
    found = AlphaBeta(EVALUATION).best(position, nodes=60_000)
    assert (str(found.actions[0]), found.value) == ("f4-e4", WON - 3)
