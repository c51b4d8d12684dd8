"""Standing offers of users in servers: turned on and off, who is to meet, and the matches that begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, exists, func, or_, select, update

from cogs.standing_offers.rules import (
    APART,
    CHECK_EVERY,
    FORGIVEN,
    PAIRED_AFTER,
    OfferEnding,
    OfferFault,
    OfferKey,
    OfferPair,
    OfferPool,
    OffersChangedError,
    OfferTerms,
    OwnOffers,
    PoolState,
    StandingOffer,
    WhyOff,
    check_terms,
    offer_ending,
    usual_terms,
)
from data import stores
from data.features.standing_offers import lock_offers, offer_stands, standing_offer
from data.schema import away, block, forgetting, match, not_begun
from data.shared_parameters import GAME, GUILD_ID, LIMIT, NOW, SINCE, USER_ID
from data.stores.limits import check_limits, enforce_limits
from data.stores.notices import insert_notices
from data.stores.people import people_of, rules_of_guild
from data.stores.queries import OPEN, in_shards
from data.writing import check_times, upsert
from matches.guilds.settings import ChallengeChannel
from matches.guilds.shards import Shards
from matches.lifecycle.challenge import ChallengeTerms
from matches.lifecycle.leaving import LATELY
from matches.model import ChannelId, GuildId, Match, MatchTerms, NewMatch, UserId
from matches.players import Human
from matches.summaries import LimitsByUser
from matches.time.intervals import Interval, away_until
from matches.time.pace import Pace
from services.challenges import Challenges, new_challenge
from services.core import Core
from services.leaderboards import ratings_now
from services.operations import Operations, Transaction, reads, writes
from services.reactions import NOTHING, Owed, ReactionContext, has_ended

_in_pool: Final = (standing_offer.c.guild_id == GUILD_ID, standing_offer.c.game == GAME)
_ONE: Final = select(standing_offer).where(*_in_pool, standing_offer.c.user_id == USER_ID)
_OF_USER: Final = (
    select(standing_offer)
    .where(standing_offer.c.user_id == USER_ID, standing_offer.c.guild_id == GUILD_ID)
    .order_by(standing_offer.c.game)
)
_PAIRABLE: Final = (
    select(standing_offer)
    .where(
        *_in_pool,
        offer_stands,
        standing_offer.c.changed_at <= SINCE,
        ~exists().where(forgetting.c.user_id == standing_offer.c.user_id),
    )
    .order_by(standing_offer.c.created_at, standing_offer.c.user_id)
)
_DUE: Final = (
    select(standing_offer.c.guild_id, standing_offer.c.game)
    .where(offer_stands, standing_offer.c.due_at <= NOW)
    .order_by(standing_offer.c.due_at, standing_offer.c.guild_id, standing_offer.c.game)
    .limit(LIMIT)
)
_theirs = select(standing_offer.c.user_id).where(*_in_pool, offer_stands)
_AWAY: Final = (
    select(away)
    .where(away.c.user_id.in_(_theirs), away.c.end_at > NOW)
    .order_by(away.c.user_id, away.c.start_at)
)
_BLOCKS: Final = select(block.c.user_id, block.c.blocked_id).where(block.c.user_id.in_(_theirs))
_by_offer = (match.c.guild_id == GUILD_ID, match.c.by_offer)
_RUNNING: Final = select(match.c.challenger, match.c.opponent, match.c.game).where(
    *_by_offer, match.c.phase.in_(OPEN)
)
_LATELY_MET: Final = select(match.c.challenger, match.c.opponent).where(
    *_by_offer, match.c.finished_at > SINCE
)
_OWN_RUNNING: Final = (
    select(match.c.game, func.count().label("many"))
    .where(
        *_by_offer,
        match.c.phase.in_(OPEN),
        or_(match.c.challenger == USER_ID, match.c.opponent == USER_ID),
    )
    .group_by(match.c.game)
)
_NOT_BEGUN: Final[Select[int]] = (
    select(func.count())
    .select_from(not_begun)
    .join(match, match.c.id == not_begun.c.match_id)
    .where(not_begun.c.user_id == USER_ID, not_begun.c.at > SINCE, *_by_offer, match.c.game == GAME)
)


class StandingOffers(Operations):
    """The standing offers of users in servers."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._challenges = Challenges(core)

    @reads
    def own(self, tx: Transaction, guild: GuildId, user: UserId) -> OwnOffers:
        """A user's standing offers in a server."""
        asked = {"guild_id": guild, "user_id": user}
        offers = [_read(row) for row in tx.execute(_OF_USER, asked)]
        return OwnOffers(
            {one.key.game: one for one in offers},
            {row.game: row.many for row in tx.execute(_OWN_RUNNING, asked)},
            usual_terms(rules_of_guild(tx.connection, guild).pace),
            away_until(people_of(tx.connection, [user])[user].away, tx.now),
        )

    @writes("guild={place.guild} user={user} keeps {terms.wanted} of {game} going")
    def keep(
        self, tx: Transaction, user: UserId, game: str, terms: OfferTerms, place: ChallengeChannel
    ) -> None:
        """Turn on a user's standing offer for a game, or change it; its matches are announced in ``place``.

        Raises OptionError for terms that no offer can have, NotAllowedError where the server forbids it.
        """
        check_terms(terms)
        rules_of_guild(tx.connection, place.guild).check(game, place)
        key = OfferKey(place.guild, game, user)
        lock_offers(tx.connection)
        before = _offer(tx.connection, key)
        stands = before is not None and before.off_since is None
        upsert(
            tx.connection,
            standing_offer,
            {
                **key._asdict(),
                "channel": place.channel,
                "wanted": terms.wanted,
                "pace": str(terms.pace),
                "rated": terms.rated,
                "created_at": before.created_at if before is not None and stands else tx.now,
                "changed_at": tx.now,
                "due_at": tx.now + PAIRED_AFTER,
                "off_since": None,
                "why": None,
            },
        )

    @reads
    def check_free(
        self, tx: Transaction, guild: GuildId, user: UserId, game: str, roles: frozenset[int]
    ) -> None:
        """Check that another match of a game can begin for a user with these roles.

        Raises NotAllowedError if the server forbids it, and Refused and TooManyRunningError if the user has
        as many matches as one can have.
        """
        rules = rules_of_guild(tx.connection, guild)
        rules.check_game(game)
        rules.check_roles(roles)
        check_limits(tx.connection, guild, self._core.limits(rules, user))

    @writes("guild={key.guild_id} user={key.user_id} offer of {key.game} is off: {why}")
    def turn_off(self, tx: Transaction, key: OfferKey, why: WhyOff, *, seen: datetime | None = None) -> bool:
        """Turn a standing offer off; returns False if it was off. Its running matches go on.

        ``seen``: only if it was last changed then.
        """
        check_times(seen)
        lock_offers(tx.connection)
        before = _offer(tx.connection, key)
        if seen is not None and (before is None or before.changed_at != seen):
            return False
        return _turn_off(tx.connection, key, why, tx.now)

    # --- finding partners ------------------------------------------------------------------------

    @reads
    def due(self, tx: Transaction, limit: int) -> tuple[OfferPool, ...]:
        """The pools in which partners are to be looked for now, the longest due first.

        Reads at most ``limit`` offers.
        """
        (asked,) = due_queries(self._core.territory.shards)
        found = tx.execute(asked, {"now": tx.now, "limit": limit})
        return tuple(dict.fromkeys(OfferPool(GuildId(row.guild_id), row.game) for row in found))

    async def pairings(
        self, pool: OfferPool, barred: Collection[frozenset[UserId]] = ()
    ) -> tuple[OfferPair, ...]:
        """The matches to begin in a pool: see ``PoolState.pairings``. Empty if its game is not allowed."""
        state = await self.state(pool)
        if len(state.offers) < 2:
            return ()
        ratings = await ratings_now(self._core, state.offers)
        return state.pairings({user: ratings.of(user, pool.game).rating for user in state.offers}, barred)

    @reads
    def state(self, tx: Transaction, pool: OfferPool) -> PoolState:
        """The offers of a pool that want another match; none if its game is not allowed.

        Left out are offers changed a moment ago, and those of users who are away or being erased.
        """
        rules = rules_of_guild(tx.connection, pool.guild_id)
        if rules.games and pool.game not in rules.games:
            return PoolState({}, {})
        return _state(tx.connection, pool, tx.now)

    @writes()
    def record_search(self, tx: Transaction, pool: OfferPool, at: datetime) -> None:
        """Record that partners were looked for in a pool ``at`` a time: of what is due by then.

        Harmless twice.
        """
        check_times(at)
        lock_offers(tx.connection)
        late = update(standing_offer).where(*_is_in(pool), offer_stands, standing_offer.c.due_at <= at)
        tx.execute(late.values(due_at=at + CHECK_EVERY))

    async def begin(self, pair: OfferPair, place: ChallengeChannel) -> Match:
        """Begin a match for two standing offers in ``place``; the challenger is drawn.

        After a crash in between, the sweep begins it. Raises NotAllowedError, Refused, TooManyRunningError,
        and OffersChangedError unless the two still want it.
        """
        core = self._core
        rules = await core.guild_rules(place.guild)
        game, terms = pair.one.key.game, pair.one.terms
        rules.check_game(game)
        one, other = pair if core.coin() == "heads" else reversed(pair)
        wishes = ChallengeTerms(game, {}, pace=terms.pace, rated=terms.rated, terms=MatchTerms(by_offer=True))
        new = new_challenge(core, wishes, one.user, Human(other.user), place, rules)
        limits = {**core.limits(rules, one.user), **core.limits(rules, other.user)}
        match = await self._store(one.user, other.user, new, limits)
        return await self._challenges.begin_by_itself(match.id)

    @writes("match={found.id} users={one},{other} by standing offers")
    def _store(
        self, tx: Transaction, one: UserId, other: UserId, new: NewMatch, limits: LimitsByUser
    ) -> Match:
        """Store the match of two offers, if both still want it."""
        enforce_limits(tx.connection, new.guild_id, limits)
        # Until the end, so that no other match of theirs begins meanwhile.
        lock_offers(tx.connection)
        state = _state(tx.connection, OfferPool(new.guild_id, new.game_key), new.created_at)
        if not state.can_meet(one, other):
            raise OffersChangedError
        return stores.matches.create(tx.connection, new)


