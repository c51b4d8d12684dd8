"""Writes and reads of matches and challenges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    RowMapping,
    Select,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from data import schema
from data.errors import damage
from data.features import FEATURES, advances
from data.schema import (
    UtcTime,
    draft,
    entry,
    hint,
    match,
    match_place,
    note,
    notice,
    pick,
    to_give_out,
    watch,
)
from data.shared_parameters import AFTER, LIMIT, MATCH_ID, NOW, USER_ID
from data.stores import rows
from data.stores.limits import enforce_limits
from data.stores.match_rows import complete, require, wake
from data.stores.notices import insert_chores, insert_notices, notices_of
from data.stores.people import settings_of
from data.stores.queries import OPEN, THEIRS, WHOLE, in_shards, notices_in
from data.stores.ratings import begin_rated, enter, record_not_begun
from data.stores.spectators import end_watching, watchers_of
from data.writing import insert_missing, upsert
from matches.advances import AdvanceChange
from matches.chores import ChoreKind, NewChore
from matches.errors import (
    DamagedMatchError,
    NoSuchMatchError,
    StaleError,
    StoreUnavailableError,
)
from matches.guilds.shards import ALL, Shards
from matches.lifecycle.match_context import Around, Loaded, Saved
from matches.model import (
    FIRST_PLACE,
    NO_MATCH,
    SECOND_PLACE,
    EntryKind,
    Match,
    MatchFacts,
    MatchId,
    MatchPlace,
    NewMatch,
    NewNotice,
    Phase,
    Shown,
    UserId,
)
from matches.players import Player, users_of
from matches.ratings.scores import MatchScores, RatedStart
from matches.summaries import NO_LIMITS, Awaited, LimitsByUser, Overdue

MATCH = select(*WHOLE).where(match.c.id == MATCH_ID)

Effect = Callable[[Connection, Match], bool]
"""Stores a feature's data in the transaction of a change, given the match as it is stored.

