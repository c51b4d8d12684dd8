"""Conversion between matches and database rows."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, cast

from sqlalchemy import RowMapping

from data.clocks import plain_clocks, read_clocks
from data.errors import DAMAGED
from data.schema import utc
from engines import Side
from matches.chores import Chore, ChoreKind, NewChore
from matches.errors import DamagedError
from matches.model import (
    NO_MATCH,
    CoinSide,
    Draw,
    Entry,
    EntryKind,
    Match,
    MatchFacts,
    MatchId,
    MatchPlace,
    MatchTerms,
    Mute,
    NewMatch,
    NewNotice,
    Notice,
    NoticeKind,
    NoticePlace,
    NoticeState,
    Person,
    Phase,
    RatedStatus,
    Result,
    SecretPick,
    Shown,
    Toss,
    UserId,
)
from matches.players import Player, SamePerson, Seat
from matches.requirements import NO_REQUIREMENTS, Requirements
from matches.summaries import MatchSummary
from matches.time.intervals import Interval
from matches.time.pace import Pace
from matches.written import number_of, player_of

Columns = dict[str, Any]

ALIVE_AT: Final = "alive at"
"""The fact with the time at which the bot was last recorded as alive."""
ABOUT_PERSON, ABOUT_GUILD, ABOUT_MUTE = 0, 1, 2
"""The kinds of rows in the query around a match: a user's, its server's setting, or a mute."""
_NOBODY: Final = 0
"""The user of a notice without an addressee."""
OF_SHOWN: Final = ("invitation", "home", "card", "card_at", "stage", "direct", "closed")
"""The parts of ``Shown``, besides the version, whose columns have the same names."""
_OF_TERMS: Final = tuple(field.name for field in fields(MatchTerms))
_UNREADABLE: Final = (ValueError, KeyError, TypeError, AttributeError, OverflowError)
"""The errors of a reader that cannot decode a row."""
_KINDS: Final = {kind.value: kind for kind in EntryKind}


@contextmanager
def _decoding(what: str) -> Iterator[None]:
    """Turn the errors of an undecodable row into a damaged database. The row itself is never quoted."""
    try:
        yield
    except _UNREADABLE as error:
        raise _damaged(what, error) from None


def _damaged(what: str, error: Exception) -> DamagedError:
    return DamagedError(f"{DAMAGED} ({what}: {type(error).__name__})")


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def challenge_columns(new: NewMatch) -> Columns:
    """The row of a new challenge, which Discord hasn't seen yet."""
    return {
        "version": 1,
        "phase": Phase.CHALLENGED.value,
        "game": new.game_key,
        "rules_version": new.rules_version,
        "options": _text(dict(new.options)),
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "challenger": number_of(new.challenger),
        "opponent": _number(new.opponent),
        "created_at": new.created_at,
        "changed_at": new.created_at,
        "deadline_at": new.deadline_at,
        "rematch_of": new.rematch_of,
        "challenger_side": new.side,
        "first_side": new.first,
        "stakes": new.stakes.value,
        **terms_columns(new.terms),
        "draw": new.draw and new.draw.value,
        "draw_salt": new.draw and new.draw.salt,
        "challenger_to_act": False,
        "opponent_to_act": new.opponent is not None,
        **shown_columns(Shown(home=new.home, direct=new.direct)),
    }


def terms_columns(terms: MatchTerms) -> Columns:
    """The columns of a match's terms, which have the same names."""
    written = {name: getattr(terms, name) for name in _OF_TERMS}
    return {**written, "pace": str(terms.pace), "requirements": str(terms.requirements) or None}


def _terms(row: RowMapping) -> MatchTerms:
    read = {name: row[name] for name in _OF_TERMS}
    asked = read["requirements"]
    return MatchTerms(
        **{
            **read,
            "pace": Pace.read(read["pace"]),
            "requirements": Requirements.read(asked) if asked else NO_REQUIREMENTS,
        }
    )


