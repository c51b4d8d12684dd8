"""Creates the threads of matches: in a server's home channel or forum, and private ones.

A home is a channel with a thread for each match, or a forum with a post for each. A private thread is for a
match that not everyone may see: of one person, or one that was to be private. Neither a thread nor the first
message of a post can carry a nonce, so a request is not repeated blindly: before a retry, the bot looks for
the thread.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.http import Route, handle_message_parameters

from cogs.delivery.thread_names import ThreadNames, number_in
from cogs.kit import permissions
from cogs.kit.card import card
from cogs.kit.errors import UNSENT
from cogs.kit.failures import is_outage, look_up, reading
from cogs.kit.guilds import channel_of_id
from cogs.kit.permissions import HomeChannel
from cogs.text import texts
from matches import ChannelId, Match, NoSuchMatchError
from matches.errors import DamagedMatchError
from services import Matches

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

SLEEPS_AFTER: Final = 10_080
"""Minutes without a message after which Discord archives a thread: a week, the longest it offers."""
LOOKED_THROUGH: Final = 25
"""Messages of a channel, newest first, among which the line about a new thread is looked for."""


def made_for(bot: commands.AutoShardedBot, match: Match, thread: discord.Thread) -> bool:
    """True if the bot made ``thread`` for ``match``, judging by its name."""
    return bot.user is not None and thread.owner_id == bot.user.id and number_in(thread.name) == match.id


def is_spare(bot: commands.AutoShardedBot, match: Match, thread: discord.Thread) -> bool:
    """True if ``thread`` was made for ``match``, isn't its current home, and can be used."""
    return made_for(bot, match, thread) and not thread.locked and thread.id != match.shown.home


async def new_thread(channel: discord.TextChannel, name: str) -> discord.Thread:
    """Make a thread that everyone in ``channel`` can see."""
    kinds = discord.ChannelType
    kind = kinds.news_thread if channel.is_news() else kinds.public_thread
    return await channel.create_thread(name=name, type=kind, auto_archive_duration=SLEEPS_AFTER)


async def drop_starter(
    bot: commands.AutoShardedBot, channel: discord.TextChannel, thread: discord.Thread
) -> None:
    """Delete the line by which Discord tells a channel that the bot has started a thread in it.

    It stays where the bot may not read the channel's history, or where something fails: it does no harm.
    """
    if bot.user is None or not channel.permissions_for(channel.guild.me).read_message_history:
        return
    try:
        with reading():
            for told in await bot.http.logs_from(channel.id, LOOKED_THROUGH):
                is_line = told["type"] == discord.MessageType.thread_created.value
                # The line's content is the name of the thread, which ends in the number of its match.
                if is_line and int(told["author"]["id"]) == bot.user.id and told["content"] == thread.name:
                    await bot.http.delete_message(channel.id, int(told["id"]))
    except UNSENT as error:
        if is_outage(error):
            raise
        log.info("thread=%s the line above it stays: %s", thread.id, error)


async def put_away(match: Match, thread: discord.Thread, fully: Callable[[], Awaitable[object]]) -> None:
    """Do ``fully`` to a thread of the bot's; only archive it where that is refused.

    The bot needs *Manage Threads* to delete or lock a thread, but not to archive its own.
    """
    for way in (fully, partial(thread.edit, archived=True)):
        try:
            with reading():
                await way()
        except UNSENT as error:
            log.info("match=%s its unused thread=%s isn't put away: %s", match.id, thread.id, error)
        else:
            return


