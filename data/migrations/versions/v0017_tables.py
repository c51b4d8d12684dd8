"""All tables as of the oldest revision from which a database is still migrated."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = None
suits_before = False

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
_FINISHED = "finished_at IS NOT NULL"
_UNSETTLED = "challenger_to_act IS NULL AND phase IN ('challenged', 'setup', 'playing')"
_NAMES_PEOPLE = "kind IN ('admin-ended', 'admin-aborted', 'admin-rewound', 'admin-handed-over')"
_NEVER, _ALWAYS = sa.false(), sa.true()
_OF_MATCH = ("match_id",)
_RATING = ("rating", "deviation", "volatility")

Columns = list[sa.Column[Any]]


def upgrade() -> None:
    """Make every table, each column in the place that it has in databases of before."""
    _make(
        "migration",
        _texts("revision", "name"),
        _times("at"),
        _maybe(sa.Text, "suits"),
        sqlite_with_rowid=True,
    )
    _make_match()
    _make_parts_of_matches()
    _make_owed_work()
    _make_settings()
    _make_ratings()
    _make_servers()
    _make_ladders()
    _make_shards()
    _make_rights()


def _make_match() -> None:
    _make(
        "match",
        _row_id(),
        _numbers("version"),
        _texts("phase", "game"),
        _numbers("rules_version"),
        _texts("options"),
        _ids("guild_id", "channel_id", "challenger"),
        _maybe(sa.BigInteger, "opponent"),
        _maybe(sa.Text, "challenger_side", "opponent_side"),
        _times("created_at", "changed_at"),
        _maybe(_TIME, "finished_at", "deadline_at"),
        _maybe(sa.Text, "toss_call", "toss_fell", "first_side", "result_winner", "result_reason"),
        _maybe(sa.BigInteger, "rematch_of", "rematch"),
        _numbers("shown_version"),
        _maybe(sa.BigInteger, "invitation", "home", "card"),
        _maybe(_TIME, "card_at"),
        _texts("stage"),
        _usually(sa.Boolean, _ALWAYS, "takebacks"),
        _usually(sa.Boolean, _NEVER, "direct"),
        _usually(sa.Text, "none", "pace"),
        _maybe(sa.Text, "clocks"),
        _maybe(_TIME, "pause_start", "pause_end"),
        _usually(sa.Boolean, _ALWAYS, "result_counts"),
        _usually(sa.Text, "friendly", "stakes"),
        _maybe(sa.Boolean, "challenger_to_act", "opponent_to_act"),
        _usually(sa.Boolean, _NEVER, "weekends_off"),
        _usually(sa.Integer, "0", "set_part"),
        _maybe(sa.Text, "start", "requirements"),
        _usually(sa.Integer, "0", "ladder"),
        refers=("rematch_of", "rematch"),
        sqlite_autoincrement=True,
    )
    _index("match", "deadline_at", "id", where="deadline_at IS NOT NULL")
    _index("match", "changed_at", "id", where="shown_version < version")
    for player in ("challenger", "opponent"):
        _index("match", player, "phase")
        _index("match", player, "finished_at", "id", where=_FINISHED)
    _index("match", "home", "id", where="home IS NOT NULL")
    _index("match", "guild_id", "phase")
    _index("match", "guild_id", "finished_at", "id", where=_FINISHED)
    _index("match", "id", where=_UNSETTLED, name="ix_match_unsettled")


def _make_parts_of_matches() -> None:
    entry = (_ids("match_id"), _numbers("number"), _texts("kind", "text", "side"), _numbers("ply"))
    _make("entry", *entry, _times("at"), key=2, refers=_OF_MATCH)
    _index("entry", "match_id", where=_NAMES_PEOPLE, name="ix_entry_names_people")
    pick = (_ids("match_id"), _texts("side", "choices"), _maybe(sa.BigInteger, "user_id"))
    _make("pick", *pick, key=2, refers=_OF_MATCH)
    _make("draft", _ids("match_id", "user_id"), _texts("choices"), key=2, refers=_OF_MATCH)
    _make("note", _ids("match_id", "user_id"), _texts("text"), key=2, refers=_OF_MATCH)
    mute = (_ids("match_id", "user_id"), _times("since"), _maybe(_TIME, "until"))
    _make("mute", *mute, key=2, refers=_OF_MATCH)
    _make("hint", _ids("match_id", "user_id"), _numbers("used"), key=2, refers=_OF_MATCH)
    for table in ("pick", "draft", "note", "mute", "hint"):
        _index(table, "user_id")
    _make("review", _ids("match_id"), _numbers("version"), _texts("body"), refers=_OF_MATCH)
    share = (_texts("code"), _ids("match_id"), _times("at"))
    _make("share", *share, refers=_OF_MATCH, unique=("match_id",))
    watch = (_ids("match_id", "user_id"), _always(sa.Boolean, "each_turn"), _times("at"))
    _make("watch", *watch, key=2, refers=_OF_MATCH)
    _index("watch", "user_id", "match_id")


def _make_owed_work() -> None:
    _make(
        "notice",
        _row_id(),
        _ids("match_id", "user_id"),
        _texts("kind", "place", "name"),
        _times("due_at"),
        _maybe(_TIME, "claimed_until"),
        _texts("state"),
        _maybe(sa.BigInteger, "channel", "message"),
        unique=("match_id", "user_id", "place", "name"),
        sqlite_autoincrement=True,
    )
    _index("notice", "due_at", "id", where="state = 'due' AND kind != 'pick'")
    _index("notice", "user_id")
    _make(
        "chore",
        _row_id(),
        _ids("match_id"),
        _texts("kind"),
        _maybe(sa.BigInteger, "channel"),
        _ids("message"),
        _texts("stage"),
        _maybe(_TIME, "posted_at"),
        _times("due_at"),
        _maybe(_TIME, "claimed_until"),
        _numbers("attempts"),
        refers=_OF_MATCH,
        unique=("match_id", "kind", "message"),
        sqlite_autoincrement=True,
    )
    _index("chore", "due_at", "id")


def _make_settings() -> None:
    _make("fact", _texts("key", "value"))
    _make("preference", _ids("user_id"), _texts("key", "value"), key=2)
    _make("guild_setting", _ids("guild_id"), _texts("key", "value"), key=2)
    _make("away", _ids("user_id"), _times("start_at", "end_at"), key=2)
    _make("downtime", _times("start_at", "end_at"))


def _make_ratings() -> None:
    start = (_ids("match_id"), _texts("game"), _ids("low_id", "high_id"), _times("at"))
    _make("rated_start", *start, _weight(), refers=_OF_MATCH)
    _index("rated_start", "low_id", "high_id", "game", "at")
    _index("rated_start", "high_id")
    _make(
        "score",
        _row_id(),
        _ids("match_id", "user_id", "rival_id"),
        _texts("game"),
        _ids("guild_id"),
        _texts("side"),
        _numbers("points"),
        _texts("reason"),
        _times("ended_at"),
        _always(sa.Boolean, "rated"),
        _numbers("day"),
        _texts("opening"),
        _maybe(sa.Double, "rival_rating", "rival_deviation"),
        _maybe(sa.Integer, "before", "after"),
        _weight(),
        _usually(sa.Boolean, _NEVER, "fast"),
        refers=_OF_MATCH,
        unique=("match_id", "user_id"),
    )
    _index("score", "user_id", "game", "day", "id")
    ratings = _always(sa.Double, *(f"start_{name}" for name in _RATING), *_RATING)
    _make("account", *_player(), _numbers("day"), ratings, _numbers("matches"), key=2)
    _make("rating_point", *_player(), _numbers("day"), _always(sa.Double, *_RATING), key=3)
    tally = _numbers("matches", "wins", "draws", "timeouts", "streak", "best")
    _make("tally", _ids("user_id"), _texts("game", "side"), tally, key=3)
    _make("meeting", _ids("user_id", "rival_id"), _texts("game"), _numbers("matches", "wins", "draws"), key=3)
    _make("opening", _ids("user_id"), _texts("game", "side", "line"), _numbers("matches", "wins"), key=4)
    _index("opening", "user_id", "game", "matches")
    _make(
        "standing",
        _ids("guild_id"),
        _texts("game", "season"),
        _ids("user_id"),
        _numbers("points"),
        _always(sa.Double, *_RATING),
        _numbers("rated_day", "matches", "day"),
        _always(sa.Boolean, "listed"),
        key=4,
    )
    ranking = ("guild_id", "game", "season", "listed", "points", "user_id", "matches", "day")
    _index("standing", *ranking, name="ix_standing_ranking")
    _index("standing", "user_id", "game", "season")


def _make_servers() -> None:
    """Make what a server has: its members, seasons, champions, roles and lists."""
    _make("gone", _ids("guild_id", "user_id"), key=2)
    _index("gone", "user_id")
    closed = _usually(sa.Boolean, _NEVER, "closed")
    season = (_ids("guild_id"), _texts("season"))
    _make("season_end", *season, _numbers("last_day"), closed, _maybe(_TIME, "claimed_until"), key=2)
    _index("season_end", "last_day", "guild_id", "season", where=sa.column("closed") == sa.false())
    champion = (_ids("guild_id"), _texts("season", "game"), _ids("user_id"), _numbers("points", "matches"))
    _make("champion", *champion, _maybe(sa.BigInteger, "role"), key=4)
    _index("champion", "guild_id", "season", "game", "user_id", where="role IS NOT NULL")
    _index("champion", "user_id")
    role = (_ids("guild_id", "user_id"), _maybe(sa.BigInteger, "role"))
    _make("rating_role", *role, _maybe(_TIME, "due_at", "claimed_until"), key=2)
    _index("rating_role", "due_at", "guild_id", "user_id", where="due_at IS NOT NULL")
    _index("rating_role", "user_id")
    _make(
        "pinned_list",
        _ids("guild_id"),
        _texts("kind"),
        _maybe(sa.BigInteger, "channel", "message"),
        _maybe(sa.Text, "digest"),
        _maybe(_TIME, "shown_at"),
        _usually(sa.Boolean, _NEVER, "pinned"),
        _usually(sa.Integer, "0", "lost"),
        _times("due_at"),
        _maybe(_TIME, "claimed_until"),
        key=2,
    )
    _index("pinned_list", "due_at")


def _make_ladders() -> None:
    _make("ladder_place", *_place(), _times("joined_at", "slides_at"), key=3)
    _index("ladder_place", "user_id")
    _index("ladder_place", "slides_at", "guild_id", "game")
    _make("ladder_history", _row_id(), *_place(), _texts("reason"), _times("at"))
    _index("ladder_history", "user_id", "guild_id", "game", "id")


def _make_shards() -> None:
    _make("shard_stop", _numbers("shard_count", "shard"), _times("start_at", "end_at"), key=3)
    _make("shard_life", _numbers("shard_count", "shard"), _times("alive_at"), key=2)
    _make("shard_lease", _numbers("shard_count", "shard"), _texts("owner"), _times("until"), key=2)
    _make("identify_slot", _numbers("bucket"), _times("free_at"))


def _make_rights() -> None:
    """Make what a person asked for: imported records, blocks, and erasure."""
    _make("imported", _row_id(), _ids("user_id"), _texts("text"), _times("at"), sqlite_autoincrement=True)
    _index("imported", "user_id", "id")
    _index("imported", "at")
    _make("block", _ids("user_id", "blocked_id"), _times("at"), key=2)
    _index("block", "blocked_id")
    _make("forgetting", _ids("user_id"), _times("at"))


# --- how a table is written down ------------------------------------------------------------------------


def _make(
    name: str,
    *parts: Columns,
    key: int = 1,
    refers: tuple[str, ...] = (),
    unique: tuple[str, ...] = (),
    **options: bool,
) -> None:
    """Make a table: the first ``key`` columns name a row, ``refers`` hold ids of matches.

    A table whose key is no id of its own has no row ids.
    """
    columns = [column for part in parts for column in part]
    keys = [column.name for column in columns[:key]]
    op.create_table(
        name,
        *columns,
        sa.PrimaryKeyConstraint(*keys, name=f"pk_{name}"),
        *(sa.ForeignKeyConstraint([to], ["match.id"], name=f"fk_{name}_{to}") for to in refers),
        *([sa.UniqueConstraint(*unique, name=f"uq_{name}_{'_'.join(unique)}")] if unique else []),
        **{"sqlite_with_rowid": keys == ["id"], **options},
    )


def _index(table: str, *columns: str, where: Any = None, name: str | None = None) -> None:
    condition = sa.text(where) if isinstance(where, str) else where
    op.create_index(
        name or f"ix_{table}_{'_'.join(columns)}",
        table,
        list(columns),
        sqlite_where=condition,
        postgresql_where=condition,
    )


def _always(kind: Any, *names: str) -> Columns:
    return [sa.Column(name, kind, nullable=False) for name in names]


def _maybe(kind: Any, *names: str) -> Columns:
    return [sa.Column(name, kind) for name in names]


def _usually(kind: Any, default: Any, name: str) -> Columns:
    return [sa.Column(name, kind, nullable=False, server_default=default)]


def _row_id() -> Columns:
    return _always(_ID, "id")


def _ids(*names: str) -> Columns:
    return _always(sa.BigInteger, *names)


def _numbers(*names: str) -> Columns:
    return _always(sa.Integer, *names)


def _texts(*names: str) -> Columns:
    return _always(sa.Text, *names)


def _times(*names: str) -> Columns:
    return _always(_TIME, *names)


def _weight() -> Columns:
    return _usually(sa.Double, "1", "weight")


def _player() -> tuple[Columns, ...]:
    return _ids("user_id"), _texts("game")


def _place() -> tuple[Columns, ...]:
    return _ids("guild_id"), _texts("game"), _ids("user_id"), _numbers("place")