Returns True if it has stored notices about the match.
"""


def create(
    connection: Connection,
    new: NewMatch,
    *,
    within: LimitsByUser = NO_LIMITS,
    chores: Sequence[NewChore] = (),
) -> Match:
    """Store a challenge as version 1 of a match, with its ``chores``, and return it.

    Raises what :func:`check_limits` does if the limits ``within`` are reached, counted in the same
    transaction.
    """
    enforce_limits(connection, new.guild_id, within)
    match_id = _insert_match(connection, new)
    insert_chores(connection, match_id, chores)
    return rows.read_match(connection.execute(MATCH, {"match_id": match_id}).mappings().one())


def load_with_settings(connection: Connection, match_id: MatchId) -> Loaded:
    """A match with the settings of its players and its server, in one snapshot.

    Raises NoSuchMatchError, DamagedMatchError.
    """
    loaded = load(connection, match_id)
    return Loaded(loaded, *settings_of(connection, loaded.users, loaded.guild_id, match_id))


def around(connection: Connection, seen: MatchFacts) -> Around:
    """The data besides the match that its card needs, in one snapshot."""
    watchers = watchers_of(connection, seen.id)
    people, guild = settings_of(connection, (*seen.users, *watchers), seen.guild_id, seen.id)
    return Around(people, guild, watchers, notices_of(connection, seen.id))


def save(
    connection: Connection,
    after: Match,
    *,
    notify: Sequence[NewNotice] = (),
    rematch: NewMatch | None = None,
    start: RatedStart | None = None,
    ending: MatchScores | None = None,
    to_act: Collection[Player] | None = None,
    within: LimitsByUser = NO_LIMITS,
    chores: Sequence[NewChore] = (),
    due_by: datetime | None = None,
    effects: Sequence[Effect] = (),
    joined: MatchPlace | None = None,
    advance: AdvanceChange | None = None,
) -> Saved:
    """Store a change: ``after`` replaces the match at ``after.version - 1``.

    New entries and picks are those that ``after`` has beyond the stored ones. ``notify`` are the notices that
    this change causes; a notice that the match has already is left as it is. ``rematch`` is stored as a new
    challenge, with its id in ``after.rematch``. ``after.places`` is not written (see record_shown), but for
    ``joined``, the place of the opponent who accepted in another server.

    With ``start`` a rated match begins: it counts towards the limit of its pair, or, if the pair has reached
    that limit, is stored as unrated; counted in the same transaction. Without ``start``, ``after.stakes`` is
    not written. With ``ending`` the match ends and its scores go into ratings and tables, once, even if this
    is called again. A match that ends unrated does not count for its pair.

    ``to_act`` are the players the match waits for after the change, as lists show it; None: unknown.
    ``within``: the limits of the players who begin to play, or who offer the ``rematch``. ``chores`` are to
    be done after the change. ``effects`` are stored by features with the change. With ``due_by``, a running
    match whose stored deadline has passed by then stays due: it may have been woken since it was loaded. With
    ``advance``, a move: what it does to moves said in advance; refused as stale if any were said or taken
    back since they were read.

    Returns the match as stored, with what its card needs. Raises StaleError, with the present match, if the
    stored version is not ``after.version - 1``, and what :func:`check_limits` does, counted in the same
    transaction without this match; then nothing is stored.
    """
    _check_change(after)
    row = found = _update_guarded(connection, after, to_act, due_by, advance)
    if after.between_servers:
        _keep_place(connection, after, joined)
    enforce_limits(connection, after.places[-1].guild_id, within, storing=after.id)
    if rematch is not None:
        offered = _insert_match(connection, rematch)
        row = _set(connection, after.id, rematch=offered)
    if start is not None:
        row = _set(connection, after.id, stakes=begin_rated(connection, after.id, start).value)
    if ending is not None:
        enter(connection, after.id, ending)
        record_not_begun(connection, after, ending.not_begun)
    told = [effect(connection, after) for effect in effects]
    _append(connection, after, found)
    if found["advance_revision"]:
        if advance is not None:
            advances.apply_change(connection, after.id, advance)
        advances.let_go(connection, after, after.entries[found["entries_stored"] :])
    insert_notices(connection, after.id, notify)
    insert_chores(connection, after.id, chores)
    saved = rows.read_match(row, after.entries, after.picks, after.places[1:]).seen_from(after.here)
    return Saved(
        saved,
        watchers_of(connection, after.id) if found["watched"] else {},
        notices_of(connection, after.id) if found["has_notices"] or notify or any(told) else (),
    )


def _keep_place(connection: Connection, after: Match, joined: MatchPlace | None) -> None:
    """Store the second place of a match when it gets one, and the version that is to be shown there."""
    if joined is not None:
        insert_missing(connection, match_place, [rows.place_columns(after, joined)])
        return
    theirs = update(match_place).where(match_place.c.match_id == after.id)
    connection.execute(theirs.values(version=after.version, changed_at=after.changed_at))


WITHOUT_TO_ACT = (
    select(match.c.id).where(schema.without_to_act, match.c.id > AFTER).order_by(match.c.id).limit(LIMIT)
)
WITHOUT_TO_ACT_OF = WITHOUT_TO_ACT.where(THEIRS)


def without_to_act(
    connection: Connection, limit: int, *, after: MatchId = NO_MATCH, user_id: UserId | None = None
) -> tuple[MatchId, ...]:
    """Open matches without a stored ``to_act``, by id, after ``after``.

    At most ``limit``; only those of ``user_id``, if given.
    """
    if user_id is None:
        return _ids(connection, WITHOUT_TO_ACT, after=after, limit=limit)
    return _ids(connection, WITHOUT_TO_ACT_OF, after=after, limit=limit, user_id=user_id)


# Only if the match hasn't changed since: a change stores its own ``to_act``.
FILL_IN = (
    update(match)
    .where(match.c.id == MATCH_ID, match.c.version == bindparam("seen", type_=Integer))
    .values(
        challenger_to_act=bindparam("challenger_waits", type_=Boolean),
        opponent_to_act=bindparam("opponent_waits", type_=Boolean),
    )
)


def fill_in(connection: Connection, found: Awaited) -> None:
    """Store ``to_act`` of matches, except those that have changed since."""
    if not found:
        return
    connection.execute(FILL_IN, [rows.filled_in(*one) for one in found])


# Read off the index by server and phase, from end to end, without the table.
OPEN_BY_PHASE = select(match.c.phase, func.count()).where(match.c.phase.in_(OPEN)).group_by(match.c.phase)


def open_by_phase(connection: Connection) -> Mapping[Phase, int]:
    """The number of open matches by phase; a phase without matches may be missing."""
    found = connection.execute(OPEN_BY_PHASE)
    return {Phase(phase): count for phase, count in found}


_UNSHOWN = match.c.shown_version < match.c.version
OLDEST_DUE = select(func.min(match.c.deadline_at)).where(match.c.deadline_at <= NOW)
OLDEST_UNSHOWN = select(func.min(match.c.changed_at)).where(_UNSHOWN)
OLDEST_NOTICE = select(func.min(notice.c.due_at)).where(to_give_out, notice.c.due_at <= NOW)


def overdue(connection: Connection, now: datetime, shards: Shards = ALL) -> Overdue:
    """The times since which the oldest deadline, card and notice have been overdue at ``now``."""
    asked = (
        in_shards(OLDEST_DUE, shards),
        in_shards(OLDEST_UNSHOWN, shards),
        notices_in(OLDEST_NOTICE, shards),
    )
    found = select(*(query.scalar_subquery() for query in asked))
    return Overdue(*connection.execute(found, {"now": now}).one())


DUE = (
    select(match.c.id)
    .where(match.c.deadline_at <= NOW)
    .order_by(match.c.deadline_at, match.c.id)
    .limit(LIMIT)
)


def due(connection: Connection, now: datetime, limit: int, shards: Shards = ALL) -> tuple[MatchId, ...]:
    """Matches whose deadline has passed at ``now``, earliest first, at most ``limit``."""
    return _ids(connection, in_shards(DUE, shards), now=now, limit=limit)


NEXT_DUE = select(func.min(match.c.deadline_at)).where(match.c.deadline_at > NOW)


def next_due(connection: Connection, now: datetime, shards: Shards = ALL) -> datetime | None:
    """The first deadline after ``now``, or None."""
    found: datetime | None = connection.scalar(in_shards(NEXT_DUE, shards), {"now": now})
    return found


def schedule(
    connection: Connection, match: Match, deadline_at: datetime | None, notify: Sequence[NewNotice] = ()
) -> bool:
    """Set the next deadline of ``match`` and store its notices, without a new version.

    Returns False, and changes nothing, if the stored version or deadline differs from that of ``match``.
    """
    done = _set_deadline(connection, match, deadline_at)
    if done:
        insert_notices(connection, match.id, notify)
    return done


def wake_match(connection: Connection, user_id: UserId, now: datetime) -> None:
    """Make a player's running matches due at ``now``, if they aren't already.

    Matches without a deadline too: a player's new settings may give them one.
    """
    wake(connection, user_id, now)


UNSHOWN = (
    select(match.c.id)
    .where(_UNSHOWN, match.c.changed_at < bindparam("before", type_=UtcTime))
    .order_by(match.c.changed_at, match.c.id)
    .limit(LIMIT)
)


UNSHOWN_PLACE = (
    select(match_place.c.match_id)
    .where(
        match_place.c.shown_version < match_place.c.version,
        match_place.c.changed_at < bindparam("before", type_=UtcTime),
    )
    .order_by(match_place.c.changed_at, match_place.c.match_id)
    .limit(LIMIT)
)


def unshown(
    connection: Connection, before: datetime, limit: int, shards: Shards = ALL
) -> tuple[tuple[MatchId, int], ...]:
    """Matches last changed before ``before`` whose newest version Discord hasn't seen, each with its place.

    That is the place's number. The longest unchanged first, then second places; at most ``limit`` of both.
    """
    first = _ids(connection, in_shards(UNSHOWN, shards), before=before, limit=limit)
    query = in_shards(UNSHOWN_PLACE, shards, match_place.c.guild_id)
    second = _ids(connection, query, before=before, limit=limit)
    return (
        *((match_id, FIRST_PLACE) for match_id in first),
        *((match_id, SECOND_PLACE) for match_id in second),
    )


_SEEN = bindparam("seen", type_=Integer)
# Not called like a column: in an update that would be a value to write.
_OF_MATCH = bindparam("of_match", type_=BigInteger)
RECORD_SHOWN: Final = (
    update(match).where(match.c.id == _OF_MATCH, match.c.shown_version <= _SEEN),
    update(match_place).where(match_place.c.match_id == _OF_MATCH, match_place.c.shown_version <= _SEEN),
)
"""The statements by the number of the place."""


def record_shown(
    connection: Connection,
    match_id: MatchId,
    shown: Shown,
    chores: Sequence[NewChore] = (),
    place: int = 0,
) -> int:
    """Record what Discord has seen; returns the newest version that any process recorded.

    ``place`` is the number of the match's place that it was seen in.

    An older version is ignored completely. When Discord has seen the end of the match, its watchers are
    deleted. ``chores`` are to be done after this version; if one removes an old card, a card that another
    process recorded after that old one is removed too. Raises NoSuchMatchError.
    """
    overtaken = _overtaken_card(connection, match_id, shown, chores, place)
    asked = {"of_match": match_id, "seen": shown.version, **rows.shown_columns(shown)}
    del asked["closed"]  # an administrator may have closed the place in the meantime
    recorded = connection.execute(RECORD_SHOWN[place], asked)
    if recorded.rowcount == 0:
        return _shown_version(connection, match_id, place)
    if shown.stage == Phase.FINISHED:
        end_watching(connection, match_id)
    insert_chores(connection, match_id, [*chores, *overtaken])
    return shown.version


# Locked until the transaction ends, on databases where two can write at once.
SHOWN: Final = tuple(
    select(table.c.shown_version, *(table.c[name] for name in rows.OF_SHOWN))
    .where(key == MATCH_ID)
    .with_for_update()
    for table, key in ((match, match.c.id), (match_place, match_place.c.match_id))
)


def _overtaken_card(
    connection: Connection, match_id: MatchId, shown: Shown, chores: Sequence[NewChore], place: int
) -> tuple[NewChore, ...]:
    """A chore for the card that another process recorded since: the caller's chores don't know it."""
    known = [chore for chore in chores if chore.kind is ChoreKind.CARD]
    if not known:
        return ()
    row = connection.execute(SHOWN[place], {"match_id": match_id}).mappings().one_or_none()
    present = Shown() if row is None else rows.read_shown(row)
    if present.direct or present.card in (None, shown.card, *(chore.message for chore in known)):
        return ()
    assert present.card is not None
    kept = (present.home, present.card, present.stage, present.card_at)
    return (NewChore(ChoreKind.CARD, known[0].due_at, *kept),)


CLOSE: Final = (
    update(match).where(match.c.id == _OF_MATCH),
    update(match_place).where(match_place.c.match_id == _OF_MATCH),
)
"""The statements by the number of the place."""


def close_place(
    connection: Connection, match_id: MatchId, place: int, chores: Sequence[NewChore] = ()
) -> None:
    """Close a place of a match, which is then shown again without it; ``chores`` follow. Harmless twice."""
    kept = {name: value for name, value in rows.shown_columns(Shown()).items() if name != "invitation"}
    connection.execute(CLOSE[place], {"of_match": match_id, **kept, "closed": True})
    insert_chores(connection, match_id, chores)


SHOW_ANEW = update(match).where(match.c.phase.in_(OPEN))
PLACE_ANEW = update(match_place).where(
    match_place.c.match_id.in_(select(match.c.id).where(match.c.phase.in_(OPEN)))
)


def show_anew(connection: Connection) -> None:
    """Forget the messages of open matches and of features on Discord, so that all are posted again."""
    connection.execute(SHOW_ANEW, rows.shown_columns(Shown()))
    connection.execute(PLACE_ANEW, rows.shown_columns(Shown()))
    for post_again in (feature.post_again for feature in FEATURES if feature.post_again):
        post_again(connection)


DRAFT = select(draft.c.choices).where(draft.c.match_id == MATCH_ID, draft.c.user_id == USER_ID)


def draft_of(connection: Connection, match_id: MatchId, user_id: UserId) -> tuple[str | None, ...]:
    """A player's draft of a pick, not confirmed yet, by slot; empty without a draft.

    Saving the match with the player's pick deletes the draft.
    """
    text = connection.scalar(DRAFT, {"match_id": match_id, "user_id": user_id})
    return () if text is None else rows.read_draft(text)


def save_draft(
    connection: Connection, match_id: MatchId, user_id: UserId, choices: Sequence[str | None]
) -> None:
    """Replace a player's draft."""
    require(connection, match_id)
    upsert(connection, draft, rows.draft_columns(match_id, user_id, choices))