class HomeChannels:
    """Finds and makes the places of matches in their servers' homes."""

    def __init__(self, bot: commands.AutoShardedBot, names: ThreadNames) -> None:
        self._bot = bot
        self._names = names

    async def open(self, match: Match, home: ChannelId) -> tuple[ChannelId | None, str]:
        """A thread or post made for ``match``; or None, and a line that says why the match is elsewhere.

        Raises discord.py's error if a retry may help.
        """
        channel = await channel_of_id(self._bot, home)
        if not isinstance(channel, HomeChannel) or permissions.lacking_at_home(channel):
            log.warning("match=%s the home=%s of its server cannot be used", match.id, home)
            return None, texts.home_gone(home)
        if not self._is_seen_by_all(match, channel):
            return None, texts.home_hidden(home)
        try:
            with reading():
                made = await self._place_in(match, channel)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            log.warning("match=%s got no place in the home=%s of its server: %s", match.id, home, error)
            made = None
        return (ChannelId(made), "") if made else (None, texts.home_gone(home))

    def _is_seen_by_all(self, match: Match, home: HomeChannel) -> bool:
        """True if everyone who could see the challenge can see the home too, so both players can."""
        asked_in = home.guild.get_channel_or_thread(match.channel_id)
        return permissions.everybody_sees(home) if asked_in is None else permissions.as_open(home, asked_in)

    async def _place_in(self, match: Match, home: HomeChannel) -> int | None:
        """A thread, or in a forum a post; None if the forum requires a tag the bot may not use.

        It may have been made by a process that then crashed, or never got Discord's answer.
        """
        thread = next((thread for thread in home.threads if is_spare(self._bot, match, thread)), None)
        if isinstance(home, discord.ForumChannel):
            return await self._post(match, home) if thread is None else thread.id
        if thread is None:
            thread = await self._names.used(match, partial(new_thread, home))
        if match.terms.in_contest:
            await drop_starter(self._bot, home, thread)
        return thread.id

    async def _post(self, match: Match, forum: discord.ForumChannel) -> int | None:
        tags = permissions.tags_for(forum, match.game.name)
        if tags is None:
            log.warning("match=%s the forum=%s requires a tag that the bot may use", match.id, forum.id)
            return None
        return await self._names.used(match, partial(self._post_as, match, forum, tags))

    async def _post_as(
        self, match: Match, forum: discord.ForumChannel, tags: Iterable[discord.ForumTag], name: str
    ) -> int:
        about: Any = {
            "name": name,
            "auto_archive_duration": SLEEPS_AFTER,
            "applied_tags": [str(tag.id) for tag in tags],
        }
        # The first card follows and pings the players.
        with handle_message_parameters(
            view=card(texts.forum_post(match, texts.seats(match))).view,
            allowed_mentions=discord.AllowedMentions.none(),
            channel_payload=about,
        ) as params:
            route = Route("POST", "/channels/{channel_id}/threads", channel_id=forum.id)
            told: Any = await self._bot.http.request(route, json=params.payload)
        return int(told["id"])


class PrivateThreads:
    """Finds and makes private threads for secluded matches, with only their players in them."""

    def __init__(self, bot: commands.AutoShardedBot, matches: Matches, names: ThreadNames) -> None:
        self._bot = bot
        self._matches = matches
        self._names = names

    async def open(self, match: Match) -> ChannelId | None:
        """A thread made for ``match`` with its players in it; None if that's impossible.

        Raises discord.py's error if a retry may help.
        """
        channel = await self._channel(match)
        if channel is None or channel.is_news() or self._lacking(channel):
            return None
        thread = None
        try:
            with reading():
                thread = self._made_before(match, channel) or await self._make(match, channel)
                await self._add_players(match, thread)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            log.warning("match=%s got no private thread in channel=%s: %s", match.id, channel.id, error)
            if thread is not None:
                await put_away(match, thread, thread.delete)
            return None
        return ChannelId(thread.id)

    async def let_in(self, match: Match) -> None:
        """Add the current players of ``match`` to its thread. If that fails, the card still tells them."""
        if match.shown.home is None or match.shown.direct:
            return
        thread = await look_up(partial(self._bot.fetch_channel, match.shown.home))
        if isinstance(thread, discord.Thread):
            try:
                await self._add_players(match, thread)
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                log.warning("match=%s a player cannot be let into thread=%s: %s", match.id, thread.id, error)

    @staticmethod
    async def _add_players(match: Match, thread: discord.Thread) -> None:
        for user in match.users:
            await thread.add_user(discord.Object(user))

    async def lacking(self, match: Match) -> tuple[str, ...]:
        """The displayed names of the permissions that the bot lacks for a private thread; empty if none."""
        channel = await self._channel(match)
        return () if channel is None or channel.is_news() else self._lacking(channel)

    def _lacking(self, channel: discord.TextChannel) -> tuple[str, ...]:
        return permissions.lacking_for_private_thread(channel.permissions_for(channel.guild.me))

    async def _channel(self, match: Match) -> discord.TextChannel | None:
        """The text channel in which a match, or an earlier one it is a rematch of, was requested.

        For a thread, the channel above it; None if none of them is left as a text channel.
        """
        while True:
            found: Any = await channel_of_id(self._bot, match.channel_id)
            if isinstance(found, discord.Thread):
                found = found.parent
            if isinstance(found, discord.TextChannel):
                return found
            if match.rematch_of is None:
                return None
            try:
                match = await self._matches.load(match.rematch_of)
            except (NoSuchMatchError, DamagedMatchError):
                return None

    def _made_before(self, match: Match, channel: discord.TextChannel) -> discord.Thread | None:
        """A thread made for ``match`` by a process that then crashed or never got Discord's answer."""
        private = (thread for thread in channel.threads if thread.is_private())
        return next((thread for thread in private if is_spare(self._bot, match, thread)), None)

    async def _make(self, match: Match, channel: discord.TextChannel) -> discord.Thread:
        make = partial(
            channel.create_thread,
            type=discord.ChannelType.private_thread,
            invitable=False,
            auto_archive_duration=SLEEPS_AFTER,
        )
        return await self._names.used(match, lambda name: make(name=name))
