"""Keeps the cards of tournaments up to date, each as one message in its tournament's channel.

A card is due while it shows an older version than the tournament's. Each step stores what Discord has. A
card that was deleted is posted again once, then only when an organiser asks for it. One that can't be posted,
since the channel is gone or closed to the bot, is tried again when the tournament changes, and the organisers
are told once.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from cogs.delivery.kept_message import keep
from cogs.delivery.outbox import LogLines, Resting, work_through
from cogs.delivery.sender import (
    NONCE_LASTS,
    delete_message,
    locale_of,
    open_dm,
    post,
    send_once,
    with_control_like,
)
from cogs.kit.card import Card, card
from cogs.kit.errors import UNSENT
from cogs.kit.failures import is_outage, loss
from cogs.kit.turns import OneByOne
from cogs.text import speaking
from cogs.tournaments import texts
from cogs.tournaments.service import Tournaments
from matches import MessageId, StoreUnavailableError
from matches.tournaments.model import Tournament, TournamentId
from matches.tournaments.news import TournamentCard

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

Shown = Callable[["App", Tournament], Awaitable[Card]]

FRESH: Final = timedelta(hours=1)
"""The age up to which Discord takes edits of a message as fast as posts."""
BETWEEN_EDITS: Final = timedelta(seconds=3)
BETWEEN_OLD_EDITS: Final = timedelta(seconds=58)
"""Time between two edits of a message older than that: a minute, less what a look may come early."""
_LINES: Final = LogLines(
    log, "tournament=%s its card", lambda one: (one,), "was not shown", "could not be shown"
)


class TournamentCards:
    """Keeps the cards. Raises no Discord errors: a card that can't be shown now is shown later."""

    def __init__(self, app: App, shown: Shown) -> None:
        """``shown`` makes the card of a tournament."""
        self._app = app
        self._shown = shown
        self._tournaments = app[Tournaments]
        self._clock = clock = app.clock
        self._connection = app.connection
        self._turns = OneByOne[TournamentId]()
        self._resting = Resting[TournamentId](clock)
        """The cards that were sent here a moment ago, or that failed.

        An edit that is forgotten in a restart lets the next one come a little early.
        """

    async def keep_up(self, limit: int) -> None:
        """Show the cards that are out of date, at most ``limit``."""
        due = await self._resting.others(self._tournaments.unshown, limit)
        await work_through(
            due,
            self._keep,
            self._connection,
            _LINES,
            refused=self._give_up,
            broken=self._resting.rest,
        )

    async def show(self, which: TournamentId) -> bool:
        """Show a tournament's card at once, as after a click; returns False if there is no message of it.

        If that fails, or is too soon after the last edit, the card is shown later.
        """
        try:
            if self._connection:
                await work_through([which], self._keep, self._connection, _LINES, refused=self._give_up)
            return (await self._tournaments.card_of(which)).message is not None
        except StoreUnavailableError as error:
            log.warning("tournament=%s its card will be shown later: %s", which, error.advice)
            return True

    async def post_again(self, which: TournamentId) -> bool:
        """Post a card as a new message, and delete the one before; returns False if that failed."""
        async with self._turns.turn(which):
            known = await self._tournaments.card_of(which)
            found = await self._tournaments.load(which)
            again = replace(known, lost=known.lost + 1)
            try:
                with speaking(locale_of(self._app.bot, found.guild_id)):
                    again = await self._post(found, await self._shown(self._app, found), again)
            except UNSENT as error:
                log.info("tournament=%s its card was not posted again: %s", which, error)
                return False
            await self._record_shown(which, again)
            if known.message is not None:
                await self._take_away(found, known.message)
        return True

    async def _take_away(self, found: Tournament, message: MessageId) -> None:
        try:
            await delete_message(self._app.bot, found.channel_id, message)
        except UNSENT as error:
            log.info("tournament=%s its old card stays: %s", found.id, error)

    async def _keep(self, which: TournamentId) -> None:
        async with self._turns.turn(which):
            known, found = await self._tournaments.to_show(which, resting=which in self._resting)
            if found is None:
                return
            with speaking(locale_of(self._app.bot, found.guild_id)):
                try:
                    await self._show(found, known)
                except discord.HTTPException as error:
                    if loss(error) is not None and not found.state.ended:
                        await self._tell_organisers(found)
                    raise

    async def _tell_organisers(self, found: Tournament) -> None:
        """Tell each organiser, once, that the channel of their tournament is lost."""
        said, bot = card(texts.channel_lost(found)), self._app.bot
        told = await self._tournaments.told_of_loss(found.id)
        for number, user in enumerate(found.organisers[told:], told + 1):
            try:
                await post(bot, await open_dm(bot, user), said, nonce=f"tourlost{found.id}.{number}")
            except UNSENT as error:
                if is_outage(error):
                    raise
                log.info("tournament=%s organiser=%s was not told: %s", found.id, user, error)
            await self._tournaments.record_told_of_loss(found.id, number)

    async def _record_shown(self, which: TournamentId, known: TournamentCard) -> None:
        """Store that nothing is due; the card rests if it was posted or edited now."""
        if known.message is not None:
            old = self._clock() - discord.utils.snowflake_time(known.message) >= FRESH
            await self._resting.rest(which, BETWEEN_OLD_EDITS if old else BETWEEN_EDITS)
        await self._tournaments.record_shown(which, replace(known, shown=known.version))

    async def _show(self, found: Tournament, known: TournamentCard) -> None:
        """Edit the message, or post it."""
        shown = await self._shown(self._app, found)
        posted, deleted = partial(self._post, found, shown), partial(self._record_deleted, found)
        known = await keep(self._app.bot, found.channel_id, shown, known, posted, deleted)
        await self._record_shown(found.id, known)

    async def _record_deleted(self, found: Tournament, known: TournamentCard) -> TournamentCard:
        known = replace(known, message=None, lost=known.lost + 1)
        await self._tournaments.record_shown(found.id, known)
        log.info("tournament=%s guild=%s its card was deleted", found.id, found.guild_id)
        return known

    async def _post(self, found: Tournament, shown: Card, known: TournamentCard) -> TournamentCard:
        """Post the card, unless it was posted before a crash."""
        late = self._clock() - found.created_at >= NONCE_LASTS and not known.lost
        sought = with_control_like(rf"tour(?!news)\w+:0:0:{found.id}(\.\d+)*") if late else None
        nonce, silent = f"tour{found.id}.{known.lost}", not shown.pings
        bot, place = self._app.bot, found.channel_id
        sent = await send_once(bot, place, shown, sought, nonce=nonce, silent=silent, renewed=True)
        return replace(known, message=MessageId(sent.id))

    async def _give_up(self, which: TournamentId) -> None:
        """Leave a card that Discord refuses as it is, until the tournament changes."""
        known = await self._tournaments.card_of(which)
        await self._tournaments.record_shown(which, replace(known, shown=known.version))
