"""Sends and edits messages so that neither a crash before it is noted nor another process doubles one.

A fresh message carries a nonce that says what it is for, and Discord makes one message of two with the same
nonce. Whoever is given a message that shows less than it should brings it up to date. Discord knows a nonce
for some minutes only. When a change is older than that, the message may have been sent before a crash: then
the place is read first, and the message found there, by its controls, is taken for the one to send.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, TypeVar

import aiohttp
import discord

from cogs.ui.card import Card
from cogs.ui.errors import Refusal
from cogs.ui.languages import texts
from matches import Clock, Match, UserId

if TYPE_CHECKING:
    from discord.ext import commands

NONCE_LASTS: Final = timedelta(minutes=1)
"""How long a nonce surely protects; Discord promises "a few minutes"."""
BESIDES: Final = "slot|confirm|later|final|next|weekly"
"""The verbs of controls that stand on other messages of a match than its cards."""
LOOKED_THROUGH: Final = 50
"""Messages of a place that are read, newest first, for one that was sent before a crash."""
UNAVAILABLE: Final = 503
WAITS: Final = (0.5, 1.5)
"""Seconds before the second and the third try."""

T = TypeVar("T")


async def persistently(request: Callable[[], Awaitable[T]]) -> T:
    """What ``request`` gives, tried three times where trying again may help.

    discord.py repeats a request after Discord's other errors by itself, but neither after a 503 nor after a
    connection that breaks. The request must be one that may arrive twice.
    """
    for wait in WAITS:
        try:
            return await request()
        except discord.HTTPException as error:
            if error.status != UNAVAILABLE:
                raise
        except (aiohttp.ClientError, OSError):
            pass
        await asyncio.sleep(wait)
    return await request()


async def find_own(
    bot: commands.Bot, place: discord.abc.Messageable, is_it: Callable[[discord.Message], bool]
) -> discord.Message | None:
    """The newest of our own messages in a place that is the one looked for, unless it is long ago."""
    async for message in place.history(limit=LOOKED_THROUGH):
        if message.author == bot.user and is_it(message):
            return message
    return None


def locale_of(bot: commands.Bot, guild_id: int) -> str:
    """The locale of a server, in which everybody there is spoken to; empty for one that is not known."""
    guild = bot.get_guild(guild_id)
    return "" if guild is None else str(guild.preferred_locale)


def check_may_post(click: discord.Interaction[Any]) -> None:
    """Raise Refusal for whoever could not post a picture here themselves."""
    allowed = click.permissions
    threaded = isinstance(click.channel, discord.Thread)
    sending = allowed.send_messages_in_threads if threaded else allowed.send_messages
    if not (sending and allowed.attach_files):
        raise Refusal(texts.MAY_NOT_POST)


class Posting:
    """The messages of matches, on their way to Discord. Raises what discord.py raises."""

    def __init__(self, bot: commands.Bot, clock: Clock) -> None:
        self._bot = bot
        self._clock = clock

    async def send(
        self, match: Match, channel_id: int, card: Card, *, nonce: str, silent: bool = False
    ) -> int:
        """Post the card of the match's present version in a channel; returns the message's id."""
        place = self._bot.get_partial_messageable(channel_id, guild_id=match.guild_id)
        before = await self._sent_before(match, place, version=match.version)
        if before is not None:
            return before
        sent = await persistently(
            lambda: place.send(
                view=card.view,
                files=card.files(),
                nonce=nonce,
                allowed_mentions=card.mentions(),
                silent=silent,
            )
        )
        shows = _version_on(sent, match)
        if shows is not None and shows < match.version:
            # It was sent for an earlier version, which was not noted before this one was to be shown.
            await self.edit(channel_id, sent.id, card)
        return sent.id

    async def edit(self, channel_id: int, message_id: int, card: Card) -> None:
        """Draw a message anew; nobody is pinged."""
        message = self._bot.get_partial_messageable(channel_id).get_partial_message(message_id)
        nobody = discord.AllowedMentions.none()
        await persistently(
            lambda: message.edit(view=card.view, attachments=card.files(), allowed_mentions=nobody)
        )

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Take a message away."""
        message = self._bot.get_partial_messageable(channel_id).get_partial_message(message_id)
        await persistently(message.delete)

    async def send_card_directly(
        self, match: Match, user: UserId, card: Card, *, nonce: str
    ) -> tuple[int, int]:
        """Post the match's card in a person's direct messages; returns the channel's and message's ids.

        It makes a sound for those it is meant for only.
        """
        place = await persistently(lambda: self._bot.create_dm(discord.Object(user)))
        return place.id, await self.send(match, place.id, card, nonce=nonce, silent=not card.pings)

    async def send_directly(self, match: Match, user: UserId, card: Card, nonce: str) -> None:
        """Send a person a direct message about a match, unless a crash came after it was sent."""
        place = await persistently(lambda: self._bot.create_dm(discord.Object(user)))
        if await self._sent_before(match, place) is None:
            mentions = card.mentions()
            await persistently(lambda: place.send(view=card.view, nonce=nonce, allowed_mentions=mentions))

    async def _sent_before(
        self, match: Match, place: discord.abc.Messageable, *, version: int | None = None
    ) -> int | None:
        if self._clock() - match.changed_at < NONCE_LASTS:
            return None
        # In direct messages a match may have both: the choice of a pick, and its card.
        verb = r"slot|confirm" if version is None else rf"(?!{BESIDES})\w+"

        def is_it(message: discord.Message) -> bool:
            shows = _version_on(message, match, verb)
            return shows is not None and version in (None, shows)

        found = await find_own(self._bot, place, is_it)
        return None if found is None else found.id


def _version_on(message: discord.Message, match: Match, verb: str = r"\w+") -> int | None:
    """The version of a match that a message shows, by its controls; None if it has none of this match.

    Only controls count whose verbs the pattern ``verb`` fits.
    """
    for custom_id in control_ids(message):
        if found := re.fullmatch(rf"(?:{verb}):{match.id}:(\d+)(:[\d.]+)?", custom_id):
            return int(found[1])
    return None


def control_ids(message: discord.Message) -> list[str]:
    """The ids of a message's controls."""
    return list(_ids_among(message.components))


def _ids_among(components: Iterable[discord.Component]) -> Iterator[str]:
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from _ids_among(getattr(component, "children", ()))
