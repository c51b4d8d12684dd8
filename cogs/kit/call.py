"""Commands, clicks and forms: acknowledged in time, answered privately, and once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import aiohttp
import discord
from discord import app_commands

from cogs.kit.card import Card, card
from cogs.kit.emojis import plain_if_refused
from cogs.kit.errors import UNSENT, NotShownError, Refusal, check_person, person_of
from cogs.kit.failures import ClosedError, UnheardError, UnreadableError, reading, sending
from cogs.text import errors_texts, speaking, texts
from matches import GuildId, Match, StoreUnavailableError, UserId
from matches.lifecycle import sets
from services.viewpoint import strangers_met

if TYPE_CHECKING:
    from cogs.app import App

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

LONGEST_TEXT: Final = 200
"""Characters of a command's option: as many as a typed turn may have (``services.play.LONGEST_LINE``)."""
Text = app_commands.Range[str, None, LONGEST_TEXT]
"""The annotation of every option that people type a text into."""


class SentRefusal(NamedTuple):
    """A refusal that was sent: through which webhook, its message, and when that was asked for."""

    webhook: discord.Webhook
    message: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Call:
    """A command, click or form: its user, the app, and the ways to answer it."""

    interaction: Interaction

    @property
    def app(self) -> App:
        """The services of the whole bot."""
        app: App = self.interaction.client.app
        return app

    @property
    def user(self) -> UserId:
        """The user who sent it."""
        return UserId(self.interaction.user.id)

    @property
    def guild_id(self) -> GuildId | None:
        """The server it was sent in; None in direct messages."""
        return None if self.interaction.guild_id is None else GuildId(self.interaction.guild_id)

    async def acknowledge(self) -> None:
        """Acknowledge the interaction (privately) and record its user as present.

        If the connection breaks, Discord may or may not have got it. It counts as acknowledged, so that the
        user's action is not lost: the match itself guards against repeated changes. Raises UnheardError if it
        takes longer than Discord waits, ClosedError if the bot stops: the action is then not done, since
        the user can't be told any more. Does nothing for an interaction acknowledged before.
        """
        if self._is_acknowledged:
            return
        try:
            # A form that a command opened hangs on no message, so there is none to stay as it is.
            alone = self.interaction.type is discord.InteractionType.modal_submit
            thinking = alone and self.interaction.message is None
            await self._in_time(self.interaction.response.defer(ephemeral=True, thinking=thinking))
        except discord.HTTPException as error:
            # If Discord is out of order, the sweep looks for its end, and clocks stand still until then.
            self.app.connection.failed(error)
            raise
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            if self.app.bot.is_closed():
                raise ClosedError(str(error)) from error
            self.interaction.extras[MAYBE_ACKNOWLEDGED] = True
            log.warning("interaction=%s acknowledged in doubt: %s", self.interaction.id, error)
        check_person(self.interaction)
        try:
            await self.app.members.greet(self.interaction.guild_id, self.interaction.user)
        except StoreUnavailableError as error:
            log.warning("user=%s could not be noted as there: %s", self.user, error.advice)

    async def open_form(self, form: discord.ui.Modal) -> None:
        """Answer with a form, which is itself the acknowledgement. Raises as :meth:`acknowledge` does."""
        await plain_if_refused(form, lambda: self._in_time(self.interaction.response.send_modal(form)))

    async def _in_time(self, first: Awaitable[object]) -> None:
        """Send a first answer, within the time that Discord allows."""
        try:
            async with asyncio.timeout(self.app.deadlines.acknowledge) as limit:
                with sending(), reading():
                    await first
        except UnreadableError:
            self.interaction.extras[MAYBE_ACKNOWLEDGED] = True
        except TimeoutError as error:
            if not limit.expired():
                raise
            self.interaction.extras[MAYBE_ACKNOWLEDGED] = True  # it may have arrived anyway
            self.app.connection.failed(error)
            raise UnheardError from None

    async def answer(self, shown: Card) -> int | None:
        """Answer privately, whether or not the interaction was acknowledged before.

        Returns the id of the new message, if there is one and Discord's answer gives it.
        """
        if self.interaction.extras.pop(IN_PLACE, False):
            await self.redraw(shown)
            return None
        await self._name_people(shown)
        if self._is_acknowledged:
            with suppress(UnreadableError), sending(), reading():
                sent: discord.WebhookMessage = await plain_if_refused(
                    shown.view, lambda: self.interaction.followup.send(**_privately(shown), wait=True)
                )
                return sent.id
        else:
            await plain_if_refused(
                shown.view,
                lambda: self._in_time(self.interaction.response.send_message(**_privately(shown))),
            )
        return None

    async def refuse(self, shown: Card) -> None:
        """Answer privately why something was not done, replacing the user's last refusal in this channel.

        So refusals don't pile up between a player and the board. The new one is sent and the old one deleted,
        rather than edited: it may have been dismissed, and the user must see an answer.
        """
        sent = await self.answer(shown)
        if sent is None:
            return  # it may have taken the place of the one before itself
        key = (person_of(self.interaction), self.interaction.channel_id)
        earlier = self.app.last_refusals.pop(key, None)
        self.app.last_refusals[key] = SentRefusal(
            self.interaction.followup, sent, self.interaction.created_at
        )
        if earlier is not None and self.interaction.created_at - earlier.at < CHANGEABLE_FOR:
            with self._if_still_there():
                await earlier.webhook.delete_message(earlier.message)

    async def post(self, make: Callable[[], Awaitable[Card]]) -> None:
        """Post silently, in a private panel's channel, the card that ``make`` makes for the user who clicked.

        Raises Refusal when they could not post a picture there themselves.
        """
        self._check_may_post()
        with speaking(self.interaction.guild_locale or self.interaction.locale):
            shown = await make()
        await self._name_people(shown)
        with suppress(UnreadableError), reading():
            send = partial(self.interaction.followup.send, allowed_mentions=shown.mentions(), silent=True)
            await plain_if_refused(shown.view, lambda: send(view=shown.view, files=shown.files()))

    async def say(self, text: str) -> None:
        """Answer privately with a sentence."""
        await self.answer(card(text))

    async def redraw(self, shown: Card) -> bool:
        """Replace the content of the private panel that was clicked on; returns whether Discord took it."""
        await self._name_people(shown)
        with self._if_still_there():
            with suppress(UnreadableError), reading():
                edit = self.interaction.edit_original_response
                await plain_if_refused(shown.view, lambda: edit(**_instead(shown)))
            return True
        return False

    async def rewrite(self, message: int, shown: Card) -> None:
        """Replace the content of a private answer to an interaction; 0: the panel that was clicked on.

        Nothing happens once Discord has forgotten the interaction.
        """
        if not message:
            await self.redraw(shown)
            return
        await self._name_people(shown)
        with self._if_still_there(), suppress(UnreadableError), reading():
            edit = partial(self.interaction.followup.edit_message, message)
            await plain_if_refused(shown.view, lambda: edit(**_instead(shown)))

    async def _name_people(self, shown: Card) -> None:
        """Name the people of an answer whom Discord would show as numbers.

        That is all of them in direct messages, and in a server those who play there from another one.
        """
        if self.guild_id is None:
            await self.app.members.name_people(shown, self.app.members.guilds_of(self.user))
        elif strangers := strangers_met():
            await self.app.members.name_strangers(shown, strangers)

    async def dismiss(self) -> None:
        """Take away the private panel that was clicked on, or a command's acknowledgement."""
        with self._if_still_there():
            await self.interaction.delete_original_response()

    async def leave_quietly(self, text: str, *, there: bool) -> None:
        """Delete the acknowledgement if the change is visible ``there``; else answer with ``text``."""
        if there:
            await self.dismiss()
        else:
            await self.say(text)

    async def show(self, match: Match) -> Match:
        """Show a change; the person who made it is told privately if that can't be done just now.

        Where the computer is to answer, its answer is waited for a little: then one card shows both. Returns
        the match as it is shown, or else as it was given.
        """
        try:
            return await show_change(self.app, match)
        except NotShownError as error:
            match, why = error.match, error.why
        except StoreUnavailableError as error:
            # The change itself is stored: don't say that it isn't.
            log.warning("match=%s version=%s was not shown: %s", match.id, match.version, error.advice)
            why = errors_texts.WHY_STORE
        await self.say(errors_texts.not_shown(match, why))
        return match

    async def show_rematch(self, finished: Match) -> Match | None:
        """Show and return the challenge of a rematch, and show on the finished match's card where it is."""
        rematch = None if finished.rematch is None else await self.app.matches.load(finished.rematch)
        if rematch is not None:
            await self.show(rematch)
        await self.show(finished)
        return rematch

    @property
    def _is_acknowledged(self) -> bool:
        """True if the interaction was acknowledged, or may have been."""
        return self.interaction.response.is_done() or MAYBE_ACKNOWLEDGED in self.interaction.extras

    def _check_may_post(self) -> None:
        """Raise Refusal for a person who could not post a picture here themselves."""
        allowed = self.interaction.permissions
        threaded = isinstance(self.interaction.channel, discord.Thread)
        sends = allowed.send_messages_in_threads if threaded else allowed.send_messages
        if not (sends and allowed.attach_files):
            raise Refusal(texts.MAY_NOT_POST)

    @contextmanager
    def _if_still_there(self) -> Iterator[None]:
        """Ignore, but log, a failure to change a private message: its reader may have dismissed it."""
        try:
            yield
        except UNSENT as error:
            log.info(
                "interaction=%s user=%s its panel was not changed: %s", self.interaction.id, self.user, error
            )


