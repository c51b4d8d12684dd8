"""The presentation of a game: its command, its words in menus and for its endings, its rules page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final
from zlib import crc32

from cogs.kit.errors import Refusal
from cogs.text import community_texts
from engines import GAMES, Diagram, Game, Option
from imaging import moment_of

RULES_PAGES: Final = Path(__file__).parents[2] / "docs" / "rules"
IN_SHORT: Final = "<!-- in short -->"
"""Below it stands what can wait until the first match."""
MORE: Final = "<!-- more -->"
"""Ends the part of a rules page that is shown in Discord."""
_PICTURE: Final = re.compile(r"^!\[.*\]\(.*\)$", re.MULTILINE)
"""A picture on such a page. In Discord they are shown by themselves."""
_GAP: Final = re.compile(r"\n{3,}")


def newcomers_first(presentations: Iterable[GamePresentation]) -> list[GamePresentation]:
    """The games in the order in which they are offered."""
    return sorted(presentations, key=lambda each: not each.for_newcomers)


def boards_of(presentations: Iterable[GamePresentation]) -> tuple[tuple[str, Diagram], ...]:
    """A board of each game, with the game's name, in the order in which they are offered."""
    games = [each.game for each in newcomers_first(presentations)]
    return tuple(
        (game.name, moment.diagram(game.key)) for game in games if (moment := moment_of(game.key)) is not None
    )


@dataclass(frozen=True)
class OptionWords:
    """An option of a game's challenge in words, each of them at most 100 characters.

    ``asked`` is what it decides. By value, ``choices`` are what can be chosen, and ``lines`` what happens
    then. ``names`` call a choice by itself, without the question. Cards, commands and the rules all take
    them from here.
    """

    asked: str
    choices: Mapping[str, str]
    lines: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def plain(cls, option: Option) -> OptionWords:
        """The default words for an option without its own."""
        values = {value: value for value in option.choices}
        return cls(option.label, values, {value: f"{option.label}: {value}." for value in values})

    def named(self, option: Option, value: str) -> str:
        """A choice in a list or a box: by its name, else after the option's label."""
        return self.names.get(value) or f"{option.label}: {self.choices[value]}"

    def described(self, usual: str) -> str:
        """The description of the option where it is chosen; ``usual`` is the value that it has by itself."""
        return f"{self.asked} (default: {self.choices[usual].removesuffix(USUAL)})"

    @property
    def briefly(self) -> str:
        """The choices in one line; of many the first and the last."""
        names = list(self.choices.values())
        few = names if len(names) <= FEW_CHOICES else [names[0], "…", names[-1]]
        return f"{self.asked}{'' if self.asked.endswith('?') else ':'} {' · '.join(few)}"


USUAL: Final = " (usual)"
"""Ends the words for the choice that an option has by itself."""
FEW_CHOICES: Final = 4
"""Choices of an option that a line tells one by one."""


@dataclass(frozen=True)
class GamePresentation:
    """The presentation of one game to people.

    ``endings`` are sentences by the engine's reason words, in which ``{winner}`` is the side that won;
    ``words`` are what menus say for parts of an action's path that are no points of the board (``{side}`` in
    them is the side to act). ``question`` says what is asked where all there is to do is to choose one of a
    few. The game ``for_newcomers`` is the one that is offered first. ``options`` are the challenge's own ones
    in words, by key.
    """

    game: Game
    command: str
    words: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    question: str = ""
    for_newcomers: bool = False
    options: Mapping[str, OptionWords] = field(default_factory=dict)

    def words_of(self, option: Option) -> OptionWords:
        """An option of the game in words."""
        return self.options.get(option.key) or OptionWords.plain(option)

    def chosen(self, values: Mapping[str, str]) -> list[str]:
        """The choices in a match's options that are not as usual, each to be understood by itself."""
        return [self.words_of(one).named(one, value) for one, value in self._unusual(values)]

    def consequences(self, values: Mapping[str, str]) -> list[str]:
        """The lines about the choices in a match's options that are not as usual."""
        return [self.words_of(one).lines[value] for one, value in self._unusual(values)]

    def _unusual(self, values: Mapping[str, str]) -> list[tuple[Option, str]]:
        found = [(one, values.get(one.key, one.default)) for one in self.game.options]
        return [(one, value) for one, value in found if value != one.default]

    @property
    def short_name(self) -> str:
        """The game's name for tight spaces: its command, capitalized."""
        return self.command.capitalize()

    @cached_property
    def rules(self) -> str:
        """The rules that players need, as Discord markdown; a line that says so where no page was written."""
        return self._page_until(MORE)

    @cached_property
    def rules_in_short(self) -> str:
        """The beginning of ``rules``: how to win and how the pieces move."""
        return self._page_until(IN_SHORT)

    def _page_until(self, mark: str) -> str:
        page = RULES_PAGES / f"{self.game.key.replace('-', '_')}.md"
        if not page.exists():
            return "No rules page was written for this game yet."
        text = page.read_text(encoding="utf-8").split(MORE)[0].split(mark)[0].replace(IN_SHORT, "")
        words = _PICTURE.sub("", text.split("\n", 1)[1])
        return _GAP.sub("\n\n", words).strip()


# --- games by number ------------------------------------------------------------------------------


def number_of_game(key: str) -> int:
    """The number of a game in ids of controls: made from its key, so that a new game moves none."""
    return crc32(key.encode())


_GAMES: Final = {number_of_game(key): key for key in GAMES}


def game_of_number(number: int) -> str:
    """The key of the game with this number. Raises Refusal for one that is not there any more."""
    if number not in _GAMES:
        raise Refusal(community_texts.GAME_GONE)
    return _GAMES[number]


def presentation_numbered(presentations: Mapping[str, GamePresentation], number: int) -> GamePresentation:
    """The presentation of the game with this number. Raises Refusal for one that is not there any more."""
    return presentation_of(presentations, game_of_number(number))


def presentation_of(presentations: Mapping[str, GamePresentation], key: str) -> GamePresentation:
    """The presentation of the game with this key. Raises Refusal for one that is not there any more."""
    if key not in presentations:
        raise Refusal(community_texts.GAME_GONE)
    return presentations[key]
