"""Decides where a match is shown: its thread, another if that is lost, the channel, or direct messages."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import discord

from cogs.connection.refusals import ServerRefusals
from cogs.delivery.match_threads import (
    SLEEPS_AFTER,
    HomeChannels,
    PrivateThreads,
    drop_starter,
    is_spare,
    made_for,
    new_thread,
    put_away,
)
from cogs.delivery.sender import persistently
from cogs.delivery.thread_names import ThreadNames
from cogs.kit import permissions
from cogs.kit.failures import THREAD_EXISTS, is_outage, reading
from cogs.kit.guilds import channel_of_id, is_of_this_process
from cogs.text import match_kinds_texts, texts
from matches import ChannelId, Match, NoSuchMatchError, Shown
from matches.errors import DamagedMatchError
from services import Matches

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Home:
    """A place for a match's card.

    ``channel``: a channel or thread; None: the players' direct messages. ``sentence`` heads the first card
    there and says why the match has come. ``heard``: that card makes a sound, so that the players find it.
    """

    channel: ChannelId | None = None
    sentence: str = ""
    heard: bool = False


class Venue:
    """Finds and makes the places of matches. Raises discord.py's errors."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        matches: Matches,
        names: ThreadNames,
        refusals: ServerRefusals,
    ) -> None:
        self._bot = bot
        self._matches = matches
        self._names = names
        self._refusals = refusals
        self._home_channels = HomeChannels(bot, names)
        self.private = PrivateThreads(bot, matches, names)

    async def homes(
        self, match: Match, server_home: ChannelId | None, *, same_stage: bool
    ) -> AsyncGenerator[Home, None]:
        """The places for a match's card, in order; each is found or made once those before it are lost.

        Its thread, the channel that the server has chosen for its matches (``server_home``), another place in
        the server, direct messages. From there a match comes back with a new stage. A secluded match has its
        private thread, direct messages, and if those are closed another thread.
        """
        shown, sentence = match.shown, ""
        if shown.evicted:
            yield Home(None, texts.PLACE_CLOSED)
            return
        if match.secluded:
            async for private in self._private_homes(match):
                yield private
            return
        if shown.home is None:
            home, sentence = await self._first(match, server_home)
            server_home = None  # it was tried
            match = match.shown_as(replace(shown, home=home))
            known = match.alone or (match.terms.in_contest and self.reachable(match))
            if home != match.channel_id and shown.invitation is None and not known:
                sentence = texts.begins_elsewhere(match.channel_id)
            yield Home(home, sentence)
        elif not shown.direct:
            yield Home(shown.home)
        elif same_stage or shown.closed:
            yield Home()
            return
        lost = texts.HOME_LOST if shown.card else texts.begins_elsewhere(shown.home or match.channel_id)
        sentence = texts.HOME_FOUND if shown.direct else lost
        for find in (partial(self._in_server_home, match, server_home), partial(self._another, match)):
            another = await find()
            if another is not None:
                yield Home(another, sentence, heard=True)
        yield Home() if shown.direct else Home(None, texts.server_lost(match))

    async def _private_homes(self, match: Match) -> AsyncGenerator[Home, None]:
        """The places of a secluded match, in order; once in direct messages it stays there."""
        shown, sentence = match.shown, ""
        home = None if shown.direct else shown.home
        if shown.home is None:
            home = await self._private_thread(match)
            match = match.shown_as(replace(shown, home=home, direct=home is None))
            if home is None and match.rematch_of is None:
                lacking = await self.private.lacking(match)
                sentence = match_kinds_texts.played_here(match, lacking)
                if not lacking and self._refusals.is_full(match.guild_id):
                    sentence = texts.THREADS_FULL
        if home is not None:
            yield Home(home)
            sentence = texts.HOME_LOST
        yield Home(None, sentence)
        another = await self._private_thread(match)
        if another is not None and another != home:
            yield Home(another, sentence)

    async def _first(self, match: Match, server_home: ChannelId | None) -> tuple[ChannelId, str]:
        """A thread made for ``match``, or its channel if it can't have one; and a sentence about that, or "".

        The thread is in ``server_home`` if that can be used; if not, the sentence says so.
        """
        if (thread := await self._thread_before(match)) is not None:
            await self._names.renew(thread, match)
            return match.channel_id, ""
        if server_home is None or server_home == match.channel_id:
            return await self._in_its_channel(match)
        found, said = await self._home_channels.open(match, server_home)
        if found is not None:
            return found, said
        place, why = await self._in_its_channel(match)
        return place, why or said

    async def _private_thread(self, match: Match) -> ChannelId | None:
        """A private thread for a secluded match; None if it has to use direct messages.

        A rematch stays where the previous match was played.
        """
        # It keeps its name: after a few quick matches, Discord delays renames.
        before = await self._thread_before(match)
        if before is not None and before.is_private() and before.owner_id == before.guild.me.id:
            return match.channel_id
        return None if await self._was_direct(match) else await self.private.open(match)

    async def _was_direct(self, match: Match) -> bool:
        """True for a rematch of a match in direct messages, unless it already failed there."""
        if match.rematch_of is None or match.shown.direct:
            return False
        try:
            return (await self._matches.load(match.rematch_of)).shown.direct
        except (NoSuchMatchError, DamagedMatchError):
            return False

    async def _in_its_channel(self, match: Match) -> tuple[ChannelId, str]:
        """A thread made for ``match``, or its channel; and a sentence if a thread finds no room."""
        thread = await self._open_thread(match)
        if thread is not None or not self._refusals.is_full(match.guild_id):
            return ChannelId(thread or match.channel_id), ""
        channel = await channel_of_id(self._bot, match.channel_id)
        tried = isinstance(channel, discord.TextChannel) and self._may_open(channel)
        return match.channel_id, texts.THREADS_FULL if tried else ""

    async def _thread_before(self, match: Match) -> discord.Thread | None:
        """The thread of the previous match, for a rematch that was accepted there; else None."""
        if match.rematch_of is None:
            return None
        thread = await channel_of_id(self._bot, match.channel_id)
        return thread if isinstance(thread, discord.Thread) else None

    async def of_rematch(self, finished: Match) -> ChannelId:
        """The place to offer a rematch of ``finished``: its thread, else the channel of its challenge."""
        home = finished.shown.home
        if not is_of_this_process(self._bot, finished.guild_id):
            # The process that handles that server finds out whether the place works, and moves if not.
            return finished.channel_id if home is None or finished.shown.direct else home
        if home is None or finished.shown.direct or home == finished.channel_id:
            return await self._first_reachable(finished) or finished.channel_id
        try:
            thread = await channel_of_id(self._bot, home)
        except discord.HTTPException as error:
            log.info("match=%s its rematch is not offered in %s: %s", finished.id, home, error)
            return await self._first_reachable(finished) or finished.channel_id
        usable = isinstance(thread, discord.Thread) and not (thread.locked or self._lacking(thread))
        return home if usable else await self._first_reachable(finished) or finished.channel_id

    async def _first_reachable(self, match: Match) -> ChannelId | None:
        """The channel of ``match``, or of the nearest earlier match in its rematches; None if all are lost.

        A rematch is offered in a thread, which may be lost while the channel above it is not.
        """
        while not self.reachable(match):
            if match.rematch_of is None:
                return None
            try:
                match = await self._matches.load(match.rematch_of)
            except (NoSuchMatchError, DamagedMatchError):
                return None
        return match.channel_id

    async def put_away(self, match: Match) -> None:
        """Archive the thread of a closed place, and lock it if Discord lets the bot, which made it."""
        thread = None if match.shown.home is None else self._bot.get_channel(match.shown.home)
        if isinstance(thread, discord.Thread) and made_for(self._bot, match, thread):
            await put_away(match, thread, partial(thread.edit, archived=True, locked=True))

    def sleeps_after(self, shown: Shown) -> timedelta | None:
        """The time without messages after which Discord archives a match's place; None: never.

        A place that isn't cached counts as a new thread.
        """
        place = None if shown.home is None else self._bot.get_channel(shown.home)
        if place is not None and not isinstance(place, discord.Thread):
            return None
        return timedelta(minutes=SLEEPS_AFTER if place is None else place.auto_archive_duration)

    async def _in_server_home(self, match: Match, server_home: ChannelId | None) -> ChannelId | None:
        """A thread in the server's home for a match that has lost its own place, unless it was there."""
        lost = self._bot.get_channel(match.shown.home or match.channel_id)
        if server_home in (None, match.channel_id, match.shown.home, getattr(lost, "parent_id", None)):
            return None
        return (await self._home_channels.open(match, server_home))[0]

    async def _another(self, match: Match) -> ChannelId | None:
        """Another place in the server, after the match's home is lost; None if there is no other."""
        if match.shown.home == match.channel_id or not self.reachable(match):
            # A rematch in the previous match's thread can move to the channel of that match.
            before = await self._first_reachable(match)
            return None if before == match.shown.home else before
        channel = await channel_of_id(self._bot, match.channel_id)
        if isinstance(channel, discord.TextChannel) and self._may_open(channel):
            # There may be one from before a crash.
            made = next((each for each in channel.threads if is_spare(self._bot, match, each)), None)
            # A new thread replaces the first one (whose id is that of the message it hangs on), or serves a
            # match coming back from direct messages. If a second one is lost, a third would be too.
            another = match.shown.direct or int(match.shown.home or 0) == match.shown.invitation
            try:
                if made is not None or another:
                    # Without retries: a thread has no nonce, so a retry could make a duplicate.
                    with reading():
                        return ChannelId((made or await self._new_thread(match, channel)).id)
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                log.warning("match=%s got no other thread: %s", match.id, error)
        return match.channel_id

    def reachable(self, match: Match) -> bool:
        """True if the bot may post in the channel of the challenge, as far as it knows."""
        channel = self._bot.get_channel(match.channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        if isinstance(channel, discord.Thread) and channel.locked:
            return False
        return not self._lacking(channel)

    def _lacking(self, channel: discord.abc.GuildChannel | discord.Thread) -> tuple[str, ...]:
        in_thread = isinstance(channel, discord.Thread)
        return permissions.missing(channel.permissions_for(channel.guild.me), in_thread=in_thread)

    def _may_open(self, channel: discord.TextChannel) -> bool:
        return permissions.threads_allowed(channel.permissions_for(channel.guild.me))

    async def _open_thread(self, match: Match) -> int | None:
        """The id of a thread made for ``match``; None if it has to stay in the channel."""
        channel = await channel_of_id(self._bot, match.channel_id)
        if not isinstance(channel, discord.TextChannel) or not self._may_open(channel):
            return None
        try:
            with reading():
                if match.terms.in_contest and match.shown.invitation is None:
                    return (await self._quiet_thread(match, channel)).id
                return (await persistently(lambda: self._thread_of(match, channel))).id
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                # Made before a crash: a thread has the id of the message it hangs on.
                return match.shown.invitation
            if is_outage(error):
                # An outage passes and the sweep tries again: no reason to give up the thread.
                raise
            log.warning("match=%s got no thread and stays in channel=%s: %s", match.id, channel.id, error)
            return None

    async def _quiet_thread(self, match: Match, channel: discord.TextChannel) -> discord.Thread:
        """A thread that nothing in ``channel`` tells of; one from before a crash if there is one.

        Without retries: a thread has no nonce, so a retry could make a duplicate.
        """
        made = next((each for each in channel.threads if is_spare(self._bot, match, each)), None)
        thread = made or await self._new_thread(match, channel)
        await drop_starter(self._bot, channel, thread)
        return thread

    async def _thread_of(self, match: Match, channel: discord.TextChannel) -> discord.Thread:
        if match.shown.invitation is not None:
            message = channel.get_partial_message(match.shown.invitation)
            try:
                return await self._names.used(
                    match,
                    lambda name: message.create_thread(name=name, auto_archive_duration=SLEEPS_AFTER),
                )
            except discord.NotFound:
                log.info("match=%s its challenge card is gone", match.id)
        return await self._new_thread(match, channel)

    async def _new_thread(self, match: Match, channel: discord.TextChannel) -> discord.Thread:
        return await self._names.used(match, partial(new_thread, channel))
