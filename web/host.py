"""The bot, as the page needs it: everything that only Discord or the cards' own words can tell or show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from engines import Action
from imaging import Studio
from matches import Clock, Match, UserId
from matches.lifecycle.match_context import Loaded
from matches.lines import LineSpot, LineTree
from matches.model import Person
from matches.summaries import MatchSummary
from services import Services
from web.live import OpenPages
from web.sessions import WebSessions


class LinesHost(Protocol):
    """The lines that a reader tries, and the moves in advance that come of them."""

    async def tree(self, match: Match, reader: UserId) -> LineTree:
        """A reader's tree on a match as it stands now."""

    async def try_action(
        self, match: Match, reader: UserId, spot: LineSpot, mark: int, action: Action
    ) -> tuple[LineTree, LineSpot | None]:
        """Add an action to the tree; also the spot after it, None if the position with ``mark`` is gone."""

    async def delete(self, match: Match, reader: UserId, node: int) -> LineTree:
        """Delete a node and all below it. Harmless twice."""

    def plan_in_words(self, match: Match, reader: UserId, tree: LineTree, node: int) -> Sequence[str]:
        """The answers that the line to a node would save, a sentence each; empty if it can't save any."""

    async def plan(self, match: Match, reader: UserId, tree: LineTree, node: int) -> None:
        """Save those answers. Raises MatchError where that can't be done."""

    async def planned(self, match: Match, reader: UserId) -> Sequence[tuple[int, str]]:
        """The answers that are saved, each with its number."""

    async def take_back(self, match: Match, reader: UserId, number: int) -> None:
        """Take back an answer, and those that follow it. Raises MatchError if it is gone."""


class BoardHost(Protocol):
    """The bot behind a page. Its sentences are plain text, in English."""

    services: Services
    studio: Studio
    clock: Clock
    pages: OpenPages
    """The open pages of the process."""

    @property
    def lines(self) -> LinesHost:
        """The lines that readers try."""

    @property
    def sessions(self) -> WebSessions:
        """The sessions of browsers."""

    async def picture_key(self) -> bytes:
        """The key that seals names of pictures, the same in all processes."""

    async def may_watch(self, match: Match, reader: UserId) -> bool:
        """True if a reader who doesn't play in a match may look at it; False if Discord can't be asked."""

    async def names(self, match: Match | MatchSummary) -> Mapping[UserId, str]:
        """The names of a match's people, as far as they're known in time."""

    async def name(self, user: UserId) -> str:
        """The name of a user's account, or plain words."""

    async def theme(self, loaded: Loaded, reader: UserId) -> str:
        """The theme in which a reader sees a match's boards."""

    def asks_before_sending(self, person: Person) -> bool:
        """True unless this player wants their turns sent without *Send*."""

    def words(self, game: str) -> Mapping[str, str]:
        """A game's words for parts of an action that are no points; ``{side}`` in them is the side to act."""

    def question(self, game: str) -> str:
        """The question to a player who has to choose one of a few; empty if a game has no such choice."""

    def ending(self, match: Match, names: Mapping[UserId, str]) -> str:
        """The ending of a finished match, in a sentence."""

    def sentence(self, error: Exception, reader: UserId) -> str | None:
        """A refusal in words; None for an error that is no refusal."""

    def card_link(self, match: Match | MatchSummary) -> str:
        """The address of a match's card on Discord."""

    def show(self, match: Match) -> None:
        """Begin to show a changed match on Discord, and to think where the computer is to move."""

    def working(self) -> AbstractContextManager[None]:
        """While something is done that the bot's end waits for. Raises ClosingError once that has begun."""
