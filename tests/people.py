"""Players by their numbers, which tests name them by: somebody's id on Discord, below 0 whoever is erased."""

from __future__ import annotations

import re
from typing import Final

from engines import Side
from matches.model import MatchFacts
from matches.players import Player, Seat, UserId
from matches.written import number_of, player_of


def user_of(player: Player | None) -> UserId:
    """The number of a player, of whom there is one."""
    assert player is not None
    return UserId(number_of(player))


def names(number: int, text: str) -> bool:
    """Whether a number stands in a text by itself, not among the digits of another or of a moment."""
    return re.search(rf"(?<![\w.]){number}(?!\w|\.\d)", text) is not None


def sides_of(match: MatchFacts) -> dict[Side, UserId]:
    """Who plays what."""
    return {seat.side: user_of(seat.player) for seat in match.seats}


def players(*numbers: UserId) -> tuple[Player, ...]:
    """The players of these numbers."""
    return tuple(map(player_of, numbers))


def seats_of(sides: dict[Side, UserId]) -> tuple[Seat, ...]:
    """The seats of those who play what."""
    return tuple(Seat(side, player_of(user)) for side, user in sides.items())


ORGANISER: Final = UserId(2000)
"""The organiser of contests, who is in none of them."""
PEOPLE: Final = tuple(map(UserId, range(2001, 2008)))
"""Those who take part in contests."""
