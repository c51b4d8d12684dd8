"""Sends and edits messages so that neither a crash before it is noted nor another process doubles one.

A fresh message carries a nonce that says what it is for, and Discord makes one message of two with the same
nonce. A caller that gets a message showing less than it should brings it up to date. Discord knows a nonce
for some minutes only. When a change is older than that, the message may have been sent before a crash: then
the place is read first, and the message found there, by its controls, is taken for the one to send.
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
from cogs.kit.failures import UnreadableError, persistently, reading
from matches import ChannelId, Clock, GuildId, Match, MessageId, Shown, UserId

if TYPE_CHECKING:
    from discord.ext import commands

NONCE_LASTS: Final = timedelta(minutes=1)
"""Time for which a nonce surely protects; Discord promises "a few minutes"."""
BESIDES: Final = "slot|confirm|turn|laterin|later|final|next|weekly"
"""The verbs of controls that stand on other messages of a match than its cards."""
LOOKED_THROUGH: Final = 50
"""Messages of a place that are read, newest first, for one that was sent before a crash."""

Controls = Sequence[str]
"""The ids of the controls of a message."""
NamePeople = Callable[[Card, Collection[GuildId]], Awaitable[None]]
"""Names the people of a card that goes to direct messages, as they are called in servers of the reader's."""
Sought = Callable[[Controls], bool]
"""Tells by its controls whether a message is the one looked for."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that was sent: its id, and those of its controls."""

    id: int
    controls: tuple[str, ...]


async def post(
    bot: commands.AutoShardedBot, channel_id: int, card: Card, *, nonce: str, silent: bool = False
) -> Sent:
    """Post a card. Raises UnreadableError where Discord does not say which message it became.

    Of the answer no more is read than is needed, since a message may hold what discord.py does not know.
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
        told = await persistently(request)
        return Sent(int(told["id"]), tuple(control_ids(told)))


async def send_once(
    bot: commands.AutoShardedBot,
    channel_id: int,
    card: Card,
    sought: Sought | None,
    *,
    nonce: str,
    silent: bool = False,
) -> Sent:
    """Post a card, unless the message ``sought`` is there: a crash may have come after it was sent.

    Raises UnreadableError where Discord does not say which message it became.
    """
    before = await find_own(bot, channel_id, sought) if sought is not None else None
    return before or await post(bot, channel_id, card, nonce=nonce, silent=silent)


async def find_own(bot: commands.AutoShardedBot, channel_id: int, is_it: Sought) -> Sent | None:
    """The newest of our own messages in a place that has the controls looked for, unless it is long ago."""
    with reading():
        for told in await bot.http.logs_from(channel_id, LOOKED_THROUGH):
            if bot.user is not None and int(told["author"]["id"]) == bot.user.id:
                found = Sent(int(told["id"]), tuple(control_ids(told)))
                if is_it(found.controls):
                    return found
    return None


async def open_dm(bot: commands.AutoShardedBot, user: UserId) -> int:
    """The id of the channel of the direct messages with somebody."""
    with reading():
        return (await persistently(lambda: bot.create_dm(discord.Object(user)))).id


async def edit_message(
    bot: commands.AutoShardedBot, channel_id: int, message_id: int, card: Card, *, keeps_files: bool = False
) -> None:
    """Draw a message anew; nobody is pinged. What Discord answers is not needed, and not read.

    With ``keeps_files`` what is attached to it stays, and ``card`` may show it; else it gives way to the
    card's own.
    """

    async def request() -> None:
        nobody = discord.AllowedMentions.none()
        files = discord.utils.MISSING if keeps_files else card.files()
        with handle_message_parameters(view=card.view, attachments=files, allowed_mentions=nobody) as params:
            await bot.http.edit_message(channel_id, message_id, params=params)

    with suppress(UnreadableError), reading():
        await persistently(request)


async def delete_message(bot: commands.AutoShardedBot, channel_id: int, message_id: int) -> None:
    """Take a message away."""
    await persistently(bot.get_partial_messageable(channel_id).get_partial_message(message_id).delete)


def locale_of(bot: commands.AutoShardedBot, guild_id: int) -> str:
    """The locale of a server, in which everybody there is spoken to; empty for one that is not known."""
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

        Its controls bear the match's present version, or the ``version`` that is given.
        """
        sought = match.version if version is None else version
        before = self._sought(match, rf"(?!{BESIDES})\w+", sought)
        sent = await send_once(self._bot, channel_id, card, before, nonce=nonce, silent=silent)
        shows = _version_on(sent.controls, match)
        if shows is not None and shows < sought:
            # It was sent for an earlier version, which was not noted before this one was to be shown.
            await self.edit(channel_id, sent.id, card)
        return sent.id

    async def edit(self, channel_id: int, message_id: int, card: Card) -> None:
        """Draw a message of a match anew; nobody is pinged."""
        await edit_message(self._bot, channel_id, message_id, card)

    async def edit_card(self, match: Match, shown: Shown, card: Card) -> None:
        """Draw a match's card anew where it was ``shown``, if it was."""
        if shown.home is None or shown.card is None:
            return
        if shown.direct:
            await self._name_people(card, (match.guild_id,))
        await self.edit(shown.home, shown.card, card)

    async def send_card_directly(
        self, match: Match, user: UserId, card: Card, *, nonce: str
    ) -> tuple[int, int]:
        """Post the match's card in a person's direct messages; returns the channel's and message's ids.

        It makes a sound for those it is meant for only.
        """
        place = await open_dm(self._bot, user)
        await self._name_people(card, (match.guild_id,))
        return place, await self.send(match, place, card, nonce=nonce, silent=not card.pings)

    async def send_directly(
        self, match: Match, user: UserId, card: Card, nonce: str
    ) -> tuple[ChannelId, MessageId] | None:
        """Send a person a direct message about a match, unless a crash came after it was sent.

        Returns where it stands; None if Discord did not say.
        """
        place = await open_dm(self._bot, user)
        await self._name_people(card, (match.guild_id,))
        # There a match may have both: the choice of a pick, and its card.
        before = self._sought(match, r"slot|confirm")
        try:
            sent = await send_once(self._bot, place, card, before, nonce=nonce)
        except UnreadableError:
            return None  # it was sent, and stays as it is
        return ChannelId(place), MessageId(sent.id)

    def _sought(self, match: Match, verb: str, version: int | None = None) -> Sought | None:
        """A message that may have been sent for a match: of such verbs, and of this version if any."""
        if self._clock() - match.changed_at < NONCE_LASTS:
            return None

        def is_it(controls: Controls) -> bool:
            shows = _version_on(controls, match, verb)
            return shows is not None and version in (None, shows)

        return is_it


def _version_on(controls: Controls, match: Match, verb: str = r"\w+") -> int | None:
    """The version of a match that a message shows, by its controls; None if it has none of this match.

    Only controls count whose verbs the pattern ``verb`` fits.
    """
    for custom_id in controls:
        if found := re.fullmatch(rf"(?:{verb}):{match.id}:(\d+)(:[\d.]+)?", custom_id):
            return int(found[1])
    return None


def control_ids(told: Any) -> Iterator[str]:
    """The ids of the controls of a message, or of a part of it, as Discord tells of it."""
    custom_id = told.get("custom_id")
    if isinstance(custom_id, str):
        yield custom_id
    for component in told.get("components") or ():
        yield from control_ids(component)
