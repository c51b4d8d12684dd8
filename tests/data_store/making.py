"""Challenges and changes to store. No game is asked whether they make sense: a store does not know games."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import Any

from data import Database, stores
from matches.advances import Advance, ConditionKind
from matches.model import (
    USUAL_TERMS,
    ChannelId,
    Entry,
    EntryKind,
    GuildId,
    Match,
    MatchFacts,
    MatchTerms,
    MessageId,
    NewMatch,
    NewNotice,
    NoticeKind,
    NoticePlace,
    Phase,
    Result,
    SecretPick,
    Shown,
    Toss,
    UserId,
)
from matches.ratings.rating import day_of
from matches.ratings.scores import DRAW, LOSS, WIN, MatchScores, Score
from matches.summaries import MatchSummary
from matches.time.clocks import Clocks, SideClock
from matches.time.pace import Pace
from matches.written import player_of
from tests.people import seats_of
from tests.store import keep

NOON = datetime(2026, 3, 1, 12, 0, 0, 123457, UTC)
MINUTE, HOUR, DAY, WEEK = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta(days=7)
ANN, BOB, CAT = UserId(1001), UserId(1002), UserId(1003)
HOME = ChannelId(501)
CRABS, SHRIMPS = SecretPick(("crab", "lobster")), SecretPick(("shrimp", "crab"))


def as_players(given: dict[str, Any], terms: MatchTerms = USUAL_TERMS) -> dict[str, Any]:
    """What tests say of a match by numbers of people, as values; ``sides`` say who sits where."""
    found = dict(given)
    for name in ("challenger", "opponent"):
        if isinstance(found.get(name), int):
            found[name] = player_of(found[name])
    if "sides" in found:
        found["seats"] = seats_of(found.pop("sides"))
    settled = {field.name: found.pop(field.name) for field in fields(MatchTerms) if field.name in found}
    return {**found, "terms": replace(found.get("terms", terms), **settled)}


def challenge(**more: Any) -> NewMatch:
    """Ann challenges Bob, at noon, unless told otherwise."""
    given = {
        "game_key": "prawns",
        "rules_version": 1,
        "options": {"board": "7x7", "blind": "on"},
        "guild_id": GuildId(11),
        "channel_id": ChannelId(12),
        "challenger": ANN,
        "opponent": BOB,
        "created_at": NOON,
        "deadline_at": more.get("created_at", NOON) + WEEK,
    }
    return NewMatch(**as_players({**given, **more}))


async def new_challenge(store: Database, **more: Any) -> Match:
    """A challenge, stored."""
    return await store.write(stores.matches.create, challenge(**more))


async def new_match(store: Database, **more: Any) -> Match:
    """A match that has just begun, stored."""
    return await keep(store, accepted(await new_challenge(store, **more)))


async def ended_match(store: Database, **more: Any) -> Match:
    """A match that blue has won, stored."""
    return await keep(store, finished(await new_match(store, **more)))


def owed(user_id: UserId | None, name: str = "news", **more: Any) -> NewNotice:
    """A message with news to somebody, due at noon, unless told otherwise."""
    given = {"kind": NoticeKind.NEWS, "place": NoticePlace.DIRECT, "due_at": NOON}
    return NewNotice(**{"user_id": user_id, "name": name, **given, **more})


def digest(user_id: UserId, name: str = "2026-03-01", **more: Any) -> NewNotice:
    """Everything that waits for somebody, for one day."""
    return owed(user_id, name, **{"kind": NoticeKind.DIGEST, **more})


def clocks(pace: str = "5d+12h<7d", running: str | None = "green") -> Clocks:
    """The clocks in the middle of a match, with a value in every field."""
    sides = {
        "green": SideClock(DAY + timedelta(microseconds=1), 2 * DAY, 7, rest=3 * HOUR, again=1),
        "blue": SideClock(timedelta(0), timedelta(microseconds=999_999)),
    }
    return Clocks(Pace.read(pace), sides, running, None if running is None else NOON)


def changed(match: Match, **more: Any) -> Match:
    """The match after a change, a minute later."""
    given = {"version": match.version + 1, "changed_at": match.changed_at + timedelta(minutes=1)}
    after = replace(match, **as_players({**given, **more}, match.terms))
    # As they are read from a row: the challenger's first.
    return replace(after, seats=tuple(sorted(after.seats, key=lambda seat: seat.player != after.challenger)))


def accepted(match: Match, **more: Any) -> Match:
    """The match after the coin fell for Bob, who begins."""
    given = {
        "phase": Phase.SETUP,
        "deadline_at": None,
        "sides": {"blue": BOB, "green": ANN},
        "toss": Toss("heads", "heads"),
        "first": "blue",
    }
    return changed(match, **{**given, **more})


def played(match: Match, *texts: str) -> Match:
    """The match after these actions."""
    ply = len(match.entries)
    at = match.changed_at + timedelta(minutes=1)
    fresh = [
        Entry(EntryKind.ACTION, text, "blue" if number % 2 else "green", number, at)
        for number, text in enumerate(texts, start=ply + 1)
    ]
    return changed(match, phase=Phase.PLAYING, entries=(*match.entries, *fresh))


def finished(match: Match, **more: Any) -> Match:
    """The match won by blue."""
    return changed(match, **{"phase": Phase.FINISHED, "result": Result("blue", "eaten"), **more})


def ending(match: Match, winner: str | None = "blue", **more: Any) -> MatchScores:
    """What the end of a match brings its players, rated, two minutes after it changed last."""
    ended_at = more.get("ended_at", match.changed_at + 2 * MINUTE)
    given = {
        "match_id": match.id,
        "game": match.game_key,
        "guild_id": match.guild_id,
        "reason": "eaten",
        "ended_at": ended_at,
        "rated": True,
        "day": day_of(ended_at),
        "opening": "d2-d3",
    }
    return MatchScores(
        tuple(
            Score(
                player=seat.player,
                rival=next(player for player in match.players if player != seat.player),
                side=seat.side,
                points=DRAW if winner is None else WIN if seat.side == winner else LOSS,
                **{**given, **more},
            )
            for seat in sorted(match.seats, key=attrgetter("side"))
        )
    )


def summary(match: Match, *to_act: UserId) -> MatchSummary:
    """The match as lists show it; whom it waits for was not told, unless it is a challenge or named here."""
    asked = match.opponent if match.phase is Phase.CHALLENGED and match.version == 1 else None
    known = tuple(map(player_of, to_act)) or (() if asked is None else (asked,))
    facts = {one.name: getattr(match, one.name) for one in fields(MatchFacts)}
    begun_at = match.entries[0].at if match.entries else None
    waits_for = known if to_act or match.version == 1 else None
    return MatchSummary(**facts, to_act=waits_for, begun_at=begun_at)


def shown(match: Match, **more: Any) -> Shown:
    """What Discord has seen once the match as it is now was painted at home."""
    given = {
        "version": match.version,
        "invitation": MessageId(601),
        "home": HOME,
        "card": MessageId(602),
        "card_at": NOON,
        "stage": "play",
    }
    return Shown(**{**given, **more})


def spoken(user: UserId = ANN, number: int = 1, **more: Any) -> Advance:
    """A move in advance for the third turn, said at noon, for the position after a7-a6."""
    given = {
        "follows": 0,
        "turn": 3,
        "kind": ConditionKind.POSITION,
        "condition": "8/8 blue",
        "after": ("a7-a6",),
        "reply": ("b2-b3",),
        "said_at": NOON,
    }
    return Advance(**{"user_id": user, "number": number, **given, **more})
