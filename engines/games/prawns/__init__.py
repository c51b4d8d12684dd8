"""Prawns, by Zachary Barnett and Daniel Sherlock (https://prawnsgame.org.uk).

Green starts at rank 1 and moves up, blue at the last rank and moves down. Each has a krill on every
square of its home rank and, on the two ends of its second rank, two evolved prawns of its choice; two
each of shrimp, crab and lobster less those two wait in its gene pool. A coin settles who starts.

* A turn is one move, with any evolutions before and after it: ``d2-d3``, ``d2xd3``, ``e8=C``, ``end``.
* Krill swim one step, crabs along rank and file, lobsters along diagonals; shrimp hop like a knight
  or one step diagonally. To swim onto an enemy is to eat it; it returns to its owner's pool.
* Any prawn jumps over a neighbour of its own side; a diagonal jump beside the wall bounces off it. A
  krill that has never moved may go two squares ahead. Jumps never eat.
* A prawn in the last rank of the sea is swapped for one of its pool: a krill for any evolved species,
  an evolved prawn for another one while six prawns are on the board.
* With five prawns left, the sea shrinks after every turn to the smallest rectangle around them.
* A side without a move, and without an evolution that gives it one, loses a prawn: ``f5-dry``.
* A side wins when every prawn on the board is its own. There are no draws.

A position text is ranks from the top, side, sea, gene pools, stage of the turn::

    ffffffff/s6c/8/8/8/8/C6L/FFFFFFFF g a1-h8 K0S2C1L1/K0S1C1L2 -

``F`` is a krill that has never moved, lower case is blue. ``pieces`` has the letters, ``sea`` the ways to
go, ``position`` the rules; ``reader`` reads texts, ``reasons`` what people type, ``words`` and ``picture``
tell them what is there.
"""

from engines.games.prawns.game import Prawns
from engines.games.prawns.position import PrawnsPosition

GAME = Prawns()

__all__ = ["GAME", "Prawns", "PrawnsPosition"]
