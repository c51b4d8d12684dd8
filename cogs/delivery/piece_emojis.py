"""Pictures of pieces in buttons and menus: emojis of the application, uploaded once by one process."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.kit.emojis import OwnEmoji
from cogs.kit.errors import UNSENT
from cogs.kit.failures import UnreadableError, reading
from cogs.kit.turns import InFlight
from engines import Piece, Side
from imaging import Emblem, emblems
from matches import Clock

if TYPE_CHECKING:
    from discord.ext import commands

    from services import Sharding

log = logging.getLogger(__name__)

UPLOADING: Final = -2
"""The bucket of turns to upload: see :meth:`Sharding.ask_session`."""
APART: Final = 120.0
"""Seconds for which one process uploads and no other does. Each upload renews them."""
LOOK_AGAIN: Final = timedelta(minutes=10)
"""The wait until it is checked that all are still there: Discord refuses cards with an emoji that is not."""
AFTER_REFUSAL: Final = timedelta(hours=1)
"""The wait after Discord refused something: it has no room left, or does not know such emojis."""
OUT_OF_ORDER: Final = 500
"""The lowest HTTP status of a Discord that is out of order, which says nothing about the request."""

_Shown = tuple[str, str, Side, int]
"""Game, kind, side and height of what an emoji shows."""


class PieceEmojis:
    """The emojis of pieces; none until Discord has the whole set.

    Emojis of earlier sets stay, since buttons on older cards show them. With ``on`` False there are none.
    """

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        sharding: Sharding,
        clock: Clock,
        in_flight: InFlight,
        *,
        on: bool = True,
    ) -> None:
        self._bot = bot
        self._sharding = sharding
        self._clock = clock
        self._in_flight = in_flight
        self._on = on
        self._known: Mapping[_Shown, discord.PartialEmoji] = {}
        self._not_before: datetime | None = None

    def of(self, game: str, piece: Piece) -> discord.PartialEmoji | None:
        """The emoji of a piece in a game, or None."""
        return self._known.get((game, piece.kind, piece.side, piece.count))

    async def keep_up(self) -> None:
        """Look up the emojis, and upload those that are missing; harmless if repeated or interrupted."""
        if not self._on or not self._may_try():
            return
        try:
            await self._look_up()
        except UNSENT as error:
            if isinstance(error, discord.HTTPException) and error.status < OUT_OF_ORDER:
                self._not_before = self._clock() + AFTER_REFUSAL
            log.warning("the pieces' emojis could not be looked up or uploaded: %s", error)

    def refused(self) -> None:
        """Use none until the next round looks them all up again: Discord has refused one."""
        self._known, self._not_before = {}, None

    def _may_try(self) -> bool:
        return self._not_before is None or self._clock() >= self._not_before

    async def _look_up(self) -> None:
        drawn = await asyncio.to_thread(emblems)
        there = await self._there()
        if missing := [emblem for emblem in drawn if emblem.name not in there]:
            self._known = {}
            if await self._sharding.ask_session(UPLOADING, APART):
                return  # another process uploads them
            for emblem in missing:
                if self._in_flight.stopping:
                    return
                await self._sharding.keep_session(UPLOADING, APART)  # Discord makes the bot wait in between
                await self._upload(emblem)
            there = await self._there()
            log.info("uploaded %s emojis of pieces", len(missing))
        with reading():
            self._known = {
                (one.game, one.kind, one.side, one.count): OwnEmoji(one.name, there[one.name], self.refused)
                for one in drawn
            }
        self._not_before = self._clock() + LOOK_AGAIN

    async def _there(self) -> Mapping[str, int]:
        """The ids of the application's emojis by name; whatever else Discord tells of them isn't read."""
        with reading():
            told: Any = await self._bot.http.get_application_emojis(self._application)
            return {emoji["name"]: int(emoji["id"]) for emoji in told["items"]}

    async def _upload(self, emblem: Emblem) -> None:
        """Upload an emoji; its id is read from the list afterwards."""
        image = f"data:image/png;base64,{b64encode(emblem.png).decode()}"
        with suppress(UnreadableError), reading():
            await self._bot.http.create_application_emoji(self._application, emblem.name, image)

    @property
    def _application(self) -> int:
        assert self._bot.application_id is not None, "known once the bot is logged in"
        return self._bot.application_id