HINTS = select(func.sum(hint.c.used)).where(hint.c.match_id == MATCH_ID)


def hints(connection: Connection, match_id: MatchId) -> int:
    """The number of hints taken in a match."""
    return connection.scalar(HINTS, {"match_id": match_id}) or 0


PLAYED_BY = (
    select(match.c.id)
    .where(match.c.id == MATCH_ID, or_(match.c.challenger == USER_ID, match.c.opponent == USER_ID))
    .with_for_update()
)


def record_hint(connection: Connection, match_id: MatchId, user_id: UserId, position: str) -> None:
    """Count a hint for ``position``, unless it was the user's last one there, or they were erased.

    That can happen while the computer thinks about the hint. Raises NoSuchMatchError.
    """
    require(connection, match_id)
    if connection.scalar(PLAYED_BY, {"match_id": match_id, "user_id": user_id}) is None:
        return
    key = {"match_id": match_id, "user_id": user_id}
    insert_missing(connection, hint, [{**key, "used": 0}])
    another = hint.c.last.is_distinct_from(position)
    theirs = (hint.c.match_id == match_id, hint.c.user_id == user_id, another)
    connection.execute(update(hint).where(*theirs).values(used=hint.c.used + 1, last=position))


NOTE = select(note.c.text).where(note.c.match_id == MATCH_ID, note.c.user_id == USER_ID)


