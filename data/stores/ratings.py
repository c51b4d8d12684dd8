"""Ratings, tallies and standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Double,
    Integer,
    RowMapping,
    Select,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from data.database import AdvisoryLock, one_at_a_time
from data.schema import (
    account,
    gone,
    meeting,
    not_begun,
    opening,
    rated_start,
    rating_point,
    score,
    standing,
    tally,
)
from data.shared_parameters import AFTER, GAME, GUILD_ID, LIMIT, MATCH_ID, SEASON, SINCE, USER_ID
from data.stores import rating_rows as rows
from data.stores.rating_roles import owe_roles
from data.stores.seasons import open_seasons
from data.writing import insert_missing, upsert, upsert_all
from matches.model import GuildId, Match, MatchId, RatedStatus, UserId
from matches.players import Player
from matches.ratings.glicko import SCALE
from matches.ratings.leaderboard import LeaderboardKey
from matches.ratings.ledger import (
    HeadToHead,
    HeadToHeadKey,
    Opening,
    OpeningKey,
    PlayerKey,
    PlayerRating,
    RatingLedger,
    RecordedScore,
    Standing,
    Tally,
    TallyKey,
    TrackedRows,
)
from matches.ratings.rating import PROVISIONAL_ABOVE, RankedBy, Rating
from matches.ratings.scores import MatchScores, RatedStart, Score
from matches.ratings.seasons import days_of, seasons_of
from matches.written import LEVELS, number_of, player_of

_FAR: Final = 2**31 - 1
"""More points than any player has; also used below zero."""
_LEAST_SURE: Final = RankedBy(True, -_FAR)
_AT_ONCE: Final = 5_000
"""Rows read or written in one statement when everything is recomputed."""


def rated_starts(connection: Connection, game: str, one: UserId, other: UserId, since: datetime) -> int:
    """The number of rated matches of a game that two players began after ``since``, either challenging."""
    return _rated_starts(connection, RatedStart(game, one, other, since, since))


def count_not_begun(connection: Connection, user_id: UserId, since: datetime) -> int:
    """The number of matches a user has left since then before they began."""
    theirs = (not_begun.c.user_id == user_id, not_begun.c.at > since)
    return connection.scalar(select(func.count()).select_from(not_begun).where(*theirs)) or 0


def record_not_begun(connection: Connection, ended: Match, users: Sequence[UserId]) -> None:
    """Store the users who left a match before it began."""
    left = [{"match_id": ended.id, "user_id": user, "at": ended.changed_at} for user in users]
    if left:
        insert_missing(connection, not_begun, left)


_USERS = bindparam("user_ids", type_=BigInteger, expanding=True)
# Rows for pages.
ACCOUNTS = select(account).where(account.c.user_id.in_(_USERS)).order_by(account.c.user_id, account.c.game)


def accounts(
    connection: Connection, user_ids: Sequence[UserId]
) -> Mapping[UserId, Mapping[str, PlayerRating]]:
    """Each user's ratings by game; every user asked for is a key."""
    found: dict[UserId, dict[str, PlayerRating]] = {user: {} for user in user_ids}
    for row in _rows(connection, ACCOUNTS, user_ids=list(found)) if found else ():
        key, account = rows.read_account(row)
        found[UserId(number_of(key.player))][key.game] = account
    return found


TALLIES = select(tally).where(tally.c.user_id == USER_ID).order_by(tally.c.game, tally.c.side)


def tallies(connection: Connection, user_id: UserId | None) -> Mapping[TallyKey, Tally]:
    """A player's results in each game, by side and in total; None: of all players."""
    return dict(map(rows.read_tally, _rows(connection, TALLIES, user_id=user_id or rows.EVERYBODY)))


_RIVAL = bindparam("rival_id", type_=BigInteger)
MEETINGS = (
    select(meeting).where(meeting.c.user_id == USER_ID, meeting.c.rival_id == _RIVAL).order_by(meeting.c.game)
)


def meetings(connection: Connection, user_id: UserId, rival_id: UserId) -> Mapping[HeadToHeadKey, HeadToHead]:
    """A player's results against one rival, in each game."""
    found = _rows(connection, MEETINGS, user_id=user_id, rival_id=rival_id)
    return dict(map(rows.read_meeting, found))


AGAINST_COMPUTER = (
    select(meeting)
    .where(meeting.c.user_id == USER_ID, meeting.c.rival_id.between(min(LEVELS), max(LEVELS)))
    .order_by(meeting.c.rival_id, meeting.c.game)
)


