"""The steps of the database from revision to revision, as their files name them.

Alembic takes them. It is slow to import, and at nearly every start there is no step to take: so what the
names say is all that a start needs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from data.errors import NewerDatabaseError

STEPS: Final = Path(__file__).parents[1] / "migrations"


class Revisions:
    """The steps in a folder. Their files are called ``v<revision>_<what it brings>.py``."""

    def __init__(self, folder: Path = STEPS) -> None:
        self.folder = folder
        found = sorted(file.stem for file in (folder / "versions").glob("v*_*.py"))
        self.names = {name.removeprefix("v").partition("_")[0]: name for name in found}
        """The names of the steps, by the revision that each leads to, in their order."""
        self.latest = list(self.names)[-1]

    def check_known(self, revision: str | None) -> None:
        """Raise NewerDatabaseError for a revision that this program does not know."""
        if revision is not None and revision not in self.names:
            raise NewerDatabaseError(revision, self.latest)
