"""The orderly end that a service manager asks for, or somebody who presses Ctrl-C."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Final

AGAIN: Final = 0.5
"""Seconds after which a task that goes on all the same is told once more."""


class Shutdown:
    """Has SIGTERM and Ctrl-C end the present task. A second of the same ends the process at once.

    ``heard`` tells whether the task is about to end. ``asked`` says afterwards whether it was told to.
    """

    def __init__(self, heard: Callable[[], bool]) -> None:
        self.asked = False
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        for number in (signal.SIGTERM, signal.SIGINT):
            # Windows has no such handlers: there Ctrl-C arrives as KeyboardInterrupt.
            with suppress(NotImplementedError):
                self._loop.add_signal_handler(number, self._stop, number)

    def _stop(self, number: signal.Signals) -> None:
        self._loop.remove_signal_handler(number)
        self.asked = True
        self._cancel()

    def _cancel(self) -> None:
        assert self._task is not None, "made within a task"
        if self._task.done() or self._heard():
            return
        self._task.cancel()
        # Up to Python 3.11, asyncio.wait_for (in which discord.py connects) loses a cancellation that comes
        # in the moment in which it is done.
        self._loop.call_later(AGAIN, self._cancel)
