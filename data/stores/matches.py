"""The store in a database. What each method promises is written at the port, ``matches.ports.Store``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from data.database import Database
from data.driver_errors import damage
from data.schema import draft, entry, hint, match, note, pick
from data.stores import match_queries, rows
from data.stores.base import (
    SqlPart,
    complete,
    insert_missing,
    insert_notices,
    reads,
    require,
    summaries,
    upsert,
    wake,
    whole_matches,
    writes,
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
from data.stores.community.ladders import SqlLadders, end_on_ladder, enter_place
from data.stores.community.lobby import SqlLobby
from data.stores.community.pinned import SqlPinned
from data.stores.community.rating_roles import SqlRatingRoles
from data.stores.community.ratings import SqlRatings, begin_rated, enter, note_not_begun
from data.stores.community.seasons import SqlSeasons
from data.stores.host import SqlHost
from data.stores.notices import SqlChores, SqlNotices, insert_chores, notices_of
from data.stores.people import SqlGuilds, SqlPeople, settings_of
from data.stores.privacy import SqlPrivacy
from data.stores.records import SqlRecords
from data.stores.reviews import SqlReviews
from data.stores.room import check_room, count_open, make_room
from data.stores.shard_queries import in_shards, notices_in
from data.stores.shards import SqlShards
from data.stores.spectators import SqlSpectators, SqlWeeks, end_watching, watchers_of
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
    ChannelId,
    GuildId,
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
from matches.ports import Store
from matches.ratings.scores import MatchScores, RatedStart
from matches.shards import ALL, Shards
from matches.summaries import NO_LIMITS, Awaited, Listing, MatchSummary, Overdue, Room


def _create(
    connection: Connection, new: NewMatch, *, within: Room = NO_LIMITS, chores: Sequence[NewChore] = ()
) -> Match:
    check_new(new)
    check_chores(chores)
    make_room(connection, new.guild_id, within)
    if new.ladder:
        new = enter_place(connection, new)
    match_id = _insert_match(connection, new)
    insert_chores(connection, match_id, chores)
    return rows.read_match(connection.execute(match_queries.MATCH, {"match_id": match_id}).mappings().one())


def _load_with_settings(connection: Connection, match_id: MatchId) -> Loaded:
    loaded = _load(connection, match_id)
    return Loaded(loaded, *settings_of(connection, loaded.users, loaded.guild_id, match_id))


def _around(connection: Connection, seen: MatchFacts) -> Around:
    watchers = watchers_of(connection, seen.id)
    people, guild = settings_of(connection, (*seen.users, *watchers), seen.guild_id, seen.id)
    return Around(people, guild, watchers, notices_of(connection, seen.id))


def _save(
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


def _of_player(connection: Connection, user_id: UserId) -> tuple[MatchSummary, ...]:
    return summaries(connection, match_queries.OF_PLAYER, {"user_id": user_id}).matches


def _listed(
    connection: Connection,
    user_id: UserId,
    phases: Collection[Phase],
    limit: int,
    *,
    game: str | None = None,
    number: str = "",
) -> Listing:
    query = match_queries.listed(frozenset(phases), of_game=game is not None, numbered=bool(number))
    asked = {"user_id": user_id, "limit": limit, "game": game, "number": number}
    return summaries(connection, query, asked)


def _waiting_for(connection: Connection, user_id: UserId, limit: int) -> tuple[MatchSummary, ...]:
    return summaries(connection, match_queries.WAITING_FOR, {"user_id": user_id, "limit": limit}).matches


def _summaries(connection: Connection, match_ids: Sequence[MatchId]) -> tuple[MatchSummary, ...]:
    if not match_ids:
        return ()
    return summaries(connection, *match_queries.SUMMARIES(match_ids)).matches


def _latest_of_player(
    connection: Connection, user_id: UserId, limit: int, *, offset: int = 0, game: str | None = None
) -> tuple[MatchSummary, ...]:
    asked = {"limit": limit, "offset": offset, "reach": limit + offset, "game": game, "user_id": user_id}
    return summaries(connection, match_queries.LATEST_OF_PLAYER, asked).matches


def _at_home(connection: Connection, home: ChannelId, limit: int = 50) -> tuple[MatchSummary, ...]:
    return summaries(connection, match_queries.AT_HOME, {"home": home, "limit": limit}).matches


def _open_in(connection: Connection, guild_id: GuildId, limit: int) -> tuple[MatchSummary, ...]:
    return summaries(connection, match_queries.OPEN_IN, {"guild_id": guild_id, "limit": limit}).matches


def _running_in(connection: Connection, guild_id: GuildId, limit: int) -> tuple[MatchSummary, ...]:
    asked = {"guild_id": guild_id, "limit": limit}
    return summaries(connection, match_queries.RUNNING_IN, asked).matches


def _unsettled(
    connection: Connection, limit: int, *, after: MatchId = NO_MATCH, user_id: UserId | None = None
) -> tuple[MatchId, ...]:
    if user_id is None:
        return _ids(connection, match_queries.UNSETTLED, after=after, limit=limit)
    return _ids(connection, match_queries.UNSETTLED_OF, after=after, limit=limit, user_id=user_id)


def _settle(connection: Connection, found: Awaited) -> None:
    if not found:
        return
    connection.execute(match_queries.SETTLE, [rows.settled(*one) for one in found])


def _open_by_phase(connection: Connection) -> Mapping[Phase, int]:
    found = connection.execute(match_queries.OPEN_BY_PHASE)
    return {Phase(phase): count for phase, count in found}


def _overdue(connection: Connection, now: datetime, shards: Shards = ALL) -> Overdue:
    check_times(now)
    asked = (
        in_shards(match_queries.OLDEST_DUE, shards),
        in_shards(match_queries.OLDEST_UNSHOWN, shards),
        notices_in(match_queries.OLDEST_NOTICE, shards),
    )
    found = select(*(query.scalar_subquery() for query in asked))
    return Overdue(*connection.execute(found, {"now": now}).one())


def _due(connection: Connection, now: datetime, limit: int, shards: Shards = ALL) -> tuple[MatchId, ...]:
    check_times(now)
    return _ids(connection, in_shards(match_queries.DUE, shards), now=now, limit=limit)


def _next_due(connection: Connection, now: datetime, shards: Shards = ALL) -> datetime | None:
    check_times(now)
    found: datetime | None = connection.scalar(in_shards(match_queries.NEXT_DUE, shards), {"now": now})
    return found


def _schedule(
    connection: Connection, match: Match, deadline_at: datetime | None, notify: Sequence[NewNotice] = ()
) -> bool:
    check_times(deadline_at)
    check_notices(notify)
    done = _set_deadline(connection, match, deadline_at)
    if done:
        insert_notices(connection, match.id, notify)
    return done


def _wake(connection: Connection, user_id: UserId, now: datetime) -> None:
    check_times(now)
    wake(connection, user_id, now)


def _unshown(
    connection: Connection, before: datetime, limit: int, shards: Shards = ALL
) -> tuple[MatchId, ...]:
    check_times(before)
    return _ids(connection, in_shards(match_queries.UNSHOWN, shards), before=before, limit=limit)


def _note_shown(
    connection: Connection, match_id: MatchId, shown: Shown, chores: Sequence[NewChore] = ()
) -> int:
    check_times(shown.card_at)
    check_chores(chores)
    overtaken = _overtaken_card(connection, match_id, shown, chores)
    asked = {"match_id": match_id, "seen": shown.version, **rows.shown_columns(shown)}
    noted = connection.execute(match_queries.NOTE_SHOWN, asked)
    if noted.rowcount == 0:
        return _seen_of(connection, match_id)
    if shown.stage == Phase.FINISHED:
        end_watching(connection, match_id)
    insert_chores(connection, match_id, [*chores, *overtaken])
    return shown.version


def _overtaken_card(
    connection: Connection, match_id: MatchId, shown: Shown, chores: Sequence[NewChore]
) -> tuple[NewChore, ...]:
    """The card that another process noted meanwhile: whoever posted the new one did not know it as old."""
    known = [chore for chore in chores if chore.kind is ChoreKind.CARD]
    if not known:
        return ()
    row = connection.execute(match_queries.SHOWN, {"match_id": match_id}).mappings().one_or_none()
    present = Shown() if row is None else rows.read_shown(row)
    if present.direct or present.card in (None, shown.card, *(chore.message for chore in known)):
        return ()
    assert present.card is not None
    kept = (present.home, present.card, present.stage, present.card_at)
    return (NewChore(ChoreKind.CARD, known[0].due_at, *kept),)


def _show_anew(connection: Connection) -> None:
    connection.execute(match_queries.SHOW_ANEW, rows.shown_columns(Shown()))


def _draft(connection: Connection, match_id: MatchId, user_id: UserId) -> tuple[str | None, ...]:
    text = connection.scalar(match_queries.DRAFT, {"match_id": match_id, "user_id": user_id})
    return () if text is None else rows.read_draft(text)


def _save_draft(
    connection: Connection, match_id: MatchId, user_id: UserId, choices: Sequence[str | None]
) -> None:
    require(connection, match_id)
    upsert(connection, draft, rows.draft_columns(match_id, user_id, choices))


def _hints(connection: Connection, match_id: MatchId) -> int:
    return connection.scalar(match_queries.HINTS, {"match_id": match_id}) or 0


def _note_hint(connection: Connection, match_id: MatchId, user_id: UserId, position: str) -> None:
    require(connection, match_id)
    key = {"match_id": match_id, "user_id": user_id}
    insert_missing(connection, hint, [{**key, "used": 0}])
    another = hint.c.last.is_distinct_from(position)
    theirs = (hint.c.match_id == match_id, hint.c.user_id == user_id, another)
    connection.execute(update(hint).where(*theirs).values(used=hint.c.used + 1, last=position))


def _note(connection: Connection, match_id: MatchId, user_id: UserId) -> str:
    text = connection.scalar(match_queries.NOTE, {"match_id": match_id, "user_id": user_id})
    return text or ""


def _save_note(connection: Connection, match_id: MatchId, user_id: UserId, text: str) -> None:
    require(connection, match_id)
    if text:
        upsert(connection, note, {"match_id": match_id, "user_id": user_id, "text": text})
    else:
        theirs = (note.c.match_id == match_id, note.c.user_id == user_id)
        connection.execute(delete(note).where(*theirs))


def _ids(connection: Connection, query: Select[int], **values: Any) -> tuple[MatchId, ...]:
    return tuple(MatchId(found) for found in connection.scalars(query, values))


def _load(connection: Connection, match_id: MatchId) -> Match:
    try:
        row = connection.execute(match_queries.MATCH, {"match_id": match_id}).mappings().one_or_none()
        if row is None:
            raise NoSuchMatchError(match_id)
        (loaded,) = complete(connection, [row])
    except (StoreUnavailableError, SQLAlchemyError) as error:
        if (known := damage(error)) is None:
            raise
        raise DamagedMatchError(match_id, known.advice) from None
    return loaded


def _seen_of(connection: Connection, match_id: MatchId) -> int:
    """The version of a match that Discord has seen, or NoSuchMatchError is raised."""
    seen: int | None = connection.scalar(match_queries.SHOWN_VERSION, {"match_id": match_id})
    if seen is None:
        raise NoSuchMatchError(match_id)
    return seen


def _insert_match(connection: Connection, new: NewMatch) -> MatchId:
    made = connection.execute(insert(match).values(rows.challenge_columns(new)))
    assert made.inserted_primary_key is not None
    return MatchId(made.inserted_primary_key[0])


def _update_guarded(connection: Connection, after: Match, to_act: Collection[Player] | None) -> RowMapping:
    """Write the row of a change and return it, or raise StaleError; it is ours until the transaction ends."""
    asked = {"match_id": after.id, "before": after.version - 1, **rows.change_columns(after, to_act)}
    change = match_queries.CHANGE
    if after.phase is Phase.FINISHED:
        change = change.values(finished_at=match_queries.first_time(match.c.finished_at, after.changed_at))
    written = connection.execute(change, asked).mappings().one_or_none()
    if written is None:
        raise StaleError(_load(connection, after.id))
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
    stored = set(connection.scalars(match_queries.SIDES_PICKED, {"match_id": after.id}))
    fresh = {side: sealed for side, sealed in after.picks.items() if side not in stored}
    connection.execute(insert(pick), [rows.pick_columns(after.id, *item) for item in fresh.items()])
    pickers = users_of(seat.player for seat in after.seats if seat.side in fresh)
    connection.execute(delete(draft).where(draft.c.match_id == after.id, draft.c.user_id.in_(pickers)))


class SqlMatches(SqlPart):
    """Matches, challenges and their lists."""

    create = writes(_create)
    load = reads(_load)
    load_with_settings = reads(_load_with_settings)
    around = reads(_around)
    load_all = reads(whole_matches)
    save = writes(_save)
    of_player = reads(_of_player)
    listed = reads(_listed)
    waiting_for = reads(_waiting_for)
    summaries = reads(_summaries)
    latest_of_player = reads(_latest_of_player)
    at_home = reads(_at_home)
    open_in = reads(_open_in)
    running_in = reads(_running_in)
    count_open = reads(count_open)
    check_room = reads(check_room)
    unsettled = reads(_unsettled)
    settle = writes(_settle)
    open_by_phase = reads(_open_by_phase)
    overdue = reads(_overdue)
    due = reads(_due)
    next_due = reads(_next_due)
    schedule = writes(_schedule)
    wake = writes(_wake)
    unshown = reads(_unshown)
    show_anew = writes(_show_anew)
    draft = reads(_draft)
    save_draft = writes(_save_draft)
    hints = reads(_hints)
    note_hint = writes(_note_hint)
    note = reads(_note)
    save_note = writes(_save_note)

    async def note_shown(
        self, match_id: MatchId, shown: Shown, chores: Sequence[NewChore] = (), *, lasting: bool = True
    ) -> int:
        """Remember what Discord has seen; see the port."""
        keep = self._database.write if lasting else self._database.note
        return await keep(_note_shown, match_id, shown, chores)


class SqlStore(Store):
    """Everything in SQLite or PostgreSQL; made by ``data.open_store``."""

    def __init__(self, database: Database) -> None:
        self.matches = SqlMatches(database)
        self.notices = SqlNotices(database)
        self.chores = SqlChores(database)
        self.people = SqlPeople(database)
        self.guilds = SqlGuilds(database)
        self.host = SqlHost(database)
        self.shards = SqlShards(database)
        self.ratings = SqlRatings(database)
        self.seasons = SqlSeasons(database)
        self.records = SqlRecords(database)
        self.privacy = SqlPrivacy(database)
        self.spectators = SqlSpectators(database)
        self.weeks = SqlWeeks(database)
        self.pinned = SqlPinned(database)
        self.rating_roles = SqlRatingRoles(database)
        self.reviews = SqlReviews(database)
        self.lobby = SqlLobby(database)
        self.ladders = SqlLadders(database)
        self._database = database

    async def check_there(self) -> None:
        self._database.check_there()

    async def close(self) -> None:
        await self._database.close()
