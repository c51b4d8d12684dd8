"""``worker.py`` with children that think once a file is there: ``python -m tests.workers.held FILE``."""

from __future__ import annotations

import sys
from typing import Final

import worker
from computer import workers

CHILD: Final = """
import sys, time
from pathlib import Path
from computer.worker import main

while not Path(sys.argv[1]).exists():
    time.sleep(0.01)
main(nice=0)
"""

if __name__ == "__main__":
    workers.COMMAND = (sys.executable, "-c", CHILD, sys.argv[1])  # type: ignore[misc]
    sys.exit(worker.main())
