"""The rules of a game: a page in words, and a little film of each rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from cogs.ui import touring
from cogs.ui.card import Card, Pictures, card, gallery, row
from cogs.ui.control import Button, Click, Select
from cogs.ui.faces import Face
from cogs.ui.languages import texts
from cogs.ui.numbers import face_numbered, number_of_game
from engines import GAMES
from imaging import LESSON_HOLD, Lesson, lessons_of
from matches import UserId

if TYPE_CHECKING:
    from cogs.desk import Desk

IN_WORDS: Final = "words"
"""What the menu says for the page without a film."""


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
        custom_id = cls.id_about(0, number_of_game(key))
        return cls(ui.Select(placeholder=texts.SEE_RULES, options=options, custom_id=custom_id))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        face = face_numbered(desk.faces, self.index)
        if self.value == IN_WORDS:
            await desk.redraw(click, page(face))
        else:
            await desk.redraw(click, await _lesson(desk, click, face.game.key, int(self.value), user))


class ShowRules(Button, verb="gamerules"):
    """Shows the rules of a game in the private panel that it stands on. Its tail: the game, by number."""

    @classmethod
    def button(cls, key: str) -> ShowRules:
        """The button for a game."""
        return cls(ui.Button(label=texts.RULES, custom_id=cls.id_about(0, number_of_game(key))))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.redraw(click, page(face_numbered(desk.faces, self.index)))


class OpenRules(Button, verb="openrules"):
    """Opens the rules of a match's game to anyone, from a card that stays: a challenge, or a pick."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        match = await desk.matches.load(self.match_id)
        await desk.answer(click, page(desk.faces[match.game]))


CONTROLS: Final[tuple[type[Button] | type[Select], ...]] = (ShowLesson, ShowRules, OpenRules)


def page(face: Face) -> Card:
    """The rules in words, with a menu of their films and the way to try the game."""
    key = face.game.key
    said = texts.rules_page(face.game, face.rules)
    lessons = lessons_of(key)
    films = [row(ShowLesson.choice(key, lessons, None))] if lessons else []
    return card(said, *films, *touring.try_it(key))


async def _lesson(desk: Desk, click: Click, key: str, number: int, user: UserId) -> Card:
    lessons = lessons_of(key)
    lesson = lessons[min(number, len(lessons) - 1)]
    theme = await desk.cards.theme_for(click.guild_id, user)
    clip = await desk.studio.film(lambda: lesson.diagrams(key), theme=theme, hold=LESSON_HOLD)
    pictures: Pictures = ((f"rule-{number}.gif", clip),)
    said = texts.lesson(GAMES[key], lesson.title, lesson.sentence)
    menu = row(ShowLesson.choice(key, lessons, number))
    return card(said, gallery(pictures), menu, pictures=pictures)
