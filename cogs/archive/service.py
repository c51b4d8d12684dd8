"""The archive of a server and its openings: takes in finished matches, and answers what was played."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    exists,
    func,
    insert,
    not_,
    select,
    union_all,
    update,
)

from cogs.archive.rules import (
    COMMONEST,
    ArchivePage,
    ArchiveQuery,
    BookTurn,
    OpeningPosition,
    OpeningWay,
    PlayerOutcome,
    after,
    by_number,
    number_of,
)
from data.database import AdvisoryLock, one_at_a_time
from data.features.archive import (
    OPENING_TURNS,
    ArchivedMatch,
    MatchOutcome,
    OpeningStart,
    OpeningStep,
    archive,
    archive_position,
    archived,
    book,
    book_keys,
    opening_of,
    position_key,
    positions_of,
    starts_key,
    unarchived,
)
from data.schema import match
from data.shared_parameters import GAME, GUILD_ID, LIMIT, USER_ID
from data.stores.match_rows import whole_matches
from data.stores.queries import BETWEEN_SERVERS, RUNNING, InIds, in_shards, is_listed
from data.writing import add_to
from engines import GAMES, EngineError
from engines.record import History
from matches.guilds.shards import Shards
from matches.model import ChannelId, GuildId, Match, MatchId
from services.core import Core
from services.lists import Lists
from services.operations import Operations, Transaction, reads, writes

__all__ = ["OPENING_TURNS", "Archive", "MatchOutcome", "OpeningStart", "Openings", "waiting_in"]

log = logging.getLogger(__name__)

CHANNELS: Final = bindparam("channels", type_=Text)
POSITION: Final = bindparam("position", type_=BigInteger)
REACH: Final = bindparam("reach", type_=Integer)
"""The most that may be needed of one part of a page: the limit and the offset."""
_UNARCHIVED: Final = select(match.c.id).where(unarchived).order_by(match.c.id).limit(LIMIT)
_TAKE_IN: Final = (
    update(match)
    .where(match.c.id == bindparam("of_match", type_=BigInteger), unarchived)
    .values(archived=True)
    .returning(match.c.finished_at)
)
_SUMS: Final = tuple(func.sum(book.c[name]).label(name) for name in ("first_won", "second_won", "drawn"))
_PLAYED_AT: Final = InIds(
    lambda positions: (
        select(book.c.position, book.c.played, *_SUMS)
        .where(
            book.c.guild_id == GUILD_ID,
            book.c.position.in_(positions),
            is_listed(book.c.channel_id, CHANNELS),
        )
        .group_by(book.c.position, book.c.played)
        .order_by(sum(_SUMS[1:], _SUMS[0]).desc(), book.c.played)
    )
)


def _channels_of() -> Select[tuple[int]]:
    """The channels of a server's rows, each looked up behind the one before: there are few, of many rows."""
    of_guild = archive.c.guild_id == GUILD_ID
    first = select(func.min(archive.c.channel_id).label("id")).where(of_guild)
    found = first.cte("found", recursive=True)
    after = select(func.min(archive.c.channel_id)).where(of_guild, archive.c.channel_id > found.c.id)
    found = found.union_all(select(after.scalar_subquery()).where(found.c.id.is_not(None)))
    return select(found.c.id).where(found.c.id.is_not(None))


def _most_played() -> Select[tuple[str]]:
    number = func.count().label("played")
    over = select(archive.c.game, number).where(archive.c.guild_id == GUILD_ID)
    running = select(match.c.game, number).where(
        match.c.guild_id == GUILD_ID, match.c.phase.in_(RUNNING), not_(BETWEEN_SERVERS)
    )
    both = union_all(over.group_by(archive.c.game), running.group_by(match.c.game)).subquery()
    return select(both.c.game).group_by(both.c.game).order_by(func.sum(both.c.played).desc(), both.c.game)


_CHANNELS_OF: Final = _channels_of()
_MOST_PLAYED: Final = _most_played()


def waiting_in(shards: Shards) -> Sequence[Select[Any]]:
    """The query for finished matches of these shards that the archive has not taken in yet."""
    return [in_shards(_UNARCHIVED, shards)]


