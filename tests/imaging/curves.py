"""Curves of chances that the tests of the pictures share."""

from __future__ import annotations

from imaging import Chances

_LONG = (
    *(0.52, 0.52, 0.51, 0.53, 0.52, 0.53, 0.53, 0.54, 0.53, 0.55, 0.54, 0.56, 0.55, 0.66, 0.55, 0.55, 0.55),
    *(0.54, 0.54, 0.52, 0.52, 0.51, 0.54, 0.53, 0.53, 0.52, 0.51, 0.58, 0.51, 0.51, 0.41, 0.5, 0.5, 0.56),
    *(0.56, 0.97, 0.97, 0.99, 0.97, 0.93, 0.94, 0.93, 0.93, 0.0, 0.27, 0.0, 0.0, 0.0),
)
_WILD = (0.5, 0.49, 0.5, 0.5, 0.49, 0.48, 0.5, 0.5, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0)

LONG = Chances(
    ("green", "blue"), tuple((2 * at, one) for at, one in enumerate(_LONG)), ((13, "1"), (33, "2"), (42, "3"))
)
"""A long match: even for a while, then won, then thrown away."""
WILD = Chances(("dark", "light"), tuple(enumerate(_WILD)), ((8, "1"), (9, "2"), (10, "3")), "dark-sea")
"""Three turns in a row that each threw everything away."""
SHORT = Chances(("predator", "prey"), ((0, 0.5), (7, 0.9), (15, 0.3)), ((1, "1"),), "wood")
