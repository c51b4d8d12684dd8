"""The rules of a game: a page in words, and a little film of each rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from zlib import crc32

import discord
from discord import ui

from cogs.ui import texts
from cogs.ui.card import Card, Pictures, card, gallery, row
from cogs.ui.control import Click, Select
from cogs.ui.errors import Refusal
from cogs.ui.faces import Face
from engines import GAMES
from imaging import LESSON_HOLD, Lesson, lessons_of
from matches import UserId

if TYPE_CHECKING:
    from cogs.desk import Desk

IN_WORDS: Final = "words"
"""What the menu says for the page without a film."""
_NUMBERS: Final = {crc32(key.encode()): key for key in GAMES}


class ShowLesson(Select, verb="lesson"):
    """Shows the film of a rule in the private panel that it stands on. Its tail: the game, by number."""

    @classmethod
    def choice(cls, key: str, lessons: Sequence[Lesson], shown: int | None) -> ShowLesson:
        """The menu of the lessons of a game; with the number of the one that is ``shown``, if any."""
        options = [
            discord.SelectOption(value=str(number), label=lesson.title, default=number == shown)
            for number, lesson in enumerate(lessons)
        ]
        if shown is not None:
            options.append(discord.SelectOption(value=IN_WORDS, label=texts.RULES_IN_WORDS))
        custom_id = f"{cls.verb}:0:0:{crc32(key.encode())}"
        return cls(ui.Select(placeholder=texts.SEE_RULES, options=options, custom_id=custom_id))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        key = _NUMBERS.get(self.index)
        if key is None or key not in desk.faces:
            raise Refusal(texts.COMMAND_CHANGED)
        if self.value == IN_WORDS:
            await desk.redraw(click, page(desk.faces[key]))
        else:
            await desk.redraw(click, await _lesson(desk, click, key, int(self.value), user))


CONTROLS: Final[tuple[type[Select], ...]] = (ShowLesson,)


def page(face: Face) -> Card:
    """The rules in words, with a menu of their films."""
    said = texts.rules_page(face.game, face.rules)
    lessons = lessons_of(face.game.key)
    return card(said, *([row(ShowLesson.choice(face.game.key, lessons, None))] if lessons else []))


async def _lesson(desk: Desk, click: Click, key: str, number: int, user: UserId) -> Card:
    lessons = lessons_of(key)
    lesson = lessons[min(number, len(lessons) - 1)]
    theme = await desk.cards.theme_for(click.guild_id, user)
    clip = await desk.studio.film(lambda: lesson.diagrams(key), theme=theme, hold=LESSON_HOLD)
    pictures: Pictures = ((f"rule-{number}.{clip.suffix}", clip),)
    said = texts.lesson(GAMES[key], lesson.title, lesson.sentence)
    menu = row(ShowLesson.choice(key, lessons, number))
    return card(said, gallery(pictures), menu, pictures=pictures)
