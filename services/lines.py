"""Lines that users try on private boards: read, and changed a tap at a time; none is lost or doubled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from data import stores
from data.stores.lines import StoredTree
from engines import Action
from engines.record import History
from matches.errors import StoreUnavailableError
from matches.lines import LineKey, LineSpot, LineTree, playable, record_of, settled
from services.core import Core

log = logging.getLogger(__name__)

_TRIES: Final = 20
"""Attempts at a change while other changes of the same tree are faster."""


class Lines:
    """The trees of lines of users. ``history`` is that of the match, or of the start of a game."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def tree(self, key: LineKey, history: History) -> LineTree:
        """A user's tree on the present record; empty if nothing was tried."""
        stored = await self._db.read(stores.lines.tree, key)
        return stored.tree.followed(record_of(history))

    async def try_action(
        self, key: LineKey, history: History, spot: LineSpot, mark: int, action: Action
    ) -> tuple[LineTree, LineSpot | None]:
        """Add an action to the tree where it wasn't tried before; returns the position after it.

        ``mark`` is that of the position that the user saw at ``spot``: None if that is gone. Raises Refused.
        """
        record = record_of(history)
        reached: LineSpot | None = None

        def add(tree: LineTree) -> LineTree:
            nonlocal reached
            reached = settled(history, tree, spot, mark)
            if reached is not None:
                tree, reached = tree.added(reached, str(action), record)
            return tree

        return await self._change(key, history, add), reached

    async def name(self, key: LineKey, history: History, number: int, name: str) -> LineTree:
        """Name a node of the tree; an empty text takes its name away."""
        return await self._change(key, history, lambda tree: tree.named(number, name))

    async def delete(self, key: LineKey, history: History, number: int) -> LineTree:
        """Delete a node and all below it. Harmless twice."""
        return await self._change(key, history, lambda tree: tree.without(number))

    async def mend(self, key: LineKey, history: History) -> LineTree:
        """Drop what can't be played any more, as after a change of the game's rules."""
        tree = await self.tree(key, history)
        kept = await asyncio.to_thread(playable, history, tree)
        gone = {node.number for node in tree.nodes} - {node.number for node in kept.nodes}
        log.warning("match=%s lines that can't be played are dropped: moves=%s", key.match_id, len(gone))

        def drop(present: LineTree) -> LineTree:
            for number in gone:
                present = present.without(number)
            return present

        return await self._change(key, history, drop)

    async def _change(
        self, key: LineKey, history: History, change: Callable[[LineTree], LineTree]
    ) -> LineTree:
        """The tree after ``change``, which is done again on the present tree where another one was faster."""
        record = record_of(history)
        for _ in range(_TRIES):
            stored = await self._db.read(stores.lines.tree, key)
            changed = change(stored.tree.followed(record))
            if changed == stored.tree:
                return changed
            after = StoredTree(changed, stored.revision)
            if await self._db.write(stores.lines.save, key, after, self._core.now()):
                return changed
        log.warning("match=%s user=%s their lines keep changing: a tap is refused", key.match_id, key.user_id)
        raise StoreUnavailableError("too many changes of the same lines at once; try again")
