"""``python -m tools.soak``: a soak from the command line. Exits with 1 if a check failed."""

from __future__ import annotations

import asyncio
import sys

from tools.soak.plan import read
from tools.soak.run import soak

if __name__ == "__main__":
    sys.exit(1 if asyncio.run(soak(read())).wrong else 0)
