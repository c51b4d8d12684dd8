"""The questions about ratings, tallies and standings, as SQLAlchemy statements with named parameters.

As in ``data.stores.match_queries``: each is answered from an index. Only what makes everything anew
reads whole tables.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Double,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    delete,
    false,
    func,
    or_,
    select,
)

from data import outbox
from data.schema import (
    UtcTime,
    account,
    champion,
    gone,
    meeting,
    opening,
    rated_start,
    rating_point,
    score,
    season_end,
    standing,
    tally,
    to_close,
    worn,
)
from matches.ratings.glicko import SCALE
from matches.ratings.rating import PROVISIONAL_ABOVE
from matches.written import LEVELS

_MATCH_ID = bindparam("match_id", type_=BigInteger)
_USER = bindparam("user_id", type_=BigInteger)
_USERS = bindparam("user_ids", type_=BigInteger, expanding=True)
_RIVAL = bindparam("rival_id", type_=BigInteger)
_GUILD = bindparam("guild_id", type_=BigInteger)
_GAME = bindparam("game", type_=Text)
_SEASON = bindparam("season", type_=Text)
_LIMIT = bindparam("limit", type_=Integer)

RATED_STARTS = (
    select(func.count())
    .select_from(rated_start)
    .where(
        rated_start.c.low_id == bindparam("low_id", type_=BigInteger),
        rated_start.c.high_id == bindparam("high_id", type_=BigInteger),
        rated_start.c.game == _GAME,
        rated_start.c.at > bindparam("since", type_=UtcTime),
    )
)
WEIGHT = select(rated_start.c.weight).where(rated_start.c.match_id == _MATCH_ID)

# The rows that a match touches, loaded when it ends.
ENTERED = select(score.c.id).where(score.c.match_id == _MATCH_ID).limit(1)
ACCOUNTS_OF_GAME = select(account).where(account.c.user_id.in_(_USERS), account.c.game == _GAME)
TALLIES_OF_GAME = select(tally).where(tally.c.user_id.in_(_USERS), tally.c.game == _GAME)
MEETINGS_OF_GAME = select(meeting).where(
    meeting.c.user_id.in_(_USERS), meeting.c.rival_id.in_(_USERS), meeting.c.game == _GAME
)
OPENINGS_OF_GAME = select(opening).where(
    opening.c.user_id.in_(_USERS),
    opening.c.game == _GAME,
    opening.c.side.in_(bindparam("sides", type_=Text, expanding=True)),
    opening.c.line.in_(bindparam("lines", type_=Text, expanding=True)),
)
STANDINGS_OF_GAME = select(standing).where(
    standing.c.user_id.in_(_USERS),
    standing.c.game == _GAME,
    standing.c.season.in_(bindparam("seasons", type_=Text, expanding=True)),
)
FACED = select(score).where(
    score.c.user_id.in_(_USERS),
    score.c.game == _GAME,
    score.c.day.in_(bindparam("days", type_=Integer, expanding=True)),
    score.c.rated,
)
GONE = select(gone).where(gone.c.guild_id == _GUILD, gone.c.user_id.in_(_USERS))

# Rows for pages.
ACCOUNTS = select(account).where(account.c.user_id.in_(_USERS)).order_by(account.c.user_id, account.c.game)
TALLIES = select(tally).where(tally.c.user_id == _USER).order_by(tally.c.game, tally.c.side)
MEETINGS = (
    select(meeting).where(meeting.c.user_id == _USER, meeting.c.rival_id == _RIVAL).order_by(meeting.c.game)
)
AGAINST_COMPUTER = (
    select(meeting)
    .where(meeting.c.user_id == _USER, meeting.c.rival_id.between(min(LEVELS), max(LEVELS)))
    .order_by(meeting.c.rival_id, meeting.c.game)
)
OPENINGS = (
    select(opening)
    .where(opening.c.user_id == _USER, opening.c.game == _GAME)
    .order_by(opening.c.matches.desc(), opening.c.side, opening.c.line)
    .limit(_LIMIT)
)
HISTORY = (
    select(rating_point)
    .where(
        rating_point.c.user_id == _USER,
        rating_point.c.game == _GAME,
        rating_point.c.day >= bindparam("since", type_=Integer),
    )
    .order_by(rating_point.c.day)
)
SCORES = (
    select(score)
    .where(score.c.user_id == _USER, score.c.game == _GAME)
    .order_by(score.c.day.desc(), score.c.id.desc())
    .limit(_LIMIT)
)

BROUGHT = select(score).where(score.c.match_id == _MATCH_ID).order_by(score.c.user_id)

_ON_BOARD = (standing.c.guild_id == _GUILD, standing.c.game == _GAME, standing.c.season == _SEASON)
_RANKED = (
    *_ON_BOARD,
    standing.c.listed,
    standing.c.matches >= bindparam("least", type_=Integer),
    standing.c.day >= bindparam("since", type_=Integer),
)
# As ``Standing.ranked_by`` has it: sure is a deviation that the days since have not made too large.
_idle = bindparam("on", type_=Integer) - standing.c.rated_day
_grown = standing.c.deviation * standing.c.deviation + _idle * (
    SCALE**2 * standing.c.volatility * standing.c.volatility
)
_sure = and_(standing.c.deviation <= PROVISIONAL_ABOVE, _grown <= PROVISIONAL_ABOVE**2)
_low = standing.c.rating - 2 * standing.c.deviation


def _page(*of: ColumnElement[bool], best_first: ColumnElement[Any]) -> Select[Any]:
    """The players of a page first, off the index alone: of those before them nothing else is read.

    They come in no order.
    """
    on_page = (
        select(standing.c.user_id)
        .where(*_RANKED, *of)
        .order_by(best_first.desc(), standing.c.user_id.desc())
        .limit(_LIMIT)
        .offset(bindparam("offset", type_=Integer))
        .subquery()
    )
    return select(standing).where(*_ON_BOARD, standing.c.user_id.in_(select(on_page.c.user_id)))


SURE_STANDINGS = _page(_sure, best_first=standing.c.points)
PROVISIONAL_STANDINGS = _page(~_sure, best_first=_low)
# Always with a bound on the points: so SQLite counts in the index of the ranking and not in the table.
RANKED = (
    select(func.count())
    .select_from(standing)
    .where(
        *_RANKED,
        standing.c.points > bindparam("above", type_=Integer),
        or_(_sure, _low >= bindparam("low", type_=Double)),
    )
)
PEOPLE_MET = (
    select(score.c.user_id, func.count(score.c.rival_id.distinct()).label("met"))
    .where(
        score.c.user_id.in_(_USERS),
        score.c.game == _GAME,
        score.c.day.between(bindparam("first", type_=Integer), bindparam("last", type_=Integer)),
        score.c.guild_id == _GUILD,
        score.c.rated,
    )
    .group_by(score.c.user_id)
)
STANDING = select(standing).where(*_ON_BOARD, standing.c.user_id == _USER)

# The ends of seasons: those of a server in turn.
_other = season_end.alias()
_earlier = select(_other.c.season).where(
    _other.c.guild_id == season_end.c.guild_id,
    _other.c.last_day < season_end.c.last_day,
    _other.c.closed == false(),
)
TO_CLOSE = outbox.claimable(
    season_end,
    to_close,
    season_end.c.last_day < bindparam("before", type_=Integer),
    ~_earlier.exists(),
    by=season_end.c.last_day,
)
CHAMPIONS = (
    select(champion)
    .where(champion.c.guild_id == _GUILD, champion.c.season == _SEASON)
    .order_by(champion.c.game, champion.c.user_id)
)
WEARING = (
    select(champion)
    .where(champion.c.guild_id == _GUILD, worn)
    .order_by(champion.c.season, champion.c.game, champion.c.user_id)
)
IS_GONE = select(gone.c.user_id).where(gone.c.guild_id == _GUILD, gone.c.user_id == _USER)

# To make everything anew. No score tells of the matches against the computer.
FOLLOWING_MEETINGS = delete(meeting).where(meeting.c.rival_id.not_in(LEVELS))
GAMES = select(score.c.game).distinct()
NEXT_SCORES = (
    select(score)
    .where(score.c.game == _GAME, score.c.id > bindparam("after", type_=BigInteger))
    .order_by(score.c.id)
    .limit(_LIMIT)
)
ALL_GONE = select(gone)
