"""Why something cannot be done in a tournament."""

from __future__ import annotations

from enum import StrEnum

from matches.errors import MatchError


class TournamentProblem(StrEnum):
    """Why something cannot be done in a tournament."""

    ENTRIES_OVER = "entries over"
    ENTERED = "entered"
    """They are in it already."""
    NOT_IN_IT = "not in it"
    """They are not in it, or not any more."""
    NOT_RUNNING = "not running"
    NOT_PAUSED = "not paused"
    NOT_OPEN = "not open"
    """It has started, so entries and terms are settled."""
    FEW = "few"
    """Too few are in it to start."""
    PLACES = "places"
    """More players are in it than the places it is to have."""
    ENDED = "ended"
    NO_PAIRING = "no pairing"
    """There is no such pairing, or it is a bye."""
    OWN_PAIRING = "own pairing"
    """An organiser cannot set the result of their own."""
    PAST = "past"
    """Its round is over, or a later game has followed from it."""
    UNKNOWN = "unknown"
    """There is no such tournament in the server."""
    TOO_MANY = "too many"
    """The server has as many as it may."""
    MANY_ORGANISERS = "many organisers"
    """It has as many organisers as it may."""
    NO_SWISS = "no swiss"
    """This machine cannot pair a Swiss."""
    ASKED = "asked"
    """A question about this place, or to this person about another one, is open."""
    DECLINED = "declined"
    """They were asked to play in somebody's place, and refused."""
    MANY_ASKED = "many asked"
    """As many people have been asked lately as is allowed."""
    UNWILLING = "unwilling"
    """The one who asks or who is asked has blocked the other."""
    LACKS_ROLE = "lacks role"
    """The server lets them play no matches."""
    QUESTION_OVER = "question over"
    """The question was answered or taken back, or its time is over."""
    GAME_NOT_NEEDED = "game not needed"
    """The pairing has a match already, or needs none now."""


class TournamentError(MatchError):
    """A tournament refuses, for ``problem``."""

    def __init__(self, problem: TournamentProblem) -> None:
        super().__init__(f"tournament {problem}")
        self.problem = problem
