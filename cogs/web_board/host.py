"""The bot as the board's page sees it: what only Discord or the cards' words can tell or show."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Final

import discord
from cachetools import TTLCache

from cogs.kit.boards import style_of
from cogs.kit.call import show_change
from cogs.kit.errors import UNSENT, NotShownError, sentence
from cogs.kit.turns import OneByOne
from cogs.kit.visibility import may_see
from cogs.panels.account import preferences
from cogs.text import phrases
from cogs.text.mentions import by_name
from engines import Action
from matches import Match, StoreUnavailableError, UserId
from matches.lifecycle.match_context import Loaded
from matches.lines import LineSpot, LineTree
from matches.model import Person
from matches.summaries import MatchSummary
from web.live import ClosingError, OpenPages
from web.sessions import WebSessions

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

SEEN_FOR: Final = timedelta(minutes=10)
"""How long it counts that a reader could see a channel."""
UNSEEN_FOR: Final = timedelta(minutes=1)
"""How long it counts that they could not."""
MOST_ASKED: Final = 20
"""The most questions to Discord for one reader within UNSEEN_FOR."""
MOST_SEEN: Final = 5000
_Look = tuple[int | None, UserId]
"""A channel, and who wants to look into it."""
_MARKUP: Final = re.compile(r"\*\*|`|</?t?:[^>]*>|\\(?=\W)|^-#? |^#+ ", re.MULTILINE)
"""Discord's markup, which a page has no use for."""


class BotHost:
    """See :class:`web.host.BoardHost`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.services = app.services
        self.studio = app.studio
        self.clock = app.clock
        self.pages = OpenPages()
        self.lines = BotLines(app)
        self._sees: TTLCache[_Look, bool, datetime] = TTLCache(MOST_SEEN, SEEN_FOR, app.clock)
        self._unseen: TTLCache[_Look, bool, datetime] = TTLCache(MOST_SEEN, UNSEEN_FOR, app.clock)
        self._asked: TTLCache[UserId, Iterator[int], datetime] = TTLCache(MOST_SEEN, UNSEEN_FOR, app.clock)
        self._asking = OneByOne[_Look]()
        self._key = b""
        self._showing: set[asyncio.Task[None]] = set()

    @property
    def sessions(self) -> WebSessions:
        """The sessions of browsers."""
        return self._app[WebSessions]

    async def picture_key(self) -> bytes:
        """The key that seals names of pictures, the same in all processes."""
        if not self._key:
            self._key = hmac.digest(await self.services.host.secret(), b"pictures of the board", "sha256")
        return self._key

    async def may_watch(self, match: Match, reader: UserId) -> bool:
        """True if a reader sees the channel of a match.

        A yes of Discord's counts for SEEN_FOR, a no for UNSEEN_FOR; a reader has it asked MOST_ASKED times in
        that time, then it is no.
        """
        look = match.seen_in, reader
        async with self._asking.turn(look):
            if look in self._sees or look in self._unseen:
                return look in self._sees
            if next(self._asked.setdefault(reader, count(1))) > MOST_ASKED:
                return False
            try:
                found = await may_see(self._app.bot, match, discord.Object(reader))
            except UNSENT as error:
                log.info("match=%s user=%s may look at it can't be told: %s", match.id, reader, error)
                return False
            (self._sees if found else self._unseen)[look] = True
            return found

    async def names(self, match: Match | MatchSummary) -> Mapping[UserId, str]:
        """The names of a match's people: those in its server, or else those of their accounts."""
        members = self._app.members
        found = await members.names_in_time(match.guild_id, match.users) if match.guild_id else {}
        return {**await members.account_names([user for user in match.users if user not in found]), **found}

    async def name(self, user: UserId) -> str:
        """The name of a user's account, or plain words."""
        return (await self._app.members.account_names([user])).get(user, phrases.SOMEBODY)

    async def theme(self, loaded: Loaded, reader: UserId) -> str:
        """The theme in which a reader sees a match's boards."""
        return (await style_of(self._app, loaded, reader)).theme

    def asks_before_sending(self, person: Person) -> bool:
        """True unless this player wants their turns sent without *Send*."""
        return preferences.asks_before_sending(person)

    def words(self, game: str) -> Mapping[str, str]:
        """A game's words for parts of an action that are no points."""
        return self._app.presentations[game].words

    def question(self, game: str) -> str:
        """The question to a player who has to choose one of a few."""
        return self._app.presentations[game].question

    def ending(self, match: Match, names: Mapping[UserId, str]) -> str:
        """The ending of a finished match, in a sentence."""
        return _plain(by_name(self._app.cards.ended(match), names, {}))

    def sentence(self, error: Exception, reader: UserId) -> str | None:
        """A refusal in the words of the cards."""
        told = sentence(error, "help", reader)
        return None if told is None else _plain(by_name(told, {}, {}))

    def card_link(self, match: Match | MatchSummary) -> str:
        """The address of a match's card on Discord, or of its channel."""
        shown = match.shown
        if shown.home is None:
            return phrases.link(match.guild_id, match.channel_id, shown.invitation)
        return phrases.link(None if shown.direct else match.guild_id, shown.home, shown.card)

    def show(self, match: Match) -> None:
        """Begin to show a changed match, and to think where the computer is to move."""
        task = asyncio.create_task(self._show(match))
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

    async def _show(self, match: Match) -> None:
        self._app.in_flight.record_task()
        try:
            await show_change(self._app, match)
        except (NotShownError, StoreUnavailableError) as error:
            log.info("match=%s version=%s is not shown yet: %s", match.id, match.version, error)
        except Exception:
            log.exception("match=%s version=%s could not be shown", match.id, match.version)

    @contextmanager
    def working(self) -> Iterator[None]:
        """While something is done that the bot's end waits for. Raises ClosingError once that has begun."""
        if self._app.in_flight.stopping:
            raise ClosingError
        with self._app.in_flight.doing():
            yield


