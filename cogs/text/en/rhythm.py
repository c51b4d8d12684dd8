"""Texts about reply rhythms: how long players usually take for a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from matches.rhythm import PartOfDay, ShownRhythm

_PARTS: Final[Mapping[PartOfDay, str]] = {
    PartOfDay.NIGHT: "nights",
    PartOfDay.MORNING: "mornings",
    PartOfDay.AFTERNOON: "afternoons",
    PartOfDay.EVENING: "evenings",
}
_DAY: Final = 24


def usually(rhythm: ShownRhythm) -> str:
    """The usual time of a player for a turn, and the part of the reader's day if there is one."""
    mostly = f", mostly {_PARTS[rhythm.mostly]}" if rhythm.mostly else ""
    return f"usually answers within {_span(rhythm.hours)}{mostly}"


def _span(hours: int) -> str:
    days = -(-hours // _DAY)
    if hours < _DAY:
        return "an hour" if hours == 1 else f"{hours} hours"
    return "a day" if days == 1 else f"{days} days"