def against_computer(connection: Connection, user_id: UserId) -> Mapping[HeadToHeadKey, HeadToHead]:
    """A player's results against the computer, by level and game."""
    return dict(map(rows.read_meeting, _rows(connection, AGAINST_COMPUTER, user_id=user_id)))


OPENINGS = (
    select(opening)
    .where(opening.c.user_id == USER_ID, opening.c.game == GAME)
    .order_by(opening.c.matches.desc(), opening.c.side, opening.c.line)
    .limit(LIMIT)
)


def openings(
    connection: Connection, user_id: UserId, game: str, limit: int
) -> tuple[tuple[OpeningKey, Opening], ...]:
    """A player's openings, the most played first, at most ``limit``."""
    found = _rows(connection, OPENINGS, user_id=user_id, game=game, limit=limit)
    return tuple(map(rows.read_opening, found))


HISTORY = (
    select(rating_point)
    .where(
        rating_point.c.user_id == USER_ID,
        rating_point.c.game == GAME,
        rating_point.c.day >= bindparam("since", type_=Integer),
    )
    .order_by(rating_point.c.day)
)


def history_of_rating(
    connection: Connection, user_id: UserId, game: str, since: int
) -> tuple[tuple[int, Rating], ...]:
    """The rating after each day with a rated match, from the day ``since`` on, earliest first."""
    found = _rows(connection, HISTORY, user_id=user_id, game=game, since=since)
    return tuple((row["day"], rows.read_rating(row)) for row in found)


SCORES = (
    select(score)
    .where(score.c.user_id == USER_ID, score.c.game == GAME)
    .order_by(score.c.day.desc(), score.c.id.desc())
    .limit(LIMIT)
)


def scores(connection: Connection, user_id: UserId, game: str, limit: int) -> tuple[Score, ...]:
    """The scores of a player's last matches, newest first, at most ``limit``."""
    found = _rows(connection, SCORES, user_id=user_id, game=game, limit=limit)
    return tuple(map(rows.read_score, found))


_ON_BOARD = (standing.c.guild_id == GUILD_ID, standing.c.game == GAME, standing.c.season == SEASON)
_RANKED = (
    *_ON_BOARD,
    standing.c.listed,
    standing.c.matches >= bindparam("least", type_=Integer),
    standing.c.day >= bindparam("since", type_=Integer),
)
# As in ``Standing.ranked_by``: a rating is sure while its deviation, grown by idle days, is small enough.
_idle = bindparam("on", type_=Integer) - standing.c.rated_day
_grown = standing.c.deviation * standing.c.deviation + _idle * (
    SCALE**2 * standing.c.volatility * standing.c.volatility
)
_sure = and_(standing.c.deviation <= PROVISIONAL_ABOVE, _grown <= PROVISIONAL_ABOVE**2)
_low = standing.c.rating - 2 * standing.c.deviation


def _rows_of_page(*of: ColumnElement[bool], best_first: ColumnElement[Any]) -> Select[Any]:
    """The standings on one page, in no order.

    The page's players are found in the index alone, so that no rows before the page are read.
    """
    on_page = (
        select(standing.c.user_id)
        .where(*_RANKED, *of)
        .order_by(best_first.desc(), standing.c.user_id.desc())
        .limit(LIMIT)
        .offset(bindparam("offset", type_=Integer))
        .subquery()
    )
    return select(standing).where(*_ON_BOARD, standing.c.user_id.in_(select(on_page.c.user_id)))


SURE_STANDINGS = _rows_of_page(_sure, best_first=standing.c.points)
PROVISIONAL_STANDINGS = _rows_of_page(~_sure, best_first=_low)


def standings(
    connection: Connection, board: LeaderboardKey, limit: int, offset: int = 0
) -> tuple[tuple[Player, Standing], ...]:
    """The ranked players of a leaderboard, best first, at most ``limit`` after the first ``offset``."""
    best = _page(connection, SURE_STANDINGS, board, limit, offset)
    sure = tuple(sorted(best, key=lambda one: (one[1].rating.points, number_of(one[0])), reverse=True))
    if len(sure) == limit:
        return sure
    # An empty page may still come after sure ratings.
    passed = offset if sure or not offset else ranked(connection, board, _LEAST_SURE)
    rest = _page(connection, PROVISIONAL_STANDINGS, board, limit - len(sure), offset - passed)
    unsure = sorted(rest, key=lambda one: (one[1].rating.low, number_of(one[0])), reverse=True)
    return (*sure, *unsure)


