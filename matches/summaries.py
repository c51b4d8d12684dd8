"""Matches as lists show them, and their limits: read from rows, without replaying a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from matches.model import Match, MatchFacts, MatchId, UserId
from matches.players import Player

PersonalData = Mapping[str, Sequence[Mapping[str, object]]]
"""The rows about one person by table name, each row by column name, in a fixed order."""


@dataclass(frozen=True, slots=True)
class MatchSummary(MatchFacts):
    """A match in a list.

    ``to_act`` are the players it waits for; None if not computed yet, in rows from before this was stored.
    ``begun_at`` is when its record begins. ``away``: the player whose clock would run is away; stores do not
    set it.
    """

    to_act: tuple[Player, ...] | None = None
    begun_at: datetime | None = None
    away: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Some matches of a user, and the ids of those that cannot be read."""

    matches: tuple[MatchSummary, ...]
    damaged: tuple[MatchId, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenCount:
    """The numbers of a user's open matches and challenges.

    ``all``: matches and challenges. ``running``: matches, including those about to begin without an
    acceptance. ``challenges``: the user's own that need an acceptance. ``in_guild``: running matches and own
    challenges in one server, except those played alone. ``alone``: those played alone. ``hosted``: those of
    simuls that the user hosts, which are in none of the others but ``all``.
    """

    all: int = 0
    running: int = 0
    challenges: int = 0
    in_guild: int = 0
    alone: int = 0
    hosted: int = 0


POSTED_WITHIN: Final = timedelta(minutes=10)
"""The time in which a user can post only so many challenges and simuls."""


@dataclass(frozen=True, slots=True)
class Posting:
    """The most challenges and simuls that a user may have posted since a time, with the next one.

    Challenges that were accepted don't count, nor do rematches, unless they were withdrawn.
    """

    most: int
    since: datetime


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a user may have, including what is being stored; None: no limit.

    ``challenges``: own unanswered ones. ``running``: matches in all servers. ``in_guild``: matches and own
    challenges in the server, except those played alone. ``alone``: matches without another person.
    ``alone_in_guild``: such matches of everyone in the server. ``posting``: what they posted lately.
    """

    challenges: int | None = None
    running: int | None = None
    in_guild: int | None = None
    alone: int | None = None
    alone_in_guild: int | None = None
    posting: Posting | None = None


LimitsByUser = Mapping[UserId, Limits]
"""The users who must be within their limits, with these limits."""
NO_LIMITS: Final[LimitsByUser] = {}


@dataclass(frozen=True, slots=True)
class Overdue:
    """The times at which the oldest overdue work of each kind became due; None without such work.

    ``match``: a match past its deadline. ``card``: a match with a change that is not shown yet. ``notice``: a
    message not sent yet.
    """

    match: datetime | None = None
    card: datetime | None = None
    notice: datetime | None = None


@dataclass(frozen=True, slots=True)
class DueWork:
    """The kinds of work that are due at a moment, each as the job that does it asks for it.

    A kind that is not due has no work for its job. Work that is due may have been done by another process
    when its job asks; if it is unknown, all kinds are due.
    """

    matches: bool = True
    """Deadlines, notices, and cards that show an older version of their match."""
    deletions: bool = True
    without_to_act: bool = True
    """Open matches of older versions, without their players to act."""
    seasons: bool = True
    roles: bool = True
    chores: bool = True
    turns: bool = True
    """Turns of the computer."""
    next_deadline: datetime | None = None
    """The first deadline of a match after the moment, or None."""
    features: Mapping[str, bool] = field(default_factory=dict)
    """The jobs of features, by name."""

    def is_due(self, job: str) -> bool:
        """True if a feature's job has something to do, or it is unknown."""
        return self.features.get(job, True)

    @property
    def for_sweep(self) -> bool:
        """True if the sweep has something to do."""
        return self.matches or self.deletions or self.without_to_act


Awaited = Sequence[tuple[Match, tuple[Player, ...]]]
"""Matches, each with the players it waits for."""


@dataclass(frozen=True, slots=True)
class Block:
    """A user that a person has blocked, since ``at`` (UTC)."""

    blocked: UserId
    at: datetime


LATE: Final = timedelta(days=1)
"""The time after which a deletion that isn't done needs the host's attention."""


class DeletionStage(Enum):
    """The steps of a deletion: one that is not done waits in one of them."""

    MATCHES = auto()
    ROLES = auto()
    THREADS = auto()
    ROWS = auto()


@dataclass(frozen=True, slots=True)
class Deletion:
    """The deletion of everything about a user, asked for at ``asked_at`` (UTC) and not done yet.

    ``still_open``: a match or challenge of theirs that has not ended, if there is one.
    """

    asked_at: datetime
    still_open: MatchId | None = None

    def is_late(self, now: datetime) -> bool:
        """True if it takes longer than it should."""
        return now - self.asked_at >= LATE
