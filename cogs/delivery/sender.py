"""Sends and edits messages without duplicates, despite crashes and other processes.

A new message carries a nonce that says what it is for, and Discord merges messages with the same nonce. A
caller that gets back an older version of the message edits it. Discord remembers a nonce for only a few
minutes. If a change is older than that, the message may have been sent before a crash: then the channel is
searched first, and a message with the right controls is used instead of sending a new one.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.http import handle_message_parameters

from cogs.kit.card import Card
from cogs.kit.emojis import plain_if_refused
from cogs.kit.failures import UnreadableError, persistently, reading
from matches import ChannelId, Clock, GuildId, Match, MessageId, Shown, UserId

if TYPE_CHECKING:
    from discord.ext import commands

NONCE_LASTS: Final = timedelta(minutes=1)
"""Time for which a nonce certainly works; Discord promises "a few minutes"."""
BESIDES: Final = "slot|confirm|turn|laterin|later|final|next|weekly"
"""The verbs of controls on messages of a match other than its cards."""
LOOKED_THROUGH: Final = 50
"""Messages of a channel, newest first, searched for one that was sent before a crash."""

Controls = Sequence[str]
"""The ids of the controls of a message."""
NamePeople = Callable[[Card, Collection[GuildId]], Awaitable[None]]
"""Replaces the mentions of a card for direct messages by the names in the given servers of the reader."""
NameStrangers = Callable[[Card, Collection[UserId]], Awaitable[None]]
"""Replaces the mentions of some users on a card, who aren't where it is read, by their account's names."""
Sought = Callable[[Controls], bool]
"""True if a message with these controls is the one looked for."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A sent message: its id and the ids of its controls."""

    id: int
    controls: tuple[str, ...]


async def post(
    bot: commands.AutoShardedBot, channel_id: int, card: Card, *, nonce: str, silent: bool = False
) -> Sent:
    """Post a card. Raises UnreadableError if Discord's answer doesn't give the message.

    Reads only the necessary parts of the answer, since discord.py may not know everything in it.
    """

    async def request() -> Any:
        flags = discord.MessageFlags(suppress_notifications=True) if silent else discord.utils.MISSING
        with handle_message_parameters(
            view=card.view,
            files=card.files(),
            nonce=nonce,
            allowed_mentions=card.mentions(),
            previous_allowed_mentions=bot.allowed_mentions,
            flags=flags,
        ) as params:
            return await bot.http.send_message(channel_id, params=params)

    with reading():
        told = await plain_if_refused(card.view, lambda: persistently(request))
        return Sent(int(told["id"]), tuple(control_ids(told)))


async def send_once(
    bot: commands.AutoShardedBot,
    channel_id: int,
    card: Card,
    sought: Sought | None,
    *,
    nonce: str,
    silent: bool = False,
    renewed: bool = False,
) -> Sent:
    """Post a card, unless the message ``sought`` is there already, sent before a crash.

    If ``renewed``, one that was sought shows the card in the end, whichever of the two it is.
    Raises UnreadableError if Discord's answer doesn't give the message.
    """
    before = await find_own(bot, channel_id, sought) if sought is not None else None
    sent = before or await post(bot, channel_id, card, nonce=nonce, silent=silent)
    if renewed and sought is not None:
        await edit_message(bot, channel_id, sent.id, card)
    return sent


async def find_own(bot: commands.AutoShardedBot, channel_id: int, is_it: Sought) -> Sent | None:
    """The newest matching message of the bot among the latest in a channel, or None."""
    with reading():
        for told in await bot.http.logs_from(channel_id, LOOKED_THROUGH):
            if bot.user is not None and int(told["author"]["id"]) == bot.user.id:
                found = Sent(int(told["id"]), tuple(control_ids(told)))
                if is_it(found.controls):
                    return found
    return None


def with_control(*ids: str) -> Sought:
    """A test for a message that has one of these controls."""
    return lambda controls: not set(ids).isdisjoint(controls)


def with_control_like(pattern: str) -> Sought:
    """A test for a message with a control whose id ``pattern`` fits."""
    fits = re.compile(pattern).fullmatch
    return lambda controls: any(map(fits, controls))


async def open_dm(bot: commands.AutoShardedBot, user: UserId) -> int:
    """The id of the direct message channel with ``user``."""
    with reading():
        return (await persistently(lambda: bot.create_dm(discord.Object(user)))).id


async def edit_message(
    bot: commands.AutoShardedBot, channel_id: int, message_id: int, card: Card, *, keeps_files: bool = False
) -> None:
    """Replace a message's content by ``card``, without pings. Ignores the content of Discord's answer.

    With ``keeps_files`` the message's attachments stay and ``card`` may show them; otherwise the card's files
    replace them.
    """

    async def request() -> None:
        nobody = discord.AllowedMentions.none()
        files = discord.utils.MISSING if keeps_files else card.files()
        with handle_message_parameters(view=card.view, attachments=files, allowed_mentions=nobody) as params:
            await bot.http.edit_message(channel_id, message_id, params=params)

    with suppress(UnreadableError), reading():
        await plain_if_refused(card.view, lambda: persistently(request))


