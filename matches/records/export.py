"""Writes a user's export: the JSON file with all data about one person.

It has everything stored about them. Of matches it has only what this person may see: no hidden pick of
another player. Ids are strings, since many programs cannot
read integers of this size; times are in UTC.

The file is written in pieces, since a person may have thousands of matches: the part before them, then some
matches at a time, then the end. Joined, the pieces equal the output of ``json.dumps`` for the whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from matches.audience import picks_seen
from matches.lifecycle.history import folded
from matches.model import Entry, Match, RatedStatus, UserId
from matches.players import Computer, Player, SamePerson
from matches.records import as_json, transcript_of
from matches.summaries import PersonalData
from matches.time import as_utc
from matches.time.clocks import Clocks
from matches.written import number_of, player_of

FORM: Final = 1
"""The version of the export format."""
_IDS: Final = frozenset(
    {"channel", "message", "role", "user_id", "rival_id", "blocked_id", "guild_id", "low_id", "high_id"}
)
_JSON: Final = frozenset({"choices", "body"})
"""Columns whose text is JSON itself."""

Plain = dict[str, Any]


def beginning(user: UserId, now: datetime, kept: PersonalData) -> str:
    """The part of the export of ``user``, made ``now``, before the first match; ``kept``: rows by title."""
    whole = {
        "export": FORM,
        "player": str(user),
        "made": _time(now),
        **{title: [_row(row) for row in rows] for title, rows in kept.items()},
        "matches": [],
    }
    return _written(whole).removesuffix("]\n}")


def some_matches(found: Iterable[Match], user: UserId, *, first: bool) -> str:
    """The next matches as ``user`` may see them; ``first``: they are the first of the list.

    Slow: each started match is replayed. Memory holds the texts, and only one replayed match at a time.
    """
    # JSON strings have no raw line breaks, so all line breaks belong to the layout.
    texts = (_written(_match(match, user)).replace("\n", "\n  ") for match in found)
    return "".join(f"{'' if first and not number else ','}\n  {text}" for number, text in enumerate(texts))


def end(*, empty: bool) -> str:
    """The text after the last match; ``empty``: there were no matches."""
    return "]\n}\n" if empty else "\n ]\n}\n"


def _written(plain: Plain) -> str:
    return json.dumps(plain, indent=1, ensure_ascii=False)


def _row(row: Mapping[str, object]) -> Plain:
    return {name: _value(name, value) for name, value in row.items()}


def _value(name: str, value: object) -> object:
    if isinstance(value, datetime):
        return _time(value)
    if isinstance(value, str) and name in _JSON:
        return json.loads(value)
    if name == "rival_id" and isinstance(value, int):
        return _player(player_of(value))
    return str(value) if name in _IDS and value is not None else value


def _time(moment: datetime) -> str:
    return as_utc(moment).isoformat()


def _match(match: Match, user: UserId) -> Plain:
    match = match.seen_by(user)
    return {
        "match": match.id,
        "game": match.game_key,
        "rules": match.rules_version,
        "options": dict(match.options),
        "server": str(match.guild_id),
        "channel": str(match.channel_id),
        "played in": match.shown.home and str(match.shown.home),
        "challenger": _player(match.challenger),
        "opponent": match.opponent and _player(match.opponent),
        "sides": {seat.side: _player(seat.player) for seat in match.seats},
        "pace": str(match.terms.pace),
        "rated": match.stakes is RatedStatus.RATED,
        "weekends off": match.terms.weekends_off,
        "turns may be taken back": match.terms.takebacks,
        "its players may try lines": match.terms.lines,
        "match of a set of two": match.terms.set_part or None,
        "for the place on the ladder": match.terms.ladder or None,
        "board of the simul": match.terms.simul or None,
        "by standing offers": match.terms.by_offer,
        "offered in other servers": match.terms.across,
        "in a private thread": match.terms.private,
        "begins from": match.terms.start,
        "asks of the other player": str(match.terms.requirements) or None,
        "rematch of": match.rematch_of,
        "rematch": match.rematch,
        "phase": match.phase.value,
        "challenged": _time(match.created_at),
        "last changed": _time(match.changed_at),
        "toss": match.toss and {"called": match.toss.call, "fell": match.toss.fell},
        "moves first": match.first,
        "picks": _picks(match, user),
        "clocks": match.clocks and _clocks(match.clocks),
        "paused": match.pause and [_time(match.pause.start), _time(match.pause.end)],
        "result": match.result
        and {
            "winner": match.result.winner,
            "reason": match.result.reason,
            "counts": match.result.counts,
        },
        "entries": [_entry(entry) for entry in match.entries],
        "record": json.loads(as_json(transcript_of(match, folded(match)))) if match.started else None,
    }


def _player(player: Player) -> str:
    if isinstance(player, SamePerson):
        return "the same person"
    return f"computer, level {player.level}" if isinstance(player, Computer) else str(number_of(player))


def _picks(match: Match, user: UserId) -> Plain:
    """The picks that ``user`` may know; before play begins only their own, even if picks are open."""
    own = match.side_of(user)
    return {
        side: list(picks) for side, picks in picks_seen(match, user).items() if match.started or side == own
    }


def _clocks(clocks: Clocks) -> Plain:
    seconds = {side: clock.left.total_seconds() for side, clock in clocks.sides.items()}
    return {"seconds left": seconds, "running": clocks.running, "since": clocks.since and _time(clocks.since)}


def _entry(entry: Entry) -> Plain:
    return {
        "kind": entry.kind.value,
        "text": entry.text,
        "side": entry.side,
        "ply": entry.ply,
        "at": _time(entry.at),
    }
