"""The seed that draws what the gate runs of a large set: the same for the same content of the repository.

So a second try at the same change is the same gate. It never comes from the clock, nor from a random number.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
WITHOUT_GIT: Final = "tidepool"
"""The seed where there is no repository, as in a downloaded archive."""


@cache
def of_tree() -> str:
    """``GATE_SEED`` where it is set, else the hash of the tree that is checked out."""
    return os.environ.get("GATE_SEED") or git("rev-parse", "HEAD^{tree}") or WITHOUT_GIT


def git(*arguments: str) -> str:
    """What git answers, empty where git or the repository is missing."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
