"""Posts the questions to substitutes in their tournaments' channels, and takes away those that are over.

A question pings the one person it is for, the first time that they are asked in a tournament; each later one
is silent. A process claims a question before it asks Discord for anything.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import discord

from cogs.delivery.outbox import ClaimedWork, LogLines
from cogs.delivery.sender import NONCE_LASTS, delete_message, locale_of, send_once, with_control
from cogs.kit.card import Card
from cogs.kit.failures import is_outage
from cogs.text import speaking
from cogs.tournaments.service import Tournaments
from cogs.tournaments.substitute_service import Substitutes
from matches import MessageId, StoreUnavailableError
from matches.tournaments.model import Tournament
from matches.tournaments.substitutes import QuestionKey, QuestionState, SubstituteQuestion

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

ShownQuestion = Callable[[Tournament, SubstituteQuestion], Card]
SoughtControl = Callable[[SubstituteQuestion], str]

_LINES: Final = LogLines(
    log, "tournament=%s the question to user=%s", lambda key: key, "was not shown", "could not be shown"
)


class SubstituteKeeper(ClaimedWork[QuestionKey]):
    """Keeps the questions."""

    def __init__(self, app: App, shown: ShownQuestion, sought: SoughtControl) -> None:
        """``shown`` makes the message of a question, ``sought`` gives the control that it is known by."""
        self._shown = shown
        self._sought = sought
        self._substitutes = app[Substitutes]
        self._tournaments = app[Tournaments]
        super().__init__(app, _LINES, self._substitutes.due, self._substitutes.claim)

    def _log_left(self, key: QuestionKey, error: StoreUnavailableError) -> None:
        log.warning("tournament=%s a question is left to the next round: %s", key[0], error.advice)

    async def _go_on(self, key: QuestionKey) -> None:
        question = await self._substitutes.close_due(key)
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
        bot, late = self._app.bot, self._app.clock() - question.asked_at >= NONCE_LASTS
        nonce = f"sub{found.id}.{question.seed}.{question.asked_at.timestamp():.0f}"
        try:
            with speaking(locale_of(bot, found.guild_id)):
                shown, again = self._shown(found, question), question.times > 1
                sought = with_control(self._sought(question)) if late else None
                sent = await send_once(bot, found.channel_id, shown, sought, nonce=nonce, silent=again)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            _LINES.tell(key, "was not posted", error)
            await self._substitutes.close(key, QuestionState.UNSENT)
            if (unsent := await self._substitutes.close_due(key)) is not None:
                await self._substitutes.settle(unsent)
            return False
        if await self._substitutes.record_posted(key, MessageId(sent.id)):
            return True
        await self._take_away(found, MessageId(sent.id))
        return False

    async def _take_away(self, found: Tournament, message: MessageId) -> None:
        try:
            await delete_message(self._app.bot, found.channel_id, message)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            log.info("tournament=%s the message of a question stays: %s", found.id, error)
