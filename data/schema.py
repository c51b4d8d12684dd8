"""The tables, as the newest migration leaves them. A test holds the two together.

Times are kept in UTC to the microsecond and read as aware ones; ids of people, servers, channels and
messages are Discord's 64-bit integers; words such as phases are stored by their value.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    and_,
    false,
    literal_column,
    true,
)

from data.failures import DAMAGED
from matches.errors import StoreUnavailableError
from matches.model import EntryKind, Phase

# Every constraint has a name, so that a later migration can speak of it on any database.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMES)

# SQLite numbers rows by itself only in a column declared INTEGER, which holds 64 bits there.
RowId = BigInteger().with_variant(Integer(), "sqlite")


def utc(moment: datetime) -> datetime:
    """The same moment in UTC. Raises ValueError for a naive time, which would name no moment."""
    if moment.tzinfo is None:
        raise ValueError("a time without a zone cannot be stored")
    return moment.astimezone(UTC)


class UtcTime(TypeDecorator[datetime]):
    """An aware moment, to the microsecond: a timestamp with zone where there is one, text on SQLite.

    The text is of one length and always in UTC, so that its order is the order of time:
    ``2026-03-01 12:30:15.123456+00:00``.
    """

    impl = DateTime(timezone=True).with_variant(Text(), "sqlite")
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | str | None:
        """The moment to write. Raises ValueError for a naive one."""
        if value is None:
            return None
        moment = utc(value)
        return moment.isoformat(" ", "microseconds") if dialect.name == "sqlite" else moment

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """The moment read. Raises StoreUnavailableError for a text that names none."""
        if value is None:
            return None
        try:
            return utc(datetime.fromisoformat(value) if isinstance(value, str) else value)
        except (ValueError, AttributeError):
            raise StoreUnavailableError(f"{DAMAGED} (time)") from None


def _of_match(*, primary: bool = False) -> Column[int]:
    return Column("match_id", BigInteger, ForeignKey("match.id"), primary_key=primary, nullable=False)


match = Table(
    "match",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),  # a JSON object
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("challenger", BigInteger, nullable=False),
    Column("opponent", BigInteger),
    Column("challenger_side", Text),
    Column("opponent_side", Text),
    Column("created_at", UtcTime, nullable=False),
    Column("changed_at", UtcTime, nullable=False),
    Column("finished_at", UtcTime),  # set once, with the phase; a rematch changes the match later
    Column("deadline_at", UtcTime),
    Column("toss_call", Text),
    Column("toss_fell", Text),
    Column("first_side", Text),
    Column("result_winner", Text),
    Column("result_reason", Text),
    Column("rematch_of", BigInteger, ForeignKey("match.id")),
    Column("rematch", BigInteger, ForeignKey("match.id")),
    Column("shown_version", Integer, nullable=False),
    Column("invitation", BigInteger),
    Column("home", BigInteger),
    Column("card", BigInteger),
    Column("card_at", UtcTime),
    Column("stage", Text, nullable=False),
    Column("takebacks", Boolean, nullable=False, server_default=true()),
    Column("direct", Boolean, nullable=False, server_default=false()),
    Column("pace", Text, nullable=False, server_default="none"),
    Column("clocks", Text),  # a JSON object, see data.clocks
    Column("pause_start", UtcTime),
    Column("pause_end", UtcTime),
    Column("result_counts", Boolean, nullable=False, server_default=true()),
    Column("stakes", Text, nullable=False, server_default="friendly"),
    Column("challenger_to_act", Boolean),  # whether it waits for them; null, both or none: not known yet
    Column("opponent_to_act", Boolean),
    # An id is never given twice, or an old button would act on another match.
    sqlite_autoincrement=True,
)

# The sweeps read these two from end to end, so they hold only the rows that a sweep is about.
_has_deadline = match.c.deadline_at.is_not(None)
Index(None, match.c.deadline_at, match.c.id, sqlite_where=_has_deadline, postgresql_where=_has_deadline)
_behind = match.c.shown_version < match.c.version
Index(None, match.c.changed_at, match.c.id, sqlite_where=_behind, postgresql_where=_behind)

Index(None, match.c.challenger, match.c.phase)
Index(None, match.c.opponent, match.c.phase)
_finished = match.c.finished_at.is_not(None)
for _player in (match.c.challenger, match.c.opponent):
    Index(None, _player, match.c.finished_at, match.c.id, sqlite_where=_finished, postgresql_where=_finished)
# The matches of which it is not known whom they wait for: those from before that was stored, fewer every
# minute. The words stand in the statement itself: with parameters in their place no database would know that
# the index holds what is asked for.
unsettled = and_(
    match.c.challenger_to_act.is_(None),
    match.c.phase.in_([literal_column(f"'{phase.value}'") for phase in Phase if phase.open]),
)
Index("ix_match_unsettled", match.c.id, sqlite_where=unsettled, postgresql_where=unsettled)
Index(None, match.c.guild_id, match.c.phase)
_at_home = match.c.home.is_not(None)
Index(None, match.c.home, match.c.id, sqlite_where=_at_home, postgresql_where=_at_home)

# Append-only: no statement in this folder deletes an entry, and only who is forgotten is changed in one.
entry = Table(
    "entry",
    metadata,
    _of_match(primary=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
    # Written over weeks, read together: without row ids the entries of a match lie side by side.
    sqlite_with_rowid=False,
)

pick = Table(
    "pick",
    metadata,
    _of_match(),
    Column("side", Text, nullable=False),
    Column("choices", Text, nullable=False),  # a JSON list, secret until matches.audience opens it
    Column("user_id", BigInteger),  # who made it, whoever plays the side by now; null before 0006
    PrimaryKeyConstraint("match_id", "side"),
    sqlite_with_rowid=False,
)

draft = Table(
    "draft",
    metadata,
    _of_match(primary=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("choices", Text, nullable=False),  # a JSON list with nulls, as secret as a pick
    sqlite_with_rowid=False,
)

note = Table(
    "note",
    metadata,
    _of_match(primary=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("text", Text, nullable=False),  # for the eyes of its writer only
    sqlite_with_rowid=False,
)

notice = Table(
    "notice",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("match_id", BigInteger, nullable=False),  # 0: of no match, and so no foreign key
    Column("user_id", BigInteger, nullable=False),  # 0: for nobody in particular
    Column("kind", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("due_at", UtcTime, nullable=False),
    Column("claimed_until", UtcTime),
    Column("state", Text, nullable=False),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    UniqueConstraint("match_id", "user_id", "place", "name"),
    # An id is never given twice: whoever sends a notice settles it later, when it may have been dropped.
    sqlite_autoincrement=True,
)

# Those still to be given out are few, however many there were; picks go out with their match's card. The
# words stand in the statement itself: with parameters in their place no database would know that the index
# holds what is asked for.
to_give_out = and_(notice.c.state == literal_column("'due'"), notice.c.kind != literal_column("'pick'"))
Index(None, notice.c.due_at, notice.c.id, sqlite_where=to_give_out, postgresql_where=to_give_out)

fact = Table(
    "fact",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What people have set for themselves.
preference = Table(
    "preference",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

# When people are away, whether over, going on or to come.
away = Table(
    "away",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("start_at", UtcTime, primary_key=True),
    Column("end_at", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)

# When the bot was down.
downtime = Table(
    "downtime",
    metadata,
    Column("start_at", UtcTime, primary_key=True),
    Column("end_at", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)

# What servers have set.
guild_setting = Table(
    "guild_setting",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

# --- the community: what the ends of matches bring, see matches.books ------------------------------------

# The rated matches that two people have begun, so that they cannot begin too many. One that is not rated in
# the end is taken out again.
rated_start = Table(
    "rated_start",
    metadata,
    _of_match(primary=True),
    Column("game", Text, nullable=False),
    Column("low_id", BigInteger, nullable=False),  # the two players, the smaller id first
    Column("high_id", BigInteger, nullable=False),
    Column("at", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)
Index(None, *(rated_start.c[name] for name in ("low_id", "high_id", "game", "at")))

# Append-only, one row for either player of a match; everything below follows from these rows, in their order.
score = Table(
    "score",
    metadata,
    Column("id", RowId, primary_key=True),
    _of_match(),
    Column("user_id", BigInteger, nullable=False),
    Column("rival_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("side", Text, nullable=False),
    Column("points", Integer, nullable=False),  # in halves: 2 for a win
    Column("reason", Text, nullable=False),
    Column("ended_at", UtcTime, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("day", Integer, nullable=False),  # the period: the number of a date, 1 for the first of year 1
    Column("opening", Text, nullable=False),
    Column("rival_rating", Double),  # with which the rival began the day; null when unrated
    Column("rival_deviation", Double),
    Column("before", Integer),  # the points of the rating
    Column("after", Integer),
    UniqueConstraint("match_id", "user_id"),
)
Index(None, *(score.c[name] for name in ("user_id", "game", "day", "id")))


def _rating_columns(prefix: str = "") -> list[Column[float]]:
    names = ("rating", "deviation", "volatility")
    return [Column(f"{prefix}{name}", Double, nullable=False) for name in names]


account = Table(
    "account",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("day", Integer, nullable=False),
    *_rating_columns("start_"),
    *_rating_columns(),
    Column("matches", Integer, nullable=False),
    sqlite_with_rowid=False,
)

rating_point = Table(
    "rating_point",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("day", Integer, primary_key=True),
    *_rating_columns(),
    sqlite_with_rowid=False,
)

tally = Table(
    "tally",
    metadata,
    Column("user_id", BigInteger, primary_key=True),  # 0: everybody
    Column("game", Text, primary_key=True),
    Column("side", Text, primary_key=True),  # empty: both
    *(
        Column(name, Integer, nullable=False)
        for name in ("matches", "wins", "draws", "timeouts", "streak", "best")
    ),
    sqlite_with_rowid=False,
)

meeting = Table(
    "meeting",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("rival_id", BigInteger, primary_key=True),
    Column("game", Text, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in ("matches", "wins", "draws")),
    sqlite_with_rowid=False,
)

opening = Table(
    "opening",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("line", Text, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in ("matches", "wins")),
    sqlite_with_rowid=False,
)
Index(None, opening.c.user_id, opening.c.game, opening.c.matches)

standing = Table(
    "standing",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),  # 0: everywhere
    Column("game", Text, primary_key=True),
    Column("season", Text, primary_key=True),  # empty: all time
    Column("user_id", BigInteger, primary_key=True),
    Column("points", Integer, nullable=False),  # the rating as shown, by which players are ranked
    *_rating_columns(),
    Column("rated_day", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
# A leaderboard is read off the end of this one; a place on it is a count in it. It holds all that decides
# whether somebody is ranked, so that nothing else is read of those who are passed over. Not for the listed
# alone: SQLite would look into the table then to make sure of that.
_ranking = ("guild_id", "game", "season", "listed", "points", "user_id", "matches", "day")
Index("ix_standing_ranking", *(standing.c[name] for name in _ranking))
Index(None, *(standing.c[name] for name in ("user_id", "game", "season")))

# Who has left which server, as far as anybody noticed.
gone = Table(
    "gone",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    sqlite_with_rowid=False,
)

# The seasons of servers in which rated matches were played, until they are closed; and who won them.
season_end = Table(
    "season_end",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("season", Text, primary_key=True),
    Column("last_day", Integer, nullable=False),
    Column("closed", Boolean, nullable=False, server_default=false()),
    Column("claimed_until", UtcTime),
    sqlite_with_rowid=False,
)
# The words stand in the statement itself, as for the notices to be given out.
to_close = season_end.c.closed == false()
Index(
    None,
    season_end.c.last_day,
    season_end.c.guild_id,
    season_end.c.season,
    sqlite_where=to_close,
    postgresql_where=to_close,
)

champion = Table(
    "champion",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("season", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("points", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("role", BigInteger),
    sqlite_with_rowid=False,
)

# Few at a time, however many seasons there were.
worn = champion.c.role.is_not(None)
Index(None, *champion.primary_key.columns, sqlite_where=worn, postgresql_where=worn)

# --- records, watching, and people's rights -----------------------------------------------------------

# By which code a match can be opened by anyone.
share = Table(
    "share",
    metadata,
    Column("code", Text, primary_key=True),
    _of_match(),
    Column("at", UtcTime, nullable=False),
    UniqueConstraint("match_id"),
    sqlite_with_rowid=False,
)

# Records from elsewhere that somebody steps through, for their eyes only, for some weeks.
imported = Table(
    "imported",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("text", Text, nullable=False),  # as matches.transcripts writes it, never as it was given
    Column("at", UtcTime, nullable=False),
    # An id is never given twice, or an old button would show another record.
    sqlite_autoincrement=True,
)
Index(None, imported.c.user_id, imported.c.id)
Index(None, imported.c.at)

# Who watches a match: pinged on each turn, or at the end only.
watch = Table(
    "watch",
    metadata,
    _of_match(primary=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("each_turn", Boolean, nullable=False),
    Column("at", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)
Index(None, watch.c.user_id, watch.c.match_id)

# Who wants no match with whom.
block = Table(
    "block",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("blocked_id", BigInteger, primary_key=True),
    Column("at", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)
Index(None, block.c.blocked_id)

# Who asked to have everything about them deleted, until it is done: a crash in the middle forgets nobody.
forgetting = Table(
    "forgetting",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("at", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)

# What there is about one person, wherever it is: to be shown, exported and deleted.
for _theirs in (note, draft, notice, champion, gone, pick):
    Index(None, _theirs.c.user_id)
Index(None, rated_start.c.high_id)
# Only the acts of administrators name people in the record.
names_people = entry.c.kind.in_(
    [literal_column(f"'{kind.value}'") for kind in EntryKind if kind.names_people]
)
Index("ix_entry_names_people", entry.c.match_id, sqlite_where=names_people, postgresql_where=names_people)

# What ended in a server lately.
Index(
    None,
    match.c.guild_id,
    match.c.finished_at,
    match.c.id,
    sqlite_where=_finished,
    postgresql_where=_finished,
)

# What was done to the database and when, for whoever has to look into it one day.
migration = Table(
    "migration",
    metadata,
    Column("revision", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
)
