"""Standing offers: what their owners want, and whether two of them can have another match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, exists, func, or_, select, update

from data.database import AdvisoryLock, one_at_a_time
from data.parameters import GAME, GUILD_ID, LIMIT, NOW, SINCE, USER_ID
from data.schema import away, block, forgetting, match, not_begun, offer_stands, standing_offer
from data.stores.base import check_times, insert_notices, upsert
from data.stores.queries import OPEN, in_shards
from matches.errors import OffersChangedError
from matches.lifecycle.leaving import LATELY
from matches.model import ChannelId, GuildId, MatchId, NewMatch, UserId
from matches.players import Human
from matches.shards import ALL, Shards
from matches.standing_offers import (
    APART,
    FORGIVEN,
    LOOKS_AGAIN,
    SETTLES,
    OfferEnding,
    OfferFault,
    OfferKey,
    OfferPool,
    OfferTerms,
    PoolState,
    StandingOffer,
    WhyOff,
)
from matches.time.intervals import Interval, away_until
from matches.time.pace import Pace

_in_pool = (standing_offer.c.guild_id == GUILD_ID, standing_offer.c.game == GAME)
OFFER: Final = select(standing_offer).where(*_in_pool, standing_offer.c.user_id == USER_ID)
OF_USER: Final = (
    select(standing_offer)
    .where(standing_offer.c.user_id == USER_ID, standing_offer.c.guild_id == GUILD_ID)
    .order_by(standing_offer.c.game)
)
SETTLED: Final = (
    select(standing_offer)
    .where(
        *_in_pool,
        offer_stands,
        standing_offer.c.changed_at <= SINCE,
        ~exists().where(forgetting.c.user_id == standing_offer.c.user_id),
    )
    .order_by(standing_offer.c.created_at, standing_offer.c.user_id)
)
DUE: Final = (
    select(standing_offer.c.guild_id, standing_offer.c.game)
    .where(offer_stands, standing_offer.c.due_at <= NOW)
    .order_by(standing_offer.c.due_at, standing_offer.c.guild_id, standing_offer.c.game)
    .limit(LIMIT)
)
_theirs = select(standing_offer.c.user_id).where(*_in_pool, offer_stands)
AWAY: Final = (
    select(away)
    .where(away.c.user_id.in_(_theirs), away.c.end_at > NOW)
    .order_by(away.c.user_id, away.c.start_at)
)
BLOCKS: Final = select(block.c.user_id, block.c.blocked_id).where(block.c.user_id.in_(_theirs))
_by_offer = (match.c.guild_id == GUILD_ID, match.c.by_offer)
RUNNING: Final = select(match.c.challenger, match.c.opponent, match.c.game).where(
    *_by_offer, match.c.phase.in_(OPEN)
)
LATELY_MET: Final = select(match.c.challenger, match.c.opponent).where(
    *_by_offer, match.c.finished_at > SINCE
)
OWN_RUNNING: Final = (
    select(match.c.game, func.count().label("many"))
    .where(
        *_by_offer,
        match.c.phase.in_(OPEN),
        or_(match.c.challenger == USER_ID, match.c.opponent == USER_ID),
    )
    .group_by(match.c.game)
)
NOT_BEGUN: Final[Select[int]] = (
    select(func.count())
    .select_from(not_begun)
    .join(match, match.c.id == not_begun.c.match_id)
    .where(not_begun.c.user_id == USER_ID, not_begun.c.at > SINCE, *_by_offer, match.c.game == GAME)
)


def keep(connection: Connection, key: OfferKey, channel: ChannelId, terms: OfferTerms, now: datetime) -> None:
    """Turn a standing offer on, or change it."""
    check_times(now)
    _lock(connection)
    before = offer(connection, key)
    stands = before is not None and before.off_since is None
    upsert(
        connection,
        standing_offer,
        {
            **key._asdict(),
            "channel": channel,
            "wanted": terms.wanted,
            "pace": str(terms.pace),
            "rated": terms.rated,
            "created_at": before.created_at if before is not None and stands else now,
            "changed_at": now,
            "due_at": now + SETTLES,
            "off_since": None,
            "why": None,
        },
    )


def turn_off(
    connection: Connection, key: OfferKey, why: WhyOff, now: datetime, seen: datetime | None = None
) -> bool:
    """Turn a standing offer off; returns False if it is not on, or was changed since ``seen``, if given."""
    check_times(now, seen)
    _lock(connection)
    before = offer(connection, key)
    if seen is not None and (before is None or before.changed_at != seen):
        return False
    return _turn_off(connection, key, why, now)


def drop(connection: Connection, guild_id: GuildId, user_id: UserId) -> None:
    """Delete the standing offers of a user in a server."""
    _lock(connection)
    theirs = (standing_offer.c.user_id == user_id, standing_offer.c.guild_id == guild_id)
    connection.execute(delete(standing_offer).where(*theirs))


def offer(connection: Connection, key: OfferKey) -> StandingOffer | None:
    """A standing offer, on or off; None if the user has never made one."""
    row = connection.execute(OFFER, key._asdict()).one_or_none()
    return None if row is None else _read(row)


def of_user(connection: Connection, guild_id: GuildId, user_id: UserId) -> tuple[StandingOffer, ...]:
    """A user's standing offers in a server, on or off, by game."""
    found = connection.execute(OF_USER, {"guild_id": guild_id, "user_id": user_id})
    return tuple(map(_read, found))


