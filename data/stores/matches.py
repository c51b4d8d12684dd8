"""Matches, challenges and their lists."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    RowMapping,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from data import schema
from data.driver_errors import damage
from data.parameters import AFTER, LIMIT, MATCH_ID, NOW, USER_ID
from data.schema import UtcTime, draft, entry, hint, match, note, notice, pick, to_give_out, watch
from data.stores import rows
from data.stores.base import (
    complete,
    insert_missing,
    insert_notices,
    require,
    upsert,
    wake,
)
from data.stores.checks import (
    check_change,
    check_chores,
    check_growth,
    check_new,
    check_notices,
    check_times,
    handed_over,
)
from data.stores.ladders import end_on_ladder, enter_place
from data.stores.match_queries import OPEN, THEIRS, WHOLE
from data.stores.notices import insert_chores, notices_of
from data.stores.people import settings_of
from data.stores.ratings import begin_rated, enter, note_not_begun
from data.stores.room import make_room
from data.stores.shard_queries import in_shards, notices_in
from data.stores.spectators import end_watching, watchers_of
from matches.chores import ChoreKind, NewChore
from matches.errors import (
    DamagedMatchError,
    NoSuchMatchError,
    StaleError,
    StoreUnavailableError,
)
from matches.ladder.matches import LadderEnding
from matches.lifecycle.around import Around, Loaded, Saved
from matches.model import (
    NO_MATCH,
    Match,
    MatchFacts,
    MatchId,
    NewMatch,
    NewNotice,
    Phase,
    Shown,
    UserId,
)
from matches.players import Player, users_of
from matches.ratings.scores import MatchScores, RatedStart
from matches.shards import ALL, Shards
from matches.summaries import NO_LIMITS, Awaited, Overdue, Room

MATCH = select(*WHOLE).where(match.c.id == MATCH_ID)


def create(
    connection: Connection, new: NewMatch, *, within: Room = NO_LIMITS, chores: Sequence[NewChore] = ()
) -> Match:
    """Store a challenge as version 1 of a match, with its ``chores``, and return it.

    Raises what :meth:`check_room` does where there is no room ``within`` these limits, counted in the
    same transaction. One for a place on a ladder is for the place that the opponent has at that moment;
    raises LadderError where the challenger cannot challenge them.
    """
    check_new(new)
    check_chores(chores)
    make_room(connection, new.guild_id, within)
    if new.terms.ladder:
        new = enter_place(connection, new)
    match_id = _insert_match(connection, new)
    insert_chores(connection, match_id, chores)
    return rows.read_match(connection.execute(MATCH, {"match_id": match_id}).mappings().one())


def load_with_settings(connection: Connection, match_id: MatchId) -> Loaded:
    """The match, and what its players and its server have set, at one moment.

    Raises NoSuchMatchError, DamagedMatchError.
    """
    loaded = load(connection, match_id)
    return Loaded(loaded, *settings_of(connection, loaded.users, loaded.guild_id, match_id))


def around(connection: Connection, seen: MatchFacts) -> Around:
    """The data that showing a match takes besides the match, at one moment."""
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
    within: Room = NO_LIMITS,
    chores: Sequence[NewChore] = (),
    ladder: LadderEnding | None = None,
) -> Saved:
    """Store a change: ``after`` replaces the match at ``after.version - 1``.

    New entries and picks are those that ``after`` has beyond what is stored. ``notify`` are the
    messages owed from this change; one that the match has already is left as it is. With ``rematch`` a
    new challenge is stored too and its id put into ``after.rematch``. ``after.places`` are not written
    (see note_shown).

    With ``start`` the match begins and is to be rated: it is counted as one of its pair, or, where these
    have begun as many as they may, stored as unrated; counted in the same transaction. Else
    ``after.stakes`` is not written. With ``ending`` the match ends, and what it brings its players goes
    into ratings and tables; once, whatever is asked later. One that is not rated after all is not counted
    of its pair either.

    ``to_act`` are the players whom the match waits for after the change, which lists tell from then on;
    None: the store is not told. ``within``: the limits of those who begin to play with it, or of whoever
    offers the ``rematch``. ``chores`` are what is to be tidied up after it.
    ``ladder``: what the end of a match for a place brings on its ladder.

    Returns the match as stored, with what showing it takes. Raises StaleError, with the present match,
    when the stored version is not ``after.version - 1``, and what :meth:`check_room` does, counted in
    the same transaction without this match; nothing is stored then.
    """
    check_change(after)
    check_notices(notify)
    check_chores(chores)
    if rematch is not None:
        check_new(rematch)
    row = standing = _update_guarded(connection, after, to_act)
    make_room(connection, after.guild_id, within, storing=after.id)
    if rematch is not None:
        offered = _insert_match(connection, rematch)
        row = _set(connection, after.id, rematch=offered)
    if start is not None:
        row = _set(connection, after.id, stakes=begin_rated(connection, after.id, start).value)
    if ending is not None:
        enter(connection, after.id, ending)
        note_not_begun(connection, after, ending.not_begun)
    if ladder is not None:
        end_on_ladder(connection, ladder)
    _insert_news(connection, after, standing)
    insert_notices(connection, after.id, notify)
    insert_chores(connection, after.id, chores)
    saved = rows.read_match(row, after.entries, after.picks)
    return Saved(
        saved,
        watchers_of(connection, after.id) if standing["watched"] else {},
        notices_of(connection, after.id) if standing["noted"] or notify else (),
    )


UNSETTLED = select(match.c.id).where(schema.unsettled, match.c.id > AFTER).order_by(match.c.id).limit(LIMIT)
UNSETTLED_OF = UNSETTLED.where(THEIRS)


def unsettled(
    connection: Connection, limit: int, *, after: MatchId = NO_MATCH, user_id: UserId | None = None
) -> tuple[MatchId, ...]:
    """Open matches of which it is not known whom they wait for, with ids above ``after``, by id.

    At most ``limit``; only those of a player, if given.
    """
    if user_id is None:
        return _ids(connection, UNSETTLED, after=after, limit=limit)
    return _ids(connection, UNSETTLED_OF, after=after, limit=limit, user_id=user_id)


# Not where somebody has acted since: that change has said whom the match waits for.
SETTLE = (
    update(match)
    .where(match.c.id == MATCH_ID, match.c.version == bindparam("seen", type_=Integer))
    .values(
        challenger_to_act=bindparam("challenger_waits", type_=Boolean),
        opponent_to_act=bindparam("opponent_waits", type_=Boolean),
    )
)


def settle(connection: Connection, found: Awaited) -> None:
    """Store whom matches wait for; of one that has changed since, that is known already."""
    if not found:
        return
    connection.execute(SETTLE, [rows.settled(*one) for one in found])


# Off the index by server and phase, from end to end: where a server's matches are is all it reads.
OPEN_BY_PHASE = select(match.c.phase, func.count()).where(match.c.phase.in_(OPEN)).group_by(match.c.phase)


def open_by_phase(connection: Connection) -> Mapping[Phase, int]:
    """The number of open matches by phase; a phase without any may be left out."""
    found = connection.execute(OPEN_BY_PHASE)
    return {Phase(phase): count for phase, count in found}


_UNSHOWN = match.c.shown_version < match.c.version
OLDEST_DUE = select(func.min(match.c.deadline_at)).where(match.c.deadline_at <= NOW)
OLDEST_UNSHOWN = select(func.min(match.c.changed_at)).where(_UNSHOWN)
OLDEST_NOTICE = select(func.min(notice.c.due_at)).where(to_give_out, notice.c.due_at <= NOW)


def overdue(connection: Connection, now: datetime, shards: Shards = ALL) -> Overdue:
    """Since when the oldest of what is to be done by ``now`` has been due."""
    check_times(now)
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
    """Matches whose deadline is not after ``now``, earliest first, at most ``limit``."""
    check_times(now)
    return _ids(connection, in_shards(DUE, shards), now=now, limit=limit)


NEXT_DUE = select(func.min(match.c.deadline_at)).where(match.c.deadline_at > NOW)


def next_due(connection: Connection, now: datetime, shards: Shards = ALL) -> datetime | None:
    """The first deadline after ``now``, or None."""
    check_times(now)
    found: datetime | None = connection.scalar(in_shards(NEXT_DUE, shards), {"now": now})
    return found


def schedule(
    connection: Connection, match: Match, deadline_at: datetime | None, notify: Sequence[NewNotice] = ()
) -> bool:
    """Set when to look at ``match`` again, and store the messages it owes, without a new version.

    Returns whether it was done: nothing is when the stored version or deadline is not that of ``match``,
    since somebody changed it or had it woken.
    """
    check_times(deadline_at)
    check_notices(notify)
    done = _set_deadline(connection, match, deadline_at)
    if done:
        insert_notices(connection, match.id, notify)
    return done


def wake_match(connection: Connection, user_id: UserId, now: datetime) -> None:
    """Have the running matches of a player looked at from ``now`` on, if they are not anyway.

    Those with no deadline too: what somebody changes for themselves may give them one.
    """
    check_times(now)
    wake(connection, user_id, now)


UNSHOWN = (
    select(match.c.id)
    .where(_UNSHOWN, match.c.changed_at < bindparam("before", type_=UtcTime))
    .order_by(match.c.changed_at, match.c.id)
    .limit(LIMIT)
)


def unshown(
    connection: Connection, before: datetime, limit: int, shards: Shards = ALL
) -> tuple[MatchId, ...]:
    """Matches last changed before ``before`` of which Discord has not seen the newest version.

    Longest unchanged first, at most ``limit``.
    """
    check_times(before)
    return _ids(connection, in_shards(UNSHOWN, shards), before=before, limit=limit)


NOTE_SHOWN = update(match).where(
    match.c.id == MATCH_ID, match.c.shown_version <= bindparam("seen", type_=Integer)
)


def note_shown(
    connection: Connection, match_id: MatchId, shown: Shown, chores: Sequence[NewChore] = ()
) -> int:
    """Remember what Discord has seen; returns the newest version that any process noted.

    A version older than that is ignored whole. Once it is the end of the match, nobody watches it any
    more. ``chores`` are what is to be tidied up after it; with an old card among them, one that another
    process noted after that is tidied up too. Raises NoSuchMatchError.
    """
    check_times(shown.card_at)
    check_chores(chores)
    overtaken = _overtaken_card(connection, match_id, shown, chores)
    asked = {"match_id": match_id, "seen": shown.version, **rows.shown_columns(shown)}
    noted = connection.execute(NOTE_SHOWN, asked)
    if noted.rowcount == 0:
        return _seen_of(connection, match_id)
    if shown.stage == Phase.FINISHED:
        end_watching(connection, match_id)
    insert_chores(connection, match_id, [*chores, *overtaken])
    return shown.version


# Kept from others until the transaction ends, where two can write at once.
SHOWN = (
    select(match.c.shown_version, *(match.c[name] for name in rows.OF_SHOWN))
    .where(match.c.id == MATCH_ID)
    .with_for_update()
)


def _overtaken_card(
    connection: Connection, match_id: MatchId, shown: Shown, chores: Sequence[NewChore]
) -> tuple[NewChore, ...]:
    """The card that another process noted meanwhile: whoever posted the new one did not know it as old."""
    known = [chore for chore in chores if chore.kind is ChoreKind.CARD]
    if not known:
        return ()
    row = connection.execute(SHOWN, {"match_id": match_id}).mappings().one_or_none()
    present = Shown() if row is None else rows.read_shown(row)
    if present.direct or present.card in (None, shown.card, *(chore.message for chore in known)):
        return ()
    assert present.card is not None
    kept = (present.home, present.card, present.stage, present.card_at)
    return (NewChore(ChoreKind.CARD, known[0].due_at, *kept),)


SHOW_ANEW = update(match).where(match.c.phase.in_(OPEN))


def show_anew(connection: Connection) -> None:
    """Forget what Discord has seen of the open matches: nothing of it is there any more."""
    connection.execute(SHOW_ANEW, rows.shown_columns(Shown()))


DRAFT = select(draft.c.choices).where(draft.c.match_id == MATCH_ID, draft.c.user_id == USER_ID)


def draft_of(connection: Connection, match_id: MatchId, user_id: UserId) -> tuple[str | None, ...]:
    """The choices of a player for a pick that are not confirmed, by slot; empty when there are none.

    Saving the match with the player's pick empties it.
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
    """The number of hints that were taken in a match."""
    return connection.scalar(HINTS, {"match_id": match_id}) or 0


