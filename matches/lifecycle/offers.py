"""Offers between players: a draw, a pause, a take-back. Playing on ends an offer.

Offers and refusals are entries of the record. An offer stands while only effects of time come after it, so
any action ends it. Only a draw offer stands while its own player moves or takes back, as in FIDE's laws
(9.1), if the conduct of the match says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from engines import Side
from engines.record import History
from matches.errors import Problem, Refused
from matches.lifecycle import finish
from matches.model import DRAWS_STAND, Entry, EntryKind, Match, MatchFacts, OfferKind
from matches.time.intervals import Interval

_OFFERED: Final = {
    EntryKind.DRAW_OFFER: OfferKind.DRAW,
    EntryKind.TAKE_BACK_OFFER: OfferKind.TAKE_BACK,
    EntryKind.PAUSE_OFFER: OfferKind.PAUSE,
    EntryKind.GO_ON_OFFER: OfferKind.GO_ON,
    EntryKind.NO_RESULT_OFFER: OfferKind.NO_RESULT,
}
OFFERS: Final = frozenset(_OFFERED)
"""The entries that are offers."""
_ENTRY: Final = {kind: entry for entry, kind in _OFFERED.items()}
_REFUSAL: Final = {
    OfferKind.DRAW: EntryKind.DRAW_REFUSAL,
    OfferKind.TAKE_BACK: EntryKind.TAKE_BACK_REFUSAL,
    OfferKind.PAUSE: EntryKind.PAUSE_REFUSAL,
    OfferKind.GO_ON: EntryKind.GO_ON_REFUSAL,
    OfferKind.NO_RESULT: EntryKind.NO_RESULT_REFUSAL,
}
_PASSING: Final = frozenset({EntryKind.AWAY, EntryKind.BACK, EntryKind.TIME_UP, EntryKind.MORE_TIME})
"""Entries about the clock, which leave an offer standing."""
_MUTUAL: Final = frozenset(OfferKind) - {OfferKind.TAKE_BACK}
"""Offers that mean the same from both sides: making the same offer accepts the other side's."""

PAUSE_FOR: Final = timedelta(days=7)
"""The length of a pause, unless both players end it before."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer: its kind, and the side that makes it.

    ``outlasts_moves``: whether it stands until the other side answers or moves. ``played``: whether its own
    side has played since.
    """

    kind: OfferKind
    by: Side
    outlasts_moves: bool = field(default=False, compare=False)
    played: bool = field(default=False, compare=False)


def pending(match: Match) -> Offer | None:
    """The offer that is waiting for an answer, or None."""
    return None if match.result else accepted(match)


def accepted(match: Match) -> Offer | None:
    """The offer that a match ended with, if it ended by agreement; None if there is none to agree to."""
    stands = match.terms.conduct >= DRAWS_STAND
    mover: Side | None = None
    for entry in reversed(match.entries):
        if entry.kind in _PASSING:
            continue
        if (kind := _OFFERED.get(entry.kind)) and not entry.is_oops:
            outlasts = stands and kind is OfferKind.DRAW
            if mover is not None and not (outlasts and mover == entry.side):
                return None
            return Offer(kind, entry.side, outlasts, played=mover is not None)
        plays = entry.kind.of_play or entry.is_oops
        if not (stands and plays and mover in (None, entry.side)):
            return None
        mover = entry.side
    return None


def may_ask(match: Match, kind: OfferKind, side: Side, history: History, now: datetime) -> Problem | None:
    """Why ``side`` cannot make an offer of this kind now, or None."""
    if not _has(match, kind):
        return Problem.OFFER_NOT_HERE
    if kind in (OfferKind.PAUSE, OfferKind.GO_ON) and paused(match, now) == (kind is OfferKind.PAUSE):
        return Problem.OFFER_OF_NOTHING
    if kind is OfferKind.TAKE_BACK and not reach(history, side):
        return Problem.OFFER_OF_NOTHING
    offer = pending(match)
    if offer is not None and offer.by != side and offer.kind is not kind:
        return Problem.OFFER_ANSWER_FIRST
    asked = offer == Offer(kind, side) or _asked_already(match, kind, side)
    return Problem.OFFER_ASKED if asked else None


def made(match: Match, kind: OfferKind, side: Side, history: History, now: datetime) -> Match:
    """``match`` with the offer of ``side``; already agreed if the other side has made the same offer.

    Raises Refused.
    """
    if kind in _MUTUAL and pending(match) == Offer(kind, match.game.other(side)):
        return agreed(match, side, history, now)
    if problem := may_ask(match, kind, side, history, now):
        raise _refusal(match, problem, kind=kind)
    return _with(match, _ENTRY[kind], side, history.position.ply, now)


