"""Tournaments.

A tournament is read whole and changed as a value; then the differences are written. The end of a match
changes its pairing's row alone, and makes the tournament due.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    ScalarSelect,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from data.database import AdvisoryLock, one_at_a_time
from data.errors import DAMAGED
from data.parameters import GUILD_ID, LIMIT, MATCH_ID, NOW, USER_ID
from data.schema import (
    away,
    block,
    tournament,
    tournament_champion,
    tournament_entrant,
    tournament_organiser,
    tournament_pairing,
    tournament_substitute,
)
from data.stores import host, ratings, rows, tournament_events
from data.stores.base import check_times, upsert_all
from data.stores.queries import in_shards
from matches.errors import DamagedError, TournamentError, TournamentProblem
from matches.guild_posts import TournamentCard
from matches.model import ChannelId, GuildId, MatchId, MessageId, UserId
from matches.ratings.rating import Rating, day_of
from matches.shards import ALL, Shards
from matches.time.intervals import Interval
from matches.tournaments.changes import terms_changed, withdrawn
from matches.tournaments.games import EndedGame
from matches.tournaments.model import (
    MOST_PER_GUILD,
    Decision,
    Entrant,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    TieDraw,
    Tournament,
    TournamentGame,
    TournamentId,
    TournamentState,
    TournamentSummary,
    TournamentTerms,
)
from matches.tournaments.news import BETWEEN_EDITS, RoundMessage
from matches.tournaments.progress import Circumstances
from matches.tournaments.substitutes import QuestionState

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
_users = select(tournament_entrant.c.user_id).where(tournament_entrant.c.tournament_id == ID)
BLOCKED: Final = select(block.c.user_id, block.c.blocked_id).where(
    block.c.user_id.in_(_users), block.c.blocked_id.in_(_users)
)
AWAY: Final = (
    select(away)
    .where(away.c.user_id.in_(_users), away.c.end_at > NOW)
    .order_by(away.c.user_id, away.c.start_at)
)
GOING_ON: Final = tuple(state.value for state in TournamentState if not state.ended)
COUNT_GOING_ON: Final = (
    select(func.count())
    .select_from(tournament)
    .where(tournament.c.guild_id == GUILD_ID, tournament.c.state.in_(GOING_ON))
)
SUMMARIES: Final = (
    select(
        tournament.c.id,
        tournament.c.name,
        tournament.c.game,
        tournament.c.terms,
        tournament.c.state,
        select(func.count())
        .select_from(tournament_entrant)
        .where(tournament_entrant.c.tournament_id == tournament.c.id, tournament_entrant.c.left_at.is_(None))
        .scalar_subquery()
        .label("entrants"),
        select(tournament_champion.c.user_id)
        .where(tournament_champion.c.tournament_id == tournament.c.id)
        .order_by(tournament_champion.c.season.desc())
        .limit(1)
        .scalar_subquery()
        .label("champion"),
    )
    .where(tournament.c.guild_id == GUILD_ID)
    .order_by(tournament.c.state.in_(GOING_ON).desc(), tournament.c.id.desc())
    .limit(LIMIT)
)
GAME_OF: Final = (
    select(
        tournament.c.id,
        tournament.c.name,
        tournament.c.terms,
        tournament_pairing.c.round,
        tournament_pairing.c.board,
        tournament_pairing.c.game,
    )
    .join(tournament_pairing, tournament_pairing.c.tournament_id == tournament.c.id)
    .where(tournament_pairing.c.match_id == MATCH_ID)
)
ENTERED: Final = (
    select(tournament.c.id)
    .join(tournament_entrant, tournament_entrant.c.tournament_id == tournament.c.id)
    .where(tournament_entrant.c.user_id == USER_ID, tournament.c.state.in_(GOING_ON))
    .order_by(tournament.c.id)
)
DUE: Final = (
    select(tournament.c.id)
    .where(tournament.c.due_at <= NOW)
    .order_by(tournament.c.due_at, tournament.c.id)
    .limit(LIMIT)
)
NEWS_DUE: Final = (
    select(tournament.c.id)
    .where(tournament.c.news_at <= NOW)
    .order_by(tournament.c.news_at, tournament.c.id)
    .limit(LIMIT)
)
TOLD: Final = select(tournament.c.told).where(tournament.c.id == ID)
UNSHOWN: Final = (
    select(tournament.c.id)
    .where(tournament.c.shown_version < tournament.c.version)
    .order_by(tournament.c.id)
    .limit(LIMIT)
)

Change = Callable[[Tournament], Tournament]
"""A change of a tournament: its value before to its value after."""


# --- reading -------------------------------------------------------------------------------------


def load(connection: Connection, tournament_id: TournamentId) -> Tournament:
    """A tournament, whole. Raises TournamentError for an unknown id, StoreUnavailableError for damage."""
    asked = {"tournament_id": tournament_id}
    row = connection.execute(TOURNAMENT, asked).one_or_none()
    if row is None:
        raise TournamentError(TournamentProblem.UNKNOWN)
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
        raise DamagedError(f"{DAMAGED} (tournament={tournament_id}: {error})") from None


def circumstances(connection: Connection, found: Tournament, now: datetime) -> Circumstances:
    """The circumstances of a tournament; its entrants' ratings only before its first round."""
    check_times(now)
    undecided = (game.begins_at for game in found.pairings if game.outcome is None)
    asked = {"tournament_id": found.id, "now": min(undecided, default=found.created_at)}
    blocked = (frozenset(map(UserId, pair)) for pair in connection.execute(BLOCKED, asked))
    return Circumstances(
        blocked=frozenset(blocked),
        away={
            UserId(user): tuple(Interval(row.start_at, row.end_at) for row in theirs)
            for user, theirs in groupby(connection.execute(AWAY, asked), key=attrgetter("user_id"))
        },
        ratings={} if found.round else _ratings(connection, found, day_of(now)),
        changed_at=None if found.state.started else changed_at(connection, found.id),
    )


