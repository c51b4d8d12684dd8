"""Questions to substitutes, one row for each person and tournament: will they play on in an entrant's place?

A row is due when its message is to be posted or taken away, and when its time to answer ends. It is claimed
before Discord is asked for anything. It stays until the tournament has ended, so that nobody is pinged twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, RowMapping, Select, select, update

from data import outbox, stores
from data.database import AdvisoryLock, one_at_a_time
from data.features.tournaments import ID, change, load, tournament, tournament_substitute
from data.shared_parameters import USER_ID
from data.stores.queries import in_shards
from data.writing import upsert
from matches.errors import NotAllowedError
from matches.guilds.shards import Shards
from matches.model import MessageId, UserId
from matches.tournaments.changes import replaced
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.model import Seed, Tournament, TournamentId
from matches.tournaments.substitutes import (
    ASKED_WITHIN,
    MOST_ASKED,
    QuestionKey,
    QuestionState,
    SubstituteQuestion,
)
from services.core import LEASE
from services.operations import Operations, Transaction, reads, writes

_row = tournament_substitute.c
_THIS = (_row.tournament_id == ID, _row.user_id == USER_ID)
_GUILD = (
    select(tournament.c.guild_id)
    .where(tournament.c.id == _row.tournament_id)
    .correlate(tournament_substitute)
    .scalar_subquery()
)
_OF_TOURNAMENT: Final = (
    select(tournament_substitute).where(_THIS[0]).order_by(_row.asked_at.desc(), _row.user_id)
)
_DUE: Final = outbox.due(tournament_substitute, _row.due_at.is_not(None))
_CLAIMED: Final = outbox.claimable(tournament_substitute, *_THIS, by=_row.tournament_id)


class Substitutes(Operations):
    """The questions, as stored. Discord is asked by the caller, between these steps."""

    @writes("tournament={which.id} user={by} asked user={user} for the place of seed {seed}")
    def ask(
        self,
        tx: Transaction,
        which: Tournament,
        by: UserId,
        seed: Seed,
        user: UserId,
        roles: frozenset[int],
    ) -> SubstituteQuestion:
        """Ask ``user``, who has ``roles``, for an organiser. Raises TournamentError, NotAllowedError."""
        rules = stores.people.rules_of_guild(tx.connection, which.guild_id)
        rules.check_game(which.game)
        try:
            rules.check_roles(roles)
        except NotAllowedError:
            raise TournamentError(TournamentProblem.LACKS_ROLE) from None
        if stores.privacy.blockers(tx.connection, by, user):
            raise TournamentError(TournamentProblem.UNWILLING)
        one_at_a_time(tx.connection, AdvisoryLock.TOURNAMENTS)
        replaced(load(tx.connection, which.id), seed, user, tx.now)
        asked = _questions(tx, which.id)
        before = next((one for one in asked if one.user == user), None)
        if any(one.is_open(tx.now) and (one.user == user or one.seed == seed) for one in asked):
            raise TournamentError(TournamentProblem.ASKED)
        if before is not None and before.message is not None:  # it's being taken away
            raise TournamentError(TournamentProblem.ASKED)
        if before is not None and before.state is QuestionState.REFUSED:
            raise TournamentError(TournamentProblem.DECLINED)
        if sum(tx.now - one.asked_at < ASKED_WITHIN for one in asked) >= MOST_ASKED:
            raise TournamentError(TournamentProblem.MANY_ASKED)
        for one in asked:
            if one.state is QuestionState.OPEN and not one.is_open(tx.now):  # its day has just passed
                _close(tx, one.key, QuestionState.LAPSED)
        times = 1 if before is None else before.times + 1
        row = {
            **_key(QuestionKey(which.id, user)),
            "seed": seed,
            "state": QuestionState.OPEN.value,
            "times": times,
            "asked_at": tx.now,
            "message": None,
            "due_at": tx.now,
            "claimed_until": None,
        }
        upsert(tx.connection, tournament_substitute, row)
        return SubstituteQuestion(which.id, user, seed, QuestionState.OPEN, times, tx.now)

    @writes("tournament={which.id} user={user} takes a place: {yes}")
    def answer(
        self,
        tx: Transaction,
        which: Tournament,
        user: UserId,
        times: int,
        roles: frozenset[int],
        *,
        yes: bool,
    ) -> Tournament:
        """Store a user's answer; with a yes they take the place. Raises NotAllowedError, and TournamentError.

        The latter for a question that is over, and if they can't take the place any more.
        """
        if yes:
            rules = stores.people.rules_of_guild(tx.connection, which.guild_id)
            rules.check_game(which.game)
            rules.check_roles(roles)
        one_at_a_time(tx.connection, AdvisoryLock.TOURNAMENTS)
        asked = _question(tx, QuestionKey(which.id, user))
        if asked is not None and asked.times == times and asked.state is QuestionState.ACCEPTED:
            raise TournamentError(TournamentProblem.ENTERED)
        if asked is None or asked.times != times or not asked.is_open(tx.now):
            raise TournamentError(TournamentProblem.QUESTION_OVER)
        _close(tx, asked.key, QuestionState.ACCEPTED if yes else QuestionState.REFUSED)
        if not yes:
            return load(tx.connection, which.id)
        put = partial(replaced, seed=asked.seed, user=user, now=tx.now)
        return change(tx.connection, which.id, put, tx.now)

    @writes("tournament={tournament_id} user={by} took back the question for seed {seed}")
    def withdraw(self, tx: Transaction, tournament_id: TournamentId, by: UserId, seed: Seed) -> None:
        """Take back the open question for a place. Raises TournamentError if there is none."""
        one_at_a_time(tx.connection, AdvisoryLock.TOURNAMENTS)
        asked = [one for one in _questions(tx, tournament_id) if one.seed == seed and one.is_open(tx.now)]
        if not asked:
            raise TournamentError(TournamentProblem.QUESTION_OVER)
        _close(tx, asked[0].key, QuestionState.WITHDRAWN)

    @reads
    def latest(self, tx: Transaction, tournament_id: TournamentId, seed: Seed) -> SubstituteQuestion | None:
        """The latest question for a place; None if nobody was asked."""
        return next((one for one in _questions(tx, tournament_id) if one.seed == seed), None)

    # --- due work --------------------------------------------------------------------------------

    @writes()
    def due(self, tx: Transaction, limit: int) -> Sequence[QuestionKey]:
        """Claim due questions, at most ``limit``, the longest due first."""
        (asked,) = due_questions(self._core.territory.shards)
        found = outbox.claim(tx.connection, tournament_substitute, asked, tx.now, tx.now + LEASE, limit)
        return tuple(map(_key_of, found))

    @writes()
    def claim(self, tx: Transaction, key: QuestionKey) -> bool:
        """Claim a question, due or not; returns False if another process has it."""
        until = tx.now + LEASE
        found = outbox.claim(tx.connection, tournament_substitute, _CLAIMED, tx.now, until, 1, **_key(key))
        return bool(found)

    async def close_due(self, key: QuestionKey) -> SubstituteQuestion | None:
        """Close a question if its time is over; returns it as it is then, None if it is gone."""
        found = await self.load(key)
        if found is None or found.state is not QuestionState.OPEN or found.is_open(self._core.now()):
            return found
        await self.close(key, QuestionState.LAPSED)
        return await self.load(key)

    @reads
    def load(self, tx: Transaction, key: QuestionKey) -> SubstituteQuestion | None:
        """A question, also one to somebody who was erased; None if it is gone."""
        return _question(tx, key)

    @writes("tournament={key.tournament} the question to user={key.user} is {state}")
    def close(self, tx: Transaction, key: QuestionKey, state: QuestionState) -> None:
        """Close a question that nobody has answered."""
        one_at_a_time(tx.connection, AdvisoryLock.TOURNAMENTS)
        asked = _question(tx, key)
        if asked is not None and asked.state is QuestionState.OPEN:
            _close(tx, key, state)

    @writes()
    def record_posted(self, tx: Transaction, key: QuestionKey, message: MessageId) -> bool:
        """Record the message of a question; returns False if the question is gone, as after an erasure."""
        theirs = update(tournament_substitute).where(*_of(key))
        return tx.execute(theirs.values(message=message)).rowcount == 1

    @writes()
    def settle(self, tx: Transaction, seen: SubstituteQuestion) -> None:
        """Give back a claimed question that was done as last ``seen``: due when its time to answer ends.

        One that was answered or taken back since stays due at once. The message of one that is over is gone.
        """
        key = seen.key
        is_open = seen.state is QuestionState.OPEN
        as_seen = (_row.state == seen.state.value, _row.asked_at == seen.asked_at)
        due = {"due_at": seen.ends_at} if is_open else {"due_at": None, "message": None}
        theirs = update(tournament_substitute).where(*_of(key), *as_seen)
        tx.execute(theirs.values(**due))
        outbox.settle(tx.connection, tournament_substitute, _key(key))


def due_questions(shards: Shards) -> Sequence[Select[Any]]:
    """The query by which due questions are claimed in some shards."""
    return (in_shards(_DUE, shards, _GUILD),)


def _questions(tx: Transaction, tournament_id: TournamentId) -> tuple[SubstituteQuestion, ...]:
    """The questions of a tournament, the latest first; without those to people who were erased."""
    found = tx.execute(_OF_TOURNAMENT, {"tournament_id": tournament_id})
    return tuple(_read(row) for row in found if row.user_id > 0)


def _question(tx: Transaction, key: QuestionKey) -> SubstituteQuestion | None:
    row = tx.execute(select(tournament_substitute).where(*_of(key))).one_or_none()
    return None if row is None else _read(row)


def _read(row: Row[Any]) -> SubstituteQuestion:
    return SubstituteQuestion(
        TournamentId(row.tournament_id),
        UserId(row.user_id),
        Seed(row.seed),
        QuestionState(row.state),
        row.times,
        row.asked_at,
        None if row.message is None else MessageId(row.message),
    )


def _close(tx: Transaction, key: QuestionKey, state: QuestionState) -> None:
    outbox.record(tx.connection, tournament_substitute, _key(key), state=state.value, due_at=tx.now)


def _of(key: QuestionKey) -> tuple[ColumnElement[bool], ...]:
    return _row.tournament_id == key.tournament, _row.user_id == key.user


def _key(key: QuestionKey) -> outbox.Key:
    return {"tournament_id": key.tournament, "user_id": key.user}


def _key_of(row: RowMapping) -> QuestionKey:
    return QuestionKey(TournamentId(row["tournament_id"]), UserId(row["user_id"]))
