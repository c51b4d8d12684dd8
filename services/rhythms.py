"""Reply rhythms: how long players usually take for a turn, if they have agreed to show it.

They follow from the turns of a player's latest matches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, ColumnElement, Connection, Select, exists, func, not_, select, union_all

from data import stores
from data.schema import away, entry, match, preference
from data.stores.queries import AGAINST_COMPUTER, InIds
from engines import Side
from matches.guilds.settings import ON
from matches.model import EntryKind, Phase, UserId
from matches.notices import ZONE, zone_of
from matches.rhythm import (
    SHOWS_RHYTHM,
    TELLING_TURNS,
    RecordStep,
    ReplyRhythm,
    ShownRhythm,
    TurnTaken,
    rhythm_of,
    turns_taken,
)
from matches.time.intervals import Interval
from matches.time.pace import Pace
from services.operations import Operations, Transaction, reads

_REACH: Final = 6
"""The latest matches read in each role: running ones, and as many finished ones."""
LATEST_ENTRIES: Final = 60
"""Entries of each match that are read, the latest."""
ENOUGH_ENTRIES: Final = 120
"""Entries of a player's matches after which no further match is read, if their turns are enough."""
_KINDS: Final[Mapping[str, EntryKind]] = {kind.value: kind for kind in EntryKind}

_SHOWING: Final = InIds(
    lambda ids: (
        select(preference.c.user_id)
        .where(preference.c.user_id.in_(ids), preference.c.key == SHOWS_RHYTHM, preference.c.value == ON)
        .distinct()
    )
)
_VACATIONS: Final = InIds(lambda ids: select(away).where(away.c.user_id.in_(ids)))


def _lately(
    user: BindParameter[int], player: ColumnElement[Any], side: ColumnElement[Any], phase: Phase
) -> Select[Any]:
    """A player's latest matches against people in one role and phase, read off an index."""
    at = match.c.finished_at if phase is Phase.FINISHED else match.c.changed_at
    known = match.c.finished_at.is_not(None) if phase is Phase.FINISHED else match.c.phase == phase.value
    newest = (
        select(
            player.label("player"),
            match.c.id,
            side.label("side"),
            match.c.pace,
            match.c.version,
            at.label("at"),
            AGAINST_COMPUTER.label("alone"),
        )
        .where(player == user, known)
        .order_by(at.desc(), match.c.id.desc())
        .limit(_REACH)
        .subquery()
    )
    found = (newest.c.player, newest.c.id, newest.c.side, newest.c.pace, newest.c.version, newest.c.at)
    return select(*found).where(not_(newest.c.alone), newest.c.side.is_not(None))


_MATCHES: Final = InIds(
    lambda ids: union_all(
        *(
            _lately(user, player, side, phase)
            for user in ids
            for phase in (Phase.PLAYING, Phase.FINISHED)
            for player, side in (
                (match.c.challenger, match.c.challenger_side),
                (match.c.opponent, match.c.opponent_side),
            )
        )
    )
)

_entry, _next = entry.alias(), entry.alias()
_FROM: Final = (
    select(func.max(_entry.c.number) - LATEST_ENTRIES)
    .where(_entry.c.match_id == match.c.id)
    .correlate(match)
    .scalar_subquery()
)
_GOES_ON: Final = exists().where(
    _next.c.match_id == entry.c.match_id,
    _next.c.number == entry.c.number + 1,
    _next.c.kind == entry.c.kind,
    _next.c.side == entry.c.side,
)
"""The next entry is of the same side and kind: of a turn's actions only the last one tells."""
_STEPS: Final = InIds(
    lambda ids: (
        select(entry.c.match_id, entry.c.kind, entry.c.side, entry.c.at)
        .select_from(match.join(entry, entry.c.match_id == match.c.id))
        .where(match.c.id.in_(ids), entry.c.number > _FROM, not_(_GOES_ON))
        .order_by(entry.c.match_id, entry.c.number)
    )
)


