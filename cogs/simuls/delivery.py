"""Opens the boards of started simuls, a few at a time, and keeps each simul's public card up to date.

A process claims a simul before it goes on with it, so only one process does. A place becomes a match in one
transaction, so a crash leaves no board undone or doubled. Before posting a card that may have been posted
before a crash, the bot looks for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from cogs.delivery.kept_message import keep
from cogs.delivery.outbox import ClaimedWork, LogLines
from cogs.delivery.painter import EDIT_AT_MOST
from cogs.delivery.sender import NONCE_LASTS, locale_of, send_once, with_control
from cogs.kit.errors import UNSENT, NotShownError
from cogs.kit.failures import Loss, is_outage, loss
from cogs.simuls.rules import Simul, SimulBoards, SimulCard, SimulId, SimulPhase
from cogs.simuls.service import Simuls
from cogs.text import speaking
from matches import Match, MessageId
from matches.guilds.posts import MOST_LOST
from matches.players import users_of

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.kit.card import Card

log = logging.getLogger(__name__)

MakeCard = Callable[[SimulBoards], "Card"]

MARKS: Final = ("simuljoin", "simulhost")
"""The verbs of controls by which a simul's card is found again."""

AT_ONCE: Final = 20
"""Simuls that one round goes on with."""
WAVE: Final = 5
"""Boards of a simul that one round opens; the next round goes on."""
BETWEEN_EDITS: Final = timedelta(minutes=1)
"""Time between two edits of a card that is over an hour old: Discord refuses more."""
SOON: Final = timedelta(minutes=1)
"""Wait before a simul is tried again whose card Discord didn't take because of an outage."""
RESTS: Final = timedelta(hours=6)
"""Wait before a card is tried again that Discord refuses, such as for a missing permission."""
END_IS_NEWS: Final = timedelta(days=1)
"""The time for which the end of a simul is worth a message."""
_LINES: Final = LogLines(log, "simul=%s", lambda item: (item,), "its card was not shown", "failed")


class SimulKeeper(ClaimedWork[SimulId]):
    """Goes on with simuls."""

    also_offline = True

    def __init__(self, app: App, public: MakeCard, end: MakeCard) -> None:
        """``public`` makes the card of a simul, ``end`` the message of its end."""
        self._public, self._end = public, end
        self._simuls = app[Simuls]
        super().__init__(app, _LINES, self._simuls.due, self._simuls.claim)

    async def _go_on(self, simul_id: SimulId) -> None:
        found = await self._simuls.close_due(simul_id)
        if found.simul.phase is SimulPhase.STARTED and found.simul.waiting:
            await self._open_boards(found.simul)
            found = await self._simuls.with_boards(simul_id)
        try:
            after = await self._show(found)
            await self._tell_end(found)
        except UNSENT as error:
            await self._simuls.settle(found.simul, after=SOON if is_outage(error) else RESTS)
            raise
        await self._simuls.settle(found.simul, after=after)

    # --- the boards ------------------------------------------------------------------------------

    async def _open_boards(self, simul: Simul) -> None:
        """Begin and show some of the matches that are owed, unless Discord has enough to do.

        Who has left the server gets none: after an outage the start may be long ago.
        """
        if await self._app.members.absent_now(simul.guild_id, users_of([simul.host]) + simul.waiting[:WAVE]):
            simul = await self._simuls.load(simul.id)
        for _ in range(WAVE):
            if not simul.waiting or self._app.budget.short or not self._app.connection:
                return
            await self._simuls.renew(simul.id)  # Discord may hold back each board's thread for a while
            match = await self._simuls.open_board(simul)
            if match is not None:
                await self._publish(match)
            simul = await self._simuls.load(simul.id)

    async def _publish(self, match: Match) -> None:
        try:
            await self._app.publisher.publish(match.id, match)
        except NotShownError as error:
            log.info("match=%s its board is left to the sweep: %s", match.id, error.why)

    async def _tell_end(self, found: SimulBoards) -> None:
        """Tell the end of a simul once, soon after it: its card is far up by then."""
        simul, last = found.simul, max((match.changed_at for match in found.boards), default=None)
        if simul.phase is not SimulPhase.FINISHED or len(found.boards) == found.cancelled:
            return
        if last is None or self._app.clock() - last > END_IS_NEWS:
            return
        if not await self._simuls.end_told(simul.id):
            with speaking(locale_of(self._app.bot, simul.guild_id)):
                shown = self._end(found)
            await send_once(
                self._app.bot,
                simul.channel_id,
                shown,
                with_control(f"simulsee:{found.boards[0].id}:0:{simul.id}"),
                nonce=f"simulend{simul.id}",
                silent=True,
            )
            await self._simuls.record_end_told(simul.id)

    # --- the card --------------------------------------------------------------------------------

    async def _show(self, found: SimulBoards) -> timedelta | None:
        """Post or edit the card if it has changed; returns a wait if that has to be done later."""
        simul = found.simul
        with speaking(locale_of(self._app.bot, simul.guild_id)):
            card = self._public(found)
        if simul.card.digest == card.digest or self._is_given_up(simul):
            return None
        if simul.card.message is not None and (wait := self._wait_of(simul)) > timedelta(0):
            return wait
        try:
            posted, deleted = partial(self._post, simul, card), partial(self._record_deleted, simul.id)
            kept = await keep(self._app.bot, simul.channel_id, card, simul.card, posted, deleted)
        except discord.HTTPException as error:
            if loss(error) is not Loss.GONE:
                raise
            # The boards have places of their own.
            log.warning("simul=%s its channel=%s is gone, and its card with it", simul.id, simul.channel_id)
            kept = SimulCard(lost=MOST_LOST + 1)
            await self._simuls.record_card(simul.id, kept)
        if kept.message is not None:
            shown_at = self._app.clock()
            await self._simuls.record_card(simul.id, replace(kept, digest=card.digest, shown_at=shown_at))
        return None

    @staticmethod
    def _is_given_up(simul: Simul) -> bool:
        """True for a card that users keep deleting, or that was never posted and has nothing to say now."""
        over = simul.phase in (SimulPhase.CALLED_OFF, SimulPhase.EXPIRED)
        return simul.card.message is None and (simul.card.lost > MOST_LOST or over)

    def _wait_of(self, simul: Simul) -> timedelta:
        """The time until the card may be edited."""
        now, shown_at = self._app.clock(), simul.card.shown_at
        if shown_at is None or now - simul.created_at < EDIT_AT_MOST:
            return timedelta(0)
        return shown_at + BETWEEN_EDITS - now

    async def _post(self, simul: Simul, card: Card, kept: SimulCard) -> SimulCard:
        """Post the card, or edit the one that was posted before a crash or an unread answer."""
        bot, place = self._app.bot, simul.channel_id
        nonce, again = f"simul{simul.id}.{kept.lost}", kept.lost > 0
        fresh = self._app.clock() - simul.created_at < NONCE_LASTS
        sought = None if fresh else with_control(*(f"{verb}:0:0:{simul.id}" for verb in MARKS))
        sent = await send_once(bot, place, card, sought, nonce=nonce, silent=again, renewed=True)
        return replace(kept, message=MessageId(sent.id))

    async def _record_deleted(self, simul_id: SimulId, kept: SimulCard) -> SimulCard:
        kept = SimulCard(lost=kept.lost + 1)
        await self._simuls.record_card(simul_id, kept)
        log.info("simul=%s its card was deleted", simul_id)
        return kept


async def keep_up(app: App) -> None:
    """Go on with simuls: apart from the sweep, since a wave of boards takes a while."""
    await app[SimulKeeper].keep_up(AT_ONCE)
