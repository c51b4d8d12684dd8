"""Tells news of tournaments in their channels: silently, and each once.

The games of a round are listed in messages that are brought up to date, every ten minutes at most; the start
and the end are told where an organiser didn't choose otherwise. What was told is stored. Before that, a
message that a crash left behind is found by its button, which names the news. What Discord refuses is not
tried again: the tournament's card says it all.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from cogs.delivery.kept_message import edit_if_there
from cogs.delivery.outbox import LogLines, Resting, work_through
from cogs.delivery.sender import locale_of, send_once, with_control
from cogs.text import speaking
from cogs.tournaments.news_cards import end_card, end_mark, homes_of, round_card, round_mark
from cogs.tournaments.service import Tournaments
from matches import MatchId, MessageId
from matches.model import ChannelId
from matches.tournaments.model import Tournament, TournamentId, TournamentState
from matches.tournaments.news import ALL_TOLD, NewsKind, RoundMessage, messages_of, next_news
from matches.tournaments.progress import openable

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

PATIENCE: Final = timedelta(minutes=5)
"""The time for which a round's message waits for all its threads."""
CHECK_EVERY: Final = timedelta(seconds=2)
"""The time until it is looked at again meanwhile."""
_LINES: Final = LogLines(
    log, "tournament=%s its news", lambda one: (one,), "were not told", "could not be told"
)


class TournamentNews:
    """Tells the news. Raises no Discord errors: while Discord is down they stay due."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._tournaments = app[Tournaments]
        self._clock = clock = app.clock
        self._connection = app.connection
        self._resting = Resting[TournamentId](clock)
        """The tournaments whose news failed."""

    async def tell(self, limit: int) -> None:
        """Tell the news that are due, of at most ``limit`` tournaments."""
        due = await self._resting.others(self._tournaments.news_due, limit)
        await work_through(
            due,
            self._tell,
            self._connection,
            _LINES,
            refused=self._pass_over,
            broken=self._resting.rest,
        )

    async def _tell(self, which: TournamentId) -> None:
        version, found, told = await self._tournaments.to_tell(which)
        news = next_news(found, told)
        with speaking(locale_of(self._app.bot, found.guild_id)):
            if 0 < told < ALL_TOLD:
                await self._list_games(found, told, await homes_of(self._app, found.in_round(told)))
            if news is not None and news.kind is NewsKind.ROUND:
                homes = await self._homes_once_begun(found)
                if homes is None:
                    await self._resting.rest(which, CHECK_EVERY)
                    return
                await self._list_games(found, news.number, homes)
            elif news is not None and found.terms.news:
                shown = await end_card(self._app, found)
                nonce, sought = f"news{which}.{news.kind:d}.{news.number}", with_control(end_mark(found))
                await send_once(self._app.bot, found.channel_id, shown, sought, nonce=nonce, silent=True)
        await self._tournaments.record_told(which, version, news)

    async def _homes_once_begun(self, found: Tournament) -> Mapping[MatchId, ChannelId] | None:
        """The channels of a new round's matches; None while some are about to begin or to be shown."""
        games = found.in_round(found.round)
        waits = self._clock() - (found.round_at or found.created_at) <= PATIENCE
        if waits and found.state is TournamentState.RUNNING and any(openable(found, games)):
            return None
        homes = await homes_of(self._app, games)
        if waits and any(game.running and game.match_id not in homes for game in games):
            return None
        return homes

    async def _list_games(self, found: Tournament, number: int, homes: Mapping[MatchId, ChannelId]) -> None:
        """Post the messages with the games of a round that aren't there, and edit those that have changed.

        One that somebody has deleted stays away.
        """
        known = list(await self._tournaments.round_messages(found.id, number))
        for part, games in enumerate(messages_of(found, number)):
            shown = await round_card(found, number, part, games, homes)
            if part == len(known):
                sought = with_control(round_mark(found, number, part))
                nonce = f"round{found.id}.{number}.{part}"
                sent = await send_once(
                    self._app.bot, found.channel_id, shown, sought, nonce=nonce, silent=True
                )
                known.append(RoundMessage(MessageId(sent.id), shown.digest))
            elif (message := known[part].message) is None or known[part].digest == shown.digest:
                continue
            else:
                if not await edit_if_there(self._app.bot, found.channel_id, message, shown):
                    log.info("tournament=%s a message with its games was deleted", found.id)
                    message = None
                known[part] = RoundMessage(message, shown.digest)
            await self._tournaments.record_round_messages(found.id, number, known)

    async def _pass_over(self, which: TournamentId) -> None:
        """Take news as told that Discord refuses."""
        version, found, told = await self._tournaments.to_tell(which)
        await self._tournaments.record_told(which, version, next_news(found, told))
