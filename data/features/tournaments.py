"""Tournaments: their rows, read and changed whole; and their rules for erasure, checks and pruning.

A tournament is read whole and changed as a value; then the differences are written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
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
    Row,
    Table,
    Text,
    and_,
    bindparam,
    case,
    delete,
    exists,
    false,
    func,
    literal,
    not_,
    or_,
    select,
    update,
)

from data.database import AdvisoryLock, one_at_a_time
from data.errors import DAMAGED
from data.features.rows import FeatureRows, PruneRule, RowRule, WholeRule, is_about
from data.personal_rows import shared
from data.schema import RowId, UtcTime, always, index_where, keys, match, maybe, metadata, table
from data.shared_parameters import AFTER, GUILD_ID, LIMIT, USER_ID
from data.writing import check_times, upsert_all
from matches.errors import DamagedError
from matches.model import ChannelId, GuildId, MatchId, Phase, UserId
from matches.tournaments.champions import WHOLE
from matches.tournaments.changes import withdrawn
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.events import EventTrouble
from matches.tournaments.invariants import wrong_with
from matches.tournaments.model import (
    Decision,
    Entrant,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    TieDraw,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
)
from matches.tournaments.news import BETWEEN_EDITS
from matches.tournaments.substitutes import QuestionState

TOLD_KEPT: Final = timedelta(days=30)
"""The time after a tournament's end for which the facts are kept that its news was posted."""

# --- tables --------------------------------------------------------------------------------------

# Tournaments: see matches.tournaments.model. Pairings name entrants by seed, so that only the rows of
# entrants and organisers hold ids of users.
tournament = Table(
    "tournament",
    metadata,
    Column("id", RowId, primary_key=True),
    *always(Integer, "version", "shown_version"),  # the card is edited while the first is higher
    *always(BigInteger, "guild_id", "channel_id"),
    *maybe(BigInteger, "message"),  # the card with its entries
    Column("lost", Integer, nullable=False, server_default="0"),  # how often users deleted it
    *always(Text, "name", "game", "state"),
    *always(Text, "terms"),  # a JSON object
    *always(UtcTime, "created_at"),
    *always(Integer, "round"),  # 0 before the first
    *maybe(UtcTime, "round_at", "paused_at", "ended_at"),
    *maybe(UtcTime, "due_at"),  # when to look at it again; null: only after something happened
    *maybe(UtcTime, "news_at"),  # when there may be something to tell in its channel; null: nothing
    Column("told", Integer, nullable=False, server_default="0"),  # the last round that was told
    sqlite_autoincrement=True,
)
index_where(tournament.c.due_at.is_not(None), tournament.c.due_at, tournament.c.id)
index_where(tournament.c.news_at.is_not(None), tournament.c.news_at, tournament.c.id)
index_where(tournament.c.shown_version < tournament.c.version, tournament.c.id, name="ix_tournament_unshown")
Index(None, tournament.c.guild_id, tournament.c.state, tournament.c.id)


def _of_tournament() -> Column[int]:
    return Column("tournament_id", BigInteger, ForeignKey("tournament.id"), primary_key=True)


tournament_organiser = table(
    "tournament_organiser",
    _of_tournament(),
    *keys(Integer, "number"),  # the creator is number 1
    *always(BigInteger, "user_id"),
)
tournament_entrant = table(
    "tournament_entrant",
    _of_tournament(),
    *keys(Integer, "number"),  # in the order of entries
    *always(BigInteger, "user_id"),
    *always(Integer, "seed", "rating", "group_number", "left_in", "forgiven"),
    *always(UtcTime, "entered_at"),
    *maybe(UtcTime, "left_at"),
)
Index(None, tournament_organiser.c.user_id)
Index(None, tournament_entrant.c.user_id)

