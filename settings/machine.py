"""The machine that a program runs on: the processors it may use, and a unique name."""

from __future__ import annotations

import math
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CGROUPS: Final = Path("/sys/fs/cgroup")
OWN_CGROUP: Final = Path("/proc/self/cgroup")
LONGEST_NAME: Final = 80
"""Characters of the machine's name in front of the process id."""


def processors() -> int:
    """The number of processors that this process may use, at least 1.

    That is those it is limited to (``taskset``, ``CPUAffinity=``), but no more than the CPU time of its
    container or unit (``--cpus``, ``CPUQuota=``), rounded up.
    """
    # os.process_cpu_count() knows the former from Python 3.13 on, and the latter never.
    kept_to = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([kept_to, *map(math.ceil, _quotas())]))


def _quotas() -> Iterator[float]:
    """The CPU quotas of this process's control groups, in processors, for those that have one."""
    try:
        lines = OWN_CGROUP.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    own = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), None)
    if own is None:
        return
    folder = CGROUPS / own
    for group in (folder, *folder.parents):
        if group.is_relative_to(CGROUPS) and (quota := _quota(group / "cpu.max")) is not None:
            yield quota


def _quota(file: Path) -> float | None:
    """The quota in ``cpu.max``, a time and a period in microseconds, in processors; None for "max"."""
    try:
        given, _, period = file.read_text(encoding="utf-8").strip().partition(" ")
        return int(given) / int(period)
    except (OSError, ValueError, ZeroDivisionError):
        return None


def process_name() -> str:
    """The machine's name and the process id, in characters safe for logs and labels."""
    machine = re.sub(r"[^A-Za-z0-9.:@-]", "-", socket.gethostname())[:LONGEST_NAME] or "tidepool"
    return f"{machine}-{os.getpid()}"
