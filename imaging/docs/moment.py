"""A game's board in the gallery."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from engines import GAMES, Diagram
from engines.games import part_of
from imaging.docs import games


@dataclass(frozen=True, slots=True)
class GalleryMoment:
    """A moment of a match that shows much of a game: the last action, and what a player has chosen."""

    before: str
    action: str
    chosen: tuple[str, ...]
    number: int

    def diagram(self, key: str) -> Diagram:
        """The diagram of this moment."""
        before = GAMES[key].from_text(self.before)
        action = before.parse(self.action)
        shown = before.play(action).diagram([action], chosen=self.chosen)
        return replace(shown, number=self.number)


@cache
def moment_of(key: str) -> GalleryMoment | None:
    """The moment of a game, or None if it has none."""
    found: GalleryMoment | None = getattr(part_of(games.__name__, key), "MOMENT", None)
    return found
