"""The computer as a player: its turns, its knowledge, and the answers it gives without thinking.

It plays through the same functions as people. It knows the position and the earlier ones that may come again,
never a pick of the other side.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Final

from engines import Position, Side
from engines.core import SecretSetup
from engines.record import History
from matches.lifecycle import offers, setup
from matches.model import Match, MatchFacts, MatchId, OfferKind, Phase, Salt
from matches.players import Computer

DRAWN_FROM: Final = -50
"""The value of a position, in hundredths of the smallest piece, up to which the computer takes a draw."""
HINT_LEVEL: Final = 5
"""The level that computes hints."""
MOST_SEEN: Final = 100
"""The most earlier positions that the computer is given."""


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """The input of the computer's thinking: only what a player of that side may know.

    ``seen`` are the texts of the positions since the last irreversible action. ``acts`` is False if it is not
    the computer's turn and it only has to answer an offered draw (``offered_draw``).
    """

    match_id: MatchId
    version: int
    ply: int
    game_key: str
    rules_version: int
    options: Mapping[str, str]
    position: str
    seen: tuple[str, ...]
    level: int
    acts: bool
    offered_draw: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """The actions with which the computer would finish the turn, and the plies to a proved win, or None."""

    actions: tuple[str, ...]
    won_in: int | None


def side_of(match: MatchFacts) -> Side | None:
    """The side that the computer plays, or None."""
    return next((seat.side for seat in match.seats if isinstance(seat.player, Computer)), None)


def answering_side(match: Match) -> Side | None:
    """The side that answers automatically: the computer's, or the second one of a player on both sides."""
    if match.both_sides and match.seated:
        return match.seats[1].side
    return side_of(match)


def is_to_think(match: Match, history: History | None) -> bool:
    """True if the match waits for the computer: for its turn, or for its answer to an offered draw."""
    side = side_of(match)
    if side is None or history is None or match.phase is not Phase.PLAYING:
        return False
    return history.position.to_act == side or _offered_draw(match, side)


def turn_of(match: Match, history: History) -> ComputerTurn | None:
    """The turn that the computer has to think about; None if the match does not wait for it."""
    side, player = side_of(match), match.computer
    if side is None or player is None or not is_to_think(match, history):
        return None
    acts = history.position.to_act == side
    return _asked(match, history, player.level, acts=acts, offered_draw=_offered_draw(match, side))


def hint_of(match: Match, history: History) -> ComputerTurn:
    """The turn of the player to act, for the computer to think about at HINT_LEVEL."""
    return _asked(match, history, HINT_LEVEL, acts=True, offered_draw=False)


def _asked(match: Match, history: History, level: int, *, acts: bool, offered_draw: bool) -> ComputerTurn:
    return ComputerTurn(
        match.id,
        match.version,
        history.position.ply,
        match.game_key,
        match.rules_version,
        dict(match.options),
        history.position.to_text(),
        tuple(position.to_text() for position in _may_come_again(history)),
        level,
        acts=acts,
        offered_draw=offered_draw,
    )


def picked(match: Match, chance: random.Random, salt: Salt, now: datetime) -> Match:
    """``match`` with the computer's pick, sealed; unchanged if it may not pick now.

    :func:`drawn_pick` draws it without access to the match, so it cannot depend on the other side's pick.
    """
    side = answering_side(match)
    rules = match.game.secret_setup
    if match.phase is not Phase.SETUP or rules is None or side is None:
        return match
    if side not in setup.choosing(match):
        return match
    return setup.picked(match, side, drawn_pick(rules, chance), salt, now)


def drawn_pick(rules: SecretSetup, chance: random.Random) -> tuple[str, ...]:
    """A random pick, all equally likely."""
    return tuple(chance.choice(rules.choices) for _ in rules.slots)


def answered(match: Match, history: History, now: datetime) -> Match:
    """``match`` after the computer has agreed to an offer; a draw offer waits until it has thought."""
    side, offer = answering_side(match), offers.pending(match)
    if side is None or offer is None or offer.by == side or offer.kind is OfferKind.DRAW:
        return match
    return offers.agreed(match, side, history, now)


def takes_draw(turn: ComputerTurn, value: int | None) -> bool:
    """True if the computer takes an offered draw; ``value`` is the position's for the side to act."""
    if value is None:
        return False
    return (value if turn.acts else -value) <= DRAWN_FROM


def _offered_draw(match: Match, side: Side) -> bool:
    offer = offers.pending(match)
    return offer is not None and offer.kind is OfferKind.DRAW and offer.by != side


def _may_come_again(history: History) -> Sequence[Position]:
    """The positions before the current one, latest first, back to the last irreversible action."""
    latest = reversed(history.played)
    since = takewhile(lambda played: not played.before.is_irreversible(played.action), latest)
    return [played.before for played in since][:MOST_SEEN]
