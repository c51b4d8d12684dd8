"""The bot's own requests to Discord, and their priorities while there are too many.

Discord accepts fifty a second from a bot, and a limited number for each channel; discord.py, or a proxy in
between, holds back the rest. Neither knows what is urgent. So requests that aren't urgent are not made
at all while cards and reminders queue: see :attr:`Budget.short`. Answers to clicks have no such limit and
take another path.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
import yarl
from aiohttp.payload import BytesPayload

from settings.environment import HttpsProxy

if TYPE_CHECKING:
    from discord.http import HTTPClient, Route


MANY: Final = 12
"""Requests at a time, more than the bot sends of its own accord: past that people are waiting."""
LATE: Final = 1.0
"""Seconds for which a request has waited, where there are many, from which on others give way."""
VERY_LATE: Final = 5.0
"""Seconds after which they do however few there are."""
RATE: Final = 45
"""Requests a second of all processes together: Discord takes fifty of one bot, by its own clock."""
ONE_PIECE: Final = 1_000_000
"""Bytes of a form that leaves in one piece. A film may be larger, and is not copied."""


class Purpose(Enum):
    """Reasons for a request, most urgent first."""

    CARD = "card"
    """Cards, and whatever else somebody waits for."""
    NOTICE = "notice"
    READING = "reading"
    """Digests and weekly summaries."""
    TIDYING = "tidying"
    """Old cards, threads, lists, roles."""


_URGENT: Final = frozenset({Purpose.CARD, Purpose.NOTICE})
_purpose: ContextVar[Purpose] = ContextVar("purpose", default=Purpose.CARD)


@contextmanager
def requests_for(purpose: Purpose) -> Iterator[None]:
    """Sets the purpose of the requests made inside, also by tasks started there."""
    before = _purpose.set(purpose)
    try:
        yield
    finally:
        _purpose.reset(before)


class Budget:
    """The requests that aren't answered yet, including those still waiting to be sent."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._begun: dict[object, tuple[Purpose, float]] = {}

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Counts a request as waiting for its answer."""
        key = object()
        self._begun[key] = (_purpose.get(), self._now())
        try:
            yield
        finally:
            del self._begun[key]

    def by_purpose(self) -> dict[str, tuple[int, float]]:
        """The number of requests that wait for each purpose, and the age of the oldest in seconds."""
        now = self._now()
        return {
            purpose.value: (len(ages := self._ages((purpose,), now)), max(ages, default=0.0))
            for purpose in Purpose
        }

    @property
    def short(self) -> bool:
        """True if urgent requests are queued; send nothing else now."""
        ages = self._ages(_URGENT, self._now())
        oldest = max(ages, default=0.0)
        return oldest >= VERY_LATE or (oldest >= LATE and len(ages) > MANY)

    def _ages(self, purposes: frozenset[Purpose] | tuple[Purpose, ...], now: float) -> list[float]:
        return [now - begun for purpose, begun in self._begun.values() if purpose in purposes]


class RequestRate:
    """Lets requests leave one by one, so that several processes together stay below the bot's limit.

    ``most`` is the number of requests a second for all processes, ``share`` this one's fraction of it at the
    moment. Unused turns aren't saved up, so the processes never exceed the limit in any second. A shared
    proxy does better: there one process may use what others leave.

    Written by hand, since the rate of a library's limiter is fixed when it is made, and this one changes when
    shards change hands.
    """

    def __init__(
        self,
        most: float,
        share: Callable[[], float],
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._most = most
        self._share = share
        self._now = now
        self._sleep = sleep
        self._free_at = 0.0

    async def wait(self) -> None:
        """Wait for the next turn."""
        if (wait := self.turn()) > 0:
            await self._sleep(wait)

    def turn(self) -> float:
        """Take the next turn; returns the seconds until it comes."""
        now = self._now()
        at = max(now, self._free_at)
        self._free_at = at + 1 / (self._most * self._share())
        return at - now


def open_gate(http: HTTPClient, budget: Budget, rate: RequestRate | None = None) -> None:
    """Make each request of ``http`` count in ``budget``, wait for its turn, and leave in one piece."""
    send = http.request

    async def request(
        route: Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **more: Any,
    ) -> Any:
        with budget.waiting():
            if rate is not None:
                await rate.wait()
            fields = list(form or ())
            if (body := await _in_one_piece(fields)) is not None:
                return await send(route, data=body, **more)
            return await send(route, files=files, form=fields or None, **more)

    http.request = request  # type: ignore[method-assign]


def watch_answers(http: HTTPClient, told: Callable[[Route, discord.HTTPException | None], None]) -> None:
    """Call ``told`` for each request of ``http`` that Discord takes, or refuses with an error."""
    send = http.request

    async def request(route: Route, **more: Any) -> Any:
        try:
            answer = await send(route, **more)
        except discord.HTTPException as error:
            told(route, error)
            raise
        told(route, None)
        return answer

    http.request = request  # type: ignore[method-assign]


async def _in_one_piece(fields: Sequence[dict[str, Any]]) -> BytesPayload | None:
    """A form's fields as one body, with its content type; None if it's large.

    aiohttp writes a form part by part: each boundary, each header, each field. That is nine system calls and
    packets for a card, where one is enough. discord.py has no setting for it.
    """
    if not fields:
        return None
    form = aiohttp.FormData(quote_fields=False)
    for field in fields:
        form.add_field(**field)
    writer = form()
    if writer.size is None or writer.size > ONE_PIECE:
        return None
    return BytesPayload(await writer.as_bytes(), content_type=writer.content_type)


# --- through an HTTP proxy -----------------------------------------------------------------------


WRONG_PASSWORD: Final = 407
PASSWORD_ADVICE: Final = (
    "The proxy refused the bot (407). Put the right user and password into HTTPS_PROXY, as "
    "http://user:password@host:port, then start again."
)


class ProxyConnector(aiohttp.TCPConnector):
    """Opens connections through ``proxy``, except to hosts that are reached without it.

    Must be made within the event loop.
    """

    def __init__(self, proxy: HttpsProxy) -> None:
        super().__init__(limit=0)  # as discord.py's own
        self._proxy = proxy
        self._auth = None if proxy.user is None else aiohttp.BasicAuth(proxy.user, proxy.password, "utf-8")

    async def connect(self, req: aiohttp.ClientRequest, *more: Any, **named: Any) -> Any:
        """Open a connection for ``req``."""
        if self._proxy.is_for(str(req.url)):
            req.update_proxy(yarl.URL(self._proxy.address), self._auth, None)
        return await super().connect(req, *more, **named)
