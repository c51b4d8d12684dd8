"""Predation, by Quentin Long (https://www.anthrozine.com/misc/predation.boardgame.html).

Pointy-top hexes in 13 rows, nine (a to i) in odd rows and eight in even ones. Five predators start in the
Lair, c13 to g13, and nine prey in the Warren, a1 to i1; what is not on the board, of 64 pieces in all,
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

    2PPPPP2/8/9/8/9/8/9/8/9/8/9/8/yyyyyyyyy p move - 0

With the option ``lair`` at 7 the Lair is b13 to h13, and seven predators start. The first version of the
rules had that Lair and a Warren of seven, b1 to h1, and differs in nothing else: matches that began by it end
by it. A position text says neither its version nor its Lair.

``board-2.txt`` is the board, ``board-1.txt`` that of the first version, ``board`` its geometry; ``ways`` has
every action there can be, ``position`` the rules; ``position_text`` reads texts, ``notation`` what people
type and ``explain`` why it cannot be played, ``describe`` and ``diagram`` tell them what is there.
"""

from engines.games.predation.game import Predation
from engines.games.predation.position import PredationPosition

GAME = Predation()

__all__ = ["GAME", "Predation", "PredationPosition"]
