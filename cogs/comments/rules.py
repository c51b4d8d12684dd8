"""Comments: their types, and who may write one about which match."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from typing import NewType

from engines import Side
from matches.errors import MatchError, NotAPlayerError
from matches.model import EntryKind, GuildId, Match, MatchId, Phase, UserId
from matches.plain_text import tidied
from matches.players import Human
from matches.written import number_of

CommentId = NewType("CommentId", int)


class CommentProblem(StrEnum):
    """Why something cannot be done with a comment."""

    EARLY = auto()
    """The match isn't over, or was over before it began."""
    EMPTY = auto()
    LONG = auto()
    FULL = auto()
    """The match has as many as it may."""
    GONE = auto()
    """The comment was deleted, hidden, or is another player's."""
    REPORT_OWN = auto()
    REPORT_NOWHERE = auto()
    """The match was played in no server."""
    REPORT_ABOUT_YOU = auto()
    """An administrator wrote the comment that was reported."""
    REPORT_DONE = auto()
    """Another administrator has decided meanwhile."""


class CommentError(MatchError):
    """A comment, or a report of one, is refused for ``problem``; ``limit`` is the most that there may be."""

    def __init__(self, problem: CommentProblem, limit: int = 0) -> None:
        super().__init__(f"comment {problem}")
        self.problem = problem
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Comment:
    """A player's words on the position after ``ply`` actions of a match.

    ``hidden``: an administrator has hidden it from everybody but its writer.
    """

    id: CommentId
    match_id: MatchId
    ply: int
    writer: UserId
    text: str
    at: datetime
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ReportedComment:
    """A comment on a server's list, and how many people have reported it; 0 if all of them have left."""

    comment: Comment
    reports: int


@dataclass(frozen=True, slots=True)
class ReportCounts:
    """The numbers of comments on a server's list: those that wait for its admins, and hidden ones."""

    waiting: int
    hidden: int


def cleaned(text: str, longest: int) -> str:
    """``text`` as it is stored, in one line.

    Raises CommentError if nothing of it is left, or more than ``longest`` characters.
    """
    kept = tidied(text)
    if not kept:
        raise CommentError(CommentProblem.EMPTY)
    if len(kept) > longest:
        raise CommentError(CommentProblem.LONG, longest)
    return kept


def has_comments(match: Match) -> bool:
    """True if comments of a match are shown, and can be made: it has been played, and is over."""
    return match.started and match.phase is Phase.FINISHED


def may_comment(match: Match, user: UserId) -> bool:
    """True if ``user`` can comment on positions of a match."""
    return has_comments(match) and user in match.users


def check_may_comment(match: Match, user: UserId) -> None:
    """Raise NotAPlayerError, or CommentError while the match isn't over."""
    if user not in match.users:
        raise NotAPlayerError(match)
    if not has_comments(match):
        raise CommentError(CommentProblem.EARLY)


def reported_to(match: Match) -> frozenset[GuildId]:
    """The servers whose administrators are told of reported comments of a match."""
    return frozenset(place.guild_id for place in match.places if place.guild_id)


def side_of_writer(match: Match, writer: UserId) -> Side | None:
    """The side of a comment's writer: the one they play, or played before it was handed over."""
    if (side := match.side_of(writer)) is not None:
        return side
    left = str(number_of(Human(writer)))
    acts = (one for one in match.entries if one.kind is EntryKind.HANDED_OVER_BY_ADMIN)
    return next((act.side for act in acts if act.text.split(" ")[2:3] == [left]), None)
