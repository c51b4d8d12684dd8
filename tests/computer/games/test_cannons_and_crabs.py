"""The evaluation of Cannons and Crabs: what the tables of every board come to, and what beginners know."""

from __future__ import annotations

from computer.games import evaluation_of
from computer.games.cannons_and_crabs import _OFFICERS, _RANKS, _TO_ACT, _WORTH, _below, _worth
from engines import GAMES
from engines.games.cannons_and_crabs.pieces import EMPTY, OWN, WHITE, letter_of
from engines.games.cannons_and_crabs.position import CannonsPosition
from tests.computer.positions import at_random

EVALUATION = evaluation_of("cannons-and-crabs")


def read(text: str, board: str = "7x6") -> CannonsPosition:
    position = GAMES["cannons-and-crabs"].from_text(text, {"board": board})
    assert isinstance(position, CannonsPosition)
    return position


def counted(position: CannonsPosition) -> int:
    """The value of a position on the usual board, piece by piece."""
    value = _TO_ACT if position.side == WHITE else -_TO_ACT
    officers = min(_OFFICERS, sum(letter_of(piece) in "RNCMD" for piece in position.cells))
    for square, piece in enumerate(position.cells):
        if piece == EMPTY:
            continue
        file, rank = position.board.grid.place(square)
        own = piece in OWN[WHITE]
        worth = _worth(letter_of(piece), officers, rank if own else 5 - rank, min(file, 6 - file))
        value += worth if own else -worth
    return value


def test_the_tables_come_to_what_is_counted_piece_by_piece() -> None:
    seen = set()
    for position in at_random("cannons-and-crabs", 300, seed=2, usual=True):
        assert EVALUATION.value(position) == counted(position), position.to_text()
        seen |= {letter_of(piece) for piece in position.cells}
    assert seen >= set(_WORTH)


def test_more_officers_than_a_match_begins_with_count_as_so_many() -> None:
    position = read("rnckcnr/1p1p1p1/7/M6/7/RNCKCN1 w - 0 9")
    more = read("rnckcnr/1p1p1p1/M6/7/7/RNCKCNR w - 0 9")
    assert EVALUATION.value(position) == counted(position)
    assert EVALUATION.value(more) == counted(more)


def test_a_rank_in_the_middle_of_a_higher_board_is_worth_the_mean_of_those_beside_it() -> None:
    assert [_below(ahead, _RANKS) for ahead in range(6)] == [0, 1, 2, 3, 4, 5]
    assert [_below(ahead, 7) for ahead in range(7)] == [0, 1, 2, 2, 3, 4, 5]

    def value(rank: int) -> int:
        ranks = ["7"] * 7
        ranks[0], ranks[6] = "3k3", "3K3"
        ranks[7 - rank] = "C6"
        return EVALUATION.value(read(f"{'/'.join(ranks)} w - 0 9", "7x7"))

    # Both kings stand as in the table, so what differs is the cannon.
    assert value(4) - value(3) == (_worth("C", 1, 2, 0) + _worth("C", 1, 3, 0)) // 2 - _worth("C", 1, 2, 0)
    assert value(5) - value(3) == _worth("C", 1, 3, 0) - _worth("C", 1, 2, 0)


def test_a_king_is_at_home_early_and_goes_ahead_late() -> None:
    early = [_worth("K", _OFFICERS, rank, 3) for rank in (0, 2)]
    late = [_worth("K", 0, rank, 3) for rank in (0, 2)]
    assert early[0] > early[1]
    assert late[0] < late[1]


def test_beginners_count_pieces_and_nothing_else() -> None:
    plain = evaluation_of("cannons-and-crabs", plain=True)
    start = GAMES["cannons-and-crabs"].start()
    assert plain.value(start) == _TO_ACT
    without = read("rnckcn1/papapap/7/7/PAPAPAP/RNCKCNR w AGa 0 1")
    assert plain.value(without) == _TO_ACT + _WORTH["R"]