def due_queries(shards: Shards) -> Sequence[Select[Any]]:
    """The query that finds what is due in some shards."""
    return (in_shards(_DUE, shards, standing_offer.c.guild_id),)


def after_change(before: Match, after: Match, context: ReactionContext) -> Owed:
    """The consequences of a match that just ended for the standing offers that it was for."""
    if not has_ended(before, after):
        return NOTHING
    ending = offer_ending(before, after, context.history, context.contacts)
    return NOTHING if ending is None else Owed(effects=(partial(end_for_offers, ending),))


def end_for_offers(ending: OfferEnding, connection: Connection, match: Match) -> bool:
    """Turn off the offers of those at fault, with a notice, and have partners looked for by the others.

    Returns True if there was a notice.
    """
    lock_offers(connection)
    told = False
    for fault in ending.faults:
        key = OfferKey(*ending.pool, fault.user)
        is_off = _turns_off(connection, key, fault, ending.at) and _turn_off(
            connection, key, fault.why, ending.at
        )
        if is_off and fault.notice is not None:
            insert_notices(connection, match.id, [fault.notice])
            told = True
    waiting = update(standing_offer).where(*_is_in(ending.pool), standing_offer.c.user_id.in_(ending.players))
    connection.execute(waiting.values(due_at=ending.at))
    return told


