"""Texts about muting one match, for good or for a while."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from cogs.text.en.phrases import title, when
from matches.clock import DAY
from matches.model import Match

OPEN: Final = "Mute…"
MUTE: Final = "Mute"
UNMUTE: Final = "Unmute"
BACK: Final = "Back"
SNOOZE: Mapping[timedelta, str] = {DAY: "Snooze until tomorrow", 3 * DAY: "Snooze for 3 days"}
"""The labels of the buttons that mute a match for a while, by how long."""


def panel(match: Match) -> str:
    """Asks how to mute a match, and says what each way means."""
    lines = [
        f"### Mute {title(match)}?",
        "**Mute:** no pings or messages about this match until you unmute it." + _last(match, _MUTED),
    ]
    if not match.pace.fast:
        lines.append(
            "**Snooze:** the same, but only for a while. If it's your turn, I remind you after that."
            + _last(match, _SNOOZED)
        )
    lines.append("-# The board still shows whose turn it is. Only you know that you muted it.")
    return "\n".join(lines)


_MUTED: Final = " The last warning before your time is up still appears in the thread, but it won't ping you."
_SNOOZED: Final = " The last warning before your time is up still pings you."


def _last(match: Match, said: str) -> str:
    return said if match.pace.timed else ""


def muted(until: datetime | None) -> str:
    """The line on the panel of a match that its reader has muted."""
    if until is None:
        return "🔕 You've muted this match."
    return f"🔕 You've snoozed this match until {when(until)}."
