"""What goes on in the busy week besides challenges; features add it by folder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from matches import ChallengeChannel, UserId
from matches.model import MatchTerms
from tests.cogs.server import Server


@dataclass(frozen=True)
class Gathering:
    """So many people whose matches begin by themselves, and the terms by which these are known."""

    people: int
    gather: Callable[[Server, Sequence[UserId], ChallengeChannel], Awaitable[None]]
    has: Callable[[MatchTerms], bool]