class _Played(NamedTuple):
    """A match of a player: when it last changed, its id, their side, and the most entries that are read."""

    at: datetime
    match_id: int
    side: Side
    entries: int


class Rhythms(Operations):
    """Reads only: a player agrees to it in their settings."""

    @reads
    def seen_by(
        self, tx: Transaction, reader: UserId, users: Collection[UserId]
    ) -> Mapping[UserId, ShownRhythm]:
        """The known rhythms of ``users``, with the time of day if ``reader`` has set their time zone.

        Without those of users who have blocked ``reader`` or whom they have blocked, and their own.
        """
        found = rhythms_of(tx.connection, [user for user in users if user != reader])
        if not found:
            return {}
        avoided = stores.lobby.avoided(tx.connection, reader)
        person = stores.people.people_of(tx.connection, [reader])[reader]
        zone = zone_of(person) if ZONE in person.preferences else None
        return {user: rhythm.shown(zone) for user, rhythm in found.items() if user not in avoided}


def rhythms_of(connection: Connection, user_ids: Collection[UserId]) -> Mapping[UserId, ReplyRhythm]:
    """The rhythms of those users who show theirs and have played enough for it."""
    showing = set(connection.scalars(*_SHOWING(set(user_ids)))) if user_ids else set()
    if not showing:
        return {}
    vacations: dict[int, list[Interval]] = defaultdict(list)
    for user, start, end in connection.execute(*_VACATIONS(showing)):
        vacations[user].append(Interval(start, end))
    played = _played(connection, showing)
    turns: dict[int, list[TurnTaken]] = {user: [] for user in played}
    first = {user: latest[: _enough(latest)] for user, latest in played.items()}
    _add_turns(connection, first, vacations, turns)
    # In games with many actions a turn, so many entries may be few turns.
    rest = {
        user: latest[len(first[user]) :]
        for user, latest in played.items()
        if len(turns[user]) < TELLING_TURNS
    }
    _add_turns(connection, rest, vacations, turns)
    found = {UserId(user): rhythm_of(taken) for user, taken in turns.items()}
    return {user: rhythm for user, rhythm in found.items() if rhythm is not None}


def _played(connection: Connection, user_ids: Collection[int]) -> Mapping[int, Sequence[_Played]]:
    """Each user's latest slow matches, the latest first."""
    # Sets: InIds repeats the last id to fill up, so its rows may come several times.
    found: dict[int, set[_Played]] = defaultdict(set)
    for user, match_id, side, pace, version, at in connection.execute(*_MATCHES(user_ids)):
        if not Pace.read(pace).fast:
            found[user].add(_Played(at, match_id, side, min(version, LATEST_ENTRIES)))
    return {user: sorted(played, reverse=True) for user, played in found.items()}


def _enough(latest: Sequence[_Played]) -> int:
    """The number of the ``latest`` matches that have enough entries; all of them if they haven't."""
    counted = accumulate(one.entries for one in latest)
    return next((number for number, sum_ in enumerate(counted, 1) if sum_ >= ENOUGH_ENTRIES), len(latest))


def _add_turns(
    connection: Connection,
    played: Mapping[int, Sequence[_Played]],
    vacations: Mapping[int, Sequence[Interval]],
    turns: Mapping[int, list[TurnTaken]],
) -> None:
    """Add the turns that each user took in the matches that they ``played``."""
    matches = {one.match_id for latest in played.values() for one in latest}
    steps: dict[int, list[RecordStep]] = defaultdict(list)
    if matches:
        for match_id, kind, side, at in connection.execute(*_STEPS(matches)):
            steps[match_id].append(RecordStep(_KINDS[kind], side, at))
    for user, latest in played.items():
        for one in latest:
            turns[user].extend(turns_taken(steps[one.match_id], one.side, vacations.get(user, ())))
