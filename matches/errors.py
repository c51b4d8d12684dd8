"""Errors for refused operations. Each carries data; the sentences for people are in ``cogs.text``."""

from __future__ import annotations

from enum import StrEnum, auto
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines import Side
    from matches.model import Match, MatchId, UserId

Why = TypeVar("Why", bound=StrEnum)


class MatchError(Exception):
    """A refused operation; the match is unchanged."""


class Problem(StrEnum):
    """Reasons of refusals that nothing catches: each becomes a sentence for the person who asked."""

    TOO_MANY_CHALLENGES = auto()
    POSTED_OFTEN = auto()
    """Somebody has posted many challenges and simuls lately."""
    TOO_MANY_MATCHES = auto()
    """A user has too many in a server."""
    TOO_MANY_CODES = auto()
    """A user entered too many codes that open no match."""
    RECORD_FULL = auto()
    IMPORT_GONE = auto()
    """An imported record was deleted, or is another user's."""
    WEEKENDS_TOO_FAST = auto()
    """A match is over before the next weekend."""
    NO_CLOCK_TO_PAUSE = auto()

    UNMET_RATING = auto()
    UNMET_PROVISIONAL = auto()
    UNMET_TIMEOUTS = auto()

    NOTHING_TO_TAKE_BACK = auto()
    TAKE_BACK_LIMIT = auto()
    GETS_SOMEWHERE = auto()
    """Too few turns have passed without an irreversible action."""
    REMATCH_OFFERED = auto()

    NOBODY_TO_ASK = auto()
    """In practice: somebody plays both sides."""
    OFFER_NOT_HERE = auto()
    OFFER_OF_NOTHING = auto()
    OFFER_ASKED = auto()
    OFFER_ANSWER_FIRST = auto()
    OFFER_GONE = auto()
    OFFER_OWN = auto()

    OOPS_NOT_HERE = auto()
    OOPS_OVERTAKEN = auto()
    """The turn is not the match's last event, or not that player's."""
    OOPS_LATE = auto()
    OOPS_AGAIN = auto()
    OOPS_USED_UP = auto()
    OOPS_TIME_IS_UP = auto()
    OOPS_ANSWERED = auto()
    """The other player's answer was a move in advance."""
    OOPS_SAID = auto()
    """The turn was a move in advance."""

    PLAYED_ALONE = auto()
    """No side can be handed over in practice."""
    PICK_IS_IN = auto()
    """No side can be handed over once a hidden pick is in."""
    OWN_MATCH = auto()
    """An administrator plays in the match; another one may decide it."""
    NO_SUCH_TURN = auto()
    """A match can't be taken back to this turn."""

    COMPUTER_OFF = auto()
    COMPUTER_YOURS = auto()
    """A user has too many matches against the computer."""
    COMPUTER_SERVERS = auto()
    """A server has too many matches against the computer."""
    NO_HINT = auto()
    """A match between people allows no hints."""
    REVIEW_GOES_ON = auto()
    REVIEW_TOO_SHORT = auto()
    PRACTICE_RUNNING = auto()
    """The match of the position still goes on."""
    PRACTICE_OVER = auto()
    """The position has no legal action."""

    BETWEEN_SERVERS = auto()
    """An administrator of one of two servers can't decide their match."""
    NO_REMATCH_ACROSS = auto()
    ACROSS_OFF = auto()
    """A server has matches with other servers off."""
    ACROSS_NOT_CHOSEN = auto()
    """A player has them off."""
    ACROSS_BLOCKED = auto()
    """A server wants no such match with a player."""
    PLACE_CLOSED = auto()
    """The place of a match in a server."""
    ACROSS_OPEN_ONLY = auto()
    """Only an open challenge for a single match can go to other servers."""
    ACROSS_NOT_PRIVATE = auto()
    """A match between two servers can't be private: it has a place in each."""
    NOT_TO_SHARE = auto()
    """A private match has no share code, and is posted only in its thread."""

    LINES_FORBIDDEN = auto()
    """The players of a running match agreed to play without lines."""
    LINES_FULL = auto()
    """A tree of lines has reached its limit of nodes."""

    BLOCK_SELF = auto()
    BLOCK_BOT = auto()
    BLOCK_ALREADY = auto()
    BLOCK_NONE = auto()

    WATCH_OWN = auto()
    WATCH_COMPUTER = auto()
    WATCH_NOT_RUNNING = auto()
    WATCH_ACROSS = auto()
    WATCH_TOO_MANY = auto()
    WATCH_FULL = auto()


class Refused(MatchError):
    """An operation is refused for ``problem``; ``facts`` are data for its sentence, by name."""

    def __init__(self, problem: Problem, **facts: Any) -> None:
        match = facts.get("match")
        super().__init__(problem if match is None else f"{problem} {_named(match)}")
        self.problem = problem
        self.facts = facts


class NoSuchMatchError(MatchError):
    """No match has the id ``match_id``."""

    def __init__(self, match_id: MatchId) -> None:
        super().__init__(f"match={match_id}")
        self.match_id = match_id


