"""Pictures: a :class:`engines.Diagram` goes in, a PNG file with its alt text comes out.

:func:`draw` and :func:`draw_coin` are pure and synchronous; :class:`Studio` is the way to them from an
event loop. Nothing here knows Discord, people or clocks.

A board of squares and one of hexes each have a painter, and share all else: pieces, strips, colours.

How a board is made: what does not change while playing (the *ground*) and every piece on every kind of
cell (the *tiles*) are drawn once, large, reduced, and brought to a fixed palette of at most 64
colours. A picture is then a copy of the ground, tiles pasted on it, and one run of deflate.

To look at a position: ``python -m imaging prawns board.png "POSITION TEXT"``. The golden pictures, one of
which is the README's, are rewritten by ``python -m tests.imaging.golden``.
"""

from __future__ import annotations

from imaging.coin import Face, draw_coin
from imaging.painter import WIDTH, draw
from imaging.picture import Picture
from imaging.studio import Studio

__all__ = ["WIDTH", "Face", "Picture", "Studio", "draw", "draw_coin"]
