"""Measures inside the process: from a command's arrival to its picture's departure, and the event loop.

A command arrives when its gateway message is handed to discord.py; a picture departs when the last byte of a
request with files was given to the socket. The time in between is the bot's own, except waits for Discord:
the answer to the deferral has to come first. Every callback of the event loop is timed too, and the data that
its sockets hand to aiohttp, by a clock without system calls, since the cost of the probe is part of the
moves' time. With ``LOAD_STEPS`` set they are timed by the thread's CPU clock, which is a system call: on a
busy machine a step also waits for a CPU.

SIGUSR1 resets the probe; SIGUSR2 writes its figures since then to the file that ``LOAD_REPORT`` names.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler
from discord.gateway import DiscordWebSocket
from discord.state import ConnectionState

import bot


@dataclass
class ProbedMove:
    """An interaction, with its arrival; ``waited``: the seconds spent waiting for Discord since then."""

    arrived: float
    waited: float = 0.0
    left: bool = False


_move: ContextVar[ProbedMove | None] = ContextVar("move", default=None)


class Probe:
    """Installed once, before the client is made."""

    def __init__(self) -> None:
        self._arriving = 0.0
        self.begin()

    def begin(self, *_: object) -> None:
        """Reset all figures."""
        self.own: list[float] = []
        self.whole: list[float] = []
        self.held: list[float] = []
        self.collected = 0.0
        self.step = 0.0
        self.sizes: list[int] = []
        self._cpu, self._wall = time.process_time(), time.perf_counter()

    def report(self, *_: object) -> None:
        """Write the figures to the report file."""
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

    # --- hooks -----------------------------------------------------------------------------------

    def install(self) -> None:
        """Hook into every arrival and every step of the loop, and handle the signals."""
        signal.signal(signal.SIGUSR1, self.begin)
        signal.signal(signal.SIGUSR2, self.report)
        received, parse = DiscordWebSocket.received_message, ConnectionState.parse_interaction_create

        async def receiving(socket: DiscordWebSocket, msg: Any, /) -> None:
            self._arriving = time.perf_counter()
            await received(socket, msg)

        def parsing(state: Any, data: Any) -> None:
            _move.set(ProbedMove(self._arriving))
            parse(state, data)

        DiscordWebSocket.received_message = receiving  # type: ignore[method-assign]
        ConnectionState.parse_interaction_create = parsing  # type: ignore[method-assign,assignment]
        gc.callbacks.append(self._collecting)
        self._time_steps()

    def _time_steps(self) -> None:
        clock, note = time.perf_counter, self._held
        if os.environ.get("LOAD_STEPS"):
            clock, note = time.thread_time, self._worked
        bot.new_event_loop = partial(_timed_loop, type(bot.new_event_loop()), clock, note)
        received = ResponseHandler.data_received

        def timed(handler: ResponseHandler, data: bytes) -> None:
            began = clock()
            received(handler, data)
            note(clock() - began)

        ResponseHandler.data_received = timed  # type: ignore[method-assign,assignment]

    def _worked(self, seconds: float) -> None:
        self.step = max(self.step, seconds)

    def _held(self, seconds: float) -> None:
        if seconds > 0.001:
            self.held.append(seconds)

    def _collecting(self, phase: str, _told: Any) -> None:
        if phase == "start":
            self._collection = time.perf_counter()
        else:
            self.collected = max(self.collected, time.perf_counter() - self._collection)

    def trace(self) -> aiohttp.TraceConfig:
        """A trace of every request that the client sends."""
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


def _timed_loop(
    kind: type[asyncio.AbstractEventLoop], clock: Callable[[], float], note: Callable[[float], None]
) -> asyncio.AbstractEventLoop:
    """An event loop that passes the time of each callback, such as a step of a task, to ``note``."""

    def timed(callback: Callable[..., object]) -> Callable[..., None]:
        def run(*args: object) -> None:
            began = clock()
            callback(*args)
            note(clock() - began)

        return run

    class Timed(kind):  # type: ignore[misc,valid-type]
        def call_soon(self, callback: Any, *args: Any, context: Any = None) -> Any:
            return super().call_soon(timed(callback), *args, context=context)

        def call_soon_threadsafe(self, callback: Any, *args: Any, context: Any = None) -> Any:
            return super().call_soon_threadsafe(timed(callback), *args, context=context)

        def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> Any:
            return super().call_at(when, timed(callback), *args, context=context)

        def call_later(self, delay: float, callback: Any, *args: Any, context: Any = None) -> Any:
            return super().call_later(delay, timed(callback), *args, context=context)

    return Timed()
