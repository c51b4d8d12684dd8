"""Sends puzzles from reviews by direct message: at most one message a day to each user, and each once.

What a message asks is stored before it is sent. After a crash the next process asks the same, and looks first
whether the message is there already. A message that Discord refuses counts as one that wasn't answered.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from cogs.connection.requests import Purpose, requests_for
from cogs.delivery.outbox import LogLines, work_through
from cogs.delivery.sender import open_dm, send_once, with_control
from cogs.kit.failures import is_outage
from cogs.puzzles import panel
from cogs.puzzles.rules import AT_ONCE, PuzzleKey, PuzzleMail
from cogs.puzzles.service import Puzzles
from matches.notices import NotificationPreferences

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

MESSAGES_AT_ONCE: Final = 20
"""Messages that one round sends."""

_LINES: Final = LogLines(
    log, "user=%s their puzzles", lambda mail: (mail.user_id,), "were not sent", "could not be sent"
)


class PuzzleSender:
    """Sends the messages that are due. Raises no Discord errors."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._puzzles = app[Puzzles]

    async def send(self) -> None:
        """Send the messages that are due, at most MESSAGES_AT_ONCE."""
        claimed = await self._puzzles.claim(MESSAGES_AT_ONCE)
        with requests_for(Purpose.READING):
            await work_through(claimed, self._send, self._app.connection, _LINES)

    async def _send(self, mail: PuzzleMail) -> None:
        contact = NotificationPreferences.of(await self._app.notifications.person(mail.user_id))
        now = self._app.clock()
        if (at := contact.told_at(now)) > now:
            await self._puzzles.put_off(mail, at)
            return
        number = mail.number if mail.open else await self._filled(mail)
        if not await self._puzzles.asked(mail.user_id, number):
            await self._puzzles.settle(mail.user_id, number, sent=False)
            return
        sent = await self._post(mail, number, silent=contact.silent)
        await self._puzzles.settle(mail.user_id, number, sent=True)
        log.info("user=%s puzzles message=%s sent=%s", mail.user_id, number, sent)

    async def _filled(self, mail: PuzzleMail) -> int:
        """Choose the puzzles that can be asked now; returns the message's number, 0 if there are none."""
        keys: list[PuzzleKey] = []
        for state in await self._puzzles.due(mail.user_id):
            if len(keys) < AT_ONCE and await panel.opened(self._app, state) is not None:
                keys.append(state.key)
        return await self._puzzles.fill(mail, keys) if keys else 0

    async def _post(self, mail: PuzzleMail, number: int, *, silent: bool) -> bool:
        """Send the message unless it was sent before a crash; False if Discord refuses it."""
        sought = with_control(panel.mark(number)) if mail.open else None
        shown = await panel.next_card(self._app, mail.user_id, number)
        try:
            place = await open_dm(self._app.bot, mail.user_id)
            nonce = f"puzzle{mail.user_id % 10**9}.{number}"
            await send_once(self._app.bot, place, shown, sought, nonce=nonce, silent=silent)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            log.info("user=%s could not be sent their puzzles: %s", mail.user_id, error)
            return False
        return True


async def send_due(app: App) -> None:
    """Send the messages that are due."""
    await app[PuzzleSender].send()
