"""Pictures: a :class:`engines.Diagram` goes in, a PNG file with its alt text comes out.

Besides boards there are the coin, the :class:`Graph` of a rating and the :class:`Ranking` of a game. The
functions that draw are pure and synchronous; :class:`Studio` is the way to them from an event loop.
Nothing here knows Discord, people's names or clocks.

A board of squares and one of hexes each have a painter, and share all else: pieces, strips, colours.

How a board is made: what does not change while playing (the *ground*) and every piece on every kind of
cell (the *tiles*) are drawn once, large, reduced, and brought to a fixed palette of at most 64
colours. A picture is then a copy of the ground, tiles pasted on it, and one run of deflate.

To look at a position: ``python -m imaging prawns board.png "POSITION TEXT"``. The golden pictures, one of
which is the README's, are rewritten by ``python -m tests.imaging.golden``.
"""

from __future__ import annotations

from imaging.coin import Face, draw_coin
from imaging.graph import Graph, draw_graph
from imaging.painter import WIDTH, draw
from imaging.picture import Picture
from imaging.ranked import Ranked
from imaging.ranking import Ranking, draw_ranking
from imaging.studio import Studio

__all__ = [
    "WIDTH",
    "Face",
    "Graph",
    "Picture",
    "Ranked",
    "Ranking",
    "Studio",
    "draw",
    "draw_coin",
    "draw_graph",
    "draw_ranking",
]
