"""The private panel that begins a match: a game, and the ways to an opponent in it."""

from __future__ import annotations

import discord

from cogs.kit.arguments import GAME_NUMBER
from cogs.kit.call import Call
from cogs.kit.card import BLUE, Card, card, row
from cogs.kit.controls import AnyControl, Press, button, control, menu
from cogs.kit.presentation import newcomers_first, number_of_game, presentation_numbered
from cogs.panels.challenge import lobby_panel, new_challenge
from cogs.text import lists_texts


@control("newmatch")
async def open_panel(press: Press) -> None:
    """Opens the panel with the game that the user most likely means."""
    await press.answer(await panel(press, await press.app.lookup.likely_game(press)))


@control("newmatchgame", chooses=GAME_NUMBER)
async def other_game(press: Press) -> None:
    """Shows the ways to a match of the chosen game."""
    presentation = presentation_numbered(press.app.presentations, press.number)
    await press.redraw(await panel(press, presentation.game.key))


def open_button(*, main: bool) -> AnyControl:
    """The button that opens the panel; blue if it is the ``main`` one of its card."""
    style = BLUE if main else discord.ButtonStyle.secondary
    return open_panel.about(0, button(lists_texts.NEW_MATCH, style))


async def panel(call: Call, key: str) -> Card:
    """The ways to a match of a game, and a menu of the other games."""
    shown = call.app.presentations[key]
    games = [each.game for each in newcomers_first(call.app.presentations.values())]
    options = [(str(number_of_game(game.key)), game.name) for game in games]
    chosen = str(number_of_game(key))
    others = other_game.about(0, menu(lists_texts.OTHER_GAME, options, chosen=chosen))
    find = [] if call.guild_id is None else [lobby_panel.find_button(game=key)]
    ways = await new_challenge.ways(call, shown, *find, main=True)
    return card(lists_texts.new_match(shown.game), row(others), *ways)
