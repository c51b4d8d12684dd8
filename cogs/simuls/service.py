"""Operations on simuls: hosting, joining, starting; and opening their boards, one at a time."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import (
    Connection,
    RowMapping,
    Select,
    and_,
    case,
    func,
    insert,
    literal,
    literal_column,
    select,
    update,
)

from cogs.simuls.rules import (
    Simul,
    SimulBoards,
    SimulCard,
    SimulError,
    SimulId,
    SimulPhase,
    SimulProblem,
    SimulWishes,
    check_another,
    check_wishes,
    pace_of,
)
from data import outbox, stores
from data.database import one_at_a_time
from data.features.simuls import (
    HOST,
    HOSTED,
    JOINED,
    LOCKED,
    OPEN,
    SIMUL_ID,
    UNFINISHED,
    change,
    dismiss,
    drop,
    drop_place,
    simul,
    simul_place,
    touched,
)
from data.features.simuls import WITH_HOST as ALL_WITH_HOST
from data.schema import UtcTime, match, utc
from data.shared_parameters import GUILD_ID, LIMIT, USER_ID
from data.stores.limits import check_limits, check_posting
from data.stores.match_rows import summaries
from data.stores.people import rules_of_guild
from data.stores.privacy import blockers
from data.stores.queries import OPEN as OPEN_PHASES
from data.stores.queries import SUMMARY, in_shards
from engines import GAMES
from matches.errors import BlockedError
from matches.guilds.settings import ChallengeChannel
from matches.guilds.shards import Shards
from matches.lifecycle.challenge import ChallengeTerms, check_side
from matches.model import GuildId, Match, MatchTerms, NewMatch, UserId
from matches.players import Human
from matches.summaries import Limits, MatchSummary
from matches.time.pace import Pace
from matches.written import number_of, player_of
from services.challenges import Challenges, new_challenge
from services.core import LEASE, Core
from services.operations import Operations, Transaction, reads, writes
from services.reactions import NOTHING, Owed, ReactionContext, has_ended

log = logging.getLogger(__name__)

CHECK_EVERY: Final = timedelta(minutes=15)
"""The time until a running simul is checked without a known change: an older bot notes none."""
LOOKED_AT: Final = 20
"""The newest open simuls of a server that are considered for the lobby."""

_OF_CARD: Final = ("message", "digest", "shown_at", "lost")
_DUE: Final = outbox.due(simul, simul.c.due_at.is_not(None))
_THIS: Final = outbox.claimable(simul, simul.c.id == SIMUL_ID, by=simul.c.id)
_SIMUL: Final = select(simul).where(simul.c.id == SIMUL_ID)
_PLACES: Final = select(simul_place).where(simul_place.c.simul_id == SIMUL_ID).order_by(simul_place.c.number)
_LAST: Final = select(func.max(simul_place.c.number)).where(simul_place.c.simul_id == SIMUL_ID)
# As the index has it: the value is a literal in the statement.
_IS_BOARD: Final = and_(match.c.simul == SIMUL_ID, match.c.simul > literal_column("0"))
_BOARDS: Final = select(*SUMMARY).where(_IS_BOARD).order_by(match.c.id)
_COUNT_BOARDS: Final = select(func.count()).select_from(match).where(_IS_BOARD)
_OPEN_IN: Final = (
    select(simul.c.id)
    .where(simul.c.guild_id == GUILD_ID, simul.c.phase == OPEN)
    .order_by(simul.c.created_at.desc(), simul.c.id.desc())
    .limit(LIMIT)
)
_PHASES: Final = select(simul.c.phase).where(simul.c.host == USER_ID, simul.c.phase.in_(UNFINISHED))
_WITH_HOST: Final = ALL_WITH_HOST.limit(1)
_PLAYS_HOST: Final = (
    select(match.c.id)
    .where(
        match.c.opponent == USER_ID,
        match.c.phase.in_(OPEN_PHASES),
        match.c.challenger == HOST,
        match.c.simul > literal_column("0"),
    )
    .limit(1)
)
_COUNT_JOINED: Final = (
    select(
        func.count().label("all"),
        func.coalesce(func.sum(case((simul.c.guild_id == GUILD_ID, 1), else_=0)), 0).label("in_guild"),
    )
    .select_from(simul_place)
    .join(simul, simul.c.id == simul_place.c.simul_id)
    .where(simul_place.c.user_id == USER_ID, simul_place.c.taken_out.is_(False))
)


class Simuls(Operations):
    """The simuls of servers. Every step can be repeated after a crash."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._challenges = Challenges(core)

    # --- what people do: the simul's row is locked first, then its players -----------------------

    @writes("simul={found.id} user={user} hosts {found.game_key} for {found.places}")
    def host(self, tx: Transaction, user: UserId, wishes: SimulWishes, place: ChallengeChannel) -> Simul:
        """Open a simul that players can join. Raises SimulError, OptionError, NotAllowedError, Refused."""
        game = GAMES[wishes.game]
        check_wishes(wishes)
        check_side(game, wishes.side)
        rules = rules_of_guild(tx.connection, place.guild)
        rules.check(wishes.game, place)
        one_at_a_time(tx.connection, user)
        check_another([SimulPhase(one) for one in tx.scalars(_PHASES, {"user_id": user})])
        check_posting(tx.connection, user, self._core.posting())
        row = {
            "version": 1,
            "phase": OPEN,
            "game": wishes.game,
            "guild_id": place.guild,
            "channel_id": place.channel,
            "host": number_of(Human(user)),
            "created_at": tx.now,
            "closes_at": tx.now + self._core.policy.challenge_life,
            "pace": str(pace_of(wishes, rules.pace)),
            "places": wishes.places,
            "side": wishes.side,
            # As any match whose challenger has chosen the easier side.
            "rated": wishes.rated and not (game.uneven and wishes.side),
            "lost": 0,
            "due_at": tx.now,
        }
        made = tx.execute(insert(simul).values(row).returning(simul)).mappings().one()
        return _read(made, ())

    @writes("simul={simul_id} user={user} joined")
    def join(
        self, tx: Transaction, simul_id: SimulId, user: UserId, roles: frozenset[int] = frozenset()
    ) -> Simul:
        """Give a user with these ``roles`` a place.

        The places that they have already count as matches. Raises SimulError, BlockedError, NotAllowedError,
        Refused, TooManyRunningError.
        """
        before = _locked(tx, simul_id)
        before.check_open()
        rules = rules_of_guild(tx.connection, before.guild_id)
        rules.check_game(before.game_key)
        rules.check_roles(roles)
        before.check_join(user)
        one_at_a_time(tx.connection, user)
        _check_not_blocked(tx, before, user)
        _check_only_one(tx, before, user)
        limits = _less(tx, before, user, self._core.limits(rules, user)[user])
        check_limits(tx.connection, before.guild_id, {user: limits})
        number = tx.scalar(_LAST, {"simul_id": simul_id}) or 0
        place = {"simul_id": simul_id, "user_id": user, "number": number + 1}
        tx.execute(insert(simul_place).values(**place, joined_at=tx.now, taken_out=False))
        return _changed(tx, simul_id)

    @writes("simul={simul_id} user={user} left")
    def leave(self, tx: Transaction, simul_id: SimulId, user: UserId) -> Simul:
        """Give up a user's place. Raises SimulError."""
        _locked(tx, simul_id).check_leave(user)
        drop(tx.connection, simul_id, user)
        return _changed(tx, simul_id)

    @writes("simul={simul_id} user={user} was taken out")
    def take_out(self, tx: Transaction, simul_id: SimulId, host: UserId, user: UserId) -> Simul:
        """Take a user's place away for good, for the host. Raises SimulError."""
        before = _locked(tx, simul_id)
        before.check_host(host)
        before.check_leave(user)
        theirs = (simul_place.c.simul_id == simul_id, simul_place.c.user_id == user)
        tx.execute(update(simul_place).where(*theirs).values(taken_out=True))
        return _changed(tx, simul_id)

    @writes("simul={simul_id} user={host} started it")
    def start(
        self, tx: Transaction, simul_id: SimulId, host: UserId, roles: frozenset[int] = frozenset()
    ) -> Simul:
        """Start a simul, for its host with these ``roles``: its boards are opened one by one.

        Raises SimulError, NotAllowedError.
        """
        before = _locked(tx, simul_id)
        before.check_host(host)
        rules = rules_of_guild(tx.connection, before.guild_id)
        rules.check_game(before.game_key)
        rules.check_roles(roles)
        before.check_start(host)
        refused = (simul_place.c.simul_id == simul_id, simul_place.c.taken_out.is_(True))
        tx.execute(simul_place.delete().where(*refused))
        return _changed(tx, simul_id, SimulPhase.STARTED)

    @writes("simul={simul_id} user={host} called it off")
    def call_off(self, tx: Transaction, simul_id: SimulId, host: UserId) -> Simul:
        """Close a simul before its start, for its host. Raises SimulError."""
        _locked(tx, simul_id).check_host(host)
        return _closed(tx, simul_id, SimulPhase.CALLED_OFF)

    # --- what people see -------------------------------------------------------------------------

    @reads
    def load(self, tx: Transaction, simul_id: SimulId) -> Simul:
        """A simul without its matches. Raises SimulError for an unknown id."""
        return _load(tx, simul_id)

    @reads
    def with_boards(self, tx: Transaction, simul_id: SimulId) -> SimulBoards:
        """A simul with its matches. Raises SimulError for an unknown id."""
        return _with_boards(tx, simul_id)

    @reads
    def hosted(self, tx: Transaction, user: UserId) -> tuple[SimulBoards, ...]:
        """The unfinished simuls that a user hosts, by id."""
        return tuple(_with_boards(tx, one) for one in tx.scalars(HOSTED, {"user_id": user}).all())

    @reads
    def joined(self, tx: Transaction, user: UserId) -> tuple[Simul, ...]:
        """The simuls in which a user has a place and no match yet, by id."""
        return tuple(_load(tx, one) for one in tx.scalars(JOINED, {"user_id": user}).all())

    @reads
    def open_for(
        self, tx: Transaction, user: UserId, guild: GuildId, game: str | None = None
    ) -> tuple[Simul, ...]:
        """The simuls of a server with a place for a user, newest first; of a ``game`` if given."""
        rules = rules_of_guild(tx.connection, guild)
        found = tx.scalars(_OPEN_IN, {"guild_id": guild, "limit": LOOKED_AT}).all()
        gathering = [_load(tx, one) for one in found]
        avoided = stores.lobby.avoided(tx.connection, user) if gathering else frozenset()
        return tuple(
            one
            for one in gathering
            if game in (None, one.game_key)
            and (not rules.games or one.game_key in rules.games)
            and one.host.user_id not in avoided
            and one.has_place_for(user)
        )

    async def next_board(self, simul_id: SimulId, host: UserId) -> MatchSummary | None:
        """The host's match of a simul that has waited for them the longest; None if none waits."""
        found = await self.with_boards(simul_id)
        return next(iter(found.waiting_for(Human(host))), None)

    # --- due work --------------------------------------------------------------------------------

    @writes()
    def due(self, tx: Transaction, limit: int) -> tuple[SimulId, ...]:
        """Claim due simuls, the longest due first, at most ``limit``."""
        (query,) = due_queries(self._core.territory.shards)
        found = outbox.claim(tx.connection, simul, query, tx.now, tx.now + LEASE, limit)
        return tuple(SimulId(row["id"]) for row in found)

    @writes()
    def claim(self, tx: Transaction, simul_id: SimulId) -> bool:
        """Claim a simul, due or not; returns False if another process has it."""
        until = tx.now + LEASE
        return bool(outbox.claim(tx.connection, simul, _THIS, tx.now, until, 1, simul_id=simul_id))

    @writes()
    def renew(self, tx: Transaction, simul_id: SimulId) -> None:
        """Claim a claimed simul for a whole LEASE from now on: each board does."""
        outbox.record(tx.connection, simul, {"id": simul_id}, claimed_until=utc(tx.now + LEASE))

    async def close_due(self, simul_id: SimulId) -> SimulBoards:
        """Expire or finish a simul if that is due; returns it with its matches. Harmless twice."""
        found = await self._close_due(simul_id)
        if not found.simul.phase.unfinished:
            log.info("simul=%s is %s", simul_id, found.simul.phase)
        return found

    @writes()
    def _close_due(self, tx: Transaction, simul_id: SimulId) -> SimulBoards:
        before = _locked(tx, simul_id)
        present = SimulBoards(before, _boards_of(tx, simul_id))
        if before.phase is SimulPhase.OPEN and before.closes_at <= tx.now:
            return replace(present, simul=_closed(tx, simul_id, SimulPhase.EXPIRED))
        if present.all_over:
            return replace(present, simul=_changed(tx, simul_id, SimulPhase.FINISHED))
        return present

    async def open_board(self, seen: Simul) -> Match | None:
        """Begin the match of the player who has waited the longest; None if that player gets none.

        That is if their place is gone, or one of the two has blocked the other, since the simul was ``seen``.
        The two's limits don't matter: both have agreed to it. After a crash in between, the sweep begins it.
        """
        assert isinstance(seen.host, Human), "nobody waits for a host who is gone"
        player = seen.waiting[0]
        terms = MatchTerms(simul=seen.id)
        wishes = ChallengeTerms(
            seen.game_key, {}, side=seen.side, pace=seen.pace, rated=seen.rated, terms=terms
        )
        place = ChallengeChannel(seen.guild_id, seen.channel_id)
        rules = await self._core.guild_rules(seen.guild_id)
        new = new_challenge(self._core, wishes, seen.host.user_id, Human(player), place, rules)
        try:
            made = await self._take_board(seen.id, player, new)
        except BlockedError:
            log.info("simul=%s one player has no board: one of two blocked the other", seen.id)
        except SimulError as error:
            log.info("simul=%s user=%s has no board: %s", seen.id, player, error.problem)
        else:
            return await self._challenges.begin_by_itself(made.id)
        await self._drop_place(seen.id, player)
        return None

    @writes("match={found.id} simul={simul_id} user={player} has a board")
    def _take_board(self, tx: Transaction, simul_id: SimulId, player: UserId, new: NewMatch) -> Match:
        """Store the match of a player, with the host's side, in place of their place in a started simul.

        Raises SimulError if there is no such place, BlockedError.
        """
        before = _locked(tx, simul_id)
        if before.phase is not SimulPhase.STARTED:
            raise SimulError(SimulProblem.NOT_OPEN, before)
        if not drop(tx.connection, simul_id, player):
            raise SimulError(SimulProblem.NOT_IN, before)
        _check_not_blocked(tx, before, player)
        number = tx.scalar(_COUNT_BOARDS, {"simul_id": simul_id}) or 0
        change(tx.connection, simul_id, tx.now)
        return stores.matches.create(tx.connection, replace(new, side=before.host_side(number)))

    @writes()
    def _drop_place(self, tx: Transaction, simul_id: SimulId, user: UserId) -> None:
        drop_place(tx.connection, simul_id, user, tx.now)

    @writes()
    def record_card(self, tx: Transaction, simul_id: SimulId, card: SimulCard) -> None:
        """Record the state of a claimed simul's card."""
        columns = {name: getattr(card, name) for name in _OF_CARD}
        outbox.record(tx.connection, simul, {"id": simul_id}, **columns)

    @reads
    def end_told(self, tx: Transaction, simul_id: SimulId) -> bool:
        """True if the end of a simul was told in its channel."""
        return stores.host.remembered(tx.connection, _end(simul_id)) is not None

    @writes()
    def record_end_told(self, tx: Transaction, simul_id: SimulId) -> None:
        """Record that the end of a simul was told in its channel."""
        stores.host.remember(tx.connection, _end(simul_id), "told")

    @writes()
    def settle(self, tx: Transaction, seen: Simul, *, after: timedelta | None = None) -> None:
        """Give back a claimed simul, last ``seen`` like this: due ``after`` so long, or as it needs.

        If it has changed since, it is due at once.
        """
        again = None
        if after is not None:
            again = tx.now + after
        elif seen.phase is SimulPhase.OPEN:
            again = seen.closes_at
        elif seen.phase is SimulPhase.STARTED:
            again = tx.now if seen.waiting else tx.now + CHECK_EVERY
        due_at = case(
            (simul.c.version > seen.version, literal(tx.now, UtcTime)), else_=literal(again, UtcTime)
        )
        tx.execute(update(simul).where(simul.c.id == seen.id).values(claimed_until=None, due_at=due_at))


