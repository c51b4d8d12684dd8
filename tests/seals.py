"""Seals held still, for what is compared over different picks: each tells nothing, and differs every time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from matches import Match
from matches.lifecycle import seals


def held_still(seen: Any, matches: Iterable[Match]) -> Any:
    """``seen``, lists and texts in it, with the seals of these matches alike."""
    found: dict[str, str] = {}
    for match in matches:
        found |= {seal: f"seal on {side}" for side, seal in seals.of_picks(match).items()}
        if (seal := seals.of_draw(match)) is not None and match.draw is not None:
            found |= {seal: "seal on the draw", match.draw.salt: "salt of the draw"}
    return _replaced(seen, found)


def _replaced(seen: Any, found: dict[str, str]) -> Any:
    if isinstance(seen, str):
        for seal, name in found.items():
            seen = seen.replace(seal, name).replace(seal[: seals.SHOWN], name)
        return seen
    if isinstance(seen, list | tuple):
        return type(seen)(_replaced(one, found) for one in seen)
    return seen
