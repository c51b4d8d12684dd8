"""/help, one card that fits on a phone with a button to all commands, and the rules of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.kit.arguments import COUNT, TEXT, Count, GameKey, is_choice
from cogs.kit.boards import glimpses
from cogs.kit.call import Call
from cogs.kit.card import BLUE, Card, Pictures, card, gallery, row, rows, section, support_link
from cogs.kit.controls import CONTROLS, Press, button, control
from cogs.kit.paging import ListQuery
from cogs.kit.presentation import (
    GamePresentation,
    newcomers_first,
    presentation_of,
)
from cogs.kit.visibility import to_look_at
from cogs.panels.challenge import challenge_form, computer_panel, lobby_panel, new_challenge
from cogs.panels.learn import tour_panel
from cogs.text import challenge_texts, entry_points_texts, learn_texts, texts, time_texts
from engines import GAMES
from imaging import LESSON_HOLD, START_WIDTH, lessons_of, rules_start_of
from matches import Match

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.kit.call import Call

START: Final = "start.png"
IN_WORDS: Final = "words"
"""The entry for the page in words, in old menus."""


@control("commands")
async def all_commands(press: Press) -> None:
    """Shows all commands in the same panel."""
    await press.redraw(commands_card(press.app))


@control("help")
async def back_to_help(press: Press) -> None:
    await press.redraw(await help_card(press))


async def help_card(call: Call) -> Card:
    """The help card: the games, a first try, the ways to a match, the user's own."""
    which = tour_panel.other_games.about(0, button(learn_texts.TRY_ONE, BLUE))
    mine = CONTROLS["ownlist"].about(0, learn_texts.OPEN, 0, ListQuery())
    open_ones = await call.app.matches.lists.how_many_open(call.user)
    pictures = await _games(call)
    return card(
        gallery(pictures),
        section(learn_texts.FIRST_STEPS, which),
        *await _ways(call),
        section(learn_texts.mine(open_ones), mine),
        row(
            all_commands.about(0, learn_texts.ALL_COMMANDS),
            where_gone.about(0, entry_points_texts.WHERE_DID_IT_GO),
        ),
        pictures=pictures,
    )


async def _ways(call: Call) -> list[Any]:
    """The ways to a match; in direct messages, where none begins, links to servers."""
    likely = await call.app.lookup.likely_game(call)
    if call.guild_id is None:
        return await new_challenge.ways(call, call.app.presentations[likely])
    computer = [computer_panel.play_button(likely)] if await computer_panel.is_on(call) else []
    challenge = challenge_form.games_button(button(challenge_texts.OPEN_FORM))
    return [learn_texts.PLAY, row(lobby_panel.find_button(learn_texts.FIND), challenge, *computer)]


@control("wheregone")
async def where_gone(press: Press) -> None:
    """Shows what the commands of earlier versions are today."""
    said = entry_points_texts.former_commands(_commands(press.app))
    await press.redraw(card(said, row(back_to_help.about(0, learn_texts.BACK))))


async def _games(call: Call) -> Pictures:
    """The picture of all games, in the user's theme."""
    return await glimpses(call.app, await call.app.cards.theme_for(call.guild_id, call.user))


def commands_card(app: App) -> Card:
    """All commands, by purpose."""
    said = learn_texts.all_commands(_commands(app))
    return card(said, row(back_to_help.about(0, learn_texts.BACK), *support_link(app.support_url)))


def _commands(app: App) -> list[str]:
    """The games' commands, those for newcomers first."""
    return [each.command for each in newcomers_first(app.presentations.values())]


# --- rules ----------------------------------------------------------------------------------------


@control("lesson", chooses=TEXT)
async def show_lesson(press: Press, game: GameKey) -> None:
    """Shows the film of a rule in its private panel, from an old menu."""
    presentation = presentation_of(press.app.presentations, game)
    if press.value == IN_WORDS:
        await press.redraw(await rules_page(press, presentation))
    else:
        number = int(press.value) if is_choice(press.value, COUNT) else 0
        await press.redraw(await _lesson(press, presentation.game.key, number))