def to_act_columns(match: MatchFacts, to_act: Collection[Player] | None) -> Columns:
    """The columns for the players a match waits for; null if ``to_act`` is None."""
    return {
        "challenger_to_act": None if to_act is None else match.challenger in to_act,
        "opponent_to_act": None if to_act is None else match.opponent in to_act,
    }


def filled_in(match: Match, to_act: Collection[Player]) -> Columns:
    """The parameters that set a match's ``to_act``, unless it has changed."""
    waits = to_act_columns(match, to_act)
    return {
        "match_id": match.id,
        "seen": match.version,
        "challenger_waits": waits["challenger_to_act"],
        "opponent_waits": waits["opponent_to_act"],
    }


def change_columns(after: Match, to_act: Collection[Player] | None) -> Columns:
    """The columns a change may write: not what the challenge fixed, nor what Discord has seen."""
    return {
        **to_act_columns(after, to_act),
        "version": after.version,
        "phase": after.phase.value,
        "options": _text(dict(after.options)),
        # An administrator may hand a match over to another player.
        "challenger": number_of(after.challenger),
        "opponent": _number(after.opponent),
        "challenger_side": _side_of(after, after.challenger),
        "opponent_side": _side_of(after, after.opponent),
        "changed_at": after.changed_at,
        "deadline_at": after.deadline_at,
        "toss_call": after.toss and after.toss.call,
        "toss_fell": after.toss and after.toss.fell,
        "first_side": after.first,
        "result_winner": after.result and after.result.winner,
        "result_reason": after.result and after.result.reason,
        "result_counts": after.result is None or after.result.counts,
        "clocks": after.clocks and _text(plain_clocks(after.clocks)),
        "pause_start": after.pause and after.pause.start,
        "pause_end": after.pause and after.pause.end,
        "rematch": after.rematch,
    }


def _number(player: Player | None) -> int | None:
    return None if player is None else number_of(player)


def _side_of(match: Match, player: Player | None) -> Side | None:
    if isinstance(player, SamePerson):
        return match.seats[1].side if match.seated else None
    seat = None if player is None else match.seat_of(player)
    return None if seat is None else seat.side


def shown_columns(shown: Shown) -> Columns:
    """The columns of ``Shown``."""
    return {"shown_version": shown.version, **{name: getattr(shown, name) for name in OF_SHOWN}}


def place_columns(match: MatchFacts, place: MatchPlace) -> Columns:
    """The row of the second place of a match."""
    same = {"guild_id": place.guild_id, "channel_id": place.channel_id, **shown_columns(place.shown)}
    return {"match_id": match.id, "version": match.version, "changed_at": match.changed_at, **same}


def read_place(row: RowMapping) -> MatchPlace:
    """A place, from its row, which may be that of a match."""
    return MatchPlace(row["guild_id"], row["channel_id"], read_shown(row))


def entry_columns(after: Match, stored: int) -> list[Columns]:
    """The rows of the entries after the first ``stored`` ones."""
    return [
        {
            "match_id": after.id,
            "number": number,
            "kind": entry.kind.value,
            "text": entry.text,
            "side": entry.side,
            "ply": entry.ply,
            "at": entry.at,
        }
        for number, entry in enumerate(after.entries[stored:], start=stored + 1)
    ]


def pick_columns(match_id: MatchId, side: Side, sealed: SecretPick) -> Columns:
    """The row of a secret pick."""
    return {
        "match_id": match_id,
        "side": side,
        "choices": _text(sealed.choices),
        "user_id": _number(sealed.by),
        "salt": sealed.salt,
    }


def draft_columns(match_id: MatchId, user_id: UserId, choices: Sequence[str | None]) -> Columns:
    """The row of a draft."""
    return {"match_id": match_id, "user_id": user_id, "choices": _text(list(choices))}


def notice_columns(match_id: MatchId, new: NewNotice) -> Columns:
    """The row of a new notice."""
    return {
        "match_id": match_id,
        "user_id": new.user_id or _NOBODY,
        "kind": new.kind.value,
        "place": new.place.value,
        "name": new.name,
        "due_at": new.due_at,
        "state": NoticeState.DUE.value,
    }