def note_of(connection: Connection, match_id: MatchId, user_id: UserId) -> str:
    """A user's private note about a match, or an empty text."""
    text = connection.scalar(NOTE, {"match_id": match_id, "user_id": user_id})
    return text or ""


def save_note(connection: Connection, match_id: MatchId, user_id: UserId, text: str) -> None:
    """Replace a user's note about a match; an empty text deletes it. Raises NoSuchMatchError."""
    require(connection, match_id)
    if text:
        upsert(connection, note, {"match_id": match_id, "user_id": user_id, "text": text})
    else:
        theirs = (note.c.match_id == match_id, note.c.user_id == user_id)
        connection.execute(delete(note).where(*theirs))


def _ids(connection: Connection, query: Select[int], **values: Any) -> tuple[MatchId, ...]:
    return tuple(MatchId(found) for found in connection.scalars(query, values))


def load(connection: Connection, match_id: MatchId) -> Match:
    """The match with its record and picks. Raises NoSuchMatchError, DamagedMatchError."""
    try:
        row = connection.execute(MATCH, {"match_id": match_id}).mappings().one_or_none()
        if row is None:
            raise NoSuchMatchError(match_id)
        (loaded,) = complete(connection, [row])
    except (StoreUnavailableError, SQLAlchemyError) as error:
        if (known := damage(error)) is None:
            raise
        raise DamagedMatchError(match_id, known.advice) from None
    return loaded


