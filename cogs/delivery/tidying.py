"""Cleans up after matches: old cards, unplayed challenges, threads of finished matches.

The chores are rows (``matches.chores``). They aren't urgent: they are done a few at a time, not while the bot
is busy or requests queue, and dropped if Discord refuses. No card ever waits for them.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import discord
from cachetools import TTLCache
from discord import MediaGalleryItem, ui

from cogs.connection.requests import Budget, Purpose, requests_for
from cogs.connection.state import ConnectionState
from cogs.delivery.match_threads import SLEEPS_AFTER
from cogs.delivery.outbox import LogLines, work_through
from cogs.delivery.publisher import Publisher
from cogs.delivery.sender import NamePeople, edit_message, locale_of
from cogs.kit.card import BOARD, COIN, Card, card
from cogs.kit.failures import TOO_MANY_OLD_EDITS
from cogs.kit.picture_names import board_name
from cogs.kit.turns import InFlight
from cogs.text import learn_texts, speaking, texts
from engines.record import History
from matches import Clock, Match
from matches.chores import MARGIN, Chore, ChoreKind
from matches.errors import DamagedMatchError
from matches.guilds.settings import OldCards
from matches.lifecycle.card_stages import PRACTICE
from matches.lifecycle.last_turns import last_exchange
from matches.lifecycle.match_context import Loaded
from matches.model import EntryKind
from services import Services
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

HANDS_FULL: Final = 20
"""Tasks in flight above which no chores are done."""
AT_ONCE: Final = 5
"""Chores claimed together."""
OLD: Final = timedelta(minutes=55)
"""Age above which Discord limits edits of a message, less a margin."""
APART: Final = timedelta(minutes=1)
"""Time between an edit and one of an old message in the same channel."""
SPAN: Final = timedelta(seconds=5)
SHARE: Final = 3
"""Edits in one channel within SPAN: Discord allows five, and cards need edits too."""
AGAIN: Final = timedelta(minutes=30)
"""Wait if a thread that should be archived isn't, or if it is still in use."""
MOST_ATTEMPTS: Final = 5
_TURN: Final = re.compile(r"turn:(\d+)")
_LINES: Final = LogLines(
    log, "match=%s %s", attrgetter("match_id", "kind"), "is left undone", "could not be done"
)

Doing = Callable[["Tidier", Chore, Loaded], Coroutine[Any, Any, datetime | None]]
"""Does a chore; returns when to do it again, or None if it is done."""


