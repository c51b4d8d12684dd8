"""Queries for the lobby: challenges of other servers, blocks, and how reliably players finish matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    exists,
    not_,
    or_,
    select,
    true,
    union_all,
)

from data.schema import block, guild_block, guild_setting, match, not_begun
from data.shared_parameters import GUILD_ID, LIMIT, USER_ID
from data.stores.match_rows import summaries
from data.stores.queries import AGAINST_COMPUTER, SUMMARY, InIds
from data.writing import insert_missing
from matches.guilds.settings import ACROSS, ON
from matches.lifecycle.finish import ABORTED, BY_ADMIN, IDLE, ON_TIME
from matches.model import GuildId, Phase, UserId
from matches.requirements import LATELY, Reliability
from matches.summaries import MatchSummary

_REACH: Final = 4 * LATELY
"""The number of a player's latest matches read in either role, those against the computer included."""
_SAYS_NOTHING: Final = (ABORTED, BY_ADMIN, IDLE)
"""Results that don't count for reliability: the row no longer tells whose turn it was."""

AVOIDED: Final = union_all(
    select(block.c.blocked_id).where(block.c.user_id == USER_ID),
    select(block.c.user_id).where(block.c.blocked_id == USER_ID),
)


_WANTS_OTHERS: Final = exists().where(
    guild_setting.c.guild_id == match.c.guild_id, guild_setting.c.key == ACROSS, guild_setting.c.value == ON
)
"""The server of the challenge allows matches with other servers."""
_REFUSED: Final = exists().where(
    or_(
        and_(guild_block.c.guild_id == match.c.guild_id, guild_block.c.user_id == USER_ID),
        and_(guild_block.c.guild_id == GUILD_ID, guild_block.c.user_id == match.c.challenger),
    )
)
"""One of the two servers wants no match with the other player."""
OPEN_ACROSS: Final = (
    select(*SUMMARY)
    .where(
        match.c.across == true(),
        match.c.phase == Phase.CHALLENGED.value,
        match.c.opponent.is_(None),
        match.c.guild_id != GUILD_ID,
        _WANTS_OTHERS,
        not_(_REFUSED),
    )
    .order_by(match.c.id.desc())
    .limit(LIMIT)
)


def open_across(
    connection: Connection, guild_id: GuildId, user_id: UserId, limit: int
) -> tuple[MatchSummary, ...]:
    """The open challenges of other servers for a user in a server, newest first, at most ``limit``."""
    asked = {"guild_id": guild_id, "user_id": user_id, "limit": limit}
    return summaries(connection, OPEN_ACROSS, asked).matches


BLOCKED_IN = select(guild_block.c.user_id).where(
    guild_block.c.guild_id == GUILD_ID, guild_block.c.user_id == USER_ID
)


def is_blocked_in(connection: Connection, guild_id: GuildId, user_id: UserId) -> bool:
    """True if a server wants no match with a user of another one."""
    return connection.scalar(BLOCKED_IN, {"guild_id": guild_id, "user_id": user_id}) is not None


ALL_BLOCKED_IN = (
    select(guild_block.c.user_id)
    .where(guild_block.c.guild_id == GUILD_ID)
    .order_by(guild_block.c.at.desc(), guild_block.c.user_id)
    .limit(LIMIT)
)


def blocked_in(connection: Connection, guild_id: GuildId, limit: int) -> tuple[UserId, ...]:
    """The users that a server wants no match with, latest first, at most ``limit``."""
    found = connection.scalars(ALL_BLOCKED_IN, {"guild_id": guild_id, "limit": limit})
    return tuple(map(UserId, found))


def block_in(connection: Connection, guild_id: GuildId, user_id: UserId, at: datetime) -> None:
    """Have a server want no match with a user of another one. Harmless twice."""
    insert_missing(connection, guild_block, [{"guild_id": guild_id, "user_id": user_id, "at": at}])


def unblock_in(connection: Connection, guild_id: GuildId, user_id: UserId) -> bool:
    """Remove such a block; returns whether there was one."""
    theirs = (guild_block.c.guild_id == guild_id, guild_block.c.user_id == user_id)
    return connection.execute(delete(guild_block).where(*theirs)).rowcount == 1


def _lately(user: BindParameter[int], player: ColumnElement[Any], side: ColumnElement[Any]) -> Select[Any]:
    """A player's latest matches in one role, read off the end of an index."""
    newest = (
        select(
            player.label("player"),
            match.c.finished_at,
            match.c.id,
            match.c.result_reason,
            and_(match.c.result_reason == ON_TIME, match.c.result_winner != side).label("timed_out"),
            AGAINST_COMPUTER.label("alone"),
        )
        .where(player == user, match.c.finished_at.is_not(None))
        .order_by(match.c.finished_at.desc(), match.c.id.desc())
        .limit(_REACH)
        .subquery()
    )
    telling = (not_(newest.c.alone), not_(newest.c.result_reason.in_(_SAYS_NOTHING)))
    return select(newest.c.player, newest.c.finished_at, newest.c.id, newest.c.timed_out).where(*telling)


RELIABILITY: Final = InIds(
    lambda ids: union_all(
        *(
            _lately(user, player, side)
            for user in ids
            for player, side in (
                (match.c.challenger, match.c.challenger_side),
                (match.c.opponent, match.c.opponent_side),
            )
        )
    )
)

NOT_BEGUN: Final = InIds(
    lambda ids: select(not_begun.c.user_id, not_begun.c.at, not_begun.c.match_id).where(
        not_begun.c.user_id.in_(ids)
    )
)


def avoided(connection: Connection, user_id: UserId) -> frozenset[UserId]:
    """All users that this user has blocked, and all that have blocked them."""
    return frozenset(map(UserId, connection.scalars(AVOIDED, {"user_id": user_id})))


def reliability(connection: Connection, user_ids: Sequence[UserId]) -> Mapping[UserId, Reliability]:
    """Each player's latest finished matches, and how many they left or lost on time."""
    if not user_ids:
        return {}
    # Keyed by match: InIds repeats the last id to fill up, so its rows may come several times.
    ended: dict[UserId, dict[tuple[datetime, int], bool]] = {user: {} for user in user_ids}
    for player, finished_at, match_id, timed_out in connection.execute(*RELIABILITY(ended)):
        ended[player][finished_at, match_id] = bool(timed_out)
    for player, at, match_id in connection.execute(*NOT_BEGUN(ended)):
        ended[player][at, match_id] = True
    return {user: _reliability_of(matches) for user, matches in ended.items()}


def _reliability_of(matches: Mapping[tuple[datetime, int], bool]) -> Reliability:
    latest = [left for _, left in sorted(matches.items())[-LATELY:]]
    return Reliability(len(latest), sum(latest))
