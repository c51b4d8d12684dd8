"""Conversion between rating ledgers and database rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import RowMapping, Table

from data import schema
from data.stores.rows import Columns
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
    StandingKey,
    Tally,
    TallyKey,
)
from matches.ratings.rating import RatedResult, Rating
from matches.ratings.scores import WIN, Score
from matches.written import number_of, player_of

DERIVED: Final = (
    schema.account,
    schema.rating_point,
    schema.tally,
    schema.meeting,
    schema.opening,
    schema.standing,
)
"""The tables that are computed from the scores."""
EVERYBODY: Final = 0
"""The player of a tally over all players."""
_PLAYERS: Final = {"player": "user_id", "rival": "rival_id"}
"""The columns of players, by the field name of a player in keys and scores."""


# --- writing ---------------------------------------------------------------------------------------


def score_columns(entered: RecordedScore) -> Columns:
    """The row of a score."""
    return {**_numbered(_fields(entered.score)), **entered_columns(entered)}


def entered_columns(entered: RecordedScore) -> Columns:
    """The columns of a score's row that are computed when it is entered."""
    rival = entered.rival
    return {
        "day": entered.score.day,
        "before": entered.score.before,
        "after": entered.score.after,
        "rival_rating": rival and rival.rating,
        "rival_deviation": rival and rival.deviation,
    }


def written_rows(books: RatingLedger) -> Iterator[tuple[Table, list[Columns]]]:
    """The rows of all entries written since the ledger was loaded, by table."""
    yield schema.account, _rows(books.accounts.written(), _account_columns)
    yield schema.rating_point, _rows(books.points.written(), _rating_columns)
    yield schema.tally, _rows(books.tallies.written(), asdict)
    yield schema.meeting, _rows(books.meetings.written(), asdict)
    yield schema.opening, _rows(books.openings.written(), asdict)
    yield schema.standing, _rows(books.standings.written(), _standing_columns)


def _rows(found: Mapping[Any, Any], columns: Callable[[Any], Columns]) -> list[Columns]:
    # In a fixed order: transactions that wait for each other's rows would deadlock.
    keyed = sorted(((_numbered(key._asdict()), row) for key, row in found.items()), key=_order)
    return [{**key, **columns(row)} for key, row in keyed]


def _order(keyed: tuple[Columns, Any]) -> tuple[Any, ...]:
    return tuple(keyed[0].values())


def _fields(score: Score) -> Columns:
    return {name: getattr(score, name) for name in Score.__dataclass_fields__}


def _numbered(named: Columns) -> Columns:
    """The columns of a key or a score, with players as their stored numbers."""
    return dict(_numbered_one(name, value) for name, value in named.items())


def _numbered_one(name: str, value: Any) -> tuple[str, Any]:
    if name not in _PLAYERS:
        return name, value
    return _PLAYERS[name], EVERYBODY if value is None else number_of(value)


def _rating_columns(rating: Rating, prefix: str = "") -> Columns:
    return {f"{prefix}{name}": value for name, value in asdict(rating).items()}


def _account_columns(account: PlayerRating) -> Columns:
    return {
        "day": account.day,
        **_rating_columns(account.start, "start_"),
        **_rating_columns(account.now),
        "matches": account.matches,
    }


def _standing_columns(standing: Standing) -> Columns:
    return {
        "points": standing.rating.points,
        **_rating_columns(standing.rating),
        "rated_day": standing.rated_day,
        "matches": standing.matches,
        "day": standing.day,
        "listed": standing.listed,
    }


# --- reading ---------------------------------------------------------------------------------------


def read_rating(row: RowMapping, prefix: str = "") -> Rating:
    """The rating in a row."""
    return Rating(row[f"{prefix}rating"], row[f"{prefix}deviation"], row[f"{prefix}volatility"])


def read_account(row: RowMapping) -> tuple[PlayerKey, PlayerRating]:
    """A player's rating in a game."""
    account = PlayerRating(row["day"], read_rating(row, "start_"), read_rating(row), row["matches"])
    return PlayerKey(player_of(row["user_id"]), row["game"]), account


def read_tally(row: RowMapping) -> tuple[TallyKey, Tally]:
    """A player's tally of results in a game."""
    names = ("matches", "wins", "draws", "timeouts", "streak", "best")
    player = None if row["user_id"] == EVERYBODY else player_of(row["user_id"])
    return TallyKey(player, row["game"], row["side"]), Tally(*(row[name] for name in names))


def read_meeting(row: RowMapping) -> tuple[HeadToHeadKey, HeadToHead]:
    """A player's record against one rival."""
    key = HeadToHeadKey(player_of(row["user_id"]), player_of(row["rival_id"]), row["game"])
    return key, HeadToHead(row["matches"], row["wins"], row["draws"])


def read_opening(row: RowMapping) -> tuple[OpeningKey, Opening]:
    """One of a player's openings: how often they played it, and how often they won with it."""
    key = OpeningKey(player_of(row["user_id"]), row["game"], row["side"], row["line"])
    return key, Opening(row["matches"], row["wins"])


def read_standing(row: RowMapping) -> tuple[StandingKey, Standing]:
    """A row of a leaderboard."""
    key = StandingKey(row["guild_id"], row["game"], row["season"], player_of(row["user_id"]))
    standing = Standing(read_rating(row), row["rated_day"], row["matches"], row["day"], row["listed"])
    return key, standing


def read_score(row: RowMapping) -> Score:
    """The score a match brought a player."""
    kept = {name: row[name] for name in Score.__dataclass_fields__ if name not in _PLAYERS}
    return Score(player=player_of(row["user_id"]), rival=player_of(row["rival_id"]), **kept)


def read_faced(rows: Iterable[RowMapping], books: RatingLedger) -> None:
    """Put the results of each player's last day into ``books``, which must have their accounts."""
    for row in rows:
        key = PlayerKey(player_of(row["user_id"]), row["game"])
        account = books.accounts.get(key)
        if account is not None and account.day == row["day"]:
            faced = RatedResult(
                row["match_id"],
                row["rival_rating"],
                row["rival_deviation"],
                row["points"] / WIN,
                row["weight"],
            )
            books.faced[key][row["match_id"]] = faced
