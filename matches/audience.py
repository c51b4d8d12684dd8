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
    before that; open picks are known as they are made. A player who took over a side from the one who picked
    for it does not see the pick.
    """
    if match.started or not match.blind:
        return {side: sealed.choices for side, sealed in match.picks.items()}
    if audience is EVERYONE:
        return {}
    reader = Human(audience)
    return {side: sealed.choices for side, sealed in match.picks.items() if _maker(match, side) == reader}


def salts_seen(match: Match, audience: UserId | None) -> Mapping[Side, str]:
    """The salts of the picks that ``audience`` may know, by side."""
    seen = picks_seen(match, audience)
    salts = {side: match.picks[side].salt for side in match.game.sides if side in seen}
    return {side: salt for side, salt in salts.items() if salt is not None}


def draw_seen(match: Match) -> Draw | None:
    """The draw of a match whose challenge was accepted, else None.

    Also None if the match does not follow its draw: a version of the bot without seals accepted the
    challenge and drew again.
    """
    draw = match.draw
    if draw is None or not match.seated:
        return None
    (own, *_) = (seat.side for seat in match.seats if seat.player == match.challenger)
    became = Draw(draw.salt, match.toss.fell if match.toss else None, own, match.first)
    stands = all(getattr(draw, name) in (None, getattr(became, name)) for name in DRAWN)
    return draw if stands else None


def _maker(match: Match, side: Side) -> Player | None:
    """The player who picked for ``side`` in a match that has not begun; None if unknown."""
    if (maker := match.picks[side].by) is not None:
        return maker
    # An old row without the maker: the side's player made it, unless the side has changed hands.
    acts = [entry for entry in match.entries if entry.kind is EntryKind.HANDED_OVER_BY_ADMIN]
    handed_over = any(act.side == side for act in acts)
    return None if handed_over or not match.has_side(side) else match.player_of(side)
