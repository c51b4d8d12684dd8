"""The private panel of a tour, three guided turns of a game, and the card to choose a game.

Nothing is stored: a button's id holds the numbers of the game, the tour's stage and the choice. So a late
or double click shows what the button says and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.kit.arguments import Count, GameKey
from cogs.kit.call import Call
from cogs.kit.card import BLUE, BOARD, Card, card, gallery, row, rule, section
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control
from cogs.kit.errors import Refusal
from cogs.kit.presentation import GamePresentation, newcomers_first, presentation_of
from cogs.panels.challenge import lobby_panel, new_challenge
from cogs.panels.learn.tours import Stage, TourOffer, stages_of, tour_of
from cogs.text import community_texts, learn_texts, texts
from engines import Diagram

if TYPE_CHECKING:
    from cogs.app import App

ASK: Final = 0
"""The part of a stage that offers its choices; parts from 1 on show the outcome of a choice."""


@control("tour")
async def guide(press: Press, game: GameKey, stage: Count, part: Count) -> None:
    """Shows a part of a stage of a tour in its panel."""
    presentation = presentation_of(press.app.presentations, game)
    if tour_of(presentation.game.key) is None:
        raise Refusal(learn_texts.TOUR_CHANGED)
    await press.redraw(await _panel(press, presentation, stage, part))


@control("whichgame")
async def other_games(press: Press) -> None:
    """Shows the games to try, in the same panel if that is private."""
    await press.respond(which_game(press.app))


def _guide_button(
    key: str,
    label: str,
    stage: int = 0,
    part: int = ASK,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    enabled: bool = True,
) -> AnyControl:
    """The button that leads to a part of a tour."""
    return guide.about(0, button(label, style, enabled=enabled), key, stage, part)


def try_it(key: str) -> list[AnyControl]:
    """The button that starts a game's tour; none without a tour."""
    return [_guide_button(key, learn_texts.TRY_IT, style=discord.ButtonStyle.primary)] if tour_of(key) else []


def which_game(app: App) -> Card:
    """The card of the games that have a tour, with the players each one suits."""
    found = [
        (presentation, tour)
        for presentation in newcomers_first(app.presentations.values())
        if (tour := tour_of(presentation.game.key))
    ]
    secondary = discord.ButtonStyle.secondary
    games = [
        section(
            learn_texts.game_line(tour.suits, presentation.game.name, tour.lasts),
            _guide_button(
                presentation.game.key, presentation.short_name, style=BLUE if number == 0 else secondary
            ),
        )
        for number, (presentation, tour) in enumerate(found)
    ]
    return card(learn_texts.WHICH_GAME_TITLE, *games, rule(), learn_texts.TAP_ONE)


async def opening(call: Call, key: str | None) -> Card:
    """The first stage of a game's tour or, without a game, the games to try. Raises Refusal."""
    if key is None:
        return which_game(call.app)
    if key not in call.app.presentations or tour_of(key) is None:
        raise Refusal(community_texts.GAME_GONE)
    return await _panel(call, call.app.presentations[key], 0, ASK)


async def _panel(call: Call, presentation: GamePresentation, number: int, part: int) -> Card:
    """The card of a part of a stage. Raises Refusal if the tour has no such part any more."""
    stages = stages_of(presentation.game.key)
    if number >= len(stages) or part > len(stages[number].offers):
        raise Refusal(learn_texts.TOUR_CHANGED)
    stage = stages[number]
    if not stage.offers:
        return await _farewell(call, presentation, stage)
    offer = stage.offers[part - 1] if part else None
    if offer is not None and offer.after is not None:
        return await _done(call, presentation, number, offer, offer.after)
    return await _asked(call, presentation, number, offer)


async def _asked(call: Call, presentation: GamePresentation, number: int, tried: TourOffer | None) -> Card:
    """The card of a stage, with its choices; in place of the question why ``tried`` wasn't the best one."""
    key, stage = presentation.game.key, stages_of(presentation.game.key)[number]
    choices = [
        row(_guide_button(key, offer.label, number, part, enabled=offer is not tried))
        for part, offer in enumerate(stage.offers, start=1)
    ]
    tour = tour_of(key)
    assert tour is not None and stage.before is not None, "checked before a stage is shown"
    if tried is None:
        said = learn_texts.asked(stage.news, stage.look, tour.side)
    else:
        said = learn_texts.not_best(tried.label, tried.said)
    return await _with_board(call, stage.before, _head(presentation, stage), said, *choices)


async def _done(
    call: Call, presentation: GamePresentation, number: int, offer: TourOffer, after: Diagram
) -> Card:
    """The card that shows the outcome of the best choice, with a button to the next stage."""
    stage = stages_of(presentation.game.key)[number]
    label = learn_texts.see_answer(stage.reply_of) if stage.reply_of else learn_texts.GO_ON
    on = _guide_button(presentation.game.key, label, number + 1, style=discord.ButtonStyle.primary)
    said = learn_texts.done(offer.label, offer.said)
    return await _with_board(call, after, _head(presentation, stage), said, row(on))


async def _farewell(call: Call, presentation: GamePresentation, stage: Stage) -> Card:
    key = presentation.game.key
    others = other_games.about(0, learn_texts.OTHER_GAMES)
    ways = await new_challenge.ways(
        call,
        presentation,
        CONTROLS["gamerules"].about(0, texts.RULES, key),
        others,
        _guide_button(key, learn_texts.REPEAT_TOUR),
        main=True,
    )
    if call.guild_id is not None:
        ways.append(row(lobby_panel.find_button()))
    head, said = (
        learn_texts.tour_complete(presentation.game),
        learn_texts.tour_farewell(stage.news, stage.look),
    )
    if stage.before is None:
        return card(head, said, *ways)
    return await _with_board(call, stage.before, head, said, *ways)


def _head(presentation: GamePresentation, stage: Stage) -> str:
    tour = tour_of(presentation.game.key)
    assert tour is not None, "checked before a stage is shown"
    return learn_texts.tour_head(presentation.game, stage.number, len(tour.turns))


async def _with_board(call: Call, diagram: Diagram, head: str, *below: Any) -> Card:
    """A card with a board in the user's theme; what is asked stands below it, by the buttons."""
    theme = await call.app.cards.theme_for(call.guild_id, call.user)
    pictures = ((BOARD, await call.app.studio.board(diagram, theme=theme)),)
    return card(head, gallery(pictures), *below, pictures=pictures)