def _privately(shown: Card) -> dict[str, Any]:
    """A private answer, for one sending."""
    nobody = discord.AllowedMentions.none()
    return {"view": shown.view, "files": shown.files(), "ephemeral": True, "allowed_mentions": nobody}


def _instead(shown: Card) -> dict[str, Any]:
    """The new content of a message, for one sending."""
    nobody = discord.AllowedMentions.none()
    return {"view": shown.view, "attachments": shown.files(), "allowed_mentions": nobody}


async def show_change(app: App, match: Match) -> Match:
    """Show a change on its cards, with the computer's answer if that is quick; returns the match as shown.

    Raises NotShownError and StoreUnavailableError; the change is stored anyway.
    """
    shown = await app.thinker.answer(match) or await app.publisher.publish(match.id, match)
    if sets.second_of(shown) is not None:
        app.thinker.wake()  # the computer may be the first to move in it
    return shown


async def show_all(app: App, matches: Sequence[Match]) -> None:
    """Show changes of several matches; one that can't be shown now is left to the sweep."""
    for match in matches:
        try:
            app.thinker.notice(match)
            await app.publisher.publish(match.id, match)
        except (NotShownError, StoreUnavailableError) as error:
            log.info("match=%s version=%s is not shown yet: %s", match.id, match.version, error)


