"""The places on each server's ladder of a game, and their history.

A ladder is read whole and changed as a value; then the differences are written. Places are numbered by their
order, so that a deleted row leaves no gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BigInteger, Column, Connection, Index, Integer, Table, Text, delete, insert, select

from data.database import AdvisoryLock, one_at_a_time
from data.features.rows import FeatureRows
from data.personal_rows import own
from data.schema import RowId, UtcTime, always, keys, metadata, table
from data.shared_parameters import GAME, GUILD_ID, USER_ID
from data.writing import upsert_all
from matches.ladder import Ladder, LadderKey, PlaceReason, Rung, changes
from matches.model import GuildId, UserId

# Each place with the time at which its player slides down.
ladder_place = table(
    "ladder_place",
    *keys(BigInteger, "guild_id"),
    *keys(Text, "game"),
    *keys(BigInteger, "user_id"),
    *always(Integer, "place"),
    *always(UtcTime, "joined_at", "slides_at"),
)
Index(None, ladder_place.c.user_id)
Index(
    "ix_ladder_place_slides_at_guild_id_game",
    *(ladder_place.c[name] for name in ("slides_at", "guild_id", "game")),
)
ladder_history = Table(
    "ladder_history",
    metadata,
    Column("id", RowId, primary_key=True),
    *always(BigInteger, "guild_id"),
    *always(Text, "game"),
    *always(BigInteger, "user_id"),
    *always(Integer, "place"),  # 0: off the ladder
    *always(Text, "reason"),
    *always(UtcTime, "at"),
)
Index(
    "ix_ladder_history_user_id_guild_id_game_id",
    *(ladder_history.c[name] for name in ("user_id", "guild_id", "game", "id")),
)

BY_PLACE: Final = (ladder_place.c.game, ladder_place.c.place, ladder_place.c.user_id)
_LADDER: Final = (
    select(ladder_place)
    .where(ladder_place.c.guild_id == GUILD_ID, ladder_place.c.game == GAME)
    .order_by(*BY_PLACE)
)
_ON: Final = select(ladder_place.c.guild_id, ladder_place.c.game).where(ladder_place.c.user_id == USER_ID)


def ladder(connection: Connection, key: LadderKey) -> Ladder:
    """A ladder; empty if it has no players."""
    return read(connection.execute(_LADDER, key._asdict()).all())


def locked(connection: Connection, key: LadderKey) -> Ladder:
    """A ladder, locked against other changes until the transaction ends."""
    one_at_a_time(connection, AdvisoryLock.LADDERS)
    return ladder(connection, key)


def read(found: Sequence[Any]) -> Ladder:
    """The ladder of these rows, which are in order."""
    return Ladder(tuple(Rung(UserId(row.user_id), row.joined_at, row.slides_at) for row in found))


def write(
    connection: Connection,
    key: LadderKey,
    before: Ladder,
    after: Ladder,
    reasons: Mapping[UserId, PlaceReason],
    now: datetime,
) -> None:
    """Write the differences between two states of a ladder, and the changed places to its history."""
    for user in {rung.user_id for rung in before.rungs} - {rung.user_id for rung in after.rungs}:
        theirs = (ladder_place.c.guild_id == key.guild_id, ladder_place.c.game == key.game)
        connection.execute(delete(ladder_place).where(*theirs, ladder_place.c.user_id == user))
    if before != after:
        upsert_all(connection, ladder_place, list(_rows(key, after)))
    made = [
        {
            **key._asdict(),
            "user_id": one.user_id,
            "place": one.place,
            "reason": one.reason.value,
            "at": one.at,
        }
        for one in changes(before, after, reasons, now)
    ]
    if made:
        connection.execute(insert(ladder_history), made)


def _rows(key: LadderKey, ladder: Ladder) -> Iterator[dict[str, Any]]:
    """The rows of a ladder: all of them, since a deleted row may have left a gap in the stored places."""
    for place, rung in enumerate(ladder.rungs, 1):
        times = {"joined_at": rung.joined_at, "slides_at": rung.slides_at}
        yield {**key._asdict(), "user_id": rung.user_id, "place": place, **times}


def leave(connection: Connection, key: LadderKey, user_id: UserId, now: datetime) -> None:
    """Take a player off a ladder, if they are on it."""
    before = locked(connection, key)
    write(connection, key, before, before.left(user_id), {user_id: PlaceReason.LEFT}, now)


def leave_all(
    connection: Connection, user_id: UserId, now: datetime, guild_id: GuildId | None = None
) -> None:
    """Take a player off all ladders, or off those of one server."""
    for row in connection.execute(_ON, {"user_id": user_id}).all():
        if guild_id in (None, row.guild_id):
            leave(connection, LadderKey(GuildId(row.guild_id), row.game), user_id, now)


ROWS: Final = FeatureRows(
    name="ladders",
    tables=(ladder_place, ladder_history),
    personal=(
        own(ladder_place, "places on ladders"),
        own(ladder_history, "places on ladders so far"),
    ),
    # A change to a ladder writes all of it, and must not bring back a player who has left.
    lock=AdvisoryLock.LADDERS,
    before_erasure=leave_all,
    takes_part=_ON.where(ladder_place.c.guild_id == GUILD_ID).exists(),
    leave_guild=leave_all,
)