def _ratings(connection: Connection, found: Tournament, day: int) -> Mapping[UserId, int]:
    users = sorted(one.user_id for one in found.entrants if one.user_id is not None)
    accounts = {user: own.get(found.game) for user, own in ratings.accounts(connection, users).items()}
    return {user: (one.on(day) if one else Rating()).points for user, one in accounts.items()}


def observed(
    connection: Connection, tournament_id: TournamentId, now: datetime
) -> tuple[int, Tournament, Circumstances]:
    """A tournament with its version and circumstances, in one snapshot. Raises what :func:`load` does."""
    found = load(connection, tournament_id)
    return card_of(connection, tournament_id).version, found, circumstances(connection, found, now)


def summaries(connection: Connection, guild_id: GuildId, limit: int) -> tuple[TournamentSummary, ...]:
    """The tournaments of a server, in short: those going on first, then the latest; at most ``limit``.

    One whose terms cannot be read is left out.
    """
    found = (_summary(row) for row in connection.execute(SUMMARIES, {"guild_id": guild_id, "limit": limit}))
    return tuple(one for one in found if one is not None)


def game_of(connection: Connection, match_id: MatchId) -> TournamentGame | None:
    """The place of a match in its tournament; None if it is no game of one, or the terms cannot be read."""
    row = connection.execute(GAME_OF, {"match_id": match_id}).one_or_none()
    form = None if row is None else _format(row.terms)
    if row is None or form is None:
        return None
    key = PairingKey(row.round, row.board, row.game)
    return TournamentGame(TournamentId(row.id), row.name, form, key)


def entered(connection: Connection, user_id: UserId) -> tuple[Tournament, ...]:
    """The tournaments going on in which a user is entered, or was."""
    ids = connection.scalars(ENTERED, {"user_id": user_id}).all()
    return tuple(load(connection, TournamentId(one)) for one in ids)


def due(connection: Connection, now: datetime, limit: int, shards: Shards = ALL) -> tuple[TournamentId, ...]:
    """Tournaments that are due at ``now``, the longest first, at most ``limit``."""
    check_times(now)
    asked = in_shards(DUE, shards, tournament.c.guild_id)
    return tuple(map(TournamentId, connection.scalars(asked, {"now": now, "limit": limit})))


def card_of(connection: Connection, tournament_id: TournamentId) -> TournamentCard:
    """The state of a tournament's card. Raises TournamentError if there is no such tournament."""
    row = connection.execute(TOURNAMENT, {"tournament_id": tournament_id}).one_or_none()
    if row is None:
        raise TournamentError(TournamentProblem.UNKNOWN)
    message = None if row.message is None else MessageId(row.message)
    return TournamentCard(message, row.version, row.shown_version, row.lost)


