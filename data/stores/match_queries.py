"""Every question asked of the database, as SQLAlchemy statements with named parameters.

Nothing here is special to one database. Each is answered from an index; a test reads SQLite's plans. Orders
are total, so that two stores with the same rows give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Boolean,
    ColumnElement,
    Executable,
    FromClause,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    not_,
    null,
    or_,
    select,
    true,
    union_all,
    update,
)

from data.schema import (
    UtcTime,
    away,
    downtime,
    draft,
    entry,
    fact,
    guild_setting,
    hint,
    imported,
    match,
    mute,
    note,
    notice,
    pick,
    preference,
    review,
    share,
    to_give_out,
    unsettled,
    watch,
)
from data.stores import rows
from matches.model import Phase
from matches.written import ALONE

OPEN = tuple(phase.value for phase in Phase if phase.open)
RUNNING = tuple(phase.value for phase in Phase if phase.running)

_MATCH_ID = bindparam("match_id", type_=BigInteger)
_USER = bindparam("user_id", type_=BigInteger)
_LIMIT = bindparam("limit", type_=Integer)
_NOW = bindparam("now", type_=UtcTime)
_GAME = bindparam("game", type_=Text)
"""A game, or None for any."""


Asked = TypeVar("Asked", bound=Executable)


class InIds(Generic[Asked]):
    """A question about some ids. Called with them it gives the statement and its parameters.

    SQLAlchemy's own expanding parameters write the statement anew each time it is asked. So it is made for
    numbers of ids that are powers of two, and the last id stands in for those that lack.
    """

    def __init__(self, make: Callable[[Sequence[BindParameter[int]]], Asked]) -> None:
        self._make = make
        self._made: dict[int, Asked] = {}

    def __call__(self, ids: Collection[int]) -> tuple[Asked, dict[str, int]]:
        """Ask about ``ids``, of which there is at least one."""
        given = list(ids)
        room = 1 << (len(given) - 1).bit_length()
        if room not in self._made:
            names = [bindparam(f"id{number}", type_=BigInteger) for number in range(room)]
            self._made[room] = self._make(names)
        given += given[-1:] * (room - len(given))
        return self._made[room], {f"id{number}": one for number, one in enumerate(given)}


# One match, or the parts of many at once: never a query a match.
_WHOLE = (match, exists().where(pick.c.match_id == match.c.id).label("picked"))
MATCH = select(*_WHOLE).where(match.c.id == _MATCH_ID)
MATCHES = InIds(lambda ids: select(*_WHOLE).where(match.c.id.in_(ids)).order_by(match.c.id))
ENTRIES = InIds(
    lambda ids: select(entry).where(entry.c.match_id.in_(ids)).order_by(entry.c.match_id, entry.c.number)
)
PICKS = InIds(lambda ids: select(pick).where(pick.c.match_id.in_(ids)).order_by(pick.c.match_id, pick.c.side))

EXISTS = select(match.c.id).where(match.c.id == _MATCH_ID)

SIDES_PICKED = select(pick.c.side).where(pick.c.match_id == _MATCH_ID)

# --- matches in lists: their rows, and of their records where they stand ---------------------------------

_SUMMARY = (
    match,
    select(entry.c.at)
    .where(entry.c.match_id == match.c.id, entry.c.number == 1)
    .scalar_subquery()
    .label("begun_at"),
)
_THEIRS = or_(match.c.challenger == _USER, match.c.opponent == _USER)

SUMMARIES = InIds(lambda ids: select(*_SUMMARY).where(match.c.id.in_(ids)).order_by(match.c.id.desc()))
OF_PLAYER = select(*_SUMMARY).where(_THEIRS, match.c.phase.in_(OPEN)).order_by(match.c.changed_at, match.c.id)
# True where it is known to wait for the player; false where that is not known.
_WAITS = case(
    (match.c.challenger == _USER, match.c.challenger_to_act), else_=match.c.opponent_to_act
).is_not_distinct_from(true())
WAITING_FOR = OF_PLAYER.where(_WAITS).limit(_LIMIT)


@cache
def listed(phases: frozenset[Phase], *, of_game: bool, numbered: bool) -> Select[Any]:
    """The open matches of a player that are in one of ``phases``, those that wait for them first."""
    meant = [phase.value for phase in sorted(phases) if phase.open]
    found = select(*_SUMMARY).where(_THEIRS, match.c.phase.in_(meant))
    if of_game:
        found = found.where(match.c.game == _GAME)
    if numbered:
        found = found.where(cast(match.c.id, Text).contains(bindparam("number", type_=Text)))
    urgency = case((_WAITS, match.c.deadline_at))
    return found.order_by(
        case((_WAITS, 0), else_=1), urgency.nulls_last(), match.c.changed_at, match.c.id
    ).limit(_LIMIT)


def _how_many(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


def against_computer(matches: FromClause) -> ColumnElement[bool]:
    """True of those of ``matches`` with one person in them, who plays the computer or both sides."""
    return func.coalesce(matches.c.opponent, 0).in_(ALONE)


_running = match.c.phase.in_(RUNNING)
AGAINST_COMPUTER = against_computer(match)
# Nobody has to take these up: they run in a moment, so they count as if they did.
_begun = or_(_running, AGAINST_COMPUTER, match.c.ladder > 0)
_GUILD = bindparam("guild_id", type_=BigInteger)
_OTHERS = match.c.id != _MATCH_ID
"""Of the matches of which one is just being stored, the others."""
COUNT_OPEN = select(
    func.count().label("all"),
    _how_many(_begun).label("running"),
    _how_many(and_(not_(_begun), match.c.challenger == _USER)).label("challenges"),
    _how_many(
        and_(
            match.c.guild_id == _GUILD,
            or_(_begun, match.c.challenger == _USER),
            not_(AGAINST_COMPUTER),
        )
    ).label("in_guild"),
    _how_many(AGAINST_COMPUTER).label("alone"),
).where(_THEIRS, match.c.phase.in_(OPEN), _OTHERS)
COUNT_ALONE_IN_GUILD = (
    select(func.count())
    .select_from(match)
    .where(match.c.guild_id == _GUILD, match.c.phase.in_(OPEN), AGAINST_COMPUTER, _OTHERS)
)

UNSETTLED = (
    select(match.c.id)
    .where(unsettled, match.c.id > bindparam("after", type_=BigInteger))
    .order_by(match.c.id)
    .limit(_LIMIT)
)
UNSETTLED_OF = UNSETTLED.where(_THEIRS)
# Not where somebody has acted since: that change has said whom the match waits for.
SETTLE = (
    update(match)
    .where(match.c.id == _MATCH_ID, match.c.version == bindparam("seen", type_=Integer))
    .values(
        challenger_to_act=bindparam("challenger_waits", type_=Boolean),
        opponent_to_act=bindparam("opponent_waits", type_=Boolean),
    )
)


def _latest(player: ColumnElement[int]) -> Select[int]:
    newest = (
        select(match.c.id)
        .where(player == _USER, match.c.finished_at.is_not(None), or_(_GAME.is_(None), match.c.game == _GAME))
        .order_by(match.c.finished_at.desc(), match.c.id.desc())
        .limit(bindparam("reach", type_=Integer))
    )
    return select(newest.subquery().c.id)


# The newest of either role, each read off the end of an index, then the newest of those. ``reach`` is how
# many of either may be among those asked for: the limit and what is passed over.
LATEST_OF_PLAYER = (
    select(*_SUMMARY)
    .where(match.c.id.in_(union_all(_latest(match.c.challenger), _latest(match.c.opponent))))
    .order_by(match.c.finished_at.desc(), match.c.id.desc())
    .limit(_LIMIT)
    .offset(bindparam("offset", type_=Integer))
)

AT_HOME = (
    select(*_SUMMARY)
    .where(match.c.home == bindparam("home", type_=BigInteger))
    .order_by(case((match.c.phase.in_(RUNNING), 0), else_=1), match.c.id.desc())
    .limit(_LIMIT)
)

RUNNING_IN = (
    select(*_SUMMARY)
    .where(match.c.guild_id == bindparam("guild_id", type_=BigInteger), match.c.phase.in_(RUNNING))
    .order_by(match.c.id.desc())
    .limit(_LIMIT)
)

OPEN_IN = (
    select(*_SUMMARY)
    .where(
        match.c.guild_id == bindparam("guild_id", type_=BigInteger),
        match.c.phase == Phase.CHALLENGED.value,
        match.c.opponent.is_(None),
    )
    .order_by(match.c.id.desc())
    .limit(_LIMIT)
)

# Matches of people that ended in a server in a span of time with a result that counts, off one index.
ENDED = (
    match.c.guild_id == bindparam("guild_id", type_=BigInteger),
    match.c.finished_at >= bindparam("since", type_=UtcTime),
    match.c.finished_at < bindparam("until", type_=UtcTime),
    match.c.result_counts,
    not_(AGAINST_COMPUTER),
)
ENDED_IN = (
    select(*_SUMMARY).where(*ENDED).order_by(match.c.finished_at.desc(), match.c.id.desc()).limit(_LIMIT)
)
# Off the index by server and phase, from end to end: where a server's matches are is all it reads.
OPEN_BY_PHASE = select(match.c.phase, func.count()).where(match.c.phase.in_(OPEN)).group_by(match.c.phase)

_UNSHOWN = match.c.shown_version < match.c.version

OLDEST_DUE = select(func.min(match.c.deadline_at)).where(match.c.deadline_at <= _NOW)
OLDEST_UNSHOWN = select(func.min(match.c.changed_at)).where(_UNSHOWN)
OLDEST_NOTICE = select(func.min(notice.c.due_at)).where(to_give_out, notice.c.due_at <= _NOW)
DUE = (
    select(match.c.id)
    .where(match.c.deadline_at <= _NOW)
    .order_by(match.c.deadline_at, match.c.id)
    .limit(_LIMIT)
)

NEXT_DUE = select(func.min(match.c.deadline_at)).where(match.c.deadline_at > _NOW)

# Locked in one order, where rows are locked: so two players of the same matches do not wait for each other.
WAKEABLE = (
    select(match.c.id)
    .where(
        or_(match.c.challenger == _USER, match.c.opponent == _USER),
        match.c.phase.in_(RUNNING),
        or_(match.c.deadline_at.is_(None), match.c.deadline_at > _NOW),
    )
    .order_by(match.c.id)
    .with_for_update(key_share=True)
)

# They set the columns that the parameters name beside those of the conditions.
# They return the row as it now is, how much of the record and of the picks is stored, and whether somebody
# watches or is owed anything: what there is none of need not be asked for.
CHANGE = (
    update(match)
    .where(match.c.id == _MATCH_ID, match.c.version == bindparam("before", type_=Integer))
    .returning(
        match,
        select(func.coalesce(func.max(entry.c.number), 0))
        .where(entry.c.match_id == _MATCH_ID)
        .scalar_subquery()
        .label("entries_stored"),
        select(func.count())
        .select_from(pick)
        .where(pick.c.match_id == _MATCH_ID)
        .scalar_subquery()
        .label("picks_stored"),
        exists().where(watch.c.match_id == _MATCH_ID).label("watched"),
        exists().where(notice.c.match_id == _MATCH_ID).label("noted"),
    )
)
NOTE_SHOWN = update(match).where(
    match.c.id == _MATCH_ID, match.c.shown_version <= bindparam("seen", type_=Integer)
)
SHOW_ANEW = update(match).where(match.c.phase.in_(OPEN))
# Kept from others until the transaction ends, where two can write at once.
SHOWN = (
    select(match.c.shown_version, *(match.c[name] for name in rows.OF_SHOWN))
    .where(match.c.id == _MATCH_ID)
    .with_for_update()
)
SHOWN_VERSION = select(match.c.shown_version).where(match.c.id == _MATCH_ID)

UNSHOWN = (
    select(match.c.id)
    .where(_UNSHOWN, match.c.changed_at < bindparam("before", type_=UtcTime))
    .order_by(match.c.changed_at, match.c.id)
    .limit(_LIMIT)
)

DRAFT = select(draft.c.choices).where(draft.c.match_id == _MATCH_ID, draft.c.user_id == _USER)
HINTS = select(func.sum(hint.c.used)).where(hint.c.match_id == _MATCH_ID)
REVIEW = select(review.c.body).where(
    review.c.match_id == _MATCH_ID, review.c.version == bindparam("made_as", type_=Integer)
)
NOTE = select(note.c.text).where(note.c.match_id == _MATCH_ID, note.c.user_id == _USER)
NOTICES = select(notice).where(notice.c.match_id == _MATCH_ID).order_by(notice.c.id)

SHARE_OF = select(share.c.code).where(share.c.match_id == _MATCH_ID)
SHARED = select(share.c.match_id).where(share.c.code == bindparam("code"))
IMPORTED = select(imported.c.text).where(
    imported.c.id == bindparam("import_id", type_=BigInteger), imported.c.user_id == _USER
)
IMPORTED_BEFORE = (
    select(imported.c.id).where(imported.c.user_id == _USER).order_by(imported.c.id.desc()).offset(_LIMIT)
)

FACT = select(fact.c.value).where(fact.c.key == bindparam("key"))
PREFERENCES = select(preference.c.key, preference.c.value).where(preference.c.user_id == _USER)


def _of_people(ids: Sequence[BindParameter[int]]) -> list[Select[Any]]:
    """People's settings, times away and mutes of one match, a row each: one question is cheaper."""
    return [
        select(
            literal(rows.ABOUT_PERSON).label("about"), away, null().label("key"), null().label("value")
        ).where(away.c.user_id.in_(ids)),
        select(
            literal(rows.ABOUT_PERSON),
            preference.c.user_id,
            null(),
            null(),
            preference.c.key,
            preference.c.value,
        ).where(preference.c.user_id.in_(ids)),
        select(literal(rows.ABOUT_MUTE), mute.c.user_id, mute.c.since, mute.c.until, null(), null()).where(
            mute.c.match_id == _MATCH_ID, mute.c.user_id.in_(ids)
        ),
    ]


PEOPLE = InIds(lambda ids: union_all(*_of_people(ids)))
# And what a server has set, in the same question: a match is never loaded without either.
AROUND = InIds(
    lambda ids: union_all(
        *_of_people(ids),
        select(
            literal(rows.ABOUT_GUILD), null(), null(), null(), guild_setting.c.key, guild_setting.c.value
        ).where(guild_setting.c.guild_id == bindparam("guild_id", type_=BigInteger)),
    )
)
MUTED_BY = select(mute.c.match_id).where(
    mute.c.user_id == _USER, or_(mute.c.until.is_(None), mute.c.until > _NOW)
)
DOWNTIMES = select(downtime).order_by(downtime.c.start_at)
GUILD_SETTINGS = select(guild_setting.c.key, guild_setting.c.value).where(
    guild_setting.c.guild_id == bindparam("guild_id", type_=BigInteger)
)


def first_time(column: ColumnElement[datetime | None], moment: datetime) -> ColumnElement[datetime]:
    """The value a column holds already, or ``moment`` when it holds none."""
    return func.coalesce(column, bindparam(None, moment, type_=UtcTime))
