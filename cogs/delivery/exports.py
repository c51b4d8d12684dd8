"""Files of all that is stored about somebody: made here, or by a worker where one is large.

A worker is told whose file it is and since when that person waits, and reads the database itself. What it
answers is fetched once, which deletes it; nobody's waits for longer than ten minutes.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, Final

from cogs.kit.card import Documents
from cogs.kit.parcel import Parcel, StoppedError, TooLargeError
from computer.queue import Queue, priorities
from computer.workers import HINT
from matches import Clock, StoreUnavailableError, UserId
from services import Privacy
from settings.deadlines import Deadlines

log = logging.getLogger(__name__)

EXPORT: Final = "export"
"""The kind of these jobs."""
LARGE: Final = 500
"""Things stored about somebody from which on a worker makes the file: each match is played through for it."""
FILE: Final = "tidepool.json"
LARGEST: Final = 10 * 1024 * 1024 - 64 * 1024
"""Bytes of a file that Discord takes from anybody, with some room for the message around it."""
_END: Final = b"\n"
"""Between what is said of a file and the file."""


class Exports:
    """Makes files, or has them made."""

    def __init__(
        self,
        privacy: Privacy,
        clock: Clock,
        stopping: Callable[[], bool],
        queue: Queue | None,
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
        """The file about somebody. Raises TooLargeError and StoppedError."""
        if self._queue is not None and sum((await self._privacy.counts(user)).values()) >= self._large:
            made = await self._asked(self._queue, user)
            if made is not None:
                return made
        return await packed(self._privacy.export(user), self._stopping)

    async def _asked(self, queue: Queue, user: UserId) -> Documents | None:
        """The file that a worker made; None if there is none in time. Raises TooLargeError."""
        first, later = priorities(HINT, 0)
        # The moment keeps this job apart from the last one for the same person.
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
    """The person named by a job. Raises ValueError for one of another version."""
    try:
        return UserId(int(json.loads(line)["user"]))
    except (LookupError, TypeError) as error:
        raise ValueError("it names nobody") from error


async def answer(privacy: Privacy, user: UserId) -> bytes:
    """A worker's answer: the file, with a line about it before."""
    try:
        ((name, body),) = await packed(privacy.export(user), lambda: False)
    except TooLargeError:
        return refusal(too_large=True)
    return json.dumps({"name": name}).encode() + _END + body


def refusal(**why: Any) -> bytes:
    """A worker's answer where there is no file."""
    return json.dumps(why).encode() + _END


async def packed(pieces: AsyncGenerator[bytes], stopping: Callable[[], bool]) -> Documents:
    """The file to send, written as it is read. Raises TooLargeError and StoppedError."""
    with Parcel(FILE, LARGEST) as parcel:
        async with aclosing(pieces):
            async for piece in pieces:
                # It may take longer than a bot that stops can wait, and it can be asked for again.
                if stopping():
                    raise StoppedError
                await asyncio.to_thread(parcel.add, piece)
        return await asyncio.to_thread(parcel.documents)
