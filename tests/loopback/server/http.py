"""The HTTP side: reads requests, checks them, lets faults befall them, and answers as Discord does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import socket
import struct
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.loopback.server import routes
from tests.loopback.server.faults import Call, Delay, Fail, Fault, Faults, RateLimit, Reset, Stop, Twist, When
from tests.loopback.server.limits import Limits
from tests.loopback.server.openapi import Description
from tests.loopback.server.refusals import RefusedError, bad_form, no_route, rate_limited, unauthorized
from tests.loopback.server.world import World

log = logging.getLogger(__name__)


class CutError(Exception):
    """The connection was cut: nothing is answered."""


class Server:
    """Answers requests. ``calls`` holds them all, ``problems`` what should fail the test."""

    def __init__(self, world: World, faults: Faults, limits: Limits, description: Description | None) -> None:
        self.world = world
        self.faults = faults
        self.limits = limits
        self.description = description
        self.calls: list[Call] = []
        self.problems: list[str] = []
        self.watchers: list[Callable[[Call], None]] = []
        """Told of each request once it was carried out or refused, before it is answered."""
        self.under_way = 0
        """Requests that came and are not answered."""
        self.last_heard = 0.0
        """When the latest request came or was answered, by the event loop's clock."""

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One request."""
        self.under_way += 1
        self._heard()
        try:
            return await self._serve(request)
        except (CutError, ConnectionError):
            return _nothing()
        finally:
            self.under_way -= 1
            self._heard()
            self.world.touch()

    async def attachment(self, request: web.Request) -> web.Response:
        """The bytes of a file."""
        wanted = int(request.match_info["attachment"])
        on_messages = (file for message in self.world.messages() for file in message.attachments)
        for file in (*self.world.uploads, *on_messages):
            if file.id == wanted:
                return web.Response(body=file.content, content_type=file.content_type)
        return web.Response(status=404)

    # --- one request -----------------------------------------------------------------------------

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        call = Call(
            request.method,
            "/" + request.match_info["path"],
            dict(request.query),
            await request.read(),
            request.match_info.get("process", ""),
            dict(request.headers),
        )
        self.calls.append(call)
        faults = self.faults.befalling(call)
        await self._befall("received", faults, call, request)
        headers: dict[str, str] = {}
        plain = False
        try:
            call.status, call.answer, headers = self._handle(call, faults, request)
            for fault in faults:
                if isinstance(fault, Twist):
                    call.answer = fault.change(call.answer)
                    call.status = 204 if call.answer is None else call.status
        except RefusedError as refused:
            call.status, call.answer, headers = refused.status, refused.body, refused.headers
            plain = refused.plain
        except Exception as error:
            log.exception("%s", call)
            self.problems.append(f"{call}: the loopback itself failed: {error!r}")
            call.status, call.answer = 500, {"message": "500: Internal Server Error", "code": 0}
        for watcher in self.watchers:
            watcher(call)
        self.world.touch()
        await self._befall("handled", faults, call, request)
        response = _page(call.status) if plain else _json(call.status, call.answer, headers)
        await response.prepare(request)
        await response.write_eof()
        await self._befall("answered", faults, call, request)
        return response

    def _handle(
        self, call: Call, faults: list[Fault], request: web.Request
    ) -> tuple[int, Any, dict[str, str]]:
        for fault in faults:
            if isinstance(fault, RateLimit):
                raise rate_limited(fault.retry_after, scope=fault.scope, via=fault.via)
            if isinstance(fault, Fail):
                raise RefusedError(fault.status, fault.code, f"{fault.status}: on purpose", plain=fault.plain)
        found = routes.find(call.method, call.path)
        if found is None:
            self.problems.append(f"{call.method} {call.path}: the loopback does not know this request")
            raise no_route()
        known, ids = found
        if not known.public and request.headers.get("Authorization") != f"Bot {self.world.token}":
            raise unauthorized()
        major = ids.get("channel_id") or ids.get("token") or ""
        headers = self.limits.count(call.method, known.template, major)
        call.body, call.files = _read(call.raw, request.headers.get("Content-Type", ""))
        if self.description is not None:
            wrong = self.description.problems(call.method, call.path, call.query, call.body)
            self.problems += [f"{call.method} {call.path}: {each}" for each in wrong]
        status, answer = known.handler(self.world, call, ids)
        call.handled = True
        if self.description is not None and answer is not None:
            wrong = self.description.answer_problems(call.method, call.path, status, answer)
            self.problems += [f"{call.method} {call.path}: the loopback's answer: {each}" for each in wrong]
        return status, answer, headers

    async def _befall(self, when: When, faults: list[Fault], call: Call, request: web.Request) -> None:
        for fault in faults:
            match fault:
                case Delay(seconds) if fault.when == when:
                    await asyncio.sleep(seconds)
                case Reset() if fault.when == when:
                    call.status = None
                    _cut(request, rudely=fault.rudely)
                    raise CutError
                case Stop() if fault.when == when:
                    await fault.hold(call)
                    if fault.dropped:
                        call.status = call.status if when == "answered" else None
                        _cut(request, rudely=False)
                        raise CutError
                case _:
                    pass

    def _heard(self) -> None:
        self.last_heard = asyncio.get_running_loop().time()


def _read(raw: bytes, content_type: str) -> tuple[Any, dict[int, tuple[str, bytes]]]:
    """A body: its JSON, and its files by number."""
    if not raw:
        return None, {}
    if content_type == "application/json":
        return json.loads(raw), {}
    boundary = re.search(r'boundary="?([^";]+)', content_type)
    if not content_type.startswith("multipart/form-data") or boundary is None:
        raise bad_form("body", "CONTENT_TYPE_INVALID", f"Expected JSON or a form, got {content_type!r}")
    body: Any = None
    files = {}
    for part in raw.split(b"--" + boundary[1].encode())[1:-1]:
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        content = content.removesuffix(b"\r\n")
        name = re.search(rb'[; ]name="([^"]*)"', head)
        filename = re.search(rb'filename="([^"]*)"', head)
        if name is None:
            raise bad_form("body", "CONTENT_TYPE_INVALID", "A part without a name")
        if name[1] == b"payload_json":
            body = json.loads(content)
        elif number := re.fullmatch(rb"files\[(\d+)\]", name[1]):
            files[int(number[1])] = (filename[1].decode() if filename else "file", content)
    return body, files


def _json(status: int, answer: Any, headers: dict[str, str]) -> web.Response:
    if answer is None:
        return web.Response(status=status, headers=headers)
    # discord.py wants this header to be exactly so, without a charset.
    headers = {**headers, "Content-Type": "application/json"}
    return web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)


def _page(status: int) -> web.Response:
    """What something before Discord shows to browsers."""
    return web.Response(status=status, text=f"<html>error code: {status}</html>", content_type="text/html")


def _nothing() -> web.Response:
    """What is returned where nothing can be sent any more."""
    return web.Response(status=500)


def _cut(request: web.Request, *, rudely: bool) -> None:
    transport = request.transport
    if transport is None:
        return
    if rudely:
        with contextlib.suppress(OSError):
            connection = transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
