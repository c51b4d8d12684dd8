"""The presentation of a game: its command, its words in menus and for its endings, its rules page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from engines import Game

RULES_PAGES: Final = Path(__file__).parents[2] / "docs" / "rules"
MORE: Final = "<!-- more -->"
"""Ends the part of a rules page that is shown in Discord."""
_PICTURE: Final = re.compile(r"^!\[.*\]\(.*\)$", re.MULTILINE)
"""A picture on such a page. In Discord they are shown by themselves."""
_GAP: Final = re.compile(r"\n{3,}")


def newcomers_first(presentations: Iterable[GamePresentation]) -> list[GamePresentation]:
    """The games in the order in which they are offered."""
    return sorted(presentations, key=lambda each: not each.for_newcomers)


@dataclass(frozen=True)
class GamePresentation:
    """The presentation of one game to people.

    ``endings`` are sentences by the engine's reason words; ``words`` are what menus say for parts of an
    action's path that are no points of the board (``{side}`` in them is the side to act). ``question``
    says what is asked where all there is to do is to choose one of a few. The game ``for_newcomers`` is the
    one that is offered first.
    """

    game: Game
    command: str
    words: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    question: str = ""
    for_newcomers: bool = False

    @property
    def short_name(self) -> str:
        """The game where there is little room: its command, as a name."""
        return self.command.capitalize()

    @cached_property
    def rules(self) -> str:
        """The rules in short, as Discord markdown; a line that says so where no page was written."""
        page = RULES_PAGES / f"{self.game.key.replace('-', '_')}.md"
        if not page.exists():
            return "No rules page was written for this game yet."
        text = page.read_text(encoding="utf-8").split(MORE)[0]
        words = _PICTURE.sub("", text.split("\n", 1)[1])
        return _GAP.sub("\n\n", words).strip()