tournament_pairing = table(
    "tournament_pairing",
    _of_tournament(),
    *keys(Integer, "round", "board", "game"),
    *always(Integer, "group_number"),
    *maybe(Integer, "first", "second"),  # seeds; null: no player
    *always(UtcTime, "begins_at", "ends_at"),
    Column("match_id", BigInteger, ForeignKey("match.id")),
    Column("match_ended", Boolean, nullable=False, server_default=false()),
    *maybe(Integer, "first_points", "second_points"),  # in halves; null: undecided
    *maybe(Text, "how"),
    *maybe(Boolean, "first_begins"),  # of a decider, as secret as a pick until that begins
    *maybe(Text, "salt"),  # of its seal
)
_paired = tournament_pairing.c.match_id.is_not(None)
index_where(_paired, tournament_pairing.c.match_id)

# Discord's scheduled events of tournaments: a row for each tournament whose organisers want one.
tournament_event = table(
    "tournament_event",
    _of_tournament(),
    *always(Integer, "version"),  # raised when the tournament changes, or what its organisers want
    *always(Boolean, "wanted"),  # false: it is to be deleted
    *maybe(BigInteger, "event_id"),
    *maybe(UtcTime, "asked_at"),  # when Discord was asked to make it; stored before that
    *maybe(Text, "digest"),  # a hash of what the event shows
    *maybe(Text, "trouble"),  # why Discord has none now
    *maybe(UtcTime, "due_at", "claimed_until"),
)
index_where(
    tournament_event.c.due_at.is_not(None), tournament_event.c.due_at, tournament_event.c.tournament_id
)
# The winners of tournaments, and of each season of a league.
tournament_champion = table(
    "tournament_champion",
    _of_tournament(),
    *keys(Integer, "season"),  # of a league, else 0
    *always(BigInteger, "user_id"),
    *always(Integer, "day"),  # on which it ended
)
Index(None, tournament_champion.c.user_id)

# People who were asked to play on in an entrant's place: see matches.tournaments.substitutes.
tournament_substitute = table(
    "tournament_substitute",
    _of_tournament(),
    *keys(BigInteger, "user_id"),
    *always(Integer, "seed"),  # whose place it is
    *always(Text, "state"),
    *always(Integer, "times"),  # how often they were asked: the first time pings them
    *always(UtcTime, "asked_at"),
    *maybe(BigInteger, "message"),  # the question, in the tournament's channel
    *maybe(UtcTime, "due_at", "claimed_until"),
)
index_where(
    tournament_substitute.c.due_at.is_not(None),
    tournament_substitute.c.due_at,
    tournament_substitute.c.tournament_id,
    tournament_substitute.c.user_id,
)
Index(None, tournament_substitute.c.user_id)

# --- reading -------------------------------------------------------------------------------------

ID: Final = bindparam("tournament_id", type_=BigInteger)
TOURNAMENT: Final = select(tournament).where(tournament.c.id == ID)
ORGANISERS: Final = (
    select(tournament_organiser.c.user_id)
    .where(tournament_organiser.c.tournament_id == ID)
    .order_by(tournament_organiser.c.number)
)
ENTRANTS: Final = (
    select(tournament_entrant)
    .where(tournament_entrant.c.tournament_id == ID)
    .order_by(tournament_entrant.c.number)
)
ERASED: Final = (
    select(tournament_entrant.c.number, tournament_entrant.c.user_id)
    .where(tournament_entrant.c.tournament_id == ID, tournament_entrant.c.user_id < 0)
    .order_by(tournament_entrant.c.number)
)
PAIRINGS: Final = (
    select(tournament_pairing)
    .where(tournament_pairing.c.tournament_id == ID)
    .order_by(*(tournament_pairing.c[name] for name in PairingKey._fields))
)
GOING_ON: Final = tuple(state.value for state in TournamentState if not state.ended)
ENTERED: Final = (
    select(tournament.c.id)
    .join(tournament_entrant, tournament_entrant.c.tournament_id == tournament.c.id)
    .where(tournament_entrant.c.user_id == USER_ID, tournament.c.state.in_(GOING_ON))
    .order_by(tournament.c.id)
)

