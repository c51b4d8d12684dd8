"""The tables, as the newest migration leaves them; those of features stand in ``data.features``.

A test compares the two.

Times are stored in UTC to the microsecond and read as aware datetimes; ids of users, servers, channels and
messages are Discord's 64-bit integers; enums such as phases are stored by value.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
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

from data.errors import DAMAGED, NaiveTimeError
from matches.errors import DamagedError
from matches.model import EntryKind, Phase

# Every constraint has a name, so that later migrations can refer to it on any database.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMES)

# SQLite assigns row ids only in a column declared INTEGER, which holds 64 bits there.
RowId = BigInteger().with_variant(Integer(), "sqlite")


def utc(moment: datetime) -> datetime:
    """A time converted to UTC. Raises NaiveTimeError."""
    if moment.tzinfo is None:
        raise NaiveTimeError("a time without a zone cannot be stored")
    # Most times are in UTC already, and reading a record converts one for each entry.
    return moment if moment.tzinfo is UTC else moment.astimezone(UTC)


class UtcTime(TypeDecorator[datetime]):
    """An aware datetime, to the microsecond: a timestamp with zone on PostgreSQL, text on SQLite.

    The text always has the same length and is always in UTC, so that it sorts by time: ``2026-03-01
    12:30:15.123456+00:00``.
    """

    impl = DateTime(timezone=True).with_variant(Text(), "sqlite")
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | str | None:
        """The value to write, or to compare with. Raises NaiveTimeError."""
        if value is None:
            return None
        moment = utc(value)
        return moment.isoformat(" ", "microseconds") if dialect.name == "sqlite" else moment

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """The time that was read. Raises StoreUnavailableError if the text isn't one."""
        if value is None:
            return None
        try:
            return utc(datetime.fromisoformat(value) if isinstance(value, str) else value)
        except (ValueError, AttributeError):
            raise DamagedError(f"{DAMAGED} (time)") from None


# --- how tables are written down --------------------------------------------------------------------------


