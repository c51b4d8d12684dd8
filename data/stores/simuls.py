"""Simuls and the places in them. A place is deleted in the transaction that makes its player's match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
    update,
)

from data import outbox
from data.database import one_at_a_time
from data.parameters import GUILD_ID, LIMIT, USER_ID
from data.schema import UtcTime, match, simul, simul_place, utc
from data.stores.base import check_times, summaries
from data.stores.limits import check_limits, check_posting
from data.stores.privacy import blockers
from data.stores.queries import OPEN, SUMMARY, in_shards
from matches.errors import BlockedError, SimulError, SimulProblem
from matches.model import GuildId, NewMatch, UserId
from matches.players import Human
from matches.shards import ALL, Shards
from matches.simul import (
    NewSimul,
    Simul,
    SimulBoards,
    SimulCard,
    SimulId,
    SimulPhase,
    check_another,
)
from matches.summaries import Limits, LimitsByUser, Posting
from matches.time.pace import Pace
from matches.written import number_of, player_of

SIMUL_ID: Final = bindparam("simul_id", type_=BigInteger)
_OF_CARD: Final = ("message", "digest", "shown_at", "lost")
UNFINISHED: Final = tuple(phase.value for phase in SimulPhase if phase.unfinished)
_due: Final = (simul.c.due_at.is_not(None),)
DUE: Final = outbox.due(simul, *_due)
_THIS: Final = outbox.claimable(simul, simul.c.id == SIMUL_ID, by=simul.c.id)
SIMUL: Final = select(simul).where(simul.c.id == SIMUL_ID)
LOCKED: Final = SIMUL.with_for_update()
PLACES: Final = select(simul_place).where(simul_place.c.simul_id == SIMUL_ID).order_by(simul_place.c.number)
# As the index has it: the value is a literal in the statement.
_IS_BOARD: Final = and_(match.c.simul == SIMUL_ID, match.c.simul > literal_column("0"))
BOARDS: Final = select(*SUMMARY).where(_IS_BOARD).order_by(match.c.id)
COUNT_BOARDS: Final = select(func.count()).select_from(match).where(_IS_BOARD)
HOSTED: Final = (
    select(simul.c.id).where(simul.c.host == USER_ID, simul.c.phase.in_(UNFINISHED)).order_by(simul.c.id)
)
OPEN_IN: Final = (
    select(simul.c.id)
    .where(simul.c.guild_id == GUILD_ID, simul.c.phase == SimulPhase.OPEN.value)
    .order_by(simul.c.created_at.desc(), simul.c.id.desc())
    .limit(LIMIT)
)
PHASES: Final = select(simul.c.phase).where(simul.c.host == USER_ID, simul.c.phase.in_(UNFINISHED))
_joined = select(simul_place.c.simul_id).where(simul_place.c.user_id == USER_ID)
JOINED: Final = _joined.where(simul_place.c.taken_out.is_(False)).order_by(simul_place.c.simul_id)
_HOST: Final = bindparam("host", type_=BigInteger)
WITH_HOST: Final = (
    select(simul.c.id)
    .join(simul_place, simul_place.c.simul_id == simul.c.id)
    .where(simul_place.c.user_id == USER_ID, simul_place.c.taken_out.is_(False), simul.c.host == _HOST)
    .limit(1)
)
PLAYS_HOST: Final = (
    select(match.c.id)
    .where(
        match.c.opponent == USER_ID,
        match.c.phase.in_(OPEN),
        match.c.challenger == _HOST,
        match.c.simul > literal_column("0"),
    )
    .limit(1)
)
COUNT_JOINED: Final = (
    select(
        func.count().label("all"),
        func.coalesce(func.sum(case((simul.c.guild_id == GUILD_ID, 1), else_=0)), 0).label("in_guild"),
    )
    .select_from(simul_place)
    .join(simul, simul.c.id == simul_place.c.simul_id)
    .where(simul_place.c.user_id == USER_ID, simul_place.c.taken_out.is_(False))
)


# --- reading ----------------------------------------------------------------------------------------------


def load(connection: Connection, simul_id: SimulId) -> Simul:
    """A simul. Raises SimulError for an unknown id."""
    return _whole(connection, connection.execute(SIMUL, {"simul_id": simul_id}).mappings().one_or_none())


def with_boards(connection: Connection, simul_id: SimulId) -> SimulBoards:
    """A simul with its matches, in one snapshot. Raises SimulError for an unknown id."""
    found = load(connection, simul_id)
    return SimulBoards(found, summaries(connection, BOARDS, {"simul_id": simul_id}).matches)


def hosted(connection: Connection, user_id: UserId) -> tuple[SimulBoards, ...]:
    """The unfinished simuls that a user hosts, with their matches, by id."""
    return tuple(
        with_boards(connection, one) for one in connection.scalars(HOSTED, {"user_id": user_id}).all()
    )


def open_in(connection: Connection, guild_id: GuildId, limit: int) -> tuple[Simul, ...]:
    """The simuls of a server that players may join, newest first, at most ``limit``."""
    found = connection.scalars(OPEN_IN, {"guild_id": guild_id, "limit": limit}).all()
    return tuple(load(connection, one) for one in found)


def joined(connection: Connection, user_id: UserId) -> tuple[Simul, ...]:
    """The simuls in which a user has a place and no match yet, by id."""
    return tuple(load(connection, one) for one in connection.scalars(JOINED, {"user_id": user_id}).all())


def _whole(connection: Connection, row: RowMapping | None) -> Simul:
    if row is None:
        raise SimulError(SimulProblem.NO_SUCH)
    places = connection.execute(PLACES, {"simul_id": row["id"]}).all()
    return _read(row, places)


def _read(row: RowMapping, places: Sequence[Any]) -> Simul:
    same = ("id", "version", "guild_id", "channel_id", "created_at", "closes_at", "places", "side", "rated")
    return Simul(
        **{name: row[name] for name in same},
        phase=SimulPhase(row["phase"]),
        game_key=row["game"],
        host=player_of(row["host"]),
        pace=Pace.read(row["pace"]),
        waiting=tuple(UserId(one.user_id) for one in places if not one.taken_out),
        taken_out=frozenset(UserId(one.user_id) for one in places if one.taken_out),
        card=SimulCard(**{name: row[name] for name in _OF_CARD}),
    )


# --- changing: the simul's row is locked first, then its players ------------------------------------------


def create(connection: Connection, new: NewSimul, posting: Posting | None = None) -> Simul:
    """Store a simul that players may join.

    Raises SimulError if its host has too many, Refused if they have posted too much lately.
    """
    check_times(new.created_at, new.closes_at)
    one_at_a_time(connection, new.host)
    check_another([SimulPhase(one) for one in connection.scalars(PHASES, {"user_id": new.host})])
    if posting is not None:
        check_posting(connection, new.host, posting)
    same = ("guild_id", "channel_id", "host", "created_at", "closes_at", "places", "side", "rated")
    row = {
        **{name: getattr(new, name) for name in same},
        "host": number_of(Human(new.host)),
        "version": 1,
        "phase": SimulPhase.OPEN.value,
        "game": new.game_key,
        "pace": str(new.pace),
        "lost": 0,
        "due_at": new.created_at,
    }
    made = connection.execute(insert(simul).values(row).returning(simul.c.id)).scalar_one()
    return load(connection, SimulId(made))


def join(connection: Connection, simul_id: SimulId, user_id: UserId, now: datetime, limits: Limits) -> Simul:
    """Give a user a place. Raises SimulError, BlockedError, and what :func:`check_limits` does.

    ``limits`` are those for their matches, to which the places count that they have already.
    """
    before = _locked(connection, simul_id)
    before.check_join(user_id)
    one_at_a_time(connection, user_id)
    _check_not_blocked(connection, before, user_id)
    _check_only_one(connection, before, user_id)
    check_limits(connection, before.guild_id, _less(connection, before, user_id, limits))
    number = connection.scalar(_LAST, {"simul_id": simul_id}) or 0
    place = {"simul_id": simul_id, "user_id": user_id, "number": number + 1}
    connection.execute(insert(simul_place).values(**place, joined_at=utc(now), taken_out=False))
    return _changed(connection, simul_id, now)


_LAST: Final = select(func.max(simul_place.c.number)).where(simul_place.c.simul_id == SIMUL_ID)


def _check_not_blocked(connection: Connection, before: Simul, user_id: UserId) -> None:
    if isinstance(before.host, Human):
        other = before.host.user_id
        if found := blockers(connection, user_id, other):
            raise BlockedError(user_id, other, own=user_id in found)


def _check_only_one(connection: Connection, before: Simul, user_id: UserId) -> None:
    """Raise SimulError if the user waits for a match with the host, or plays one, in another simul."""
    asked = {"user_id": user_id, "host": number_of(before.host)}
    for query in (WITH_HOST, PLAYS_HOST):
        if connection.scalar(query, asked) is not None:
            raise SimulError(SimulProblem.SAME_HOST, before)


def _less(connection: Connection, before: Simul, user_id: UserId, limits: Limits) -> LimitsByUser:
    """The user's limits, with the places that they have in simuls counted."""
    asked = {"user_id": user_id, "guild_id": before.guild_id}
    have = connection.execute(COUNT_JOINED, asked).one()
    left = replace(
        limits,
        running=None if limits.running is None else limits.running - have.all,
        in_guild=None if limits.in_guild is None else limits.in_guild - have.in_guild,
    )
    return {user_id: left}


