"""Players as they are written down: whole numbers in rows, in the texts of administrators' acts, in exports.

The values are stored. Somebody on Discord is their id there, the computer its level, which is smaller than
any id, and whoever is erased is below 0. Nothing but what writes or reads such numbers may know this.
"""

from __future__ import annotations

from typing import Final

from matches.players import Computer, Erased, Human, Player, UserId

LEVELS: Final = range(1, 6)
"""The numbers that are kept for the computer."""


def number_of(player: Player) -> int:
    """The number that ``player`` is written as."""
    if isinstance(player, Human):
        return player.user_id
    return player.level if isinstance(player, Computer) else -player.number


def player_of(number: int) -> Player:
    """The player who is written as ``number``."""
    if number < 0:
        return Erased(-number)
    return Computer(number) if number in LEVELS else Human(UserId(number))