class Tidier:
    """Does chores, one after the other. Raises no Discord errors."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        services: Services,
        clock: Clock,
        connection: ConnectionState,
        in_flight: InFlight,
        publisher: Publisher,
        name_people: NamePeople,
        *,
        budget: Budget,
        deadlines: Deadlines,
    ) -> None:
        self._bot = bot
        self._services = services
        self._chores = services.tidying
        self._clock = clock
        self._connection = connection
        self._in_flight = in_flight
        self._publisher = publisher
        self._name_people = name_people
        self._budget = budget
        self._deadlines = deadlines
        self._edited: TTLCache[int, tuple[datetime, ...], datetime] = TTLCache(10_000, APART, clock)
        """The times of the latest edits by channel, within the last minute."""

    async def tidy(self, limit: int) -> int:
        """Do due chores, at most ``limit``; returns how many were claimed."""
        done = 0
        # A few at a time, so that new interactions wait for no more than these.
        while done < limit and not self._gives_way():
            claimed = await self._chores.claim(min(AT_ONCE, limit - done))
            done += len(claimed)
            drop = self._chores.drop
            with requests_for(Purpose.TIDYING):
                goes_on = await work_through(
                    claimed, self._do, self._connection, _LINES, refused=drop, broken=drop
                )
            if not goes_on or len(claimed) < AT_ONCE:
                break
        return done

    def _gives_way(self) -> bool:
        """True if there is more urgent work."""
        return self._in_flight.count > HANDS_FULL or self._budget.short

    async def _do(self, chore: Chore) -> None:
        try:
            loaded = await self._chores.stands(chore)
        except DamagedMatchError as error:
            log.error("match=%s %s cannot be done: %s", chore.match_id, chore.kind, error.advice)
            loaded = None
        shards = self._services.sharding.territory.shards
        if loaded is not None and not shards.has(loaded.match.guild_id):
            return  # this process was delayed and another has the server now; the claim expires
        if loaded is None or chore.attempts > MOST_ATTEMPTS:
            await self._chores.drop(chore)
            return
        try:
            async with asyncio.timeout(self._deadlines.tidied):
                again = await _DOING[chore.kind](self, chore, loaded)
        except (TimeoutError, discord.HTTPException) as error:
            if isinstance(error, discord.HTTPException) and error.code != TOO_MANY_OLD_EDITS:
                raise
            await self._chores.put_off(chore, self._clock() + APART, failed=True)
            return
        self._connection.worked()
        if again is None:
            await self._chores.drop(chore)
        else:
            await self._chores.put_off(chore, again)

    # --- the kinds -------------------------------------------------------------------------------

    async def _card(self, chore: Chore, loaded: Loaded) -> datetime | None:
        """Remove the buttons, and whatever else the server chose, from a card that isn't the newest.

        Deletes the card if its turn was taken back immediately.
        """
        assert chore.channel is not None, "asked before"
        match = loaded.match
        if self._chores.is_undone(chore, match):
            await self._bot.http.delete_message(chore.channel, chore.message)
            return None
        if again := self._too_soon(chore.channel, chore.message):
            return again
        style = (await self._chores.rules(loaded)).old_cards
        for name in _picture_names(match, self._history(match), chore):
            try:
                await self._draw_old(chore, match, style, name)
            except discord.HTTPException as error:
                if error.status != HTTPStatus.BAD_REQUEST or style is OldCards.TEXT:
                    raise
            else:
                return None
        await self._draw_old(chore, match, OldCards.TEXT, BOARD)  # it was sent without a picture
        return None

    def _history(self, match: Match) -> History | None:
        """The record of a match; None before play."""
        return self._services.matches.history(match) if match.started else None

    def _too_soon(self, channel: int, message: int) -> datetime | None:
        """The time from which a message may be edited, if not yet; else None, and an edit is counted now."""
        now = self._clock()
        edits = self._edited.get(channel, ())
        if edits and now - discord.utils.snowflake_time(message) > OLD:
            return edits[-1] + APART
        latest = edits[-SHARE:]
        if len(latest) == SHARE and now < (free := latest[0] + SPAN):
            return free
        self._edited[channel] = (*latest, now)
        return None

    async def _draw_old(self, chore: Chore, match: Match, style: OldCards, picture: str) -> None:
        assert chore.channel is not None, "asked before"
        with speaking(locale_of(self._bot, match.guild_id)):
            shown = _old_card(match, self._history(match), chore, style, picture)
        guild = self._bot.get_guild(match.guild_id)
        if guild is None or guild.get_channel_or_thread(chore.channel) is None:
            await self._name_people(shown.card, (match.guild_id,))  # it is in direct messages
        await edit_message(
            self._bot, chore.channel, chore.message, shown.card, keeps_files=shown.keeps_picture
        )

    async def _challenge(self, _chore: Chore, loaded: Loaded) -> datetime | None:
        """Delete the card of a challenge that wasn't played."""
        match = loaded.match
        assert match.shown.invitation is not None, "asked before"
        await self._bot.http.delete_message(match.channel_id, match.shown.invitation)
        return None

    async def _offer(self, chore: Chore, _loaded: Loaded) -> datetime | None:
        """Make the card of a challenge that nobody has accepted offer the computer to the challenger."""
        posted = await self._publisher.offer_computer(chore.match_id)
        return None if posted else self._clock() + APART

    async def _put_away(self, _chore: Chore, loaded: Loaded) -> datetime | None:
        """Archive the thread of a finished match, if the bot made it and no match uses it."""
        match = loaded.match
        home = match.shown.home
        assert home is not None, "asked before"
        guild = self._bot.get_guild(match.guild_id)
        if guild is None or guild.unavailable:
            return self._clock() + AGAIN
        after = (await self._chores.rules(loaded)).archive
        thread = guild.get_thread(home)
        me = self._bot.user
        # An unknown thread is archived already, or gone.
        if after is None or thread is None or thread.archived or me is None or thread.owner_id != me.id:
            return None
        if await self._chores.is_used(match, home):
            return self._clock() + max(after, AGAIN)
        await self._bot.http.edit_channel(home, archived=True)
        # Discord's event comes a moment later, and a rematch in the same thread may be next.
        thread.archived = True
        log.info("match=%s its thread=%s was archived", match.id, home)
        return None

    async def _rouse(self, _chore: Chore, loaded: Loaded) -> datetime | None:
        """Open the thread of a running match that Discord has archived for inactivity.

        Opening a thread posts no message, so no one is pinged; the thread then stays open for as long as
        after a message.
        """
        home = loaded.match.shown.home
        assert home is not None, "asked before"
        known = self._bot.get_channel(home)
        if known is not None and not isinstance(known, discord.Thread):
            return None
        asleep = self._sleeps(loaded.match.shown.card_at, known)
        if asleep > self._clock():
            return asleep
        told: Any = await self._bot.http.edit_channel(home, archived=False)
        return max(_sleeps_by(told), self._clock() + AGAIN)

    def _sleeps(self, posted: datetime | None, thread: discord.Thread | None) -> datetime:
        """The time at which Discord archives a thread last written to at ``posted`` (None: now)."""
        minutes = thread.auto_archive_duration if thread is not None else SLEEPS_AFTER
        return (posted or self._clock()) + timedelta(minutes=minutes) + MARGIN


