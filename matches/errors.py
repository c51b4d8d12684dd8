"""The refusals of a match. Each error carries data; the sentences for people are in ``cogs.text``."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from engines import Side
    from matches.clock import Pace
    from matches.model import Match, MatchId, OfferKind, UserId
    from matches.requirements import Points, RequirementProblem

Problem = TypeVar("Problem", bound=StrEnum)


class MatchError(Exception):
    """Anything a match refuses; the match is as it was."""


class NoSuchMatchError(MatchError):
    """No match has the id ``match_id``."""

    def __init__(self, match_id: MatchId) -> None:
        super().__init__(f"match={match_id}")
        self.match_id = match_id


class NoSuchIdError(MatchError):
    """Nobody and nothing on Discord has the id ``number``; None where it is not known which one was meant."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__(f"id={number}")
        self.number = number


class OtherShardCountError(Exception):
    """Other processes have split the bot into another number of shards: ``count``."""

    def __init__(self, count: int) -> None:
        super().__init__(f"shards={count}")
        self.count = count


class _AboutMatch(MatchError):
    def __init__(self, match: Match) -> None:
        super().__init__(f"match={match.id} version={match.version} phase={match.phase}")
        self.match = match


class _ForProblem(_AboutMatch, Generic[Problem]):
    def __init__(self, match: Match, problem: Problem) -> None:
        super().__init__(match)
        self.problem = problem


class _AtLimitOfMatch(_AboutMatch):
    def __init__(self, match: Match, limit: int) -> None:
        super().__init__(match)
        self.limit = limit


class _AtLimitOfUser(MatchError):
    def __init__(self, user: UserId, limit: int) -> None:
        super().__init__(f"user={user} limit={limit}")
        self.user = user
        self.limit = limit


class StaleError(_AboutMatch):
    """The match has changed since what the player saw; ``match`` is as it stands.

    ``crossed``: another process was faster, with something that left the position as it was.
    """

    def __init__(self, match: Match, *, crossed: bool = False) -> None:
        super().__init__(match)
        self.crossed = crossed


class WrongPhaseError(_AboutMatch):
    """The match, ``match``, is not in a phase where this can be done."""


class NotAPlayerError(_AboutMatch):
    """Only the players of ``match`` can do this."""


class NoSuchCodeError(MatchError):
    """No match can be opened by the code that was given."""


class TooManyCodesError(MatchError):
    """Somebody gave too many codes that open no match, and can try again from ``until`` on."""

    def __init__(self, limit: int, until: datetime) -> None:
        super().__init__(f"not before {until}")
        self.limit = limit
        self.until = until


class NoSuchImportError(MatchError):
    """A record that was brought in is not kept any more, or is somebody else's."""


class NotForYouError(_AboutMatch):
    """Only the challenged player (or, to withdraw, the challenger) of ``match`` can do this."""


class NotYourTurnError(_AboutMatch):
    """The other side of ``match`` has to act; ``to_act`` is that side."""

    def __init__(self, match: Match, to_act: Side) -> None:
        super().__init__(match)
        self.to_act = to_act


class OpponentProblem(StrEnum):
    """Why somebody cannot be challenged."""

    SELF = "self"
    BOT = "bot"
    ABSENT = "absent"
    BLIND_TO_CHANNEL = "blind to channel"
    PLAYING = "playing"
    GONE = "gone"


class OpponentError(MatchError):
    """``opponent`` cannot be challenged, for ``problem``; None: one whom Discord does not know."""

    def __init__(self, opponent: UserId | None, problem: OpponentProblem) -> None:
        super().__init__(f"user={opponent} {problem}")
        self.opponent = opponent
        self.problem = problem


class TooManyChallengesError(MatchError):
    """The challenger has ``limit`` challenges open, the most there may be."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"limit={limit}")
        self.limit = limit


class PickProblem(StrEnum):
    """Why a pick cannot be made."""

    INCOMPLETE = "incomplete"
    UNKNOWN = "unknown"
    MADE = "made"
    NOT_YET = "not yet"


class PickError(_ForProblem[PickProblem]):
    """A pick of ``match`` that cannot be made, for ``problem``."""


class TakeBackError(_AboutMatch):
    """Nothing of the player's own unfinished turn is left to take back."""


