"""The bot's own troubles, told in a channel that its host has set.

What is told is made of the words of the code alone: the text of a log line before anything is put into it,
numbers, references, the kind of an error and where it came from. So nothing that a person wrote, and no
secret, gets into the channel; the whole story is in the log.
"""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from collections import deque
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from cogs.kit.card import card
from matches import Clock, host_clock
from services import downtime

if TYPE_CHECKING:
    import discord
    from discord.ext import commands

log = logging.getLogger(__name__)

PERIOD: Final = timedelta(hours=1)
MOST: Final = 10
"""Troubles that are told within the period; of the same one, once."""
_WAITING: Final = 50
"""Troubles that wait to be told, while Discord cannot be reached. More are in the log only."""
_OURS: Final = ("bot", "cogs", "data", "engines", "imaging", "matches", "tidepool")
_LASTING: Final = ("data.maintenance.migrate", host_clock.log.name, downtime.log.name)
"""Loggers whose warnings are told as well: a disk or a clock not as it should be, a time of being down."""
_ROOT: Final = Path(__file__).parents[2]
_PLACE: Final = re.compile(r"%[sdr]|%\.?\d*f")
_REFERENCE: Final = re.compile(r"[0-9a-f]{8}")

_telling: ContextVar[bool] = ContextVar("telling", default=False)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem to report; problems with the same ``key`` are the same one."""

    key: Hashable
    text: str


class Alerts(logging.Handler):
    """Posts problems from the log in a channel. Made outside the event loop, and opened in it."""

    def __init__(self, bot: commands.AutoShardedBot, channel: int, clock: Clock) -> None:
        super().__init__(logging.WARNING)
        self._bot = bot
        self._channel = channel
        self._limit = Limit(clock)
        self._waiting: asyncio.Queue[Trouble] = asyncio.Queue(_WAITING)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._teller: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start listening to the whole log; problems from before the bot is ready are posted then."""
        self._loop = asyncio.get_running_loop()
        self._teller = asyncio.create_task(self._tell_all())
        logging.getLogger().addHandler(self)

    def close(self) -> None:
        """Stop listening. Harmless twice."""
        logging.getLogger().removeHandler(self)
        if self._teller is not None:
            self._teller.cancel()
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a record's problem; may be called from any thread."""
        # Trouble caused by telling is never told: that would go on for ever.
        if _telling.get() or self._loop is None or not is_trouble(record):
            return
        try:
            self._loop.call_soon_threadsafe(self._take_in, trouble_of(record))
        except Exception:  # noqa: BLE001 - as every handler: a log line must not break what writes it
            self.handleError(record)

    def _take_in(self, trouble: Trouble) -> None:
        if not self._waiting.full() and self._limit.allows(trouble.key):
            self._waiting.put_nowait(trouble)

    async def _tell_all(self) -> None:
        _telling.set(True)
        await self._bot.wait_until_ready()
        while True:
            trouble = await self._waiting.get()
            try:
                await self._tell(trouble)
            except Exception as error:  # noqa: BLE001 - one that cannot be told must not silence the next
                log.warning("a trouble could not be told in channel=%s: %s", self._channel, error)

    async def _tell(self, trouble: Trouble) -> None:
        place: discord.abc.Messageable = self._bot.get_partial_messageable(self._channel)
        told = card(trouble.text)
        await place.send(view=told.view, allowed_mentions=told.mentions())


class Limit:
    """Limits reports: the same problem once in a period, and MOST in all."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._passed: deque[tuple[datetime, Hashable]] = deque()

    def allows(self, key: Hashable) -> bool:
        """True if a problem may be reported now; then it counts as reported."""
        now = self._clock()
        while self._passed and now - self._passed[0][0] >= PERIOD:
            self._passed.popleft()
        if len(self._passed) >= MOST or any(key == before for _, before in self._passed):
            return False
        self._passed.append((now, key))
        return True


def is_trouble(record: logging.LogRecord) -> bool:
    """True if a log record is about a bug, or about a condition that lasts."""
    lasting = record.levelno == logging.WARNING and record.name in _LASTING
    return lasting or record.levelno >= logging.ERROR


def trouble_of(record: logging.LogRecord) -> Trouble:
    """The problem that a log record reports."""
    error = record.exc_info[1] if record.exc_info else None
    what = _words(record) if record.name.partition(".")[0] in _OURS else "something went wrong in a library"
    from_where = "" if error is None else f"\n{type(error).__name__} {_origin(error.__traceback__)}".rstrip()
    at = f"<t:{int(record.created)}:T>"
    text = f"**{record.levelname}** `{record.name}` {at}\n{what}{from_where}\nThe log says more."
    return Trouble((record.name, str(record.msg), from_where), text)


def _words(record: logging.LogRecord) -> str:
    """A record's message without arguments that people may have written."""
    given = record.args if isinstance(record.args, tuple) else ()
    values = iter(given)
    return _PLACE.sub(lambda _: _harmless(next(values, None)), str(record.msg))


def _harmless(value: Any) -> str:
    """An argument of a log record if it's a number, a time or an id; an error's kind; else a placeholder."""
    if isinstance(value, int | float | datetime):
        return str(value)
    if isinstance(value, BaseException):
        return type(value).__name__
    return value if isinstance(value, str) and _REFERENCE.fullmatch(value) else "…"


def _origin(trace: TracebackType | None) -> str:
    """The innermost frame of our own code in an error's traceback."""
    own = [frame for frame in traceback.extract_tb(trace) if is_ours(Path(frame.filename))]
    if not own:
        return ""
    last = own[-1]
    return f"in {Path(last.filename).relative_to(_ROOT)}:{last.lineno} ({last.name})"


def is_ours(file: Path) -> bool:
    """True if a file is of our own code."""
    return file.is_relative_to(_ROOT) and "site-packages" not in file.parts
