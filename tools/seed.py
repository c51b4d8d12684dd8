"""The seed for the gate's random selections: the same for the same content of the repository.

So a second run on the same change is the same gate. It never depends on the clock or on a random number.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
WITHOUT_GIT: Final = "tidepool"
"""The seed outside of a repository, as in a downloaded archive."""


@cache
def of_tree() -> str:
    """``GATE_SEED`` if set, else the hash of the checked-out tree."""
    return os.environ.get("GATE_SEED") or git("rev-parse", "HEAD^{tree}") or WITHOUT_GIT


def git(*arguments: str) -> str:
    """The output of a git command; empty if git or the repository is missing."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