def _page(
    connection: Connection, query: Select[Any], board: LeaderboardKey, limit: int, offset: int
) -> list[tuple[Player, Standing]]:
    """Up to ``limit`` standings of a query, in no order."""
    found = _rows(connection, query, **_asked(board), limit=limit, offset=offset)
    return [(key.player, one) for key, one in map(rows.read_standing, found)]


# Always with a bound on the points, so that SQLite counts in the ranking index and not in the table.
RANKED = (
    select(func.count())
    .select_from(standing)
    .where(
        *_RANKED,
        standing.c.points > bindparam("above", type_=Integer),
        or_(_sure, _low >= bindparam("low", type_=Double)),
    )
)


def ranked(connection: Connection, board: LeaderboardKey, above: RankedBy | None = None) -> int:
    """The number of ranked players on a leaderboard; with ``above``, only those ranked higher."""
    values = _asked(board) | {"above": -_FAR, "low": -_FAR}
    if above is not None:
        # Half a point more: ratings whose low ends round to the same points share a place.
        values |= {"above": above.points, "low": _FAR} if above.sure else {"low": above.points + 0.5}
    return connection.scalar(RANKED, values) or 0


PEOPLE_MET = (
    select(score.c.user_id, func.count(score.c.rival_id.distinct()).label("met"))
    .where(
        score.c.user_id.in_(_USERS),
        score.c.game == GAME,
        score.c.day.between(bindparam("first", type_=Integer), bindparam("last", type_=Integer)),
        score.c.guild_id == GUILD_ID,
        score.c.rated,
    )
    .group_by(score.c.user_id)
)


def people_met(
    connection: Connection, board: LeaderboardKey, players: Sequence[Player]
) -> Mapping[Player, int]:
    """The number of different opponents that each player met in rated matches of a server's season."""
    first, last = days_of(board.season)
    place = {"guild_id": board.guild_id, "game": board.game, "first": first, "last": last}
    found = _rows(connection, PEOPLE_MET, **place, user_ids=[number_of(one) for one in players])
    met = {player_of(row["user_id"]): int(row["met"]) for row in found}
    return {player: met.get(player, 0) for player in players}


STANDING = select(standing).where(*_ON_BOARD, standing.c.user_id == USER_ID)


def standing_of(connection: Connection, board: LeaderboardKey, user_id: UserId) -> Standing | None:
    """A player's standing, ranked or not, or None."""
    place = {"guild_id": board.guild_id, "game": board.game, "season": board.season}
    found = _rows(connection, STANDING, **place, user_id=user_id)
    return rows.read_standing(found[0])[1] if found else None


BROUGHT = select(score).where(score.c.match_id == MATCH_ID).order_by(score.c.user_id)


def brought(connection: Connection, match_id: MatchId) -> tuple[Score, ...]:
    """The scores of a match, once it has ended; empty if it doesn't count."""
    return tuple(map(rows.read_score, _rows(connection, BROUGHT, match_id=match_id)))


IS_GONE = select(gone.c.user_id).where(gone.c.guild_id == GUILD_ID, gone.c.user_id == USER_ID)


def has_left(connection: Connection, guild_id: GuildId, user_id: UserId) -> bool:
    """True if a user is known to have left a server."""
    return bool(_rows(connection, IS_GONE, guild_id=guild_id, user_id=user_id))


def set_listed(connection: Connection, guild_id: GuildId, user_id: UserId, listed: bool) -> None:
    """Record whether a user is in a server (``listed``); its leaderboards skip users who left."""
    person = {"guild_id": guild_id, "user_id": user_id}
    theirs = (standing.c.guild_id == guild_id, standing.c.user_id == user_id)
    one_at_a_time(connection, AdvisoryLock.RATINGS)
    if listed:
        connection.execute(delete(gone).where(gone.c.guild_id == guild_id, gone.c.user_id == user_id))
    else:
        upsert(connection, gone, person)
    connection.execute(update(standing).where(*theirs).values(listed=listed))


# For recomputing. There are no scores of matches against the computer, so its meetings stay.
FOLLOWING_MEETINGS = delete(meeting).where(meeting.c.rival_id.not_in(LEVELS))
GAMES = select(score.c.game).distinct()
ALL_GONE = select(gone)


