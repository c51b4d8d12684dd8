"""Uploads: in one piece what is small, as discord.py sends it what is large, and the same for Discord."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest
import pytest_asyncio
from aiohttp import http_writer, web
from discord.http import HTTPClient, MultipartParameters, Route, handle_message_parameters

from cogs.connection.requests import ONE_PIECE, Budget, open_gate
from tests.cogs.connection.conftest import Serve

Got = list[tuple[str, str | None, bytes]]


@pytest_asyncio.fixture
async def discord_api(serve: Serve) -> list[Got]:
    """A server that takes forms; the parts of each, in order."""
    got: list[Got] = []

    async def take(request: web.Request) -> web.Response:
        parts: Got = []
        async for part in await request.multipart():
            parts.append((part.name, part.filename, bytes(await part.read())))  # type: ignore[union-attr,arg-type]
        got.append(parts)
        return web.json_response({"id": str(len(got))})

    await serve(take)
    return got


def form(size: int) -> MultipartParameters:
    picture = discord.File(io.BytesIO(b"\x89" * size), filename="board.png")
    return handle_message_parameters(content="Your turn \u00e9", file=picture)


@pytest.mark.parametrize(("size", "fewer"), [(50_000, 8), (ONE_PIECE + 1, 0)])
async def test_a_card_is_the_same_for_discord_and_leaves_in_one_write(
    http: HTTPClient, discord_api: list[Got], monkeypatch: pytest.MonkeyPatch, size: int, fewer: int
) -> None:
    written: list[Any] = []
    for name in ("_write", "_writelines"):
        plain = getattr(http_writer.StreamWriter, name)

        def counted(self: Any, chunk: Any, plain: Any = plain) -> None:
            written.append(chunk)
            plain(self, chunk)

        monkeypatch.setattr(http_writer.StreamWriter, name, counted)
    with form(size) as params:
        await http.send_message(1, params=params)
    plainly = len(written)
    open_gate(http, Budget())
    written.clear()
    with form(size) as params:
        await http.send_message(1, params=params)
    as_usual, whole = discord_api
    assert whole == as_usual
    assert [part[:2] for part in whole] == [("payload_json", None), ("files[0]", "board.png")]
    # The server's answer is among them either way.
    assert plainly - len(written) == fewer, [len(one) for one in written]


async def test_what_has_no_form_goes_as_it_did(http: HTTPClient) -> None:
    asked: list[dict[str, Any]] = []

    async def request(_route: Route, **named: Any) -> None:
        asked.append(named)

    http.request = request  # type: ignore[method-assign,assignment]
    open_gate(http, Budget())
    await http.request(Route("GET", "/gateway"), json={"a": 1})
    assert asked == [{"files": None, "form": None, "json": {"a": 1}}]