def note_hint(connection: Connection, match_id: MatchId, user_id: UserId, position: str) -> None:
    """Count a hint that somebody took in ``position``, once in a row. Raises NoSuchMatchError."""
    require(connection, match_id)
    key = {"match_id": match_id, "user_id": user_id}
    insert_missing(connection, hint, [{**key, "used": 0}])
    another = hint.c.last.is_distinct_from(position)
    theirs = (hint.c.match_id == match_id, hint.c.user_id == user_id, another)
    connection.execute(update(hint).where(*theirs).values(used=hint.c.used + 1, last=position))


NOTE = select(note.c.text).where(note.c.match_id == MATCH_ID, note.c.user_id == USER_ID)


def note_of(connection: Connection, match_id: MatchId, user_id: UserId) -> str:
    """The private note of somebody about a match, for nobody else; empty when there is none."""
    text = connection.scalar(NOTE, {"match_id": match_id, "user_id": user_id})
    return text or ""


def save_note(connection: Connection, match_id: MatchId, user_id: UserId, text: str) -> None:
    """Replace somebody's note about a match; an empty text removes it. Raises NoSuchMatchError."""
    require(connection, match_id)
    if text:
        upsert(connection, note, {"match_id": match_id, "user_id": user_id, "text": text})
    else:
        theirs = (note.c.match_id == match_id, note.c.user_id == user_id)
        connection.execute(delete(note).where(*theirs))


