"""Posts the questions to substitutes in their tournaments' channels, and takes away those that are over.

A question pings the one person it is for, the first time that they are asked in a tournament; each later one
is silent. A process claims a question before it asks Discord for anything.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from cogs.connection.state import ConnectionState
from cogs.delivery.outbox import LogLines, work_through
from cogs.delivery.sender import NONCE_LASTS, Controls, Sought, delete_message, locale_of, send_once
from cogs.kit.failures import is_outage
from cogs.kit.turns import OneByOne
from cogs.panels.tournament.substitute_card import question_card, sought_control
from cogs.text import speaking
from matches import Clock, MessageId, StoreUnavailableError
from matches.tournaments.model import Tournament
from matches.tournaments.substitutes import QuestionKey, QuestionState, SubstituteQuestion
from services import Services

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

_LINES: Final = LogLines(
    log, "tournament=%s the question to user=%s", lambda key: key, "was not shown", "could not be shown"
)


class SubstituteKeeper:
    """Keeps the questions. Raises no Discord errors: what can't be done now is done later."""

    def __init__(
        self, bot: commands.AutoShardedBot, services: Services, clock: Clock, connection: ConnectionState
    ) -> None:
        self._bot = bot
        self._substitutes = services.substitutes
        self._tournaments = services.tournaments
        self._clock = clock
        self._connection = connection
        self._turns = OneByOne[QuestionKey]()

    async def keep_up(self, limit: int) -> None:
        """Post and take away the questions that are due, at most ``limit``."""
        due = await self._substitutes.due(limit)
        await work_through(due, self._go_on, self._connection, _LINES)

    async def attend(self, key: QuestionKey) -> None:
        """See to a question at once, as after a click; what fails is done later."""
        async with self._turns.turn(key):
            try:
                if self._connection and await self._substitutes.claim(key):
                    await work_through([key], self._go_on, self._connection, _LINES)
            except StoreUnavailableError as error:
                log.warning("tournament=%s a question is left to the next round: %s", key[0], error.advice)

    async def _go_on(self, key: QuestionKey) -> None:
        """Do all that a claimed question needs, and give it back."""
        question = await self._substitutes.look(key)
        if question is None:
            return
        found = await self._tournaments.load(question.tournament)
        if question.state is QuestionState.OPEN:
            if question.message is None and not await self._post(key, found, question):
                return
        elif question.message is not None:
            await self._take_away(found, question.message)
        await self._substitutes.settle(question)

    async def _post(self, key: QuestionKey, found: Tournament, question: SubstituteQuestion) -> bool:
        """Post a question; returns False if that ended it: Discord refused it, or it is gone."""
        late = self._clock() - question.asked_at >= NONCE_LASTS
        nonce = f"sub{found.id}.{question.seed}.{question.asked_at.timestamp():.0f}"
        try:
            with speaking(locale_of(self._bot, found.guild_id)):
                shown, again = question_card(found, question), question.times > 1
                sought = _sought(question) if late else None
                sent = await send_once(self._bot, found.channel_id, shown, sought, nonce=nonce, silent=again)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            _LINES.tell(key, "was not posted", error)
            await self._substitutes.close(key, QuestionState.UNSENT)
            if (unsent := await self._substitutes.look(key)) is not None:
                await self._substitutes.settle(unsent)
            return False
        if await self._substitutes.note_posted(key, MessageId(sent.id)):
            return True
        await self._take_away(found, MessageId(sent.id))
        return False

    async def _take_away(self, found: Tournament, message: MessageId) -> None:
        try:
            await delete_message(self._bot, found.channel_id, message)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            log.info("tournament=%s the message of a question stays: %s", found.id, error)


def _sought(question: SubstituteQuestion) -> Sought:
    """A test for the message of a question, by its button."""
    control = sought_control(question)

    def is_it(controls: Controls) -> bool:
        return control in controls

    return is_it
