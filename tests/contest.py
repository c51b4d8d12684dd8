"""Contests of features: matches that begin by themselves. Tests of all contests find them by folder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from matches import ChallengeChannel, UserId
from services import Services
from tests.additions import added
from tests.matches.table import Table

if TYPE_CHECKING:
    from tests.cogs.server import Server

Prepare = Callable[[Table, str], Awaitable[None]]
"""Prepares a contest in a game, up to the point from which all comes by itself."""
Enter = Callable[[Table, UserId, frozenset[int]], Awaitable[Any]]
"""Enters a user with these roles into what is open, of Pjawns."""
Begin = Callable[["Server", ChallengeChannel], Awaitable[None]]
"""Lets matches of Pjawns be due in a place, of people who are new."""


@dataclass(frozen=True)
class Whole:
    """A contest from its preparation to its end, and the writes that it takes."""

    prepare: Prepare
    writes: int


@dataclass(frozen=True)
class Way:
    """A way into a contest: how it is opened, and how somebody enters."""

    opened: Callable[[Table], Awaitable[Any]]
    enter: Enter


@dataclass(frozen=True)
class Beginning:
    """A way in which two matches begin on a server.

    ``points``: the writes and requests that it takes until they are shown.
    ``lines``: the channel's messages that lead to their threads; ``alone`` if Discord's own are deleted.
    """

    prepare: Begin
    points: int
    lines: int
    alone: bool = True


class Records:
    """What is stored of contests beside their matches; nothing unless a method says more."""

    async def seen(self, services: Services) -> Sequence[Any]:
        """What anybody may see of them."""
        return ()

    async def told(self, services: Services, matches: int) -> Sequence[Any]:
        """Them with all their results, which come from so many matches."""
        return ()

    async def ended(self, services: Services) -> Sequence[int]:
        """How many are entered in each, all of which must be over."""
        return ()


@dataclass(frozen=True)
class Contests:
    """The contests of a feature: at a table, and on a server; each by the name that the tests' ids have.

    ``job`` is the feature's job that begins them on a server. ``due`` does at a table what is due in them,
    and returns whether anything was. Those in ``elsewhere`` begin in another place if their own is gone.
    """

    job: str
    due: Callable[[Table, Services], Awaitable[bool]]
    prepared: Mapping[str, Prepare]
    whole: Mapping[str, Whole]
    ways: Mapping[str, Way]
    beginnings: Mapping[str, Beginning]
    elsewhere: Mapping[str, Begin] = field(default_factory=dict)
    records: Records = field(default_factory=Records)


@cache
def contests() -> tuple[Contests, ...]:
    """The contests of each feature that has some."""
    return tuple(added("contest").values())