def keys(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns of the primary key."""
    return [Column(name, kind, primary_key=True) for name in names]


def always(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns that are never null."""
    return [Column(name, kind, nullable=False) for name in names]


def maybe(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns that may be null."""
    return [Column(name, kind) for name in names]


def of_match(*, primary: bool = False) -> Column[int]:
    """A column with the id of a match."""
    return Column("match_id", BigInteger, ForeignKey("match.id"), primary_key=primary, nullable=False)


def _weight() -> Column[float]:
    """The weight of a rated match; 1 in rows from before weights existed."""
    return Column("weight", Double, nullable=False, server_default="1")


def table(name: str, *parts: Column[Any] | PrimaryKeyConstraint | UniqueConstraint) -> Table:
    """A table without row ids: rows read together, such as a match's entries, are stored side by side."""
    return Table(name, metadata, *parts, sqlite_with_rowid=False)


def index_where(condition: ColumnElement[bool], *columns: Column[Any], name: str | None = None) -> None:
    """A partial index with only the rows that its queries ask for."""
    Index(name, *columns, sqlite_where=condition, postgresql_where=condition)


# --- matches ----------------------------------------------------------------------------------------------

match = Table(
    "match",
    metadata,
    Column("id", RowId, primary_key=True),
    *always(Integer, "version"),
    *always(Text, "phase", "game"),
    *always(Integer, "rules_version"),
    *always(Text, "options"),  # a JSON object
    *always(BigInteger, "guild_id", "channel_id", "challenger"),
    *maybe(BigInteger, "opponent"),
    *maybe(Text, "challenger_side", "opponent_side"),
    *always(UtcTime, "created_at", "changed_at"),
    *maybe(UtcTime, "finished_at"),  # set once, with the phase; a rematch changes the match later
    *maybe(UtcTime, "deadline_at"),
    *maybe(Text, "toss_call", "toss_fell", "first_side", "result_winner", "result_reason"),
    Column("rematch_of", BigInteger, ForeignKey("match.id")),
    Column("rematch", BigInteger, ForeignKey("match.id")),
    *always(Integer, "shown_version"),
    *maybe(BigInteger, "invitation", "home", "card"),
    *maybe(UtcTime, "card_at"),
    *always(Text, "stage"),
    Column("takebacks", Boolean, nullable=False, server_default=true()),
    Column("direct", Boolean, nullable=False, server_default=false()),
    Column("pace", Text, nullable=False, server_default="none"),
    *maybe(Text, "clocks"),  # a JSON object, see data.clocks
    *maybe(UtcTime, "pause_start", "pause_end"),
    Column("result_counts", Boolean, nullable=False, server_default=true()),
    Column("stakes", Text, nullable=False, server_default="friendly"),
    Column("weekends_off", Boolean, nullable=False, server_default=false()),
    Column("set_part", Integer, nullable=False, server_default="0"),  # 1 or 2 in a set of two, else 0
    Column("ladder", Integer, nullable=False, server_default="0"),  # the place that it is for, else 0
    Column("tournament", BigInteger, nullable=False, server_default="0"),  # that it is a game of, else 0
    Column("simul", BigInteger, nullable=False, server_default="0"),  # the simul it is a board of, else 0
    Column("by_offer", Boolean, nullable=False, server_default=false()),  # of two standing offers
    Column("across", Boolean, nullable=False, server_default=false()),  # offered in other servers too
    Column("private", Boolean, nullable=False, server_default=false()),  # in a thread of its players' own
    Column("closed", Boolean, nullable=False, server_default=false()),  # its place, by an administrator
    Column("conduct", Integer, nullable=False, server_default="1"),  # see matches.model.CONDUCT
    Column("lines", Boolean, nullable=False, server_default=true()),  # its players may try lines in it
    # Raised when moves in advance are said or taken back; as secret as they are.
    Column("advance_revision", Integer, nullable=False, server_default="0"),
    Column("archived", Boolean, nullable=False, server_default=false()),  # it is in the archive
    *maybe(Text, "start"),  # the starting position as text, if it isn't the game's own
    *maybe(Text, "draw", "draw_salt"),  # drawn with a challenge: see matches.audience; null before 0018
    *maybe(Text, "requirements"),  # text, if an open challenge has requirements for its opponent
    # True if the match waits for this player; null: unknown, always for both.
    *maybe(Boolean, "challenger_to_act", "opponent_to_act"),
    # Ids are never reused, or an old button would act on another match.
    sqlite_autoincrement=True,
)

# The sweeps read these two from end to end, so they hold only the rows that a sweep needs.
index_where(match.c.deadline_at.is_not(None), match.c.deadline_at, match.c.id)
index_where(match.c.shown_version < match.c.version, match.c.changed_at, match.c.id)

Index(None, match.c.challenger, match.c.phase)
Index(None, match.c.opponent, match.c.phase)
_finished = match.c.finished_at.is_not(None)
for _player in (match.c.challenger, match.c.opponent):
    index_where(_finished, _player, match.c.finished_at, match.c.id)
# Open matches without a stored ``to_act``, from before it was stored: a sweep fills them in. The values are
# literals in the statement: with parameters, no database would know that the index applies.
without_to_act = and_(
    match.c.challenger_to_act.is_(None),
    match.c.phase.in_([literal_column(f"'{phase.value}'") for phase in Phase if phase.open]),
)
index_where(without_to_act, match.c.id, name="ix_match_unsettled")
Index(None, match.c.guild_id, match.c.phase)
index_where(match.c.simul > literal_column("0"), match.c.simul, match.c.id)
index_where(match.c.home.is_not(None), match.c.home, match.c.id)
index_where(match.c.across == true(), match.c.phase, match.c.id)

# The second place of a match between two servers, where its opponent plays; the first is in ``match``.
match_place = table(
    "match_place",
    of_match(primary=True),
    *always(Integer, "version"),  # of the match: it is shown anew while this is higher than the next
    *always(Integer, "shown_version"),
    *always(UtcTime, "changed_at"),  # as in the match
    *always(BigInteger, "guild_id", "channel_id"),
    *maybe(BigInteger, "invitation", "home", "card"),
    *maybe(UtcTime, "card_at"),
    *always(Text, "stage"),
    *always(Boolean, "direct", "closed"),
)
index_where(
    match_place.c.shown_version < match_place.c.version, match_place.c.changed_at, match_place.c.match_id
)
index_where(match_place.c.home.is_not(None), match_place.c.home)
Index(None, match_place.c.guild_id)

# Append-only: no statement in this folder deletes an entry, and only erasure changes one.
entry = table(
    "entry",
    of_match(primary=True),
    *keys(Integer, "number"),  # from 1
    *always(Text, "kind", "text", "side"),
    *always(Integer, "ply"),
    *always(UtcTime, "at"),
)

pick = table(
    "pick",
    of_match(),
    *always(Text, "side"),
    *always(Text, "choices"),  # a JSON list, secret until matches.audience opens it
    *maybe(BigInteger, "user_id"),  # who picked, even if the side was handed over since; null: unknown
    *maybe(Text, "salt"),  # of the pick's seal, as secret as the pick; null: not sealed, as all before 0018
    PrimaryKeyConstraint("match_id", "side"),
)

draft = table(
    "draft",
    of_match(primary=True),
    *keys(BigInteger, "user_id"),
    *always(Text, "choices"),  # a JSON list with nulls, as secret as a pick
)

note = table(
    "note",
    of_match(primary=True),
    *keys(BigInteger, "user_id"),
    *always(Text, "text"),  # visible to its writer only
)

# Users who muted a match, until a time or until they unmute it.
mute = table(
    "mute",
    of_match(primary=True),
    *keys(BigInteger, "user_id"),
    *always(UtcTime, "since"),
    *maybe(UtcTime, "until"),
)

# The entries that a match had when a user last looked at it: *Catch up* shows what has been played since.
last_look = table(
    "last_look", of_match(primary=True), *keys(BigInteger, "user_id"), *always(Integer, "entries")
)

# Hints taken against the computer: the result says how many. last: the position of the latest hint, which
# counts once, even if another process gives it again.
hint = table(
    "hint",
    of_match(primary=True),
    *keys(BigInteger, "user_id"),
    *always(Integer, "used"),
    *maybe(Text, "last"),
)

# Users who left a match before it began.
not_begun = table(
    "not_begun",
    of_match(primary=True),
    *keys(BigInteger, "user_id"),
    *always(UtcTime, "at"),
)
Index(None, not_begun.c.user_id, not_begun.c.at)

# Reviews of finished matches. They can be made again at any time, and name sides, never users.
review = table(
    "review",
    of_match(primary=True),
    *always(Integer, "version"),  # of the analysis and its format
    *always(Text, "body"),  # a JSON object
)

notice = Table(
    "notice",
    metadata,
    Column("id", RowId, primary_key=True),
    *always(BigInteger, "match_id"),  # 0: no match, therefore not a foreign key
    *always(BigInteger, "user_id"),  # 0: no particular user
    *always(Text, "kind", "place", "name"),
    *always(UtcTime, "due_at"),
    *maybe(UtcTime, "claimed_until"),
    *always(Text, "state"),
    *maybe(BigInteger, "channel", "message"),
    UniqueConstraint("match_id", "user_id", "place", "name"),
    # Ids are never reused: a sender settles a notice later, when it may have been dropped.
    sqlite_autoincrement=True,
)

# Few rows wait at any time, however many there were; picks go out with their match's card. The values are
# literals in the statement, as in ``without_to_act``.
to_give_out = and_(notice.c.state == literal_column("'due'"), notice.c.kind != literal_column("'pick'"))
index_where(to_give_out, notice.c.due_at, notice.c.id)

# Work left to do after changes of matches: see matches.chores.
chore = Table(
    "chore",
    metadata,
    Column("id", RowId, primary_key=True),
    of_match(),
    *always(Text, "kind"),
    *maybe(BigInteger, "channel"),
    *always(BigInteger, "message"),  # 0: no message
    *always(Text, "stage"),
    *maybe(UtcTime, "posted_at"),
    *always(UtcTime, "due_at"),
    *maybe(UtcTime, "claimed_until"),
    *always(Integer, "attempts"),
    UniqueConstraint("match_id", "kind", "message"),
    # Ids are never reused: a chore is dropped after it is done, when another may have replaced it.
    sqlite_autoincrement=True,
)
Index(None, chore.c.due_at, chore.c.id)

fact = table("fact", *keys(Text, "key"), *always(Text, "value"))

# Settings of users.
preference = table("preference", *keys(BigInteger, "user_id"), *keys(Text, "key"), *always(Text, "value"))

# Times at which users are away: past, present and future.
away = table("away", *keys(BigInteger, "user_id"), *keys(UtcTime, "start_at"), *always(UtcTime, "end_at"))

# Times at which the bot was down.
downtime = table("downtime", *keys(UtcTime, "start_at"), *always(UtcTime, "end_at"))

# For a bot split into ``shard_count`` shards: times at which one was down, each one's last sign of life if
# not all are up, the process that leases it, and when the next session may be identified.
shard_stop = table(
    "shard_stop",
    *keys(Integer, "shard_count", "shard"),
    *keys(UtcTime, "start_at"),
    *always(UtcTime, "end_at"),
)
shard_life = table("shard_life", *keys(Integer, "shard_count", "shard"), *always(UtcTime, "alive_at"))
shard_lease = table(
    "shard_lease",
    *keys(Integer, "shard_count", "shard"),
    *always(Text, "owner"),
    *always(UtcTime, "until"),
)
identify_slot = table("identify_slot", *keys(Integer, "bucket"), *always(UtcTime, "free_at"))

# Settings of servers.
guild_setting = table(
    "guild_setting", *keys(BigInteger, "guild_id"), *keys(Text, "key"), *always(Text, "value")
)

# --- the community: what the ends of matches bring, see matches.ratings.ledger -------------------------

# The rated matches that two players have begun: the more, the less each weighs. A match that ends unrated is
# removed.
rated_start = table(
    "rated_start",
    of_match(primary=True),
    *always(Text, "game"),
    *always(BigInteger, "low_id", "high_id"),  # the two players, the smaller id first
    *always(UtcTime, "at"),
    _weight(),  # of the match, fixed when it begins
)
Index(None, *(rated_start.c[name] for name in ("low_id", "high_id", "game", "at")))

# Append-only, one row for each player of a match; everything below is computed from these rows, in their
# order.
score = Table(
    "score",
    metadata,
    Column("id", RowId, primary_key=True),
    of_match(),
    *always(BigInteger, "user_id", "rival_id"),
    *always(Text, "game"),
    *always(BigInteger, "guild_id"),
    *always(Text, "side"),
    *always(Integer, "points"),  # in halves: 2 for a win
    *always(Text, "reason"),
    *always(UtcTime, "ended_at"),
    *always(Boolean, "rated"),
    *always(Integer, "day"),  # the rating period: a date's ordinal, 1 for the first day of year 1
    *always(Text, "opening"),
    *maybe(Double, "rival_rating", "rival_deviation"),  # as the rival's day began; null when unrated
    *maybe(Integer, "before", "after"),  # the rating's points
    _weight(),  # the weight of the result in ratings
    Column("fast", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("match_id", "user_id"),
)
Index(None, *(score.c[name] for name in ("user_id", "game", "day", "id")))

_RATING = ("rating", "deviation", "volatility")

account = table(
    "account",
    *keys(BigInteger, "user_id"),
    *keys(Text, "game"),
    *always(Integer, "day"),
    *always(Double, *(f"start_{name}" for name in _RATING), *_RATING),
    *always(Integer, "matches"),
)

rating_point = table(
    "rating_point",
    *keys(BigInteger, "user_id"),
    *keys(Text, "game"),
    *keys(Integer, "day"),
    *always(Double, *_RATING),
)

tally = table(
    "tally",
    *keys(BigInteger, "user_id"),  # 0: all players
    *keys(Text, "game"),
    *keys(Text, "side"),  # empty: both
    *always(Integer, "matches", "wins", "draws", "timeouts", "streak", "best"),
)

meeting = table(
    "meeting",
    *keys(BigInteger, "user_id", "rival_id"),
    *keys(Text, "game"),
    *always(Integer, "matches", "wins", "draws"),
)

opening = table(
    "opening",
    *keys(BigInteger, "user_id"),
    *keys(Text, "game", "side", "line"),
    *always(Integer, "matches", "wins"),
)
Index(None, opening.c.user_id, opening.c.game, opening.c.matches)

standing = table(
    "standing",
    *keys(BigInteger, "guild_id"),  # 0: everywhere
    *keys(Text, "game"),
    *keys(Text, "season"),  # empty: all time
    *keys(BigInteger, "user_id"),
    *always(Integer, "points"),  # the rating as shown, by which sure ratings are ranked
    *always(Double, *_RATING),
    *always(Integer, "rated_day", "matches", "day"),
    *always(Boolean, "listed"),
)
# A leaderboard is read off the end of this index; a place on it is a count in the index. It has all columns
# that decide a player's rank, so that nothing else is read about the players before a page. Not limited to
# listed rows: to check that, SQLite would read the table.
_ranking = (
    *("guild_id", "game", "season", "listed", "points", "user_id", "matches", "day"),
    *("rated_day", *_RATING),
)
Index("ix_standing_ranking", *(standing.c[name] for name in _ranking))
Index(None, *(standing.c[name] for name in ("user_id", "game", "season")))

# Users who have left a server, as far as the bot noticed.
gone = table("gone", *keys(BigInteger, "guild_id", "user_id"))

# Seasons in which rated matches were played, until they are closed; and their champions.
season_end = table(
    "season_end",
    *keys(BigInteger, "guild_id"),
    *keys(Text, "season"),
    *always(Integer, "last_day"),
    Column("closed", Boolean, nullable=False, server_default=false()),
    *maybe(UtcTime, "claimed_until"),
)
# The values are literals in the statement, as for the due notices.
to_close = season_end.c.closed == false()
index_where(to_close, season_end.c.last_day, season_end.c.guild_id, season_end.c.season)

champion = table(
    "champion",
    *keys(BigInteger, "guild_id"),
    *keys(Text, "season", "game"),
    *keys(BigInteger, "user_id"),
    *always(Integer, "points", "matches"),
    *maybe(BigInteger, "role"),
)

# Few rows at any time, however many seasons there were.
worn = champion.c.role.is_not(None)
index_where(worn, *champion.primary_key.columns)

# Users' rating roles in a server, and when to check each again.
rating_role = table(
    "rating_role",
    *keys(BigInteger, "guild_id", "user_id"),
    *maybe(BigInteger, "role"),
    *maybe(UtcTime, "due_at", "claimed_until"),
)
index_where(rating_role.c.due_at.is_not(None), rating_role.c.due_at, *rating_role.primary_key.columns)

# The card with which the bot greets a server: where it was, and whether that is settled.
greeting = table(
    "greeting",
    *keys(BigInteger, "guild_id"),
    *always(UtcTime, "begun_at"),  # when it was first tried
    *maybe(BigInteger, "channel", "message"),
    *maybe(UtcTime, "settled_at", "claimed_until"),
)

# The servers that the bot is in or was in, with when it was last seen there, to the day.
guild_seen = table("guild_seen", *keys(BigInteger, "guild_id"), *always(UtcTime, "seen_at"))
Index(None, guild_seen.c.seen_at, guild_seen.c.guild_id)

# --- records, watching, and people's rights -----------------------------------------------------------

# The share code with which anyone can open a match.
share = table("share", *keys(Text, "code"), of_match(), *always(UtcTime, "at"), UniqueConstraint("match_id"))

# Imported records, visible to their user only, kept for some weeks.
imported = Table(
    "imported",
    metadata,
    Column("id", RowId, primary_key=True),
    *always(BigInteger, "user_id"),
    *always(Text, "text"),  # as matches.records writes it, never as it was given
    *always(UtcTime, "at"),
    # Ids are never reused, or an old button would show another record.
    sqlite_autoincrement=True,
)
Index(None, imported.c.user_id, imported.c.id)
Index(None, imported.c.at)

# Watchers of a match: pinged on each turn, or only at the end.
watch = table(
    "watch",
    of_match(primary=True),
    *keys(BigInteger, "user_id"),
    *always(Boolean, "each_turn"),
    *always(UtcTime, "at"),
)
Index(None, watch.c.user_id, watch.c.match_id)

# Blocks: the first user wants no match with the second.
block = table("block", *keys(BigInteger, "user_id", "blocked_id"), *always(UtcTime, "at"))
Index(None, block.c.blocked_id)

# Users with whom a server wants no match of its members across servers.
guild_block = table("guild_block", *keys(BigInteger, "guild_id", "user_id"), *always(UtcTime, "at"))

# Users who asked for erasure, until it is done, even across a crash.
forgetting = table("forgetting", *keys(BigInteger, "user_id"), *always(UtcTime, "at"))

# Indexes for finding everything about a user, to show, export and delete it.
for _theirs in (note, draft, mute, last_look, hint, notice, champion, gone, pick, rating_role):
    Index(None, _theirs.c.user_id)
Index(None, rated_start.c.high_id)
# Only entries by administrators name users in the record.
names_people = entry.c.kind.in_(
    [literal_column(f"'{kind.value}'") for kind in EntryKind if kind.names_people]
)
index_where(names_people, entry.c.match_id, name="ix_entry_names_people")

# Matches that ended recently in a server.
index_where(_finished, match.c.guild_id, match.c.finished_at, match.c.id)

# Applied migrations and their times, for troubleshooting.
migration = Table(
    "migration",
    metadata,
    *keys(Text, "revision"),
    *always(Text, "name"),
    *always(UtcTime, "at"),
    Column("suits", Text),
)