def running_of(connection: Connection, guild_id: GuildId, user_id: UserId) -> Mapping[str, int]:
    """The number of a user's matches by offer that are running in a server, by game."""
    found = connection.execute(OWN_RUNNING, {"guild_id": guild_id, "user_id": user_id})
    return {row.game: row.many for row in found}


def due(connection: Connection, now: datetime, limit: int, shards: Shards = ALL) -> tuple[OfferPool, ...]:
    """The pools with offers that are due, the longest due first; reads at most ``limit`` offers."""
    check_times(now)
    asked = in_shards(DUE, shards, standing_offer.c.guild_id)
    found = connection.execute(asked, {"now": now, "limit": limit})
    return tuple(dict.fromkeys(OfferPool(GuildId(row.guild_id), row.game) for row in found))


def looked(connection: Connection, pool: OfferPool, at: datetime) -> None:
    """Store that partners were looked for in a pool ``at`` a time: of what is due by then. Harmless twice."""
    check_times(at)
    _lock(connection)
    theirs = (standing_offer.c.guild_id == pool.guild_id, standing_offer.c.game == pool.game)
    late = update(standing_offer).where(*theirs, offer_stands, standing_offer.c.due_at <= at)
    connection.execute(late.values(due_at=at + LOOKS_AGAIN))


def state_of(connection: Connection, pool: OfferPool, now: datetime) -> PoolState:
    """The offers of a pool that want another match, in one snapshot.

    Left out are offers changed a moment ago, and those of users who are away or being erased.
    """
    check_times(now)
    asked = pool._asdict()
    settled = connection.execute(SETTLED, {**asked, "since": now - SETTLES}).all()
    gone = _away(connection, pool, now)
    running = connection.execute(RUNNING, asked).all()
    busy = Counter(
        user for row in running if row.game == pool.game for user in (row.challenger, row.opponent)
    )
    offers = {
        one.user: one
        for one in map(_read, settled)
        if one.user not in gone and one.terms.wanted > busy[one.user]
    }
    met = connection.execute(LATELY_MET, {**asked, "since": now - APART})
    blocked = connection.execute(BLOCKS, asked)
    pairs = [(row.challenger, row.opponent) for row in (*running, *met)]
    pairs += [(row.user_id, row.blocked_id) for row in blocked]
    return PoolState(
        offers,
        {user: one.terms.wanted - busy[user] for user, one in offers.items()},
        frozenset(frozenset(map(UserId, pair)) for pair in pairs),
    )


def enter_by_offer(connection: Connection, new: NewMatch) -> None:
    """Check that ``new``, a match for two standing offers, can still begin, and keep it so until the end.

    Raises OffersChangedError if the two do not want it any more, or have met meanwhile.
    """
    assert isinstance(new.challenger, Human) and isinstance(new.opponent, Human), "people make offers"
    _lock(connection)
    state = state_of(connection, OfferPool(new.guild_id, new.game_key), new.created_at)
    if not state.can_meet(new.challenger.user_id, new.opponent.user_id):
        raise OffersChangedError


def end_by_offer(connection: Connection, match_id: MatchId, ending: OfferEnding) -> None:
    """Turn off the offers of those at fault, with a notice, and have partners looked for by the others."""
    _lock(connection)
    for fault in ending.faults:
        key = OfferKey(*ending.pool, fault.user)
        is_off = _turns_off(connection, key, fault, ending.at) and _turn_off(
            connection, key, fault.why, ending.at
        )
        if is_off and fault.notice is not None:
            insert_notices(connection, match_id, [fault.notice])
    theirs = (standing_offer.c.guild_id == ending.pool.guild_id, standing_offer.c.game == ending.pool.game)
    waiting = update(standing_offer).where(*theirs, standing_offer.c.user_id.in_(ending.players))
    connection.execute(waiting.values(due_at=ending.at))


def _turns_off(connection: Connection, key: OfferKey, fault: OfferFault, at: datetime) -> bool:
    """True if a fault is one too many. What was before the offer was last turned on is forgotten."""
    if fault.why is WhyOff.LATE:
        return True
    standing = offer(connection, key)
    if standing is None:
        return False
    asked = {**key._asdict(), "since": max(standing.created_at, at - LATELY)}
    return (connection.scalar(NOT_BEGUN, asked) or 0) > FORGIVEN


def _turn_off(connection: Connection, key: OfferKey, why: WhyOff, now: datetime) -> bool:
    theirs = [standing_offer.c[name] == value for name, value in key._asdict().items()]
    written = update(standing_offer).where(*theirs, offer_stands).values(off_since=now, why=why.value)
    return connection.execute(written).rowcount == 1


def _lock(connection: Connection) -> None:
    """Lock all standing offers against other changes until the transaction ends."""
    one_at_a_time(connection, AdvisoryLock.STANDING_OFFERS)


def _away(connection: Connection, pool: OfferPool, now: datetime) -> frozenset[UserId]:
    """The owners in a pool who are away."""
    found = connection.execute(AWAY, {**pool._asdict(), "now": now})
    stops = {
        UserId(user): tuple(Interval(row.start_at, row.end_at) for row in rows)
        for user, rows in groupby(found, key=attrgetter("user_id"))
    }
    return frozenset(user for user, theirs in stops.items() if away_until(theirs, now) is not None)


def _read(row: Any) -> StandingOffer:
    return StandingOffer(
        OfferKey(GuildId(row.guild_id), row.game, UserId(row.user_id)),
        ChannelId(row.channel),
        OfferTerms(row.wanted, Pace.read(row.pace), row.rated),
        row.created_at,
        row.changed_at,
        row.off_since,
        None if row.why is None else WhyOff(row.why),
    )
