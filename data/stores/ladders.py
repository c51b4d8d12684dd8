"""Ladders.

A ladder is read whole and changed as a value; then the differences are written. Places are numbered by their
order, so that a deleted row leaves no gap.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, and_, bindparam, delete, func, insert, select

from data.database import AdvisoryLock, one_at_a_time
from data.parameters import GAME, GUILD_ID, LIMIT, MATCH_ID, NOW, USER_ID
from data.schema import away, ladder_history, ladder_place, match
from data.stores.base import check_times, upsert_all
from data.stores.queries import OPEN, in_shards
from matches.errors import LadderError, LadderProblem
from matches.ladder import (
    AGAIN_AFTER,
    OFF_THE_LADDER,
    Ladder,
    LadderEnding,
    LadderKey,
    LadderMatch,
    LadderState,
    PlaceChange,
    PlaceReason,
    Rung,
    changes,
)
from matches.model import GuildId, MatchId, NewMatch, UserId
from matches.players import Human
from matches.shards import ALL, Shards
from matches.time.intervals import Interval, away_until

_order = (ladder_place.c.game, ladder_place.c.place, ladder_place.c.user_id)
LADDER: Final = (
    select(ladder_place)
    .where(ladder_place.c.guild_id == GUILD_ID, ladder_place.c.game == GAME)
    .order_by(*_order)
)
OF_GUILD: Final = select(ladder_place).where(ladder_place.c.guild_id == GUILD_ID).order_by(*_order)
ON: Final = select(ladder_place.c.guild_id, ladder_place.c.game).where(ladder_place.c.user_id == USER_ID)
DUE: Final = (
    select(ladder_place.c.guild_id, ladder_place.c.game)
    .where(ladder_place.c.slides_at <= NOW)
    .order_by(ladder_place.c.slides_at)
    .limit(LIMIT)
)
HISTORY: Final = (
    select(ladder_history)
    .where(
        ladder_history.c.user_id == USER_ID,
        ladder_history.c.guild_id == GUILD_ID,
        ladder_history.c.game == GAME,
    )
    .order_by(ladder_history.c.id.desc())
    .limit(LIMIT)
)
_latest = (
    select(func.max(ladder_history.c.id))
    .where(
        ladder_history.c.user_id.in_(bindparam("user_ids", type_=BigInteger, expanding=True)),
        ladder_history.c.guild_id == GUILD_ID,
        ladder_history.c.game == GAME,
        ladder_history.c.at <= NOW,
    )
    .group_by(ladder_history.c.user_id)
)
PLACES_AT: Final = select(ladder_history.c.user_id, ladder_history.c.place).where(
    ladder_history.c.id.in_(_latest), ladder_history.c.place != OFF_THE_LADDER
)
RUNNING: Final = select(match.c.challenger, match.c.opponent, match.c.created_at).where(
    match.c.guild_id == GUILD_ID, match.c.phase.in_(OPEN), match.c.game == GAME, match.c.ladder > 0
)
_on_it = select(ladder_place.c.user_id).where(
    ladder_place.c.guild_id == GUILD_ID, ladder_place.c.game == GAME
)
AWAY: Final = (
    select(away)
    .where(away.c.user_id.in_(_on_it), away.c.end_at > NOW)
    .order_by(away.c.user_id, away.c.start_at)
)
WON: Final = (
    select(ladder_history.c.place)
    .join(
        match,
        and_(
            match.c.challenger == ladder_history.c.user_id,
            match.c.guild_id == ladder_history.c.guild_id,
            match.c.game == ladder_history.c.game,
            match.c.finished_at == ladder_history.c.at,
        ),
    )
    .where(
        match.c.id == MATCH_ID,
        ladder_history.c.reason == PlaceReason.WON.value,
    )
)
_lately = (match.c.finished_at > NOW, match.c.guild_id == GUILD_ID, match.c.game == GAME, match.c.ladder > 0)
CHALLENGED_LATELY: Final = select(match.c.opponent).where(match.c.challenger == USER_ID, *_lately)
MET_AS_CHALLENGED: Final = select(match.c.challenger).where(match.c.opponent == USER_ID, *_lately)


def enter_place(connection: Connection, new: NewMatch) -> NewMatch:
    """``new``, a match for a place on a ladder, with the number of that place. Raises LadderError."""
    assert isinstance(new.challenger, Human) and isinstance(new.opponent, Human), "people are on ladders"
    one_at_a_time(connection, AdvisoryLock.LADDERS)
    challenger, challenged = new.challenger.user_id, new.opponent.user_id
    state = state_of(connection, LadderKey(new.guild_id, new.game_key), challenger, new.created_at)
    replace(state, pace=new.terms.pace).check(challenger, challenged)
    place = state.ladder.place_of(challenged)
    if place is None:
        raise LadderError(LadderProblem.OUT_OF_REACH)
    return replace(new, terms=replace(new.terms, ladder=place))


def end_on_ladder(connection: Connection, ending: LadderEnding) -> None:
    """Move the players of a ladder match that ended."""
    before = _locked(connection, ending.key)
    after = before.won(ending.challenger, ending.challenged) if ending.climbs else before
    after = after.played(ending.played, ending.at)
    _write(connection, ending.key, before, after, {ending.challenger: PlaceReason.WON}, ending.at)


def ladder(connection: Connection, key: LadderKey) -> Ladder:
    """A ladder; empty if it has no players."""
    return _read(connection.execute(LADDER, key._asdict()).all())


def state_of(connection: Connection, key: LadderKey, user_id: UserId, now: datetime) -> LadderState:
    """A ladder, its running matches, and the players ``user_id`` met on it lately, in one snapshot."""
    asked = key._asdict()
    since = {**asked, "user_id": user_id, "now": now - AGAIN_AFTER}
    met = [
        user for query in (CHALLENGED_LATELY, MET_AS_CHALLENGED) for user in connection.scalars(query, since)
    ]
    return LadderState(
        ladder(connection, key),
        now,
        _running(connection, key),
        frozenset(map(UserId, met)),
        _away(connection, key, now),
    )


def _running(connection: Connection, key: LadderKey) -> tuple[LadderMatch, ...]:
    found = connection.execute(RUNNING, key._asdict())
    return tuple(LadderMatch(UserId(row.challenger), UserId(row.opponent), row.created_at) for row in found)


def _away(connection: Connection, key: LadderKey, now: datetime) -> Mapping[UserId, datetime]:
    """The players on a ladder who are away, and until when."""
    found = connection.execute(AWAY, {**key._asdict(), "now": now})
    stops = {
        UserId(user): tuple(Interval(row.start_at, row.end_at) for row in rows)
        for user, rows in groupby(found, key=attrgetter("user_id"))
    }
    return {user: until for user, theirs in stops.items() if (until := away_until(theirs, now)) is not None}


def of_guild(connection: Connection, guild_id: GuildId) -> Mapping[str, Ladder]:
    """The ladders of a server that have players, by game."""
    found = connection.execute(OF_GUILD, {"guild_id": guild_id}).all()
    return {game: _read(list(rows)) for game, rows in groupby(found, key=attrgetter("game"))}


def join(connection: Connection, key: LadderKey, user_id: UserId, now: datetime) -> Ladder:
    """Put a player at the bottom of a ladder, unless they are on it already; returns the ladder."""
    check_times(now)
    before = _locked(connection, key)
    after = before.joined(user_id, now)
    _write(connection, key, before, after, {user_id: PlaceReason.JOINED}, now)
    return after


def leave(connection: Connection, key: LadderKey, user_id: UserId, now: datetime) -> Ladder:
    """Take a player off a ladder, if they are on it; returns the ladder."""
    check_times(now)
    before = _locked(connection, key)
    after = before.left(user_id)
    _write(connection, key, before, after, {user_id: PlaceReason.LEFT}, now)
    return after


def leave_all(
    connection: Connection, user_id: UserId, now: datetime, guild_id: GuildId | None = None
) -> None:
    """Take a player off all ladders, or off those of one server."""
    for row in connection.execute(ON, {"user_id": user_id}).all():
        if guild_id in (None, row.guild_id):
            leave(connection, LadderKey(GuildId(row.guild_id), row.game), user_id, now)


def due(connection: Connection, now: datetime, limit: int, shards: Shards = ALL) -> tuple[LadderKey, ...]:
    """Ladders with players due to slide, the longest due first; reads at most ``limit`` players."""
    check_times(now)
    asked = in_shards(DUE, shards, ladder_place.c.guild_id)
    found = connection.execute(asked, {"now": now, "limit": limit})
    return tuple(dict.fromkeys(LadderKey(GuildId(row.guild_id), row.game) for row in found))


def slide(connection: Connection, key: LadderKey, now: datetime, *, closed: bool = False) -> None:
    """Slide the players who are due by ``now``; on a ``closed`` ladder they are checked again tomorrow.

    Harmless twice.
    """
    check_times(now)
    before = _locked(connection, key)
    late = {rung.user_id for rung in before.rungs if rung.slides_at <= now}
    state = LadderState(before, now, _running(connection, key), away=_away(connection, key, now))
    busy = late if closed else state.held
    reasons = dict.fromkeys(late - busy, PlaceReason.SLID)
    _write(connection, key, before, before.slid(now, busy), reasons, now)


def won(connection: Connection, match_id: MatchId) -> int | None:
    """The place that the challenger took with a match; None if they took none."""
    return connection.scalars(WON, {"match_id": match_id}).first()


def history(connection: Connection, key: LadderKey, user_id: UserId, limit: int) -> tuple[PlaceChange, ...]:
    """The places that a player had on a ladder, latest first, at most ``limit``."""
    found = connection.execute(HISTORY, {**key._asdict(), "user_id": user_id, "limit": limit})
    return tuple(
        PlaceChange(UserId(row.user_id), row.place, PlaceReason(row.reason), row.at) for row in found
    )


def places_at(
    connection: Connection, key: LadderKey, users: Collection[UserId], at: datetime
) -> Mapping[UserId, int]:
    """The places that ``users`` had on a ladder at a moment, without those who weren't on it."""
    check_times(at)
    found = connection.execute(PLACES_AT, {**key._asdict(), "user_ids": list(users), "now": at})
    return {UserId(row.user_id): row.place for row in found}


def _locked(connection: Connection, key: LadderKey) -> Ladder:
    """A ladder, locked against other changes until the transaction ends."""
    one_at_a_time(connection, AdvisoryLock.LADDERS)
    return ladder(connection, key)


def _read(found: Sequence[Any]) -> Ladder:
    return Ladder(tuple(Rung(UserId(row.user_id), row.joined_at, row.slides_at) for row in found))


def _write(
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
