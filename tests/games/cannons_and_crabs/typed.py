"""What people write for an action, and what they are told: rows for ``tests/games/test_typing.py``."""

from __future__ import annotations

from tests.games.cannons_and_crabs.boards import START, board
from tests.games.positions import after

PROMOTING = board("Pa5 nb6 Kc1 ke4")
CASTLING = board("Kd1 Ra1 Rg1 Ce3 kc6 rg6", "w", "AG")
TAKING = board("Pa2 Ac2 nb3 Kd1 kd6")
KNIGHTS = board("Nf1 Nd5 Ka1 ka6")
CARDINAL = board("Dc4 Cd3 Ka1 kg6")
BOTH_CASTLING = board("Kd1 Ra1 Rg1 kd6 ra6 rg6", "w", "AGag", clock=10)
CHECKED = board("Kd1 Re2 cd3 Na2 ka6 rg2")
BLOCKED_CASTLE = board("Kd1 Ra1 Nb1 kg6", "w", "A")
SHIELDED_KING = board("Ka1 Cd4 Nd5 kd6")
PINNED = board("Kd1 Rd2 rd5 kg6")

HOW = "type a move like c1-c3 or c1xc3, a promotion like a5-a6=M (M or D), castling as O-O or O-O-O"
WAYS = [
    (
        START,
        "b1-c3",
        "b1@c3",
        "b1*c3",
        "b1!c3",
        "b1+c3",
        "Nb1-c3",
        "nb1c3",
        "knight b1 c3",
        "Nc3",
        "nc3",
        "NC3",
    ),
    (START, "b1-c3", "N c3", "N-c3", "Nbc3", "N1c3", "Nc3!", "Nc3+", "knight c3", "Knight to c3"),
    (START, "c2-c3", "c3", "Pc3", "pawn c3"),
    (START, "b2-c3", "Abc3"),
    (TAKING, "a2xb3", "a2 takes b3", "Pxb3", "Pa2xb3"),
    (TAKING, "c2xb3", "Axb3", "crab takes b3", "CRxb3", "crb3", "CRc2xb3", "WCRxb3", "CR b3"),
    (PROMOTING, "a5-a6=M", "a5a6m", "A5 A6 = M", "a6=M", "a6m", "a5-a6(M)", "a5-a6/M", "a5 a6 marshall"),
    (PROMOTING, "a5-a6=M", "a5-a6=marshal", "Pa6=M"),
    (PROMOTING, "a5-a6=D", "a5-a6=CD", "a6cd", "a5a6 wcd", "Pa6=CD"),
    (PROMOTING, "a5xb6=D", "axb6=d", "a5b6 cardinal"),
    (CASTLING, "d1-b1", "O-O-O", "o-o-o", "0-0-0", "OOO", "000", "O–O–O", "Kb1", "Kd1-b1"),
    (CASTLING, "d1-f1", "O-O", "0-0", "oo", "Kf1", "O-O+"),
    (CASTLING, "e3-c1", "cc1"),
    (CHECKED, "e2-d2", "Rd2"),
    (KNIGHTS, "f1-e3", "Nfe3", "N1e3"),
    (KNIGHTS, "d5-e3", "n5e3"),
    (CARDINAL, "c4-e3", "CDc4-e3", "WCD e3", "De3", "cardinal e3"),
    (CARDINAL, "c4-e6", "CDe6"),
    (CARDINAL, "d3-e2", "CDe2"),
    (CARDINAL, "d3-d2", "cd2"),
]
AMBIGUOUS = [
    (PROMOTING, "a5-a6", ("a5-a6=M", "a5-a6=D")),
    (PROMOTING, "a6", ("a5-a6=M", "a5-a6=D")),
    (PROMOTING, "axb6", ("a5xb6=M", "a5xb6=D")),
    (START, "Cc3", ("c1-c3", "e1-c3")),
    (START, "Ac3", ("b2-c3", "d2-c3")),
    (KNIGHTS, "Ne3", ("f1-e3", "d5-e3")),
    # The letter of a file and of a piece at once; a capital among small letters is a piece.
    (TAKING, "axb3", ("a2xb3", "c2xb3")),
    (TAKING, "AXB3", ("a2xb3", "c2xb3")),
    (TAKING, "ab3", ("a2xb3", "c2xb3")),
    (CARDINAL, "CDe3", ("d3-e3", "c4-e3")),
]
NO_ACTION = [("d",), ("-b",), ("O",), ("O-O-O-O",), ("=M",), ("b1-c3=X",), ("b1-cc",)]
ASKED = [(START, "d3", "no pawn of white's can go to d3")]
REFUSED = [
    # Whose it is and where it is.
    (START, "d4-d5", "d4 is empty"),
    (START, "b6-c4", "b6 is black's, and it's white's turn"),
    (START, "j1-j2", "j1 isn't on the board"),
    (START, "a1-a9", "a9 isn't on the board"),
    (START, "Nh3", "h3 isn't on the board"),
    (START, "b1-b1", "b1 to b1 isn't a move"),
    (START, "c1-c2", "c2 is taken by white\'s own piece"),
    (START, "Rb1-c3", "there's a knight on b1, not a rook"),
    # How pieces go.
    (START, "d1-d3", "king d1 can't get to d3: a king goes one square in any direction"),
    (START, "a1-b3", "rook a1 can't get to b3: a rook goes along ranks and files"),
    (START, "a1-a3", "a2 is in the way of rook a1"),
    (START, "b1-b3", "knight b1 can't get to b3: a knight leaps two squares one way and one across"),
    (START, "c1-c4",
     "cannon c1 can't get to c4: a cannon goes one or two squares in a straight or diagonal line"),
    (START, "a2-a4", "a pawn goes one square at a time, from its start too"),
    (START, "b2-b4", "a crab goes one square at a time, from its start too"),
    (START, "a2-b3", "b3 is empty: a pawn goes diagonally only to take"),
    (START, "a2-c3", "pawn a2 can't get to c3: a pawn goes one square straight ahead, "
                     "and takes one square diagonally ahead"),
    (board("Pd2 nd3 Ka1 kg6"), "d2-d3", "d3 is black's: a pawn doesn't take straight ahead"),
    (board("Ad2 nd3 Ka1 kg6"), "d2-d3", "d3 is black's: a crab doesn't take straight ahead"),
    (board("Ad3 Ka1 kg6"), "d3-d2",
     "crab d3 can't get to d2: "
     "a crab goes one square ahead, straight or diagonally, and takes diagonally"),
    (board("Md3 Ka1 kg6"), "d3-e4",
     "marshall d3 can't get to e4: a marshall moves like a rook or a knight"),
    (board("Dd3 Pe4 Ka1 kg5"), "d3-f5", "e4 is in the way of cardinal d3"),
    (SHIELDED_KING, "d4-d6", "d5 shields the king: a cannon doesn't take a king over a piece"),
    # In a line, too, squares with a space between are one move.
    (START, "b1 c4",
     "knight b1 can't get to c4: a knight leaps two squares one way and one across"),
    (START, "j1 j2", "j1 isn't on the board"),
    # Promotion.
    (PROMOTING, "a5-a6=Q",
     "a pawn on the last rank becomes a marshall (M) or a cardinal (D), nothing else"),
    (PROMOTING, "a6=R",
     "a pawn on the last rank becomes a marshall (M) or a cardinal (D), nothing else"),
    (START, "a2-a3=M", "only a pawn or a crab that comes to the last rank becomes something else"),
    # Short forms.
    (START, "Ma3", "white has no marshall"),
    (START, "Nac3", "white has no knight on the a-file, but on b1 and f1"),
    (START, "N2c3", "white has no knight on rank 2, but on b1 and f1"),
    (START, "Nd3", "no knight can get to d3: a knight leaps two squares one way and one across"),
    (START, "Ra3", "a2 is in the way of rook a1"),
    (START, "Kd3", "king d1 can't get to d3: a king goes one square in any direction"),
    (TAKING, "cxb3", "white has no cannon; white has no pawn on the c-file, but on a2"),
    # The king's safety.
    (PINNED, "d2-e2", "rook d2 shields white's king from rook d5"),
    (board("Kg5 Pe5 ra5 kc1"), "e5-e6", "pawn e5 shields white's king from rook a5"),
    (PINNED, "Re2", "rook d2 shields white's king from rook d5"),
    (CHECKED, "e2-e3",
     "white is in check from cannon d3, and e2-e3 leaves the king attacked by cannon d3"),
    (CHECKED, "d1-c2", "the king would be attacked on c2 by cannon d3"),
    # Castling.
    (START, "O-O", "e1 is in the way: between king and rook all must be empty to castle"),
    (BLOCKED_CASTLE, "O-O-O", "b1 is in the way: between king and rook all must be empty to castle"),
    (BLOCKED_CASTLE, "d1-f1",
     "white has lost the right to castle on the g-side: king or rook has moved or gone"),
    (board("Kd1 Ra1 rd5 kg6", "w", "A"), "OOO",
     "white is in check from rook d5: a king in check doesn't castle"),
    (board("Kd1 Ra1 rc5 kg6", "w", "A"), "O-O-O",
     "c1 is attacked by rook c5: a king doesn't castle across or onto such a square"),
    (board("Kd1 Ra1 rb5 kg6", "w", "A"), "d1-b1",
     "b1 is attacked by rook b5: a king doesn't castle across or onto such a square"),
    (board("Rd1 Ka3 kg6"), "O-O",
     "white has lost the right to castle on the g-side: king or rook has moved or gone"),
    # Over.
    (after(board("Kd4 Ra1 kd6"), "a1-a6"), "d6-d5",
     "the match is over, white has won: black is checkmated"),
    (after(board("Kb4 Ne3 ka6"), "e3-c4"), "a6-a5",
     "the match is over, a draw: stalemate, black has no move and isn't in check"),
    (after(board("Ka1 Rg1 ka6", clock=99), "g1-g2"), "O-O",
     "the match is over, a draw: fifty moves by each side without a capture or a move of a pawn or crab"),
]  # fmt: skip

DESCRIBED = [
    (START, "b1-c3", "knight b1 to c3"),
    (board("Nb1 Kd1 ac3 kd6"), "b1xc3", "knight b1 takes crab c3"),
    (board("Pa5 nb6 Kc1 ke4"), "a5-a6=M", "pawn a5 to a6 and becomes a marshall"),
    (board("Aa5 nb6 Kc1 ke4"), "a5xb6=D", "crab a5 takes knight b6 and becomes a cardinal"),
    (BOTH_CASTLING, "d1-b1", "king d1 castles to b1, on the a-side"),
    (BOTH_CASTLING, "d1-f1", "king d1 castles to f1, on the g-side"),
]  # fmt: skip
