"""One shard's connection to Discord's gateway: tried for with growing pauses for as long as it takes.

discord.py's own loop ends the process when the very first connection fails, and goes straight round again,
without a word, when a connection is closed right after it was made. This one takes its place.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from typing import Any, Final

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from settings.deadlines import Deadlines

APART: Final = 5.5
"""Seconds between two sessions of a bucket: Discord's five, with a margin."""


Ask = Callable[[int], Awaitable[float]]


class IdentifySlots:
    """Lets one shard of each bucket at a time start a new session."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.at_once = 1
        """Buckets that there are (Discord's ``max_concurrency``)."""
        self.ask: Ask | None = None
        """Where other processes ask for sessions too: the seconds to wait for a bucket, 0 once it is ours."""
        self._now = now
        self._sleep = sleep
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._free: defaultdict[int, float] = defaultdict(float)

    @asynccontextmanager
    async def turn(self, shard: int) -> AsyncIterator[None]:
        """Wait for a shard's turn; a connection that fails before it identifies uses up none."""
        bucket = shard % self.at_once
        async with self._locks[bucket]:
            await self._sleep(self._free[bucket] - self._now())
            while self.ask is not None and (wait := await self.ask(bucket)):
                await self._sleep(wait)
            yield

    def used(self, shard: int) -> None:
        """Record that a shard identifies now."""
        self._free[shard % self.at_once] = self._now() + APART


# --- one shard -----------------------------------------------------------------------------------


log = logging.getLogger(__name__)

STEADY: Final = 60.0
"""Seconds after which a connection counts as one that held."""
EXCUSED: Final = 2
"""Ends after which nobody waits: a connection that worked is cut, and its session is over then."""
LONGEST_PAUSE: Final = 120.0
"""Seconds at most between two tries: soon back, yet below the thousand sessions a day that Discord allows."""

TOKEN_ADVICE: Final = (
    "Discord refused the token. Copy it again: https://discord.com/developers/applications, your "
    "application, Bot, Reset Token; put it into .env as DISCORD_TOKEN=... (docs/hosting.md shows every step)."
)
FOR_GOOD: Final[Mapping[int, str]] = {
    4004: TOKEN_ADVICE,
    4010: "Discord refused the connection (4010, an invalid shard). Leave SHARD_COUNT unset, or set it to a "
    "multiple of the number that Discord recommends to this bot, then start again.",
    4011: "Discord wants more shards for as many servers as the bot is in (4011). Leave SHARD_COUNT unset, "
    "or raise it, then start again.",
    4012: "Discord no longer speaks the version of its gateway that this Tidepool uses (4012). "
    "Update Tidepool, then start again.",
    4013: "Discord doesn't know the events that this Tidepool asks for (4013, invalid intents). "
    "Update Tidepool, then start again.",
    4014: "Discord doesn't allow the bot the events that it asks for (4014, disallowed intents). Tidepool "
    "asks for none that need to be allowed. If you've changed that, switch them on, then start again: "
    "https://discord.com/developers/applications, your application, Bot, Privileged Gateway Intents.",
}
"""Advice for the codes with which Discord closes the gateway and trying again is of no use."""
NETWORK: Final = (OSError, aiohttp.ClientError, discord.ConnectionClosed)
"""Errors of any connection, which say nothing about the session."""


class Pauses:
    """The pauses between attempts to connect: longer and longer, until a connection has held."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._start_over()

    def _start_over(self) -> None:
        self._backoff: ExponentialBackoff[Any] = ExponentialBackoff()
        self._excused = EXCUSED

    def after(self, up_since: float | None, *, orderly: bool = False) -> float:
        """Seconds to wait after a connection that was up since ``up_since`` (None: never).

        ``orderly``: it ended because Discord closed its session.
        """
        if up_since is not None and self._now() - up_since >= STEADY:
            self._start_over()
        if (up_since is not None or orderly) and self._excused:
            self._excused -= 1
            return 0.0
        return min(self._backoff.delay(), LONGEST_PAUSE)


class ShardConnection:
    """Keeps one shard of a bot connected; ``opened`` is called with each new socket."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        shard: int,
        slots: IdentifySlots,
        opened: Callable[[int, DiscordWebSocket], None],
        deadlines: Deadlines,
    ) -> None:
        self._bot = bot
        self._shard = shard
        self._slots = slots
        self._opened = opened
        self._deadlines = deadlines
        self._pauses = Pauses()
        self._up_since: float | None = None
        self._told = False
        self._session: dict[str, Any] = {}

    def record_up(self) -> None:
        """Record that its session has started or resumed."""
        self._up_since = time.monotonic()
        if self._told:
            self._told = False
            log.info("shard=%s the gateway to Discord is connected again", self._shard)

    async def hold(self) -> None:
        """Stay connected until the bot is closed.

        Raises ConnectionClosed when Discord has closed the gateway for good, see ``FOR_GOOD``.
        """
        while not self._bot.is_closed():
            self._up_since = None
            socket: DiscordWebSocket | None = None
            try:
                socket = await self._connect()
                while True:
                    await socket.poll_event()
            except Exception as error:
                self._bot.dispatch("disconnect")
                self._bot.dispatch("shard_disconnect", self._shard)
                if self._bot.is_closed():
                    return
                if isinstance(error, discord.ConnectionClosed) and error.code in FOR_GOOD:
                    raise
                await self._end(socket, error)

    async def _connect(self) -> DiscordWebSocket:
        turn = nullcontext() if self._session else self._slots.turn(self._shard)
        async with turn, asyncio.timeout(self._deadlines.connected):
            socket = await DiscordWebSocket.from_client(self._bot, shard_id=self._shard, **self._session)
        self._opened(self._shard, socket)
        return socket

    async def _end(self, socket: DiscordWebSocket | None, error: Exception) -> None:
        """Close a connection, keeping what resuming its session takes."""
        if socket is not None and socket.open:
            await socket.close()
        if not self._outlives(error):
            self._session = {}
        elif socket is not None:
            self._session = _session_of(socket)
        over = isinstance(error, ReconnectWebSocket) and not error.resume
        pause = self._pauses.after(self._up_since, orderly=over)
        if pause and not self._told:
            self._told = True
            log.warning(
                "shard=%s the gateway to Discord cannot be reached (%s); trying again and again, with "
                "growing pauses",
                self._shard,
                _reason(socket, error),
            )
        await asyncio.sleep(pause)

    def _outlives(self, error: Exception) -> bool:
        """True if the session can be resumed by another connection."""
        if isinstance(error, ReconnectWebSocket):
            return error.resume
        # An unreadable message would come again and again at the beginning of a session that goes on.
        return isinstance(error, NETWORK) or self._up_since is not None


def _session_of(socket: DiscordWebSocket) -> dict[str, Any]:
    if socket.session_id is None:
        return {}
    return {
        "resume": True,
        "session": socket.session_id,
        "sequence": socket.sequence,
        "gateway": socket.gateway,
    }


def reason_of(error: Exception) -> str:
    """A word for an error of the network."""
    if isinstance(error, TimeoutError):
        return "no answer"
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return f"the proxy answered with HTTP {error.status}"
    return str(error) if isinstance(error, aiohttp.ClientConnectorError) else type(error).__name__


def _reason(socket: DiscordWebSocket | None, error: Exception) -> str:
    """Why a connection ended, without any text that came over it."""
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"HTTP {error.status}"
    if isinstance(error, ReconnectWebSocket):
        code = None if socket is None else socket.socket.close_code
        return "it was closed" if code is None else f"it was closed with {code}"
    if isinstance(error, NETWORK):
        return reason_of(error)
    return f"an answer that can't be read, {type(error).__name__}"