def _turns_off(connection: Connection, key: OfferKey, fault: OfferFault, at: datetime) -> bool:
    """True if a fault is one too many. What was before the offer was last turned on is forgotten."""
    if fault.why is WhyOff.LATE:
        return True
    standing = _offer(connection, key)
    if standing is None:
        return False
    asked = {**key._asdict(), "since": max(standing.created_at, at - LATELY)}
    return (connection.scalar(_NOT_BEGUN, asked) or 0) > FORGIVEN


def _turn_off(connection: Connection, key: OfferKey, why: WhyOff, now: datetime) -> bool:
    theirs = [standing_offer.c[name] == value for name, value in key._asdict().items()]
    written = update(standing_offer).where(*theirs, offer_stands).values(off_since=now, why=why.value)
    return connection.execute(written).rowcount == 1


def _offer(connection: Connection, key: OfferKey) -> StandingOffer | None:
    """A standing offer, on or off; None if the user has never made one."""
    row = connection.execute(_ONE, key._asdict()).one_or_none()
    return None if row is None else _read(row)


def _state(connection: Connection, pool: OfferPool, now: datetime) -> PoolState:
    check_times(now)
    asked = pool._asdict()
    pairable = connection.execute(_PAIRABLE, {**asked, "since": now - PAIRED_AFTER}).all()
    gone = _away(connection, pool, now)
    running = connection.execute(_RUNNING, asked).all()
    busy = Counter(
        user for row in running if row.game == pool.game for user in (row.challenger, row.opponent)
    )
    offers = {
        one.user: one
        for one in map(_read, pairable)
        if one.user not in gone and one.terms.wanted > busy[one.user]
    }
    met = connection.execute(_LATELY_MET, {**asked, "since": now - APART})
    blocked = connection.execute(_BLOCKS, asked)
    pairs = [(row.challenger, row.opponent) for row in (*running, *met)]
    pairs += [(row.user_id, row.blocked_id) for row in blocked]
    return PoolState(
        offers,
        {user: one.terms.wanted - busy[user] for user, one in offers.items()},
        frozenset(frozenset(map(UserId, pair)) for pair in pairs),
    )


def _is_in(pool: OfferPool) -> Sequence[ColumnElement[bool]]:
    return (standing_offer.c.guild_id == pool.guild_id, standing_offer.c.game == pool.game)


def _away(connection: Connection, pool: OfferPool, now: datetime) -> frozenset[UserId]:
    """The owners in a pool who are away."""
    found = connection.execute(_AWAY, {**pool._asdict(), "now": now})
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
