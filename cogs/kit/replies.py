"""Answers to interactions: acknowledged in time, private, and sent once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import aiohttp
import discord
from cachetools import LRUCache

from cogs.kit.card import Card, card
from cogs.kit.errors import UNSENT, Refusal, check_person, person_of
from cogs.kit.failures import ClosedError, UnheardError, UnreadableError, reading, sending
from cogs.text import speaking, texts
from matches import StoreUnavailableError, UserId
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from cogs.connection.state import ConnectionState
    from cogs.delivery.members import Members

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
"""A command, click or form that somebody sent."""

REFUSALS_KEPT: Final = 1000
"""Refusals that are remembered, to be taken away when the next one comes."""
CHANGEABLE_FOR: Final = timedelta(minutes=14)
"""The time for which an answer can be taken away: Discord forgets an interaction after 15 minutes."""

IN_PLACE: Final = "in place"
"""Marks a click whose first answer takes the place of the private panel that was clicked on."""
MAYBE_ACKNOWLEDGED: Final = "maybe acknowledged"
"""Marks an interaction whose acknowledgement may have reached Discord."""


class _Refusal(NamedTuple):
    """A refusal that was sent: through which webhook, its message, and when that was asked for."""

    webhook: discord.Webhook
    message: int
    at: datetime


class Replies:
    """Answers, one object for the whole bot."""

    def __init__(
        self, bot: discord.Client, connection: ConnectionState, members: Members, deadlines: Deadlines
    ) -> None:
        self._bot = bot
        self._connection = connection
        self._members = members
        self._deadlines = deadlines
        self._refusals: LRUCache[tuple[int | None, int | None], _Refusal] = LRUCache(REFUSALS_KEPT)
        """The last refusal of each person in each channel."""

    async def acknowledge(self, interaction: Interaction) -> None:
        """Acknowledge the interaction (privately) and record its user as present.

        If the connection breaks, Discord may or may not have got it. It counts as acknowledged, so that the
        user's action is not lost: the match itself guards against repeated changes. Raises UnheardError if it
        takes longer than Discord waits, ClosedError if the bot stops: the action is then not done, since
        the user can't be told any more. Does nothing for an interaction acknowledged before.
        """
        if _acknowledged(interaction):
            return
        try:
            await self._in_time(interaction, interaction.response.defer(ephemeral=True))
        except discord.HTTPException as error:
            # If Discord is out of order, the sweep looks for its end, and clocks stand still until then.
            self._connection.failed(error)
            raise
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            if self._bot.is_closed():
                raise ClosedError(str(error)) from error
            interaction.extras[MAYBE_ACKNOWLEDGED] = True
            log.warning("interaction=%s acknowledged in doubt: %s", interaction.id, error)
        check_person(interaction)
        try:
            await self._members.greet(interaction.guild_id, interaction.user)
        except StoreUnavailableError as error:
            log.warning("user=%s could not be noted as there: %s", interaction.user.id, error.advice)

    async def open_form(self, interaction: Interaction, form: discord.ui.Modal) -> None:
        """Answer with a form, which is itself the acknowledgement. Raises as :meth:`acknowledge` does."""
        await self._in_time(interaction, interaction.response.send_modal(form))

    async def _in_time(self, interaction: Interaction, first: Awaitable[object]) -> None:
        """Send a first answer, within the time that Discord allows."""
        try:
            async with asyncio.timeout(self._deadlines.acknowledge) as limit:
                with sending(), reading():
                    await first
        except UnreadableError:
            interaction.extras[MAYBE_ACKNOWLEDGED] = True
        except TimeoutError as error:
            if not limit.expired():
                raise
            interaction.extras[MAYBE_ACKNOWLEDGED] = True  # it may have arrived anyway
            self._connection.failed(error)
            raise UnheardError from None

    async def answer(self, interaction: Interaction, shown: Card) -> int | None:
        """Answer privately, whether or not the interaction was acknowledged before.

        Returns the id of the new message, if there is one and Discord's answer gives it.
        """
        if interaction.extras.pop(IN_PLACE, False):
            await self.redraw(interaction, shown)
            return None
        await self._name_people(interaction, shown)
        message: dict[str, Any] = {
            "view": shown.view,
            "files": shown.files(),
            "ephemeral": True,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        if _acknowledged(interaction):
            with suppress(UnreadableError), sending(), reading():
                sent: discord.WebhookMessage = await interaction.followup.send(**message, wait=True)
                return sent.id
        else:
            await self._in_time(interaction, interaction.response.send_message(**message))
        return None

    async def refuse(self, interaction: Interaction, shown: Card) -> None:
        """Answer privately why something was not done, replacing the user's last refusal in this channel.

        So refusals don't pile up between a player and the board. The new one is sent and the old one deleted,
        rather than edited: it may have been dismissed, and the user must see an answer.
        """
        sent = await self.answer(interaction, shown)
        if sent is None:
            return  # it may have taken the place of the one before itself
        key = (person_of(interaction), interaction.channel_id)
        earlier = self._refusals.pop(key, None)
        self._refusals[key] = _Refusal(interaction.followup, sent, interaction.created_at)
        if earlier is not None and interaction.created_at - earlier.at < CHANGEABLE_FOR:
            with _if_still_there(interaction):
                await earlier.webhook.delete_message(earlier.message)

    async def post(self, interaction: Interaction, make: Callable[[], Awaitable[Card]]) -> None:
        """Post silently, in a private panel's channel, the card that ``make`` makes for the user who clicked.

        Raises Refusal when they could not post a picture there themselves.
        """
        check_may_post(interaction)
        with speaking(interaction.guild_locale or interaction.locale):
            shown = await make()
        await self._name_people(interaction, shown)
        with suppress(UnreadableError), reading():
            await interaction.followup.send(
                view=shown.view, files=shown.files(), allowed_mentions=shown.mentions(), silent=True
            )

    async def say(self, interaction: Interaction, text: str) -> None:
        """Answer privately with a sentence."""
        await self.answer(interaction, card(text))

    async def redraw(self, interaction: Interaction, shown: Card) -> None:
        """Replace the content of the private panel that was clicked on."""
        await self._name_people(interaction, shown)
        nobody = discord.AllowedMentions.none()
        with _if_still_there(interaction), suppress(UnreadableError), reading():
            await interaction.edit_original_response(
                view=shown.view, attachments=shown.files(), allowed_mentions=nobody
            )

    async def rewrite(self, interaction: Interaction, message: int, shown: Card) -> None:
        """Replace the content of a private answer to an interaction; 0: the panel that was clicked on.

        Nothing happens once Discord has forgotten the interaction.
        """
        if not message:
            await self.redraw(interaction, shown)
            return
        await self._name_people(interaction, shown)
        nobody = discord.AllowedMentions.none()
        with _if_still_there(interaction), suppress(UnreadableError), reading():
            await interaction.followup.edit_message(
                message, view=shown.view, attachments=shown.files(), allowed_mentions=nobody
            )

    async def _name_people(self, interaction: Interaction, shown: Card) -> None:
        """Name the people of an answer in direct messages, where Discord shows mentions as numbers."""
        if interaction.guild_id is None:
            await self._members.name_people(shown, self._members.guilds_of(UserId(interaction.user.id)))

    async def dismiss(self, interaction: Interaction) -> None:
        """Take away the private panel that was clicked on, or a command's acknowledgement."""
        with _if_still_there(interaction):
            await interaction.delete_original_response()

    async def leave_quietly(self, interaction: Interaction, text: str, *, there: bool) -> None:
        """Delete the acknowledgement if the change is visible ``there``; else answer with ``text``."""
        if there:
            await self.dismiss(interaction)
        else:
            await self.say(interaction, text)


def _acknowledged(interaction: Interaction) -> bool:
    """True if the interaction was acknowledged, or may have been."""
    return interaction.response.is_done() or bool(interaction.extras.get(MAYBE_ACKNOWLEDGED))


def check_may_post(interaction: Interaction) -> None:
    """Raise Refusal for a person who could not post a picture here themselves."""
    allowed = interaction.permissions
    threaded = isinstance(interaction.channel, discord.Thread)
    sending = allowed.send_messages_in_threads if threaded else allowed.send_messages
    if not (sending and allowed.attach_files):
        raise Refusal(texts.MAY_NOT_POST)


@contextmanager
def _if_still_there(interaction: Interaction) -> Iterator[None]:
    """Ignore, but log, a failure to change a private message: its reader may have dismissed it."""
    try:
        yield
    except UNSENT as error:
        log.info(
            "interaction=%s user=%s its panel was not changed: %s", interaction.id, interaction.user.id, error
        )
