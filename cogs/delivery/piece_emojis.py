"""Pictures of pieces in buttons and menus: emojis of the application, uploaded once by one process.

Their names are read aloud and shown where a mouse rests, so they are words alone. Which picture an emoji has
is kept in the database, by its id. One is uploaded under a name that says so too, and renamed once that is
noted.
"""

from __future__ import annotations

import asyncio
import json
import logging
from base64 import b64encode
from collections.abc import Mapping, Sequence
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

    from services import Services

log = logging.getLogger(__name__)

UPLOADING: Final = -2
"""The bucket of turns to upload: see :meth:`Sharding.ask_session`."""
APART: Final = 120.0
"""Seconds for which one process uploads and no other does. Each upload renews them."""
CHECK_EVERY: Final = timedelta(minutes=10)
"""The wait until it is checked that all are still there: Discord refuses cards with an emoji that is not."""
AFTER_REFUSAL: Final = timedelta(hours=1)
"""The wait after Discord refused something: it has no room left, or does not know such emojis."""
PICTURES: Final = "piece emojis"
"""The fact with the digest of each emoji's picture, by id."""
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
        services: Services,
        clock: Clock,
        in_flight: InFlight,
        *,
        on: bool = True,
    ) -> None:
        self._bot = bot
        self._host = services.host
        self._sharding = services.sharding
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
        there, pictures = await self._there(), await self._pictures()
        found = _found(drawn, there, pictures)
        missing = [one for one in drawn if one.name not in found]
        if missing:
            self._known = {}
        else:
            self._use(drawn, found)
            if all(there.get(name) == emoji_id for name, emoji_id in found.items()):
                return
        if await self._sharding.ask_session(UPLOADING, APART):
            return  # another process uploads them
        for emblem in missing:
            if self._in_flight.stopping:
                return
            await self._sharding.keep_session(UPLOADING, APART)  # Discord makes the bot wait in between
            await self._upload(emblem)
        there = await self._there()
        with reading():
            found = {one.name: there[one.dated_name] for one in missing} | found
        await self._host.remember(PICTURES, _written(drawn, found, there, pictures))
        self._use(drawn, found)
        await self._rename(drawn, found, there)
        if missing:
            log.info("uploaded %s emojis of pieces", len(missing))

    def _use(self, drawn: Sequence[Emblem], ids: Mapping[str, int]) -> None:
        """Show these from now on. ``ids``: the emojis' ids by the names of the emblems."""
        self._known = {
            (one.game, one.kind, one.side, one.count): OwnEmoji(one.name, ids[one.name], self.refused)
            for one in drawn
        }
        self._not_before = self._clock() + CHECK_EVERY

    async def _rename(
        self, drawn: Sequence[Emblem], ids: Mapping[str, int], there: Mapping[str, int]
    ) -> None:
        """Give each emoji the name of its emblem; another one that has it gets its own id for a name."""
        for emblem in drawn:
            holder = there.get(emblem.name)
            if holder == ids[emblem.name]:
                continue
            if self._in_flight.stopping:
                return
            await self._sharding.keep_session(UPLOADING, APART)
            if holder is not None:
                await self._name(holder, f"old_{holder}")
            await self._name(ids[emblem.name], emblem.name)

    async def _name(self, emoji_id: int, name: str) -> None:
        """Rename an emoji in place: cards that show it go on showing it."""
        with suppress(UnreadableError), reading():
            await self._bot.http.edit_application_emoji(self._application, emoji_id, payload={"name": name})

    async def _pictures(self) -> Mapping[int, str]:
        """The digest of each known emoji's picture, by id."""
        kept: Mapping[str, str] = json.loads(await self._host.remembered(PICTURES) or "{}")
        return {int(emoji_id): digest for emoji_id, digest in kept.items()}

    async def _there(self) -> Mapping[str, int]:
        """The ids of the application's emojis by name; whatever else Discord tells of them isn't read."""
        with reading():
            told: Any = await self._bot.http.get_application_emojis(self._application)
            return {emoji["name"]: int(emoji["id"]) for emoji in told["items"]}

    async def _upload(self, emblem: Emblem) -> None:
        """Upload an emoji; its id is read from the list afterwards."""
        image = f"data:image/png;base64,{b64encode(emblem.png).decode()}"
        with suppress(UnreadableError), reading():
            await self._bot.http.create_application_emoji(self._application, emblem.dated_name, image)

    @property
    def _application(self) -> int:
        assert self._bot.application_id is not None, "known once the bot is logged in"
        return self._bot.application_id


def _found(drawn: Sequence[Emblem], there: Mapping[str, int], pictures: Mapping[int, str]) -> dict[str, int]:
    """The ids of the emojis that have the pictures of emblems, by the emblems' names."""
    found: dict[str, int] = {}
    for one in drawn:
        emoji_id = there.get(one.name)
        if emoji_id is None or pictures.get(emoji_id) != one.digest:
            emoji_id = there.get(one.dated_name)
        if emoji_id is not None:
            found[one.name] = emoji_id
    return found


def _written(
    drawn: Sequence[Emblem], ids: Mapping[str, int], there: Mapping[str, int], known: Mapping[int, str]
) -> str:
    """The pictures to keep: those known of emojis that are still there, and those of ``drawn``."""
    kept = {emoji_id: known[emoji_id] for emoji_id in there.values() if emoji_id in known}
    return json.dumps(kept | {ids[one.name]: one.digest for one in drawn})