def _ids(connection: Connection, query: Select[int], **values: Any) -> tuple[MatchId, ...]:
    return tuple(MatchId(found) for found in connection.scalars(query, values))


def load(connection: Connection, match_id: MatchId) -> Match:
    """The match as it stands, record and picks included. Raises NoSuchMatchError, DamagedMatchError."""
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


SHOWN_VERSION = select(match.c.shown_version).where(match.c.id == MATCH_ID)


def _seen_of(connection: Connection, match_id: MatchId) -> int:
    """The version of a match that Discord has seen, or NoSuchMatchError is raised."""
    seen: int | None = connection.scalar(SHOWN_VERSION, {"match_id": match_id})
    if seen is None:
        raise NoSuchMatchError(match_id)
    return seen


def _insert_match(connection: Connection, new: NewMatch) -> MatchId:
    made = connection.execute(insert(match).values(rows.challenge_columns(new)))
    assert made.inserted_primary_key is not None
    return MatchId(made.inserted_primary_key[0])


# They set the columns that the parameters name beside those of the conditions.
# They return the row as it now is, how much of the record and of the picks is stored, and whether somebody
# watches or is owed anything: what there is none of need not be asked for.
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
        exists().where(notice.c.match_id == MATCH_ID).label("noted"),
    )
)


