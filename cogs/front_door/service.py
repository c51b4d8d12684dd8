"""Keeps where the front doors of servers are, and the lists that are there from before."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import RowMapping, Select, case, exists, select, update

from cogs.front_door.rules import FOUR_LISTS, DoorKind, DoorMessage
from data import outbox
from data.features.front_door import DOOR, pinned_list
from data.shared_parameters import GUILD_ID
from data.stores.queries import in_shards
from data.writing import insert_missing
from matches.guilds.shards import NONE, Shards
from matches.model import GuildId
from services.core import Core
from services.operations import Operations, Transaction, reads, writes

LEASE: Final = timedelta(minutes=2)
"""The time for which a front door is claimed, before another process may try."""
EVERY: Final = timedelta(minutes=15)
"""The time until a front door is checked without a known change: other processes may have made some."""

_COLUMNS: Final = ("channel", "message", "digest", "shown_at", "pinned", "lost")
_FOUR: Final = [kind.value for kind in FOUR_LISTS]
_KNOWN: Final = pinned_list.c.kind.in_([DOOR, *_FOUR])
"""Leaves out kinds of later versions of the bot."""
_IS_DOOR: Final = pinned_list.c.kind == DOOR
_LIST: Final = pinned_list.alias("list")
_HAS_LISTS: Final = exists().where(_LIST.c.guild_id == pinned_list.c.guild_id, _LIST.c.kind.in_(_FOUR))
DUE: Final = outbox.due(pinned_list, _IS_DOOR).add_columns(_HAS_LISTS.label("has_lists"))
KEEPERS: Final = select(pinned_list.c.guild_id).distinct().order_by(pinned_list.c.guild_id)
OF_GUILD: Final = (
    select(pinned_list).where(pinned_list.c.guild_id == GUILD_ID, _KNOWN).order_by(pinned_list.c.kind)
)


class FrontDoors(Operations):
    """Front doors; one process at a time updates each.

    Changes to what they show are kept in memory by :class:`Core`. So a process that takes over servers, at
    its start or from another process, checks all their doors once: a few at a time, beside those that change.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._known = NONE
        """The shards whose front doors this process has checked, or has queued for that."""
        self._unseen: list[GuildId] = []
        """Servers newly taken over, whose front doors are still to be checked."""

    @property
    def has_news(self) -> bool:
        """True if :meth:`due` has something to do even if none is due in the database."""
        return bool(self._unseen or self._core.changed_guilds) or self._shards_to_know() != self._known

    async def due(self, limit: int) -> tuple[DoorMessage, ...]:
        """Claim due front doors, at most ``limit``."""
        await self._record_new_shards()
        changed = self._core.take_changed_guilds()
        room = max(0, limit - len(changed))
        unseen, self._unseen = self._unseen[:room], self._unseen[room:]
        if changed or unseen:
            await self.wake(changed.union(unseen))
        return await self.claim(limit, self._core.territory.shards)

    async def _record_new_shards(self) -> None:
        """Queue the servers taken over since the last look: what changed in them before is unknown."""
        to_know = self._shards_to_know()
        if new := set(to_know.numbers) - self._kept_shards():
            theirs = await self.keepers(Shards.of(to_know.count, new))
            self._unseen = sorted({*self._unseen, *theirs})
        self._known = to_know

    def _shards_to_know(self) -> Shards:
        """The shards that this process handles, and those that it has handled and still has."""
        there = self._core.territory.shards
        return Shards.of(there.count, self._kept_shards().union(there.numbers))

    def _kept_shards(self) -> set[int]:
        """The known shards that this process still has."""
        territory, known = self._core.territory, self._known
        if known.count != territory.shards.count:
            return set()
        return set(known.numbers) & set(territory.mine.numbers)

    @writes()
    def wake(self, tx: Transaction, guild_ids: Collection[GuildId]) -> None:
        """Make the front doors of these servers due, and give one to those that have lists from before."""
        theirs = pinned_list.c.guild_id.in_(sorted(guild_ids))
        have_lists = select(pinned_list.c.guild_id).where(theirs, pinned_list.c.kind.in_(_FOUR)).distinct()
        new = {"kind": DOOR, "due_at": tx.now, "pinned": False, "lost": 0}
        rows = [{"guild_id": guild, **new} for guild in tx.scalars(have_lists)]
        if rows:
            insert_missing(tx.connection, pinned_list, rows)
        due_later = (theirs, _IS_DOOR, pinned_list.c.due_at > tx.now)
        tx.execute(update(pinned_list).where(*due_later).values(due_at=tx.now))

    @writes()
    def claim(self, tx: Transaction, limit: int, shards: Shards) -> tuple[DoorMessage, ...]:
        """Claim due front doors for LEASE, the longest due first, at most ``limit``."""
        query = in_shards(DUE, shards, pinned_list.c.guild_id)
        found = outbox.claim(tx.connection, pinned_list, query, tx.now, tx.now + LEASE, limit)
        return tuple(map(_read, found))

    @reads
    def keepers(self, tx: Transaction, shards: Shards) -> tuple[GuildId, ...]:
        """The servers of ``shards`` that have a front door or lists, by id."""
        return tuple(map(GuildId, tx.scalars(in_shards(KEEPERS, shards, pinned_list.c.guild_id))))

    @reads
    def of_guild(self, tx: Transaction, guild_id: GuildId) -> tuple[DoorMessage, ...]:
        """The front door and the lists of a server, by kind."""
        return tuple(map(_read, tx.execute(OF_GUILD, {"guild_id": guild_id}).mappings()))

    @writes()
    def record(self, tx: Transaction, kept: DoorMessage) -> None:
        """Record the state of a message in Discord; what is claimed stays so."""
        outbox.record(tx.connection, pinned_list, _key(kept), **_columns(kept))

    @writes()
    def settle(self, tx: Transaction, kept: DoorMessage, again: datetime | None = None) -> None:
        """Give back a claimed front door, due at ``again``, after EVERY, or at the next change.

        One whose server chose its channel again since it was claimed stays due.
        """
        later = again or tx.now + EVERY
        outbox.settle_unless_due(tx.connection, pinned_list, _key(kept), kept.due_at, later, **_columns(kept))

    @writes()
    def drop(self, tx: Transaction, kept: DoorMessage) -> None:
        """Forget a message that is gone, unless the server chose its channel again since then."""
        outbox.drop(tx.connection, pinned_list, _key(kept), outbox.is_due_as(pinned_list, kept.due_at))
        outbox.settle(tx.connection, pinned_list, _key(kept))


def due_queries(shards: Shards) -> Sequence[Select[Any]]:
    """The query by which due front doors are claimed."""
    return [in_shards(DUE, shards, pinned_list.c.guild_id)]


def _read(row: RowMapping) -> DoorMessage:
    kept = {name: row[name] for name in (*_COLUMNS, "due_at")}
    has_lists = bool(row.get("has_lists", False))
    return DoorMessage(GuildId(row["guild_id"]), DoorKind(row["kind"]), **kept, has_lists=has_lists)


def _columns(kept: DoorMessage) -> dict[str, Any]:
    columns = {name: getattr(kept, name) for name in _COLUMNS}
    # Once a server chooses its channel again, lost messages count from 0.
    lost = case((outbox.is_due_as(pinned_list, kept.due_at), kept.lost), else_=pinned_list.c.lost)
    return {**columns, "lost": lost}


def _key(kept: DoorMessage) -> outbox.Key:
    return {"guild_id": kept.guild_id, "kind": kept.kind.value}
