"""A choice within the other side's turn, said in advance: an order of points, or any of them."""

from __future__ import annotations

import re
from typing import Final

from cogs.kit.errors import Refusal
from cogs.text import advance_texts
from engines import Hexes, Squares

MOST_POINTS: Final = 40
"""Points of an order: more than a game can have asked for at once."""
LONGEST: Final = 200
"""Characters of the form's field."""
_BETWEEN: Final = re.compile(r"[\s,;>]+")


def points_in(text: str, shape: Squares | Hexes) -> tuple[str, ...]:
    """The points that ``text`` names, each once, in its order.

    Raises Refusal without any, for what is no point of the board, and for more than MOST_POINTS.
    """
    words = [word for word in _BETWEEN.split(text.strip()) if word]
    known = set(shape.points)
    unread = [word[:20] for word in words if word.lower() not in known]
    if unread or not words:
        raise Refusal(advance_texts.no_points(unread))
    points = tuple(dict.fromkeys(word.lower() for word in words))
    if len(points) > MOST_POINTS:
        raise Refusal(advance_texts.too_many_points(MOST_POINTS))
    return points
