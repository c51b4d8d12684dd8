"""Watchers, and servers' weekly summaries."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    bindparam,
    delete,
    func,
    not_,
    select,
    union,
)

from data.database import one_at_a_time
from data.schema import UtcTime, match, score, watch
from data.shared_parameters import GUILD_ID, LIMIT, MATCH_ID, SINCE, USER_ID
from data.stores.match_rows import summaries
from data.stores.queries import AGAINST_COMPUTER, BETWEEN_SERVERS, RUNNING, SUMMARY, against_computer
from data.writing import upsert
from matches.errors import NoSuchMatchError, Problem, Refused
from matches.guilds.posts import Gain, Span
from matches.model import GuildId, MatchId, Phase, UserId
from matches.summaries import MatchSummary
from matches.written import player_of

WATCHED_BY = (
    select(watch.c.match_id)
    .join(match, match.c.id == watch.c.match_id)
    .where(watch.c.user_id == USER_ID, match.c.phase.in_(RUNNING))
    .order_by(watch.c.match_id.desc())
)


def start_watching(
    connection: Connection,
    match_id: MatchId,
    user_id: UserId,
    *,
    each_turn: bool,
    at: datetime,
    most: int,
    crowd: int,
) -> None:
    """Store that a user watches a match from ``at`` on, or change what they hear of it.

    Raises NoSuchMatchError; Refused if the match is not running, if the user would watch more than
    ``most`` running matches, or if more than ``crowd`` users would watch this one: counted in the same
    transaction.
    """
    _check_running(connection, match_id)
    # Match ids are negated: no user or other lock has a key below zero.
    for key in (-match_id, user_id):
        one_at_a_time(connection, key)
    watchers = watchers_of(connection, match_id)
    if user_id not in watchers:
        watched = connection.scalars(WATCHED_BY, {"user_id": user_id})
        if len(watched.all()) >= most:
            raise Refused(Problem.WATCH_TOO_MANY)
        if len(watchers) >= crowd:
            raise Refused(Problem.WATCH_FULL)
    row = {"match_id": match_id, "user_id": user_id, "each_turn": each_turn, "at": at}
    upsert(connection, watch, row)


def unwatch(connection: Connection, match_id: MatchId, user_id: UserId) -> bool:
    """Store that a user stops watching a match; returns whether they watched it."""
    theirs = delete(watch).where(watch.c.match_id == match_id, watch.c.user_id == user_id)
    return (connection.execute(theirs)).rowcount == 1


def watched_by(connection: Connection, user_id: UserId) -> tuple[MatchId, ...]:
    """The running matches that a user watches, newest match first."""
    return tuple(map(MatchId, connection.scalars(WATCHED_BY, {"user_id": user_id})))


# Matches between people that ended in a server within a span with a result that counts, off one index.
ENDED = (
    match.c.guild_id == GUILD_ID,
    match.c.finished_at >= SINCE,
    match.c.finished_at < bindparam("until", type_=UtcTime),
    match.c.result_counts,
    not_(AGAINST_COMPUTER),
    not_(BETWEEN_SERVERS),
    not_(match.c.private),
)
GAMES_ENDED = (
    select(match.c.game, func.count().label("ended"))
    .where(*ENDED)
    .group_by(match.c.game)
    .order_by(match.c.game)
)


def games_ended(connection: Connection, guild_id: GuildId, span: Span) -> Mapping[str, int]:
    """The number of matches that ended in a span, by game."""
    found = _in(connection, GAMES_ENDED, guild_id, span)
    return {row["game"]: row["ended"] for row in found}


COUNT_RUNNING = (
    select(func.count())
    .select_from(match)
    .where(
        match.c.guild_id == GUILD_ID,
        match.c.phase.in_(RUNNING),
        not_(AGAINST_COMPUTER),
        not_(BETWEEN_SERVERS),
        not_(match.c.private),
    )
)


def count_running(connection: Connection, guild_id: GuildId) -> int:
    """The number of running matches between people in a server."""
    return connection.scalar(COUNT_RUNNING, {"guild_id": guild_id}) or 0


_risen = func.sum(score.c.after - score.c.before)
GAINS = (
    select(score.c.user_id, score.c.game, _risen.label("points"))
    .join(match, match.c.id == score.c.match_id)
    .where(*ENDED, score.c.after.is_not(None), score.c.before.is_not(None))
    .group_by(score.c.user_id, score.c.game)
    .having(_risen > 0)
    .order_by(_risen.desc(), score.c.user_id, score.c.game)
    .limit(LIMIT)
)


def gains(connection: Connection, guild_id: GuildId, span: Span, limit: int) -> tuple[Gain, ...]:
    """The people who gained rating points in a game, most first, at most ``limit``."""
    found = _in(connection, GAINS, guild_id, span, limit=limit)
    return tuple(Gain(player_of(row["user_id"]), row["game"], row["points"]) for row in found)


_players = union(
    select(match.c.challenger.label("user_id")).where(*ENDED),
    select(match.c.opponent.label("user_id")).where(*ENDED),
).subquery()
_before = match.alias()


def _earlier(role: ColumnElement[int]) -> Select[int]:
    """A player's earlier match against a person in the server."""
    return select(_before.c.id).where(
        role == _players.c.user_id,
        _before.c.finished_at < SINCE,
        _before.c.guild_id == GUILD_ID,
        _before.c.result_counts,
        not_(against_computer(_before)),
    )