def leave(connection: Connection, simul_id: SimulId, user_id: UserId, now: datetime) -> Simul:
    """Give up a user's place. Raises SimulError."""
    _locked(connection, simul_id).check_leave(user_id)
    _drop(connection, simul_id, user_id)
    return _changed(connection, simul_id, now)


def take_out(
    connection: Connection, simul_id: SimulId, host: UserId, user_id: UserId, now: datetime
) -> Simul:
    """Take a user's place away for good, for the host. Raises SimulError."""
    before = _locked(connection, simul_id)
    before.check_host(host)
    before.check_leave(user_id)
    connection.execute(update(simul_place).where(*_place(simul_id, user_id)).values(taken_out=True))
    return _changed(connection, simul_id, now)


def start(connection: Connection, simul_id: SimulId, host: UserId, now: datetime) -> Simul:
    """Start a simul: its players' matches are due. Raises SimulError."""
    _locked(connection, simul_id).check_start(host)
    refused = delete(simul_place).where(simul_place.c.simul_id == simul_id, simul_place.c.taken_out.is_(True))
    connection.execute(refused)
    return _changed(connection, simul_id, now, phase=SimulPhase.STARTED.value)


def call_off(connection: Connection, simul_id: SimulId, host: UserId, now: datetime) -> Simul:
    """Close a simul before its start, for the host. Raises SimulError."""
    _locked(connection, simul_id).check_host(host)
    return _closed(connection, simul_id, SimulPhase.CALLED_OFF, now)