def command(
    *, description: str, name: str = "", group: app_commands.Group | None = None, acknowledge: bool = True
) -> Callable[[Callable[..., Awaitable[None]]], app_commands.Command[Any, ..., None]]:
    """Make a function a command, of a ``group`` if given: it gets the Call, acknowledged, then the options.

    Without ``acknowledge`` its own first answer does that.
    """

    def make(function: Callable[..., Awaitable[None]]) -> app_commands.Command[Any, ..., None]:
        async def callback(*given: Any, **options: Any) -> None:
            *own, interaction = given  # a cog's command gets the cog first
            call = Call(interaction)
            if acknowledge:
                await call.acknowledge()
            await function(*own, call, **options)

        declared: Any = wraps(function)(callback)
        # discord.py reads the options from the signature, and would look for their types in this module.
        declared.__signature__ = signature(function, eval_str=True)
        made: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=name or function.__name__, description=description, callback=declared
        )
        if group is not None:
            group.add_command(made)
        return made

    return make


def too_long(interaction: discord.Interaction[Any]) -> str | None:
    """The name of an option of a command that is longer than is read; None if none is.

    Discord's own client enforces the registered limit; other clients may not, and for autocompletion nothing
    does.
    """
    options = dict(interaction.data or {}).get("options")
    return next((name for name, text in _typed(options) if len(text) > LONGEST_TEXT), None)


def _typed(options: Any) -> Iterator[tuple[str, str]]:
    """The names of the options and the texts typed in them, those of subcommands included."""
    for option in options if isinstance(options, list) else ():
        if isinstance(option, Mapping):
            if isinstance(value := option.get("value"), str):
                yield str(option.get("name", "")), value
            yield from _typed(option.get("options"))
