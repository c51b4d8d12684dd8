"""The questions about watching and about a server's week, as SQLAlchemy statements with named parameters.

As in ``data.stores.match_queries``: each is answered from an index.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, ColumnElement, Integer, Select, bindparam, func, not_, select, union

from data.schema import UtcTime, match, score, watch
from data.stores.match_queries import AGAINST_COMPUTER, ENDED, RUNNING, against_computer

_MATCH_ID = bindparam("match_id", type_=BigInteger)
_USER = bindparam("user_id", type_=BigInteger)
_GUILD = bindparam("guild_id", type_=BigInteger)
_SINCE = bindparam("since", type_=UtcTime)

# Locked where rows are locked, so that the match does not end meanwhile and keep a watcher for ever.
PHASE = select(match.c.phase).where(match.c.id == _MATCH_ID).with_for_update(read=True)
WATCHERS = (
    select(watch.c.user_id, watch.c.each_turn)
    .where(watch.c.match_id == _MATCH_ID)
    .order_by(watch.c.at, watch.c.user_id)
)
WATCHED_BY = (
    select(watch.c.match_id)
    .join(match, match.c.id == watch.c.match_id)
    .where(watch.c.user_id == _USER, match.c.phase.in_(RUNNING))
    .order_by(watch.c.match_id.desc())
)

COUNT_RUNNING = (
    select(func.count())
    .select_from(match)
    .where(match.c.guild_id == _GUILD, match.c.phase.in_(RUNNING), not_(AGAINST_COMPUTER))
)
GAMES_ENDED = (
    select(match.c.game, func.count().label("ended"))
    .where(*ENDED)
    .group_by(match.c.game)
    .order_by(match.c.game)
)

_risen = func.sum(score.c.after - score.c.before)
GAINS = (
    select(score.c.user_id, score.c.game, _risen.label("points"))
    .join(match, match.c.id == score.c.match_id)
    .where(*ENDED, score.c.after.is_not(None), score.c.before.is_not(None))
    .group_by(score.c.user_id, score.c.game)
    .having(_risen > 0)
    .order_by(_risen.desc(), score.c.user_id, score.c.game)
    .limit(bindparam("limit", type_=Integer))
)

_players = union(
    select(match.c.challenger.label("user_id")).where(*ENDED),
    select(match.c.opponent.label("user_id")).where(*ENDED),
).subquery()
_before = match.alias()


def _earlier(role: ColumnElement[int]) -> Select[int]:
    """A match of a player against a person in the server that ended before."""
    return select(_before.c.id).where(
        role == _players.c.user_id,
        _before.c.finished_at < _SINCE,
        _before.c.guild_id == _GUILD,
        _before.c.result_counts,
        not_(against_computer(_before)),
    )


NEWCOMERS = (
    select(func.count().label("newcomers"))
    .select_from(_players)
    .where(~_earlier(_before.c.challenger).exists(), ~_earlier(_before.c.opponent).exists())
)