Change = Callable[[Tournament], Tournament]
"""A change of a tournament: its value before to its value after."""


def load(connection: Connection, tournament_id: TournamentId) -> Tournament:
    """A tournament, whole. Raises TournamentError for an unknown id, StoreUnavailableError for damage."""
    return of_row(connection, row_of(connection, tournament_id))


def row_of(connection: Connection, tournament_id: TournamentId) -> Row[Any]:
    """The row of a tournament. Raises TournamentError for an unknown id."""
    row = connection.execute(TOURNAMENT, {"tournament_id": tournament_id}).one_or_none()
    if row is None:
        raise TournamentError(TournamentProblem.UNKNOWN)
    return row


def of_row(connection: Connection, row: Row[Any]) -> Tournament:
    """The tournament of a row, whole. Raises StoreUnavailableError for damage."""
    asked = {"tournament_id": row.id}
    try:
        return Tournament(
            TournamentId(row.id),
            GuildId(row.guild_id),
            ChannelId(row.channel_id),
            row.name,
            row.game,
            TournamentTerms.read(json.loads(row.terms)),
            tuple(UserId(user) for user in connection.scalars(ORGANISERS, asked) if user > 0),
            row.created_at,
            TournamentState(row.state),
            row.round,
            row.round_at,
            row.paused_at,
            row.ended_at,
            tuple(map(_entrant, connection.execute(ENTRANTS, asked))),
            tuple(map(_pairing, connection.execute(PAIRINGS, asked))),
        )
    except ValueError as error:
        raise DamagedError(f"{DAMAGED} (tournament={row.id}: {error})") from None


def entered(connection: Connection, user_id: UserId) -> tuple[Tournament, ...]:
    """The tournaments not over in which a user is entered, or was."""
    ids = connection.scalars(ENTERED, {"user_id": user_id}).all()
    return tuple(load(connection, TournamentId(one)) for one in ids)


def _entrant(row: Row[Any]) -> Entrant:
    return Entrant(
        UserId(row.user_id) if row.user_id > 0 else None,
        row.entered_at,
        Seed(row.seed),
        row.rating,
        row.group_number,
        row.left_at,
        row.left_in,
        row.forgiven,
    )


def _pairing(row: Row[Any]) -> Pairing:
    decided = row.first_points is not None
    return Pairing(
        PairingKey(row.round, row.board, row.game),
        row.group_number,
        None if row.first is None else Seed(row.first),
        None if row.second is None else Seed(row.second),
        row.begins_at,
        row.ends_at,
        None if row.match_id is None else MatchId(row.match_id),
        row.match_ended,
        PairingOutcome(row.first_points, row.second_points, Decision(row.how)) if decided else None,
        None if row.salt is None else TieDraw(row.first_begins, row.salt),
    )


# --- changing ------------------------------------------------------------------------------------


def change(connection: Connection, tournament_id: TournamentId, work: Change, now: datetime) -> Tournament:
    """Change a tournament by ``work``, locked against other changes; returns the changed one.

    If it was changed, it is due ``now``. Raises what :func:`load` and ``work`` raise; then nothing is stored.
    """
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    before = load(connection, tournament_id)
    after = work(before)
    if after == before:
        return before
    write_organisers(connection, tournament_id, before.organisers, after.organisers)
    _write_entrants(connection, tournament_id, before.entrants, after.entrants)
    _write_pairings(connection, tournament_id, before.pairings, after.pairings)
    changed = update(tournament).where(tournament.c.id == tournament_id)
    later = news_by(now + BETWEEN_EDITS) if after.round else {}
    times = due_by(now) | ({"news_at": now} if _is_news(before, after) else later)
    connection.execute(changed.values(**columns_of(after), **times, version=tournament.c.version + 1))
    event = tournament_event
    theirs = update(event).where(event.c.tournament_id == tournament_id)
    connection.execute(theirs.values(due_at=now, version=event.c.version + 1))
    if after.state.ended:
        _close_questions(connection, tournament_id, now)
    return after