class Archive(Operations):
    """The archives of servers: finished matches are taken in some time after their end."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._lists = Lists(core)

    # --- taking in -------------------------------------------------------------------------------

    async def archive_some(self, limit: int) -> int:
        """Take in finished matches, at most ``limit``; returns how many waited. Harmless twice.

        A match that cannot be read is left out for good, and logged.
        """
        ids, matches = await self.waiting(limit)
        if not ids:
            return 0
        # In a thread: every match is replayed, and the event loop must not wait for that.
        found = await asyncio.to_thread(_replayed, matches)
        damaged = set(ids) - {one.match_id for one in found}
        await self.take_in(found, damaged)
        for match_id in sorted(damaged):
            log.error("match=%s is left out of the archive: its record is damaged", match_id)
        return len(ids)

    @reads
    def waiting(self, tx: Transaction, limit: int) -> tuple[tuple[MatchId, ...], tuple[Match, ...]]:
        """Finished matches that wait to be taken in, at most ``limit``: their ids, and the sound ones."""
        (query,) = waiting_in(self._core.territory.shards)
        ids = tuple(map(MatchId, tx.scalars(query, {"limit": limit})))
        return ids, whole_matches(tx.connection, ids)

    @writes()
    def take_in(
        self, tx: Transaction, found: Iterable[ArchivedMatch], damaged: Collection[MatchId] = ()
    ) -> int:
        """Take finished matches into the archive, each once; returns how many are new in it.

        ``damaged`` ones are noted as taken in, with nothing about them.
        """
        rows: dict[Table, list[dict[str, Any]]] = {archive: [], archive_position: []}
        counted: Counter[tuple[int, int, str, int, MatchOutcome]] = Counter()
        taken = 0
        one_at_a_time(tx.connection, AdvisoryLock.ARCHIVE)
        ready = {one.match_id: one for one in found}
        for match_id in sorted({*ready, *damaged}):
            row = tx.execute(_TAKE_IN, {"of_match": match_id}).one_or_none()
            if row is None or match_id not in ready:
                continue
            one = ready[match_id]
            taken += 1
            for guild, channel in one.places:
                told = {
                    "guild_id": guild,
                    "match_id": match_id,
                    "channel_id": channel,
                    "outcome": one.outcome.value,
                    "finished_at": row.finished_at,
                }
                rows[archive].append({**told, "game": one.game})
                rows[archive_position] += ({**told, "position": each} for each in positions_of(one))
            counted.update(book_keys(one))
        for table, new in rows.items():
            if new:
                tx.execute(insert(table), new)
        add_to(tx.connection, book, _book_rows(counted), ("first_won", "second_won", "drawn"))
        return taken

    # --- pages -----------------------------------------------------------------------------------

    async def page(self, query: ArchiveQuery, limit: int, offset: int = 0) -> ArchivePage:
        """A page of a server's archive, each match as its reader sees it, latest finished first.

        At most ``limit`` matches after the first ``offset``, without those that cannot be read.
        """
        ids = await self._page(query, limit + 1, offset)
        known = {one.id: one for one in await self._lists.of(ids[:limit])}
        matches = tuple(known[match_id] for match_id in ids if match_id in known)
        return ArchivePage(matches, more=len(ids) > limit)

    @reads
    def _page(self, tx: Transaction, query: ArchiveQuery, limit: int, offset: int) -> tuple[MatchId, ...]:
        asked = {
            "guild_id": query.guild_id,
            "channels": _listed(query.channels),
            "game": query.game,
            "user_id": query.player,
            "position": query.position,
            "limit": limit,
            "offset": offset,
            "reach": limit + offset,
        }
        return tuple(map(MatchId, tx.scalars(page_query(PageKind.of(query)), asked)))

    @reads
    def channels_of(self, tx: Transaction, guild: GuildId) -> frozenset[ChannelId]:
        """The channels and threads that a server's archived matches were played in."""
        return frozenset(ChannelId(row.id) for row in tx.execute(_CHANNELS_OF, {"guild_id": guild}))

    @reads
    def most_played(self, tx: Transaction, guild: GuildId) -> tuple[str, ...]:
        """The games of a server's archived and running matches, most often played first."""
        return tuple(tx.scalars(_MOST_PLAYED, {"guild_id": guild}))

    # --- openings --------------------------------------------------------------------------------

    @reads
    def played_at(
        self, tx: Transaction, guild: GuildId, channels: Collection[ChannelId], positions: Collection[int]
    ) -> Mapping[int, tuple[BookTurn, ...]]:
        """The turns played in each position in these channels of a server, most often played first.

        ``positions`` are keys of ``position_key``, at least one. Matches without a winner that are no draws,
        or whose result doesn't count, are not in it.
        """
        query, asked = _PLAYED_AT(positions)
        rows = tx.execute(query, {**asked, "guild_id": guild, "channels": _listed(channels)}).all()
        return {
            position: tuple(
                BookTurn(row.played, int(row.first_won), int(row.second_won), int(row.drawn))
                for row in rows
                if row.position == position
            )
            for position in positions
        }


