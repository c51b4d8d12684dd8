"""What a person is told when something cannot be done: what, why, what now. One report for everything."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import app_commands

from cogs.kit import failures
from cogs.kit.failures import UnheardError, is_closed
from cogs.ops.turns import BusyError
from cogs.text import privacy_texts, records_texts, settings_texts, texts, time_texts, watching_texts
from engines import ActionError, EngineError
from matches import UserId
from matches.clock import PaceError
from matches.errors import (
    BlockedError,
    BlockProblemError,
    DamagedMatchError,
    HandOverError,
    MatchError,
    NoSuchCodeError,
    NoSuchImportError,
    NoSuchMatchError,
    NotAllowedError,
    NotAPlayerError,
    NotForYouError,
    NotYourTurnError,
    OfferError,
    OpponentError,
    PickError,
    ProgressError,
    RecordFullError,
    RematchOfferedError,
    RewindError,
    StaleError,
    StoreUnavailableError,
    TakeBackError,
    TakeBackLimitError,
    TimeError,
    TooManyChallengesError,
    TooManyMatchesError,
    TooManyRunningError,
    VacationError,
    WatchError,
    WrongPhaseError,
)
from matches.records import TranscriptError

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.ops.metrics import Outcome

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_INTERACTION = 10062

UNSENT: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What sending raises: Discord's refusals, and a network that is dead."""


def suggestions_lost(record: logging.LogRecord) -> bool:
    """A filter for discord.py's log: autocompletion that cannot be sent is one line, and no bug of ours.

    The next letter that somebody types asks again.
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


class Refusal(Exception):
    """Something the bot will not do; ``sentence`` tells the person what, why, and what now."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def check_person(interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal when Discord does not say who sent an interaction."""
    if _person(interaction) is None:
        raise Refusal(texts.NOBODY_THERE)


def check_known(named: object) -> None:
    """Raise Refusal for a person whom somebody named and of whom Discord gives no more than the id."""
    if not isinstance(named, discord.User | discord.Member):
        raise Refusal(texts.WHO_IS_THAT)


def _person(interaction: discord.Interaction[Any]) -> int | None:
    """Who sent an interaction; None when Discord does not say."""
    return getattr(interaction.user, "id", None)


def sentence(error: Exception, command: str, reader: UserId | None = None) -> str | None:
    """What to tell a person, ``reader``, about ``error``, or None when nobody foresaw it.

    ``command`` is the slash command of the game in question.
    """
    match error:
        case Refusal():
            return error.sentence
        case ActionError():
            return texts.bad_action(error.reason, command)
        case EngineError():
            return str(error)
        case OpponentError():
            return texts.OPPONENT_PROBLEMS[error.problem]
        case BlockedError():
            return privacy_texts.blocked(error)
        case BlockProblemError():
            return privacy_texts.BLOCK_PROBLEMS[error.problem]
        case TooManyChallengesError():
            return texts.too_many_challenges(error.limit)
        case PickError():
            return texts.PICK_PROBLEMS[error.problem]
        case NotYourTurnError():
            return texts.not_your_turn(error.to_act)
        case OfferError():
            return texts.offer_problem(error.kind, error.problem)
        case TakeBackError():
            return texts.NOTHING_TO_TAKE_BACK
        case TakeBackLimitError():
            return texts.take_back_limit(error.limit)
        case RecordFullError():
            return texts.record_full(error.limit)
        case TimeError():
            return time_texts.time_problem(error)
        case ProgressError():
            return time_texts.NOT_NOWHERE
        case NotAllowedError():
            return time_texts.not_allowed(error)
        case TooManyMatchesError():
            return time_texts.too_many_matches(error.limit)
        case TooManyRunningError():
            return texts.too_many_running(error.user, error.limit, own=error.user == reader)
        case VacationError():
            return time_texts.vacation_problem(error.left)
        case HandOverError():
            return settings_texts.PICK_IS_IN
        case RewindError():
            return time_texts.rewind_problem(error.last)
        case WatchError():
            return watching_texts.WATCH_PROBLEMS[error.problem]
        case RematchOfferedError():
            return texts.rematch_exists(error.match)
        case NotAPlayerError():
            return texts.NOT_A_PLAYER
        case NotForYouError():
            return texts.NOT_FOR_YOU
        case NoSuchMatchError():
            return texts.NO_SUCH_MATCH
        case DamagedMatchError():
            return texts.DAMAGED_MATCH
        case StoreUnavailableError():
            return texts.STORE_UNAVAILABLE
        case NoSuchCodeError():
            return records_texts.NO_SUCH_CODE
        case BusyError():
            return records_texts.ONE_AT_A_TIME
        case NoSuchImportError():
            return records_texts.NOT_KEPT
        case TranscriptError():
            return records_texts.no_record(error)
        case PaceError():
            return error.reason
        case app_commands.TransformerError(type=discord.AppCommandOptionType.channel):
            return settings_texts.UNKNOWN_CHANNEL
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return texts.COMMAND_CHANGED
        case _:
            return None


