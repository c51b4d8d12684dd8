"""``python -m tools.bench``: every benchmark, one after the other. They check results, never times."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import tools.bench


def main() -> None:
    """Run what has a ``run()``; say what was skipped, and why."""
    for found in pkgutil.iter_modules(tools.bench.__path__):
        if found.name == "__main__":
            continue
        print(f"--- {found.name}")
        try:
            module = import_module(f"tools.bench.{found.name}")
        except ModuleNotFoundError as error:
            print(f"skipped: {error.name} is not installed")
            continue
        if hasattr(module, "run"):
            module.run()
        else:
            print("skipped: it has no run()")


if __name__ == "__main__":
    main()
