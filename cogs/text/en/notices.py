"""Texts of reminders, digests and announcements, and of muting them for one match."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from cogs.text.en import time
from cogs.text.en.match import ASKS, CHALLENGE_OF_ANYONE, match_line, to_board
from cogs.text.en.phrases import counted, date, mention, sentence, span, subject, title, when
from engines import Side
from engines.record import Played
from matches import Phase, UserId
from matches.lifecycle import offers
from matches.lifecycle.finish import ABORTED, AGREED, BY_ADMIN, IDLE, ON_TIME, RESIGNED, WITHOUT_RESULT
from matches.lifecycle.idle import ENDS_AFTER, NUDGED_AFTER, ends_at
from matches.lifecycle.leaving import silence_loses
from matches.model import Entry, EntryKind, Match, MatchFacts, NoticeKind
from matches.summaries import MatchSummary
from matches.time import DAY

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
    """A message about one match that goes on: what happened, what it wants of its reader, and until when.

    ``last`` is the last turn; ``alone``: only the reader sees the message, so that it need not name them;
    ``due_at`` is when it was owed.
    """
    what = _what(match, user, last, to_act=to_act)
    if kind is NoticeKind.LAST:
        what = f"**Last warning.** {what}"
    said = [_to(user, what, alone=alone), _until(match, kind, due_at) if to_act else "", to_board(match)]
    return "\n".join(filter(None, said))


def _to(user: UserId, what: str, *, alone: bool) -> str:
    return what if alone else f"{mention(user)}: {what}"


def _what(match: Match, user: UserId, last: Sequence[Played], *, to_act: bool) -> str:
    offer = offers.pending(match)
    here = f"in {_numbered(match)}{_against(match, user)}"
    if match.phase is Phase.SETUP:
        return f"**Make your pick** {here}." if to_act else f"A server admin has replaced a player {here}."
    if _time_is_up(match):
        return _late(match, user, here, to_act=to_act)
    asked = offer is not None and match.side_of(user) != offer.by
    if offer is not None and asked and not (to_act and offer.played):
        return f"**{_rival(match, user)} {ASKS[offer.kind]}** in {_numbered(match)}."
    if not to_act:
        return f"There's news {here}."
    played = [one for one in last if one.side != match.side_of(user)]
    if not played or match.both_sides:
        return f"**Your turn** {here}."
    turn = f"{_turn(played)}, and {ASKS[offer.kind]}" if offer is not None and asked else _turn(played)
    return f"**{_rival(match, user)} played: {turn}.** Your turn in {_numbered(match)}."


def _late(match: Match, user: UserId, here: str, *, to_act: bool) -> str:
    if not to_act:
        return (
            f"**{_rival(match, user)}'s time is up** in {_numbered(match)}: claim the win, or give more time."
        )
    until = ", or the computer wins in a while" if match.computer else " until your opponent claims the win"
    return f"**Your time is up** {here}. You can still move{until}."


def _numbered(match: MatchFacts) -> str:
    return f"{match.game.name} #{match.id}"


def _rival(match: Match, user: UserId) -> str:
    rival = match.rival_of(user)
    return CHALLENGE_OF_ANYONE if rival is None else subject(rival)


def _against(match: Match, user: UserId) -> str:
    rival = match.rival_of(user)
    return "" if rival is None or match.both_sides else f" against {mention(rival)}"


def _turn(played: Sequence[Played]) -> str:
    """The actions of a turn; of a long one the first, and how many more there are."""
    said = [one.description for one in played if one.action.path != ("end",)]
    if not said:
        return "end of turn"
    more = len(said) - MOST_ACTIONS
    return "; ".join(said[:MOST_ACTIONS]) + (f", and {counted(more, 'more move')}" if more > 0 else "")


MOST_ACTIONS: Final = 3
"""Actions of a turn that an alert tells one by one."""


def _time_is_up(match: Match) -> bool:
    return bool(match.entries) and match.entries[-1].kind is EntryKind.TIME_UP


def _until(match: Match, kind: NoticeKind, due_at: datetime) -> str:
    if kind is NoticeKind.NUDGE:
        return _nudged(match, due_at)
    deadline = time.deadline_of(match)
    if deadline is None or _time_is_up(match):
        return ""
    if match.phase is Phase.SETUP:
        after = " After that, the match is cancelled." if kind is NoticeKind.LAST else ""
        return f"Pick by {time.soon(match, deadline)}.{after}"
    after = " After that, your opponent can claim the win." if kind is NoticeKind.LAST else ""
    return f"Move by {time.soon(match, deadline)}.{after}"


def _nudged(match: Match, due_at: datetime) -> str:
    """A match without a clock lies idle: what becomes of it."""
    silence, end = f"Nobody has moved for {span(NUDGED_AFTER)}.", date(ends_at(due_at))
    if silence_loses(match):
        return f"{silence} If you don't by {end}, you lose this match."
    return f"{silence} If nobody does by {end}, this match ends without a result, and nobody loses."


# --- the end -------------------------------------------------------------------------------------


def ended(match: Match, user: UserId, late: Sequence[Side], how: str, *, begun: bool, alone: bool) -> str:
    """A message about a match that has ended: how, why, and by which player, for its reader.

    ``late`` are the sides that it waited for, ``how`` says how the game itself ended, and ``begun`` is true
    once a turn was made.
    """
    way = " · ".join(filter(None, (_numbered(match), to_board(match))))
    return f"{_to(user, _ended(match, user, late, how, begun=begun), alone=alone)}\n-# {way}"


def _ended(match: Match, user: UserId, late: Sequence[Side], how: str, *, begun: bool) -> str:
    result, yours = match.result, f"your match{_against(match, user)}"
    assert result is not None, "it has ended"
    last = match.entries[-1] if match.entries else None
    admin = time.decided_by(match, last) if last and last.kind in _BY_ADMIN else ""
    if result.reason == ABORTED:
        why = f"** by {admin}" if admin else f":** {_fault(match, user, late, begun=begun)}"
        return f"**{sentence(yours)} was cancelled{why}."
    if result.reason in WITHOUT_RESULT:
        return f"**{sentence(yours)} ended without a result:** {_no_result(match, user, last, late)}."
    if result.winner is None:
        why = {AGREED: "You both agreed.", BY_ADMIN: f"A decision of {admin}."}.get(result.reason, how)
        return f"**{sentence(yours)} is a draw.** {why}"
    won = match.side_of(user) == result.winner
    head = f"**You {'won' if won else 'lost'} {yours}"
    if result.reason == BY_ADMIN:
        return f"{head}** by decision of {admin}."
    if result.reason == RESIGNED:
        return f"{head}:** {'they' if won else 'you'} resigned."
    if result.reason == ON_TIME:
        return f"{head}:** {'their' if won else 'your'} time was up."
    return f"{head}.** {_YOURS.sub(_yours, how) if won else how}"


_YOURS: Final = re.compile(r"\b([Tt])heir(s?)\b")


def _yours(found: re.Match[str]) -> str:
    """The possessive of a sentence about the winner, as said to them."""
    return f"{'Y' if found[1] == 'T' else 'y'}our{found[2]}"


_BY_ADMIN: Final = (EntryKind.ABORTED_BY_ADMIN, EntryKind.ENDED_BY_ADMIN)


def _fault(match: Match, user: UserId, late: Sequence[Side], *, begun: bool) -> str:
    """The sentence that says who kept a match from beginning."""
    own, other = match.side_of(user) in late, any(side != match.side_of(user) for side in late)
    if not match.started:
        who = "neither of you" if own and other else "you didn't" if own else "they didn't"
        return f"{who} picked in time" if own and other else f"{who} pick in time"
    move = f"{'your' if own else 'their'} first move" if begun else "the first move"
    return f"{'you' if own else 'they'} didn't make {move} in time"


def _no_result(match: Match, user: UserId, last: Entry | None, late: Sequence[Side]) -> str:
    if match.result is not None and match.result.reason == IDLE:
        turn = "your" if match.side_of(user) in late else "their"
        return f"nobody moved for {span(NUDGED_AFTER + ENDS_AFTER)}. It was {turn} turn"
    if last is not None and last.kind is EntryKind.CLAIMED:
        who = "you" if match.side_of(user) == last.side else "they"
        return f"{who} claimed it, since it was going nowhere"
    return "you ended it" if match.alone else "you both agreed to cancel it"


def lines(matches: Sequence[Match | MatchSummary], user: UserId, title_line: str, now: datetime) -> str:
    """Matches that wait for ``user``, nearest deadline first."""
    shown = [match_line(match, user, waiting=True) + time.due(match, now) for match in matches[:MOST_LINES]]
    more = len(matches) - len(shown)
    return "\n".join([title_line, *shown, *([f"-# … and {more} more: `/matches`"] if more else [])])


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
    if not match.terms.pace.fast:
        lines.append(
            "**Snooze:** the same, but only for a while. If it's your turn, I remind you after that."
            + _last_warning(match, _SNOOZED)
        )
    lines.append("-# The board still shows whose turn it is. Only you know that you muted it.")
    return "\n".join(lines)


_MUTED: Final = " The last warning before your time is up still appears in the thread, but it won't ping you."
_SNOOZED: Final = " The last warning before your time is up still pings you."


def _last_warning(match: Match, said: str) -> str:
    return said if match.terms.pace.timed else ""


def muted(until: datetime | None) -> str:
    """The line on the panel of a match that its reader has muted."""
    if until is None:
        return "🔕 You've muted this match."
    return f"🔕 You've snoozed this match until {when(until)}."