def _close_questions(connection: Connection, tournament_id: TournamentId, now: datetime) -> None:
    """Close the questions to substitutes that nobody has answered."""
    question = tournament_substitute.c
    theirs = update(tournament_substitute).where(
        question.tournament_id == tournament_id, question.state == QuestionState.OPEN.value
    )
    connection.execute(theirs.values(state=QuestionState.LAPSED.value, due_at=now))


def _is_news(before: Tournament, after: Tournament) -> bool:
    """True if a round has begun, or the tournament has ended."""
    return (after.state.ended and not before.state.ended) or after.round > before.round


def news_by(at: datetime) -> dict[str, Any]:
    """The change by which a round's messages are due ``at`` a time, unless they have one."""
    check_times(at)
    return {"news_at": func.coalesce(tournament.c.news_at, literal(at, UtcTime))}


def due_by(at: datetime) -> dict[str, Any]:
    """The change by which a tournament is due ``at`` a time, unless it is due before."""
    check_times(at)
    due = tournament.c.due_at
    later = due.is_(None) | (due > at)
    return {"due_at": case((later, literal(at, UtcTime)), else_=due)}


def leave_all(
    connection: Connection, user_id: UserId, now: datetime, guild_id: GuildId | None = None
) -> None:
    """Remove a user from all tournaments not over, or only from those of one server. Harmless twice."""
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    for one in entered(connection, user_id):
        entrant = one.entrant_of(user_id)
        if guild_id in (None, one.guild_id) and entrant is not None and entrant.active:
            change(connection, one.id, lambda found: withdrawn(found, user_id, now), now)


def columns_of(one: Tournament) -> dict[str, Any]:
    """The columns that a change may write."""
    check_times(one.round_at, one.paused_at, one.ended_at)
    return {
        "name": one.name,
        "terms": json.dumps(one.terms.as_dict()),
        "state": one.state.value,
        **{name: getattr(one, name) for name in ("round", "round_at", "paused_at", "ended_at")},
    }


def write_organisers(
    connection: Connection, tournament_id: TournamentId, before: Sequence[UserId], after: Sequence[UserId]
) -> None:
    """Write the organisers, if they differ."""
    if before == after:
        return
    table = tournament_organiser
    connection.execute(delete(table).where(table.c.tournament_id == tournament_id))
    rows = [
        {"tournament_id": tournament_id, "number": number, "user_id": user}
        for number, user in enumerate(after, start=1)
    ]
    upsert_all(connection, table, rows)


def _write_entrants(
    connection: Connection, tournament_id: TournamentId, before: Sequence[Entrant], after: Sequence[Entrant]
) -> None:
    """Write the entrants that differ. An erased one keeps their pseudonym."""
    table = tournament_entrant
    erased = connection.execute(ERASED, {"tournament_id": tournament_id}).all()
    numbers = {row.number: row.user_id for row in erased}
    if len(after) < len(before):  # entries that were withdrawn: those after them move up
        places = (number for number, one in enumerate(after, start=1) if one.user_id is None)
        numbers = dict(zip(places, numbers.values(), strict=True))
        connection.execute(delete(table).where(table.c.tournament_id == tournament_id))
        before = ()
    rows = [
        _entrant_columns(tournament_id, number, one, one.user_id or numbers[number])
        for number, one in enumerate(after, start=1)
        if number > len(before) or before[number - 1] != one
    ]
    upsert_all(connection, table, rows)


def _entrant_columns(tournament_id: TournamentId, number: int, one: Entrant, user_id: int) -> dict[str, Any]:
    check_times(one.entered_at, one.left_at)
    return {
        "tournament_id": tournament_id,
        "number": number,
        "user_id": user_id,
        "seed": one.seed,
        "rating": one.rating,
        "group_number": one.group,
        **{name: getattr(one, name) for name in ("left_in", "forgiven", "entered_at", "left_at")},
    }