def recompute(connection: Connection) -> int:
    """Recompute everything that follows from the stored scores; returns the number of matches.

    In one transaction, in the order in which the scores were stored: the result only differs if the
    calculation has changed.
    """
    one_at_a_time(connection, AdvisoryLock.RATINGS)
    for table in rows.DERIVED:
        connection.execute(FOLLOWING_MEETINGS if table is meeting else delete(table))
    absent = {(row.guild_id, row.user_id) for row in connection.execute(ALL_GONE)}
    games = sorted(connection.scalars(GAMES))
    # Games are independent, and a ledger of all of them would fill the memory.
    return sum([_recompute_game(connection, game, RatingLedger(gone=absent)) for game in games])


def _rows(connection: Connection, query: Select[Any], **values: Any) -> Sequence[RowMapping]:
    found: Sequence[RowMapping] = (connection.execute(query, values)).mappings().all()
    return found


def begin_rated(connection: Connection, match_id: MatchId, start: RatedStart) -> RatedStatus:
    """Count a rated match for its pair, weighted by how many they have begun; returns its status."""
    if start.waived:
        return RatedStatus.OFTEN
    one_at_a_time(connection, AdvisoryLock.RATINGS)
    low, high = start.pair
    begun = {"match_id": match_id, "game": start.game, "low_id": low, "high_id": high, "at": start.at}
    upsert(connection, rated_start, {**begun, "weight": start.weight(_rated_starts(connection, start))})
    return RatedStatus.RATED


# The rows that the end of a match changes.
ENTERED = select(score.c.id).where(score.c.match_id == MATCH_ID).limit(1)


def enter(connection: Connection, match_id: MatchId, ending: MatchScores) -> None:
    """Store the scores of a finished match, once."""
    one_at_a_time(connection, AdvisoryLock.RATINGS)
    if connection.scalar(ENTERED, {"match_id": match_id}) is not None:
        return
    if not ending.rated:
        connection.execute(delete(rated_start).where(rated_start.c.match_id == match_id))
    if ending.against_computer is not None:
        _meet(connection, ending.against_computer)
    if not ending.scores:
        return
    books = _touched(connection, ending.scores)
    entered = books.enter(_weighed(connection, match_id, ending))
    connection.execute(insert(score), [rows.score_columns(one) for one in entered])
    _write(connection, books)
    if ending.rated:
        for guild, of_guild in groupby(sorted(ending.scores, key=_guild_of), key=_guild_of):
            scores = list(of_guild)
            open_seasons(connection, guild, scores[0].day)
            people = [one.player.user_id for one in scores if one.player.user_id is not None]
            owe_roles(connection, guild, people, scores[0].ended_at)


def _guild_of(one: Score) -> GuildId:
    return one.guild_id


MEETINGS_OF_GAME = select(meeting).where(
    meeting.c.user_id.in_(_USERS), meeting.c.rival_id.in_(_USERS), meeting.c.game == GAME
)


def _meet(connection: Connection, met: Score) -> None:
    """Count a result against the computer: it changes one row."""
    pair = {"user_ids": [number_of(met.player), number_of(met.rival)], "game": met.game}
    found = _rows(connection, MEETINGS_OF_GAME, **pair)
    books = RatingLedger(meetings=TrackedRows(map(rows.read_meeting, found)))
    books.meet(met)
    _write(connection, books)


WEIGHT = select(rated_start.c.weight).where(rated_start.c.match_id == MATCH_ID)


def _weighed(connection: Connection, match_id: MatchId, ending: MatchScores) -> tuple[Score, ...]:
    """The scores with the weight that the match was given when it began."""
    weight = connection.scalar(WEIGHT, {"match_id": match_id}) if ending.rated else None
    return ending.scores if weight is None else tuple(replace(one, weight=weight) for one in ending.scores)


RATED_STARTS = (
    select(func.count())
    .select_from(rated_start)
    .where(
        rated_start.c.low_id == bindparam("low_id", type_=BigInteger),
        rated_start.c.high_id == bindparam("high_id", type_=BigInteger),
        rated_start.c.game == GAME,
        rated_start.c.at > SINCE,
    )
)


def _rated_starts(connection: Connection, start: RatedStart) -> int:
    low, high = start.pair
    asked = {"low_id": low, "high_id": high, "game": start.game, "since": start.since}
    return connection.scalar(RATED_STARTS, asked) or 0


