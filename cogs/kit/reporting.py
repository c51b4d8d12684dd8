"""The one report of errors: a clear sentence for the person, one useful line for the log."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands, ui

from cogs.hosting.metrics import Outcome
from cogs.kit.call import Call, Interaction
from cogs.kit.card import Card, card, rows, support_link
from cogs.kit.errors import (
    ALREADY_ACKNOWLEDGED,
    UNKNOWN_INTERACTION,
    UNSENT,
    OldCardError,
    person_of,
    sentence,
)
from cogs.kit.failures import UnheardError, is_closed
from cogs.kit.visibility import may_look
from cogs.text import errors_texts, speaking, texts
from engines import ActionError
from matches import GuildId, Match, MatchId, UserId
from matches.errors import (
    AboutMatchError,
    MatchError,
    NotAPlayerError,
    PickError,
    StaleError,
    StoreUnavailableError,
    WrongPhaseError,
)
from services.viewpoint import reading_as

log = logging.getLogger(__name__)


def begin(call: Call) -> None:
    """Count an interaction that arrived, in the task that sees to it."""
    call.app.in_flight.record_task()
    call.app.metrics.begun(call.interaction)


@asynccontextmanager
async def reporting(interaction: Interaction) -> AsyncIterator[Call]:
    """Speak the language of the person who clicked, and report what goes wrong to them.

    This is the one place where the errors of clicks and forms end.
    """
    call = Call(interaction)
    begin(call)
    outcome: Outcome = "error"
    try:
        with speaking(interaction.locale), reading_as(*reader_of(interaction)):
            try:
                yield call
                outcome = "ok"
            except Exception as error:  # noqa: BLE001 - see above
                outcome = await report(call, error)
    finally:
        call.app.metrics.ended(interaction, outcome)


def reader_of(interaction: Interaction) -> tuple[UserId | None, GuildId | None]:
    """The user of an interaction and the server it was sent in: matches are loaded as they may see them."""
    user, guild = person_of(interaction), interaction.guild_id
    return None if user is None else UserId(user), None if guild is None else GuildId(guild)


async def report(call: Call, error: Exception) -> Outcome:
    """Tell the user about ``error``, privately and once, and log one useful line.

    Returns "refused", "error", or "lost" if the user can't be told any more.
    """
    error = _cause(error)
    number, user = call.interaction.id, person_of(call.interaction)
    if is_closed(error):
        log.info("interaction=%s user=%s came when the bot was stopping, so it was not done", number, user)
        return "lost"
    if isinstance(error, UnheardError):
        log.warning(
            "interaction=%s user=%s was not done: Discord did not take its acknowledgement in time",
            number,
            user,
        )
        await _tell_if_heard(call)
        return "lost"
    if isinstance(error, discord.HTTPException) and error.code in (ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION):
        # Another process answered, or the three seconds were over: no answer is possible.
        log.info("interaction=%s user=%s not ours to answer: %s", number, user, error.code)
        return "lost"
    try:
        return await _tell(call, error)
    except UNSENT as failed:
        log.warning("interaction=%s user=%s could not be told: %s", number, user, failed)
        return "error"
    except UnheardError:
        log.warning("interaction=%s user=%s could not be told in time", number, user)
        return "error"


async def _tell_if_heard(call: Call) -> None:
    """Say that nothing was done, where the acknowledgement arrived after all and something is waited for."""
    try:
        async with asyncio.timeout(call.app.deadlines.acknowledge):
            await call.answer(card(errors_texts.NOT_HEARD))
    except UNSENT as error:
        log.debug("interaction=%s nobody waits for it: %s", call.interaction.id, error)


def _cause(error: Exception) -> Exception:
    original = getattr(error, "original", None)
    wrapped = isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError)
    return original if wrapped and isinstance(original, Exception) else error


async def _tell(call: Call, error: Exception) -> Outcome:
    app, user = call.app, person_of(call.interaction)
    reader = None if user is None else UserId(user)
    if isinstance(error, OldCardError):
        log.info("user=%s used an old card: %s", user, error)
        await call.refuse(await _present(call, error.match_id))
        return "refused"
    if isinstance(error, AboutMatchError) and not await _may_look(call, error.match):
        # A refusal shows no more of a match than the user may look at: it may have gone on elsewhere since.
        log.info("user=%s refused what they don't see: %s: %s", user, type(error).__name__, error)
        await call.refuse(card(_unseen(error)))
        return "refused"
    if isinstance(error, StaleError | WrongPhaseError):
        log.info("user=%s late: %s", user, error)
        above = texts.MOVED_ON if isinstance(error, StaleError) else texts.NOT_POSSIBLE_NOW
        await call.refuse(await app.cards.of(error.match, above=above, reader=reader))
        return "refused"
    outcome: Outcome = "error"
    ways: list[ui.Item[Any]] = []
    # Only of an action is the game's command told; where it was tapped, that has to be looked up.
    command = _command(call.interaction)
    if command is None and isinstance(error, ActionError):
        command = await app.lookup.command_of(call)
    told = sentence(error, command or "help", reader)
    if isinstance(error, UNSENT):
        log.warning("interaction=%s user=%s Discord failed: %s", call.interaction.id, user, error)
        told = errors_texts.DISCORD_FAILED
    elif told is None:
        reference = secrets.token_hex(4)
        log.error("reference=%s user=%s", reference, user, exc_info=error)
        told = errors_texts.bug(reference)
        ways = support_link(app.support_url)
    elif isinstance(error, StoreUnavailableError):
        log.error("user=%s store unavailable: %s", user, error.advice)
    else:
        outcome = "refused"
        _log_refusal(user, error)
        await call.refuse(await app.refusal(call, error, told, reader))
        return outcome
    await call.refuse(card(told, *rows(ways)))
    return outcome


def _unseen(error: AboutMatchError) -> str:
    """The sentence for a user who may not look at the match that an error is about."""
    if isinstance(error, StaleError):
        return errors_texts.MOVED_ON_UNSEEN
    others = isinstance(error, NotAPlayerError)
    return errors_texts.NOT_A_PLAYER if others else errors_texts.NOT_POSSIBLE_UNSEEN


async def _present(call: Call, match_id: MatchId) -> Card:
    """The card of a match as it is now, if the user may look at it; else a sentence that theirs is old."""
    try:
        match = await call.app.matches.load(match_id) if match_id else None
    except (MatchError, StoreUnavailableError):
        match = None
    if match is None or not await _may_look(call, match):
        return card(errors_texts.OLD_CARD)
    return await call.app.cards.of(match, above=texts.MOVED_ON, reader=call.user)


async def _may_look(call: Call, match: Match) -> bool:
    """True if the user may look at a match; False while that is unknown."""
    try:
        return await may_look(call, match)
    except (*UNSENT, StoreUnavailableError) as error:
        log.info("match=%s who may look at it can't be told: %s", match.id, error)
        return False


def _log_refusal(user: int | None, error: Exception) -> None:
    # A pick that is refused must not be spelled out, not even at debug level.
    what = type(error).__name__ if isinstance(error, PickError) else f"{type(error).__name__}: {error}"
    benign = isinstance(error, MatchError) and not isinstance(error, PickError)
    log.log(logging.INFO if benign else logging.DEBUG, "user=%s refused: %s", user, what)


def _command(interaction: Interaction) -> str | None:
    root = getattr(interaction.command, "root_parent", None)
    return root.name if root else None