SHOWN_VERSION: Final = tuple(query.with_only_columns(query.selected_columns.shown_version) for query in SHOWN)


def _shown_version(connection: Connection, match_id: MatchId, place: int) -> int:
    """The version of a match that Discord has seen in a place. Raises NoSuchMatchError."""
    seen: int | None = connection.scalar(SHOWN_VERSION[place], {"match_id": match_id})
    if seen is None:
        raise NoSuchMatchError(match_id)
    return seen


def _insert_match(connection: Connection, new: NewMatch) -> MatchId:
    made = connection.execute(insert(match).values(rows.challenge_columns(new)))
    assert made.inserted_primary_key is not None
    return MatchId(made.inserted_primary_key[0])


# Sets the columns named by the parameters. Returns the updated row, the number of stored entries and picks,
# and whether the match has watchers or notices, so that those are queried only if they exist.
CHANGE = (
    update(match)
    .where(match.c.id == MATCH_ID, match.c.version == bindparam("before", type_=Integer))
    .returning(
        match,
        select(func.coalesce(func.max(entry.c.number), 0))
        .where(entry.c.match_id == MATCH_ID)
        .scalar_subquery()
        .label("entries_stored"),
        select(func.count())
        .select_from(pick)
        .where(pick.c.match_id == MATCH_ID)
        .scalar_subquery()
        .label("picks_stored"),
        exists().where(watch.c.match_id == MATCH_ID).label("watched"),
        exists().where(notice.c.match_id == MATCH_ID).label("has_notices"),
    )
)


def first_time(column: ColumnElement[datetime | None], moment: datetime) -> ColumnElement[datetime]:
    """The column's present value, or ``moment`` if it is null."""
    return func.coalesce(column, bindparam(None, moment, type_=UtcTime))


# A deadline that has passed by ``due_by`` stays. Built once: a move costs as little as it can.
_next_deadline = case(
    (match.c.deadline_at <= bindparam("due_by", type_=UtcTime), match.c.deadline_at),
    else_=bindparam("next_deadline", type_=UtcTime),
)
CHANGE_UNLESS_DUE = CHANGE.values(deadline_at=_next_deadline)
# A move, made knowing the moves in advance that were said by then.
MOVE = CHANGE.where(match.c.advance_revision == bindparam("read_at", type_=Integer))
MOVE_UNLESS_DUE = MOVE.values(deadline_at=_next_deadline)


