"""/help: one card that fits a phone, and behind a tap all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from cogs.ui import touring
from cogs.ui.card import Card, card, row
from cogs.ui.control import Button, Click
from cogs.ui.languages import texts_of_help
from matches import UserId

if TYPE_CHECKING:
    from cogs.desk import Desk


class AllCommands(Button, verb="commands"):
    """Shows all commands, in the private panel that it stands on."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.redraw(click, commands_card(desk))


class BackToHelp(Button, verb="help"):
    """Goes back from there."""

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.redraw(click, help_card(desk))


CONTROLS: Final[tuple[type[Button], ...]] = (AllCommands, BackToHelp)


def help_card(desk: Desk) -> Card:
    """How a stranger gets to a first match."""
    which = touring.OtherGames.about(0, texts_of_help.WHICH_GAME)
    which.item.style = discord.ButtonStyle.primary
    said = texts_of_help.first_steps([face.command for face in desk.faces.values()])
    return card(said, row(which, AllCommands.about(0, texts_of_help.ALL_COMMANDS)))


def commands_card(desk: Desk) -> Card:
    """Every command, by what somebody wants."""
    said = texts_of_help.all_commands([face.command for face in desk.faces.values()])
    return card(said, row(BackToHelp.about(0, texts_of_help.BACK)))
