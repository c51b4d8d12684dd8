"""Contests of features: matches that begin by themselves. Tests of all contests find them by folder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from cogs.found import features
from matches import ChallengeChannel, UserId
from services import Services
from tests.matches.table import Table

if TYPE_CHECKING:
    from tests.cogs.server import Server

Prepare = Callable[[Table, str], Awaitable[None]]
"""Prepares a contest in a game, up to the point from which all comes by itself."""
Enter = Callable[[Table, UserId, frozenset[int]], Awaitable[Any]]
"""Enters a user with these roles into what is open, of Pjawns."""
Begin = Callable[["Server", ChallengeChannel], Awaitable[None]]
"""Lets two matches of Pjawns be due in a place, of people who are new."""


@dataclass(frozen=True)
class Contest:
    """A contest: at a table, and on a server.

    ``writes`` are those that a whole one takes from its preparation to its end; ``due`` does what is due in
    it, and returns whether anything was. ``points`` are the writes and requests until both matches that
    ``begin`` prepares are shown by the feature's ``job``; then ``lines`` of the channel lead to them.
    ``alone``: Discord's own lines are deleted. ``elsewhere``: it begins in another place if its own is gone.
    """

    prepare: Prepare
    writes: int
    due: Callable[[Table, Services], Awaitable[bool]]
    opened: Callable[[Table], Awaitable[Any]]
    enter: Enter
    begin: Begin
    job: str
    points: int
    lines: int
    alone: bool = True
    elsewhere: bool = True


@cache
def of_features() -> dict[str, Contest]:
    """The contest of each feature that has one, by its name."""
    modules = [f"tests.cogs.{folder}.contest" for folder in features()]
    found = [import_module(name) for name in modules if find_spec(name) is not None]
    return {module.NAME: module.CONTEST for module in found}