def _update_guarded(
    connection: Connection,
    after: Match,
    to_act: Collection[Player] | None,
    due_by: datetime | None,
    advance: AdvanceChange | None,
) -> RowMapping:
    """Write and return the row of a change, locked until the transaction ends. Raises StaleError."""
    asked = {"match_id": after.id, "before": after.version - 1, **rows.change_columns(after, to_act)}
    change = CHANGE if advance is None else MOVE
    if advance is not None:
        asked["read_at"] = advance.revision
    if after.phase is Phase.FINISHED:
        change = change.values(finished_at=first_time(match.c.finished_at, after.changed_at))
    elif after.phase.running and due_by is not None:
        change = CHANGE_UNLESS_DUE if advance is None else MOVE_UNLESS_DUE
        asked |= {"due_by": due_by, "next_deadline": asked.pop("deadline_at")}
    written = connection.execute(change, asked).mappings().one_or_none()
    if written is None:
        raise StaleError(load(connection, after.id))
    return written


def _set(connection: Connection, match_id: MatchId, **values: object) -> RowMapping:
    """Write columns of a row that this transaction has locked; returns the updated row."""
    written = update(match).where(match.c.id == match_id).values(**values).returning(match)
    return connection.execute(written).mappings().one()


def _set_deadline(connection: Connection, seen: Match, deadline_at: datetime | None) -> bool:
    """Write the next deadline unless the match was changed or woken since; returns whether it was written."""
    unchanged = (match.c.version == seen.version, match.c.deadline_at.is_not_distinct_from(seen.deadline_at))
    guarded = update(match).where(match.c.id == seen.id, *unchanged)
    return connection.execute(guarded.values(deadline_at=deadline_at)).rowcount == 1


SIDES_PICKED = select(pick.c.side).where(pick.c.match_id == MATCH_ID)


def _append(connection: Connection, after: Match, found: RowMapping) -> None:
    """Append the entries and picks of ``after`` that aren't stored.

    A confirmed pick deletes the player's draft. A handover deletes that of the player who leaves: if they
    come back, they pick again.
    """
    entries_stored, picks_stored = found["entries_stored"], found["picks_stored"]
    _check_growth(after, entries_stored=entries_stored, picks_stored=picks_stored)
    if len(after.entries) > entries_stored:
        connection.execute(insert(entry), rows.entry_columns(after, entries_stored))
    if _handed_over(after, entries_stored=entries_stored):
        theirs = (draft.c.match_id == after.id, draft.c.user_id.not_in(after.users))
        connection.execute(delete(draft).where(*theirs))
    if len(after.picks) == picks_stored:
        return
    stored = set(connection.scalars(SIDES_PICKED, {"match_id": after.id}))
    fresh = {side: sealed for side, sealed in after.picks.items() if side not in stored}
    connection.execute(insert(pick), [rows.pick_columns(after.id, *item) for item in fresh.items()])
    pickers = users_of(seat.player for seat in after.seats if seat.side in fresh)
    connection.execute(delete(draft).where(draft.c.match_id == after.id, draft.c.user_id.in_(pickers)))


# --- checks before a write: one that fails is a bug in the caller --------------------------------


def _check_change(after: Match) -> None:
    """Raise ValueError unless each side belongs to one of the two players."""
    seated = {seat.player for seat in after.seats}
    players = len(after.seats) if after.both_sides else len(seated)
    fewest = min(players, len({seat.side for seat in after.seats}))
    if seated - set(after.players) or fewest < len(after.seats):
        raise ValueError(f"match={after.id}: each side belongs to one of the two players")


def _check_growth(after: Match, *, entries_stored: int, picks_stored: int) -> None:
    """Raise ValueError if a change removes record entries or picks."""
    if len(after.entries) < entries_stored or len(after.picks) < picks_stored:
        raise ValueError(f"match={after.id}: a record only grows")


def _handed_over(after: Match, *, entries_stored: int) -> bool:
    """True if a change hands a side to another player."""
    fresh = after.entries[entries_stored:]
    return any(one.kind is EntryKind.HANDED_OVER_BY_ADMIN for one in fresh)
