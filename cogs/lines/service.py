"""Lines that users try on private boards: read, and changed a tap at a time; none is lost or doubled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from sqlalchemy import BigInteger, Integer, Text, bindparam, delete, select, update

from data.errors import DAMAGED
from data.features.lines import line_tree, on_open_match
from data.shared_parameters import GAME, LIMIT, MATCH_ID, USER_ID
from data.writing import insert_missing
from engines import Action
from engines.record import History
from matches import lines
from matches.errors import DamagedError, StoreUnavailableError
from matches.lines import MOST_TREES, LineKey, LineSpot, LineTree, current_spot, playable, record_of
from matches.model import NO_MATCH
from services.operations import Operations, Transaction, reads, writes

log = logging.getLogger(__name__)

_TRIES: Final = 20
"""Attempts at a change while other changes of the same tree are faster."""

_TREE: Final = select(line_tree.c.revision, line_tree.c.body).where(
    line_tree.c.user_id == USER_ID, line_tree.c.match_id == MATCH_ID, line_tree.c.game == GAME
)
_CHANGE: Final = (
    update(line_tree)
    .where(
        line_tree.c.user_id == bindparam("of_user", type_=BigInteger),
        line_tree.c.match_id == bindparam("of_match", type_=BigInteger),
        line_tree.c.game == bindparam("of_game", type_=Text),
        line_tree.c.revision == bindparam("seen", type_=Integer),
    )
    .values(revision=line_tree.c.revision + 1)
)
_BEYOND: Final = (
    select(line_tree.c.match_id)
    .where(line_tree.c.user_id == USER_ID, line_tree.c.match_id != NO_MATCH, ~on_open_match)
    .order_by(line_tree.c.changed_at.desc(), line_tree.c.match_id.desc())
    .offset(LIMIT)
)


class StoredTree(NamedTuple):
    """A tree as it is stored, and the revision that every change of it raises; 0: it isn't stored."""

    tree: LineTree
    revision: int


class Lines(Operations):
    """The trees of lines of users. ``history`` is that of the match, or of the start of a game."""

    async def tree(self, key: LineKey, history: History) -> LineTree:
        """A user's tree on the present record; empty if nothing was tried."""
        return (await self.stored(key)).tree.followed(record_of(history))

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
            reached = current_spot(history, tree, spot, mark)
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
            stored = await self.stored(key)
            changed = change(stored.tree.followed(record))
            if changed == stored.tree:
                return changed
            if await self.save(key, StoredTree(changed, stored.revision)):
                return changed
        log.warning("match=%s user=%s their lines keep changing: a tap is refused", key.match_id, key.user_id)
        raise StoreUnavailableError("too many changes of the same lines at once; try again")

    @reads
    def stored(self, tx: Transaction, key: LineKey) -> StoredTree:
        """A stored tree, or an empty one."""
        return _stored(tx, key)

    @writes()
    def save(self, tx: Transaction, key: LineKey, changed: StoredTree) -> bool:
        """Store a changed tree over the revision that it was read with; False if another change was faster.

        A new tree takes the place of the oldest where a user has more than MOST_TREES on matches that are
        over.
        """
        user, match, game = key
        columns = {"body": lines.written(changed.tree), "changed_at": tx.now}
        if changed.revision:
            whose = {"of_user": user, "of_match": match, "of_game": game, "seen": changed.revision}
            return tx.execute(_CHANGE, {**whose, **columns}).rowcount == 1
        # Of two at the same time the second is skipped, and finds what the first has stored.
        insert_missing(tx.connection, line_tree, [{**key._asdict(), "revision": 1, **columns}])
        if _stored(tx, key) != StoredTree(changed.tree, 1):
            return False
        if beyond := tx.scalars(_BEYOND, {"user_id": user, "limit": MOST_TREES}).all():
            old = delete(line_tree).where(line_tree.c.user_id == user, line_tree.c.match_id.in_(beyond))
            tx.execute(old)
        return True


def _stored(tx: Transaction, key: LineKey) -> StoredTree:
    found = tx.execute(_TREE, key._asdict()).one_or_none()
    if found is None:
        return StoredTree(LineTree(), 0)
    try:
        return StoredTree(lines.read(found.body), found.revision)
    except ValueError as error:
        raise DamagedError(f"{DAMAGED} (lines of match={key.match_id}: {error})") from None
