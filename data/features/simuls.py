"""Simuls, and the places of the players who wait for a match in them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal_column,
    not_,
    or_,
    select,
    update,
)

from data.features.rows import FeatureRows, PruneRule, RowRule, is_about
from data.personal_rows import PSEUDONYM, USER, PersonalRows, own
from data.schema import RowId, UtcTime, always, index_where, keys, match, maybe, metadata, table, utc
from data.shared_parameters import GUILD_ID, LIMIT, SINCE, USER_ID
from matches.model import GuildId, UserId

OPEN, STARTED, FINISHED, CALLED_OFF, EXPIRED = PHASES = (
    "open",
    "started",
    "finished",
    "called-off",
    "expired",
)
"""The phases of a simul."""
UNFINISHED: Final = (OPEN, STARTED)
NOT_STARTED: Final = (CALLED_OFF, EXPIRED)
MOST_PLACES: Final = 20
"""The most places of a simul."""
KEPT: Final = timedelta(days=90)
"""The time for which simuls that were not started are kept."""
END_TOLD_KEPT: Final = timedelta(days=30)
"""The time for which the fact is kept that a simul's end was announced."""

# Simuls, and the players without a match in those that are open or being started.
simul = Table(
    "simul",
    metadata,
    Column("id", RowId, primary_key=True),
    *always(Integer, "version"),
    *always(Text, "phase", "game"),
    *always(BigInteger, "guild_id", "channel_id", "host"),
    *always(UtcTime, "created_at", "closes_at"),
    *always(Text, "pace"),
    *always(Integer, "places"),
    *maybe(Text, "side"),  # the host's on every board; null: the sides change
    *always(Boolean, "rated"),
    *maybe(BigInteger, "message"),  # the card
    *maybe(Text, "digest"),  # a hash of what the card shows
    *maybe(UtcTime, "shown_at"),
    *always(Integer, "lost"),  # how often users deleted the card
    *maybe(UtcTime, "due_at", "claimed_until"),
    # Ids are never reused: matches keep them, and old buttons.
    sqlite_autoincrement=True,
)
index_where(simul.c.due_at.is_not(None), simul.c.due_at, simul.c.id)
Index(None, simul.c.host, simul.c.phase)
Index(None, simul.c.phase, simul.c.created_at)
simul_place = table(
    "simul_place",
    Column("simul_id", BigInteger, ForeignKey("simul.id"), primary_key=True, nullable=False),
    *keys(BigInteger, "user_id"),
    *always(Integer, "number"),  # the order in which players joined
    *always(UtcTime, "joined_at"),
    *always(Boolean, "taken_out"),  # by the host, for good
)
Index(None, simul_place.c.user_id)

SIMUL_ID: Final = bindparam("simul_id", type_=BigInteger)
HOST: Final = bindparam("host", type_=BigInteger)
LOCKED: Final = select(simul).where(simul.c.id == SIMUL_ID).with_for_update()
HOSTED: Final = (
    select(simul.c.id).where(simul.c.host == USER_ID, simul.c.phase.in_(UNFINISHED)).order_by(simul.c.id)
)
_PLACES_OF: Final = select(simul_place.c.simul_id).where(simul_place.c.user_id == USER_ID)
JOINED: Final = _PLACES_OF.where(simul_place.c.taken_out.is_(False)).order_by(simul_place.c.simul_id)
WITH_HOST: Final = (
    select(simul.c.id)
    .join(simul_place, simul_place.c.simul_id == simul.c.id)
    .where(simul_place.c.user_id == USER_ID, simul_place.c.taken_out.is_(False), simul.c.host == HOST)
)
_POSTED: Final = (
    select(simul.c.created_at)
    .where(
        simul.c.host == USER_ID,
        simul.c.phase.in_((OPEN, *NOT_STARTED)),
        simul.c.created_at > SINCE,
    )
    .order_by(simul.c.created_at.desc())
    .limit(LIMIT)
)


# --- changing: the simul's row is locked first ------------------------------------------------------------


def touched(now: datetime) -> dict[str, Any]:
    """The columns that every change of a simul writes: the version, and being due at once."""
    return {"version": simul.c.version + 1, "due_at": utc(now)}


def change(connection: Connection, simul_id: int, now: datetime, **columns: object) -> None:
    """Write a change of a simul."""
    changed = update(simul).where(simul.c.id == simul_id)
    connection.execute(changed.values({**touched(now), **columns}))


def dismiss(connection: Connection, simul_id: int) -> None:
    """Delete all places."""
    connection.execute(delete(simul_place).where(simul_place.c.simul_id == simul_id))


def drop(connection: Connection, simul_id: int, user_id: UserId) -> bool:
    """Delete a place; returns False if there was none."""
    theirs = (simul_place.c.simul_id == simul_id, simul_place.c.user_id == user_id)
    return connection.execute(delete(simul_place).where(*theirs)).rowcount == 1


def drop_place(connection: Connection, simul_id: int, user_id: UserId, now: datetime) -> None:
    """Delete a place that gets no match. Harmless twice."""
    connection.execute(LOCKED, {"simul_id": simul_id}).all()
    if drop(connection, simul_id, user_id):
        change(connection, simul_id, now)