NEWCOMERS = (
    select(func.count().label("newcomers"))
    .select_from(_players)
    .where(~_earlier(_before.c.challenger).exists(), ~_earlier(_before.c.opponent).exists())
)


def newcomers(connection: Connection, guild_id: GuildId, span: Span) -> int:
    """The number of players whose first match in the server ended in the span."""
    (found,) = _in(connection, NEWCOMERS, guild_id, span)
    return int(found["newcomers"])


def _in(
    connection: Connection, query: Select[Any], guild_id: GuildId, span: Span, **values: Any
) -> list[RowMapping]:
    asked = {"guild_id": guild_id, "since": span.since, "until": span.until, **values}
    return list((connection.execute(query, asked)).mappings())


def end_watching(connection: Connection, match_id: MatchId) -> None:
    """Delete all watchers of a match."""
    connection.execute(delete(watch).where(watch.c.match_id == match_id))


# Locked, so that the match cannot end in the meantime and keep a watcher for ever.
PHASE = select(match.c.phase).where(match.c.id == MATCH_ID).with_for_update(read=True)


def _check_running(connection: Connection, match_id: MatchId) -> None:
    phase = connection.scalar(PHASE, {"match_id": match_id})
    if phase is None:
        raise NoSuchMatchError(match_id)
    if not Phase(phase).running:
        raise Refused(Problem.WATCH_NOT_RUNNING)


WATCHERS = (
    select(watch.c.user_id, watch.c.each_turn)
    .where(watch.c.match_id == MATCH_ID)
    .order_by(watch.c.at, watch.c.user_id)
)


def watchers_of(connection: Connection, match_id: MatchId) -> dict[UserId, bool]:
    """A match's watchers, earliest first, and whether each wants to hear of every turn."""
    found = connection.execute(WATCHERS, {"match_id": match_id})
    return {UserId(row.user_id): row.each_turn for row in found}


ENDED_IN = select(*SUMMARY).where(*ENDED).order_by(match.c.finished_at.desc(), match.c.id.desc()).limit(LIMIT)


def ended_in(connection: Connection, guild_id: GuildId, span: Span, limit: int) -> tuple[MatchSummary, ...]:
    """The matches that ended in a span, latest first, at most ``limit``."""
    found = {"guild_id": guild_id, "since": span.since, "until": span.until, "limit": limit}
    return summaries(connection, ENDED_IN, found).matches