def _write_pairings(
    connection: Connection, tournament_id: TournamentId, before: Sequence[Pairing], after: Sequence[Pairing]
) -> None:
    known = {one.key: one for one in before}
    changed = [one for one in after if known.get(one.key) != one]
    upsert_all(connection, tournament_pairing, [_pairing_columns(tournament_id, one) for one in changed])


def _pairing_columns(tournament_id: TournamentId, one: Pairing) -> dict[str, Any]:
    check_times(one.begins_at, one.ends_at)
    return {
        "tournament_id": tournament_id,
        **one.key._asdict(),
        "group_number": one.group,
        **{name: getattr(one, name) for name in ("first", "second", "begins_at", "ends_at")},
        "match_id": one.match_id,
        "match_ended": one.match_ended,
        **outcome_columns(one.outcome),
        "first_begins": one.draw and one.draw.first_begins,
        "salt": one.draw and one.draw.salt,
    }


def outcome_columns(outcome: PairingOutcome | None) -> dict[str, Any]:
    """The columns of a pairing that hold its outcome."""
    return {
        "first_points": outcome and outcome.first,
        "second_points": outcome and outcome.second,
        "how": outcome and outcome.how.value,
    }


# --- rules ---------------------------------------------------------------------------------------

_ENDED: Final = tuple(state.value for state in TournamentState if state.ended)
_RUNNING: Final = tuple(phase.value for phase in Phase if phase.running)
_game = tournament_pairing.c
_key = (_game.tournament_id, _game.round, _game.board, _game.game)
_PAIRING: Final = "tournament={tournament_id} pairing {round}.{board}.{game}"
_asked = tournament_substitute.c
_RULES: Final = (
    RowRule(
        "match={id}: it is a game of tournament={tournament}, and no pairing has it",
        select(match.c.id, match.c.tournament).where(
            match.c.tournament > 0,
            ~exists().where(_game.match_id == match.c.id, _game.tournament_id == match.c.tournament),
        ),
    ),
    RowRule(
        f"{_PAIRING}: its match={{match_id}} is of tournament={{tournament}}",
        select(*_key, _game.match_id, match.c.tournament)
        .join(match, match.c.id == _game.match_id)
        .where(match.c.tournament != _game.tournament_id),
    ),
    RowRule(
        "match={match_id}: {pairings} pairings have it",
        select(_game.match_id, func.count().label("pairings"))
        .where(_game.match_id.is_not(None))
        .group_by(_game.match_id)
        .having(func.count() > 1),
    ),
    RowRule(
        f"{_PAIRING}: its match={{match_id}} is {{phase}}, and it is noted otherwise",
        select(*_key, _game.match_id, match.c.phase)
        .join(match, match.c.id == _game.match_id)
        .where(
            or_(
                and_(_game.match_ended, match.c.phase.in_(_RUNNING)),
                and_(not_(_game.match_ended), match.c.phase == Phase.FINISHED.value),
            )
        ),
    ),
    RowRule(
        f"{_PAIRING}: it is half decided",
        select(*_key).where(
            or_(
                _game.first_points.is_(None) != _game.second_points.is_(None),
                _game.first_points.is_(None) != _game.how.is_(None),
            )
        ),
    ),
    RowRule(
        "tournament={tournament_id}: its event is stored, and Discord was not asked for it",
        select(tournament_event.c.tournament_id).where(
            tournament_event.c.event_id.is_not(None), tournament_event.c.asked_at.is_(None)
        ),
    ),
    RowRule(
        "tournament={tournament_id}: nobody knows the trouble {trouble!r} of its event",
        select(tournament_event.c.tournament_id, tournament_event.c.trouble).where(
            tournament_event.c.trouble.not_in([trouble.value for trouble in EventTrouble])
        ),
    ),
    RowRule(
        "tournament={tournament_id}: nobody knows the state {state!r} of a question to a substitute",
        select(_asked.tournament_id, _asked.state).where(_asked.state.not_in(list(QuestionState))),
    ),
    RowRule(
        "tournament={tournament_id}: {questions} open questions are about seed {seed}",
        select(_asked.tournament_id, _asked.seed, func.count().label("questions"))
        .where(_asked.state == QuestionState.OPEN.value)
        .group_by(_asked.tournament_id, _asked.seed, _asked.state)
        .having(func.count() > 1),
    ),
    RowRule(
        "tournament={tournament_id}: a question about seed {seed} is {state}, and never due",
        select(_asked.tournament_id, _asked.seed, _asked.state).where(
            or_(_asked.state == QuestionState.OPEN.value, _asked.message.is_not(None)),
            _asked.due_at.is_(None),
        ),
    ),
    RowRule(
        "tournament={tournament_id}: it is {state}, and has a champion",
        select(tournament_champion.c.tournament_id, tournament.c.state)
        .join(tournament, tournament.c.id == tournament_champion.c.tournament_id)
        .where(tournament_champion.c.season == WHOLE, tournament.c.state != TournamentState.OVER.value),
    ),
    RowRule(
        "tournament={tournament_id}: season {season} has a champion, and it is in season {round}",
        select(tournament_champion.c.tournament_id, tournament_champion.c.season, tournament.c.round)
        .join(tournament, tournament.c.id == tournament_champion.c.tournament_id)
        .where(
            or_(
                tournament_champion.c.season > tournament.c.round,
                and_(tournament_champion.c.season == tournament.c.round, tournament.c.state.not_in(_ENDED)),
            ),
            tournament_champion.c.season > WHOLE,
        ),
    ),
)


