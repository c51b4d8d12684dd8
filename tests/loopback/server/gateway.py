"""The gateway: sessions over a websocket, of one shard each, that can be dropped and resumed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from aiohttp import WSMsgType, web

from tests.loopback.server import payloads
from tests.loopback.server.entities import Channel
from tests.loopback.server.world import World

DISPATCH: Final = 0
HEARTBEAT: Final = 1
RECONNECT: Final = 7
INVALID_SESSION: Final = 9
HELLO: Final = 10
HEARTBEAT_ACK: Final = 11

MOST_MEMBERS: Final = 100
"""People whom one request may ask about."""
ASKED_AT: Final = "asked_at"
"""Among what a bot tells of itself: the time of the machine at which it asked for a session."""
IDENTIFY_EVERY: Final = 5.0
"""Seconds in which one session of a bucket may be begun."""
INVALID_SHARD: Final = 4010
SHARDING_REQUIRED: Final = 4011
OF_SERVERS: Final = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")
"""Events whose id is that of a server."""

How = Literal["cut", "close", "reconnect"]


@dataclass(frozen=True)
class Status:
    """Connections are answered with an HTTP status in place of a websocket."""

    status: int


@dataclass(frozen=True)
class Closing:
    """Connections are closed with a code, at a moment."""

    code: int
    when: Literal["before HELLO", "after HELLO", "after READY"] = "before HELLO"


Trouble = Status | Closing


class Session:
    """One session of the bot. It outlives its connection, and remembers what it was told."""

    def __init__(self, process: str, intents: int, shard: int = 0, count: int = 1) -> None:
        self.id = secrets.token_hex(16)
        self.process = process
        self.intents = intents
        self.shard = shard
        self.count = count
        """The number of shards that it is one of."""
        self.events: list[dict[str, Any]] = []
        """All events, each with its number."""
        self.socket: web.WebSocketResponse | None = None
        self.resumed = 0
        """How often it was resumed."""
        self.valid = True
        self.member_requests: list[dict[str, Any]] = []
        """What was asked for of members, oldest first."""
        self._sent = 0
        self._sending: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether the bot is there."""
        return self.socket is not None and not self.socket.closed

    def hears_of(self, guild: int | None) -> bool:
        """Whether what happens in a server is told here; None: in direct messages, say."""
        return (0 if guild is None else (guild >> 22) % self.count) == self.shard

    def add(self, name: str, data: dict[str, Any]) -> None:
        """One more event, sent as soon as there is a connection."""
        # Written down now: the world changes, and what was sent does not.
        event = {"op": DISPATCH, "t": name, "s": len(self.events) + 1, "d": json.loads(json.dumps(data))}
        self.events.append(event)
        self.flush()

    def connect(self, socket: web.WebSocketResponse, seen: int) -> None:
        """A connection that has seen the first ``seen`` events."""
        self.socket, self._sent = socket, seen
        self.flush()

    def flush(self) -> None:
        """Send what was not sent."""
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self.connected and self._sent < len(self.events):
            assert self.socket is not None
            event = self.events[self._sent]
            self._sent += 1
            with contextlib.suppress(ConnectionError, RuntimeError):
                await self.socket.send_str(json.dumps(event))

    async def close(self) -> None:
        """Done with."""
        if self._sending is not None:
            self._sending.cancel()
        if self.socket is not None:
            await self.socket.close()


