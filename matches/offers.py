"""What one player asks of the other: a draw, or to take a turn back. Playing on takes it off the table.

Offers and refusals are entries of the record. An offer stands while it is the last entry, so any action
takes it off the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Final

from engines import Side
from engines.record import History
from matches import finish
from matches.errors import OfferError, OfferProblem
from matches.model import Entry, EntryKind, Match, OfferKind

_OFFERED: Final = {EntryKind.DRAW_OFFER: OfferKind.DRAW, EntryKind.TAKE_BACK_OFFER: OfferKind.TAKE_BACK}
_ENTRY: Final = {kind: entry for entry, kind in _OFFERED.items()}
_REFUSAL: Final = {
    OfferKind.DRAW: EntryKind.DRAW_REFUSAL,
    OfferKind.TAKE_BACK: EntryKind.TAKE_BACK_REFUSAL,
}


@dataclass(frozen=True, slots=True)
class Offer:
    """What is asked, and by which side."""

    kind: OfferKind
    by: Side


def standing(match: Match) -> Offer | None:
    """The offer that waits for an answer, or None."""
    last = match.entries[-1] if match.entries and match.result is None else None
    kind = _OFFERED.get(last.kind) if last is not None else None
    return None if last is None or kind is None else Offer(kind, last.side)


def last_offer(match: Match, since: int) -> int | None:
    """The number of the last offer made from ply ``since`` on, standing or not, or None."""
    for number, entry in zip(range(len(match.entries), 0, -1), reversed(match.entries), strict=True):
        if entry.kind in _OFFERED and entry.ply >= since:
            return number
    return None


def granted(match: Match) -> int:
    """How many turns were taken back by consent."""
    return sum(_is_granted(asked, answer) for asked, answer in pairwise(match.entries))


def _is_granted(asked: Entry, answer: Entry) -> bool:
    kinds = (asked.kind, answer.kind)
    return kinds == (EntryKind.TAKE_BACK_OFFER, EntryKind.TAKE_BACK) and asked.side == answer.side


def may_ask(match: Match, kind: OfferKind, side: Side, history: History) -> OfferProblem | None:
    """Why ``side`` cannot ask for this now, or None."""
    if not (match.rules.draws if kind is OfferKind.DRAW else match.takebacks):
        return OfferProblem.NONE_IN_MATCH
    if kind is OfferKind.TAKE_BACK and not _reach(history, side):
        return OfferProblem.NOTHING
    other = standing(match)
    if other is not None and other.by != side and other.kind is not kind:
        return OfferProblem.ANSWER_FIRST
    return OfferProblem.ASKED if _asked_already(match, kind, side) else None


def made(match: Match, kind: OfferKind, side: Side, history: History, now: datetime) -> Match:
    """``match`` with what ``side`` asks; with the answer, if the other side asks for the same draw.

    Raises OfferError.
    """
    if kind is OfferKind.DRAW and standing(match) == Offer(kind, match.rules.other(side)):
        return agreed(match, side, history, now)
    if problem := may_ask(match, kind, side, history):
        raise OfferError(match, kind, problem)
    return _with(match, _ENTRY[kind], side, history.position.ply, now)


def agreed(match: Match, side: Side, history: History, now: datetime) -> Match:
    """``match`` after ``side`` gave the other one what it asks for. Raises OfferError."""
    offer = _offered_to(match, side)
    if offer.kind is OfferKind.DRAW:
        return finish.by_agreement(match, now)
    for taken in range(_reach(history, offer.by)):
        ply = history.position.ply - taken - 1
        match = _with(match, EntryKind.TAKE_BACK, offer.by, ply, now)
    return match


def refused(match: Match, side: Side, history: History, now: datetime) -> Match:
    """``match`` with the offer to ``side`` turned down. Raises OfferError."""
    offer = _offered_to(match, side)
    return _with(match, _REFUSAL[offer.kind], side, history.position.ply, now)


def _offered_to(match: Match, side: Side) -> Offer:
    offer = standing(match)
    if offer is None:
        raise OfferError(match, None, OfferProblem.NOT_OFFERED)
    if offer.by == side:
        raise OfferError(match, offer.kind, OfferProblem.OWN_OFFER)
    return offer


def _reach(history: History, side: Side) -> int:
    """How many actions go back to the beginning of the last turn that ``side`` has finished.

    Where the other side had a choice to make in the middle of it, to what follows that choice.

    0 while it can take back by itself, and when it has not finished one.
    """
    if history.can_take_back() and history.position.to_act == side:
        return 0
    first = len(history.played)
    while first and history.played[first - 1].side != side:
        first -= 1
    if not first:
        return 0
    while first and history.played[first - 1].side == side:
        first -= 1
    return len(history.played) - first


def _asked_already(match: Match, kind: OfferKind, side: Side) -> bool:
    """Whether ``side`` has asked and not moved on since: once is asking, twice is pestering."""
    own = [entry for entry in match.entries if entry.side == side]
    asked = [number for number, entry in enumerate(own) if entry.kind is _ENTRY[kind]]
    if not asked:
        return False
    since = [entry.kind for entry in own[asked[-1] + 1 :]]
    if since and since[0] is EntryKind.TAKE_BACK:
        return False  # it was granted
    # What was done and taken back is no move.
    return since.count(EntryKind.ACTION) <= since.count(EntryKind.TAKE_BACK)


def _with(match: Match, kind: EntryKind, side: Side, ply: int, now: datetime) -> Match:
    return replace(match, entries=(*match.entries, Entry(kind, "", side, ply, now)), changed_at=now)