def read_draft(text: str) -> tuple[str | None, ...]:
    """The choices of a draft. Raises StoreUnavailableError if they are damaged."""
    with _decoding("draft"):
        return tuple(json.loads(text))


def read_notice(row: RowMapping) -> Notice:
    """The notice of a row. Raises StoreUnavailableError if it is damaged."""
    with _decoding(f"notice={row['id']}"):
        return Notice(
            **{name: row[name] for name in ("id", "match_id", "name", "due_at", "channel", "message")},
            user_id=None if row["user_id"] == _NOBODY else row["user_id"],
            kind=NoticeKind(row["kind"]),
            place=NoticePlace(row["place"]),
            state=NoticeState(row["state"]),
            tried=row["claimed_until"] is not None,
        )


def chore_columns(match_id: MatchId, new: NewChore) -> Columns:
    """The row of a new chore, not claimed."""
    return {
        "match_id": match_id,
        "kind": new.kind.value,
        "channel": new.channel,
        "message": new.message,
        "stage": new.stage,
        "posted_at": new.posted_at,
        "due_at": new.due_at,
        "claimed_until": None,
        "attempts": 0,
    }


def read_chore(row: RowMapping) -> Chore:
    """The chore of a row, its attempts including this claim. Raises StoreUnavailableError if damaged."""
    same = ("id", "match_id", "due_at", "channel", "message", "stage", "posted_at")
    with _decoding(f"chore={row['id']}"):
        return Chore(
            **{name: row[name] for name in same}, kind=ChoreKind(row["kind"]), attempts=row["attempts"] + 1
        )


def time_text(moment: datetime) -> str:
    """A time as the text of a fact."""
    return utc(moment).isoformat(" ", "microseconds")


def read_time(text: str | None) -> datetime | None:
    """The time in a fact's text. Raises StoreUnavailableError if it cannot be read."""
    with _decoding("fact"):
        return None if text is None else utc(datetime.fromisoformat(text))


def read_stop(row: RowMapping) -> Interval:
    """The interval of a row with a start and an end."""
    return Interval(row["start_at"], row["end_at"])


def read_people(user_ids: Sequence[UserId], found: Iterable[RowMapping]) -> Mapping[UserId, Person]:
    """Each of these users, from the rows of all of them: settings, times away, and mutes of one match."""
    chosen: dict[UserId, dict[str, str]] = defaultdict(dict)
    stops: dict[UserId, list[Interval]] = defaultdict(list)
    mutes: dict[UserId, Mute] = {}
    for row in found:
        if row["about"] == ABOUT_MUTE:
            mutes[row["user_id"]] = Mute(row["start_at"], row["end_at"])
        elif row["key"] is None:
            stops[row["user_id"]].append(read_stop(row))
        else:
            chosen[row["user_id"]][row["key"]] = row["value"]
    away = {user: tuple(sorted(theirs, key=attrgetter("start"))) for user, theirs in stops.items()}
    return {user: Person(chosen.get(user, {}), away.get(user, ()), mutes.get(user)) for user in user_ids}


def read_entries(rows: Iterable[Sequence[Any]]) -> Mapping[MatchId, tuple[Entry, ...]]:
    """The records by match, from whole rows. Raises StoreUnavailableError if one is damaged.

    More rows are read here than anywhere else, so columns are read by position and checked all at once.
    """
    found: dict[MatchId, list[Entry]] = defaultdict(list)
    row: Sequence[Any] = (NO_MATCH, 0)
    try:
        for row in rows:
            match_id, _number, kind, text, side, ply, at = row
            found[match_id].append(Entry(_KINDS[kind], text, side, ply, at))
    except _UNREADABLE as error:
        raise _damaged(f"match={row[0]} entry={row[1]}", error) from None
    return {match_id: tuple(entries) for match_id, entries in found.items()}


