"""Cannons and Crabs, by David Short (https://www.chessvariants.com/42.dir/cannons-and-crabs.html).

Chess on seven files and six ranks (or seven). White starts at rank 1 and moves first, black at the top.

* King, rook and knight move as in chess; a marshall as rook or knight, a cardinal as bishop or knight.
* A cannon goes one or two squares in any direction, over whatever stands between, and takes as it moves;
  but a piece between shields a king from a cannon two squares away.
* A pawn steps straight ahead, a crab straight or diagonally ahead; both take one square diagonally ahead.
  On the last rank they become a marshall or a cardinal. No double step, no taking in passing.
* Castling: the king goes two squares towards a rook, which lands on its other side. Neither has moved,
  nothing stands between, and the king is, crosses and lands where it is not attacked.
* No move may leave one's own king attacked. Checkmate wins; stalemate draws, and so do a hundred plies
  without a capture or a move of a pawn or crab. Positions may repeat.
* Moves are written ``c1-c3``, ``c1xc3``, ``a5-a6=M``, castling as the king's move ``d1-f1``.

A position text is a FEN: ranks from the top, side, castling rights by the rooks' files, plies since the
last capture or move of a pawn or crab, move number::

    rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR w AGag 0 1

``K R N C`` are king, rook, knight and cannon, ``P A`` pawn and crab, ``M D`` marshall and cardinal; lower
case is black. ``pieces`` has the letters and the start, ``board`` the ways to go, ``safety`` what a king has
to fear, ``position`` the rules; ``reader`` reads texts, ``notation`` and ``reasons`` what people type,
``words`` and ``picture`` tell them what is there.
"""

from engines.games.cannons_and_crabs.game import CannonsAndCrabs
from engines.games.cannons_and_crabs.position import CannonsPosition

GAME = CannonsAndCrabs()

__all__ = ["GAME", "CannonsAndCrabs", "CannonsPosition"]
