"""Challenges and changes to store. No game is asked whether they make sense: a store does not know games."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from matches.model import (
    ChannelId,
    Entry,
    EntryKind,
    GuildId,
    Match,
    MessageId,
    NewMatch,
    Phase,
    Result,
    Sealed,
    Shown,
    Toss,
    UserId,
)

NOON = datetime(2026, 3, 1, 12, 0, 0, 123457, UTC)
WEEK = timedelta(days=7)
ANN, BOB, CAT = UserId(1001), UserId(1002), UserId(1003)
HOME = ChannelId(501)
CRABS, SHRIMPS = Sealed(("crab", "lobster")), Sealed(("shrimp", "crab"))


def challenge(**more: Any) -> NewMatch:
    """Ann challenges Bob, at noon, unless told otherwise."""
    given = {
        "game": "prawns",
        "rules_version": 1,
        "options": {"board": "7x7", "blind": "on"},
        "guild_id": GuildId(11),
        "channel_id": ChannelId(12),
        "challenger": ANN,
        "opponent": BOB,
        "created_at": NOON,
        "deadline_at": more.get("created_at", NOON) + WEEK,
    }
    return NewMatch(**{**given, **more})


def changed(match: Match, **more: Any) -> Match:
    """The match after a change, a minute later."""
    given = {"version": match.version + 1, "changed_at": match.changed_at + timedelta(minutes=1)}
    return replace(match, **{**given, **more})


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
