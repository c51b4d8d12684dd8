"""Operations on ladders: joining, leaving, reading, sliding; and matches for a place."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Select, and_, bindparam, func, select

from data import stores
from data.database import AdvisoryLock, one_at_a_time
from data.features.ladders import BY_PLACE, ladder, ladder_history, ladder_place, leave, locked, read, write
from data.schema import away, match
from data.shared_parameters import GAME, GUILD_ID, LIMIT, MATCH_ID, NOW, USER_ID
from data.stores.limits import enforce_limits
from data.stores.queries import OPEN, in_shards
from matches.errors import DamagedError, NotAllowedError, OpponentError
from matches.guilds.settings import ChallengeChannel
from matches.guilds.shards import Shards
from matches.ladder import (
    AGAIN_AFTER,
    OFF_THE_LADDER,
    Ladder,
    LadderEnding,
    LadderError,
    LadderKey,
    LadderMatch,
    LadderProblem,
    LadderState,
    PlaceChange,
    PlaceReason,
    check_open,
    ladder_ending,
    pace_on,
)
from matches.lifecycle.challenge import ChallengeTerms, Opponent
from matches.model import GuildId, Match, MatchId, MatchTerms, NewMatch, UserId
from matches.players import Human
from matches.summaries import LimitsByUser
from matches.time.intervals import Interval, away_until
from services.challenges import Challenges, new_challenge
from services.core import Core
from services.operations import Operations, Transaction, reads, writes
from services.reactions import NOTHING, Owed, ReactionContext, has_ended

log = logging.getLogger(__name__)

HISTORY: Final = 15
"""Places shown in a player's history, the latest."""
MOVED_WITHIN: Final = timedelta(days=7)
"""Time over which the places that players have moved are counted."""
UNKNOWN_PLACE: Final = 1
"""Stands for the place that a match is for until that is looked up."""