def unshown(connection: Connection, limit: int, shards: Shards = ALL) -> tuple[TournamentId, ...]:
    """Tournaments whose card doesn't show their newest version, at most ``limit``."""
    asked = in_shards(UNSHOWN, shards, tournament.c.guild_id)
    return tuple(map(TournamentId, connection.scalars(asked, {"limit": limit})))


def news_due(
    connection: Connection, now: datetime, limit: int, shards: Shards = ALL
) -> tuple[TournamentId, ...]:
    """Tournaments with news that may be due at ``now``, at most ``limit``."""
    check_times(now)
    asked = in_shards(NEWS_DUE, shards, tournament.c.guild_id)
    return tuple(map(TournamentId, connection.scalars(asked, {"now": now, "limit": limit})))


def told(connection: Connection, tournament_id: TournamentId) -> int:
    """The last round of a tournament that was told; 0 before the first, or without such a tournament."""
    return connection.scalar(TOLD, {"tournament_id": tournament_id}) or 0


def _summary(row: Any) -> TournamentSummary | None:
    form = _format(row.terms)
    if form is None:
        return None
    state = TournamentState(row.state)
    won = UserId(row.champion) if row.champion and row.champion > 0 else None
    return TournamentSummary(TournamentId(row.id), row.name, row.game, form, state, row.entrants, won)


def _format(terms: str) -> Format | None:
    try:
        return TournamentTerms.read(json.loads(terms)).format
    except ValueError:
        return None


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


# --- writing -------------------------------------------------------------------------------------


def create(
    connection: Connection, new: Tournament, due_at: datetime | None, *, event: bool = False
) -> Tournament:
    """Store a new tournament, whatever its id, and return it with its own; ``event``: it is to have one.

    Raises TournamentError if the server has as many as it may, counted in the same transaction.
    """
    check_times(new.created_at, due_at)
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    if (connection.scalar(COUNT_GOING_ON, {"guild_id": new.guild_id}) or 0) >= MOST_PER_GUILD:
        raise TournamentError(TournamentProblem.TOO_MANY)
    row = {
        **_columns(new),
        "version": 1,
        "shown_version": 0,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "game": new.game,
        "created_at": new.created_at,
        "due_at": due_at,
    }
    made = connection.execute(insert(tournament).values(row))
    assert made.inserted_primary_key is not None
    tournament_id = TournamentId(made.inserted_primary_key[0])
    _write_organisers(connection, tournament_id, (), new.organisers)
    if event:
        tournament_events.want(connection, tournament_id, new.created_at, wanted=True)
    return load(connection, tournament_id)


def change(connection: Connection, tournament_id: TournamentId, work: Change, now: datetime) -> Tournament:
    """Change a tournament by ``work``, which no other change comes between; returns it as it is then.

    A changed one is due ``now``. Raises what :func:`load` and ``work`` do; then nothing is stored.
    """
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    before = load(connection, tournament_id)
    after = work(before)
    if after == before:
        return before
    _write_organisers(connection, tournament_id, before.organisers, after.organisers)
    _write_entrants(connection, tournament_id, before.entrants, after.entrants)
    _write_pairings(connection, tournament_id, before.pairings, after.pairings)
    changed = update(tournament).where(tournament.c.id == tournament_id)
    news = {"news_at": now} if _is_news(before, after) else {}
    connection.execute(changed.values(**_columns(after), **news, version=tournament.c.version + 1))
    wake(connection, tournament_id, now)
    _wake_news(connection, tournament_id, now + BETWEEN_EDITS)
    tournament_events.wake(connection, tournament_id, now)
    if after.state.ended:
        _close_questions(connection, tournament_id, now)
    return after


def change_terms(
    connection: Connection,
    tournament_id: TournamentId,
    by: UserId,
    name: str,
    terms: TournamentTerms,
    now: datetime,
) -> Tournament:
    """Change a tournament's name and terms, and note when those who are in have to agree to them."""
    before = load(connection, tournament_id)

    def work(present: Tournament) -> Tournament:
        nonlocal before
        before = present
        return terms_changed(present, by, name, terms, now)

    after = change(connection, tournament_id, work, now)
    if after.terms.needs_consent(before.terms):
        host.remember(connection, _changed(tournament_id), rows.time_text(now))
    return after


