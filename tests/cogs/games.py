"""Whole games of Prawns, found by playing at random: turns between slashes, green first."""

from __future__ import annotations

EATEN = (
    "a2xa7 / d8-d6 / e1-e3 / h7xa7 / h2xd6 / f8-f6 / d6xb8 b8=C / a8xb8 / f1-f3 / a7-a3 / a1-b2 / a3xe3 "
    "/ f3-e4 / e3xe4 / g1-f1 / e4-g4 / c1-a3 / f6-f5 / a3-a4 / g4xa4 / b2-c3 / a4-f4 / f1-f2 / f4xf2 / "
    "c3-d3 / b8-c7 / b1-b2 / f2xb2 / h1-g2 / b2xg2 / d1-c1 / c8-d7 / c1-b2 / h8-h6 / b2-a3 / h6-g7 / "
    "a3-b2 / d7-d8 / b2-a1 / d8-d7 / d3-e2 / g2xe2 / a1-b2 / e2xb2"
)
"""Blue wins by eating, with an evolution of each side's."""

EVAPORATED = (
    "h2xb8 b8=C / h7xh1 h1=L / b8=S b8xa7 / h1=S a8xa7 h1=L / e1-e3 / h1=C h1xg1 g1=L / a2xa7 / g1xe3 / "
    "a1-a2 / c8-b7 / b1-b3 / e3xc1 end / a7xb7 / c1=C c1xd1 d1=S / f1-e1 / d1=C d1xe1 e1=S / b7-b4 / "
    "e1=L e1xb4 / b3xb4 / h8-g7 / b4-c5 / e8-e6 / a2-b2 / g7-e8 / c5-d4 / g8-h7 / b2-b3 / e6-e7 / b3-a4 "
    "/ h7-g6 / d4-d5 / g6-f7 / d5-e5 / f8-f6 / e5xf6 / f7-d7 / f6xe7 / e8xe7 / a4-b5 / d7-d6 / b5-c6 / "
    "d6=L d6-e8 / c6-c7 / e7=L d8xc7"
)
"""Evolutions before and after moves, `end`, and a sea that shrinks to the end."""

DRY = (
    "a2xa4 / e4xe2 / e1xe2 / b5xa4 / d1-d3 / d5-c4 / d3xc4 / c5xc4 / c1-b2 / a5-a3 / b2xa3 / a4xa3 / "
    "e2-e3 / c4-c5 / b1-a2 / e5-e4 / e3xe4 / a3xa2 / e4-d4 / a2xa1 a1=S / d4xc5 c5=L / a1-c2 / c5-dry"
)
"""5x5: a prawn without a move must leave the sea, and loses."""

SMALL = (
    "a2xa4 / b5xa4 / a1-a3 / a4xa3 / c1-c3 / e4xe2 / d1xe2 / d5-d3 / c3-d4 / d3xd4 / b1-b2 / a3xb2 / "
    "e2-e3 / d4xe3 / e1-d2 / e3xd2"
)
"""5x5 without revival."""
