"""Error messages for people: what cannot be done, why, and what now. One report for everything."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import app_commands

from cogs.kit.failures import is_closed
from cogs.kit.turns import Busy, BusyError
from cogs.text import (
    challenge_texts,
    computer_texts,
    errors_texts,
    privacy_texts,
    records_texts,
    server_texts,
    texts,
    time_texts,
)
from engines import ActionError, EngineError
from matches import Match, MatchId, UserId
from matches.errors import (
    BlockedError,
    DamagedMatchError,
    NoHelpError,
    NoSuchCodeError,
    NoSuchIdError,
    NoSuchMatchError,
    NotAllowedError,
    NotAPlayerError,
    NotForYouError,
    NotYourTurnError,
    OpponentError,
    PickError,
    Refused,
    StoreUnavailableError,
    TimeError,
    TooManyRunningError,
    VacationError,
)
from matches.records import TranscriptError
from matches.summaries import MatchSummary
from matches.time.pace import PaceError

log = logging.getLogger(__name__)

Failed = TypeVar("Failed", bound=Exception)

ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_INTERACTION = 10062

NO_MATCH: Final = MatchId(0)
UNSENT: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""The errors that sending raises: Discord's refusals, and a network that is dead."""


def suggestions_lost(record: logging.LogRecord) -> bool:
    """A filter for discord.py's log: turns failures to send autocompletions into one warning line.

    Drops those of a closed bot or an expired or answered interaction. The next letter typed asks again.
    """
    error = record.exc_info[1] if record.exc_info else None
    if is_closed(error):
        return False
    if isinstance(error, UNSENT):
        if getattr(error, "code", None) in (ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION):
            return False
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = "suggestions could not be sent: %s", (error,)
        record.exc_info = record.exc_text = None
    return True


class NotShownError(Exception):
    """A stored change could not be shown; ``why`` is for the person who made it.

    ``match`` is seen from the place where that is.
    """

    def __init__(self, match: Match, why: str) -> None:
        super().__init__(f"match={match.id} version={match.version}: {why}")
        self.match = match
        self.why = why


class Refusal(Exception):
    """Something the bot will not do; ``sentence`` tells the person what, why, and what now."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class OldCardError(Exception):
    """A control or a form has an id that means nothing today; ``match_id`` is its match, or 0."""

    def __init__(self, match_id: MatchId = NO_MATCH) -> None:
        super().__init__(f"match={match_id}")
        self.match_id = match_id


class AmbiguousMatchError(Refusal):
    """Several matches could be meant; ``matches`` are those, the likeliest first."""

    def __init__(self, matches: Sequence[MatchSummary]) -> None:
        super().__init__(texts.PICK_A_MATCH)
        self.matches = tuple(matches)


def check_person(interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal when Discord does not say who sent an interaction."""
    if person_of(interaction) is None:
        raise Refusal(errors_texts.NOBODY_THERE)


def check_known(named: object) -> None:
    """Raise Refusal for a named user if Discord gives only their id."""
    if not isinstance(named, discord.User | discord.Member):
        raise Refusal(errors_texts.WHO_IS_THAT)


def person_of(interaction: discord.Interaction[Any]) -> int | None:
    """The id of the user who sent an interaction; None when Discord does not say."""
    return getattr(interaction.user, "id", None)


_EXPLAINED: Final[dict[type[Exception], Callable[[Any], str]]] = {}
"""The sentences about errors of features."""


def explains(kind: type[Failed]) -> Callable[[Callable[[Failed], str]], Callable[[Failed], str]]:
    """Enter a function as the one that says what a feature's own error is about."""

    def enter(said: Callable[[Failed], str]) -> Callable[[Failed], str]:
        _EXPLAINED[kind] = said
        return said

    return enter


def sentence(error: Exception, command: str, reader: UserId | None = None) -> str | None:
    """A sentence about ``error`` for ``reader``; None for an unexpected error.

    ``command`` is the slash command of the game in question.
    """
    match error:
        case Refusal():
            return error.sentence
        case ActionError():
            return errors_texts.bad_action(error.reason, command)
        case EngineError():
            return str(error)
        case Refused():
            return _why(error)
        case OpponentError():
            return challenge_texts.OPPONENT_PROBLEMS[error.problem]
        case NoHelpError():
            return computer_texts.no_help(error)
        case BlockedError():
            return privacy_texts.blocked(error)
        case PickError():
            return challenge_texts.PICK_PROBLEMS[error.problem]
        case NotYourTurnError():
            return errors_texts.not_your_turn(error.match, error.to_act, reader)
        case TimeError():
            return time_texts.time_problem(error)
        case NotAllowedError():
            return time_texts.not_allowed(error)
        case TooManyRunningError():
            return errors_texts.too_many_running(error.user, error.limit, own=error.user == reader)
        case VacationError():
            return time_texts.vacation_problem(error.left)
        case NotAPlayerError():
            return errors_texts.NOT_A_PLAYER
        case NotForYouError():
            return errors_texts.not_for_you(error.match, reader)
        case NoSuchMatchError():
            return errors_texts.NO_SUCH_MATCH
        case NoSuchIdError():
            return errors_texts.NO_SUCH_ID
        case DamagedMatchError():
            return errors_texts.DAMAGED_MATCH
        case StoreUnavailableError():
            return errors_texts.STORE_UNAVAILABLE
        case NoSuchCodeError():
            return records_texts.NO_SUCH_CODE
        case BusyError():
            return records_texts.CROWDED if error.why is Busy.CROWDED else records_texts.ONE_AT_A_TIME
        case TranscriptError():
            return records_texts.no_record(error)
        case PaceError():
            return error.reason
        case app_commands.TransformerError(type=discord.AppCommandOptionType.channel):
            return server_texts.UNKNOWN_CHANNEL
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return errors_texts.COMMAND_CHANGED
        case _:
            said = _EXPLAINED.get(type(error))
            return None if said is None else said(error)


def _why(refused: Refused) -> str:
    """The sentence about a refusal: a text called like its problem, or a function that tells its facts."""
    said: str | None = getattr(errors_texts, refused.problem.name, None)
    return said or getattr(errors_texts, refused.problem)(**refused.facts)