def due_queries(shards: Shards) -> Sequence[Select[Any]]:
    """The query that finds what is due in some shards."""
    return (in_shards(_DUE, shards, simul.c.guild_id),)


def after_change(before: Match, after: Match, _context: ReactionContext) -> Owed:
    """The consequence of a board that just ended for its simul."""
    if not after.terms.simul or not has_ended(before, after):
        return NOTHING
    return Owed(effects=(record_ended,))


def record_ended(connection: Connection, over: Match) -> bool:
    """Make the simul of a board that has ended due at once."""
    its = simul.c.id == over.terms.simul
    connection.execute(update(simul).where(its).values(touched(over.changed_at)))
    return False


def _load(tx: Transaction, simul_id: SimulId, query: Select[Any] = _SIMUL) -> Simul:
    row = tx.execute(query, {"simul_id": simul_id}).mappings().one_or_none()
    if row is None:
        raise SimulError(SimulProblem.NO_SUCH)
    return _read(row, tx.execute(_PLACES, {"simul_id": simul_id}).all())


def _locked(tx: Transaction, simul_id: SimulId) -> Simul:
    """A simul, locked against other changes until the transaction ends."""
    return _load(tx, simul_id, LOCKED)


def _boards_of(tx: Transaction, simul_id: SimulId) -> tuple[MatchSummary, ...]:
    return summaries(tx.connection, _BOARDS, {"simul_id": simul_id}).matches