def look(connection: Connection, simul_id: SimulId, now: datetime) -> SimulBoards:
    """Do what time and the ends of matches bring; returns the simul with its matches. Harmless twice.

    That is: one that was not started in time expires, and one whose matches are all over is finished.
    """
    check_times(now)
    _locked(connection, simul_id)
    present = with_boards(connection, simul_id)
    if present.simul.phase is SimulPhase.OPEN and present.simul.closes_at <= now:
        return replace(present, simul=_closed(connection, simul_id, SimulPhase.EXPIRED, now))
    if present.all_over:
        return replace(present, simul=_changed(connection, simul_id, now, phase=SimulPhase.FINISHED.value))
    return present


def take_board(connection: Connection, new: NewMatch) -> NewMatch:
    """``new``, a match of a simul, with the host's side; the player's place is taken away for it.

    Raises SimulError if the player has no place, or the simul is not started; BlockedError.
    """
    assert isinstance(new.opponent, Human), "people join simuls"
    simul_id, user_id = SimulId(new.terms.simul), new.opponent.user_id
    before = _locked(connection, simul_id)
    if before.phase is not SimulPhase.STARTED:
        raise SimulError(SimulProblem.NOT_OPEN, before)
    if not _drop(connection, simul_id, user_id):
        raise SimulError(SimulProblem.NOT_IN, before)
    _check_not_blocked(connection, before, user_id)
    number = connection.scalar(COUNT_BOARDS, {"simul_id": simul_id}) or 0
    _changed(connection, simul_id, new.created_at)
    return replace(new, side=before.host_side(number))


def drop_place(connection: Connection, simul_id: SimulId, user_id: UserId, now: datetime) -> None:
    """Take away a place that no match comes of. Harmless twice."""
    _locked(connection, simul_id)
    if _drop(connection, simul_id, user_id):
        _changed(connection, simul_id, now)


def note_ended(connection: Connection, simul_id: int, now: datetime) -> None:
    """Make a simul due at once, since one of its matches has ended."""
    connection.execute(update(simul).where(simul.c.id == simul_id).values(_touched(now)))


