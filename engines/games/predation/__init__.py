"""Predation, by Quentin Long (https://www.anthrozine.com/misc/predation.boardgame.html).

Pointy-top hexes in 13 rows, nine (a to i) in odd rows and eight in even ones. Seven predators start in the
Lair, b13 to h13, and seven prey in the Warren, b1 to h1; what is not on the board, of 64 pieces in all,
is in a bank that both sides spawn from. Predator plays first. A turn is any number of actions and ``end``.

* Each piece moves once a turn, up to five spaces, through its own kind and never through the other's.
* A predator moves in a straight line: ``d13-e10``. It captures the prey it lands on and, if it likes, one
  more next to that one: ``d13xf9``, ``d13xf9+f8``. Right after that it may spawn as many predators in
  the Lair, which do not move this turn: ``*c13``.
* Prey first spawns in the Warren, up to half its number: ``*c1``. It moves along any path: ``c2-e5``. The six
  hexes around a predator are its zone: prey that steps onto an empty one stops there.
* A predator with two other prey next to it is captured by one more moving onto it: ``c5xd6``. Both leave
  the board, the predator player removes one of the prey that helped, ``!c6``, and prey's turn goes on.
* Predator wins when fewer than two prey are left, prey when a second one has landed on the far edge, row 13.
  There are no draws.

A position text is rows from the top, turn, stage, what has moved, what has landed::

    1PPPPPPP1/8/9/8/9/8/9/8/9/8/9/8/1yyyyyyy1 p move - 0

``board.txt`` is the board, ``habitat`` its geometry, ``ways`` has every action there can be, ``position`` the
rules; ``reader`` reads texts, ``typing`` what people type and ``reasons`` why it cannot be played,
``words`` and ``picture`` tell them what is there.
"""

from engines.games.predation.game import Predation
from engines.games.predation.position import PredationPosition

GAME = Predation()

__all__ = ["GAME", "Predation", "PredationPosition"]