class BotLines:
    """See :class:`web.host.LinesHost`. Without the features that try and plan there are no lines."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def tree(self, match: Match, reader: UserId) -> LineTree:
        """A reader's tree on a match; empty if lines aren't tried here."""
        for lines in self._app.features.tried_lines:
            return await lines.tree(self._app, match, reader)
        return LineTree()

    async def try_action(
        self, match: Match, reader: UserId, spot: LineSpot, mark: int, action: Action
    ) -> tuple[LineTree, LineSpot | None]:
        """Add an action to the tree."""
        for lines in self._app.features.tried_lines:
            return await lines.try_action(self._app, match, reader, spot, mark, action)
        return LineTree(), None

    async def delete(self, match: Match, reader: UserId, node: int) -> LineTree:
        """Delete a node and all below it."""
        for lines in self._app.features.tried_lines:
            return await lines.delete(self._app, match, reader, node)
        return LineTree()

    def plan_in_words(self, match: Match, reader: UserId, tree: LineTree, node: int) -> Sequence[str]:
        """The answers that the line to a node would save."""
        plans = self._app.features.planned_moves
        return [
            _plain(said) for each in plans for said in each.in_words(self._app, match, reader, tree, node)
        ]

    async def plan(self, match: Match, reader: UserId, tree: LineTree, node: int) -> None:
        """Save those answers."""
        for each in self._app.features.planned_moves:
            await each.say(self._app, match, reader, tree, node)

    async def planned(self, match: Match, reader: UserId) -> Sequence[tuple[int, str]]:
        """The answers that are saved."""
        plans = self._app.features.planned_moves
        found = [one for each in plans for one in await each.said(self._app, match, reader)]
        return [(number, _plain(said)) for number, said in found]

    async def take_back(self, match: Match, reader: UserId, number: int) -> None:
        """Take back an answer, and those that follow it."""
        for each in self._app.features.planned_moves:
            await each.take_back(self._app, match, reader, number)


def _plain(text: str) -> str:
    return _MARKUP.sub("", text).strip()