def part(connection: Connection, one: UserId, other: UserId, now: datetime) -> None:
    """Take away the places that one of two users has with the other."""
    for host, player in ((one, other), (other, one)):
        for found in connection.scalars(WITH_HOST.limit(None), {"user_id": player, "host": host}).all():
            drop_place(connection, SimulId(found), player, now)


def leave_all(
    connection: Connection, user_id: UserId, now: datetime, guild_id: GuildId | None = None
) -> None:
    """Take away a user's places and call off the simuls they host, in all servers or in one.

    Of a started one the matches go on, and the players without one get none.
    """
    asked = {"user_id": user_id}
    found = {*connection.scalars(_joined, asked), *connection.scalars(HOSTED, asked)}
    # In the order of their ids, so that two users who leave at once cannot deadlock.
    for simul_id in sorted(found):
        present = _locked(connection, SimulId(simul_id))
        if guild_id not in (None, present.guild_id):
            continue
        if not present.is_hosted_by(user_id):
            drop_place(connection, present.id, user_id, now)
        elif present.phase is SimulPhase.OPEN:
            _closed(connection, present.id, SimulPhase.CALLED_OFF, now)
        else:
            _dismiss(connection, present.id)
            _changed(connection, present.id, now)


def _locked(connection: Connection, simul_id: SimulId) -> Simul:
    """A simul, locked against other changes until the transaction ends."""
    return _whole(connection, connection.execute(LOCKED, {"simul_id": simul_id}).mappings().one_or_none())


def _touched(now: datetime) -> dict[str, Any]:
    return {"version": simul.c.version + 1, "due_at": utc(now)}


def _changed(connection: Connection, simul_id: SimulId, now: datetime, **columns: object) -> Simul:
    """Note a change of a simul, which makes it due at once, and return it."""
    connection.execute(update(simul).where(simul.c.id == simul_id).values({**_touched(now), **columns}))
    return load(connection, simul_id)


def _closed(connection: Connection, simul_id: SimulId, phase: SimulPhase, now: datetime) -> Simul:
    """End a simul that was not started."""
    _dismiss(connection, simul_id)
    return _changed(connection, simul_id, now, phase=phase.value)


def _dismiss(connection: Connection, simul_id: SimulId) -> None:
    connection.execute(delete(simul_place).where(simul_place.c.simul_id == simul_id))


def _place(simul_id: SimulId, user_id: UserId) -> tuple[ColumnElement[bool], ...]:
    return simul_place.c.simul_id == simul_id, simul_place.c.user_id == user_id


def _drop(connection: Connection, simul_id: SimulId, user_id: UserId) -> bool:
    return connection.execute(delete(simul_place).where(*_place(simul_id, user_id))).rowcount == 1


# --- due work ---------------------------------------------------------------------------------------------


def claim(
    connection: Connection, now: datetime, until: datetime, limit: int, shards: Shards = ALL
) -> tuple[SimulId, ...]:
    """Claim due simuls until ``until``, the longest due first, at most ``limit``."""
    query = in_shards(DUE, shards, simul.c.guild_id)
    return _ids(outbox.claim(connection, simul, query, now, until, limit))


def claim_this(connection: Connection, simul_id: SimulId, now: datetime, until: datetime) -> bool:
    """Claim a simul, due or not; returns False if another process has it."""
    return bool(outbox.claim(connection, simul, _THIS, now, until, 1, simul_id=simul_id))


def renew(connection: Connection, simul_id: SimulId, until: datetime) -> None:
    """Extend the claim of a simul until ``until``."""
    outbox.note(connection, simul, {"id": simul_id}, claimed_until=utc(until))


def note_card(connection: Connection, simul_id: SimulId, card: SimulCard) -> None:
    """Record the state of a simul's card; the simul stays claimed."""
    outbox.note(connection, simul, {"id": simul_id}, **{name: getattr(card, name) for name in _OF_CARD})


def settle(
    connection: Connection, simul_id: SimulId, seen: int, now: datetime, again: datetime | None
) -> None:
    """Give back a claimed simul, due at ``again``; at once if it has changed since its version ``seen``."""
    check_times(now, again)
    due_at = case((simul.c.version > seen, literal(now, UtcTime)), else_=literal(again, UtcTime))
    settled = update(simul).where(simul.c.id == simul_id)
    connection.execute(settled.values(claimed_until=None, due_at=due_at))


def _ids(found: Collection[RowMapping]) -> tuple[SimulId, ...]:
    return tuple(SimulId(row["id"]) for row in found)