class TakeBackLimitError(_AtLimitOfMatch):
    """The player has taken back ``limit`` times in this turn of ``match``, the most one may."""


class RecordFullError(_AtLimitOfMatch):
    """The record of ``match`` has ``limit`` entries: only what ends the match fits."""


class OfferProblem(StrEnum):
    """Why something cannot be asked of the other player, or an offer not answered."""

    NONE_IN_MATCH = "none in match"
    NOTHING = "nothing"
    ASKED = "asked"
    ANSWER_FIRST = "answer first"
    NOT_OFFERED = "not offered"
    OWN_OFFER = "own offer"


class OfferError(_ForProblem[OfferProblem]):
    """Something of ``kind`` that cannot be asked of the other player or answered, for ``problem``.

    ``kind`` is None when nothing is asked that could be answered.
    """

    def __init__(self, match: Match, kind: OfferKind | None, problem: OfferProblem) -> None:
        super().__init__(match, problem)
        self.kind = kind


class OopsProblem(StrEnum):
    """Why a turn cannot be taken back without asking."""

    NONE_IN_MATCH = "none in match"
    OVERTAKEN = "overtaken"
    """It is not the last thing that happened in the match, or not a turn of that player."""
    LATE = "late"
    AGAIN = "again"
    USED_UP = "used up"
    TIME_IS_UP = "time is up"


class OopsError(_ForProblem[OopsProblem]):
    """The turn that was just made in ``match`` cannot be taken back without asking, for ``problem``."""


class RematchOfferedError(_AboutMatch):
    """``match`` has a ``rematch`` already."""

    def __init__(self, match: Match, rematch: Match) -> None:
        super().__init__(match)
        self.rematch = rematch


class TimeProblem(StrEnum):
    """Why a win on time cannot be claimed, or time not be given."""

    NO_CLOCK = "no clock"
    NOT_UP = "not up"
    OWN = "own"
    FULL = "full"


class TimeError(_ForProblem[TimeProblem]):
    """Nothing can be claimed from the clock of ``match``, or given to it, for ``problem``."""


class ProgressError(_AboutMatch):
    """``match`` has not gone without an irreversible action for long enough."""


class HandOverError(_AboutMatch):
    """No seat of ``match`` can change hands: a hidden pick is its player's own, and practice too."""


class OwnMatchError(_AboutMatch):
    """An administrator plays in ``match``: another one may decide it."""


class RewindError(_AboutMatch):
    """``match`` cannot be taken back to the turn that was asked for; ``last`` is the last turn it can."""

    def __init__(self, match: Match, last: int) -> None:
        super().__init__(match)
        self.last = last


class RequirementError(_AboutMatch):
    """Somebody does not meet what the open challenge ``match`` asks for, for ``problem``.

    ``own`` is their rating in its game, ``theirs`` that of the challenger.
    """

    def __init__(self, match: Match, problem: RequirementProblem, own: Points, theirs: Points) -> None:
        super().__init__(match)
        self.problem = problem
        self.own = own
        self.theirs = theirs


class NotAllowedProblem(StrEnum):
    """The things that a server does not allow."""

    GAME = "game"
    CHANNEL = "channel"
    ROLE = "role"


class NotAllowedError(MatchError):
    """The server does not allow it; ``allowed`` are the games, channels or roles that it does allow."""

    def __init__(self, problem: NotAllowedProblem, allowed: Sequence[str] | Sequence[int]) -> None:
        super().__init__(f"{problem} allowed={','.join(map(str, allowed))}")
        self.problem = problem
        self.allowed = allowed


class LadderProblem(StrEnum):
    """Why something cannot be done on a ladder."""

    CLOSED = "closed"
    NOT_ON_IT = "not on it"
    OUT_OF_REACH = "out of reach"
    CHALLENGING = "challenging"
    CHALLENGED = "challenged"
    MET = "met"
    AWAY = "away"


class LadderError(MatchError):
    """Something that cannot be done on a ladder, for ``problem``; ``until`` then somebody is away."""

    def __init__(self, problem: LadderProblem, until: datetime | None = None) -> None:
        super().__init__(f"ladder {problem}")
        self.problem = problem
        self.until = until