def read_picks(rows: Iterable[RowMapping]) -> Mapping[MatchId, Mapping[Side, SecretPick]]:
    """The secret picks by match. Raises StoreUnavailableError if a row is damaged."""
    found: dict[MatchId, dict[Side, SecretPick]] = defaultdict(dict)
    for row in rows:
        with _decoding(f"match={row['match_id']} pick"):
            choices = tuple(json.loads(row["choices"]))
            found[row["match_id"]][row["side"]] = SecretPick(
                choices, by=_player(row["user_id"]), salt=row["salt"]
            )
    return found


def _player(number: int | None) -> Player | None:
    return None if number is None else player_of(number)


def _seats(row: RowMapping) -> tuple[Seat, ...]:
    challenger, opponent = player_of(row["challenger"]), _player(row["opponent"])
    other = challenger if isinstance(opponent, SamePerson) else opponent
    seats = ((row["challenger_side"], challenger), (row["opponent_side"], other))
    return tuple(Seat(side, player) for side, player in seats if side is not None and player is not None)


def read_shown(row: RowMapping) -> Shown:
    """The ``Shown`` of a match, from its row."""
    return Shown(row["shown_version"], **{name: row[name] for name in OF_SHOWN})


def _toss(row: RowMapping) -> Toss | None:
    if row["toss_call"] is None:
        return None
    return Toss(cast(CoinSide, row["toss_call"]), cast(CoinSide, row["toss_fell"]))


def _draw(row: RowMapping) -> Draw | None:
    return None if row["draw"] is None else Draw.read(row["draw"], row["draw_salt"])


def _result(row: RowMapping) -> Result | None:
    if row["result_reason"] is None:
        return None
    return Result(row["result_winner"], row["result_reason"], row["result_counts"])


def _pause(row: RowMapping) -> Interval | None:
    if row["pause_start"] is None:
        return None
    return Interval(row["pause_start"], row["pause_end"])


def _facts(row: RowMapping, others: Sequence[MatchPlace]) -> Columns:
    """The fields of ``MatchFacts``, from a match's row and its ``others`` among the places."""
    return {
        **{name: row[name] for name in ("id", "version", "rules_version")},
        "game_key": row["game"],
        **{name: row[name] for name in ("created_at", "changed_at", "deadline_at", "rematch_of", "rematch")},
        "phase": Phase(row["phase"]),
        "options": MappingProxyType(dict(json.loads(row["options"]))),
        "places": (read_place(row), *others),
        "challenger": player_of(row["challenger"]),
        "opponent": _player(row["opponent"]),
        "seats": _seats(row),
        "toss": _toss(row),
        "draw": _draw(row),
        "first": row["first_side"],
        "result": _result(row),
        "terms": _terms(row),
        "clocks": None if row["clocks"] is None else read_clocks(json.loads(row["clocks"])),
        "pause": _pause(row),
        "stakes": RatedStatus(row["stakes"]),
        "advance_revision": row["advance_revision"],
    }


def read_match(
    row: RowMapping,
    entries: tuple[Entry, ...] = (),
    picks: Mapping[Side, SecretPick] | None = None,
    others: Sequence[MatchPlace] = (),
) -> Match:
    """The match of a row, with its record, its picks and the ``others`` of its places.

    Raises StoreUnavailableError if it is damaged.
    """
    with _decoding(f"match={row['id']}"):
        return Match(**_facts(row, others), picks=MappingProxyType(dict(picks or {})), entries=entries)


def read_summary(row: RowMapping, others: Sequence[MatchPlace] = ()) -> MatchSummary:
    """The summary of a match, from its row and the ``others`` of its places.

    Raises StoreUnavailableError if it is damaged.
    """
    with _decoding(f"match={row['id']}"):
        return MatchSummary(**_facts(row, others), to_act=read_to_act(row), begun_at=row["begun_at"])


def read_to_act(row: RowMapping) -> tuple[Player, ...] | None:
    """The players a match waits for, the challenger first; None if that is unknown."""
    waits = (row["challenger_to_act"], row["opponent_to_act"])
    if None in waits:
        return None
    players = (row["challenger"], row["opponent"])
    return tuple(player_of(number) for number, waited_for in zip(players, waits, strict=True) if waited_for)
