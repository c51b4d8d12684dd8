"""``python -m tools.bench``: run all benchmarks, one after the other, or some by name.

It continues after a failed one, and then exits with 1. Benchmarks whose requirements are missing are skipped
with a message.
"""

from __future__ import annotations

import argparse
import pkgutil
import sys
import traceback
from importlib import import_module
from typing import Final

import tools.bench
from tests.needs import POSTGRESQL

NAMES: Final = sorted({found.name for found in pkgutil.iter_modules(tools.bench.__path__)} - {"__main__"})
PEERS: Final = frozenset(["cairosvg", "chess", "easyAI"])
"""Optional libraries to compare with."""
ON_POSTGRESQL: Final = frozenset(["killed_worker"])
"""The benchmarks that need a PostgreSQL server."""


def main() -> int:
    """Run the benchmarks of the command line; returns 1 if one of them failed, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], default=[], metavar="benchmark")
    failed = [name for name in parser.parse_args().names or NAMES if not _ran(name)]
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return int(bool(failed))


def _ran(name: str) -> bool:
    """Run a benchmark; returns True if it passed or was skipped."""
    print(f"--- {name}", flush=True)
    if name in ON_POSTGRESQL and POSTGRESQL.find() is None:
        print(f"skipped: there is no {POSTGRESQL}")
        return True
    try:
        import_module(f"tools.bench.{name}").run()
    except Exception as error:  # noqa: BLE001 - the others are run all the same
        if isinstance(error, ModuleNotFoundError) and error.name in PEERS:
            print(f"skipped: {error.name} is not installed")
        else:
            traceback.print_exc()
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