def _sleeps_by(told: Mapping[str, Any]) -> datetime:
    """The time at which Discord archives a thread, from Discord's data about it."""
    about = told["thread_metadata"]
    opened = discord.utils.parse_time(about["archive_timestamp"])
    last = told.get("last_message_id")
    written = discord.utils.snowflake_time(int(last)) if last else opened
    return max(opened, written) + timedelta(minutes=about["auto_archive_duration"]) + MARGIN


_DOING: Final[Mapping[ChoreKind, Doing]] = {
    ChoreKind.CARD: Tidier._card,
    ChoreKind.CHALLENGE: Tidier._challenge,
    ChoreKind.PUT_AWAY: Tidier._put_away,
    ChoreKind.ROUSE: Tidier._rouse,
    ChoreKind.OFFER: Tidier._offer,
}


# --- old cards -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OldCard:
    """The card that replaces a sent one; ``keeps_picture``: it reuses the message's picture."""

    card: Card
    keeps_picture: bool


def _picture_names(match: Match, history: History | None, chore: Chore) -> Iterator[str]:
    """The names that the picture on a chore's card can have: the usual one, and that of earlier versions."""
    turn = _TURN.match(chore.stage)
    if history is not None and turn is not None:
        yield board_name(match, history.until(int(turn[1])).turns)
    elif history is not None and chore.stage == PRACTICE:
        # Its last edit was for the last action, or for the one before.
        yield from (board_name(match, turns) for turns in (history.turns, history.turns - 1))
    yield BOARD


def _old_card(
    match: Match, history: History | None, chore: Chore, style: OldCards, picture: str | None
) -> OldCard:
    """The final form of a chore's card: the turn that was played, without buttons.

    It is built from the record alone, without a new picture: the one already sent, called ``picture``, is
    kept or removed. ``history`` is None if the match hasn't started.
    """
    turn = _TURN.match(chore.stage)
    if match.both_sides and chore.stage == PRACTICE:
        said = learn_texts.PRACTICE_OLD_CARD
    elif turn is None or history is None:
        said, picture = texts.old_setup(match), COIN if match.toss else None
    else:
        said = _turn(match, history, int(turn[1]), chore.posted_at)
    if picture is None or style is OldCards.TEXT:
        return OldCard(card(said), keeps_picture=False)
    url, alt = f"attachment://{picture}", texts.old_board(said)
    if style is OldCards.SMALL:
        return OldCard(card(ui.Section(said, accessory=ui.Thumbnail(url, description=alt))), True)
    return OldCard(card(said, ui.MediaGallery(MediaGalleryItem(url, description=alt))), True)


def _turn(match: Match, history: History, ply: int, posted_at: datetime | None) -> str:
    """The line about the turn that ended after ``ply`` actions, or that it was taken back since."""
    made = _made_at(match)
    since = ply > 0 and (len(made) < ply or (posted_at is not None and made[ply - 1] > posted_at))
    return texts.TAKEN_BACK if since else texts.old_turn(*last_exchange(match, history.until(ply)))


def _made_at(match: Match) -> list[datetime]:
    """The times when the actions were played, without those taken back."""
    made: list[datetime] = []
    for entry in match.entries:
        if entry.kind.is_action:
            made.append(entry.at)
        elif entry.kind is EntryKind.TAKE_BACK:
            made.pop()
    return made
