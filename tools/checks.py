"""The static checks: style, types, and import borders between the folders.

``make lint`` runs them; the gate runs the same ones beside its tests.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
CHECKS: Final = (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",), ("lint-imports", "--no-logo"))
"""Programs of the virtual environment, with their options."""


def run(*, quiet: bool = False) -> tuple[list[bool], str]:
    """Run all checks, one after the other; returns which passed, and their output if ``quiet``."""
    passed, said = [], ""
    for name, *options in CHECKS:
        done = subprocess.run(
            [str(Path(sys.executable).parent / name), *options],
            cwd=ROOT,
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            text=True,
            check=False,
        )
        passed.append(done.returncode == 0)
        said += done.stdout or ""
    return passed, said


if __name__ == "__main__":
    sys.exit(not all(run()[0]))
