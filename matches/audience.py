"""The visibility of a match: the one place where a secret pick is opened. Default: nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines import Side
from matches.model import DRAWN, Draw, EntryKind, Match, UserId
from matches.players import Human, Player

EVERYONE: Final = None
"""The audience of anything public."""


def picks_seen(match: Match, audience: UserId | None) -> Mapping[Side, tuple[str, ...]]:
    """The picks that ``audience`` (a player, or EVERYONE) may know, by side.

    Blind picks are known only to the person who made them until both are in, and for ever if the match ends
    before that; picks in the open are known as they are made. A player who has a side without having picked
    for it learns nothing by that.
    """
    if match.started or not match.blind:
        return {side: sealed.choices for side, sealed in match.picks.items()}
    if audience is EVERYONE:
        return {}
    reader = Human(audience)
    return {side: sealed.choices for side, sealed in match.picks.items() if _maker(match, side) == reader}


def salts_seen(match: Match, audience: UserId | None) -> Mapping[Side, str]:
    """The salts of the seals that ``audience`` may open, by side: those of the picks that it may know."""
    seen = picks_seen(match, audience)
    salts = {side: match.picks[side].salt for side in match.game.sides if side in seen}
    return {side: salt for side, salt in salts.items() if salt is not None}


def draw_seen(match: Match) -> Draw | None:
    """The draw of a match, once its challenge was taken up; until then, or if it never is, None.

    None too where a bot from before there were seals took it up, which drew anew.
    """
    draw = match.draw
    if draw is None or not match.seated:
        return None
    (own, *_) = (seat.side for seat in match.seats if seat.player == match.challenger)
    became = Draw(draw.salt, match.toss.fell if match.toss else None, own, match.first)
    stands = all(getattr(draw, name) in (None, getattr(became, name)) for name in DRAWN)
    return draw if stands else None


def _maker(match: Match, side: Side) -> Player | None:
    """The person who made the pick of ``side`` in a match that has not begun; None if that is unknown."""
    if (maker := match.picks[side].by) is not None:
        return maker
    # It was stored before that was. Then it was the side's player, unless the side has changed hands.
    acts = [entry for entry in match.entries if entry.kind is EntryKind.HANDED_OVER_BY_ADMIN]
    handed_over = any(act.side == side for act in acts)
    return None if handed_over or not match.has_side(side) else match.player_of(side)
