"""Who may see what of a match: the one place where a secret pick is opened. Default: nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines import Side
from matches.model import Match, UserId

EVERYONE: Final = None
"""The audience of anything public."""


def picks_seen(match: Match, audience: UserId | None) -> Mapping[Side, tuple[str, ...]]:
    """The picks that ``audience`` (a player, or EVERYONE) may know, by side.

    Blind picks are known to their own player only until both are in, and for ever if the match ends
    before that; picks in the open are known as they are made.
    """
    if match.started or not match.blind:
        return {side: sealed.choices for side, sealed in match.picks.items()}
    if audience is EVERYONE:
        return {}
    own = match.side_of(audience)
    return {side: sealed.choices for side, sealed in match.picks.items() if side == own}
