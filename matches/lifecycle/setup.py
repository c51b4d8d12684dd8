"""From an accepted challenge to the first position: seats, the toss, the picks.

Pure functions from a match to the next one; the service stores what they return.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engines import Side
from matches.errors import PickError, PickProblem
from matches.lifecycle import seals
from matches.lifecycle.challenge import drawn
from matches.model import Coin, CoinSide, EntryKind, Match, Phase, Salt, SecretPick, Toss, UserId
from matches.players import Player, SamePerson, Seat


def accepted(
    match: Match, opponent: Player, *, call: CoinSide, blind: bool, coin: Coin, now: datetime
) -> Match:
    """``match`` accepted by ``opponent``: seated, with its first mover, waiting for picks.

    ``call`` is the opponent's call of the coin, used if the game has a toss. ``blind`` asks for hidden picks
    if the challenge offered open ones. ``coin`` decides what was not drawn with the challenge.
    """
    seated = replace(match, opponent=opponent, seats=_seats(match, opponent, coin))
    options = _blind_options(match) if blind else match.options
    tossed = match.game.starter == "toss" and match.first is None
    toss = Toss(call=call, fell=(match.draw and match.draw.coin) or coin()) if tossed else None
    first = _first(seated, opponent, toss, coin)
    awaiting = replace(
        seated, options=options, toss=toss, first=first, phase=Phase.SETUP, deadline_at=None, changed_at=now
    )
    return begun(awaiting)


def begun(match: Match) -> Match:
    """``match`` in play if all picks are in, else unchanged."""
    return match if awaited(match) else replace(match, phase=Phase.PLAYING)


def awaited(match: Match) -> tuple[Side, ...]:
    """The sides that still have to pick, in the order of the game's sides."""
    rules = match.game
    if rules.secret_setup is None or match.terms.start is not None:
        return ()
    return tuple(side for side in rules.sides if side not in match.picks)


def choosing(match: Match) -> tuple[Side, ...]:
    """The sides that may pick now: all that still have to if the picks are blind, else the first of them."""
    missing = awaited(match)
    return missing if match.blind else missing[:1]


def picked(match: Match, side: Side, choices: Sequence[str | None], salt: Salt, now: datetime) -> Match:
    """``match`` with the pick of ``side``, sealed if it is a blind one. Raises PickError."""
    made = _checked(match, side, choices)
    pick = SecretPick(made, by=match.player_of(side), salt=seals.drawn(salt) if match.blind else None)
    return begun(replace(match, picks={**match.picks, side: pick}, changed_at=now))


def has_left(match: Match, user: UserId) -> bool:
    """True if an administrator has handed the side of ``user`` over to another player."""
    acts = (entry for entry in match.entries if entry.kind is EntryKind.HANDED_OVER_BY_ADMIN)
    return user not in match.users and any(entry.text.split(" ")[2:3] == [str(user)] for entry in acts)


def drafted(match: Match, draft: Sequence[str | None], slot: int, choice: str) -> tuple[str | None, ...]:
    """``draft`` with ``choice`` in one of its slots. Raises PickError."""
    setup = match.game.secret_setup
    if setup is None or slot not in range(len(setup.slots)) or choice not in setup.choices:
        raise PickError(match, PickProblem.UNKNOWN)
    return tuple(choice if place == slot else kept for place, kept in enumerate(draft))


def check_choice(match: Match, side: Side) -> None:
    """Raise PickError unless ``side`` may choose now."""
    if side in match.picks:
        raise PickError(match, PickProblem.MADE)
    if side not in choosing(match):
        raise PickError(match, PickProblem.NOT_YET)


def _checked(match: Match, side: Side, choices: Sequence[str | None]) -> tuple[str, ...]:
    check_choice(match, side)
    setup = match.game.secret_setup
    if setup is None:
        raise PickError(match, PickProblem.UNKNOWN)
    chosen = tuple(choice for choice in choices if choice is not None)
    if len(chosen) != len(setup.slots) or len(choices) != len(setup.slots):
        raise PickError(match, PickProblem.INCOMPLETE)
    if any(choice not in setup.choices for choice in chosen):
        raise PickError(match, PickProblem.UNKNOWN)
    return chosen


def _seats(match: Match, opponent: Player, coin: Coin) -> tuple[Seat, ...]:
    rules, chosen = match.game, match.seat_of(match.challenger)
    fixed = (chosen and chosen.side) or rules.challenger_side or (match.draw and match.draw.challenger)
    own = fixed or drawn(rules, coin)
    other = match.challenger if isinstance(opponent, SamePerson) else opponent
    return Seat(own, match.challenger), Seat(rules.other(own), other)


def _first(match: Match, caller: Player, toss: Toss | None, coin: Coin) -> Side:
    rules = match.game
    if match.first is not None:
        return match.first
    if toss is not None:
        seat = match.seat_of(caller)
        assert seat is not None, "a player who accepts has a seat"
        return seat.side if toss.won else rules.other(seat.side)
    if rules.starter == "drawn":
        return (match.draw and match.draw.first) or drawn(rules, coin)
    return rules.sides[0]


def _blind_options(match: Match) -> dict[str, str]:
    setup = match.game.secret_setup
    return {**match.options, setup.option: "on"} if setup else dict(match.options)