async def delete_message(bot: commands.AutoShardedBot, channel_id: int, message_id: int) -> None:
    """Delete a message."""
    await persistently(bot.get_partial_messageable(channel_id).get_partial_message(message_id).delete)


def locale_of(bot: commands.AutoShardedBot, guild_id: int) -> str:
    """The locale for messages to everyone in a server; empty for an unknown server."""
    guild = bot.get_guild(guild_id)
    return "" if guild is None else str(guild.preferred_locale)


class Sender:
    """The messages of matches, on their way to Discord. Raises what discord.py raises."""

    def __init__(self, bot: commands.AutoShardedBot, clock: Clock, name_people: NamePeople) -> None:
        self._bot = bot
        self._clock = clock
        self._name_people = name_people

    async def send(
        self,
        match: Match,
        channel_id: int,
        card: Card,
        *,
        nonce: str,
        silent: bool = False,
        version: int | None = None,
    ) -> int:
        """Post a card of the match in a channel; returns the message's id.

        Its controls have ``version`` in their ids; None: the match's current version.
        """
        sought = match.version if version is None else version
        before = self._sought(match, rf"(?!{BESIDES})\w+", sought)
        sent = await send_once(self._bot, channel_id, card, before, nonce=nonce, silent=silent)
        shows = _version_on(sent.controls, match)
        if shows is not None and shows < sought:
            # It was sent for an earlier version and not stored before this one was due.
            await self.edit(channel_id, sent.id, card)
        return sent.id

    async def edit(self, channel_id: int, message_id: int, card: Card) -> None:
        """Replace the content of a match's message, without pings."""
        await edit_message(self._bot, channel_id, message_id, card)

    async def edit_card(self, match: Match, shown: Shown, card: Card) -> None:
        """Replace a match's card where it was ``shown``; does nothing if it wasn't."""
        if shown.home is None or shown.card is None:
            return
        if shown.direct:
            await self._name_people(card, (match.guild_id,))
        await self.edit(shown.home, shown.card, card)

    async def send_card_directly(
        self, match: Match, user: UserId, card: Card, *, nonce: str
    ) -> tuple[int, int]:
        """Post the match's card in a user's direct messages; returns the channel's and message's ids.

        It is silent if the card has no pings.
        """
        place = await open_dm(self._bot, user)
        await self._name_people(card, (match.guild_id,))
        return place, await self.send(match, place, card, nonce=nonce, silent=not card.pings)

    async def send_directly(
        self, match: Match, user: UserId, card: Card, nonce: str
    ) -> tuple[ChannelId, MessageId] | None:
        """Send a user a direct message about a match, unless it was sent before a crash.

        Returns the channel's and message's ids; None if Discord's answer doesn't give them.
        """
        place = await open_dm(self._bot, user)
        await self._name_people(card, (match.guild_id,))
        # Direct messages may hold both of a match: the message for a pick, and its card.
        before = self._sought(match, r"slot|confirm")
        try:
            sent = await send_once(self._bot, place, card, before, nonce=nonce)
        except UnreadableError:
            return None  # it was sent, and stays as it is
        return ChannelId(place), MessageId(sent.id)

    def _sought(self, match: Match, verb: str, version: int | None = None) -> Sought | None:
        """A test for a message of a match by its controls' verb (a pattern) and version (None: any).

        None if the change is so recent that the nonce prevents duplicates.
        """
        if self._clock() - match.changed_at < NONCE_LASTS:
            return None

        def is_it(controls: Controls) -> bool:
            shows = _version_on(controls, match, verb)
            return shows is not None and version in (None, shows)

        return is_it


_OF_MATCH: Final = re.compile(r"(?P<verb>\w+):(?P<match>\d+):(?P<version>\d+)(:[\d.]+)?")
"""The id of a control of a match. A pattern for each match would be compiled for each message."""


def _version_on(controls: Controls, match: Match, verb: str = r"\w+") -> int | None:
    """The version of a match that a message shows, by its controls; None if it has none of this match.

    Only controls count whose verbs the pattern ``verb`` fits.
    """
    for custom_id in controls:
        found = _OF_MATCH.fullmatch(custom_id)
        if found and int(found["match"]) == match.id and re.fullmatch(verb, found["verb"]):
            return int(found["version"])
    return None


def control_ids(told: Any) -> Iterator[str]:
    """The ids of the controls of a message, or of a part of it, as Discord tells of it."""
    custom_id = told.get("custom_id")
    if isinstance(custom_id, str):
        yield custom_id
    for component in told.get("components") or ():
        yield from control_ids(component)
