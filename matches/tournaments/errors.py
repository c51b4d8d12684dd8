"""Why something cannot be done in a tournament."""

from __future__ import annotations

from enum import StrEnum

from matches.errors import MatchError


class TournamentProblem(StrEnum):
    """Why something cannot be done in a tournament."""

    ENTRIES_OVER = "entries over"
    ENTERED = "entered"
    """The user is in it already."""
    NOT_IN_IT = "not in it"
    """The user is not in it, or not any more."""
    NOT_RUNNING = "not running"
    NOT_PAUSED = "not paused"
    NOT_OPEN = "not open"
    """It has started, so entries and terms are settled."""
    FEW = "few"
    """It has too few entrants to start."""
    PLACES = "places"
    """It has more entrants than the new number of places."""
    ENDED = "ended"
    NO_PAIRING = "no pairing"
    """There is no such pairing, or it is a bye."""
    OWN_PAIRING = "own pairing"
    """An organiser cannot set the result of their own game."""
    PAST = "past"
    """Its round is over, or a later game has followed from it."""
    UNKNOWN = "unknown"
    """There is no such tournament in the server."""
    TOO_MANY = "too many"
    """The server has reached its limit of tournaments."""
    MANY_ORGANISERS = "many organisers"
    """It has reached its limit of organisers."""
    NO_SWISS = "no swiss"
    """This machine cannot pair a Swiss."""
    ASKED = "asked"
    """A question about this place, or to this person about another one, is open."""
    DECLINED = "declined"
    """The user was asked to be a substitute, and refused."""
    MANY_ASKED = "many asked"
    """The limit of people asked lately is reached."""
    UNWILLING = "unwilling"
    """One of the organiser and the user asked has blocked the other."""
    LACKS_ROLE = "lacks role"
    """The server lets the user play no matches."""
    QUESTION_OVER = "question over"
    """The question was answered or taken back, or its time is over."""
    GAME_NOT_NEEDED = "game not needed"
    """The pairing has a match already, or needs none now."""


class TournamentError(MatchError):
    """A tournament refuses, for ``problem``."""

    def __init__(self, problem: TournamentProblem) -> None:
        super().__init__(f"tournament {problem}")
        self.problem = problem
