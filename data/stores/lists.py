"""Lists of matches and challenges."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    Select,
    Text,
    bindparam,
    case,
    cast,
    not_,
    or_,
    select,
    true,
    union_all,
)

from data.schema import match, match_place
from data.shared_parameters import GAME, GUILD_ID, LIMIT, USER_ID
from data.stores import queries
from data.stores.match_rows import summaries
from data.stores.queries import BETWEEN_SERVERS, HOSTED, OPEN, RUNNING, SUMMARY, THEIRS
from matches.model import (
    ChannelId,
    GuildId,
    MatchId,
    Phase,
    UserId,
)
from matches.summaries import Listing, MatchSummary

OF_PLAYER = select(*SUMMARY).where(THEIRS, match.c.phase.in_(OPEN)).order_by(match.c.changed_at, match.c.id)


def of_player(connection: Connection, user_id: UserId) -> tuple[MatchSummary, ...]:
    """A player's open matches and challenges, the longest unchanged first."""
    return summaries(connection, OF_PLAYER, {"user_id": user_id}).matches


# True if the match is known to wait for the player; false if that is unknown.
_WAITS = case(
    (match.c.challenger == USER_ID, match.c.challenger_to_act), else_=match.c.opponent_to_act
).is_not_distinct_from(true())


@cache
def _listed(phases: frozenset[Phase], *, of_game: bool, numbered: bool, hosted: bool) -> Select[Any]:
    """A player's open matches in one of ``phases``, those that wait for the player first."""
    meant = [phase.value for phase in sorted(phases) if phase.open]
    found = select(*SUMMARY).where(THEIRS, match.c.phase.in_(meant))
    if not hosted:
        found = found.where(not_(HOSTED))
    if of_game:
        found = found.where(match.c.game == GAME)
    if numbered:
        found = found.where(cast(match.c.id, Text).contains(bindparam("number", type_=Text)))
    urgency = case((_WAITS, match.c.deadline_at))
    return found.order_by(
        case((_WAITS, 0), else_=1), urgency.nulls_last(), match.c.changed_at, match.c.id
    ).limit(LIMIT)


def listed(
    connection: Connection,
    user_id: UserId,
    phases: Collection[Phase],
    limit: int,
    *,
    game: str | None = None,
    number: str = "",
    hosted: bool = True,
) -> Listing:
    """A player's open matches and challenges in one of ``phases``, at most ``limit``.

    First those known to wait for the player, by deadline; then the longest unchanged. ``game`` keeps only
    that game, ``number`` only ids that contain these digits; ``hosted`` False leaves out the boards of simuls
    that the player hosts.
    """
    query = _listed(frozenset(phases), of_game=game is not None, numbered=bool(number), hosted=hosted)
    asked = {"user_id": user_id, "limit": limit, "game": game, "number": number}
    return summaries(connection, query, asked)


WAITING_FOR = OF_PLAYER.where(_WAITS).limit(LIMIT)


def waiting_for(connection: Connection, user_id: UserId, limit: int) -> tuple[MatchSummary, ...]:
    """Open matches and challenges known to wait for a player, the longest unchanged first.

    At most ``limit``.
    """
    return summaries(connection, WAITING_FOR, {"user_id": user_id, "limit": limit}).matches


def summaries_of(connection: Connection, match_ids: Sequence[MatchId]) -> tuple[MatchSummary, ...]:
    """These matches, newest first."""
    if not match_ids:
        return ()
    return summaries(connection, *queries.SUMMARIES(match_ids)).matches


def _latest(player: ColumnElement[int]) -> Select[int]:
    newest = (
        select(match.c.id)
        .where(player == USER_ID, match.c.finished_at.is_not(None), or_(GAME.is_(None), match.c.game == GAME))
        .order_by(match.c.finished_at.desc(), match.c.id.desc())
        .limit(bindparam("reach", type_=Integer))
    )
    return select(newest.subquery().c.id)


