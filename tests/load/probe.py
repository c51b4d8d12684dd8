"""Measures from inside the process: from a command's arrival to its picture's departure, and the loop.

The arrival is the moment at which a gateway message is handed to discord.py, the departure that at which the
last byte of a request with files was given to the socket. What lies between is the bot's own time but for
the waits on Discord: the answer to the deferral has to come first. Every step of the event loop is timed as
well, by a clock that is no system call: what the probe itself costs is billed to the moves. With
``LOAD_STEPS`` set it is timed by the processor's clock, too, which is one: on a busy machine a step waits for
its turn.

SIGUSR1 begins anew, SIGUSR2 writes what was seen since then to the file that ``LOAD_REPORT`` names.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import time
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
from discord.gateway import DiscordWebSocket
from discord.state import ConnectionState


@dataclass
class Move:
    """What was told over the gateway, and when; ``waited`` are seconds spent waiting for Discord since."""

    arrived: float
    waited: float = 0.0
    left: bool = False


_move: ContextVar[Move | None] = ContextVar("move", default=None)


class Probe:
    """Installed once, before the client is made."""

    def __init__(self) -> None:
        self._arriving = 0.0
        self.begin()

    def begin(self, *_: object) -> None:
        """Forget what was seen."""
        self.own: list[float] = []
        self.whole: list[float] = []
        self.held: list[float] = []
        self.collected = 0.0
        self.step = 0.0
        self.sizes: list[int] = []
        self._cpu, self._wall = time.process_time(), time.perf_counter()

    def report(self, *_: object) -> None:
        """Write down what was seen."""
        told = {
            "own": self.own,
            "whole": self.whole,
            "held": sorted(self.held)[-200:],
            "collected": self.collected,
            "step": self.step,
            "sizes": self.sizes,
            "cpu": time.process_time() - self._cpu,
            "wall": time.perf_counter() - self._wall,
        }
        file = Path(os.environ["LOAD_REPORT"])
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(told))
        fresh.replace(file)

    # --- being there -----------------------------------------------------------------------------

    def install(self) -> None:
        """Be there at every arrival and every step of the loop, and hear the signals."""
        signal.signal(signal.SIGUSR1, self.begin)
        signal.signal(signal.SIGUSR2, self.report)
        received, parse = DiscordWebSocket.received_message, ConnectionState.parse_interaction_create

        async def receiving(socket: DiscordWebSocket, msg: Any, /) -> None:
            self._arriving = time.perf_counter()
            await received(socket, msg)

        def parsing(state: Any, data: Any) -> None:
            _move.set(Move(self._arriving))
            parse(state, data)

        DiscordWebSocket.received_message = receiving  # type: ignore[method-assign]
        ConnectionState.parse_interaction_create = parsing  # type: ignore[method-assign,assignment]
        gc.callbacks.append(self._collecting)
        self._time_steps()
        if os.environ.get("LOAD_STEPS"):
            self._time_steps_by_the_processor()

    def _time_steps(self) -> None:
        run, note, now = asyncio.Handle._run, self._held, time.perf_counter

        def timed(handle: asyncio.Handle) -> None:
            began = now()
            run(handle)
            note(now() - began)

        asyncio.Handle._run = timed  # type: ignore[method-assign,assignment]

    def _time_steps_by_the_processor(self) -> None:
        run, worked = asyncio.Handle._run, time.thread_time

        def timed(handle: asyncio.Handle) -> None:
            began = worked()
            run(handle)
            self.step = max(self.step, worked() - began)

        asyncio.Handle._run = timed  # type: ignore[method-assign,assignment]

    def _held(self, seconds: float) -> None:
        if seconds > 0.001:
            self.held.append(seconds)

    def _collecting(self, phase: str, _told: Any) -> None:
        if phase == "start":
            self._collection = time.perf_counter()
        else:
            self.collected = max(self.collected, time.perf_counter() - self._collection)

    def trace(self) -> aiohttp.TraceConfig:
        """What tells of every request that the client sends."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._starts)
        config.on_request_chunk_sent.append(self._sends)
        config.on_request_headers_sent.append(self._begins)
        config.on_request_end.append(self._ends)
        return config

    async def _starts(self, _session: Any, context: SimpleNamespace, told: Any) -> None:
        context.sent = context.size = 0
        context.form = False

    async def _begins(self, _session: Any, context: SimpleNamespace, told: Any) -> None:
        context.sent = time.perf_counter()
        context.form = told.headers.get("Content-Type", "").startswith("multipart/")

    async def _sends(self, _session: Any, context: SimpleNamespace, told: Any) -> None:
        context.sent = time.perf_counter()
        context.size += len(told.chunk)

    async def _ends(self, _session: Any, context: SimpleNamespace, _told: Any) -> None:
        move = _move.get()
        if move is None or move.left or not context.sent:
            return
        if not context.form:
            move.waited += time.perf_counter() - context.sent
            return
        move.left = True
        whole = context.sent - move.arrived
        self.whole.append(whole)
        self.own.append(whole - move.waited)
        self.sizes.append(context.size)
