"""The card with which the bot greets a server that added it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.kit.boards import GAMES_FILE
from cogs.kit.card import Card, card, gallery, row
from cogs.kit.controls import button
from cogs.kit.presentation import boards_of, newcomers_first
from cogs.panels.challenge import computer_panel
from cogs.panels.learn import tour_panel
from cogs.panels.server.panel import open_panel
from cogs.text import entry_points_texts, learn_texts
from matches import GuildId

if TYPE_CHECKING:
    from cogs.app import App


def mark(guild: GuildId) -> str:
    """The custom id of the button that tells a greeting from other messages."""
    return open_panel.id_about(0, guild)


async def welcome_card(app: App, guild: GuildId) -> Card:
    """The card, for everyone in the server; it pings nobody."""
    games = [each.game for each in newcomers_first(app.presentations.values())]
    theme = await app.cards.theme_for(guild)
    shown = await app.studio.shelf(boards_of(app.presentations.values()), theme=theme)
    pictures = ((GAMES_FILE, shown),)
    has_computer = await app.guilds.has_computer(guild)
    computer = [computer_panel.play_button(games[0].key)] if has_computer else []
    which = tour_panel.other_games.about(0, button(learn_texts.WHICH_GAME, discord.ButtonStyle.primary))
    settings = open_panel.about(0, entry_points_texts.SETTINGS, guild)
    return card(
        entry_points_texts.welcome([game.name for game in games], computer=has_computer),
        gallery(pictures),
        row(which, *computer, settings),
        pictures=pictures,
    )