def _with_boards(tx: Transaction, simul_id: SimulId) -> SimulBoards:
    return SimulBoards(_load(tx, simul_id), _boards_of(tx, simul_id))


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


def _changed(tx: Transaction, simul_id: SimulId, phase: SimulPhase | None = None) -> Simul:
    """Record a change of a simul, which makes it due at once, and return it; ``phase`` is a new one."""
    change(tx.connection, simul_id, tx.now, **({} if phase is None else {"phase": phase.value}))
    return _load(tx, simul_id)


def _closed(tx: Transaction, simul_id: SimulId, phase: SimulPhase) -> Simul:
    """End a simul that was not started."""
    dismiss(tx.connection, simul_id)
    return _changed(tx, simul_id, phase)


def _check_not_blocked(tx: Transaction, before: Simul, user: UserId) -> None:
    if isinstance(before.host, Human):
        other = before.host.user_id
        if found := blockers(tx.connection, user, other):
            raise BlockedError(user, other, own=user in found)


def _check_only_one(tx: Transaction, before: Simul, user: UserId) -> None:
    """Raise SimulError if the user waits for a match with the host, or plays one, in another simul."""
    asked = {"user_id": user, "host": number_of(before.host)}
    for query in (_WITH_HOST, _PLAYS_HOST):
        if tx.scalar(query, asked) is not None:
            raise SimulError(SimulProblem.SAME_HOST, before)


def _less(tx: Transaction, before: Simul, user: UserId, limits: Limits) -> Limits:
    """The user's limits, with the places that they have in simuls counted."""
    have = tx.execute(_COUNT_JOINED, {"user_id": user, "guild_id": before.guild_id}).one()
    return replace(
        limits,
        running=None if limits.running is None else limits.running - have.all,
        in_guild=None if limits.in_guild is None else limits.in_guild - have.in_guild,
    )


def _end(simul_id: SimulId) -> str:
    """The key of the fact that a simul's end was told."""
    return f"simul {simul_id} end told"
