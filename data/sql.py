"""The store in a database. What each method promises is written at the port, ``matches.ports.Store``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import RowMapping, Select, delete, insert, update
from sqlalchemy.exc import SQLAlchemyError

from data import queries, rows
from data.checks import check_change, check_growth, check_new, check_notices, check_times, handed_over
from data.database import one_at_a_time
from data.failures import damage
from data.schema import draft, entry, match, note, pick
from data.sql_base import complete, owe, put, require, small, wake, whole
from data.sql_notices import SqlNotices
from data.sql_people import SqlPeople, people_of
from data.sql_ratings import SqlRatings, begin_rated, enter
from data.sql_records import SqlRecords
from data.sql_rights import SqlRights
from data.sql_seasons import SqlSeasons
from data.sql_watching import SqlWatching, end_watching
from matches.errors import (
    DamagedMatchError,
    NoSuchMatchError,
    StaleError,
    StoreUnavailableError,
    TooManyChallengesError,
    TooManyRunningError,
)
from matches.model import (
    NO_MATCH,
    ChannelId,
    GuildId,
    Match,
    MatchId,
    NewMatch,
    NewNotice,
    Person,
    Phase,
    Shown,
    UserId,
)
from matches.scores import Ending, RatedStart
from matches.summaries import Awaited, Joining, Listing, MatchSummary, OpenCount
from matches.week import Span

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

SHORT: Final = 300
"""The version up to which a match is read where it is asked for; a longer record holds others up."""


class SqlStore(SqlNotices, SqlPeople, SqlRatings, SqlSeasons, SqlRecords, SqlRights, SqlWatching):
    """Matches in SQLite or PostgreSQL; made by ``data.open_store``."""

    @whole
    async def create(self, new: NewMatch, *, open_limit: int) -> Match:
        check_new(new)
        async with self._database.writing() as connection:
            # So that two challenges at once, from two processes, cannot both be the last that fits.
            await one_at_a_time(connection, new.challenger)
            opened = await connection.scalar(queries.OPEN_CHALLENGES, {"user_id": new.challenger})
            if opened is None or opened >= open_limit:
                raise TooManyChallengesError(open_limit)
            match_id = await _insert_match(connection, new)
            return rows.read_match(
                (await connection.execute(queries.MATCH, {"match_id": match_id})).mappings().one()
            )

    async def load(self, match_id: MatchId) -> Match:
        try:
            return await self._load_nearby(match_id)
        except _LongRecord:
            return await self._load_elsewhere(match_id)

    @small
    async def _load_nearby(self, match_id: MatchId) -> Match:
        async with self._database.reading() as connection:
            return await _load(connection, match_id, nearby=True)

    @whole
    async def _load_elsewhere(self, match_id: MatchId) -> Match:
        async with self._database.reading() as connection:
            return await _load(connection, match_id)

    async def load_with_people(self, match_id: MatchId) -> tuple[Match, Mapping[UserId, Person]]:
        try:
            return await self._load_nearby_with_people(match_id)
        except _LongRecord:
            return await self._load_elsewhere_with_people(match_id)

    @small
    async def _load_nearby_with_people(self, match_id: MatchId) -> tuple[Match, Mapping[UserId, Person]]:
        async with self._database.reading() as connection:
            loaded = await _load(connection, match_id, nearby=True)
            return loaded, await people_of(connection, loaded.players)

    @whole
    async def _load_elsewhere_with_people(self, match_id: MatchId) -> tuple[Match, Mapping[UserId, Person]]:
        async with self._database.reading() as connection:
            loaded = await _load(connection, match_id)
            return loaded, await people_of(connection, loaded.players)

    @whole
    async def load_all(self, match_ids: Sequence[MatchId]) -> tuple[Match, ...]:
        async with self._database.reading() as connection:
            return await self._whole_matches(connection, match_ids)

    @whole
    async def save(
        self,
        after: Match,
        *,
        notify: Sequence[NewNotice] = (),
        rematch: NewMatch | None = None,
        start: RatedStart | None = None,
        ending: Ending | None = None,
        to_act: Collection[UserId] | None = None,
        joining: Joining | None = None,
    ) -> Match:
        check_change(after)
        check_notices(notify)
        if rematch is not None:
            check_new(rematch)
        async with self._database.writing() as connection:
            await _update_guarded(connection, after, to_act)
            if joining is not None:
                await _check_running(connection, joining)
            if rematch is not None:
                offered = await _insert_match(connection, rematch)
                await connection.execute(update(match).where(match.c.id == after.id).values(rematch=offered))
            if start is not None:
                stakes = await begin_rated(connection, after.id, start)
                begun = update(match).where(match.c.id == after.id)
                await connection.execute(begun.values(stakes=stakes.value))
            if ending is not None:
                await enter(connection, after.id, ending)
            standing = (await connection.execute(queries.STANDING, {"match_id": after.id})).mappings().one()
            await _insert_news(connection, after, standing)
            await owe(connection, after.id, notify)
            return rows.read_match(standing, after.entries, after.picks)

    @whole
    async def of_player(self, user_id: UserId) -> tuple[MatchSummary, ...]:
        return (await self._summaries(queries.OF_PLAYER, {"user_id": user_id})).matches

    @whole
    async def listed(
        self,
        user_id: UserId,
        phases: Collection[Phase],
        limit: int,
        *,
        game: str | None = None,
        number: str = "",
    ) -> Listing:
        query = queries.listed(frozenset(phases), of_game=game is not None, numbered=bool(number))
        asked = {"user_id": user_id, "limit": limit, "game": game, "number": number}
        return await self._summaries(query, asked)

    @whole
    async def waiting_for(self, user_id: UserId, limit: int) -> tuple[MatchSummary, ...]:
        return (await self._summaries(queries.WAITING_FOR, {"user_id": user_id, "limit": limit})).matches

    @whole
    async def summaries(self, match_ids: Sequence[MatchId]) -> tuple[MatchSummary, ...]:
        if not match_ids:
            return ()
        return (await self._summaries(*queries.SUMMARIES(match_ids))).matches

    @whole
    async def latest_of_player(
        self, user_id: UserId, limit: int, *, offset: int = 0, game: str | None = None
    ) -> tuple[MatchSummary, ...]:
        asked = {"limit": limit, "offset": offset, "reach": limit + offset, "game": game, "user_id": user_id}
        return (await self._summaries(queries.LATEST_OF_PLAYER, asked)).matches

    @whole
    async def at_home(self, home: ChannelId, limit: int = 50) -> tuple[MatchSummary, ...]:
        return (await self._summaries(queries.AT_HOME, {"home": home, "limit": limit})).matches

    @whole
    async def running_in(self, guild_id: GuildId, limit: int) -> tuple[MatchSummary, ...]:
        asked = {"guild_id": guild_id, "limit": limit}
        return (await self._summaries(queries.RUNNING_IN, asked)).matches

    @whole
    async def ended_in(self, guild_id: GuildId, span: Span, limit: int) -> tuple[MatchSummary, ...]:
        check_times(span.since, span.until)
        found = {"guild_id": guild_id, "since": span.since, "until": span.until, "limit": limit}
        return (await self._summaries(queries.ENDED_IN, found)).matches

    @whole
    async def count_open(self, user_id: UserId, guild_id: GuildId) -> OpenCount:
        asked = {"user_id": user_id, "guild_id": guild_id}
        async with self._database.reading() as connection:
            (found,) = (await connection.execute(queries.COUNT_OPEN, asked)).mappings()
            return OpenCount(**found)

    @whole
    async def unsettled(
        self, limit: int, *, after: MatchId = NO_MATCH, user_id: UserId | None = None
    ) -> tuple[MatchId, ...]:
        if user_id is None:
            return await self._ids(queries.UNSETTLED, after=after, limit=limit)
        return await self._ids(queries.UNSETTLED_OF, after=after, limit=limit, user_id=user_id)

    @whole
    async def settle(self, found: Awaited) -> None:
        if not found:
            return
        async with self._database.writing() as connection:
            await connection.execute(queries.SETTLE, [rows.settled(*one) for one in found])

    @whole
    async def open_by_phase(self) -> Mapping[Phase, int]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.OPEN_BY_PHASE)
            return {Phase(phase): count for phase, count in found}

    @whole
    async def due(self, now: datetime, limit: int) -> tuple[MatchId, ...]:
        check_times(now)
        return await self._ids(queries.DUE, now=now, limit=limit)

    @whole
    async def schedule(
        self, match: Match, deadline_at: datetime | None, notify: Sequence[NewNotice] = ()
    ) -> bool:
        check_times(deadline_at)
        check_notices(notify)
        async with self._database.writing() as connection:
            done = await _set_deadline(connection, match, deadline_at)
            if done:
                await owe(connection, match.id, notify)
            return done

    @whole
    async def wake(self, user_id: UserId, now: datetime) -> None:
        check_times(now)
        async with self._database.writing() as connection:
            await wake(connection, user_id, now)

    @whole
    async def unshown(self, before: datetime, limit: int) -> tuple[MatchId, ...]:
        check_times(before)
        return await self._ids(queries.UNSHOWN, before=before, limit=limit)

    @whole
    async def note_shown(self, match_id: MatchId, shown: Shown) -> int:
        check_times(shown.card_at)
        async with self._database.writing() as connection:
            asked = {"match_id": match_id, "seen": shown.version, **rows.shown_columns(shown)}
            noted = await connection.execute(queries.NOTE_SHOWN, asked)
            if noted.rowcount == 0:
                return await _seen_of(connection, match_id)
            if shown.stage == Phase.FINISHED:
                await end_watching(connection, match_id)
            return shown.version

    @small
    async def draft(self, match_id: MatchId, user_id: UserId) -> tuple[str | None, ...]:
        async with self._database.reading() as connection:
            text = await connection.scalar(queries.DRAFT, {"match_id": match_id, "user_id": user_id})
            return () if text is None else rows.read_draft(text)

    @whole
    async def save_draft(self, match_id: MatchId, user_id: UserId, choices: Sequence[str | None]) -> None:
        async with self._database.writing() as connection:
            await require(connection, match_id)
            await put(connection, draft, rows.draft_columns(match_id, user_id, choices))

    @small
    async def note(self, match_id: MatchId, user_id: UserId) -> str:
        async with self._database.reading() as connection:
            text = await connection.scalar(queries.NOTE, {"match_id": match_id, "user_id": user_id})
            return text or ""

    @whole
    async def save_note(self, match_id: MatchId, user_id: UserId, text: str) -> None:
        async with self._database.writing() as connection:
            await require(connection, match_id)
            if text:
                await put(connection, note, {"match_id": match_id, "user_id": user_id, "text": text})
            else:
                theirs = (note.c.match_id == match_id, note.c.user_id == user_id)
                await connection.execute(delete(note).where(*theirs))

    async def check_there(self) -> None:
        self._database.check_there()

    async def close(self) -> None:
        await self._database.close()

    async def _ids(self, query: Select[int], **values: Any) -> tuple[MatchId, ...]:
        async with self._database.reading() as connection:
            return tuple(MatchId(found) for found in await connection.scalars(query, values))


class _LongRecord(Exception):
    """A match whose record takes too long to be read where everything else would wait for it."""


async def _load(connection: AsyncConnection, match_id: MatchId, *, nearby: bool = False) -> Match:
    try:
        row = (await connection.execute(queries.MATCH, {"match_id": match_id})).mappings().one_or_none()
        if row is None:
            raise NoSuchMatchError(match_id)
        if nearby and row["version"] > SHORT:
            raise _LongRecord
        (loaded,) = await complete(connection, [row])
    except (StoreUnavailableError, SQLAlchemyError) as error:
        if (known := damage(error)) is None:
            raise
        raise DamagedMatchError(match_id, known.advice) from None
    return loaded


async def _check_running(connection: AsyncConnection, joining: Joining) -> None:
    """Raise TooManyRunningError for whoever has more running matches than they may by now."""
    # So that two matches at once, from two processes, cannot both be the last that fits. In one order, so
    # that they do not wait for each other.
    for user in sorted(joining.users):
        await one_at_a_time(connection, user)
    for user in joining.users:
        running = await connection.scalar(queries.COUNT_RUNNING, {"user_id": user})
        if (running or 0) > joining.most:
            raise TooManyRunningError(user, joining.most)


async def _seen_of(connection: AsyncConnection, match_id: MatchId) -> int:
    """The version of a match that Discord has seen, or NoSuchMatchError is raised."""
    seen: int | None = await connection.scalar(queries.SHOWN_VERSION, {"match_id": match_id})
    if seen is None:
        raise NoSuchMatchError(match_id)
    return seen


async def _insert_match(connection: AsyncConnection, new: NewMatch) -> MatchId:
    made = await connection.execute(insert(match).values(rows.challenge_columns(new)))
    assert made.inserted_primary_key is not None
    return MatchId(made.inserted_primary_key[0])


async def _update_guarded(
    connection: AsyncConnection, after: Match, to_act: Collection[UserId] | None
) -> None:
    """Write the row of a change, or raise StaleError; the row is then ours until the transaction ends."""
    asked = {"match_id": after.id, "before": after.version - 1, **rows.change_columns(after, to_act)}
    change = queries.CHANGE
    if after.phase is Phase.FINISHED:
        change = change.values(finished_at=queries.first_time(match.c.finished_at, after.changed_at))
    written = await connection.execute(change, asked)
    if written.rowcount != 1:
        raise StaleError(await _load(connection, after.id))


async def _set_deadline(connection: AsyncConnection, seen: Match, deadline_at: datetime | None) -> bool:
    """Write when to look at a match again, unless it was changed or woken since; returns whether it was."""
    unchanged = (match.c.version == seen.version, match.c.deadline_at.is_not_distinct_from(seen.deadline_at))
    guarded = update(match).where(match.c.id == seen.id, *unchanged)
    return (await connection.execute(guarded.values(deadline_at=deadline_at))).rowcount == 1


async def _insert_news(connection: AsyncConnection, after: Match, standing: RowMapping) -> None:
    """Append what ``after`` has beyond what is stored. A confirmed pick ends its player's draft.

    So does somebody else who takes over: whoever comes back to a side chooses afresh.
    """
    entries_stored, picks_stored = standing["entries_stored"], standing["picks_stored"]
    check_growth(after, entries_stored=entries_stored, picks_stored=picks_stored)
    if len(after.entries) > entries_stored:
        await connection.execute(insert(entry), rows.entry_columns(after, entries_stored))
    if handed_over(after, entries_stored=entries_stored):
        theirs = (draft.c.match_id == after.id, draft.c.user_id.not_in(after.players))
        await connection.execute(delete(draft).where(*theirs))
    if len(after.picks) == picks_stored:
        return
    stored = set(await connection.scalars(queries.SIDES_PICKED, {"match_id": after.id}))
    fresh = {side: sealed for side, sealed in after.picks.items() if side not in stored}
    await connection.execute(insert(pick), [rows.pick_columns(after.id, *item) for item in fresh.items()])
    pickers = [after.sides[side] for side in fresh if side in after.sides]
    await connection.execute(delete(draft).where(draft.c.match_id == after.id, draft.c.user_id.in_(pickers)))