def _faults(connection: Connection, which: int) -> Sequence[str]:
    return wrong_with(load(connection, TournamentId(which)))


def _old_question(_now: datetime) -> ColumnElement[bool]:
    """Questions to substitutes of tournaments that have ended, whose message needs no more updates."""
    over = exists().where(tournament.c.id == _asked.tournament_id, tournament.c.ended_at.is_not(None))
    return and_(_asked.due_at.is_(None), over)


def _told_of_over(now: datetime) -> ColumnElement[bool]:
    """Facts about tournaments that were over long ago and have no news to post."""
    return exists().where(
        is_about("tournament", tournament.c.id),
        tournament.c.ended_at < now - TOLD_KEPT,
        tournament.c.news_at.is_(None),
    )


ROWS: Final = FeatureRows(
    name="tournaments",
    tables=(
        tournament,
        tournament_organiser,
        tournament_entrant,
        tournament_pairing,
        tournament_event,
        tournament_champion,
        tournament_substitute,
    ),
    personal=(
        shared(tournament_organiser, "tournaments organised"),
        shared(tournament_entrant, "tournaments entered"),
        shared(tournament_champion, "tournaments won"),
        # Due since it was asked, so that its message, which names them, is taken away.
        shared(
            tournament_substitute,
            "questions to play on in somebody's place",
            state=QuestionState.WITHDRAWN.value,
            due_at=tournament_substitute.c.asked_at,
        ),
    ),
    stop=leave_all,
    takes_part=ENTERED.where(
        tournament.c.guild_id == GUILD_ID, tournament_entrant.c.left_at.is_(None)
    ).exists(),
    leave_guild=leave_all,
    rules=_RULES,
    whole_rules=(
        WholeRule(
            "tournament",
            select(tournament.c.id).where(tournament.c.id > AFTER).order_by(tournament.c.id).limit(LIMIT),
            _faults,
        ),
    ),
    pruned=(
        PruneRule(
            "questions to substitutes in tournaments that are over", tournament_substitute, _old_question
        ),
    ),
    told_of_over=_told_of_over,
)
