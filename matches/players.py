"""The players of matches: a Discord user, the computer, the same person again, or an erased user.

The classes answer what depends on the kind of player: their Discord id, if any, so that they can be named,
pinged and messaged; and if their results may be rated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

from engines import Side

UserId = NewType("UserId", int)


@dataclass(frozen=True, slots=True)
class Human:
    """A Discord user."""

    user_id: UserId

    @property
    def can_be_rated(self) -> bool:
        """True: matches may change their rating."""
        return True


@dataclass(frozen=True, slots=True)
class Computer:
    """The bot itself, at a ``level`` from 1 to 5."""

    level: int

    @property
    def user_id(self) -> None:
        """None: not a Discord user."""
        return

    @property
    def can_be_rated(self) -> bool:
        """False: it has no rating that matches may change."""
        return False


@dataclass(frozen=True, slots=True)
class SamePerson:
    """The opponent in practice alone: the challenger, who moves for both sides."""

    @property
    def user_id(self) -> None:
        """None: they are named as the challenger."""
        return

    @property
    def can_be_rated(self) -> bool:
        """False: one person cannot be rated against themselves."""
        return False


@dataclass(frozen=True, slots=True)
class Erased:
    """A user who had all their data deleted; ``number``, above 0, tells such users apart."""

    number: int

    @property
    def user_id(self) -> None:
        """None: the Discord id is deleted."""
        return

    @property
    def can_be_rated(self) -> bool:
        """True: the matches that they played still count for their opponents' ratings."""
        return True


Player = Human | Computer | SamePerson | Erased


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a match, and who plays it."""

    side: Side
    player: Player


def users_of(players: Iterable[Player]) -> tuple[UserId, ...]:
    """The ids of the Discord users among ``players``, in order."""
    return tuple(player.user_id for player in players if player.user_id is not None)
