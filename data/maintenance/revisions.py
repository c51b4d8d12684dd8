"""The database's revisions and the steps between them, read from the names of their files.

Alembic runs the steps. It is slow to import, and at most starts there is nothing to run: so a start only
needs the file names.

The first step makes all tables at once: databases older than it are refused, as are unknown newer ones.
A number between two steps was that of a step that the later one has taken in (docs/adr/0054).
A step with ``suits_before = True`` keeps the database usable for the bot of the previous revision: during an
update, processes of both versions may run on it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from data.errors import NewerDatabaseError, OlderDatabaseError

REVISION_TABLE: Final = "alembic_version"
STEPS: Final = Path(__file__).parents[1] / "migrations"


class Revisions:
    """The steps in a folder, in files named ``v<revision>_<what it brings>.py``."""

    def __init__(self, folder: Path = STEPS) -> None:
        self.folder = folder
        found = sorted(file.stem for file in (folder / "versions").glob("v*_*.py"))
        self.names = {name.removeprefix("v").partition("_")[0]: name for name in found}
        """The names of the steps, by the revision that each leads to, in order."""
        self.oldest, self.latest = min(self.names), max(self.names)

    def knows(self, revision: str | None) -> bool:
        """True if this program knows a revision; None, an empty database, is known."""
        return revision is None or self.oldest <= revision <= self.latest

    def last_before(self, revision: str) -> str:
        """The newest step up to a known revision."""
        return max(step for step in self.names if step <= revision)

    def check_known(
        self, revision: str | None, suited: Callable[[str], str | None] = lambda _revision: None
    ) -> None:
        """Raise OlderDatabaseError or NewerDatabaseError for a revision that this program does not know.

        ``suited`` returns the oldest revision whose bot can work with a newer one, or None if unknown.
        """
        if revision is None or self.knows(revision):
            return
        if revision < self.oldest:
            raise OlderDatabaseError(revision, self.oldest)
        if suited(revision) not in self.names:
            raise NewerDatabaseError(revision, self.latest)