def changed_at(connection: Connection, tournament_id: TournamentId) -> datetime | None:
    """The time at which a tournament's terms changed before its start; None if they didn't."""
    return rows.read_time(host.remembered(connection, _changed(tournament_id)))


def _changed(tournament_id: TournamentId) -> str:
    """The key of the fact that says when a tournament's terms changed."""
    return f"tournament {tournament_id} terms changed"


def settle(
    connection: Connection,
    tournament_id: TournamentId,
    work: Callable[[Tournament, Circumstances], Tournament],
    now: datetime,
) -> Tournament:
    """Change a tournament as :func:`change` does, by ``work``, which is given its circumstances as well."""
    return change(
        connection, tournament_id, lambda found: work(found, circumstances(connection, found, now)), now
    )


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


def _wake_news(connection: Connection, tournament_id: TournamentId, at: datetime) -> None:
    """Have the messages of a round brought up to date at ``at``, unless that is due before."""
    check_times(at)
    idle = tournament.c.news_at.is_(None) & (tournament.c.round > 0)
    connection.execute(update(tournament).where(tournament.c.id == tournament_id, idle).values(news_at=at))


def note_told(
    connection: Connection, tournament_id: TournamentId, last: int, version: int, again: datetime
) -> None:
    """Record the last round of a tournament that was told, as it was in a ``version``.

    If it has changed since, there may be news ``again``; what is news at once stays due.
    """
    check_times(again)
    of_it = update(tournament).where(tournament.c.id == tournament_id)
    connection.execute(of_it.where(tournament.c.told < last).values(told=last))
    unchanged = of_it.where(tournament.c.version == version)
    if not connection.execute(unchanged.values(news_at=None)).rowcount:
        row = connection.execute(TOURNAMENT, {"tournament_id": tournament_id}).one()
        at_once = row.round > row.told or TournamentState(row.state).ended
        if not at_once:
            connection.execute(of_it.values(news_at=again))


def round_messages(
    connection: Connection, tournament_id: TournamentId, number: int
) -> tuple[RoundMessage, ...]:
    """The messages with the games of a round, in their order."""
    kept = json.loads(host.remembered(connection, _round(tournament_id, number)) or "[]")
    return tuple(
        RoundMessage(None if message is None else MessageId(message), digest) for message, digest in kept
    )


def note_round_messages(
    connection: Connection, tournament_id: TournamentId, number: int, messages: Sequence[RoundMessage]
) -> None:
    """Record the messages with the games of a round."""
    kept = json.dumps([[one.message, one.digest] for one in messages])
    host.remember(connection, _round(tournament_id, number), kept)


def _round(tournament_id: TournamentId, number: int) -> str:
    """The key of the fact that holds the messages of a round."""
    return f"tournament {tournament_id} messages of round {number}"


def rest(connection: Connection, tournament_id: TournamentId, version: int, due_at: datetime | None) -> None:
    """Make a tournament due at ``due_at``, or after something happened, unless it is past ``version``."""
    check_times(due_at)
    seen = update(tournament).where(tournament.c.id == tournament_id, tournament.c.version == version)
    connection.execute(seen.values(due_at=due_at))


def put_off(connection: Connection, tournament_id: TournamentId, due_at: datetime) -> None:
    """Make a tournament due at ``due_at`` and not before, unless something happens in it."""
    check_times(due_at)
    connection.execute(update(tournament).where(tournament.c.id == tournament_id).values(due_at=due_at))


def leave_all(
    connection: Connection, user_id: UserId, now: datetime, guild_id: GuildId | None = None
) -> None:
    """Take a user out of all tournaments that go on, or out of those of one server. Harmless twice."""
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    for one in entered(connection, user_id):
        entrant = one.entrant_of(user_id)
        if guild_id in (None, one.guild_id) and entrant is not None and entrant.active:
            change(connection, one.id, lambda found: withdrawn(found, user_id, now), now)


def wake(connection: Connection, tournament_id: TournamentId, at: datetime) -> None:
    """Make a tournament due at ``at``, unless it is due before."""
    check_times(at)
    later = (tournament.c.due_at.is_(None)) | (tournament.c.due_at > at)
    connection.execute(update(tournament).where(tournament.c.id == tournament_id, later).values(due_at=at))