def part(connection: Connection, one: UserId, other: UserId, now: datetime) -> None:
    """Delete the places that either of two users has with the other."""
    for host, player in ((one, other), (other, one)):
        for found in connection.scalars(WITH_HOST, {"user_id": player, "host": host}).all():
            drop_place(connection, found, player, now)


def leave_all(
    connection: Connection, user_id: UserId, now: datetime, guild_id: GuildId | None = None
) -> None:
    """Delete a user's places and call off the simuls they host, in all servers or in one.

    The matches of a started simul go on; players without one get none.
    """
    asked = {"user_id": user_id}
    found = {*connection.scalars(_PLACES_OF, asked), *connection.scalars(HOSTED, asked)}
    # In the order of their ids, so that two users who leave at once cannot deadlock.
    for simul_id in sorted(found):
        present = connection.execute(LOCKED, {"simul_id": simul_id}).one()
        if guild_id not in (None, present.guild_id):
            continue
        if present.host != user_id:
            if drop(connection, simul_id, user_id):
                change(connection, simul_id, now)
            continue
        dismiss(connection, simul_id)
        phase = {"phase": CALLED_OFF} if present.phase == OPEN else {}
        change(connection, simul_id, now, **phase)


# --- what can go ------------------------------------------------------------------------------------------


def _old(now: datetime) -> ColumnElement[bool]:
    """Old simuls that were not started. Their places were deleted when they ended."""
    return and_(simul.c.phase.in_(NOT_STARTED), simul.c.created_at < now - KEPT)


def _told_of_over(now: datetime) -> ColumnElement[bool]:
    boards = and_(match.c.simul == simul.c.id, match.c.simul > literal_column("0"))
    return exists().where(
        is_about("simul", simul.c.id),
        simul.c.phase == FINISHED,
        simul.c.due_at.is_(None),
        not_(exists().where(boards, match.c.changed_at >= now - END_TOLD_KEPT)),
    )


# --- rules of data check ----------------------------------------------------------------------------------

_place = simul_place.c
_waits = (_place.simul_id == simul.c.id, _place.taken_out.is_(False))
_taken = select(func.count()).select_from(simul_place).where(*_waits).scalar_subquery()
_boards = exists().where(match.c.simul == simul.c.id, match.c.simul > 0)
_RULES: Final = (
    RowRule(
        "simul={id}: its phase is {phase!r}, which nobody knows",
        select(simul.c.id, simul.c.phase).where(simul.c.phase.not_in(PHASES)),
    ),
    RowRule(
        "simul={id}: {taken} of {places} places are taken",
        select(simul.c.id, simul.c.places, _taken.label("taken")).where(
            or_(_taken > simul.c.places, simul.c.places > MOST_PLACES)
        ),
    ),
    RowRule(
        "simul={id}: it is {phase}, and players wait for a board",
        select(simul.c.id, simul.c.phase).where(simul.c.phase.not_in(UNFINISHED), exists().where(*_waits)),
    ),
    RowRule(
        "simul={id}: it is {phase}, and has boards",
        select(simul.c.id, simul.c.phase).where(simul.c.phase.not_in((STARTED, FINISHED)), _boards),
    ),
    RowRule(
        "simul={simul_id}: user={user_id} is its host and has a place",
        select(_place.simul_id, _place.user_id)
        .join(simul, simul.c.id == _place.simul_id)
        .where(simul.c.host == _place.user_id),
    ),
    RowRule(
        "simul={simul_id}: {places} places have number {number}",
        select(_place.simul_id, _place.number, func.count().label("places"))
        .group_by(_place.simul_id, _place.number)
        .having(func.count() > 1),
    ),
    RowRule(
        "match={id}: it is a board of simul={simul}, which there is not",
        select(match.c.id, match.c.simul).where(
            match.c.simul > 0, ~exists().where(simul.c.id == match.c.simul)
        ),
    ),
    RowRule(
        "match={id}: it is a board of simul={simul}, and its challenger is not the host",
        select(match.c.id, match.c.simul)
        .join(simul, simul.c.id == match.c.simul)
        .where(match.c.simul > 0, match.c.challenger != simul.c.host),
    ),
)

ROWS: Final = FeatureRows(
    name="simuls",
    tables=(simul, simul_place),
    personal=(
        own(simul_place, "places in simuls that are not started"),
        PersonalRows(
            simul,
            "simuls hosted",
            (simul.c.host,),
            simul.c.host == USER,
            {
                "host": PSEUDONYM,
                "version": simul.c.version + 1,
                # Due since it was made, so that its card no longer names its host.
                "due_at": simul.c.created_at,
                "phase": case((simul.c.phase == OPEN, CALLED_OFF), else_=simul.c.phase),
            },
        ),
    ),
    stop=leave_all,
    part=part,
    takes_part=or_(
        HOSTED.where(simul.c.guild_id == GUILD_ID).exists(),
        JOINED.where(
            simul.c.id == simul_place.c.simul_id,
            simul.c.guild_id == GUILD_ID,
            simul.c.phase.in_(UNFINISHED),
        ).exists(),
    ),
    leave_guild=leave_all,
    posted=_POSTED,
    pruned=(PruneRule("simuls that were not started", simul, _old),),
    told_of_over=_told_of_over,
    rules=_RULES,
)
