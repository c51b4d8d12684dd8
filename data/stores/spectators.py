"""Watchers and servers' weeks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, delete

from data.database import one_at_a_time
from data.schema import watch
from data.stores import spectator_queries as queries
from data.stores.base import summaries, upsert
from data.stores.checks import check_times
from data.stores.match_queries import ENDED_IN
from matches.errors import NoSuchMatchError, WatchError, WatchProblem
from matches.model import GuildId, MatchId, Phase, UserId
from matches.summaries import MatchSummary
from matches.week import Gain, Span
from matches.written import player_of


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
    """Store that somebody watches a match from ``at`` on, or watches it in another way from now on.

    Raises NoSuchMatchError; WatchError when the match does not run, or when it would be more than
    ``most`` running matches that they watch, or more than ``crowd`` people who watch it: counted in the
    same transaction.
    """
    check_times(at)
    _check_running(connection, match_id)
    # Below zero there are no people, nor any other locks.
    for key in (-match_id, user_id):
        one_at_a_time(connection, key)
    watchers = watchers_of(connection, match_id)
    if user_id not in watchers:
        watched = connection.scalars(queries.WATCHED_BY, {"user_id": user_id})
        if len(watched.all()) >= most:
            raise WatchError(WatchProblem.TOO_MANY)
        if len(watchers) >= crowd:
            raise WatchError(WatchProblem.FULL)
    row = {"match_id": match_id, "user_id": user_id, "each_turn": each_turn, "at": at}
    upsert(connection, watch, row)


def unwatch(connection: Connection, match_id: MatchId, user_id: UserId) -> bool:
    """Store that somebody does not watch a match any more; returns whether they did."""
    theirs = delete(watch).where(watch.c.match_id == match_id, watch.c.user_id == user_id)
    return (connection.execute(theirs)).rowcount == 1


def watched_by(connection: Connection, user_id: UserId) -> tuple[MatchId, ...]:
    """The running matches that somebody watches, newest match first."""
    return tuple(map(MatchId, connection.scalars(queries.WATCHED_BY, {"user_id": user_id})))


def games_ended(connection: Connection, guild_id: GuildId, span: Span) -> Mapping[str, int]:
    """The number of matches that ended of each game, by key."""
    found = _in(connection, queries.GAMES_ENDED, guild_id, span)
    return {row["game"]: row["ended"] for row in found}


def count_running(connection: Connection, guild_id: GuildId) -> int:
    """The number of matches that run in a server now."""
    return connection.scalar(queries.COUNT_RUNNING, {"guild_id": guild_id}) or 0


def gains(connection: Connection, guild_id: GuildId, span: Span, limit: int) -> tuple[Gain, ...]:
    """The people who gained rating points in a game, most first, at most ``limit``."""
    found = _in(connection, queries.GAINS, guild_id, span, limit=limit)
    return tuple(Gain(player_of(row["user_id"]), row["game"], row["points"]) for row in found)


def newcomers(connection: Connection, guild_id: GuildId, span: Span) -> int:
    """The number of players who had ended no match in the server before."""
    (found,) = _in(connection, queries.NEWCOMERS, guild_id, span)
    return int(found["newcomers"])


def _in(
    connection: Connection, query: Select[Any], guild_id: GuildId, span: Span, **values: Any
) -> list[RowMapping]:
    check_times(span.since, span.until)
    asked = {"guild_id": guild_id, "since": span.since, "until": span.until, **values}
    return list((connection.execute(query, asked)).mappings())


def end_watching(connection: Connection, match_id: MatchId) -> None:
    """Have nobody watch a match any more."""
    connection.execute(delete(watch).where(watch.c.match_id == match_id))


def _check_running(connection: Connection, match_id: MatchId) -> None:
    phase = connection.scalar(queries.PHASE, {"match_id": match_id})
    if phase is None:
        raise NoSuchMatchError(match_id)
    if not Phase(phase).running:
        raise WatchError(WatchProblem.NOT_RUNNING)


def watchers_of(connection: Connection, match_id: MatchId) -> dict[UserId, bool]:
    """The watchers of a match, earliest first, and whether each wants to hear of every turn."""
    found = connection.execute(queries.WATCHERS, {"match_id": match_id})
    return {UserId(row.user_id): row.each_turn for row in found}


def ended_in(connection: Connection, guild_id: GuildId, span: Span, limit: int) -> tuple[MatchSummary, ...]:
    """The matches that ended, newest end first, at most ``limit``."""
    check_times(span.since, span.until)
    found = {"guild_id": guild_id, "since": span.since, "until": span.until, "limit": limit}
    return summaries(connection, ENDED_IN, found).matches
