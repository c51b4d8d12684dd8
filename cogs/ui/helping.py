"""/help: one card that fits a phone, and behind a tap all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.ui import touring
from cogs.ui.card import Card, card, row
from cogs.ui.control import Press, button
from cogs.ui.languages import texts_of_help

if TYPE_CHECKING:
    from cogs.desk import Desk


@button("commands")
async def all_commands(press: Press) -> None:
    """Shows all commands, in the private panel that it stands on."""
    await press.redraw(commands_card(press.desk))


@button("help")
async def back_to_help(press: Press) -> None:
    """Goes back from there."""
    await press.redraw(help_card(press.desk))


def help_card(desk: Desk) -> Card:
    """How a stranger gets to a first match."""
    which = touring.other_games.about(0, texts_of_help.WHICH_GAME, discord.ButtonStyle.primary)
    said = texts_of_help.first_steps([face.command for face in desk.faces.values()])
    return card(said, row(which, all_commands.about(0, texts_of_help.ALL_COMMANDS)))


def commands_card(desk: Desk) -> Card:
    """Every command, by what somebody wants."""
    said = texts_of_help.all_commands([face.command for face in desk.faces.values()])
    return card(said, row(back_to_help.about(0, texts_of_help.BACK)))