def agreed(match: Match, side: Side, history: History, now: datetime) -> Match:
    """``match`` after ``side`` accepted the other side's offer. Raises Refused."""
    offer = _offered_to(match, side)
    if offer.kind is OfferKind.DRAW:
        return finish.by_agreement(match, now)
    if offer.kind is OfferKind.NO_RESULT:
        return finish.without_result(match, now)
    if offer.kind is OfferKind.PAUSE:
        # The match keeps one pause: subtract an earlier one of this turn before it is replaced.
        clocks = match.clocks and match.clocks.counted(now)
        match = replace(match, clocks=clocks, pause=Interval(now, now + PAUSE_FOR))
        return _with(match, EntryKind.PAUSED, side, history.position.ply, now)
    if offer.kind is OfferKind.GO_ON:
        return gone_on(match, side, history.position.ply, now)
    for taken in range(reach(history, offer.by)):
        ply = history.position.ply - taken - 1
        match = _with(match, EntryKind.TAKE_BACK, offer.by, ply, now)
    return match


def gone_on(match: Match, side: Side, ply: int, now: datetime) -> Match:
    """``match`` with its pause ended, because ``side`` agreed or its time is over."""
    assert match.pause is not None, "there is a pause to end"
    match = replace(match, pause=Interval(match.pause.start, min(now, match.pause.end)))
    return _with(match, EntryKind.GONE_ON, side, ply, now)


def paused(match: MatchFacts, now: datetime) -> bool:
    """True if the match is paused."""
    return match.pause is not None and match.pause.holds(now)


def refused(match: Match, side: Side, history: History, now: datetime) -> Match:
    """``match`` after ``side`` refused the offer made to it. Raises Refused."""
    offer = _offered_to(match, side)
    return _with(match, _REFUSAL[offer.kind], side, history.position.ply, now)


def _offered_to(match: Match, side: Side) -> Offer:
    offer = pending(match)
    if offer is None:
        raise _refusal(match, Problem.OFFER_GONE)
    if offer.by == side:
        raise _refusal(match, Problem.OFFER_OWN)
    return offer


def _refusal(match: Match, problem: Problem, **facts: OfferKind) -> Refused:
    return Refused(Problem.NOBODY_TO_ASK if match.both_sides else problem, match=match, **facts)


def reach(history: History, side: Side) -> int:
    """The number of actions back to the start of the last turn that ``side`` has finished.

    If the other side made a choice in the middle of that turn, only back to the action after the choice.

    0 while ``side`` can take back by itself, or if it has not finished a turn.
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


def _has(match: Match, kind: OfferKind) -> bool:
    """True if ``match`` allows offers of this kind."""
    if match.both_sides:
        return kind is OfferKind.NO_RESULT  # there is no other player to ask
    if kind is OfferKind.DRAW:
        return match.game.draws
    if kind is OfferKind.TAKE_BACK:
        return match.terms.takebacks
    return kind is OfferKind.NO_RESULT or match.terms.pace.timed


def _asked_already(match: Match, kind: OfferKind, side: Side) -> bool:
    """True if ``side`` has made this offer and not moved since: it may not be repeated before."""
    own = [entry for entry in match.entries if entry.side == side]
    asked = [number for number, entry in enumerate(own) if entry.kind is _ENTRY[kind]]
    if not asked:
        return False
    since = [entry.kind for entry in own[asked[-1] + 1 :]]
    if since and since[0] is EntryKind.TAKE_BACK:
        return False  # it was granted
    if kind in (OfferKind.PAUSE, OfferKind.GO_ON) and _answered_since(match, kind):
        return False
    # An action that was taken back does not count as a move.
    return sum(kind.is_action for kind in since) <= since.count(EntryKind.TAKE_BACK)


def _answered_since(match: Match, kind: OfferKind) -> bool:
    """True if the last offer of a pause, or of its end, was accepted."""
    answer = EntryKind.PAUSED if kind is OfferKind.PAUSE else EntryKind.GONE_ON
    kinds = [entry.kind for entry in match.entries if entry.kind in (_ENTRY[kind], answer)]
    return kinds[-1:] == [answer]


def _with(match: Match, kind: EntryKind, side: Side, ply: int, now: datetime) -> Match:
    return match.with_entries(Entry(kind, "", side, ply, now))
