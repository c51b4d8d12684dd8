"""Limits on users' open matches and posts, counted in the transaction that stores another one."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    exists,
    func,
    not_,
    or_,
    select,
)

from data.database import one_at_a_time
from data.features import FEATURES
from data.schema import match, match_place, utc
from data.shared_parameters import GUILD_ID, LIMIT, MATCH_ID, SINCE, USER_ID
from data.stores.queries import AGAINST_COMPUTER, AGREED, HOSTED, OPEN, RUNNING, THEIRS
from matches.chores import CAME_TO_NOTHING
from matches.errors import Problem, Refused, TooManyRunningError
from matches.model import NO_MATCH, GuildId, MatchId, Phase, UserId
from matches.players import Human
from matches.summaries import POSTED_WITHIN, Limits, LimitsByUser, OpenCount, Posting
from matches.written import number_of


def _how_many(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


_running = match.c.phase.in_(RUNNING)
# These start by themselves in a moment, so they count as running.
_begun = or_(_running, AGAINST_COMPUTER, *AGREED)
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


_not_taken_up = [phase.value for phase in (Phase.CHALLENGED, *CAME_TO_NOTHING)]
POSTED_CHALLENGES = (
    select(match.c.created_at)
    .where(
        match.c.challenger == USER_ID,
        match.c.phase.in_(_not_taken_up),
        match.c.created_at > SINCE,
        not_(_begun),
        or_(match.c.rematch_of.is_(None), match.c.phase == Phase.WITHDRAWN.value),
    )
    .order_by(match.c.created_at.desc())
    .limit(LIMIT)
)
_POSTED = (
    POSTED_CHALLENGES,
    *(feature.posted for feature in FEATURES if feature.posted is not None),
)


def check_posting(connection: Connection, user_id: UserId, posting: Posting) -> None:
    """Check the limit of a user's posts for one more; the user is locked already. Raises Refused."""
    asked = {"user_id": user_id, "since": utc(posting.since), "limit": posting.most}
    times = [time for posted in _POSTED for time in connection.scalars(posted, asked)]
    if len(times) >= posting.most:
        until = sorted(times)[-posting.most] + POSTED_WITHIN
        raise Refused(Problem.POSTED_OFTEN, limit=posting.most, until=until)


WITHDRAWN_LATELY = (
    select(match.c.id)
    .where(
        match.c.challenger == USER_ID,
        match.c.phase == Phase.WITHDRAWN.value,
        match.c.opponent == bindparam("opponent", type_=BigInteger),
        match.c.id < MATCH_ID,
        match.c.changed_at > SINCE,
    )
    .limit(1)
)


def withdrew_lately(
    connection: Connection, user_id: UserId, opponent: UserId, before: MatchId, since: datetime
) -> bool:
    """True if a user has withdrawn a challenge to ``opponent``, older than match ``before``, since a time."""
    asked = {
        "user_id": user_id,
        "opponent": number_of(Human(opponent)),
        "match_id": before,
        "since": utc(since),
    }
    return connection.scalar(WITHDRAWN_LATELY, asked) is not None


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
        if limits.posting is not None:
            check_posting(connection, user, limits.posting)
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
