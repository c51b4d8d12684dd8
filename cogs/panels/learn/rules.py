"""The rules of a game: a page with its start and the rules in words, and a short film of each rule."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import Card, Pictures, card, gallery, row, rows
from cogs.kit.controls import Press, button, control
from cogs.kit.ids import number_of_game, presentation_numbered
from cogs.kit.presentation import GamePresentation
from cogs.panels.challenge import new_challenge
from cogs.panels.learn import tour_panel
from cogs.text import learn_texts, texts
from engines import GAMES
from imaging import LESSON_HOLD, START_WIDTH, lessons_of, rules_start_of
from matches import Match

START: Final = "start.png"
IN_WORDS: Final = "words"
"""The entry for the page in words, in old menus."""


@control("lesson")
async def show_lesson(press: Press) -> None:
    """Shows the film of a rule in its private panel, from an old menu. Argument: the game's number."""
    presentation = presentation_numbered(press.app.presentations, press.index)
    if press.value == IN_WORDS:
        await press.redraw(await page(press, presentation))
    else:
        await press.redraw(await _lesson(press, presentation.game.key, int(press.value)))


@control("rulefilm")
async def show_film(press: Press) -> None:
    """Shows the film of a rule in its private panel. Arguments: the game's number, the rule's number."""
    presentation = presentation_numbered(press.app.presentations, press.index)
    await press.redraw(await _lesson(press, presentation.game.key, press.args[1]))


@control("gamerules")
async def show_rules(press: Press) -> None:
    """Shows the rules of a game in its private panel. Argument: the game's number."""
    presentation = presentation_numbered(press.app.presentations, press.index)
    await press.redraw(await page(press, presentation))


@control("openrules")
async def open_rules(press: Press) -> None:
    """Opens the rules of a match's game privately, from a challenge's card or a pick panel."""
    match = await press.app.matches.load(press.match_id)
    presentation = press.app.presentations[match.game_key]
    await press.answer(await page(press, presentation, match))


async def page(call: Call, presentation: GamePresentation, match: Match | None = None) -> Card:
    """The rules page of a game: its start, its rules in words, and buttons to films and to a match.

    For a ``match`` it begins with the options that differ from the defaults; otherwise it ends with the
    options that a challenge can have.
    """
    key = presentation.game.key
    pictures = await _start(call, key)
    films = [learn_texts.RULES_PLAYED, *_film_buttons(key, None)] if lessons_of(key) else []
    return card(
        learn_texts.rules_title(presentation.game),
        _in_match(presentation, match) if match else "",
        *([gallery(pictures)] if pictures else []),
        learn_texts.rules_body(presentation.game, presentation.rules),
        "" if match else _to_choose(presentation),
        *films,
        *await new_challenge.ways(call, presentation, *tour_panel.try_it(key), sets=True),
        pictures=pictures,
    )


def _to_choose(presentation: GamePresentation) -> str:
    return learn_texts.rules_options(
        [presentation.words_of(one).briefly for one in presentation.game.options]
    )


def _in_match(presentation: GamePresentation, match: Match) -> str:
    return learn_texts.rules_of_match(presentation.consequences(match.options)) if match.game.options else ""


async def _start(call: Call, key: str) -> Pictures:
    """The picture of a game's start, in the user's theme; none if the game has none."""
    start = rules_start_of(key)
    if start is None:
        return ()
    theme = await call.app.cards.theme_for(call.guild_id, call.user)
    shown = await call.app.studio.arrows(start.diagram(key), start.arrows, theme=theme, width=START_WIDTH)
    return ((START, shown),)


def _film_buttons(key: str, shown: int | None) -> list[ui.ActionRow[Any]]:
    """A button for each rule that has a film; the one ``shown`` is disabled."""
    game = number_of_game(key)
    return rows(
        show_film.about(0, button(lesson.title, enabled=number != shown), args=(game, number))
        for number, lesson in enumerate(lessons_of(key))
    )


async def _lesson(press: Press, key: str, number: int) -> Card:
    lessons = lessons_of(key)
    number = min(number, len(lessons) - 1)
    lesson = lessons[number]
    theme = await press.app.cards.theme_for(press.guild_id, press.user)
    clip = await press.app.studio.film(lambda: lesson.diagrams(key), theme=theme, hold=LESSON_HOLD)
    pictures: Pictures = ((f"rule-{number}.gif", clip),)
    said = learn_texts.lesson(GAMES[key], lesson.title, lesson.sentence)
    words = show_rules.about(0, texts.RULES_IN_WORDS, args=(number_of_game(key),))
    return card(said, gallery(pictures), *_film_buttons(key, number), row(words), pictures=pictures)
