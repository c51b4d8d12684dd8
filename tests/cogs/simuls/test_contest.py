"""The contest of simuls, by which others are measured."""

from __future__ import annotations

import threading

from tests.services.undisturbed import left_alone


async def test_what_it_is_measured_by_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    await left_alone("simul")
    for thread in set(threading.enumerate()) - before:
        if not thread.daemon:
            thread.join(60)  # a closed store's ends by itself
            assert not thread.is_alive(), thread
