"""The stages of a match, each with a card of its own, and the people each is for."""

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
"""The only stage of a match that one person plays on both sides: its card is edited for every action."""
_FOR_BOTH: Final = frozenset({EntryKind.TIME_UP, EntryKind.REWOUND_BY_ADMIN, EntryKind.HANDED_OVER_BY_ADMIN})
"""Entries that both players are told of, as after a flag fall: one may claim, the other can still move."""
_OF_ITS_OWN: Final = (
    offers.OFFERS
    | _FOR_BOTH
    | frozenset({EntryKind.PAUSED, EntryKind.GONE_ON, EntryKind.TIME_UP, EntryKind.MORE_TIME})
)
"""Entries that ask or tell a player something, and so begin a stage."""
_TAKES_BACK: Final = frozenset({EntryKind.TAKE_BACK_OFFER, EntryKind.REWOUND_BY_ADMIN})


def stage_of(match: Match, history: History | None) -> str:
    """The name of the current stage, which stays the same while one card is enough: a setup, a turn, the end.

    ``history`` is required for a match in play. No stage comes twice.
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
    # In direct messages, editing the card after a refusal would reach only one of the players.
    direct = any(place.shown.direct for place in match.places)
    answered = direct and match.entries[number - 1].kind in offers.OFFERS
    refused = answered and offers.pending(match) is None
    return f"turn:{turn_start(history)}e{number}{'x' if refused else ''}"


def undone_stages(match: Match) -> set[str]:
    """The stages that began with a turn that an oops took back: their cards are to be deleted."""
    found = set()
    for number, entry in enumerate(match.entries):
        if entry.is_oops:
            since = _last_of_its_own(replace(match, entries=match.entries[:number]))
            found.add(f"turn:{entry.ply}{f'e{since}' if since else ''}")
    return found


def _last_of_its_own(match: Match) -> int:
    """The number of the last entry that began a stage, or 0.

    If that entry undid turns, it is the number of the last undone action instead: turns that follow have
    the same numbers as before, and need stages of their own.
    """
    taken_back = 0
    for number, entry in zip(range(len(match.entries), 0, -1), reversed(match.entries), strict=True):
        if entry.kind is EntryKind.TAKE_BACK:
            taken_back = taken_back or number
        elif entry.kind in _OF_ITS_OWN:
            # A take-back by the other side within its own turn needed no consent.
            granted = taken_back and match.entries[taken_back - 1].side == entry.side
            return taken_back if entry.kind in _TAKES_BACK and granted else number
        else:
            taken_back = 0
    return 0


def awaited(match: Match, history: History | None) -> tuple[Player, ...]:
    """The players the match waits for: to accept, to pick, or to act."""
    if match.phase is Phase.CHALLENGED:
        return () if match.opponent is None else (match.opponent,)
    if match.phase is Phase.SETUP:
        return tuple(match.player_of(side) for side in setup.choosing(match))
    side = history.position.to_act if history is not None and match.phase is Phase.PLAYING else None
    return () if side is None else (match.player_of(side),)


def addressed(match: Match, history: History | None) -> tuple[UserId, ...]:
    """The users that the current stage is for."""
    return users_of(_addressed(match, history))


def _addressed(match: Match, history: History | None) -> tuple[Player, ...]:
    if match.phase is Phase.FINISHED:
        return _told_of_the_end(match)
    if match.phase is Phase.SETUP and _just_handed_over(match):
        return match.players
    if match.phase is not Phase.PLAYING:
        return awaited(match, history)
    if oops.is_the_last(match):
        return ()  # the player who took their turn back is at the board; the other just waits
    last = _last_entry(match)
    if last is not None and last.kind in _FOR_BOTH:
        return match.players
    if offer := offers.pending(match):
        return (match.player_of(match.game.other(offer.by)),)
    if last is not None and last.kind is EntryKind.PAUSED:
        # Tell the player who asked for the pause that it was accepted.
        return (match.player_of(match.game.other(last.side)),)
    return awaited(match, history)


def _just_handed_over(match: Match) -> bool:
    """True if handing over a side was the last change in the setup; a pick leaves no entry."""
    return bool(match.entries) and match.entries[-1].at == match.changed_at


def _last_entry(match: Match) -> Entry | None:
    """The last entry, not counting vacations and take-backs."""
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
    if result is not None and result.reason in AGREED_ON and (offer := offers.accepted(match)):
        return (match.player_of(offer.by),)
    # The player of a forced action did not end the match: they do not know of it yet.
    by_player = last is not None and last.kind in (EntryKind.ACTION, EntryKind.CLAIMED)
    ended_by = last.side if last is not None and by_player else None
    return tuple(seat.player for seat in match.seats if seat.side != ended_by)
