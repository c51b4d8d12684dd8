"""Texts of reminders, digests and announcements, and of muting them for one match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from cogs.text.en.match import ASKS, match_line, to_board
from cogs.text.en.phrases import date, mention, sentence, span, title, when
from cogs.text.en.time import deadline_of, due, soon
from engines.record import Played
from matches import Match, Phase, UserId
from matches.clock import DAY
from matches.lifecycle import offers
from matches.lifecycle.finish import ABORTED, AGREED, BY_ADMIN, IDLE, ON_TIME, RESIGNED, WITHOUT_RESULT
from matches.lifecycle.idle import NUDGED_AFTER, ends_at
from matches.lifecycle.leaving import silence_loses
from matches.model import EntryKind, MatchFacts, NoticeKind, Result
from matches.summaries import MatchSummary

NEXT_MATCH = "Next match"
FINAL_BOARD = "Final board"
DIGEST_TITLE = "### Today in your matches"
WAITING_TITLE = "### Your turn in these"
NOTHING_WAITS = "Nothing is waiting for you."


def notice(
    match: Match,
    user: UserId,
    kind: NoticeKind,
    last: Sequence[Played],
    *,
    to_act: bool,
    alone: bool,
    due_at: datetime,
) -> str:
    """A message about one match that goes on: what it wants of its reader, until when, and the way there.

    ``last`` is the last turn; ``alone``: only the reader sees the message, so that it need not name them;
    ``due_at`` is when it was owed.
    """
    what = f"{_what(match, user, last, to_act=to_act)}."
    what = sentence(what) if alone else f"{mention(user)}, {what}"
    if kind is NoticeKind.LAST:
        what = f"**Last warning.** {what}"
    said = [what, _until(match, kind, due_at) if to_act else "", to_board(match)]
    return "\n".join([f"### {title(match)}", *filter(None, said)])


def _what(match: Match, user: UserId, last: Sequence[Played], *, to_act: bool) -> str:
    offer = offers.standing(match)
    if match.phase is Phase.SETUP:
        return "make your pick" if to_act else "a server admin has replaced a player"
    if offer is not None and match.side_of(user) != offer.by:
        return f"your opponent {ASKS[offer.kind]}"
    if _time_is_up(match):
        if to_act and match.computer:
            return "your time is up. You can still move, or the computer wins in a while"
        if to_act:
            until = " until your opponent claims the win" if match.computer is None else ""
            return f"your time is up. You can still move{until}"
        return "your opponent's time is up: you can claim the win, or give more time"
    if to_act:
        played = "; ".join(action.description for action in last if action.side != match.side_of(user))
        return f"it's your turn, after {played}" if played else "it's your turn"
    return "there's news in your match"


def _time_is_up(match: Match) -> bool:
    return bool(match.entries) and match.entries[-1].kind is EntryKind.TIME_UP


def _until(match: Match, kind: NoticeKind, due_at: datetime) -> str:
    if kind is NoticeKind.NUDGE:
        return _nudged(match, due_at)
    deadline = deadline_of(match)
    if deadline is None or _time_is_up(match):
        return ""
    after = _after(match) if kind is NoticeKind.LAST else ""
    return f"{'Pick' if match.phase is Phase.SETUP else 'Move'} by {soon(match, deadline)}.{after}"


def _nudged(match: Match, due_at: datetime) -> str:
    """A match without a clock lies idle: what becomes of it."""
    silence, end = f"Nobody has moved for {span(NUDGED_AFTER)}.", date(ends_at(due_at))
    if silence_loses(match):
        return f"{silence} If you don't by {end}, you lose this match."
    return f"{silence} If nobody does by {end}, this match ends without a result, and nobody loses."


def _after(match: Match) -> str:
    """The consequence of the time being up."""
    if match.phase is Phase.SETUP:
        return " After that, the match is cancelled."
    return " After that, your opponent can claim the win."


def ended(match: Match, user: UserId, result: Result) -> str:
    """A message about a match that has ended: how, for its reader."""
    how = _HOW.get(result.reason, "")
    said = f"{_outcome(match, user, result)}{how}."
    return "\n".join(filter(None, (f"### {title(match)}", said, to_board(match))))


def _outcome(match: Match, user: UserId, result: Result) -> str:
    if result.reason in WITHOUT_RESULT:
        return "This match is over, and nobody won"
    if result.winner is None:
        return "This match is a draw"
    return "You won this match" if match.side_of(user) == result.winner else "You lost this match"


_HOW: Mapping[str, str] = {
    ON_TIME: " on time",
    RESIGNED: " by resignation",
    AGREED: " by agreement",
    ABORTED: ": it was cancelled",
    BY_ADMIN: " by decision of a server admin",
    IDLE: ": nobody moved anymore",
}


def lines(matches: Sequence[Match | MatchSummary], user: UserId, title_line: str, now: datetime) -> str:
    """Matches that wait for somebody, nearest deadline first."""
    shown = [match_line(match, user, waiting=True) + due(match, now) for match in matches[:MOST_LINES]]
    more = len(matches) - len(shown)
    return "\n".join([title_line, *shown, *([f"-# … and {more} more: `/match list`"] if more else [])])


MOST_LINES = 10
"""Matches that one message lists."""


def ended_lines(matches: Sequence[MatchFacts], user: UserId) -> str:
    """Matches that ended since yesterday."""
    if not matches:
        return ""
    shown = [match_line(match, user, waiting=False) for match in matches[:MOST_LINES]]
    return "\n".join(["**Ended since yesterday**", *shown])


# --- muting one match, for good or for a while ---------------------------------------------------

OPEN_MUTE: Final = "Mute…"
MUTE: Final = "Mute"
UNMUTE: Final = "Unmute"
BACK_FROM_MUTE: Final = "Back"
SNOOZE: Mapping[timedelta, str] = {DAY: "Snooze until tomorrow", 3 * DAY: "Snooze for 3 days"}
"""The labels of the buttons that mute a match for a while, by how long."""


def mute_panel(match: Match) -> str:
    """Asks how to mute a match, and says what each way means."""
    lines = [
        f"### Mute {title(match)}?",
        "**Mute:** no pings or messages about this match until you unmute it." + _last_warning(match, _MUTED),
    ]
    if not match.pace.fast:
        lines.append(
            "**Snooze:** the same, but only for a while. If it's your turn, I remind you after that."
            + _last_warning(match, _SNOOZED)
        )
    lines.append("-# The board still shows whose turn it is. Only you know that you muted it.")
    return "\n".join(lines)


_MUTED: Final = " The last warning before your time is up still appears in the thread, but it won't ping you."
_SNOOZED: Final = " The last warning before your time is up still pings you."


def _last_warning(match: Match, said: str) -> str:
    return said if match.pace.timed else ""


def muted(until: datetime | None) -> str:
    """The line on the panel of a match that its reader has muted."""
    if until is None:
        return "🔕 You've muted this match."
    return f"🔕 You've snoozed this match until {when(until)}."
