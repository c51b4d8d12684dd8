"""The stages that a match goes through, and the people each is for."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engines.record import History
from matches.lifecycle import offers, oops, setup
from matches.lifecycle.finish import AGREED_ON, IDLE, RESIGNED
from matches.lifecycle.history import turn_start
from matches.model import Entry, EntryKind, Match, Phase, UserId
from matches.players import Player, users_of

PRACTICE: Final = "practice"
"""The stage of a match that one person plays on both sides: one card is enough, forward and back."""
_FOR_BOTH: Final = frozenset({EntryKind.TIME_UP, EntryKind.REWOUND_BY_ADMIN, EntryKind.HANDED_OVER_BY_ADMIN})
"""Entries that both players want to know of: one may claim the win now, and the other can still move."""
_OF_ITS_OWN: Final = (
    offers.OFFERS
    | _FOR_BOTH
    | frozenset({EntryKind.PAUSED, EntryKind.GONE_ON, EntryKind.TIME_UP, EntryKind.MORE_TIME})
)
"""Entries that ask somebody something, or tell them, and so begin a stage."""
_TAKES_BACK: Final = frozenset({EntryKind.TAKE_BACK_OFFER, EntryKind.REWOUND_BY_ADMIN})


def stage_of(match: Match, history: History | None) -> str:
    """A short word that stays the same while one card is enough: a setup, a turn, the end.

    ``history`` is that of a match in play. No stage comes twice.
    """
    if match.phase is Phase.SETUP:
        number = _last_of_its_own(match)
        picking = "setup" if match.blind else f"setup:{len(match.picks)}"
        return f"{picking}e{number}" if number else picking
    if match.phase is not Phase.PLAYING or history is None:
        return match.phase.value
    if match.both_sides:
        return PRACTICE
    number = _last_of_its_own(match)
    if not number:
        return f"turn:{turn_start(history)}"
    # In direct messages a refusal would change the card of one of them only.
    answered = match.shown.direct and match.entries[number - 1].kind in offers.OFFERS
    refused = answered and offers.standing(match) is None
    return f"turn:{turn_start(history)}e{number}{'x' if refused else ''}"


def undone_stages(match: Match) -> set[str]:
    """The stages that began with a turn which its player took back at once: their cards are to go."""
    found = set()
    for number, entry in enumerate(match.entries):
        if oops.says_so(entry):
            since = _last_of_its_own(replace(match, entries=match.entries[:number]))
            found.add(f"turn:{entry.ply}{f'e{since}' if since else ''}")
    return found


def _last_of_its_own(match: Match) -> int:
    """The number of the last entry that began a stage, or 0.

    Turns that were taken back for it begin one too, of the number of the last of them: after them turns come
    again that were there before.
    """
    taken_back = 0
    for number, entry in zip(range(len(match.entries), 0, -1), reversed(match.entries), strict=True):
        if entry.kind is EntryKind.TAKE_BACK:
            taken_back = taken_back or number
        elif entry.kind in _OF_ITS_OWN:
            # A take-back by the other one within their own turn was not asked for.
            granted = taken_back and match.entries[taken_back - 1].side == entry.side
            return taken_back if entry.kind in _TAKES_BACK and granted else number
        else:
            taken_back = 0
    return 0


def awaited(match: Match, history: History | None) -> tuple[Player, ...]:
    """The players the match waits for: whoever is challenged, still picks, or has to act."""
    if match.phase is Phase.CHALLENGED:
        return () if match.opponent is None else (match.opponent,)
    if match.phase is Phase.SETUP:
        return tuple(match.player_of(side) for side in setup.choosing(match))
    side = history.position.to_act if history is not None and match.phase is Phase.PLAYING else None
    return () if side is None else (match.player_of(side),)


def addressed(match: Match, history: History | None) -> tuple[UserId, ...]:
    """The people that the present stage is for."""
    return users_of(_addressed(match, history))


def _addressed(match: Match, history: History | None) -> tuple[Player, ...]:
    if match.phase is Phase.FINISHED:
        return _told_of_the_end(match)
    if match.phase is Phase.SETUP and _just_handed_over(match):
        return match.players
    if match.phase is not Phase.PLAYING:
        return awaited(match, history)
    if oops.is_the_last(match):
        return ()  # whoever took their turn back is at the board, and nobody else has anything to do
    if offer := offers.standing(match):
        return (match.player_of(match.game.other(offer.by)),)
    last = _last_event(match)
    if last is not None and last.kind in _FOR_BOTH:
        return match.players
    if last is not None and last.kind is EntryKind.PAUSED:
        # The player who asked for it is told that it was agreed to.
        return (match.player_of(match.game.other(last.side)),)
    return awaited(match, history)


def _just_handed_over(match: Match) -> bool:
    """True if nobody has picked since a side was handed over in the setup; a pick leaves no entry."""
    return bool(match.entries) and match.entries[-1].at == match.changed_at


def _last_event(match: Match) -> Entry | None:
    """The last entry but for comings and goings."""
    passing = (EntryKind.AWAY, EntryKind.BACK, EntryKind.TAKE_BACK)
    return next((entry for entry in reversed(match.entries) if entry.kind not in passing), None)


def _told_of_the_end(match: Match) -> tuple[Player, ...]:
    """The players who did not end the match themselves."""
    result = match.result
    last = match.entries[-1] if match.entries else None
    if result is not None and result.reason == IDLE:
        return match.players
    if result is not None and result.reason == RESIGNED and result.winner is not None:
        return (match.player_of(result.winner),)
    if result is not None and result.reason in AGREED_ON and last is not None and last.kind in offers.OFFERS:
        # Its last entry is the offer that was agreed to.
        return (match.player_of(last.side),)
    # Not by the player of an action that played itself: they do not know of it.
    by_player = last is not None and last.kind in (EntryKind.ACTION, EntryKind.CLAIMED)
    ended_by = last.side if last is not None and by_player else None
    return tuple(seat.player for seat in match.seats if seat.side != ended_by)
