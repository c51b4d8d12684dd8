"""What goes wrong on the wire, on purpose: bans, errors, cut connections, held requests, nonsense.

A fault is laid on requests before they come, by method and path. There ``*`` stands for one part of a
path, and ``**`` for any number of them::

    faults.on("POST", "/channels/*/messages", RateLimit(0.2), times=2)
    faults.on("PATCH", "/channels/*/messages/*", Reset(when="handled"), after=1)     # the second one
    stop = faults.stop("POST", "/channels/*/messages", when="handled")
    ...
    call = await stop                  # the request was carried out, and its answer is held back
    bot.kill()
    stop.release()
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Literal

When = Literal["received", "handled", "answered"]
"""Before a request is carried out; after that, before it is answered; after the answer was sent."""


@dataclass(eq=False)
class Call:
    """One request of the bot: what it asked, and what it got."""

    method: str
    path: str
    """Without ``/api/v10``."""
    query: dict[str, str]
    raw: bytes
    """The body, byte for byte."""
    process: str
    """The bot's process it came from."""
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict)
    status: int | None = None
    """What was answered; None while it is not, or if it never was."""
    answer: Any = None
    handled: bool = False
    """Whether it was carried out, answered or not."""

    def __str__(self) -> str:
        return (
            f"{self.method} {self.path} -> {self.status} {self.answer if (self.status or 0) >= 400 else ''}"
        )


@dataclass(frozen=True)
class RateLimit:
    """429, to be tried again after some seconds. ``scope``: ``user`` (this route), ``shared``, ``global``.

    Without ``via`` it is a ban, or a proxy's own, which discord.py does not try again.
    """

    retry_after: float = 0.2
    scope: str = "user"
    via: bool = True


@dataclass(frozen=True)
class Fail:
    """A refusal, usually a server error: 500, 502, 503... ``plain``: as a page, which Discord never sends."""

    status: int = 500
    code: int = 0
    plain: bool = False


@dataclass(frozen=True)
class Twist:
    """The request is carried out, and answered with what ``change`` makes of the answer; None: 204."""

    change: Callable[[Any], Any]


@dataclass(frozen=True)
class Reset:
    """The connection is cut, before the request is carried out or after it. ``rudely``: with a RST."""

    when: Literal["received", "handled"] = "received"
    rudely: bool = True


@dataclass(frozen=True)
class Delay:
    """Some seconds pass before the request is carried out, or before it is answered."""

    seconds: float
    when: Literal["received", "handled"] = "received"


class Stop:
    """Holds a request at a moment until it is released. Awaiting it waits until a request is held."""

    def __init__(self, when: When = "handled") -> None:
        self.when = when
        self._reached: asyncio.Future[Call] = asyncio.get_running_loop().create_future()
        self._go_on = asyncio.Event()
        self.dropped = False
        self._is_awaited = False

    def __await__(self) -> Generator[Any, None, Call]:
        self._is_awaited = True
        return asyncio.shield(self._reached).__await__()

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for it, or did, and none was held."""
        return self._is_awaited and not self.holds

    @property
    def holds(self) -> bool:
        """Whether a request is held, or was."""
        return self._reached.done()

    def release(self) -> None:
        """Let the request go on."""
        self._go_on.set()

    def drop(self) -> None:
        """Let the request end here: not carried out, if it was not yet, and not answered."""
        self.dropped = True
        self._go_on.set()

    async def hold(self, call: Call) -> None:
        """Called by the server."""
        if not self._reached.done():
            self._reached.set_result(call)
        await self._go_on.wait()


Fault = RateLimit | Fail | Reset | Delay | Stop | Twist


@dataclass(eq=False)
class Laid:
    """A fault on the requests it is meant for. ``hits`` counts those it befell."""

    method: str
    pattern: re.Pattern[str]
    fault: Fault
    skip: int
    times: int | None
    process: str | None
    hits: int = 0

    def befalls(self, call: Call) -> bool:
        """Whether this request is one that it is meant for; counts."""
        if self.method not in ("*", call.method) or not self.pattern.fullmatch(call.path):
            return False
        if self.process not in (None, call.process):
            return False
        if self.skip:
            self.skip -= 1
            return False
        if self.times is not None and self.hits >= self.times:
            return False
        self.hits += 1
        return True


class Faults:
    """All that is to go wrong."""

    def __init__(self) -> None:
        self._laid: list[Laid] = []

    def on(
        self,
        method: str,
        path: str,
        fault: Fault,
        *,
        times: int | None = 1,
        after: int = 0,
        process: str | None = None,
    ) -> Laid:
        """Lay a fault on the next ``times`` (None: all) requests, letting ``after`` pass first."""
        laid = Laid(method, _pattern(path), fault, after, times, process)
        self._laid.append(laid)
        return laid

    def stop(
        self, method: str, path: str, *, when: When = "handled", after: int = 0, process: str | None = None
    ) -> Stop:
        """Hold the next such request at a moment. It can be awaited."""
        stop = Stop(when)
        self.on(method, path, stop, after=after, process=process)
        return stop

    @property
    def awaited(self) -> list[str]:
        """The requests that somebody waits for in vain, to be held."""
        stops = {laid.fault: laid for laid in self._laid if isinstance(laid.fault, Stop)}
        return [f"{laid.method} {laid.pattern.pattern}" for stop, laid in stops.items() if stop.awaited]

    def clear(self) -> None:
        """Nothing goes wrong any more; what is held goes on."""
        for laid in self._laid:
            if isinstance(laid.fault, Stop):
                laid.fault.release()
        self._laid.clear()

    def befalling(self, call: Call) -> list[Fault]:
        """Called by the server: what befalls this request. One failure at a time; others wait their turn."""
        found: list[Fault] = []
        for laid in self._laid:
            failed = any(isinstance(fault, RateLimit | Fail | Reset) for fault in found)
            if failed and isinstance(laid.fault, RateLimit | Fail | Reset):
                continue
            if laid.befalls(call):
                found.append(laid.fault)
        return found


def _pattern(path: str) -> re.Pattern[str]:
    parts = (
        ("[^/]+" if part == "*" else ".*" if part == "**" else re.escape(part)) for part in path.split("/")
    )
    return re.compile("/".join(parts))
