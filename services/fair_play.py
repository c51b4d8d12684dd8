"""Fair play: the bot gives no help with a position of a running match that the user plays against a person.

All kinds of help are checked here: hints, reviews, practice from a position, and the computer's own turns.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

from cachetools import LRUCache

from data import Database, stores
from engines import EngineError, Position
from engines.record import History
from matches.chores import Chore, ChoreId
from matches.errors import HelpKind, NoHelpError, StoreUnavailableError
from matches.lifecycle.history import KEPT, after_opening, folded
from matches.model import Clock, Match, MatchId, Phase, UserId

log = logging.getLogger(__name__)

HELD: Final = timedelta(minutes=10)
"""The time until a held computer's turn is checked again, if nothing happens.

A change in one of its player's matches releases it at once, if this process makes the change.
"""
MOST: Final = 1_000
"""Matches of a user that are considered: more than any user may have."""

Boards = Mapping[Hashable, MatchId]
"""The present positions of matches, in all their images, and the match of each."""


class FairPlay:
    """The positions in users' running matches between people, and the computer's turns held back for them."""

    def __init__(self, store: Database, clock: Clock) -> None:
        self._db = store
        self._clock = clock
        self._stand: LRUCache[MatchId, tuple[int, Sequence[Hashable]]] = LRUCache(KEPT)
        """The present positions of matches, each with the version of the match that it belongs to."""
        self._held: dict[UserId, set[ChoreId]] = defaultdict(set)
        """The turns that this process holds back, by user."""

    async def boards(self, user: UserId, game: str) -> Boards:
        """The positions in the running matches of ``user`` against people, in one game."""
        found = await self._db.read(stores.lists.listed, user, (Phase.PLAYING,), MOST, game=game)
        theirs = {match.id: match.version for match in found.matches if not match.alone}
        stand = {
            one: known[1] for one in theirs if (known := self._stand.get(one)) and known[0] == theirs[one]
        }
        if unknown := sorted(theirs.keys() - stand.keys()):
            matches = await self._db.read(stores.match_rows.whole_matches, unknown)
            # In a thread: each match is replayed, and the event loop must not wait for that.
            for match, images in await asyncio.to_thread(lambda: [(one, _images(one)) for one in matches]):
                self._stand[match.id] = match.version, images
                stand[match.id] = images
        return {image: match_id for match_id, images in stand.items() for image in images}

    async def check(self, user: UserId, match: Match, history: History, kind: HelpKind) -> None:
        """Raise NoHelpError if a position of ``match`` is on a board of ``user``."""
        await self.check_positions(user, match.game_key, passed(match, history), kind)

    async def check_positions(
        self, user: UserId, game: str, positions: Iterable[Position], kind: HelpKind
    ) -> None:
        """Raise NoHelpError if any of ``positions`` is on a board of ``user``."""
        boards = await self.boards(user, game)
        # Without matches there is nothing to compare.
        if boards and (found := match_with(boards, positions)) is not None:
            raise NoHelpError(found, kind)

    async def hold(self, chore: Chore, users: Iterable[UserId]) -> None:
        """Hold back a turn of the computer until something happens in a match of its player."""
        await self._db.write_unsynced(stores.notices.put_off_chore, chore.id, self._clock() + HELD)
        for user in users:
            self._held[user].add(chore.id)

    async def let_go(self, users: Iterable[UserId]) -> None:
        """Release the turns held back for matches of ``users``, so that they are checked again."""
        for user in users:
            for chore in self._held.pop(user, ()):
                with suppress(StoreUnavailableError):  # it is checked again by itself
                    await self._db.write_unsynced(stores.notices.put_off_chore, chore, self._clock())


def passed(match: Match, history: History) -> Sequence[Position]:
    """The positions of a match that count: those of the opening don't.

    If the match began from a position, the number of turns before it is unknown, and all positions count.
    """
    return after_opening(history, at_once=match.terms.start is not None)


def match_with(boards: Boards, positions: Iterable[Position]) -> MatchId | None:
    """The match with one of ``positions`` on its board, or None."""
    found = (boards.get(position.appearance()) for position in positions)
    return next((match_id for match_id in found if match_id is not None), None)


def _images(match: Match) -> Sequence[Hashable]:
    """The present position of a match in all its images; empty in the opening, and for a damaged match."""
    try:
        history = folded(match)
    except EngineError as error:
        log.error("match=%s cannot be compared with others: %s", match.id, type(error).__name__)
        return ()
    present = after_opening(history)[-1:]
    return [image.appearance() for position in present for image in position.images()]