async def report(interaction: discord.Interaction[Any], error: Exception) -> Outcome:
    """Tell the person about ``error``, privately and once, and log one useful line.

    Returns whether it was a refusal, trouble, or nobody was there to be told.
    """
    error = _cause(error)
    number, user = interaction.id, _person(interaction)
    if is_closed(error):
        log.info("interaction=%s user=%s came when the bot was stopping, so it was not done", number, user)
        return "lost"
    if isinstance(error, UnheardError):
        log.warning(
            "interaction=%s user=%s was not done: Discord did not take its acknowledgement in time",
            number,
            user,
        )
        await _tell_if_heard(interaction)
        return "lost"
    if isinstance(error, discord.HTTPException) and error.code in (ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION):
        # Another process answered, or the three seconds were over: there is nobody to tell.
        log.info("interaction=%s user=%s not ours to answer: %s", number, user, error.code)
        return "lost"
    app: App = interaction.client.app
    try:
        return await _tell(app, interaction, error)
    except UNSENT as failed:
        log.warning("interaction=%s user=%s could not be told: %s", number, user, failed)
        return "error"
    except UnheardError:
        log.warning("interaction=%s user=%s could not be told in time", number, user)
        return "error"


async def _tell_if_heard(interaction: discord.Interaction[Any]) -> None:
    """Say that nothing was done, where the acknowledgement arrived after all and something is waited for."""
    app: App = interaction.client.app
    try:
        async with asyncio.timeout(failures.ACKNOWLEDGE_WITHIN):
            await app.answer(interaction, app.cards.note(texts.NOT_HEARD))
    except UNSENT as error:
        log.debug("interaction=%s nobody waits for it: %s", interaction.id, error)


def _cause(error: Exception) -> Exception:
    original = getattr(error, "original", None)
    wrapped = isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError)
    return original if wrapped and isinstance(original, Exception) else error


async def _tell(app: App, interaction: discord.Interaction[Any], error: Exception) -> Outcome:
    user = _person(interaction)
    reader = None if user is None else UserId(user)
    if isinstance(error, StaleError | WrongPhaseError):
        log.info("user=%s late: %s", user, error)
        above = texts.MOVED_ON if isinstance(error, StaleError) else texts.NOT_POSSIBLE_NOW
        await app.answer(interaction, await app.cards.of(error.match, above=above, reader=reader))
        return "refused"
    outcome: Outcome = "error"
    told = sentence(error, _command(interaction) or app.command_of(None), reader)
    if isinstance(error, UNSENT):
        log.warning("interaction=%s user=%s Discord failed: %s", interaction.id, user, error)
        told = texts.DISCORD_FAILED
    elif told is None:
        reference = secrets.token_hex(4)
        log.error("reference=%s user=%s", reference, user, exc_info=error)
        told = texts.bug(reference)
    elif isinstance(error, StoreUnavailableError):
        log.error("user=%s store unavailable: %s", user, error.advice)
    else:
        outcome = "refused"
        _log_refusal(interaction, error)
    await app.answer(interaction, app.cards.note(told))
    return outcome


def _log_refusal(interaction: discord.Interaction[Any], error: Exception) -> None:
    # A pick that is refused must not be spelled out, not even at debug level.
    what = type(error).__name__ if isinstance(error, PickError) else f"{type(error).__name__}: {error}"
    benign = isinstance(error, MatchError) and not isinstance(error, PickError)
    log.log(logging.INFO if benign else logging.DEBUG, "user=%s refused: %s", _person(interaction), what)


def _command(interaction: discord.Interaction[Any]) -> str | None:
    root = getattr(interaction.command, "root_parent", None)
    return root.name if root else None
