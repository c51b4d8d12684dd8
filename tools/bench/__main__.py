"""``python -m tools.bench``: every benchmark, one after the other, or those that are named.

It goes on after one that failed, and leaves with 1. What a machine does not have is left out, and said.
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
"""What our own is compared with, where it is installed."""
ON_POSTGRESQL: Final = frozenset(["killed_worker"])
"""Those that need a server."""


def main() -> int:
    """Run them; 1 if one of them failed, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], default=[], metavar="benchmark")
    failed = [name for name in parser.parse_args().names or NAMES if not _ran(name)]
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return int(bool(failed))


def _ran(name: str) -> bool:
    """Whether a benchmark came to its end, or had to be left out."""
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
