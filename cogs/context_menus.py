"""Commands on a person (Challenge, Profile, Our matches) and on a message (look, play on)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.kit.call import Call
from cogs.kit.card import Card
from cogs.kit.errors import Refusal, check_known
from cogs.panels.challenge import challenge_form
from cogs.panels.community import leaderboard
from cogs.panels.lists import shared_matches
from cogs.panels.lists.shared_matches import SharedMatchesQuery
from cogs.panels.match import match_of_message
from cogs.text import community_texts, entry_points_texts
from matches import UserId

Person = discord.User | discord.Member


async def _challenge(call: Call, person: Person) -> Card:
    return challenge_form.challenge_person(call, person)


async def _profile(call: Call, person: Person) -> Card:
    check_known(person)
    if person.bot:
        raise Refusal(community_texts.BOTS_DO_NOT_PLAY)
    return await leaderboard.profile_panel(call, UserId(person.id))


async def _our_matches(call: Call, person: Person) -> Card:
    check_known(person)
    if person.bot:
        raise Refusal(entry_points_texts.BOTS_HAVE_NONE)
    if person.id == call.user:
        raise Refusal(entry_points_texts.OURSELVES)
    return await shared_matches.panel(call, SharedMatchesQuery(person.id))


def _on_person(name: str, answer: Callable[[Call, Person], Awaitable[Card]]) -> app_commands.ContextMenu:
    async def callback(interaction: discord.Interaction[Any], person: discord.Member | discord.User) -> None:
        await _answered(Call(interaction), answer, person)

    return _menu(name, discord.AppCommandType.user, callback)


def _on_message(
    name: str, answer: Callable[[Call, discord.Message], Awaitable[Card]]
) -> app_commands.ContextMenu:
    async def callback(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        await _answered(Call(interaction), answer, message)

    return _menu(name, discord.AppCommandType.message, callback)


def _menu(name: str, kind: discord.AppCommandType, callback: Any) -> app_commands.ContextMenu:
    return app_commands.ContextMenu(name=name, callback=callback, type=kind)


async def _answered(call: Call, answer: Callable[[Call, Any], Awaitable[Card]], target: object) -> None:
    await call.acknowledge()
    await call.answer(await answer(call, target))


class ContextMenus(commands.Cog):
    """The commands. All answer privately."""

    def __init__(self, bot: Tidepool) -> None:
        self._tree = bot.tree
        self._menus = (
            _on_person(entry_points_texts.CHALLENGE, _challenge),
            _on_person(entry_points_texts.PROFILE, _profile),
            _on_person(entry_points_texts.OUR_MATCHES, _our_matches),
            _on_message(entry_points_texts.LOOK, match_of_message.look),
            _on_message(entry_points_texts.PLAY_ON, match_of_message.play_on),
        )

    async def cog_load(self) -> None:
        """Offer the commands."""
        for menu in self._menus:
            self._tree.add_command(menu)

    async def cog_unload(self) -> None:
        """Withdraw the commands."""
        for menu in self._menus:
            self._tree.remove_command(menu.name, type=menu.type)


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(ContextMenus(bot))