@control("rulefilm")
async def show_film(press: Press, game: GameKey, number: Count) -> None:
    """Shows the film of a rule, by its number, in its private panel."""
    presentation = presentation_of(press.app.presentations, game)
    await press.redraw(await _lesson(press, presentation.game.key, number))


@control("gamerules")
async def show_rules(press: Press, game: GameKey) -> None:
    """Shows the rules of a game in its private panel."""
    presentation = presentation_of(press.app.presentations, game)
    await press.redraw(await rules_page(press, presentation))


@control("openrules")
async def open_rules(press: Press) -> None:
    """Opens the rules of a match's game in short, privately, from a challenge's card or a pick panel."""
    match = await to_look_at(press, press.match_id)
    presentation = press.app.presentations[match.game_key]
    ways = row(show_all_rules.on(match, learn_texts.ALL_RULES), *tour_panel.try_it(match.game_key))
    await press.answer(await _rules_card(press, presentation, match, presentation.rules_in_short, ways))


@control("allrules")
async def show_all_rules(press: Press) -> None:
    """Shows all rules of a match's game in the panel of those in short."""
    match = await to_look_at(press, press.match_id)
    await press.redraw(await rules_page(press, press.app.presentations[match.game_key], match))


async def rules_page(call: Call, presentation: GamePresentation, match: Match | None = None) -> Card:
    """The rules page of a game: its start, its rules in words, and buttons to films and to a match.

    For a ``match`` it begins with the options that differ from the defaults; otherwise it ends with the
    options that a challenge can have.
    """
    key = presentation.game.key
    ways = (*tour_panel.try_it(key), *(add(key) for add in call.app.features.on_rules))
    films = [learn_texts.RULES_PLAYED, *_film_buttons(key, None)] if lessons_of(key) else []
    return await _rules_card(
        call,
        presentation,
        match,
        learn_texts.rules_body(presentation.game, presentation.rules),
        "" if match else _to_choose(presentation),
        *films,
        *await new_challenge.ways(call, presentation, *ways, sets=True),
    )


async def _rules_card(call: Call, presentation: GamePresentation, match: Match | None, *below: Any) -> Card:
    """The name of a game, what holds in the ``match``, and the start, with these parts below."""
    pictures = await _start(call, presentation.game.key)
    return card(
        learn_texts.rules_title(presentation.game),
        _in_match(presentation, match) if match else "",
        *([gallery(pictures)] if pictures else []),
        *below,
        pictures=pictures,
    )


def _to_choose(presentation: GamePresentation) -> str:
    return learn_texts.rules_options(
        [presentation.words_of(one).briefly for one in presentation.game.options]
    )


def _in_match(presentation: GamePresentation, match: Match) -> str:
    bank = time_texts.bank_means(match.terms.pace)
    lines = [*presentation.consequences(match.options), *([bank] if bank else [])]
    return learn_texts.rules_of_match(lines) if lines or match.game.options else ""


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
    return rows(
        show_film.about(0, button(lesson.title, enabled=number != shown), key, number)
        for number, lesson in enumerate(lessons_of(key))
    )


async def _lesson(press: Press, key: str, number: int) -> Card:
    lessons = lessons_of(key)
    number = min(number, len(lessons) - 1)
    lesson = press.one_of(lessons, number)
    theme = await press.app.cards.theme_for(press.guild_id, press.user)
    clip = await press.app.studio.film(lambda: lesson.diagrams(key), theme=theme, hold=LESSON_HOLD)
    pictures: Pictures = ((f"rule-{number}.gif", clip),)
    said = learn_texts.lesson(GAMES[key], lesson.title, lesson.sentence)
    words = show_rules.about(0, texts.RULES_IN_WORDS, key)
    return card(said, gallery(pictures), *_film_buttons(key, number), row(words), pictures=pictures)