def first_time(column: ColumnElement[datetime | None], moment: datetime) -> ColumnElement[datetime]:
    """The value a column holds already, or ``moment`` when it holds none."""
    return func.coalesce(column, bindparam(None, moment, type_=UtcTime))


def _update_guarded(connection: Connection, after: Match, to_act: Collection[Player] | None) -> RowMapping:
    """Write the row of a change and return it, or raise StaleError; it is ours until the transaction ends."""
    asked = {"match_id": after.id, "before": after.version - 1, **rows.change_columns(after, to_act)}
    change = CHANGE
    if after.phase is Phase.FINISHED:
        change = change.values(finished_at=first_time(match.c.finished_at, after.changed_at))
    written = connection.execute(change, asked).mappings().one_or_none()
    if written is None:
        raise StaleError(load(connection, after.id))
    return written


def _set(connection: Connection, match_id: MatchId, **values: object) -> RowMapping:
    """Write some columns of a row that is ours; returns the row as it now is."""
    written = update(match).where(match.c.id == match_id).values(**values).returning(match)
    return connection.execute(written).mappings().one()


def _set_deadline(connection: Connection, seen: Match, deadline_at: datetime | None) -> bool:
    """Write when to look at a match again, unless it was changed or woken since; returns whether it was."""
    unchanged = (match.c.version == seen.version, match.c.deadline_at.is_not_distinct_from(seen.deadline_at))
    guarded = update(match).where(match.c.id == seen.id, *unchanged)
    return connection.execute(guarded.values(deadline_at=deadline_at)).rowcount == 1


SIDES_PICKED = select(pick.c.side).where(pick.c.match_id == MATCH_ID)


def _insert_news(connection: Connection, after: Match, standing: RowMapping) -> None:
    """Append what ``after`` has beyond what is stored. A confirmed pick ends its player's draft.

    So does somebody else who takes over: a player who comes back to a side chooses afresh.
    """
    entries_stored, picks_stored = standing["entries_stored"], standing["picks_stored"]
    check_growth(after, entries_stored=entries_stored, picks_stored=picks_stored)
    if len(after.entries) > entries_stored:
        connection.execute(insert(entry), rows.entry_columns(after, entries_stored))
    if handed_over(after, entries_stored=entries_stored):
        theirs = (draft.c.match_id == after.id, draft.c.user_id.not_in(after.users))
        connection.execute(delete(draft).where(*theirs))
    if len(after.picks) == picks_stored:
        return
    stored = set(connection.scalars(SIDES_PICKED, {"match_id": after.id}))
    fresh = {side: sealed for side, sealed in after.picks.items() if side not in stored}
    connection.execute(insert(pick), [rows.pick_columns(after.id, *item) for item in fresh.items()])
    pickers = users_of(seat.player for seat in after.seats if seat.side in fresh)
    connection.execute(delete(draft).where(draft.c.match_id == after.id, draft.c.user_id.in_(pickers)))