class NoSuchIdError(MatchError):
    """``number`` cannot be an id on Discord; None if the id is unknown."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__(f"id={number}")
        self.number = number


class OtherShardCountError(Exception):
    """Other processes run the bot with a different number of shards, ``count``."""

    def __init__(self, count: int) -> None:
        super().__init__(f"shards={count}")
        self.count = count


def _named(match: Match) -> str:
    return f"match={match.id} version={match.version} phase={match.phase}"


class AboutMatchError(MatchError):
    """The refusal of something that a user did in ``match``."""

    def __init__(self, match: Match) -> None:
        super().__init__(_named(match))
        self.match = match


class _ForProblem(AboutMatchError, Generic[Why]):
    def __init__(self, match: Match, problem: Why) -> None:
        super().__init__(match)
        self.problem = problem


class StaleError(AboutMatchError):
    """The match has changed since the player saw it; ``match`` is its current state.

    ``crossed``: another process was faster, with a change that left the position the same.
    """

    def __init__(self, match: Match, *, crossed: bool = False) -> None:
        super().__init__(match)
        self.crossed = crossed


class WrongPhaseError(AboutMatchError):
    """The match, ``match``, is not in a phase where this can be done."""


class NotAPlayerError(AboutMatchError):
    """Only the players of ``match`` can do this."""


class NoSuchCodeError(MatchError):
    """No match can be opened by the code that was given."""


class NotForYouError(AboutMatchError):
    """Only the challenged player (or, to withdraw, the challenger) of ``match`` can do this."""


class NotYourTurnError(AboutMatchError):
    """The other side of ``match`` has to act; ``to_act`` is that side."""

    def __init__(self, match: Match, to_act: Side) -> None:
        super().__init__(match)
        self.to_act = to_act


class OpponentProblem(StrEnum):
    """Why a user cannot be challenged."""

    SELF = "self"
    BOT = "bot"
    ABSENT = "absent"
    BLIND_TO_CHANNEL = "blind to channel"
    PLAYING = "playing"
    GONE = "gone"


class OpponentError(MatchError):
    """``opponent`` (None if not a Discord user) cannot be challenged, for ``problem``."""

    def __init__(self, opponent: UserId | None, problem: OpponentProblem) -> None:
        super().__init__(f"user={opponent} {problem}")
        self.opponent = opponent
        self.problem = problem


class PickProblem(StrEnum):
    """Why a pick cannot be made."""

    INCOMPLETE = "incomplete"
    UNKNOWN = "unknown"
    MADE = "made"
    NOT_YET = "not yet"


class PickError(_ForProblem[PickProblem]):
    """A pick of ``match`` that cannot be made, for ``problem``."""


class TimeProblem(StrEnum):
    """Why a player cannot claim a win on time, or give time."""

    NO_CLOCK = "no clock"
    NOT_UP = "not up"
    OWN = "own"
    FULL = "full"


class TimeError(_ForProblem[TimeProblem]):
    """Nothing can be claimed from the clock of ``match``, or given to it, for ``problem``."""


class NotAllowedProblem(StrEnum):
    """The subject of a server's ban: the game, the channel, or the user's roles."""

    GAME = "game"
    CHANNEL = "channel"
    ROLE = "role"


class NotAllowedError(MatchError):
    """The server forbids a match, for ``problem``; ``allowed`` are the games, channels or roles it allows."""

    def __init__(self, problem: NotAllowedProblem, allowed: Sequence[str] | Sequence[int]) -> None:
        super().__init__(f"{problem} allowed={','.join(map(str, allowed))}")
        self.problem = problem
        self.allowed = allowed


class TooManyRunningError(MatchError):
    """``user`` has ``limit`` running matches over all servers, the most there may be."""

    def __init__(self, user: UserId, limit: int) -> None:
        super().__init__(f"user={user} limit={limit}")
        self.user = user
        self.limit = limit


class HelpKind(StrEnum):
    """The help that a user asks the bot for."""

    HINT = "hint"
    PRACTICE = "practice"
    TURN = "turn"
    """The computer's own turn in a match against it."""


class NoHelpError(MatchError):
    """No help with a position of ``match_id``, a running match between people."""

    def __init__(self, match_id: MatchId, kind: HelpKind) -> None:
        super().__init__(f"match={match_id} kind={kind}")
        self.match_id = match_id
        self.kind = kind


class BlockedError(MatchError):
    """``user`` cannot play ``other``: one of them blocked the other. ``own``: ``user`` did.

    If ``own`` is false, ``user`` must not learn who blocked the other.
    """

    def __init__(self, user: UserId, other: UserId, *, own: bool) -> None:
        super().__init__("one of two blocked the other")  # it may be logged: without their ids
        self.user = user
        self.other = other
        self.own = own


class VacationError(MatchError):
    """The player cannot be away for so long: only ``left`` days of vacation remain this year."""

    def __init__(self, left: int) -> None:
        super().__init__(f"left={left}")
        self.left = left


class StoreUnavailableError(MatchError):
    """The database cannot be used right now. ``advice`` says what the host of the bot can do.

    ``passes`` is True if a retry may succeed: the database server is starting, or a lock is held.
    """

    def __init__(self, advice: str, *, passes: bool = False) -> None:
        super().__init__(advice)
        self.advice = advice
        self.passes = passes


class DamagedError(StoreUnavailableError):
    """Something cannot be read because a row or a page of the database is damaged; other things can."""


class DamagedMatchError(DamagedError):
    """The match ``match_id`` cannot be read because one of its rows is damaged; other matches can."""

    def __init__(self, match_id: MatchId, advice: str) -> None:
        super().__init__(advice)
        self.match_id = match_id


class StoreGoneError(StoreUnavailableError):
    """The database file is gone from its place: changes made now would be lost at the next start."""
