"""Children that think in tests give way to nobody, or they would hardly come to their turn beside others.

``python -m tests.priority MODULE`` runs a module whose children do not, as ``python -m MODULE`` would.
"""

from __future__ import annotations

import runpy
import sys
from typing import Final

from computer import workers

COMMAND: Final = (*workers.COMMAND, "--nice", "0")


def keep_priority() -> None:
    """Start the children of this process like that from now on."""
    workers.COMMAND = COMMAND  # type: ignore[misc]


if __name__ == "__main__":
    keep_priority()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
