"""Pjawns: pawns that start in the hand, on an empty chess board. Its text does not say whose game it is.

White plays upwards from rank 1 and acts first, black downwards from rank 8; each has eight pjawns. Ranks
are counted from the side that acts, so black's rank 1 is the one written 8.

* A turn is one action: ``@e1`` places, ``e1-e2`` and ``e1-e3`` advance, ``e4xd5`` captures.
* A pjawn is placed on rank 1, in a file whose first four squares are all empty.
* It advances one square ahead, from rank 1 also two, over and onto empty squares only.
* It captures one square diagonally ahead; what is captured returns to its owner's hand.
* En passant: a pjawn that has just gone two squares can be captured on the square it passed, on the very
  next turn, by a pjawn that could have captured it there.
* A pjawn goes from rank 4 to rank 5, either way, only while another of its side stands on rank 4.
* A pjawn on rank 8 wins at once. A side without a legal action loses. There are no draws, and a position
  may come back as often as it likes.

A position text is ranks from the top, side, hands, and the square just passed over by a double step::

    8/8/3p4/8/8/8/8/2P5 w 7/7 d7

``board`` has the squares as bits and every action there is, ``position`` the rules; ``reader`` reads
texts, ``reasons`` what people type, ``words`` and ``picture`` tell them what is there.
"""

from engines.games.pjawns.game import Pjawns
from engines.games.pjawns.position import PjawnsPosition

GAME = Pjawns()

__all__ = ["GAME", "Pjawns", "PjawnsPosition"]