class TooManyMatchesError(_AtLimitOfUser):
    """``user`` has ``limit`` matches in the server, the most there may be."""


class TooManyRunningError(_AtLimitOfUser):
    """``user`` has ``limit`` running matches over all servers, the most there may be."""


class HintError(_AboutMatch):
    """There are hints against the computer only, never in a match between people."""


class HelpKind(StrEnum):
    """The help that somebody asks the bot for."""

    HINT = "hint"
    PRACTICE = "practice"
    TURN = "turn"
    """The computer's own turn in a match against it."""


class NoHelpError(MatchError):
    """There is no help with a position that stands in ``match_id``, a match between people that goes on."""

    def __init__(self, match_id: MatchId, kind: HelpKind) -> None:
        super().__init__(f"match={match_id} kind={kind}")
        self.match_id = match_id
        self.kind = kind


class ReviewProblem(StrEnum):
    """Why a match has no review."""

    GOES_ON = "goes-on"
    TOO_SHORT = "too-short"


class ReviewError(_ForProblem[ReviewProblem]):
    """The match has no review."""


class PracticeProblem(StrEnum):
    """Why a position cannot be practised."""

    RUNNING = "running"
    """The match that it is of still goes on."""
    OVER = "over"
    """Nobody has anything to do in it."""


class PracticeError(_ForProblem[PracticeProblem]):
    """There is no practice from a position of ``match``."""


class ComputerProblem(StrEnum):
    """Why there is no match against the computer."""

    OFF = "off"
    YOURS = "yours"
    SERVERS = "servers"


class ComputerError(MatchError):
    """Nobody can play the computer now: it is off, or there are ``limit`` matches against it already."""

    def __init__(self, problem: ComputerProblem, limit: int | None = None) -> None:
        super().__init__(f"computer {problem} limit={limit}")
        self.problem = problem
        self.limit = limit


class BlockedError(MatchError):
    """``user`` cannot play ``other``: one of them blocked the other one, ``own``: it was ``user``.

    Else who did it is nobody's business.
    """

    def __init__(self, user: UserId, other: UserId, *, own: bool) -> None:
        super().__init__("one of two blocked the other")  # it may be logged: without their ids
        self.user = user
        self.other = other
        self.own = own


class BlockProblem(StrEnum):
    """Why somebody cannot be blocked, or let off."""

    SELF = "self"
    BOT = "bot"
    ALREADY = "already"
    NOT_BLOCKED = "not blocked"


class BlockProblemError(MatchError):
    """``other`` cannot be blocked, or let off, for ``problem``."""

    def __init__(self, other: UserId, problem: BlockProblem) -> None:
        super().__init__(problem.value)
        self.other = other
        self.problem = problem


class WeekendsError(MatchError):
    """Weekends off was asked for with ``pace``, at which a match is over before the next one."""

    def __init__(self, pace: Pace) -> None:
        super().__init__(f"pace={pace}")
        self.pace = pace


class VacationError(MatchError):
    """Somebody cannot be away for so long: ``left`` days are left to them this year."""

    def __init__(self, left: int) -> None:
        super().__init__(f"left={left}")
        self.left = left


class WatchProblem(StrEnum):
    """Why somebody cannot watch a match."""

    OWN = "own"
    COMPUTER = "computer"
    NOT_RUNNING = "not running"
    TOO_MANY = "too many"
    FULL = "full"


class WatchError(MatchError):
    """Somebody cannot watch a match, for ``problem``."""

    def __init__(self, problem: WatchProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


class StoreUnavailableError(MatchError):
    """The database cannot be used just now. ``advice`` says what the host of the bot can do.

    ``passes`` is True where trying again may be all it takes: a server starts, or somebody holds a lock.
    """

    def __init__(self, advice: str, *, passes: bool = False) -> None:
        super().__init__(advice)
        self.advice = advice
        self.passes = passes


class DamagedMatchError(StoreUnavailableError):
    """The match ``match_id`` cannot be read, since a row of it is damaged. Others can."""

    def __init__(self, match_id: MatchId, advice: str) -> None:
        super().__init__(advice)
        self.match_id = match_id


class StoreGoneError(StoreUnavailableError):
    """The database is not where it was: what would be changed now would be lost at the next start."""