# The newest in either role, each read off the end of an index, then the newest of both. ``reach`` is the most
# that may be needed from one role: the limit plus the offset.
LATEST_OF_PLAYER = (
    select(*SUMMARY)
    .where(match.c.id.in_(union_all(_latest(match.c.challenger), _latest(match.c.opponent))))
    .order_by(match.c.finished_at.desc(), match.c.id.desc())
    .limit(LIMIT)
    .offset(bindparam("offset", type_=Integer))
)


def latest_of_player(
    connection: Connection, user_id: UserId, limit: int, *, offset: int = 0, game: str | None = None
) -> tuple[MatchSummary, ...]:
    """A player's finished matches, latest finished first, at most ``limit`` after the first ``offset``.

    Only those of ``game``, if given.
    """
    asked = {"limit": limit, "offset": offset, "reach": limit + offset, "game": game, "user_id": user_id}
    return summaries(connection, LATEST_OF_PLAYER, asked).matches


RIVAL_ID = bindparam("rival_id", type_=BigInteger)


def _met(player: ColumnElement[int], rival: ColumnElement[int]) -> Select[int]:
    meant = [*OPEN, Phase.FINISHED.value]
    return select(match.c.id).where(player == USER_ID, match.c.phase.in_(meant), rival == RIVAL_ID)


BETWEEN = (
    select(*SUMMARY)
    .where(
        match.c.id.in_(
            union_all(_met(match.c.challenger, match.c.opponent), _met(match.c.opponent, match.c.challenger))
        )
    )
    .order_by(case((match.c.phase.in_(OPEN), 0), else_=1), match.c.id.desc())
    .limit(LIMIT)
    .offset(bindparam("offset", type_=Integer))
)


def between(
    connection: Connection, user_id: UserId, rival: UserId, limit: int, *, offset: int = 0
) -> tuple[MatchSummary, ...]:
    """The matches of two players, open ones and challenges first, then the newest finished ones.

    At most ``limit`` after the first ``offset``.
    """
    asked = {"user_id": user_id, "rival_id": rival, "limit": limit, "offset": offset}
    return summaries(connection, BETWEEN, asked).matches


_HOMES = (
    select(match.c.id).where(match.c.home == bindparam("home", type_=BigInteger)),
    select(match_place.c.match_id).where(match_place.c.home == bindparam("home", type_=BigInteger)),
)
AT_HOME = (
    select(*SUMMARY)
    .where(match.c.id.in_(union_all(*_HOMES)))
    .order_by(case((match.c.phase.in_(RUNNING), 0), else_=1), match.c.id.desc())
    .limit(LIMIT)
)


def at_home(connection: Connection, home: ChannelId, limit: int = 50) -> tuple[MatchSummary, ...]:
    """The matches played in a channel or thread, running ones first, then newest first.

    At most ``limit``: a channel without threads gathers matches for years.
    """
    return summaries(connection, AT_HOME, {"home": home, "limit": limit}).matches


OPEN_IN = (
    select(*SUMMARY)
    .where(
        match.c.guild_id == GUILD_ID,
        match.c.phase == Phase.CHALLENGED.value,
        match.c.opponent.is_(None),
    )
    .order_by(match.c.id.desc())
    .limit(LIMIT)
)


def open_in(connection: Connection, guild_id: GuildId, limit: int) -> tuple[MatchSummary, ...]:
    """The challenges of a server that anyone may accept, newest first, at most ``limit``."""
    return summaries(connection, OPEN_IN, {"guild_id": guild_id, "limit": limit}).matches


RUNNING_IN = (
    select(*SUMMARY)
    .where(match.c.guild_id == GUILD_ID, match.c.phase.in_(RUNNING), not_(BETWEEN_SERVERS))
    .order_by(match.c.id.desc())
    .limit(LIMIT)
)


def running_in(connection: Connection, guild_id: GuildId, limit: int) -> tuple[MatchSummary, ...]:
    """The running matches of a server alone, newest first, at most ``limit``."""
    asked = {"guild_id": guild_id, "limit": limit}
    return summaries(connection, RUNNING_IN, asked).matches