_OF_GUILD: Final = select(ladder_place).where(ladder_place.c.guild_id == GUILD_ID).order_by(*BY_PLACE)
_DUE: Final = (
    select(ladder_place.c.guild_id, ladder_place.c.game)
    .where(ladder_place.c.slides_at <= NOW)
    .order_by(ladder_place.c.slides_at)
    .limit(LIMIT)
)
_HISTORY: Final = (
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
_PLACES_AT: Final = select(ladder_history.c.user_id, ladder_history.c.place).where(
    ladder_history.c.id.in_(_latest), ladder_history.c.place != OFF_THE_LADDER
)
_RUNNING: Final = select(match.c.challenger, match.c.opponent, match.c.created_at).where(
    match.c.guild_id == GUILD_ID, match.c.phase.in_(OPEN), match.c.game == GAME, match.c.ladder > 0
)
_on_it = select(ladder_place.c.user_id).where(
    ladder_place.c.guild_id == GUILD_ID, ladder_place.c.game == GAME
)
_AWAY: Final = (
    select(away)
    .where(away.c.user_id.in_(_on_it), away.c.end_at > NOW)
    .order_by(away.c.user_id, away.c.start_at)
)
_WON: Final = (
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
_CHALLENGED_LATELY: Final = select(match.c.opponent).where(match.c.challenger == USER_ID, *_lately)
_MET_AS_CHALLENGED: Final = select(match.c.challenger).where(match.c.opponent == USER_ID, *_lately)


class Ladders(Operations):
    """The ladders of servers."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._challenges = Challenges(core)

    # --- what people do --------------------------------------------------------------------------

    async def join(self, key: LadderKey, user: UserId, roles: frozenset[int] = frozenset()) -> None:
        """Put a user with these ``roles`` at the bottom of a ladder.

        A player who is on it already keeps their place. Raises LadderError, NotAllowedError.
        """
        rules = await self._core.guild_rules(key.guild_id)
        check_open(rules, key.game)
        rules.check_roles(roles)
        await self._join(key, user)
        self._core.changed_guilds.add(key.guild_id)

    @writes("guild={key.guild_id} user={user} is on the ladder of {key.game}")
    def _join(self, tx: Transaction, key: LadderKey, user: UserId) -> None:
        before = locked(tx.connection, key)
        write(tx.connection, key, before, before.joined(user, tx.now), {user: PlaceReason.JOINED}, tx.now)

    async def leave(self, key: LadderKey, user: UserId) -> None:
        """Take a player off a ladder; their running matches continue, but no longer for a place."""
        await self._leave(key, user)
        self._core.changed_guilds.add(key.guild_id)

    @writes("guild={key.guild_id} user={user} left the ladder of {key.game}")
    def _leave(self, tx: Transaction, key: LadderKey, user: UserId) -> None:
        leave(tx.connection, key, user, tx.now)

    async def for_place(
        self, challenger: UserId, opponent: Opponent, game: str, place: ChallengeChannel
    ) -> Match:
        """Begin a match for the place of ``opponent`` on the server's ladder.

        Players on a ladder have agreed to such matches. After a crash in between, the sweep begins it. Raises
        LadderError, OpponentError, BlockedError, NotAllowedError, Refused, TooManyRunningError.
        """
        rules = await self._core.guild_rules(place.guild)
        check_open(rules, game)
        if problem := opponent.problem(challenger):
            raise OpponentError(opponent.id, problem)
        await self._core.check_not_blocked(challenger, opponent.id)
        rules.check(game, place)
        wishes = ChallengeTerms(game, {}, pace=pace_on(rules.pace), terms=MatchTerms(ladder=UNKNOWN_PLACE))
        new = new_challenge(self._core, wishes, challenger, Human(opponent.id), place, rules)
        limits = self._core.limits(rules, challenger, opponent.id)
        made = await self._store(new, challenger, opponent.id, limits)
        return await self._challenges.begin_by_itself(made.id)

    @writes("match={found.id} user={challenger} challenged user={challenged} on a ladder")
    def _store(
        self, tx: Transaction, new: NewMatch, challenger: UserId, challenged: UserId, within: LimitsByUser
    ) -> Match:
        """Store a match for the place that ``challenged`` has now. Raises LadderError if it can't begin."""
        enforce_limits(tx.connection, new.guild_id, within)
        one_at_a_time(tx.connection, AdvisoryLock.LADDERS)
        key = LadderKey(new.guild_id, new.game_key)
        state = replace(_state(tx.connection, key, challenger, new.created_at), pace=new.terms.pace)
        state.check(challenger, challenged)
        place = state.ladder.place_of(challenged)
        if place is None:
            raise LadderError(LadderProblem.OUT_OF_REACH)
        return stores.matches.create(tx.connection, replace(new, terms=replace(new.terms, ladder=place)))

    # --- what people see -------------------------------------------------------------------------

    async def check_open(self, key: LadderKey) -> None:
        """Raise LadderError if the server has ladders off, NotAllowedError for a game that is not allowed."""
        check_open(await self._core.guild_rules(key.guild_id), key.game)

    async def state(self, key: LadderKey, user: UserId) -> LadderState:
        """A ladder, its running matches, and the players ``user`` has met on it lately."""
        found = await self._state(key, user)
        return replace(found, pace=pace_on((await self._core.guild_rules(key.guild_id)).pace))

    @reads
    def _state(self, tx: Transaction, key: LadderKey, user: UserId) -> LadderState:
        return _state(tx.connection, key, user, tx.now)

    async def check_challenge(self, key: LadderKey, challenger: UserId, challenged: UserId) -> int:
        """The place that a challenge would be for. Raises LadderError."""
        state = await self.state(key, challenger)
        state.check(challenger, challenged)
        return state.ladder.place_of(challenged) or 1

    @reads
    def won(self, tx: Transaction, match_id: MatchId) -> int | None:
        """The place that the challenger took with a match; None if they took none."""
        return tx.scalars(_WON, {"match_id": match_id}).first()

    async def of_guild(self, guild: GuildId) -> Mapping[str, Ladder]:
        """The ladders of a server that have players, by game; empty if the server has ladders off."""
        return await self._of_guild(guild) if (await self._core.guild_rules(guild)).ladders else {}

    @reads
    def _of_guild(self, tx: Transaction, guild: GuildId) -> Mapping[str, Ladder]:
        found = tx.execute(_OF_GUILD, {"guild_id": guild}).all()
        return {game: read(list(rows)) for game, rows in groupby(found, key=attrgetter("game"))}

    @reads
    def history(self, tx: Transaction, key: LadderKey, user: UserId) -> tuple[PlaceChange, ...]:
        """A player's latest places on a ladder, latest first."""
        found = tx.execute(_HISTORY, {**key._asdict(), "user_id": user, "limit": HISTORY})
        return tuple(
            PlaceChange(UserId(row.user_id), row.place, PlaceReason(row.reason), row.at) for row in found
        )

    @reads
    def places_before(
        self, tx: Transaction, key: LadderKey, users: Collection[UserId]
    ) -> Mapping[UserId, int]:
        """The places of those of ``users`` who were on a ladder a week ago."""
        asked = {**key._asdict(), "user_ids": list(users), "now": tx.now - MOVED_WITHIN}
        return {UserId(row.user_id): row.place for row in tx.execute(_PLACES_AT, asked)}

    # --- due work --------------------------------------------------------------------------------

    async def slide(self, limit: int) -> int:
        """Slide the players who are due, on up to ``limit`` ladders; returns the number of ladders.

        Harmless twice.
        """
        due = await self._due(limit)
        for key in due:
            try:
                await self._slide(key, closed=not await self._is_open(key))
            except DamagedError as error:  # the others may be whole
                log.warning("guild=%s the ladder of %s can't slide: %s", key.guild_id, key.game, error)
            else:
                self._core.changed_guilds.add(key.guild_id)
        return len(due)

    async def _is_open(self, key: LadderKey) -> bool:
        try:
            await self.check_open(key)
        except (LadderError, NotAllowedError):
            return False
        return True

    @reads
    def _due(self, tx: Transaction, limit: int) -> tuple[LadderKey, ...]:
        """Ladders with players due to slide, the longest due first; reads at most ``limit`` players."""
        (query,) = due_queries(self._core.territory.shards)
        found = tx.execute(query, {"now": tx.now, "limit": limit})
        return tuple(dict.fromkeys(LadderKey(GuildId(row.guild_id), row.game) for row in found))

    @writes()
    def _slide(self, tx: Transaction, key: LadderKey, *, closed: bool) -> None:
        """Slide the players who are due; on a ``closed`` ladder they are checked again tomorrow."""
        before = locked(tx.connection, key)
        late = {rung.user_id for rung in before.rungs if rung.slides_at <= tx.now}
        running, away = _running(tx.connection, key), _away(tx.connection, key, tx.now)
        busy = late if closed else LadderState(before, tx.now, running, away=away).held
        reasons = dict.fromkeys(late - busy, PlaceReason.SLID)
        write(tx.connection, key, before, before.slid(tx.now, busy), reasons, tx.now)


def due_queries(shards: Shards) -> Sequence[Select[Any]]:
    """The query for the ladders of these shards with players due to slide."""
    return (in_shards(_DUE, shards, ladder_place.c.guild_id),)


def after_change(before: Match, after: Match, _context: ReactionContext) -> Owed:
    """The change to the ladder by a match that ended, stored with the match."""
    ending = ladder_ending(before, after) if has_ended(before, after) else None
    return NOTHING if ending is None else Owed(effects=(partial(_end, ending),))


def _end(ending: LadderEnding, connection: Connection, _match: Match) -> bool:
    """Move the players of a ladder match that ended; stores no notices."""
    before = locked(connection, ending.key)
    after = before.won(ending.challenger, ending.challenged) if ending.climbs else before
    after = after.played(ending.played, ending.at)
    write(connection, ending.key, before, after, {ending.challenger: PlaceReason.WON}, ending.at)
    return False


def _state(connection: Connection, key: LadderKey, user: UserId, now: datetime) -> LadderState:
    """A ladder, its running matches, and the players ``user`` met on it lately."""
    since = {**key._asdict(), "user_id": user, "now": now - AGAIN_AFTER}
    met = [
        UserId(one)
        for query in (_CHALLENGED_LATELY, _MET_AS_CHALLENGED)
        for one in connection.scalars(query, since)
    ]
    return LadderState(
        ladder(connection, key), now, _running(connection, key), frozenset(met), _away(connection, key, now)
    )


def _running(connection: Connection, key: LadderKey) -> tuple[LadderMatch, ...]:
    found = connection.execute(_RUNNING, key._asdict())
    return tuple(LadderMatch(UserId(row.challenger), UserId(row.opponent), row.created_at) for row in found)


def _away(connection: Connection, key: LadderKey, now: datetime) -> Mapping[UserId, datetime]:
    """The players on a ladder who are away, and until when."""
    found = connection.execute(_AWAY, {**key._asdict(), "now": now})
    stops = {
        UserId(user): tuple(Interval(row.start_at, row.end_at) for row in rows)
        for user, rows in groupby(found, key=attrgetter("user_id"))
    }
    return {user: until for user, theirs in stops.items() if (until := away_until(theirs, now)) is not None}