class Openings:
    """The openings of a server, from matches in the given channels: those that everyone there may see."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._archive = Archive(core)

    async def at(
        self, guild: GuildId, channels: Collection[ChannelId], way: OpeningWay
    ) -> OpeningPosition | None:
        """The position that a way leads to, as far as it was played there; None if the game never was."""
        starts = _known(way.game_key, await self._played(guild, channels, starts_key(way.game_key)))
        if not starts:
            return None
        start = way.start if way.start in starts else next(iter(starts))
        began = starts[start][0]
        history = History(began.position())
        key = _key(began, history)
        played = await self._played(guild, channels, key)
        for number in way.turns if start == way.start else ():
            turn = by_number(played).get(number)
            if turn is None:
                break
            history = after(history, turn.played)
            key = _key(began, history)
            played = await self._played(guild, channels, key)
        followed = way.turns[: history.turns]
        cut = followed != way.turns or way.start not in (start, COMMONEST)
        return OpeningPosition(starts, start, followed, history, key, played, cut)

    async def games(self, guild: GuildId, channels: Collection[ChannelId]) -> tuple[str, ...]:
        """The games that have openings there, most often played first."""
        keys = {game: starts_key(game) for game in GAMES}
        found = await self._archive.played_at(guild, channels, keys.values())
        played = {
            game: sum(turn.matches for _, turn in _known(game, found[key]).values())
            for game, key in keys.items()
        }
        return tuple(sorted(filter(played.get, played), key=played.__getitem__, reverse=True))

    async def has(self, guild: GuildId, channels: Collection[ChannelId], match: Match, turns: int) -> bool:
        """True if a finished match there came to the position of ``match`` after so many turns."""
        steps = self._steps(match)
        if turns >= len(steps):
            return False
        query = ArchiveQuery(guild, channels, match.game_key, position=steps[turns].position)
        return bool((await self._archive.page(query, 1)).matches)

    async def like(
        self, guild: GuildId, channels: Collection[ChannelId], match: Match, turns: int
    ) -> OpeningPosition | None:
        """The position of ``match`` after so many turns: as it came there itself, else as others did."""
        steps = self._steps(match)
        if turns >= len(steps):
            return None
        found = await self.at(guild, channels, _way(match, steps, turns))
        if found is not None and not found.cut:
            return found
        return await self.of_key(guild, channels, steps[turns].position) or found

    async def of_key(
        self, guild: GuildId, channels: Collection[ChannelId], key: int
    ) -> OpeningPosition | None:
        """The position with this key, as the latest match there came to it; None if none did."""
        latest = (await self._archive.page(ArchiveQuery(guild, channels, position=key), 1)).matches
        if not latest:
            return None
        match = await self._core.load(latest[0].id)
        steps = self._steps(match)
        turns = next((at for at, step in enumerate(steps) if step.position == key), None)
        return None if turns is None else await self.at(guild, channels, _way(match, steps, turns))

    def _steps(self, match: Match) -> tuple[OpeningStep, ...]:
        """The opening of a match; nothing before play, or if it began from another start."""
        if not match.started or match.terms.start is not None:
            return ()
        return opening_of(self._core.history(match), match)

    async def _played(
        self, guild: GuildId, channels: Collection[ChannelId], key: int
    ) -> tuple[BookTurn, ...]:
        return (await self._archive.played_at(guild, channels, [key]))[key]


# --- taking in -----------------------------------------------------------------------------------


def _replayed(matches: Sequence[Match]) -> list[ArchivedMatch]:
    found = []
    for one in matches:
        try:
            found.append(archived(one))
        except (KeyError, EngineError):
            continue
    return found


def _book_rows(counted: Counter[tuple[int, int, str, int, MatchOutcome]]) -> list[dict[str, Any]]:
    keys = sorted({key[:-1] for key in counted})
    return [
        {
            **dict(zip(("guild_id", "position", "played", "channel_id"), key, strict=True)),
            "first_won": counted[*key, MatchOutcome.FIRST_WON],
            "second_won": counted[*key, MatchOutcome.SECOND_WON],
            "drawn": counted[*key, MatchOutcome.DRAWN],
        }
        for key in keys
    ]


# --- pages ---------------------------------------------------------------------------------------


def _newest(found: Select[Any], at: ColumnElement[Any], match_id: ColumnElement[int]) -> Select[Any]:
    newest = (
        found.with_only_columns(match_id.label("id"), at.label("at"))
        .order_by(at.desc(), match_id.desc())
        .limit(REACH)
        .subquery()
    )
    return select(newest)


def _of_guild(table: Table, outcome: MatchOutcome, *conditions: ColumnElement[bool]) -> Select[Any]:
    """The newest matches in a server with an outcome, read off the end of an index."""
    found = select(table).where(
        table.c.guild_id == GUILD_ID,
        *conditions,
        table.c.outcome == outcome.value,
        is_listed(table.c.channel_id, CHANNELS),
    )
    return _newest(found, table.c.finished_at, table.c.match_id)


def _fared(outcome: PlayerOutcome, side: ColumnElement[Any]) -> ColumnElement[bool]:
    """True if the player on a side of a match had this outcome."""
    if outcome is PlayerOutcome.WON:
        return match.c.result_winner == side
    if outcome is PlayerOutcome.LOST:
        return and_(match.c.result_winner.is_not(None), match.c.result_winner != side)
    drawn = MatchOutcome.DRAWN if outcome is PlayerOutcome.DRAWN else MatchOutcome.UNDECIDED
    return archive.c.outcome == drawn.value


_PASSED: Final = exists().where(
    archive_position.c.guild_id == GUILD_ID,
    archive_position.c.position == POSITION,
    archive_position.c.outcome == archive.c.outcome,
    archive_position.c.finished_at == archive.c.finished_at,
    archive_position.c.match_id == archive.c.match_id,
)


def _of_player(player: ColumnElement[Any], *conditions: ColumnElement[bool]) -> Select[Any]:
    """The newest matches in a server of a player in one role, read off the end of their index."""
    here = exists().where(
        archive.c.guild_id == GUILD_ID,
        archive.c.match_id == match.c.id,
        is_listed(archive.c.channel_id, CHANNELS),
        *conditions,
    )
    found = select(match).where(player == USER_ID, match.c.finished_at.is_not(None), here)
    return _newest(found, match.c.finished_at, match.c.id)


@dataclass(frozen=True, slots=True)
class PageKind:
    """The conditions that a page has: each combination has a statement of its own."""

    of_game: bool
    of_player: bool
    at_position: bool
    outcome: MatchOutcome | None
    player_outcome: PlayerOutcome | None

    @classmethod
    def of(cls, query: ArchiveQuery) -> PageKind:
        """The kind of page that a query asks for."""
        return cls(
            query.game is not None,
            query.player is not None,
            query.position is not None,
            query.outcome,
            query.player_outcome if query.player is not None else None,
        )


@cache
def page_query(kind: PageKind) -> Select[Any]:
    """The ids of a page of the archive, latest finished first, from parts that are read off indexes."""
    found = union_all(*(_parts_of_player(kind) if kind.of_player else _parts_of_guild(kind))).subquery()
    return (
        select(found.c.id)
        .order_by(found.c.at.desc(), found.c.id.desc())
        .limit(LIMIT)
        .offset(bindparam("offset", type_=Integer))
    )


def _parts_of_guild(kind: PageKind) -> list[Select[Any]]:
    """A part for each outcome."""
    outcomes = tuple(MatchOutcome) if kind.outcome is None else (kind.outcome,)
    if kind.at_position:  # it is of one game anyway
        at = archive_position.c.position == POSITION
        return [_of_guild(archive_position, outcome, at) for outcome in outcomes]
    of = [archive.c.game == GAME] if kind.of_game else []
    return [_of_guild(archive, outcome, *of) for outcome in outcomes]


def _parts_of_player(kind: PageKind) -> list[Select[Any]]:
    """A part for each of the roles that the player may have had."""
    conditions = [archive.c.game == GAME] if kind.of_game else []
    if kind.at_position:
        conditions.append(_PASSED)
    if kind.outcome is not None:
        conditions.append(archive.c.outcome == kind.outcome.value)
    roles = ((match.c.challenger, match.c.challenger_side), (match.c.opponent, match.c.opponent_side))
    outcome = kind.player_outcome
    return [
        _of_player(player, *conditions, *([] if outcome is None else [_fared(outcome, side)]))
        for player, side in roles
    ]


def _listed(channels: Iterable[ChannelId]) -> str:
    return json.dumps(sorted(channels))


# --- openings ------------------------------------------------------------------------------------


def _known(game_key: str, found: Sequence[BookTurn]) -> dict[int, tuple[OpeningStart, BookTurn]]:
    """The starts of a game by number, without those of rules that are not known any more."""
    read = {
        number: (OpeningStart.read(game_key, one.played), one) for number, one in by_number(found).items()
    }
    return {number: one for number, one in read.items() if one[0].is_known}


def _key(began: OpeningStart, history: History) -> int:
    return position_key(began.game_key, began.rules_version, began.options, history.position)


def _way(match: Match, steps: Sequence[OpeningStep], turns: int) -> OpeningWay:
    """The way of a match to its position after so many turns."""
    start = number_of(OpeningStart.of(match).text)
    return OpeningWay(match.game_key, start, tuple(number_of(step.played) for step in steps[:turns]))
