"""/help: one card that fits on a phone, with a button to all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, button, control
from cogs.kit.presentation import newcomers_first
from cogs.panels.challenge import lobby_panel, new_challenge
from cogs.panels.learn import tour_panel
from cogs.text import learn_texts

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.kit.call import Call


@control("commands")
async def all_commands(press: Press) -> None:
    """Shows all commands in the same panel."""
    await press.redraw(commands_card(press.app))


@control("help")
async def back_to_help(press: Press) -> None:
    """Goes back from the commands to the help card."""
    await press.redraw(await help_card(press))


async def help_card(call: Call) -> Card:
    """The help card, with buttons to a first match of the game that the user most likely wants."""
    which = tour_panel.other_games.about(0, button(learn_texts.WHICH_GAME, discord.ButtonStyle.primary))
    game = call.app.presentations[await call.app.lookup.likely_game(call)]
    every = all_commands.about(0, learn_texts.ALL_COMMANDS)
    find = [] if call.guild_id is None else [lobby_panel.find_button()]
    ways = await new_challenge.ways(call, game, *find, which, every)
    return card(learn_texts.first_steps(_commands(call.app)), *ways, learn_texts.WHICH_VERSION)


def commands_card(app: App) -> Card:
    """All commands, by purpose."""
    said = learn_texts.all_commands(_commands(app))
    return card(said, row(back_to_help.about(0, learn_texts.BACK)))


def _commands(app: App) -> list[str]:
    """The games' commands, those for newcomers first."""
    return [each.command for each in newcomers_first(app.presentations.values())]
