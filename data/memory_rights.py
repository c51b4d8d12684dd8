"""People's rights in the store in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from data import rating_rows
from data.checks import check_times
from data.memory_people import MemoryPeople
from data.memory_ratings import MemoryRatings
from data.memory_records import MemoryRecords
from data.memory_watching import MemoryWatching
from matches.books import Books, Pages
from matches.champions import Champion, Ended
from matches.model import Entry, Match, MatchId, UserId
from matches.rights_ports import Block, Kept

Rows = list[dict[str, Any]]
Rename = Callable[[UserId], UserId]


class MemoryRights(MemoryRatings, MemoryPeople, MemoryRecords, MemoryWatching):
    """Blocks, what is kept about a person, and letting go of it, in this process only."""

    _drafts: dict[tuple[MatchId, UserId], tuple[str | None, ...]]
    _notes: dict[tuple[MatchId, UserId], str]

    def __init__(self) -> None:
        super().__init__()
        self._blocks: dict[tuple[UserId, UserId], datetime] = {}
        self._forgetting: dict[UserId, datetime] = {}

    async def block(self, user_id: UserId, blocked_id: UserId, at: datetime) -> bool:
        check_times(at)
        if (user_id, blocked_id) in self._blocks:
            return False
        self._blocks[user_id, blocked_id] = at
        return True

    async def unblock(self, user_id: UserId, blocked_id: UserId) -> bool:
        return self._blocks.pop((user_id, blocked_id), None) is not None

    async def blocks(self, user_id: UserId) -> tuple[Block, ...]:
        found = [Block(blocked, at) for (user, blocked), at in self._blocks.items() if user == user_id]
        return tuple(sorted(found, key=lambda one: (one.at, one.blocked), reverse=True))

    async def blockers(self, one: UserId, other: UserId) -> frozenset[UserId]:
        return frozenset(user for user, blocked in self._blocks if {user, blocked} == {one, other})

    async def kept_of(self, user_id: UserId) -> Kept:
        kept = {**self._of_people(user_id), **self._of_books(user_id)}
        kept["entry"] = [
            {"match_id": match.id, "number": number, **asdict(entry)}
            for match in self._matches.values()
            for number, entry in enumerate(match.entries, start=1)
            if entry.kind.names_people and str(user_id) in entry.text.split(" ")
        ]
        return kept

    async def counts_of(self, user_id: UserId) -> Mapping[str, int]:
        kept = await self.kept_of(user_id)
        counts = {name: len(rows) for name, rows in kept.items()}
        return {**counts, "match": sum(user_id in match.players for match in self._matches.values())}

    async def matches_of(self, user_id: UserId, after: MatchId, limit: int) -> tuple[Match, ...]:
        found = [match for match in self._matches.values() if match.id > after and user_id in match.players]
        return tuple(sorted(found, key=lambda match: match.id)[:limit])

    async def worn_by(self, user_id: UserId) -> tuple[tuple[Ended, Champion], ...]:
        return tuple(
            (Ended(*season), one)
            for season, champions in sorted(self._champions.items())
            for one in champions
            if one.user_id == user_id and one.role is not None
        )

    async def ask_to_be_forgotten(self, user_id: UserId, at: datetime) -> None:
        check_times(at)
        self._forgetting.setdefault(user_id, at)

    async def to_be_forgotten(self, limit: int) -> tuple[UserId, ...]:
        found = sorted((at, user) for user, at in self._forgetting.items())
        return tuple(user for _, user in found[:limit])

    async def is_to_be_forgotten(self, user_id: UserId) -> bool:
        return user_id in self._forgetting

    async def forget(self, user_id: UserId, pseudonym: UserId) -> bool:
        theirs = [match for match in self._matches.values() if user_id in match.players]
        if any(match.phase.open for match in theirs):
            return False

        def rename(user: UserId) -> UserId:
            return pseudonym if user == user_id else user

        self._delete_own(user_id)
        for match in self._matches.values():
            self._matches[match.id] = _renamed(match, user_id, rename)
        self._rename_books(user_id, rename)
        return True

    async def prune(self, now: datetime) -> Mapping[str, int]:
        """Nothing is kept for long in memory."""
        check_times(now)
        return {}

    def _of_people(self, user_id: UserId) -> dict[str, Rows]:
        notices = (one for one in self._notices.values() if one.user_id == user_id)
        chosen = sorted(self._preferences.get(user_id, {}).items())
        return {
            "preference": [{"user_id": user_id, "key": key, "value": value} for key, value in chosen],
            "away": [
                {"user_id": user_id, "start_at": stop.start, "end_at": stop.end}
                for stop in self._stops(user_id)
            ],
            "note": [
                {"match_id": match_id, "user_id": user, "text": text}
                for (match_id, user), text in sorted(self._notes.items())
                if user == user_id
            ],
            "draft": [
                {"match_id": match_id, "user_id": user, "choices": list(choices)}
                for (match_id, user), choices in sorted(self._drafts.items())
                if user == user_id
            ],
            "pick": [
                {"match_id": match_id, "side": side, "choices": list(sealed.choices), "user_id": user_id}
                for match_id, match in sorted(self._matches.items())
                for side, sealed in sorted(match.picks.items())
                if sealed.by == user_id
            ],
            "notice": [asdict(one) for one in notices],
            "block": [
                {"user_id": user, "blocked_id": blocked, "at": at}
                for (user, blocked), at in sorted(self._blocks.items())
                if user == user_id
            ],
            "watch": [
                {"match_id": match_id, "user_id": user_id, "each_turn": each, "at": at}
                for match_id, watchers in sorted(self._watches.items())
                for user, (at, each) in watchers.items()
                if user == user_id
            ],
            "imported": [
                {"id": number, "user_id": user_id, "text": one.text, "at": one.at}
                for number, one in sorted(self._imports.items())
                if one.user_id == user_id
            ],
            "share": [
                {"code": one.code, "match_id": match_id, "at": one.at}
                for match_id, one in sorted(self._shares.items())
                if user_id in self._matches[match_id].players
            ],
            "forgetting": [
                {"user_id": user, "at": at} for user, at in self._forgetting.items() if user == user_id
            ],
        }

    def _of_books(self, user_id: UserId) -> dict[str, Rows]:
        found: dict[str, Rows] = {
            table.name: [row for row in rows if user_id in (row["user_id"], row.get("rival_id"))]
            for table, rows in rating_rows.written_rows(self._books)
        }
        found["gone"] = [
            {"guild_id": guild, "user_id": user}
            for guild, user in sorted(self._books.gone)
            if user == user_id
        ]
        found["score"] = [
            rating_rows.score_columns(one)
            for entered in self._entered.values()
            for one in entered
            if user_id in (one.score.user_id, one.score.rival_id)
        ]
        found["rated_start"] = [
            {
                "match_id": match_id,
                "game": one.game,
                "low_id": one.pair[0],
                "high_id": one.pair[1],
                "at": one.at,
            }
            for match_id, one in self._rated_starts.items()
            if user_id in one.pair
        ]
        found["champion"] = [
            {"guild_id": guild, "season": season, **asdict(one)}
            for (guild, season), champions in sorted(self._champions.items())
            for one in champions
            if one.user_id == user_id
        ]
        return found

    def _delete_own(self, user_id: UserId) -> None:
        self._preferences.pop(user_id, None)
        self._away.pop(user_id, None)
        self._forgetting.pop(user_id, None)
        self._notes = {key: text for key, text in self._notes.items() if key[1] != user_id}
        self._drafts = {key: choices for key, choices in self._drafts.items() if key[1] != user_id}
        self._blocks = {key: at for key, at in self._blocks.items() if key[0] != user_id}
        self._imports = {number: one for number, one in self._imports.items() if one.user_id != user_id}
        for watchers in self._watches.values():
            watchers.pop(user_id, None)
        for notice in [one for one in self._notices.values() if one.user_id == user_id]:
            self._forget(notice.id)

    def _rename_books(self, user_id: UserId, rename: Rename) -> None:
        gone = {(guild, user) for guild, user in self._books.gone if user != user_id}
        self._books = _renamed_books(self._books, rename)
        self._books.gone = gone
        for key, line in list(self._books.standings):
            if key.user_id == rename(user_id):
                self._books.standings.put(key, replace(line, listed=False))
        self._entered = {
            match_id: tuple(
                replace(
                    one,
                    score=replace(
                        one.score, user_id=rename(one.score.user_id), rival_id=rename(one.score.rival_id)
                    ),
                )
                for one in entered
            )
            for match_id, entered in self._entered.items()
        }
        self._rated_starts = {
            match_id: replace(start, one=rename(start.one), other=rename(start.other))
            for match_id, start in self._rated_starts.items()
        }
        self._champions = {
            season: tuple(
                replace(one, user_id=rename(user_id), role=None) if one.user_id == user_id else one
                for one in champions
            )
            for season, champions in self._champions.items()
        }


def _renamed(match: Match, user_id: UserId, rename: Rename) -> Match:
    """A match that is over without the person; the very same one where nothing names them."""
    entries = tuple(_renamed_entry(entry, user_id, rename) for entry in match.entries)
    picks = {
        side: sealed if sealed.by is None else replace(sealed, by=rename(sealed.by))
        for side, sealed in match.picks.items()
    }
    match = replace(match, entries=entries, picks=MappingProxyType(picks))
    if user_id not in match.players:
        return match
    shown = replace(match.shown, version=match.shown.version + 1)
    if shown.direct:
        shown = replace(shown, direct=False, home=None, card=None, card_at=None)
    return replace(
        match,
        version=match.version + 1,
        challenger=rename(match.challenger),
        opponent=None if match.opponent is None else rename(match.opponent),
        sides=MappingProxyType({side: rename(user) for side, user in match.sides.items()}),
        shown=shown,
    )


def _renamed_entry(entry: Entry, user_id: UserId, rename: Rename) -> Entry:
    if not entry.kind.names_people:
        return entry
    words = [str(rename(user_id)) if word == str(user_id) else word for word in entry.text.split(" ")]
    return replace(entry, text=" ".join(words))


def _renamed_books(books: Books, rename: Rename) -> Books:
    return Books(
        accounts=_renamed_pages(books.accounts, rename),
        points=_renamed_pages(books.points, rename),
        tallies=_renamed_pages(books.tallies, rename),
        meetings=_renamed_pages(books.meetings, rename),
        openings=_renamed_pages(books.openings, rename),
        standings=_renamed_pages(books.standings, rename),
        faced=_renamed_keys(books.faced, rename),
        guilds=_renamed_keys(books.guilds, rename),
    )


def _renamed_pages(pages: Pages[Any, Any], rename: Rename) -> Pages[Any, Any]:
    renamed: Pages[Any, Any] = Pages()
    for key, line in pages:
        renamed.put(_renamed_key(key, rename), line)
    return renamed


def _renamed_keys(found: Mapping[Any, Any], rename: Rename) -> defaultdict[Any, Any]:
    return defaultdict(dict, {_renamed_key(key, rename): line for key, line in found.items()})


def _renamed_key(key: Any, rename: Rename) -> Any:
    """A key of the books, which all name a person, and some a rival."""
    people = [name for name in ("user_id", "rival_id") if name in key._fields]
    return key._replace(**{name: rename(getattr(key, name)) for name in people})
