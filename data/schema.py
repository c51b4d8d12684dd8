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

from data.driver_errors import DAMAGED
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
    # Nearly all are: a record is read and checked entry by entry.
    return moment if moment.tzinfo is UTC else moment.astimezone(UTC)


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


# --- how tables are written down --------------------------------------------------------------------------


def _keys(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns that name a row together."""
    return [Column(name, kind, primary_key=True) for name in names]


def _always(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns that always hold something."""
    return [Column(name, kind, nullable=False) for name in names]


def _maybe(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns that may hold nothing."""
    return [Column(name, kind) for name in names]


def _of_match(*, primary: bool = False) -> Column[int]:
    return Column("match_id", BigInteger, ForeignKey("match.id"), primary_key=primary, nullable=False)


def _weight() -> Column[float]:
    """The weight of a rated match, 1 for those from before there were others."""
    return Column("weight", Double, nullable=False, server_default="1")


def _table(name: str, *parts: Column[Any] | PrimaryKeyConstraint | UniqueConstraint) -> Table:
    """A table without row ids: what is read together, such as the entries of a match, lies side by side."""
    return Table(name, metadata, *parts, sqlite_with_rowid=False)


def _index_where(condition: ColumnElement[bool], *columns: Column[Any], name: str | None = None) -> None:
    """An index that holds only the rows that its readers are about."""
    Index(name, *columns, sqlite_where=condition, postgresql_where=condition)


# --- matches ----------------------------------------------------------------------------------------------

match = Table(
    "match",
    metadata,
    Column("id", RowId, primary_key=True),
    *_always(Integer, "version"),
    *_always(Text, "phase", "game"),
    *_always(Integer, "rules_version"),
    *_always(Text, "options"),  # a JSON object
    *_always(BigInteger, "guild_id", "channel_id", "challenger"),
    *_maybe(BigInteger, "opponent"),
    *_maybe(Text, "challenger_side", "opponent_side"),
    *_always(UtcTime, "created_at", "changed_at"),
    *_maybe(UtcTime, "finished_at"),  # set once, with the phase; a rematch changes the match later
    *_maybe(UtcTime, "deadline_at"),
    *_maybe(Text, "toss_call", "toss_fell", "first_side", "result_winner", "result_reason"),
    Column("rematch_of", BigInteger, ForeignKey("match.id")),
    Column("rematch", BigInteger, ForeignKey("match.id")),
    *_always(Integer, "shown_version"),
    *_maybe(BigInteger, "invitation", "home", "card"),
    *_maybe(UtcTime, "card_at"),
    *_always(Text, "stage"),
    Column("takebacks", Boolean, nullable=False, server_default=true()),
    Column("direct", Boolean, nullable=False, server_default=false()),
    Column("pace", Text, nullable=False, server_default="none"),
    *_maybe(Text, "clocks"),  # a JSON object, see data.clocks
    *_maybe(UtcTime, "pause_start", "pause_end"),
    Column("result_counts", Boolean, nullable=False, server_default=true()),
    Column("stakes", Text, nullable=False, server_default="friendly"),
    Column("weekends_off", Boolean, nullable=False, server_default=false()),
    Column("set_part", Integer, nullable=False, server_default="0"),  # 1 or 2 in a set of two, else 0
    Column("ladder", Integer, nullable=False, server_default="0"),  # the place that it is for, else 0
    Column("conduct", Integer, nullable=False, server_default="1"),  # see matches.model.CONDUCT
    *_maybe(Text, "start"),  # a position text, where a match does not begin as its game does
    *_maybe(Text, "draw", "draw_salt"),  # drawn with a challenge: see matches.audience; null before 0018
    *_maybe(Text, "requirements"),  # words, where an open challenge asks something of whoever takes it up
    # True if it waits for them; null, both or none: not known yet.
    *_maybe(Boolean, "challenger_to_act", "opponent_to_act"),
    # An id is never given twice, or an old button would act on another match.
    sqlite_autoincrement=True,
)

# The sweeps read these two from end to end, so they hold only the rows that a sweep is about.
_index_where(match.c.deadline_at.is_not(None), match.c.deadline_at, match.c.id)
_index_where(match.c.shown_version < match.c.version, match.c.changed_at, match.c.id)

Index(None, match.c.challenger, match.c.phase)
Index(None, match.c.opponent, match.c.phase)
_finished = match.c.finished_at.is_not(None)
for _player in (match.c.challenger, match.c.opponent):
    _index_where(_finished, _player, match.c.finished_at, match.c.id)
# The matches of which it is not known whom they wait for: those from before that was stored, fewer every
# minute. The words stand in the statement itself: with parameters in their place no database would know that
# the index holds what is asked for.
unsettled = and_(
    match.c.challenger_to_act.is_(None),
    match.c.phase.in_([literal_column(f"'{phase.value}'") for phase in Phase if phase.open]),
)
_index_where(unsettled, match.c.id, name="ix_match_unsettled")
Index(None, match.c.guild_id, match.c.phase)
_index_where(match.c.home.is_not(None), match.c.home, match.c.id)

# Append-only: no statement in this folder deletes an entry, and only who is forgotten is changed in one.
entry = _table(
    "entry",
    _of_match(primary=True),
    *_keys(Integer, "number"),  # from 1
    *_always(Text, "kind", "text", "side"),
    *_always(Integer, "ply"),
    *_always(UtcTime, "at"),
)

pick = _table(
    "pick",
    _of_match(),
    *_always(Text, "side"),
    *_always(Text, "choices"),  # a JSON list, secret until matches.audience opens it
    *_maybe(BigInteger, "user_id"),  # who made it, whoever plays the side by now; null before 0006
    *_maybe(Text, "salt"),  # of its seal, as secret as the pick; null: not sealed, as all before 0018
    PrimaryKeyConstraint("match_id", "side"),
)

draft = _table(
    "draft",
    _of_match(primary=True),
    *_keys(BigInteger, "user_id"),
    *_always(Text, "choices"),  # a JSON list with nulls, as secret as a pick
)

note = _table(
    "note",
    _of_match(primary=True),
    *_keys(BigInteger, "user_id"),
    *_always(Text, "text"),  # for the eyes of its writer only
)

# People who want to hear nothing of a match, until then or until they say otherwise.
mute = _table(
    "mute",
    _of_match(primary=True),
    *_keys(BigInteger, "user_id"),
    *_always(UtcTime, "since"),
    *_maybe(UtcTime, "until"),
)

# Hints that somebody took against the computer: the result says how many. last: the position of the latest,
# which is counted once, in whichever process it was asked for again.
hint = _table(
    "hint",
    _of_match(primary=True),
    *_keys(BigInteger, "user_id"),
    *_always(Integer, "used"),
    *_maybe(Text, "last"),
)

# People who left a match before they had begun it.
not_begun = _table(
    "not_begun",
    _of_match(primary=True),
    *_keys(BigInteger, "user_id"),
    *_always(UtcTime, "at"),
)
Index(None, not_begun.c.user_id, not_begun.c.at)

# Reviews of finished matches. They can be made anew at any time, and speak of sides, never of people.
review = _table(
    "review",
    _of_match(primary=True),
    *_always(Integer, "version"),  # of the way in which it was made and written
    *_always(Text, "body"),  # a JSON object
)

notice = Table(
    "notice",
    metadata,
    Column("id", RowId, primary_key=True),
    *_always(BigInteger, "match_id"),  # 0: of no match, and so no foreign key
    *_always(BigInteger, "user_id"),  # 0: for nobody in particular
    *_always(Text, "kind", "place", "name"),
    *_always(UtcTime, "due_at"),
    *_maybe(UtcTime, "claimed_until"),
    *_always(Text, "state"),
    *_maybe(BigInteger, "channel", "message"),
    UniqueConstraint("match_id", "user_id", "place", "name"),
    # An id is never given twice: whoever sends a notice settles it later, when it may have been dropped.
    sqlite_autoincrement=True,
)

# Those still to be given out are few, however many there were; picks go out with their match's card. The
# words stand in the statement itself, as for the unsettled matches.
to_give_out = and_(notice.c.state == literal_column("'due'"), notice.c.kind != literal_column("'pick'"))
_index_where(to_give_out, notice.c.due_at, notice.c.id)

# What is to be tidied up behind matches: see matches.chores.
chore = Table(
    "chore",
    metadata,
    Column("id", RowId, primary_key=True),
    _of_match(),
    *_always(Text, "kind"),
    *_maybe(BigInteger, "channel"),
    *_always(BigInteger, "message"),  # 0: about none
    *_always(Text, "stage"),
    *_maybe(UtcTime, "posted_at"),
    *_always(UtcTime, "due_at"),
    *_maybe(UtcTime, "claimed_until"),
    *_always(Integer, "attempts"),
    UniqueConstraint("match_id", "kind", "message"),
    # An id is never given twice: whoever does a chore drops it later, when another may have taken its place.
    sqlite_autoincrement=True,
)
Index(None, chore.c.due_at, chore.c.id)

fact = _table("fact", *_keys(Text, "key"), *_always(Text, "value"))

# Settings of people.
preference = _table("preference", *_keys(BigInteger, "user_id"), *_keys(Text, "key"), *_always(Text, "value"))

# Times people are away: over, going on or to come.
away = _table("away", *_keys(BigInteger, "user_id"), *_keys(UtcTime, "start_at"), *_always(UtcTime, "end_at"))

# Times the bot was down.
downtime = _table("downtime", *_keys(UtcTime, "start_at"), *_always(UtcTime, "end_at"))

# Of a bot that is split into so many shards: times one of them was down, each one's last sign of life where
# not all are up, which process has which, and when the next may ask Discord for a session.
shard_stop = _table(
    "shard_stop",
    *_keys(Integer, "shard_count", "shard"),
    *_keys(UtcTime, "start_at"),
    *_always(UtcTime, "end_at"),
)
shard_life = _table("shard_life", *_keys(Integer, "shard_count", "shard"), *_always(UtcTime, "alive_at"))
shard_lease = _table(
    "shard_lease",
    *_keys(Integer, "shard_count", "shard"),
    *_always(Text, "owner"),
    *_always(UtcTime, "until"),
)
identify_slot = _table("identify_slot", *_keys(Integer, "bucket"), *_always(UtcTime, "free_at"))

# Settings of servers.
guild_setting = _table(
    "guild_setting", *_keys(BigInteger, "guild_id"), *_keys(Text, "key"), *_always(Text, "value")
)

# --- the community: what the ends of matches bring, see matches.ratings.ledger -------------------------

# The rated matches that two people have begun: the more they are, the less each weighs. One that is not rated
# in the end is taken out again.
rated_start = _table(
    "rated_start",
    _of_match(primary=True),
    *_always(Text, "game"),
    *_always(BigInteger, "low_id", "high_id"),  # the two players, the smaller id first
    *_always(UtcTime, "at"),
    _weight(),  # of the match, settled as it begins
)
Index(None, *(rated_start.c[name] for name in ("low_id", "high_id", "game", "at")))

# Append-only, one row for either player of a match; everything below follows from these rows, in their order.
score = Table(
    "score",
    metadata,
    Column("id", RowId, primary_key=True),
    _of_match(),
    *_always(BigInteger, "user_id", "rival_id"),
    *_always(Text, "game"),
    *_always(BigInteger, "guild_id"),
    *_always(Text, "side"),
    *_always(Integer, "points"),  # in halves: 2 for a win
    *_always(Text, "reason"),
    *_always(UtcTime, "ended_at"),
    *_always(Boolean, "rated"),
    *_always(Integer, "day"),  # the period: the number of a date, 1 for the first of year 1
    *_always(Text, "opening"),
    *_maybe(Double, "rival_rating", "rival_deviation"),  # the rival's as the day began; null when unrated
    *_maybe(Integer, "before", "after"),  # the points of the rating
    _weight(),  # how much of a result it is for the ratings
    Column("fast", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("match_id", "user_id"),
)
Index(None, *(score.c[name] for name in ("user_id", "game", "day", "id")))

_RATING = ("rating", "deviation", "volatility")

account = _table(
    "account",
    *_keys(BigInteger, "user_id"),
    *_keys(Text, "game"),
    *_always(Integer, "day"),
    *_always(Double, *(f"start_{name}" for name in _RATING), *_RATING),
    *_always(Integer, "matches"),
)

rating_point = _table(
    "rating_point",
    *_keys(BigInteger, "user_id"),
    *_keys(Text, "game"),
    *_keys(Integer, "day"),
    *_always(Double, *_RATING),
)

tally = _table(
    "tally",
    *_keys(BigInteger, "user_id"),  # 0: everybody
    *_keys(Text, "game"),
    *_keys(Text, "side"),  # empty: both
    *_always(Integer, "matches", "wins", "draws", "timeouts", "streak", "best"),
)

meeting = _table(
    "meeting",
    *_keys(BigInteger, "user_id", "rival_id"),
    *_keys(Text, "game"),
    *_always(Integer, "matches", "wins", "draws"),
)

opening = _table(
    "opening",
    *_keys(BigInteger, "user_id"),
    *_keys(Text, "game", "side", "line"),
    *_always(Integer, "matches", "wins"),
)
Index(None, opening.c.user_id, opening.c.game, opening.c.matches)

standing = _table(
    "standing",
    *_keys(BigInteger, "guild_id"),  # 0: everywhere
    *_keys(Text, "game"),
    *_keys(Text, "season"),  # empty: all time
    *_keys(BigInteger, "user_id"),
    *_always(Integer, "points"),  # the rating as shown, by which sure ones are ranked
    *_always(Double, *_RATING),
    *_always(Integer, "rated_day", "matches", "day"),
    *_always(Boolean, "listed"),
)
# A leaderboard is read off the end of this one; a place on it is a count in it. It holds all that decides
# whether and where somebody is ranked, so that nothing else is read of those who are passed over. Not for the
# listed alone: SQLite would look into the table then to make sure of that.
_ranking = (
    *("guild_id", "game", "season", "listed", "points", "user_id", "matches", "day"),
    *("rated_day", *_RATING),
)
Index("ix_standing_ranking", *(standing.c[name] for name in _ranking))
Index(None, *(standing.c[name] for name in ("user_id", "game", "season")))

# People who have left a server, as far as anybody noticed.
gone = _table("gone", *_keys(BigInteger, "guild_id", "user_id"))

# The seasons of servers in which rated matches were played, until they are closed; and who won them.
season_end = _table(
    "season_end",
    *_keys(BigInteger, "guild_id"),
    *_keys(Text, "season"),
    *_always(Integer, "last_day"),
    Column("closed", Boolean, nullable=False, server_default=false()),
    *_maybe(UtcTime, "claimed_until"),
)
# The words stand in the statement itself, as for the notices to be given out.
to_close = season_end.c.closed == false()
_index_where(to_close, season_end.c.last_day, season_end.c.guild_id, season_end.c.season)

champion = _table(
    "champion",
    *_keys(BigInteger, "guild_id"),
    *_keys(Text, "season", "game"),
    *_keys(BigInteger, "user_id"),
    *_always(Integer, "points", "matches"),
    *_maybe(BigInteger, "role"),
)

# Few at a time, however many seasons there were.
worn = champion.c.role.is_not(None)
_index_where(worn, *champion.primary_key.columns)

# The roles that people have by their rating in a server, and when to look at them again.
rating_role = _table(
    "rating_role",
    *_keys(BigInteger, "guild_id", "user_id"),
    *_maybe(BigInteger, "role"),
    *_maybe(UtcTime, "due_at", "claimed_until"),
)
_index_where(rating_role.c.due_at.is_not(None), rating_role.c.due_at, *rating_role.primary_key.columns)

# Those on a ladder, one a server and game, and when each slides down; and the places that people had.
ladder_place = _table(
    "ladder_place",
    *_keys(BigInteger, "guild_id"),
    *_keys(Text, "game"),
    *_keys(BigInteger, "user_id"),
    *_always(Integer, "place"),
    *_always(UtcTime, "joined_at", "slides_at"),
)
Index(None, ladder_place.c.user_id)
Index(
    "ix_ladder_place_slides_at_guild_id_game",
    *(ladder_place.c[name] for name in ("slides_at", "guild_id", "game")),
)
ladder_history = Table(
    "ladder_history",
    metadata,
    Column("id", RowId, primary_key=True),
    *_always(BigInteger, "guild_id"),
    *_always(Text, "game"),
    *_always(BigInteger, "user_id"),
    *_always(Integer, "place"),  # 0: off the ladder
    *_always(Text, "reason"),
    *_always(UtcTime, "at"),
)
Index(
    "ix_ladder_history_user_id_guild_id_game_id",
    *(ladder_history.c[name] for name in ("user_id", "guild_id", "game", "id")),
)

# The lists that a server has in a channel, each a message that is kept up to date.
pinned_list = _table(
    "pinned_list",
    *_keys(BigInteger, "guild_id"),
    *_keys(Text, "kind"),
    *_maybe(BigInteger, "channel", "message"),
    *_maybe(Text, "digest"),  # of what the message shows
    *_maybe(UtcTime, "shown_at"),
    Column("pinned", Boolean, nullable=False, server_default=false()),
    Column("lost", Integer, nullable=False, server_default="0"),  # how often somebody deleted it
    *_always(UtcTime, "due_at"),
    *_maybe(UtcTime, "claimed_until"),
)
Index(None, pinned_list.c.due_at)

# --- records, watching, and people's rights -----------------------------------------------------------

# By which code a match can be opened by anyone.
share = _table(
    "share", *_keys(Text, "code"), _of_match(), *_always(UtcTime, "at"), UniqueConstraint("match_id")
)

# Records from elsewhere that somebody steps through, for their eyes only, for some weeks.
imported = Table(
    "imported",
    metadata,
    Column("id", RowId, primary_key=True),
    *_always(BigInteger, "user_id"),
    *_always(Text, "text"),  # as matches.records writes it, never as it was given
    *_always(UtcTime, "at"),
    # An id is never given twice, or an old button would show another record.
    sqlite_autoincrement=True,
)
Index(None, imported.c.user_id, imported.c.id)
Index(None, imported.c.at)

# Watchers of a match: pinged on each turn, or at the end only.
watch = _table(
    "watch",
    _of_match(primary=True),
    *_keys(BigInteger, "user_id"),
    *_always(Boolean, "each_turn"),
    *_always(UtcTime, "at"),
)
Index(None, watch.c.user_id, watch.c.match_id)

# Pairs of people: the first wants no match with the second.
block = _table("block", *_keys(BigInteger, "user_id", "blocked_id"), *_always(UtcTime, "at"))
Index(None, block.c.blocked_id)

# People who asked to have everything about them deleted, until it is done, even across a crash.
forgetting = _table("forgetting", *_keys(BigInteger, "user_id"), *_always(UtcTime, "at"))

# Indexes for everything about one person, in any table: to be shown, exported and deleted.
for _theirs in (note, draft, mute, hint, notice, champion, gone, pick, rating_role):
    Index(None, _theirs.c.user_id)
Index(None, rated_start.c.high_id)
# Only the acts of administrators name people in the record.
names_people = entry.c.kind.in_(
    [literal_column(f"'{kind.value}'") for kind in EntryKind if kind.names_people]
)
_index_where(names_people, entry.c.match_id, name="ix_entry_names_people")

# Matches that ended in a server lately.
_index_where(_finished, match.c.guild_id, match.c.finished_at, match.c.id)

# Migrations of the database and their times, for looking into trouble later.
migration = Table(
    "migration",
    metadata,
    *_keys(Text, "revision"),
    *_always(Text, "name"),
    *_always(UtcTime, "at"),
    Column("suits", Text),
)
