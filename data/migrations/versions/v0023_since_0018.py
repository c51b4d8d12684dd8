"""All that came after 0018, in five parts: until 0.2.0 each was a step of its own, to the number it has."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0018"
suits_before = True

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
_NEVER, _ALWAYS = sa.false(), sa.true()
_DUE = "due_at IS NOT NULL"
_OF_MATCH = {"match_id": "match.id"}
_OF_TOURNAMENT = {"tournament_id": "tournament.id"}
_OF_COMMENT = {"comment_id": "comment.id"}
_UNARCHIVED = sa.and_(
    sa.column("phase") == sa.literal_column("'finished'"), sa.column("archived") == sa.false()
)

Columns = list[sa.Column[Any]]


def upgrade() -> None:
    """Add the parts that aren't there: a database can be at the number of any of them.

    Bots of before do without what they don't know. They end games of a tournament, boards of a simul and
    matches by offers as any other match, go on with a match between two servers in its first place, and play
    a private match where its channel is. They let lines be tried where a challenge forbids it, and can't read
    a match in which a move in advance was played until they are replaced.
    """
    present = op.get_bind().scalar(sa.text("SELECT max(revision) FROM migration")) or ""
    parts = (
        ("0019", _add_tournaments_simuls_and_offers),
        ("0020", _add_champions_and_matches_between_servers),
        ("0021", _add_looks_private_matches_and_puzzles),
        ("0022", _add_lines_comments_and_the_archive),
        ("0023", _add_substitutes),
    )
    for number, add in parts:
        if number > present:
            add()


# --- 0019 -------------------------------------------------------------------------------------------------


def _add_tournaments_simuls_and_offers() -> None:
    _add_to_match(sa.BigInteger, "0", "tournament", "simul")
    _make_tournament()
    _index("match", "simul", "id", where="simul > 0")
    _make_simul()
    _add_to_match(sa.Boolean, _NEVER, "by_offer")
    _make(
        "standing_offer",
        _ids("guild_id"),
        _texts("game"),
        _ids("user_id", "channel"),
        _numbers("wanted"),
        _texts("pace"),
        _always(sa.Boolean, "rated"),
        _times("created_at", "changed_at", "due_at"),
        _maybe(_TIME, "off_since"),
        _maybe(sa.Text, "why"),
        key=3,
    )
    _index("standing_offer", "user_id")
    _index("standing_offer", "due_at", "guild_id", "game", where="off_since IS NULL")


def _make_tournament() -> None:
    _make(
        "tournament",
        _row_id(),
        _numbers("version", "shown_version"),
        _ids("guild_id", "channel_id"),
        _maybe(sa.BigInteger, "message"),
        _usually(sa.Integer, "0", "lost"),
        _texts("name", "game", "state", "terms"),
        _times("created_at"),
        _numbers("round"),
        _maybe(_TIME, "round_at", "paused_at", "ended_at", "due_at", "news_at"),
        _usually(sa.Integer, "0", "told"),
        sqlite_autoincrement=True,
    )
    _index("tournament", "due_at", "id", where=_DUE)
    _index("tournament", "news_at", "id", where="news_at IS NOT NULL")
    _index("tournament", "id", where="shown_version < version", name="ix_tournament_unshown")
    _index("tournament", "guild_id", "state", "id")
    organiser = (_ids("tournament_id"), _numbers("number"), _ids("user_id"))
    _make("tournament_organiser", *organiser, key=2, refers=_OF_TOURNAMENT)
    _index("tournament_organiser", "user_id")
    _make(
        "tournament_entrant",
        _ids("tournament_id"),
        _numbers("number"),
        _ids("user_id"),
        _numbers("seed", "rating", "group_number", "left_in", "forgiven"),
        _times("entered_at"),
        _maybe(_TIME, "left_at"),
        key=2,
        refers=_OF_TOURNAMENT,
    )
    _index("tournament_entrant", "user_id")
    _make(
        "tournament_pairing",
        _ids("tournament_id"),
        _numbers("round", "board", "game", "group_number"),
        _maybe(sa.Integer, "first", "second"),
        _times("begins_at", "ends_at"),
        _maybe(sa.BigInteger, "match_id"),
        _usually(sa.Boolean, _NEVER, "match_ended"),
        _maybe(sa.Integer, "first_points", "second_points"),
        _maybe(sa.Text, "how"),
        _maybe(sa.Boolean, "first_begins"),
        _maybe(sa.Text, "salt"),
        key=4,
        refers=_OF_MATCH | _OF_TOURNAMENT,
    )
    _index("tournament_pairing", "match_id", where="match_id IS NOT NULL")


def _make_simul() -> None:
    _make(
        "simul",
        _row_id(),
        _numbers("version"),
        _texts("phase", "game"),
        _ids("guild_id", "channel_id", "host"),
        _times("created_at", "closes_at"),
        _texts("pace"),
        _numbers("places"),
        _maybe(sa.Text, "side"),
        _always(sa.Boolean, "rated"),
        _maybe(sa.BigInteger, "message"),
        _maybe(sa.Text, "digest"),
        _maybe(_TIME, "shown_at"),
        _numbers("lost"),
        _maybe(_TIME, "due_at", "claimed_until"),
        sqlite_autoincrement=True,
    )
    _index("simul", "due_at", "id", where=_DUE)
    _index("simul", "host", "phase")
    _index("simul", "phase", "created_at")
    place = (_ids("simul_id", "user_id"), _numbers("number"), _times("joined_at"))
    taken_out = _always(sa.Boolean, "taken_out")
    _make("simul_place", *place, taken_out, key=2, refers={"simul_id": "simul.id"})
    _index("simul_place", "user_id")


# --- 0020 -------------------------------------------------------------------------------------------------


def _add_champions_and_matches_between_servers() -> None:
    _make(
        "tournament_event",
        _ids("tournament_id"),
        _numbers("version"),
        _always(sa.Boolean, "wanted"),
        _maybe(sa.BigInteger, "event_id"),
        _maybe(_TIME, "asked_at"),
        _maybe(sa.Text, "digest", "trouble"),
        _maybe(_TIME, "due_at", "claimed_until"),
        refers=_OF_TOURNAMENT,
    )
    _index("tournament_event", "due_at", "tournament_id", where=_DUE)
    champion = (_ids("tournament_id"), _numbers("season"), _ids("user_id"), _numbers("day"))
    _make("tournament_champion", *champion, key=2, refers=_OF_TOURNAMENT)
    _index("tournament_champion", "user_id")
    card = (_maybe(sa.BigInteger, "channel", "message"), _maybe(_TIME, "settled_at", "claimed_until"))
    _make("greeting", _ids("guild_id"), _times("begun_at"), *card)
    _add_to_match(sa.Boolean, _NEVER, "across", "closed")
    _index("match", "phase", "id", where=sa.column("across") == sa.true())
    _make(
        "match_place",
        _ids("match_id"),
        _numbers("version", "shown_version"),
        _times("changed_at"),
        _ids("guild_id", "channel_id"),
        _maybe(sa.BigInteger, "invitation", "home", "card"),
        _maybe(_TIME, "card_at"),
        _texts("stage"),
        _always(sa.Boolean, "direct", "closed"),
        refers=_OF_MATCH,
    )
    _index("match_place", "changed_at", "match_id", where="shown_version < version")
    _index("match_place", "home", where="home IS NOT NULL")
    _index("match_place", "guild_id")
    _make("guild_block", _ids("guild_id", "user_id"), _times("at"), key=2)


# --- 0021 -------------------------------------------------------------------------------------------------


def _add_looks_private_matches_and_puzzles() -> None:
    _make("last_look", _ids("match_id", "user_id"), _numbers("entries"), key=2, refers=_OF_MATCH)
    _index("last_look", "user_id")
    _add_to_match(sa.Boolean, _NEVER, "private")
    _make("guild_seen", _ids("guild_id"), _times("seen_at"))
    _index("guild_seen", "seen_at", "guild_id")
    puzzle = (_ids("user_id", "match_id"), _numbers("ply", "solved"), _times("due_at"), _numbers("asked"))
    _make("puzzle", *puzzle, _always(sa.Boolean, "missed"), key=3, refers=_OF_MATCH)
    _index("puzzle", "match_id")
    mail = (_ids("user_id"), _numbers("number"), _always(sa.Boolean, "open"), _numbers("unanswered"))
    _make("puzzle_mail", *mail, _maybe(_TIME, "due_at", "claimed_until"))
    _index("puzzle_mail", "due_at", "user_id", where=_DUE)


# --- 0022 -------------------------------------------------------------------------------------------------


def _add_lines_comments_and_the_archive() -> None:
    _add_to_match(sa.Boolean, _ALWAYS, "lines")
    _add_to_match(sa.Integer, "0", "advance_revision")
    _add_to_match(sa.Boolean, _NEVER, "archived")
    _index("match", "id", where=_UNARCHIVED, name="ix_match_unarchived")
    tree = (_ids("user_id", "match_id"), _texts("game"), _numbers("revision"), _texts("body"))
    _make("line_tree", *tree, _times("changed_at"), key=3)
    _index("line_tree", "match_id")
    _index("line_tree", "changed_at")
    _make(
        "advance",
        _ids("match_id", "user_id"),
        _numbers("number", "follows", "turn"),
        _texts("kind", "condition", "after", "reply"),
        _always(sa.Boolean, "dropped"),
        _times("said_at"),
        key=3,
        refers=_OF_MATCH,
    )
    _index("advance", "user_id")
    said = (_ids("match_id"), _numbers("ply"), _ids("user_id"), _texts("text"), _times("at"))
    hidden = _maybe(_TIME, "hidden_at")
    _make("comment", _row_id(), *said, hidden, refers=_OF_MATCH, sqlite_autoincrement=True)
    _index("comment", "match_id", "ply", "id")
    _index("comment", "user_id")
    _make("comment_report", _ids("comment_id", "user_id"), _times("at"), key=2, refers=_OF_COMMENT)
    _index("comment_report", "user_id")
    _make("comment_case", _ids("guild_id", "comment_id"), key=2, refers=_OF_COMMENT)
    _index("comment_case", "comment_id")
    _make_archive()


def _make_archive() -> None:
    newest = ("outcome", "finished_at", "match_id", "channel_id")
    match = (_ids("guild_id", "match_id", "channel_id"), _texts("game"))
    _make("archive", *match, _numbers("outcome"), _times("finished_at"), key=2, refers=_OF_MATCH)
    _index("archive", "match_id")
    _index("archive", "guild_id", "channel_id")
    _index("archive", "guild_id", *newest, name="ix_archive_newest")
    _index("archive", "guild_id", "game", *newest, name="ix_archive_newest_of_game")
    ended = (_numbers("outcome"), _times("finished_at"), _ids("match_id", "channel_id"))
    _make("archive_position", _ids("guild_id", "position"), *ended, key=6)
    results = _numbers("first_won", "second_won", "drawn")
    _make("book", _ids("guild_id", "position"), _texts("played"), _ids("channel_id"), results, key=4)


# --- 0023 -------------------------------------------------------------------------------------------------


def _add_substitutes() -> None:
    _make(
        "tournament_substitute",
        _ids("tournament_id", "user_id"),
        _numbers("seed"),
        _texts("state"),
        _numbers("times"),
        _times("asked_at"),
        _maybe(sa.BigInteger, "message"),
        _maybe(_TIME, "due_at", "claimed_until"),
        key=2,
        refers=_OF_TOURNAMENT,
    )
    _index("tournament_substitute", "due_at", "tournament_id", "user_id", where=_DUE)
    _index("tournament_substitute", "user_id")


# --- how a table is written down --------------------------------------------------------------------------


def _make(
    name: str, *parts: Columns, key: int = 1, refers: dict[str, str] | None = None, **options: bool
) -> None:
    """Make a table: the first ``key`` columns name a row, ``refers`` has the rows that columns refer to.

    A table whose key is no id of its own has no row ids.
    """
    columns = [column for part in parts for column in part]
    keys = [column.name for column in columns[:key]]
    op.create_table(
        name,
        *columns,
        sa.PrimaryKeyConstraint(*keys, name=f"pk_{name}"),
        *(
            sa.ForeignKeyConstraint([column], [to], name=f"fk_{name}_{column}")
            for column, to in (refers or {}).items()
        ),
        **{"sqlite_with_rowid": keys == ["id"], **options},
    )


def _add_to_match(kind: Any, default: Any, *names: str) -> None:
    for column in _usually(kind, default, *names):
        op.add_column("match", column)


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


def _usually(kind: Any, default: Any, *names: str) -> Columns:
    return [sa.Column(name, kind, nullable=False, server_default=default) for name in names]


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
