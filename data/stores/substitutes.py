"""Questions to substitutes: one row for each person and tournament.

A row is due when its message is to be posted or taken away, and when its time to answer ends. It is claimed
before Discord is asked for anything. It stays until the tournament has ended, so that nobody is pinged twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Connection, Row, RowMapping, bindparam, select, update

from data import outbox
from data.database import AdvisoryLock, one_at_a_time
from data.parameters import USER_ID
from data.schema import tournament, tournament_substitute
from data.stores import tournaments
from data.stores.base import check_times, upsert
from data.stores.queries import in_shards
from matches.errors import TournamentError, TournamentProblem
from matches.model import MessageId, UserId
from matches.shards import ALL, Shards
from matches.tournaments.changes import replaced
from matches.tournaments.model import Seed, Tournament, TournamentId
from matches.tournaments.substitutes import (
    ASKED_WITHIN,
    MOST_ASKED,
    QuestionKey,
    QuestionState,
    SubstituteQuestion,
)

_row = tournament_substitute.c
_THIS = (_row.tournament_id == bindparam("tournament_id", type_=BigInteger), _row.user_id == USER_ID)
GUILD = (
    select(tournament.c.guild_id)
    .where(tournament.c.id == _row.tournament_id)
    .correlate(tournament_substitute)
    .scalar_subquery()
)
OF_TOURNAMENT: Final = (
    select(tournament_substitute).where(_THIS[0]).order_by(_row.asked_at.desc(), _row.user_id)
)
DUE: Final = outbox.due(tournament_substitute, _row.due_at.is_not(None))
CLAIMED: Final = outbox.claimable(tournament_substitute, *_THIS, by=_row.tournament_id)


def of(connection: Connection, tournament_id: TournamentId) -> tuple[SubstituteQuestion, ...]:
    """The questions of a tournament, the latest first; without those to people who were erased."""
    found = connection.execute(OF_TOURNAMENT, {"tournament_id": tournament_id})
    return tuple(_read(row) for row in found if row.user_id > 0)


def load(connection: Connection, key: QuestionKey) -> SubstituteQuestion | None:
    """A question, also one to somebody who was erased; None if it is gone."""
    row = connection.execute(select(tournament_substitute).where(*_of(key))).one_or_none()
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


def ask(
    connection: Connection, tournament_id: TournamentId, seed: Seed, user: UserId, now: datetime
) -> SubstituteQuestion:
    """Store a question to ``user`` for the place of ``seed``, due ``now``. Raises TournamentError."""
    check_times(now)
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    replaced(tournaments.load(connection, tournament_id), seed, user, now)
    asked = of(connection, tournament_id)
    before = next((one for one in asked if one.user == user), None)
    if any(one.is_open(now) and (one.user == user or one.seed == seed) for one in asked):
        raise TournamentError(TournamentProblem.ASKED)
    if before is not None and before.message is not None:  # it's being taken away
        raise TournamentError(TournamentProblem.ASKED)
    if before is not None and before.state is QuestionState.REFUSED:
        raise TournamentError(TournamentProblem.DECLINED)
    if sum(now - one.asked_at < ASKED_WITHIN for one in asked) >= MOST_ASKED:
        raise TournamentError(TournamentProblem.MANY_ASKED)
    for one in asked:
        if one.state is QuestionState.OPEN and not one.is_open(now):  # its day has just passed
            _close(connection, one.key, QuestionState.LAPSED, now)
    times = 1 if before is None else before.times + 1
    row = {
        **_key(QuestionKey(tournament_id, user)),
        "seed": seed,
        "state": QuestionState.OPEN.value,
        "times": times,
        "asked_at": now,
        "message": None,
        "due_at": now,
        "claimed_until": None,
    }
    upsert(connection, tournament_substitute, row)
    return SubstituteQuestion(tournament_id, user, seed, QuestionState.OPEN, times, now)


def answer(connection: Connection, key: QuestionKey, times: int, now: datetime, *, yes: bool) -> Tournament:
    """Store an answer, with which the person takes the place or not; returns the tournament.

    Raises TournamentError for a question that is over, and if they can't take the place any more.
    """
    check_times(now)
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    found = load(connection, key)
    if found is not None and found.times == times and found.state is QuestionState.ACCEPTED:
        raise TournamentError(TournamentProblem.ENTERED)
    if found is None or found.times != times or not found.is_open(now):
        raise TournamentError(TournamentProblem.QUESTION_OVER)
    _close(connection, key, QuestionState.ACCEPTED if yes else QuestionState.REFUSED, now)
    if not yes:
        return tournaments.load(connection, key.tournament)
    put = partial(replaced, seed=found.seed, user=key.user, now=now)
    return tournaments.change(connection, key.tournament, put, now)


def withdraw(connection: Connection, tournament_id: TournamentId, seed: Seed, now: datetime) -> None:
    """Take back the open question for a place. Raises TournamentError if there is none."""
    check_times(now)
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    found = [one for one in of(connection, tournament_id) if one.seed == seed and one.is_open(now)]
    if not found:
        raise TournamentError(TournamentProblem.QUESTION_OVER)
    _close(connection, found[0].key, QuestionState.WITHDRAWN, now)


def close(connection: Connection, key: QuestionKey, state: QuestionState, now: datetime) -> None:
    """Close a question that nobody has answered."""
    check_times(now)
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    found = load(connection, key)
    if found is not None and found.state is QuestionState.OPEN:
        _close(connection, key, state, now)


def _close(connection: Connection, key: QuestionKey, state: QuestionState, now: datetime) -> None:
    outbox.note(connection, tournament_substitute, _key(key), state=state.value, due_at=now)


def claim(
    connection: Connection, now: datetime, until: datetime, limit: int, shards: Shards = ALL
) -> Sequence[QuestionKey]:
    """Claim at most ``limit`` due questions, the longest due first."""
    found = outbox.claim(connection, tournament_substitute, in_shards(DUE, shards, GUILD), now, until, limit)
    return tuple(map(_key_of, found))


def claim_this(connection: Connection, key: QuestionKey, now: datetime, until: datetime) -> bool:
    """Claim a question, due or not; returns False if a process has it."""
    asked = _key(key)
    return bool(outbox.claim(connection, tournament_substitute, CLAIMED, now, until, 1, **asked))


def note_posted(connection: Connection, key: QuestionKey, message: MessageId) -> bool:
    """Record the message of a question; returns False if the question is gone, as after an erasure."""
    theirs = update(tournament_substitute).where(*_of(key))
    return connection.execute(theirs.values(message=message)).rowcount == 1


def settle(connection: Connection, seen: SubstituteQuestion) -> None:
    """Give back a claimed question that was done as last ``seen``: due when its time to answer ends.

    One that was answered or taken back since stays due at once. The message of one that is over is gone.
    """
    key = seen.key
    is_open = seen.state is QuestionState.OPEN
    as_seen = (_row.state == seen.state.value, _row.asked_at == seen.asked_at)
    due = {"due_at": seen.ends_at} if is_open else {"due_at": None, "message": None}
    theirs = update(tournament_substitute).where(*_of(key), *as_seen)
    connection.execute(theirs.values(**due))
    outbox.settle(connection, tournament_substitute, _key(key))


def _of(key: QuestionKey) -> tuple[ColumnElement[bool], ...]:
    return _row.tournament_id == key.tournament, _row.user_id == key.user


def _key(key: QuestionKey) -> outbox.Key:
    return {"tournament_id": key.tournament, "user_id": key.user}


def _key_of(row: RowMapping) -> QuestionKey:
    return QuestionKey(TournamentId(row["tournament_id"]), UserId(row["user_id"]))
