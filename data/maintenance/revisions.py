"""The steps of the database from revision to revision, as their files name them.

Alembic takes them. It is slow to import, and at nearly every start there is no step to take: so what the
names say is all that a start needs.

A step whose file says ``suits_before = True`` leaves what the bot of the revision before works with as it is:
several versions may then run on one database while an update goes from one process to the next.
"""

from __future__ import annotations

from collections.abc import Callable
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

    def knows(self, revision: str | None) -> bool:
        """True if this program knows a revision; there is none in an empty database."""
        return revision is None or revision in self.names

    def check_known(
        self, revision: str | None, suited: Callable[[str], str | None] = lambda _revision: None
    ) -> None:
        """Raise NewerDatabaseError for a revision that this program does not know.

        ``suited`` looks up the oldest revision whose bot can go on with a newer one, where that is known.
        """
        if revision is not None and not self.knows(revision) and suited(revision) not in self.names:
            raise NewerDatabaseError(revision, self.latest)
