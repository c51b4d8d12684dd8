"""/help: one card that fits a phone, and behind a tap all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, button
from cogs.panels.learn import tour_panel
from cogs.text import help_texts

if TYPE_CHECKING:
    from cogs.kit.context import Context


@button("commands")
async def all_commands(press: Press) -> None:
    """Shows all commands, in the private panel that it stands on."""
    await press.redraw(commands_card(press.app))


@button("help")
async def back_to_help(press: Press) -> None:
    """Goes back from there."""
    await press.redraw(help_card(press.app))


def help_card(app: Context) -> Card:
    """The help card: the way to a first match."""
    which = tour_panel.other_games.about(0, help_texts.WHICH_GAME, discord.ButtonStyle.primary)
    said = help_texts.first_steps([presentation.command for presentation in app.presentations.values()])
    return card(said, row(which, all_commands.about(0, help_texts.ALL_COMMANDS)))


def commands_card(app: Context) -> Card:
    """Every command, by what somebody wants."""
    said = help_texts.all_commands([presentation.command for presentation in app.presentations.values()])
    return card(said, row(back_to_help.about(0, help_texts.BACK)))
