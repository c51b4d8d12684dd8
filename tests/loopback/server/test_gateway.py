"""The gateway greets, tells, forgets and resumes as Discord's does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.loopback.server.gateway import Status
from tests.loopback.server.wire import Place, Wire


class Connection:
    """One websocket, by hand."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def next(self) -> dict[str, Any]:
        """The next frame."""
        return await self.socket.receive_json()

    async def until(self, name: str) -> dict[str, Any]:
        """The next event of this name."""
        while (frame := await self.next())["t"] != name:
            pass
        return frame

    async def identify(self, *, intents: int = 1, token: str = "dummy") -> None:
        """Ask for a session."""
        assert (await self.next())["op"] == 10
        await self.socket.send_json({"op": 2, "d": {"token": token, "intents": intents, "properties": {}}})

    async def resume(self, session: str, seq: int) -> None:
        """Ask for an earlier session."""
        assert (await self.next())["op"] == 10
        await self.socket.send_json({"op": 6, "d": {"token": "dummy", "session_id": session, "seq": seq}})


class Dial:
    """Opens connections."""

    def __init__(self, place: Place, session: aiohttp.ClientSession) -> None:
        self._place = place
        self._session = session

    async def __call__(self, process: str = "") -> Connection:
        """A new connection."""
        return Connection(await self._session.ws_connect(self._place.discord.gateway_url(process)))


@pytest.fixture
async def dial(place: Place) -> AsyncIterator[Dial]:
    """Opens connections to the gateway."""
    async with aiohttp.ClientSession() as session:
        yield Dial(place, session)


async def test_a_session_begins_with_the_servers(place: Place, dial: Dial) -> None:
    connection = await dial()
    await connection.identify()
    ready = await connection.next()
    assert (ready["t"], ready["s"]) == ("READY", 1)
    assert ready["d"]["resume_gateway_url"].startswith("ws://127.0.0.1:")
    guild = await connection.next()
    assert guild["t"] == "GUILD_CREATE"
    assert [channel["name"] for channel in guild["d"]["channels"]] == ["board-games"]
    await connection.socket.send_json({"op": 1, "d": 2})
    assert (await connection.next())["op"] == 11


async def test_a_wrong_token_closes(dial: Dial) -> None:
    connection = await dial()
    await connection.identify(token="wrong")
    assert (await connection.socket.receive()).data == 4004


async def test_events_are_told_by_intents(place: Place, dial: Dial, wire: Wire) -> None:
    plain, curious = await dial("plain"), await dial("curious")
    await plain.identify()
    await curious.identify(intents=1 | 1 << 9)
    for connection in (plain, curious):
        await connection.until("GUILD_CREATE")
    await wire("POST", place.messages, {"content": "hi", "nonce": "7"})
    place.challenger.send_slash(place.channel, "prawns challenge")
    told = await curious.next()
    assert (told["t"], told["d"]["content"], told["d"]["nonce"]) == ("MESSAGE_CREATE", "hi", "7")
    one, other = await curious.next(), await plain.next()
    assert one["t"] == other["t"] == "INTERACTION_CREATE"
    assert one["d"] == other["d"], "each session is told the same"


@pytest.mark.parametrize("how", ["cut", "close"])
async def test_what_was_missed_is_told_on_resuming(how: Any, place: Place, dial: Dial) -> None:
    first = await dial()
    await first.identify()
    ready = await first.until("READY")
    await first.until("GUILD_CREATE")
    await place.discord.gateway.drop(how=how)
    assert (await first.socket.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
    place.challenger.send_slash(place.channel, "prawns challenge")
    second = await dial()
    await second.resume(ready["d"]["session_id"], 2)
    missed = await second.next()
    assert (missed["t"], missed["s"]) == ("INTERACTION_CREATE", 3)
    assert (await second.next())["t"] == "RESUMED"


async def test_a_session_can_be_lost(place: Place, dial: Dial) -> None:
    first = await dial()
    await first.identify()
    ready = await first.until("READY")
    await place.discord.gateway.drop(resumable=False)
    second = await dial()
    await second.resume(ready["d"]["session_id"], 2)
    assert await second.next() == {"op": 9, "d": False}
    assert place.discord.gateway.invalid_resumes == 1


async def test_the_bot_can_be_asked_to_reconnect(place: Place, dial: Dial) -> None:
    connection = await dial()
    await connection.identify()
    await connection.until("GUILD_CREATE")
    await place.discord.gateway.drop(how="reconnect")
    assert (await connection.next())["op"] == 7


async def test_an_outage_refuses_connections(place: Place, dial: Dial) -> None:
    place.discord.gateway.trouble = Status(503)
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await dial()


async def test_a_process_is_known_by_its_address(place: Place, dial: Dial) -> None:
    connection = await dial("two")
    await connection.identify()
    await connection.until("READY")
    assert place.discord.gateway.session("two") is not None
    assert place.discord.gateway.session("one") is None
    await connection.socket.close()
    await place.world.until(lambda: place.discord.gateway.session("two") is None)
