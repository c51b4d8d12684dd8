"""Work that simcord and discord.py do anew for every bot, done once for all stories or done quicker.

Each story starts a bot of its own, so whatever a start costs is paid some hundred times. Nothing here changes
what comes out of it.
"""

from __future__ import annotations

import copy
import pickle
from functools import cache, partial
from operator import is_
from types import SimpleNamespace
from typing import Any, Final
from weakref import WeakKeyDictionary

from discord.app_commands import commands as building
from simcord import _dpy_internals as waits
from simcord import _runtime as runtime
from simcord import _settlement as settlement
from simcord import components, env, gateway, results
from simcord.http import router

BETWEEN_ROUNDS: Final = "discord.ext.tasks loop interval"
"""What simcord calls the wait of a loop between two rounds."""


def _copied(what: Any) -> Any:
    """A deep copy: of data as it is sent, pickling makes one in a fifth of the time."""
    try:
        return pickle.loads(pickle.dumps(what, pickle.HIGHEST_PROTOCOL))
    except (pickle.PicklingError, TypeError, AttributeError):
        return copy.deepcopy(what)


def _resolved_once() -> None:
    """Have the types of options read once: every bot has the same."""
    resolve = building.resolve_annotation
    known: dict[tuple[Any, int], tuple[Any, Any]] = {}

    def resolved(annotation: Any, globalns: dict[str, Any], localns: Any, cached: Any) -> Any:
        key = annotation, id(globalns)
        if key not in known:
            # With the names it was read among: while they are kept, no others have their id.
            known[key] = resolve(annotation, globalns, localns, cached), globalns
        return known[key][0]

    building.resolve_annotation = resolved  # type: ignore[assignment]


def _listened_for_rarely() -> None:
    """Look through the frames of a task for a listener only where there is one: the bot has none."""
    among_frames = waits.is_wait_for_listener

    def is_wait_for_listener(client: Any, task: Any) -> bool:
        return bool(waits.listener_futures(client)) and among_frames(client, task)

    waits.is_wait_for_listener = is_wait_for_listener


def _looked_at_once() -> None:
    """Have a loop between two rounds looked at once, and not at every step of what goes on beside it.

    It stays as it is until its timer is due, which is where time is turned on.
    """
    reason_of, virtualize = settlement._park_reason, settlement._virtualize_recognized_waits
    asleep: WeakKeyDictionary[Any, tuple[Any, float]] = WeakKeyDictionary()

    def is_asleep(state: Any, task: Any) -> bool:
        waiter, due = asleep.get(task, (None, 0.0))
        return (
            waiter is not None
            and waiter is task._fut_waiter
            and not waiter.done()
            and due > state.virtual_time
        )

    def park_reason(state: Any, task: Any, deadline: float, seen: set[int] | None = None) -> str | None:
        if is_asleep(state, task):
            return BETWEEN_ROUNDS
        reason = reason_of(state, task, deadline, seen)
        if reason == BETWEEN_ROUNDS:
            timers = settlement._timer_records_waking(state, task, task._fut_waiter)
            asleep[task] = task._fut_waiter, min(timer.when or 0.0 for timer in timers)
        return reason

    def virtualize_waits(state: Any, pending: list[Any]) -> None:
        virtualize(state, [task for task in pending if not is_asleep(state, task)])

    settlement._park_reason = park_reason  # type: ignore[assignment]
    env._virtualize_recognized_waits = virtualize_waits  # type: ignore[assignment]


def _timers_found_quickly() -> None:
    """Find the timers that a task waits for by what they are given: most are given another one's future."""

    def timers_waking(state: Any, task: Any, waiter: Any) -> list[Any]:
        found, now = [], state.virtual_time
        for record in state.work.callbacks:
            if record.when is None or record.when <= now:
                continue
            handle = record.handle
            if handle is None or handle._cancelled:
                continue
            args = handle._args or ()
            if waiter is not None and any(map(partial(is_, waiter), args)):
                found.append(record)
                continue
            callback = waits._original_callback(handle._callback)
            # A function of no object's wakes those alone that it is given.
            if hasattr(callback, "__self__") and waits.is_wakeup_callback(callback, args, waiter, task):
                found.append(record)
        return found

    settlement._timer_records_waking = timers_waking  # type: ignore[assignment]


def _told_the_time_quickly() -> None:
    """Have simcord import what it tells the time with once: it does so at each step of the event loop."""
    selected, real = runtime._selected_env, waits._REAL_MONOTONIC

    def monotonic() -> float:
        world = selected(driver=False)
        return real() if world is None else world._virtual_time

    waits._clock_monotonic = monotonic


def start_quickly() -> None:
    """Do all of it; called once."""
    _listened_for_rarely()
    _looked_at_once()
    _timers_found_quickly()
    for module in (gateway, router):
        module.copy = SimpleNamespace(deepcopy=_copied)  # type: ignore[attr-defined]
    for module in (components, results):
        module.deepcopy = _copied  # type: ignore[attr-defined]
    _resolved_once()
    _told_the_time_quickly()
    building._shorten = cache(building._shorten)
