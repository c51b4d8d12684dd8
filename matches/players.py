"""The players of matches: somebody on Discord, the computer, or somebody of whom nothing is kept any more.

Somebody may also practise against themselves.

What depends on who somebody is, is asked of these values: whom Discord knows, and so who can be named, pinged
and written to, and whose results may be rated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

from engines import Side

UserId = NewType("UserId", int)


@dataclass(frozen=True, slots=True)
class Human:
    """Somebody on Discord."""

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
        """None: nobody whom Discord knows."""
        return

    @property
    def can_be_rated(self) -> bool:
        """False: it has no rating that matches may change."""
        return False


@dataclass(frozen=True, slots=True)
class SamePerson:
    """The opponent of somebody who practises alone: themselves, who make the moves of both sides."""

    @property
    def user_id(self) -> None:
        """None: they are named as the challenger."""
        return

    @property
    def can_be_rated(self) -> bool:
        """False: nobody is rated against themselves."""
        return False


@dataclass(frozen=True, slots=True)
class Erased:
    """Somebody who had everything about them deleted; ``number``, above 0, tells them from each other."""

    number: int

    @property
    def user_id(self) -> None:
        """None: nobody whom Discord knows."""
        return

    @property
    def can_be_rated(self) -> bool:
        """True: the matches that they played changed ratings, and that stands."""
        return True


Player = Human | Computer | SamePerson | Erased


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a match, and who plays it."""

    side: Side
    player: Player


def users_of(players: Iterable[Player]) -> tuple[UserId, ...]:
    """Those of ``players`` whom Discord knows, in their order."""
    return tuple(player.user_id for player in players if player.user_id is not None)
