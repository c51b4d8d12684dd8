"""Matches as lists show them, and how many there may be: what rows say, without a record to fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from matches.model import Match, MatchFacts, MatchId, UserId
from matches.players import Player


@dataclass(frozen=True, slots=True)
class MatchSummary(MatchFacts):
    """A match in a list.

    ``to_act`` are the players it waits for; None while nobody has looked yet, which is so of matches from
    before this was stored. ``begun_at`` is when its record begins.
    ``away``: the player whose clock would run is away. A store does not know that.
    """

    to_act: tuple[Player, ...] | None = None
    begun_at: datetime | None = None
    away: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Some of somebody's matches, and those among them that cannot be read."""

    matches: tuple[MatchSummary, ...]
    damaged: tuple[MatchId, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenCount:
    """The counts of what somebody has open.

    ``all``: matches and challenges; ``running``: matches, those included that begin by themselves in a
    moment; ``challenges``: their own that somebody has to take up; ``in_guild``: what counts in one server,
    running matches and their own challenges, but for those without another person; ``alone``: these.
    """

    all: int = 0
    running: int = 0
    challenges: int = 0
    in_guild: int = 0
    alone: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a person may have with what is being stored; None: as many as they like.

    ``challenges``: their own without an answer; ``running``: matches anywhere; ``in_guild``: matches and own
    challenges in the server, but for those against the computer; ``alone``: matches without another person,
    and ``alone_in_guild``: those of all people in the server together.
    """

    challenges: int | None = None
    running: int | None = None
    in_guild: int | None = None
    alone: int | None = None
    alone_in_guild: int | None = None


Room = Mapping[UserId, Limits]
"""The people for whom there has to be room, with their limits."""
NO_LIMITS: Final[Room] = {}


@dataclass(frozen=True, slots=True)
class Overdue:
    """The moments at which the oldest of what is to be done became due; None where nothing is.

    ``match``: a match whose deadline has come. ``card``: one with a change that was not shown. ``notice``: a
    message that is owed.
    """

    match: datetime | None = None
    card: datetime | None = None
    notice: datetime | None = None


Awaited = Sequence[tuple[Match, tuple[Player, ...]]]
"""Matches, each with the players it waits for."""