class Gateway:
    """All sessions. ``heartbeat`` is the interval that is asked for, in seconds."""

    def __init__(self, world: World, *, heartbeat: float = 41.25) -> None:
        self.world = world
        self.heartbeat = heartbeat
        self.sessions: list[Session] = []
        self.trouble: Trouble | None = None
        """What befalls every connection that is made from now on."""
        self.tells_ready: Callable[[dict[str, Any]], Any] = lambda told: told
        """Makes of each READY what is told of it, such as one with a field missing."""
        self.connections = 0
        """How often somebody tried to connect."""
        self.resume_url = ""
        self.invalid_resumes = 0
        """How often a session was said to be invalid."""
        self.answers_members = True
        """False: nobody is told who is in a server, however often it is asked."""
        self.identifies: list[tuple[float, int]] = []
        """Every session that was begun: when, by the clock of the event loop, and of which shard."""
        world.listeners.append(self._dispatch)

    def session(self, process: str, shard: int | None = None) -> Session | None:
        """The newest session of a process, or of one of its shards, while it is connected."""
        found = [
            session
            for session in self.sessions
            if session.process == process and session.connected and shard in (None, session.shard)
        ]
        return found[-1] if found else None

    async def drop(
        self,
        process: str | None = None,
        *,
        shard: int | None = None,
        how: How = "cut",
        resumable: bool = True,
        code: int = 4000,
    ) -> None:
        """End the connections of a process or shard (None: of all): cut, closed, or asked to reconnect.

        What happens until the bot is back is told when it resumes; with ``resumable=False`` it is lost.
        """
        for session in self.sessions:
            if process not in (None, session.process) or shard not in (None, session.shard):
                continue
            if not session.connected:
                continue
            socket, session.socket = session.socket, None
            assert socket is not None
            if not resumable:
                session.valid = False
            if how == "reconnect":
                await socket.send_str(json.dumps({"op": RECONNECT, "d": None}))
            elif how == "close":
                await socket.close(code=code)
            elif socket._req is not None and socket._req.transport is not None:
                socket._req.transport.abort()
        self.world.touch()

    async def close(self) -> None:
        """End everything."""
        for session in self.sessions:
            await session.close()

    # --- one connection --------------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """What the server calls for each connection."""
        self.connections += 1
        trouble = self.trouble
        if isinstance(trouble, Status):
            return web.Response(status=trouble.status)
        socket = web.WebSocketResponse(max_msg_size=0, timeout=0.2)
        await socket.prepare(request)
        if isinstance(trouble, Closing) and trouble.when == "before HELLO":
            await socket.close(code=trouble.code)
            return socket
        process = request.match_info.get("process", "")
        await socket.send_str(
            json.dumps({"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat * 1000)}})
        )
        if isinstance(trouble, Closing) and trouble.when == "after HELLO":
            await socket.close(code=trouble.code)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._hear(socket, process, json.loads(frame.data))
                    if isinstance(trouble, Closing):
                        await self._hang_up(socket, process, trouble.code)
        finally:
            for session in self.sessions:
                if session.socket is socket:
                    session.socket = None
            self.world.touch()
        return socket

    async def _hang_up(self, socket: web.WebSocketResponse, process: str, code: int) -> None:
        """Close a connection with a code, once all was sent, if it has a session by now."""
        session = self.session(process)
        if session is not None and session.socket is socket:
            assert session._sending is not None
            await session._sending
            await self.drop(process, how="close", code=code)

    async def _hear(self, socket: web.WebSocketResponse, process: str, told: dict[str, Any]) -> None:
        match told["op"]:
            case 1:
                await socket.send_str(json.dumps({"op": HEARTBEAT_ACK}))
            case 2:
                await self._identify(socket, process, told["d"])
            case 6:
                await self._resume(socket, told["d"])
            case 8:
                await self._request_members(socket, told["d"])
            case _:
                pass

    async def _request_members(self, socket: web.WebSocketResponse, asked: dict[str, Any]) -> None:
        """Tell who of some people is in a server. All of its members need an intent that no bot here has."""
        session = next((one for one in self.sessions if one.socket is socket), None)
        if session is None:
            await socket.close(code=4003)
            return
        session.member_requests.append(asked)
        wanted = [int(user) for user in asked.get("user_ids") or ()]
        if not wanted or len(wanted) > MOST_MEMBERS or asked.get("query") is not None:
            await socket.close(code=4002 if wanted else 4014)
            return
        guild = self.world.guilds.get(int(asked["guild_id"]))
        if guild is None or not self.answers_members:
            return
        there = [guild.members[user] for user in wanted if user in guild.members]
        limit = int(asked.get("limit") or MOST_MEMBERS)
        answer: dict[str, Any] = {
            "guild_id": str(guild.id),
            "members": [{**payloads.member(one), "user": payloads.user(one.user)} for one in there[:limit]],
            "not_found": [str(user) for user in wanted if user not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if "nonce" in asked:
            answer["nonce"] = asked["nonce"]
        session.add("GUILD_MEMBERS_CHUNK", answer)

    async def _identify(self, socket: web.WebSocketResponse, process: str, told: dict[str, Any]) -> None:
        if told["token"].removeprefix("Bot ") != self.world.token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return
        shard, count = told.get("shard", (0, 1))
        if not 0 <= shard < count:
            await socket.close(code=INVALID_SHARD)
            return
        if self._is_too_soon(shard, told):
            await socket.send_str(json.dumps({"op": INVALID_SESSION, "d": False}))
            return
        session = Session(process, told["intents"], shard, count)
        world = self.world
        there = [guild for guild in world.guilds.values() if world.bot.id in guild.members]
        guilds = [guild for guild in there if session.hears_of(guild.id)]
        if len(guilds) > world.sharding.most_guilds:
            await socket.close(code=SHARDING_REQUIRED)
            return
        self.sessions.append(session)
        ready = {
            "v": 10,
            "user": payloads.me(world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": f"{self.resume_url}/{process}/gateway",
            "shard": [shard, count],
            "application": {"id": str(world.application_id), "flags": 0},
        }
        session.add("READY", self.tells_ready(ready))
        # One look at all channels, however many servers there are.
        places: defaultdict[int, list[Channel]] = defaultdict(list)
        for place in world.channels.values():
            if place.guild is not None:
                places[place.guild.id].append(place)
        for guild in guilds:
            session.add("GUILD_CREATE", payloads.guild(world, guild, places[guild.id]))
        session.connect(socket, 0)
        world.touch()

    def _is_too_soon(self, shard: int, told: dict[str, Any]) -> bool:
        """Whether a session of the bucket was begun just before. Only where several shards are wanted.

        Bots of ``bot_process`` tell when they asked: on a slow machine one may be heard late, and the next
        at once.
        """
        now = told.get("properties", {}).get(ASKED_AT, time.monotonic())
        buckets = self.world.sharding.at_once
        recent = [at for at, other in self.identifies if other % buckets == shard % buckets]
        self.identifies.append((now, shard))
        return self.world.sharding.shards > 1 and bool(recent) and now - recent[-1] < IDENTIFY_EVERY

    async def _resume(self, socket: web.WebSocketResponse, told: dict[str, Any]) -> None:
        known = [session for session in self.sessions if session.id == told["session_id"] and session.valid]
        if not known or told["token"].removeprefix("Bot ") != self.world.token:
            self.invalid_resumes += 1
            await socket.send_str(json.dumps({"op": INVALID_SESSION, "d": False}))
            return
        session = known[0]
        session.resumed += 1
        seen = int(told["seq"])
        session.add("RESUMED", {})
        session.connect(socket, seen)
        self.world.touch()

    def _dispatch(self, name: str, data: dict[str, Any], intents: int) -> None:
        told = data.get("guild_id") or (data["id"] if name in OF_SERVERS else None)
        guild = int(told) if told else None
        for session in self.sessions:
            if session.valid and session.hears_of(guild) and (not intents or session.intents & intents):
                session.add(name, data)
