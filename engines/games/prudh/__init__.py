"""Prudh, by James Ernest, Rick Fish and Greg Whitehead (https://crabfragmentlabs.com/prudh).

Six by six spaces, a1 dark, one piece on each. Nobody owns pieces: dark controls whatever stands on the
dark spaces, light whatever stands on the light ones. A stack is one piece or more on a space. One of the
sides, drawn by chance, starts; a turn is one action.

* Slide, ``b2-d4``: a whole stack goes diagonally over empty spaces onto the first stack and joins it.
* Run, ``c3>c5``: a stack of n, two or more, goes along a rank or file and drops a piece on each of n
  spaces, or of those to the edge. The piece stays on an empty space and joins a stack of its own side or
  an enemy stack of n or more; an enemy stack smaller than n is captured, and both leave the board. A run
  must capture, and cannot stop early.
* Pieces left over at the edge go back to where the run began (option ``edge``: ``ordinary``); they are
  captured together with a stack captured on the edge (``traditional``) or stay there instead of it
  (``tika``), and go back when none was; or they always go into the pit (``tomio``).
* Every piece that a capture removes, the dropped one too, is a point for the side that ran.
* The match ends when the side to act can do nothing. The other one, having moved last, gets the height of
  its tallest stack and the pit. The higher score wins; a tie goes to the side that did not start.

A position text is the heights by rank from the top, the side to act, the side that started, dark's and
light's points, the pieces in the pit::

    1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1 d d 0:0 0

``board`` has the ways to go, ``position`` the rules; ``reader`` reads texts, ``reasons`` what people type,
``words`` and ``picture`` tell them what is there.
"""

from engines.games.prudh.game import Prudh
from engines.games.prudh.position import PrudhPosition

GAME = Prudh()

__all__ = ["GAME", "Prudh", "PrudhPosition"]
