"""The context of panels: the services, answers and display that they ask the app for.

``cogs.app`` fills it. Nothing here imports a panel or what delivers messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import discord

from cogs.kit.card import Card, Documents
from cogs.kit.lookup import Lookup
from cogs.kit.presentation import GamePresentation
from cogs.kit.replay_cache import ReplayCache
from cogs.kit.replies import Interaction, Replies
from cogs.kit.suggestions import Suggestions
from cogs.ops.budget import Budget
from cogs.ops.in_flight import InFlight
from cogs.ops.metrics import Metrics
from cogs.ops.turns import OneByOne, Turns
from computer.review import Review
from imaging import Studio
from matches import ChannelId, Clock, GuildId, Match, Matches, MatchId, UserId
from matches.lifecycle.computers import ComputerTurn, Hint
from matches.model import NoticeId
from matches.players import Player
from matches.services import (
    Guilds,
    Host,
    Ladders,
    Leaderboards,
    Notifications,
    Pinned,
    Privacy,
    Sharing,
    Spectators,
)
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from cogs.delivery.connection_state import ConnectionState

__all__ = ["Context", "Interaction", "MatchCards", "MemberNames"]


class MatchCards(Protocol):
    """The cards of a match, as ``cogs.panels.match.match_card`` makes them."""

    async def of(
        self,
        match: Match,
        *,
        above: str = "",
        reader: UserId | None = None,
    ) -> Card:
        """The present card of a match."""

    async def board_only(
        self,
        match: Match,
        *,
        above: str = "",
        below: Sequence[Any] = (),
        reader: UserId | None = None,
    ) -> Card:
        """The present board to look at, without its controls."""

    async def pick_panel(self, match: Match, user: UserId, draft: Sequence[str | None]) -> Card:
        """The menus of a pick."""

    def pick_confirmed(self, match: Match, user: UserId) -> Card:
        """The pick, for its own player."""

    def ended(self, match: Match) -> str:
        """Describe in a sentence how a finished match ended."""

    async def theme(self, match: Match, reader: UserId | None = None) -> str:
        """The theme in which a match is drawn."""

    async def theme_for(self, guild: int | None, reader: UserId | None = None) -> str:
        """The theme of a server or reader."""


class MemberNames(Protocol):
    """People of a server, as ``cogs.delivery.members`` looks them up."""

    async def absent(self, guild: GuildId, users: Iterable[UserId]) -> bool:
        """Note those who have left; returns true if there is one."""

    async def names(self, guild: GuildId | None, players: Sequence[Player]) -> Mapping[Player, str]:
        """The names of players, as readers see them."""

    async def names_in_time(self, guild: GuildId, users: Collection[UserId]) -> Mapping[UserId, str]:
        """The names of users as plain text, as far as they are known in good time."""

    async def avatars(self, guild: GuildId, users: Sequence[UserId]) -> Mapping[UserId, bytes]:
        """The avatars, as image files."""


class MatchReviews(Protocol):
    """Reviews of finished matches, as ``cogs.delivery.computer.reviewer`` has them made."""

    async def kept(self, match: Match) -> Review | None:
        """The review of a match, if it was made before. Raises ReviewError for a match that has none."""

    def begin(self, match: Match, user: UserId) -> asyncio.Task[Review]:
        """Have a match looked back at. The task raises Refusal where that fails, and so does this."""

    def share(self, match_id: MatchId) -> float:
        """The share of a review that is done, from 0 to 1."""

    def follow(self, showing: Coroutine[Any, Any, None]) -> None:
        """Run what shows a review once it is done."""


class Context(Protocol):
    """The bot, as a panel sees it."""

    @property
    def bot(self) -> discord.AutoShardedClient:
        """The client."""

    @property
    def clock(self) -> Clock:
        """The time."""

    @property
    def studio(self) -> Studio:
        """Draws pictures."""

    @property
    def presentations(self) -> Mapping[str, GamePresentation]:
        """The games as people meet them, by key."""

    @property
    def matches(self) -> Matches:
        """The life of a match."""

    @property
    def notifications(self) -> Notifications:
        """Messages owed, and what people have set."""

    @property
    def spectators(self) -> Spectators:
        """Spectators and the matches they watch."""

    @property
    def leaderboards(self) -> Leaderboards:
        """Ratings and tables."""

    @property
    def ladders(self) -> Ladders:
        """Ladders of servers."""

    @property
    def pinned(self) -> Pinned:
        """The lists of servers."""

    @property
    def sharing(self) -> Sharing:
        """Shared matches and records."""

    @property
    def privacy(self) -> Privacy:
        """Blocks, exports and erasure."""

    @property
    def guilds(self) -> Guilds:
        """The settings of servers."""

    @property
    def host(self) -> Host:
        """Settings and figures of the bot as a whole."""

    @property
    def replies(self) -> Replies:
        """Answers to interactions."""

    @property
    def lookup(self) -> Lookup:
        """Finds the match that somebody means."""

    @property
    def suggestions(self) -> Suggestions:
        """Autocompletion."""

    @property
    def cards(self) -> MatchCards:
        """The cards of a match."""

    @property
    def members(self) -> MemberNames:
        """People of a server."""

    @property
    def replay_cache(self) -> ReplayCache:
        """Records from elsewhere, replayed."""

    @property
    def beginnings(self) -> OneByOne[UserId]:
        """Turns at beginning a match by a click: of two at a time the second sees what the first began."""

    @property
    def files(self) -> Turns:
        """Turns at films and records."""

    @property
    def large_files(self) -> Turns:
        """Turns at looking through an export that was brought in."""

    @property
    def exports(self) -> Turns:
        """Turns at exports."""

    @property
    def reviews(self) -> MatchReviews:
        """Reviews of finished matches."""

    @property
    def deadlines(self) -> Deadlines:
        """The seconds given to what is waited for."""

    @property
    def budget(self) -> Budget:
        """The requests that wait for Discord."""

    @property
    def metrics(self) -> Metrics:
        """Counts for Prometheus."""

    @property
    def in_flight(self) -> InFlight:
        """The work in progress."""

    @property
    def connection(self) -> ConnectionState:
        """The connection to Discord."""

    async def refusal(
        self, interaction: Interaction, error: Exception, sentence: str, reader: UserId | None
    ) -> Card:
        """A refusal with the ways on that there are: a menu, or buttons."""

    async def show(self, interaction: Interaction, match: Match) -> Match:
        """Show a change; the person is told privately if that cannot be done now."""

    async def show_all(self, matches: Sequence[Match]) -> None:
        """Show changes of several matches; one that cannot be shown now is left to the sweep."""

    async def show_rematch(self, interaction: Interaction, finished: Match) -> None:
        """Show the challenge of a rematch."""

    async def rematch_place(self, finished: Match) -> ChannelId:
        """The place where a rematch is to be offered."""

    async def hint(self, turn: ComputerTurn, user: UserId) -> Hint | None:
        """The computer's advice to ``user``, which is counted; None where it has no time."""

    async def file_about(self, user: UserId) -> Documents:
        """All that is stored about somebody. Raises TooLargeError and StoppedError."""

    async def backlog(self) -> Mapping[str, tuple[int, float]]:
        """The computer's jobs that nobody has begun, by kind: how many, and the seconds the oldest waits."""

    async def withdraw_notice(self, match_id: MatchId, notice_id: NoticeId, user: UserId) -> None:
        """Take away one message of a person."""

    async def take_champions_roles(self, guild: GuildId) -> None:
        """Take the champions' role of a server away from all who wear it."""

    async def erase(self, user: UserId) -> bool:
        """Erase a person who asked for it; returns true once that is done."""