ACCOUNTS_OF_GAME = select(account).where(account.c.user_id.in_(_USERS), account.c.game == GAME)
TALLIES_OF_GAME = select(tally).where(tally.c.user_id.in_(_USERS), tally.c.game == GAME)
OPENINGS_OF_GAME = select(opening).where(
    opening.c.user_id.in_(_USERS),
    opening.c.game == GAME,
    opening.c.side.in_(bindparam("sides", type_=Text, expanding=True)),
    opening.c.line.in_(bindparam("lines", type_=Text, expanding=True)),
)
STANDINGS_OF_GAME = select(standing).where(
    standing.c.user_id.in_(_USERS),
    standing.c.game == GAME,
    standing.c.season.in_(bindparam("seasons", type_=Text, expanding=True)),
)
FACED = select(score).where(
    score.c.user_id.in_(_USERS),
    score.c.game == GAME,
    score.c.day.in_(bindparam("days", type_=Integer, expanding=True)),
    score.c.rated,
)
GONE = select(gone).where(gone.c.guild_id == GUILD_ID, gone.c.user_id.in_(_USERS))


def _touched(connection: Connection, scores: Sequence[Score]) -> RatingLedger:
    """A ledger with the rows that these scores change."""
    first = scores[0]
    users = [number_of(one.player) for one in scores]
    theirs: dict[str, Any] = {"user_ids": users, "game": first.game}

    def read(query: Select[Any], **more: Any) -> Iterator[RowMapping]:
        return iter((connection.execute(query, {**theirs, **more})).mappings().all())

    lines = {"sides": [one.side for one in scores], "lines": [one.opening for one in scores]}
    books = RatingLedger(
        accounts=TrackedRows(map(rows.read_account, read(ACCOUNTS_OF_GAME))),
        tallies=TrackedRows(map(rows.read_tally, read(TALLIES_OF_GAME, user_ids=[*users, rows.EVERYBODY]))),
        meetings=TrackedRows(map(rows.read_meeting, read(MEETINGS_OF_GAME))),
        openings=TrackedRows(map(rows.read_opening, read(OPENINGS_OF_GAME, **lines))),
    )
    if any(one.rated for one in scores):
        days = [account.day for _, account in books.accounts]
        rows.read_faced(read(FACED, days=days) if days else (), books)
        seasons = seasons_of(max(first.day, *days) if days else first.day)
        books.standings = TrackedRows(map(rows.read_standing, read(STANDINGS_OF_GAME, seasons=seasons)))
        for key, _ in books.standings:
            books.guilds[PlayerKey(key.player, key.game)][key.guild_id] = None
        absent = [row for guild in {one.guild_id for one in scores} for row in read(GONE, guild_id=guild)]
        books.gone = {(row["guild_id"], row["user_id"]) for row in absent}
    return books


def _write(connection: Connection, books: RatingLedger) -> None:
    for table, written in rows.written_rows(books):
        for first in range(0, len(written), _AT_ONCE):
            upsert_all(connection, table, written[first : first + _AT_ONCE])


NEXT_SCORES = select(score).where(score.c.game == GAME, score.c.id > AFTER).order_by(score.c.id).limit(LIMIT)


def _recompute_game(connection: Connection, game: str, books: RatingLedger) -> int:
    """Enter all matches of a game again; returns how many there are."""
    after, matches = 0, 0
    waiting: dict[MatchId, RowMapping] = {}
    while True:
        asked = {"game": game, "after": after, "limit": _AT_ONCE}
        found = (connection.execute(NEXT_SCORES, asked)).mappings().all()
        if not found:
            break
        after = found[-1]["id"]
        changed: list[tuple[RowMapping, RecordedScore]] = []
        for row in found:
            other = waiting.pop(row["match_id"], None)
            if other is None:
                waiting[row["match_id"]] = row
                continue
            pair = (other, row)
            changed += _changed(pair, books.enter([rows.read_score(one) for one in pair]))
            matches += 1
        for row, entered in changed:
            entering = update(score).where(score.c.id == row["id"])
            connection.execute(entering.values(rows.entered_columns(entered)))
    _write(connection, books)
    return matches


def _changed(
    stored: Sequence[RowMapping], entered: Sequence[RecordedScore]
) -> Iterator[tuple[RowMapping, RecordedScore]]:
    """The scores whose computed columns differ from the stored ones."""
    for row, one in zip(stored, entered, strict=True):
        if any(row[name] != value for name, value in rows.entered_columns(one).items()):
            yield row, one


def _asked(board: LeaderboardKey) -> dict[str, Any]:
    return {
        "guild_id": board.guild_id,
        "game": board.game,
        "season": board.season,
        "least": board.least,
        "since": board.since,
        "on": board.day,
    }
