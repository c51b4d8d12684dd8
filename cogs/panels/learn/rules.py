"""The rules of a game: a page in words, and a little film of each rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.kit.card import Card, Pictures, card, gallery, row
from cogs.kit.controls import AnyControl, Press, button, menu
from cogs.kit.ids import number_of_game, presentation_numbered
from cogs.kit.presentation import GamePresentation
from cogs.panels.learn import tour_panel
from cogs.text import texts
from engines import GAMES
from imaging import LESSON_HOLD, Lesson, lessons_of

IN_WORDS: Final = "words"
"""The menu's choice for the page without a film."""


@menu("lesson")
async def show_lesson(press: Press) -> None:
    """Shows the film of a rule in the private panel that it stands on. Its arguments: the game, by number."""
    presentation = presentation_numbered(press.app.presentations, press.index)
    if press.value == IN_WORDS:
        await press.redraw(page(presentation))
    else:
        await press.redraw(await _lesson(press, presentation.game.key, int(press.value)))


@button("gamerules")
async def show_rules(press: Press) -> None:
    """Shows the rules of a game in its private panel. Its arguments: the game, by number."""
    await press.redraw(page(presentation_numbered(press.app.presentations, press.index)))


@button("openrules")
async def open_rules(press: Press) -> None:
    """Opens the rules of a match's game to anyone, from a card that stays: a challenge, or a pick."""
    match = await press.app.matches.load(press.match_id)
    await press.answer(page(press.app.presentations[match.game_key]))


def page(presentation: GamePresentation) -> Card:
    """The rules in words, with a menu of their films and the way to try the game."""
    key = presentation.game.key
    said = texts.rules_page(presentation.game, presentation.rules)
    lessons = lessons_of(key)
    films = [row(_lesson_menu(key, lessons, None))] if lessons else []
    return card(said, *films, *tour_panel.try_it(key))


def _lesson_menu(key: str, lessons: Sequence[Lesson], shown: int | None) -> AnyControl:
    """The menu of the lessons of a game; with the number of the one that is ``shown``, if any."""
    options = [(str(number), lesson.title) for number, lesson in enumerate(lessons)]
    if shown is not None:
        options.append((IN_WORDS, texts.RULES_IN_WORDS))
    chosen = None if shown is None else str(shown)
    return show_lesson.about(0, texts.SEE_RULES, options, chosen=chosen, args=(number_of_game(key),))


async def _lesson(press: Press, key: str, number: int) -> Card:
    lessons = lessons_of(key)
    lesson = lessons[min(number, len(lessons) - 1)]
    theme = await press.app.cards.theme_for(press.interaction.guild_id, press.user)
    clip = await press.app.studio.film(lambda: lesson.diagrams(key), theme=theme, hold=LESSON_HOLD)
    pictures: Pictures = ((f"rule-{number}.gif", clip),)
    said = texts.lesson(GAMES[key], lesson.title, lesson.sentence)
    films = row(_lesson_menu(key, lessons, number))
    return card(said, gallery(pictures), films, pictures=pictures)