def enter_game(
    connection: Connection,
    tournament_id: TournamentId,
    key: PairingKey,
    match_id: MatchId,
    users: Sequence[UserId],
    at: datetime,
) -> None:
    """Make a match of ``users`` the game of a pairing, begun ``at``.

    Raises TournamentError if the pairing has one or needs none, or if one of them has left, was replaced, or
    plays as many games as one does at a time.
    """
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    pairing, entrant = tournament_pairing.c, tournament_entrant.c
    row = connection.execute(TOURNAMENT, {"tournament_id": tournament_id}).one()
    free = (pairing.match_id.is_(None), pairing.first_points.is_(None))
    there = select(func.count()).where(
        entrant.tournament_id == tournament_id,
        or_(entrant.seed == pairing.first, entrant.seed == pairing.second),
        entrant.user_id.in_(users),
        entrant.left_at.is_(None),
    )
    at_once = TournamentTerms.read(json.loads(row.terms)).at_once
    room = (_running_of(seed) < at_once for seed in (pairing.first, pairing.second))
    of_key = (pairing[name] == value for name, value in key._asdict().items())
    taken = (
        update(tournament_pairing)
        .where(pairing.tournament_id == tournament_id, *of_key, *free, *room)
        .where(there.correlate(tournament_pairing).scalar_subquery() == len(users))
        .values(match_id=match_id)
    )
    if row.state != TournamentState.RUNNING.value or connection.execute(taken).rowcount != 1:
        raise TournamentError(TournamentProblem.GAME_NOT_NEEDED)
    _raise_version(connection, tournament_id)
    _wake_news(connection, tournament_id, at + BETWEEN_EDITS)


def _running_of(seed: ColumnElement[Any]) -> ScalarSelect[int]:
    """The number of games of a seed that are running in the round of a pairing."""
    pairing, other = tournament_pairing.c, tournament_pairing.alias().c
    running = select(func.count()).where(
        other.tournament_id == pairing.tournament_id,
        other.round == pairing.round,
        or_(other.first == seed, other.second == seed),
        other.match_id.is_not(None),
        other.match_ended.is_(False),
        other.first_points.is_(None),
    )
    return running.correlate(tournament_pairing).scalar_subquery()


def end_game(connection: Connection, ended: EndedGame) -> None:
    """Record that a pairing's match ended, with its outcome unless the pairing has one. Harmless twice."""
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    pairing = tournament_pairing.c
    theirs = update(tournament_pairing).where(pairing.match_id == ended.match_id)
    connection.execute(theirs.values(match_ended=True))
    if ended.outcome is not None:
        undecided = theirs.where(pairing.first_points.is_(None))
        connection.execute(undecided.values(**_outcome_columns(ended.outcome)))
    wake(connection, ended.tournament, ended.at)
    _wake_news(connection, ended.tournament, ended.at + BETWEEN_EDITS)
    _raise_version(connection, ended.tournament)


def note_shown(connection: Connection, tournament_id: TournamentId, card: TournamentCard) -> None:
    """Record the message of a tournament's card, the version that it shows, and how often it was lost."""
    shown = update(tournament).where(tournament.c.id == tournament_id)
    connection.execute(shown.values(message=card.message, shown_version=card.shown, lost=card.lost))


def _raise_version(connection: Connection, tournament_id: TournamentId) -> None:
    raised = update(tournament).where(tournament.c.id == tournament_id)
    connection.execute(raised.values(version=tournament.c.version + 1))


def _columns(one: Tournament) -> dict[str, Any]:
    """The columns that a change may write."""
    check_times(one.round_at, one.paused_at, one.ended_at)
    return {
        "name": one.name,
        "terms": json.dumps(one.terms.as_dict()),
        "state": one.state.value,
        **{name: getattr(one, name) for name in ("round", "round_at", "paused_at", "ended_at")},
    }


def _write_organisers(
    connection: Connection, tournament_id: TournamentId, before: Sequence[UserId], after: Sequence[UserId]
) -> None:
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
    """Write the entrants that differ. One who is erased keeps the number that stands in their place."""
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
        **_outcome_columns(one.outcome),
        "first_begins": one.draw and one.draw.first_begins,
        "salt": one.draw and one.draw.salt,
    }


def _outcome_columns(outcome: PairingOutcome | None) -> dict[str, Any]:
    return {
        "first_points": outcome and outcome.first,
        "second_points": outcome and outcome.second,
        "how": outcome and outcome.how.value,
    }
