"""A draw by agreement, in the games that allow one: offered, refused, or void once somebody plays on.

Offers and refusals are entries of the record. An offer stands while it is the last entry, so any action
takes it off the table.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engines import Side
from matches import finish
from matches.errors import DrawError, DrawProblem
from matches.model import Entry, EntryKind, Match


def offered_by(match: Match) -> Side | None:
    """The side whose offer stands, or None."""
    last = match.entries[-1] if match.entries else None
    return last.side if last is not None and last.kind is EntryKind.DRAW_OFFER else None


def last_offer(match: Match) -> int | None:
    """The number of the last offer made since the last action, standing or refused, or None."""
    for number in range(len(match.entries), 0, -1):
        kind = match.entries[number - 1].kind
        if kind is EntryKind.DRAW_OFFER:
            return number
        if kind.of_play:
            return None
    return None


def offered(match: Match, side: Side, ply: int, now: datetime) -> Match:
    """``match`` with the offer of ``side``; at its end, if the other side's stands. Raises DrawError."""
    if not match.rules.draws:
        raise DrawError(match, DrawProblem.NONE_IN_GAME)
    if offered_by(match) == match.rules.other(side):
        return finish.by_agreement(match, now)
    if _asked_already(match, side):
        raise DrawError(match, DrawProblem.ASKED)
    return _with(match, EntryKind.DRAW_OFFER, side, ply, now)


def agreed(match: Match, side: Side, now: datetime) -> Match:
    """``match`` ended by the side that was offered a draw. Raises DrawError."""
    _check_offered_to(match, side)
    return finish.by_agreement(match, now)


def refused(match: Match, side: Side, ply: int, now: datetime) -> Match:
    """``match`` with the offer to ``side`` turned down. Raises DrawError."""
    _check_offered_to(match, side)
    return _with(match, EntryKind.DRAW_REFUSAL, side, ply, now)


def _check_offered_to(match: Match, side: Side) -> None:
    by = offered_by(match)
    if by is None:
        raise DrawError(match, DrawProblem.NOT_OFFERED)
    if by == side:
        raise DrawError(match, DrawProblem.OWN_OFFER)


def _asked_already(match: Match, side: Side) -> bool:
    """Whether ``side`` has offered a draw since its own last action: once is asking, twice is pestering."""
    for entry in reversed(match.entries):
        if entry.side == side and entry.kind is not EntryKind.DRAW_REFUSAL:
            return entry.kind is EntryKind.DRAW_OFFER
    return False


def _with(match: Match, kind: EntryKind, side: Side, ply: int, now: datetime) -> Match:
    return replace(match, entries=(*match.entries, Entry(kind, "", side, ply, now)), changed_at=now)
