"""Files with everything stored about a user: made here, or by a worker if the file is large.

A job gives the user and when they asked; the worker reads the database itself. Fetching its answer deletes
the answer, and unfetched answers are deleted after ten minutes.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final

from cogs.kit.attachments import AttachmentBuilder, StoppedError, TooLargeError
from cogs.kit.card import Documents
from computer.queue import priorities
from computer.workers import HINT
from matches import Clock, StoreUnavailableError, UserId
from services import Privacy
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from data.jobs.asking import JobQueue

log = logging.getLogger(__name__)

EXPORT: Final = "export"
"""The kind of these jobs."""
LARGE: Final = 500
"""Stored items from which on a worker makes the file: every match in it has to be replayed."""
FILE: Final = "tidepool.json"
LARGEST: Final = 10 * 1024 * 1024 - 64 * 1024
"""Maximum bytes of a file: Discord's limit for every user, less some room for the rest of the message."""
_END: Final = b"\n"
"""Separates the line about a file from the file."""


class Exports:
    """Makes files, or has a worker make them."""

    def __init__(
        self,
        privacy: Privacy,
        clock: Clock,
        stopping: Callable[[], bool],
        queue: JobQueue | None,
        deadlines: Deadlines,
        *,
        large: int = LARGE,
    ) -> None:
        self._privacy = privacy
        self._clock = clock
        self._stopping = stopping
        self._queue = queue
        self._deadlines = deadlines
        self._large = large

    async def documents(self, user: UserId) -> Documents:
        """The file about ``user``. Raises TooLargeError and StoppedError."""
        if self._queue is not None and sum((await self._privacy.counts(user)).values()) >= self._large:
            made = await self._asked(self._queue, user)
            if made is not None:
                return made
        return await packed(self._privacy.export(user), self._stopping)

    async def _asked(self, queue: JobQueue, user: UserId) -> Documents | None:
        """The file that a worker made; None if it fails or takes too long. Raises TooLargeError."""
        first, later = priorities(HINT, 0)
        # The time tells this job from an earlier one for the same user.
        job = json.dumps({"user": user, "at": self._clock().isoformat()}).encode()
        try:
            patience = self._deadlines.exported
            told = await queue.ask(EXPORT, job, at_first=first, later=later, patience=patience, stays=False)
            head, _, body = told.partition(_END)
            found: dict[str, Any] = json.loads(head)
        except (TimeoutError, StoreUnavailableError, ValueError) as error:
            log.warning("user=%s no worker made their file, so the bot does: %r", user, error)
            return None
        if found.get("too_large"):
            raise TooLargeError
        if "error" in found:
            log.warning("user=%s a worker could not make their file: %s", user, found["error"])
            return None
        return ((str(found["name"]), body),)


def read_job(line: bytes) -> UserId:
    """The user named by a job. Raises ValueError for a job of another version."""
    try:
        return UserId(int(json.loads(line)["user"]))
    except (LookupError, TypeError) as error:
        raise ValueError("it names nobody") from error


async def answer(privacy: Privacy, user: UserId) -> bytes:
    """A worker's answer: the file, preceded by a line about it."""
    try:
        ((name, body),) = await packed(privacy.export(user), lambda: False)
    except TooLargeError:
        return refusal(too_large=True)
    return json.dumps({"name": name}).encode() + _END + body


def refusal(**why: Any) -> bytes:
    """A worker's answer if it made no file, with the reason."""
    return json.dumps(why).encode() + _END


async def packed(pieces: AsyncGenerator[bytes], stopping: Callable[[], bool]) -> Documents:
    """The file to send, written while ``pieces`` is read. Raises TooLargeError and StoppedError."""
    with AttachmentBuilder(FILE, LARGEST) as attachment:
        async with aclosing(pieces):
            async for piece in pieces:
                # It may take longer than a stopping bot can wait, and the user can ask again.
                if stopping():
                    raise StoppedError
                await asyncio.to_thread(attachment.add, piece)
        return await asyncio.to_thread(attachment.documents)
