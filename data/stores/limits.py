"""Limits on users' open matches, counted in the transaction that stores another one."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, not_, or_, select

from data.database import one_at_a_time
from data.parameters import GUILD_ID, MATCH_ID, USER_ID
from data.schema import match, match_place
from data.stores.queries import AGAINST_COMPUTER, HOSTED, OPEN, RUNNING, THEIRS
from matches.errors import Problem, Refused, TooManyRunningError
from matches.model import NO_MATCH, GuildId, MatchId, UserId
from matches.summaries import Limits, LimitsByUser, OpenCount


def _how_many(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


_running = match.c.phase.in_(RUNNING)
# These start by themselves in a moment, so they count as running.
_begun = or_(
    *(_running, AGAINST_COMPUTER, match.c.ladder > 0),
    *(match.c.tournament > 0, match.c.simul > 0, match.c.by_offer),
)
_counted = not_(HOSTED)
_OTHERS = match.c.id != MATCH_ID
"""All matches except the one being stored."""
_PLACED_IN_GUILD = and_(
    match.c.across,
    exists().where(match_place.c.match_id == match.c.id, match_place.c.guild_id == GUILD_ID),
)
COUNT_OPEN = select(
    func.count().label("all"),
    _how_many(and_(_begun, _counted)).label("running"),
    _how_many(and_(not_(_begun), match.c.challenger == USER_ID)).label("challenges"),
    _how_many(
        and_(
            or_(match.c.guild_id == GUILD_ID, _PLACED_IN_GUILD),
            or_(_begun, match.c.challenger == USER_ID),
            not_(AGAINST_COMPUTER),
            _counted,
            match.c.tournament == 0,
        )
    ).label("in_guild"),
    _how_many(AGAINST_COMPUTER).label("alone"),
    _how_many(HOSTED).label("hosted"),
).where(THEIRS, match.c.phase.in_(OPEN), _OTHERS)


def count_open(
    connection: Connection, user_id: UserId, guild_id: GuildId, but: MatchId = NO_MATCH
) -> OpenCount:
    """The number of a user's open matches by kind, without the match ``but``."""
    asked = {"user_id": user_id, "guild_id": guild_id, "match_id": but}
    (found,) = connection.execute(COUNT_OPEN, asked).mappings()
    return OpenCount(**found)


def enforce_limits(
    connection: Connection, guild_id: GuildId, within: LimitsByUser, storing: MatchId = NO_MATCH
) -> None:
    """Check the limits for the match being stored, locked until the transaction ends.

    Raises Refused, TooManyRunningError.
    """
    in_guild = any(limits.alone_in_guild is not None for limits in within.values())
    # In a fixed order, so that two transactions with the same users cannot deadlock.
    for key in sorted({*within, *([guild_id] if in_guild else [])}):
        one_at_a_time(connection, key)
    check_limits(connection, guild_id, within, storing)


COUNT_ALONE_IN_GUILD = (
    select(func.count())
    .select_from(match)
    .where(match.c.guild_id == GUILD_ID, match.c.phase.in_(OPEN), AGAINST_COMPUTER, _OTHERS)
)


def check_limits(
    connection: Connection, guild_id: GuildId, within: LimitsByUser, storing: MatchId = NO_MATCH
) -> None:
    """Check the limits for one more match at this moment. Raises what :func:`enforce_limits` does."""
    for user, limits in within.items():
        _check(count_open(connection, user, guild_id, storing), user, limits)
        if limits.alone_in_guild is not None:
            asked = {"guild_id": guild_id, "match_id": storing}
            alone = connection.scalar(COUNT_ALONE_IN_GUILD, asked) or 0
            if alone >= limits.alone_in_guild:
                raise Refused(Problem.COMPUTER_SERVERS, limit=limits.alone_in_guild)


def _check(have: OpenCount, user: UserId, limits: Limits) -> None:
    if limits.alone is not None and have.alone >= limits.alone:
        raise Refused(Problem.COMPUTER_YOURS, limit=limits.alone)
    if limits.in_guild is not None and have.in_guild >= limits.in_guild:
        raise Refused(Problem.TOO_MANY_MATCHES, user=user, limit=limits.in_guild)
    if limits.running is not None and have.running >= limits.running:
        raise TooManyRunningError(user, limits.running)
    if limits.challenges is not None and have.challenges >= limits.challenges:
        raise Refused(Problem.TOO_MANY_CHALLENGES, limit=limits.challenges)
