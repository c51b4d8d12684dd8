"""Classifies failures to send: outages, which pass by themselves, and those that mean a place is lost.

This decides where a match goes on, what its players are told, and whether clocks are stopped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Final, TypeVar

import aiohttp
import discord

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
TOO_MANY_OLD_EDITS: Final = 30046
CLOUDFLARE: Final = 40333
"""Something before Discord turned the request away, as it may do for a while."""
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
INVALID_FORM: Final = 50035
"""The request breaks a rule of Discord's: the fault is the bot's own."""
THREAD_ARCHIVED: Final = 50083
"""The answer to an edit; a new message wakes an archived thread unless it is locked as well."""
THREAD_EXISTS: Final = 160004
THREAD_LOCKED: Final = 160005
NAME_BLOCKED: Final = 200001
"""By the server's own automatic moderation."""
THREADS_FULL: Final = frozenset({160006, 160007})
"""A server has as many active threads, or announcement threads, as Discord allows: none can begin or wake."""

_NO_SUCH_PLACE: Final = frozenset({UNKNOWN_CHANNEL, THREAD_ARCHIVED, THREAD_LOCKED, *THREADS_FULL})
_NOT_ALLOWED: Final = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS})
_JSON: Final = "application/json"

_took: ContextVar[bool] = ContextVar("took", default=False)
"""True if Discord took the latest request of this task."""


UNREADABLE: Final = (AttributeError, LookupError, TypeError, ValueError, discord.InvalidData)
"""Errors of reading an answer that is not what Discord describes."""


class Loss(Enum):
    """The reason why the bot can no longer write in a place, or can't use what it looks up."""

    GONE = "gone"
    FORBIDDEN = "forbidden"
    UNREADABLE = "unreadable"
    """It may be there: Discord's answer can't be read, such as a channel of a kind unknown to discord.py."""


class UnreadableError(aiohttp.ClientError):
    """Discord did what it was asked, but its answer cannot be read."""


class ClosedError(aiohttp.ClientError):
    """The bot is closed and sends nothing any more."""


class UnheardError(Exception):
    """It is too late for a first answer to Discord, so the requested action is not done."""


def is_no_member(error: Exception) -> bool:
    """True for Discord's answer that a user is no member of a server; not for any other 404."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MEMBER


def loss(error: Exception) -> Loss | None:
    """Why a place is lost where ``error`` was the answer to posting or editing; None if it is not lost.

    By the HTTP status, since not everything that Discord says has a code that is known here.
    """
    if not isinstance(error, discord.HTTPException) or is_outage(error):
        return None
    if error.code in _NO_SUCH_PLACE:
        return Loss.GONE
    if error.code in _NOT_ALLOWED or error.status == 403:
        return Loss.FORBIDDEN
    # An unknown message is one that was posted with the same nonce and deleted: the place is still there.
    return Loss.GONE if error.status == 404 and error.code != UNKNOWN_MESSAGE else None


def cannot_edit(error: discord.HTTPException) -> bool:
    """True if ``error`` says that a message cannot be changed, so that a fresh one takes its place."""
    return loss(error) is not None or error.code in (UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS)


def refuses_name(error: discord.HTTPException) -> bool:
    """True if Discord refuses a name, such as for a bad word in it."""
    return error.code == NAME_BLOCKED or (error.code == INVALID_FORM and "\nIn name:" in error.text)


def is_deleted(error: discord.HTTPException) -> bool:
    """True if ``error``, the answer to an edit, says that the message is gone, and not that its channel is.

    By the HTTP status, as in :func:`loss`: a fresh message shows whether the channel is there.
    """
    return error.status == 404 and error.code != UNKNOWN_CHANNEL


def is_outage(error: Exception) -> bool:
    """True if ``error``, raised while sending, says that Discord or the network is out of order.

    So are too many requests: discord.py waits where Discord says for how long, and gives up on a ban.
    """
    if not isinstance(error, discord.HTTPException):
        return not isinstance(error, UnreadableError)
    if error.status == 429:
        return error.code != TOO_MANY_OLD_EDITS
    return error.status >= 500 or (error.status == 403 and _turned_away(error))


def _turned_away(error: discord.HTTPException) -> bool:
    """True if something on the way to Discord refused a request, and not Discord itself."""
    kind = error.response.headers.get("Content-Type", _JSON)
    return error.code == CLOUDFLARE or (not error.code and not kind.startswith(_JSON))


# --- answers and endings -------------------------------------------------------------------------


def record_answer(status: int) -> None:
    """Record an HTTP status in the task whose request was answered."""
    _took.set(200 <= status < 300)


@contextmanager
def reading() -> Iterator[None]:
    """A context for reading Discord's answer. Raises UnreadableError if that fails after a success status."""
    _took.set(False)
    try:
        yield
    except UNREADABLE as error:
        if not _took.get():
            raise  # it was never sent: the fault is our own
        log.warning("Discord did what it was asked, and its answer cannot be read: %r", error)
        raise UnreadableError(f"unreadable: {error!r}") from error


def is_closed(error: BaseException | None) -> bool:
    """True if ``error`` was raised because the bot is closed."""
    closed = isinstance(error, RuntimeError) and str(error) == "Session is closed"
    return closed or isinstance(error, ClosedError)


@contextmanager
def sending() -> Iterator[None]:
    """A context for sending. Raises ClosedError if the bot is closed."""
    try:
        yield
    except RuntimeError as error:
        if not is_closed(error):
            raise
        raise ClosedError(str(error)) from error


UNAVAILABLE: Final = 503
WAITS: Final = (0.5, 1.5)
"""Seconds before the second and the third try."""

T = TypeVar("T")


async def persistently(request: Callable[[], Awaitable[T]]) -> T:
    """The result of ``request``, tried up to three times if a retry may help.

    discord.py itself retries after other errors of Discord, but neither after a 503 nor after a broken
    connection. The request must be safe to repeat.
    """
    for wait in WAITS:
        try:
            with sending():
                return await request()
        except discord.HTTPException as error:
            if error.status != UNAVAILABLE:
                raise
        except ClosedError:
            raise
        except (aiohttp.ClientError, OSError):
            pass
        await asyncio.sleep(wait)
    with sending():
        return await request()


async def look_up(request: Callable[[], Awaitable[T]]) -> T | Loss:
    """The result of ``request``, which fetches something from Discord, or why that can't be used.

    Raises the error if that may pass: Discord or the network is out of order. Tries as :func:`persistently`.
    """
    try:
        with reading():
            return await persistently(request)
    except UnreadableError:
        return Loss.UNREADABLE
    except discord.HTTPException as error:
        why = loss(error)
        if why is None:
            raise
        return why
