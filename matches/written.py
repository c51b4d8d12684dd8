"""Players as they are written down: whole numbers in rows, in the texts of administrators' acts, in exports.

The values are stored. Somebody on Discord is their id there, the computer its level and whoever plays
against themselves 9, both smaller than any id, and whoever is erased is below 0. Nothing but what writes or
reads such numbers may know this.
"""

from __future__ import annotations

from typing import Final

from matches.errors import NoSuchIdError
from matches.players import Computer, Erased, Human, Player, SamePerson, UserId

LEVELS: Final = range(1, 6)
"""The numbers that are kept for the computer."""
SAME_PERSON: Final = 9
"""The number of an opponent who is the challenger."""
ALONE: Final = (*LEVELS, SAME_PERSON)
"""The numbers of opponents in matches with one person in them."""


_IDS: Final = range(1, 2**63)
"""The numbers that both databases hold, and Discord gives out."""


def person_id(number: int) -> UserId:
    """The id of somebody on Discord. Raises NoSuchIdError for a number that means another, or nobody."""
    if number not in _IDS or number in ALONE:
        raise NoSuchIdError(number)
    return UserId(number)


def number_of(player: Player) -> int:
    """The number that ``player`` is written as. Raises NoSuchIdError, as :func:`person_id` does."""
    if isinstance(player, Human):
        return person_id(player.user_id)
    if isinstance(player, SamePerson):
        return SAME_PERSON
    return player.level if isinstance(player, Computer) else -player.number


def player_of(number: int) -> Player:
    """The player who is written as ``number``."""
    if number < 0:
        return Erased(-number)
    if number == SAME_PERSON:
        return SamePerson()
    return Computer(number) if number in LEVELS else Human(UserId(number))
