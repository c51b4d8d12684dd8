"""Players as they are written: the numbers for them in rows, in records of administrators' acts, in exports.

The values are stored. A Discord user is their id, the computer its level, the same person on both sides 9
(all smaller than any id), and an erased user is negative. Only code that reads or writes such numbers may
rely on this.
"""

from __future__ import annotations

from typing import Final

from matches.errors import NoSuchIdError
from matches.players import Computer, Erased, Human, Player, SamePerson, UserId

LEVELS: Final = range(1, 6)
"""The numbers of the computer's levels."""
SAME_PERSON: Final = 9
"""The number of an opponent who is the challenger."""
ALONE: Final = (*LEVELS, SAME_PERSON)
"""The numbers of opponents in matches with only one person."""


_IDS: Final = range(1, 2**63)
"""The range of Discord ids that both databases can hold."""


def person_id(number: int) -> UserId:
    """``number`` as a Discord user's id. Raises NoSuchIdError for one that cannot be a user's."""
    if number not in _IDS or number in ALONE:
        raise NoSuchIdError(number)
    return UserId(number)


def number_of(player: Player) -> int:
    """The stored number of ``player``. Raises NoSuchIdError, as :func:`person_id` does."""
    if isinstance(player, Human):
        return person_id(player.user_id)
    if isinstance(player, SamePerson):
        return SAME_PERSON
    return player.level if isinstance(player, Computer) else -player.number


def player_of(number: int) -> Player:
    """The player stored as ``number``."""
    if number < 0:
        return Erased(-number)
    if number == SAME_PERSON:
        return SamePerson()
    return Computer(number) if number in LEVELS else Human(UserId(number))
