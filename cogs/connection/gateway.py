"""The connections to Discord's gateway: as many shards as Discord asks for, each seen to by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.shard import SessionStartLimits, Shard

from cogs.connection.events import PassedOver
from cogs.connection.shard import IdentifySlots, ShardConnection
from cogs.hosting.starting import Patience
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from cogs.connection.leases import ShardLeases

log = logging.getLogger(__name__)

RESERVE: Final = 50
"""Sessions kept for starts that nobody planned: Discord resets the token after the last one."""
TASK: Final = "shard "
"""The beginning of the names of the tasks that hold connections, and wait for whatever comes."""


class StartRefusedError(Exception):
    """The bot may not start now. ``advice`` says why, and what to do."""

    def __init__(self, advice: str) -> None:
        super().__init__(advice)
        self.advice = advice


class Gateway:
    """Keeps a bot connected; an event that can't be read doesn't end a connection."""

    def __init__(self, bot: commands.AutoShardedBot, deadlines: Deadlines, patience: Patience) -> None:
        self._bot = bot
        self._patience = patience
        self._deadlines = deadlines
        self.slots = IdentifySlots()
        self._connections: dict[int, ShardConnection] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        # Where discord.py looks for the sockets of shards: to ask about members, and to close them.
        self._sockets: dict[int, Shard] = vars(bot)["_AutoShardedClient__shards"]
        self._passed_over = PassedOver()
        # One of these that cannot be read is no session at all.
        parsers = bot._connection.parsers
        self._passed_over.guard(parsers, but=("READY", "RESUMED"))
        parsers["READY"] = self._then_up(parsers["READY"], lambda data: data["shard"][0])
        parsers["RESUMED"] = self._then_up(parsers["RESUMED"], lambda data: data["__shard_id__"])

    def _then_up(self, parse: Callable[[Any], None], shard_of: Callable[[Any], int]) -> Callable[[Any], None]:
        def parse_and_record(data: Any) -> None:
            parse(data)
            if connection := self._connections.get(shard_of(data)):
                connection.record_up()

        return parse_and_record

    async def hold(self, leases: ShardLeases) -> None:
        """Connect every shard of this process, and connect it again, until the bot is closed.

        Raises StartRefusedError, and ConnectionClosed when Discord has closed the gateway for good, see
        ``cogs.connection.shard.FOR_GOOD``.
        """
        asyncio.get_running_loop().set_exception_handler(self._passed_over.escaped)
        count = await self._count()
        if leases.shared:
            self.slots.ask = leases.ask_session
        try:
            async with asyncio.TaskGroup() as group:
                async for numbers in leases.numbers(count, self.slots.at_once):
                    self._see_to(group, count, numbers)
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None

    def _see_to(self, group: asyncio.TaskGroup, count: int, numbers: Collection[int]) -> None:
        """Hold exactly these shards from now on."""
        self._bot._connection.shard_ids = sorted(numbers)
        for shard in self._connections.keys() - set(numbers):
            self._let_go(shard)
        fresh = sorted(set(numbers) - self._connections.keys())
        for shard in fresh:
            connection = ShardConnection(self._bot, shard, self.slots, self._record_socket, self._deadlines)
            self._connections[shard] = connection
            self._tasks[shard] = group.create_task(connection.hold(), name=f"{TASK}{shard}")
        if fresh and count > 1:
            log.info("shards=%s of %s are held here", ",".join(map(str, sorted(numbers))), count)

    def _let_go(self, shard: int) -> None:
        """Hand a shard over and drop its cached guilds."""
        self._tasks.pop(shard).cancel()
        del self._connections[shard]
        if (held := self._sockets.pop(shard, None)) is not None:
            self._closing = asyncio.create_task(held.ws.close())
        state = self._bot._connection
        for guild in [guild for guild in self._bot.guilds if guild.shard_id == shard]:
            state._remove_guild(guild)
        log.warning("shard=%s is seen to by another process", shard)

    async def _count(self) -> int:
        """Find out the number of all shards. Raises StartRefusedError."""
        recommended, limits = await self._patience.until_answered(self._ask)
        bot = self._bot
        count = bot.shard_count = bot.shard_count or recommended
        if limits.remaining < count + RESERVE:
            raise StartRefusedError(_used_up(limits))
        self.slots.at_once = max(1, limits.max_concurrency)
        bot._connection.shard_count, bot._connection.shard_ids = count, []
        if count > 1:
            log.info("shards=%s, of which Discord takes %s every five seconds", count, self.slots.at_once)
        return count

    async def _ask(self) -> tuple[int, SessionStartLimits]:
        """The number of shards that Discord recommends, and how many sessions may be started."""
        try:
            recommended, _, limits = await self._bot.http.get_bot_gateway()
        except discord.GatewayNotFound as error:
            raise error.__cause__ or error from None
        return recommended, SessionStartLimits(**limits)

    def _record_socket(self, shard: int, socket: DiscordWebSocket) -> None:
        self._sockets[shard] = Shard(socket, self._bot, _unheard)


def _unheard(_payload: Any) -> None:
    """Does nothing: discord.py's own loop, which this would notify, isn't running."""


def _used_up(limits: SessionStartLimits) -> str:
    wait = timedelta(seconds=limits.reset_after // 1000)
    return (
        f"Discord lets this bot begin only {limits.remaining} more sessions within the next {wait} "
        "(hours:minutes:seconds), and resets its token after the last one. "
        f"{RESERVE} are kept in reserve. Find out what made it start so often, wait, then start again."
    )
