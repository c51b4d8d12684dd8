"""Texts about a match's time: its pace, deadlines, pauses, claims, endings, and how fast players reply.

Moments are written so that Discord shows them in each reader's own time. ``now`` is the present time, aware
and in UTC.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from cogs.text.en import computer, learn
from cogs.text.en.phrases import (
    clock_time,
    counted,
    listed,
    mention,
    moment,
    sentence,
    span,
    subject,
    when,
)
from engines import GAMES, Side
from matches import Phase
from matches.errors import NotAllowedError, NotAllowedProblem, TimeError, TimeProblem
from matches.lifecycle import offers
from matches.lifecycle.finish import ABORTED, BY_ADMIN, IDLE, NO_RESULT, ON_TIME
from matches.lifecycle.history import IDLE_TURNS
from matches.lifecycle.idle import ENDS_AFTER, NUDGED_AFTER
from matches.lifecycle.leaving import FORGIVEN, LATELY, silence_loses
from matches.lifecycle.offers import PAUSE_FOR
from matches.lifecycle.schedule import away_said
from matches.model import LEAVING_COUNTS, Entry, EntryKind, Match, MatchFacts, OfferKind, Result
from matches.players import Computer
from matches.rhythm import PartOfDay, ShownRhythm
from matches.summaries import MatchSummary
from matches.time import DAY, HOUR, MINUTE
from matches.time.clocks import Clocks
from matches.time.pace import Pace
from matches.written import player_of

# --- the pace ------------------------------------------------------------------------------------

PACE_LABEL = "Time control (default: this server's)"


def pace(chosen: Pace, *, weekends_off: bool = False) -> str:
    """A pace in words, short enough for a menu."""
    if chosen.start is None:
        return "no clock"
    off = f", {WEEKENDS_OFF}" if weekends_off else ""
    if chosen.increment is None or chosen.cap is None:
        return f"{span(chosen.start, fine=True)} a move{off}"
    return f"bank {_in_units(chosen.start)} + {_in_units(chosen.increment)}{off}"


def _in_units(length: timedelta) -> str:
    """A length of time as short as can be: ``1 d 12 h``."""
    days, rest = divmod(length, DAY)
    hours, rest = divmod(rest, HOUR)
    numbers = ((days, "d"), (hours, "h"), (rest // MINUTE, "min"))
    return " ".join(f"{number} {unit}" for number, unit in numbers if number)


def bank_means(chosen: Pace) -> str:
    """A sentence about the time that a bank gives each side; empty for any other pace."""
    if chosen.start is None or chosen.increment is None or chosen.cap is None:
        return ""
    start, more, most = (span(one, fine=chosen.fast) for one in (chosen.start, chosen.increment, chosen.cap))
    return f"Bank: each side has {start} for all its turns and gets {more} after each, up to {most}."


def pace_line(chosen: Pace, *, weekends_off: bool = False) -> str:
    """The pace of a match, on a line of its own."""
    return f"-# Time control: {pace(chosen, weekends_off=weekends_off)}."


def what_pace_means(match: MatchFacts) -> str:
    """The meaning of a challenge's pace for its players, where they may not think of it, in lines."""
    lines = {
        f"-# {bank_means(match.terms.pace)}": match.terms.pace.is_bank,
        FAST_PACE: match.terms.pace.fast,
        SILENCE_LOSES: silence_loses(match),
        WEEKENDS_REST: match.terms.weekends_off,
    }
    return "\n".join(line for line, holds in lines.items() if holds)


def soon(match: MatchFacts, at: datetime) -> str:
    """A moment of a match's clock: where minutes count, the date of today would be in the way."""
    return clock_time(at) if match.terms.pace.fast else when(at)


WEEKENDS_OFF: Final = "weekends off"
FAST_PACE: Final = "-# Minutes count here, so your quiet hours and daily digest don't apply."
WEEKENDS_REST: Final = (
    "-# The clock rests on your own weekend: the days and the zone in your `/settings` when the match begins."
)
SILENCE_LOSES: Final = (
    f"-# Rated, without a clock: a player who doesn't move for {span(NUDGED_AFTER + ENDS_AFTER)} loses."
)
# --- whose time runs -----------------------------------------------------------------------------


def clock(match: Match, now: datetime, *, begun: bool) -> str:
    """The lines about the time of a match in play, few and short; none where no clock runs.

    ``begun``: see :func:`~matches.lifecycle.leaving.is_underway`.
    """
    clocks = match.clocks
    deadline = clocks.deadline() if clocks is not None else None
    if clocks is None or clocks.running is None or deadline is None:
        return ""
    if isinstance(match.player_of(clocks.running), Computer):
        return ""  # the computer's time can't be claimed, and it claims no one's
    if begun and clocks.is_up(now):
        return _time_is_up(match, clocks.running, deadline)
    if not match.terms.pace.timed:
        picked = match.terms.conduct >= LEAVING_COUNTS and clocks.running in match.picks
        end = f"{clocks.running} loses" if picked else "the match is cancelled"
        return f"-# No clock. Without a first move, {end} {moment(deadline)}."
    why = _why_stopped(match, now)
    if why is None:
        return _until(match, clocks, deadline, begun=begun)
    return f"-# {why} {_left_after(match, clocks, now, begun=begun)}"


def clock_in_brief(match: Match, now: datetime, *, begun: bool) -> tuple[str, str]:
    """The time of a match in play at the end of the line that says whose turn it is, and what else there is.

    As :func:`clock` otherwise, in lines of their own.
    """
    clocks = match.clocks
    deadline = clocks.deadline() if clocks is not None else None
    if clocks is None or clocks.running is None or deadline is None:
        return "", ""
    runs = match.terms.pace.timed and not (begun and clocks.is_up(now)) and _why_stopped(match, now) is None
    if not runs or isinstance(match.player_of(clocks.running), Computer):
        return "", clock(match, now, begun=begun)
    lost = "is a forfeit in the tournament" if match.terms.tournament else "cancels the match"
    more = [] if begun else [f"No first move by then {lost}."]
    if begun and clocks.pace.is_bank and match.computer is None:
        other = match.game.other(clocks.running)
        more.append(f"{sentence(other)} has {_left(match, clocks.sides[other].left)} left.")
    if match.terms.weekends_off:
        more.append("Weekends don't count.")
    return f" · due {moment(deadline)}", f"-# {' '.join(more)}" if more else ""


def _time_is_up(match: Match, late: Side, deadline: datetime) -> str:
    """The outlook now that a player's time is up; the line above it names them."""
    wins_at = moment(deadline + match.terms.pace.unclaimed_for)
    if match.computer:
        return computer.time_is_up(mention(match.computer), wins_at)
    side = match.game.other(late)
    return (
        f"**Time's up.** {sentence(side)} can claim the win; {late} can still move.\n"
        f"-# Otherwise {side} wins {wins_at}."
    )


def _until(match: Match, clocks: Clocks, deadline: datetime, *, begun: bool) -> str:
    side = clocks.running
    assert side is not None, "a clock with a deadline runs"
    said = f"-# Move by {soon(match, deadline)}"
    rests = " Weekends don't count." if match.terms.weekends_off else ""
    if not begun:
        return f"{said}, or {_not_begun(match)}: it's the first move.{rests}"
    if clocks.pace.is_bank and match.computer is None:
        other = match.game.other(side)
        said += f"; {other} has {_left(match, clocks.sides[other].left)} left"
    return f"{said}.{rests}"


def _not_begun(match: Match) -> str:
    """The end of a match whose first move or picks are not made in time."""
    return "it's a forfeit in the tournament" if match.terms.tournament else "the match is cancelled"


def _left(match: Match, length: timedelta) -> str:
    return span(length, fine=match.terms.pace.fast)


def _why_stopped(match: Match, now: datetime) -> str | None:
    """Why the clock does not run just now, and who can move all the same; None if it runs."""
    if match.pause is not None and offers.paused(match, now):
        return f"**Paused until {when(match.pause.end)}.** You can still move;"
    if (away := _away(match, now)) is None:
        return None
    side, until = away
    return f"**{mention(match.player_of(side))} is away until {when(until)}.** They can still move;"


def _away(match: Match, now: datetime) -> tuple[Side, datetime] | None:
    """The side whose clock stands still because its player is away, and until when."""
    side = match.clocks.running if match.clocks is not None and match.phase is Phase.PLAYING else None
    until = away_said(match, side) if side is not None else None
    return None if side is None or until is None or until <= now else (side, until)


def _left_after(match: Match, clocks: Clocks, now: datetime, *, begun: bool) -> str:
    """The time there is once the clock runs again."""
    side = clocks.running
    assert side is not None, "a clock with a deadline runs"
    said = f"after that, {side} has {_left(match, clocks.left(side, now) or timedelta(0))}"
    if not begun:
        return f"{said} for the first move."
    if clocks.pace.is_bank:
        other = match.game.other(side)
        said += f", and {other} {_left(match, clocks.sides[other].left)}"
    return f"{said}."


def picks_until(match: Match) -> str:
    """Until when the picks of a setup are waited for."""
    deadline = match.clocks.deadline() if match.clocks is not None else None
    if deadline is None:
        return ""
    return f"-# Pick by {when(deadline)}, or {_not_begun(match)}."


def due(match: Match | MatchSummary, now: datetime) -> str:
    """The deadline of a match or challenge at the end of a line; empty without a deadline."""
    deadline = deadline_of(match)
    if deadline is None:
        return ""
    if match.phase is Phase.CHALLENGED:
        return f" · expires {moment(deadline)}"
    if match.phase is Phase.PLAYING and deadline < now:
        return " · time's up"
    if match.phase is Phase.PLAYING and offers.paused(match, now):
        return " · paused"
    away = match.away if isinstance(match, MatchSummary) else _away(match, now) is not None
    return " · away" if away else f" · due {moment(deadline)}"


def deadline_of(match: MatchFacts) -> datetime | None:
    """The time by which a player must answer, pick or move; None without a deadline."""
    if match.phase is Phase.CHALLENGED:
        return match.deadline_at
    return match.clocks.deadline() if match.clocks is not None and match.phase.running else None


# --- what happened besides moves -----------------------------------------------------------------


def happened(match: Match) -> str:
    """The last act about a match's time, or of an administrator, while it is the last that happened."""
    besides = (EntryKind.AWAY, EntryKind.TAKE_BACK)
    last = next(
        (entry for entry in reversed(match.entries) if not (entry.kind in besides or _answers(match, entry))),
        None,
    )
    if last is None or last.kind.is_action:
        return ""
    if last.kind is EntryKind.MORE_TIME:
        added = span(match.terms.pace.more_time)
        return f"-# {subject(match.player_of(last.side))} added {added} to the clock."
    if last.kind is EntryKind.GONE_ON:
        return "-# The pause is over, and the clock is running again."
    if last.kind is EntryKind.BACK:
        return f"-# {mention(match.player_of(last.side))} is back, and their clock is running again."
    return _by_an_administrator(last)


def _answers(match: Match, entry: Entry) -> bool:
    """True for a move of the computer, which follows at once on the same card."""
    return entry.kind.is_action and isinstance(match.player_of(entry.side), Computer)


def handed_over(match: Match) -> str:
    """The takeovers in the setup of a match and the administrators behind them, a line each."""
    acts = [entry for entry in match.entries if entry.kind is EntryKind.HANDED_OVER_BY_ADMIN]
    before = len(acts) - HANDED_OVER_NAMED
    more = [f"-# Before that, players were replaced {counted(before, 'time')}."] if before > 0 else []
    return "\n".join([*map(_by_an_administrator, acts[-HANDED_OVER_NAMED:]), *more])


HANDED_OVER_NAMED: Final = 5
"""The number of the latest that a card names: its room is limited."""


def _by_an_administrator(entry: Entry) -> str:
    if entry.kind is EntryKind.REWOUND_BY_ADMIN:
        # Its last word are the turns; of an older bot the actions, which is all that it said.
        stand = int(entry.text.split()[-1])
        to = f"to the position after {counted(stand, 'move')}" if stand else "to its start"
        what = f"took the match back {to}"
    elif entry.kind is EntryKind.HANDED_OVER_BY_ADMIN:
        _, side, _, to = entry.text.split()
        what = f"had {mention(player_of(int(to)))} take over {side}"
    else:
        return ""
    return f"-# A server admin, {administrator(entry)}, {what}."


def administrator(entry: Entry) -> str:
    """The administrator who did what an entry says."""
    return mention(player_of(int(entry.text.split()[0])))


# --- the end -------------------------------------------------------------------------------------


def ended(match: Match, result: Result) -> str:
    """The ending of a match by time, by an administrator or without a result; empty for other endings."""
    last = match.entries[-1] if match.entries else None
    if result.reason == ON_TIME:
        return _lost_on_time(match, result, claimed=last is not None and last.kind is EntryKind.CLAIMED)
    if result.reason == NO_RESULT:
        return _no_result(match, last)
    if result.reason == ABORTED:
        return _called_off(match, last)
    if result.reason == IDLE:
        return _idle()
    if result.reason == BY_ADMIN and last is not None:
        won = "A draw" if result.winner is None else f"{subject(match.player_of(result.winner))} wins"
        return f"**{won}** by decision of a server admin, {administrator(last)}. It won't count."
    return ""


def _lost_on_time(match: Match, result: Result, *, claimed: bool) -> str:
    assert result.winner is not None, "somebody wins on time"
    winner, loser = (
        mention(match.player_of(side)) for side in (result.winner, match.game.other(result.winner))
    )
    said = f"**{sentence(winner)} wins on time:** {loser} didn't move in time"
    if claimed or match.computer or not match.terms.pace.timed:
        return f"{said}."
    said = f"{said}, and nobody acted for {span(match.terms.pace.unclaimed_for)}."
    if result.counts or match.terms.conduct >= LEAVING_COUNTS:
        return said
    return f"{said} It was too early in the match to count for ratings."


def _no_result(match: Match, last: Entry | None) -> str:
    if last is None or last.kind is not EntryKind.CLAIMED:
        if match.both_sides:
            return learn.PRACTICE_ENDED
        if match.computer:
            return computer.CANCELLED
        return "**No result:** both players agreed to cancel the match. Nobody won."
    return f"**No result:** {mention(match.player_of(last.side))} claimed it. {_GOES_NOWHERE} Nobody won."


def _idle() -> str:
    return (
        f"**No result:** nobody moved for {span(NUDGED_AFTER + ENDS_AFTER)}, and no clock was running. "
        "Nobody won."
    )


def _called_off(match: Match, last: Entry | None) -> str:
    if last is not None and last.kind is EntryKind.ABORTED_BY_ADMIN:
        said = f"**Cancelled** by {decided_by(match, last)}. Nobody won."
        return f"{said} {ORGANISER_SETS}" if match.terms.tournament else said
    missing = "the first move wasn't made" if match.started else "not everybody picked"
    said = f"**Cancelled:** {missing} in time. {A_FORFEIT if match.terms.tournament else 'Nobody won.'}"
    return said if match.terms.conduct < LEAVING_COUNTS or match.alone else f"{said}\n{NOT_BEGUN}"


def decided_by(match: Match, last: Entry) -> str:
    """Says who decided over a match: the bot's host if it is between two servers, else an admin by name."""
    return "the bot's host" if match.between_servers else f"a server admin, {administrator(last)}"


A_FORFEIT: Final = "In its tournament that's a forfeit, unless the round was over."
ORGANISER_SETS: Final = "An organiser of its tournament can set a result."
NOT_BEGUN: Final = (
    f"-# Not beginning counts as not finishing. After {FORGIVEN} within {LATELY.days} days, each one is a "
    "rated loss."
)


_GOES_NOWHERE: Final = f"There was no progress in {IDLE_TURNS} turns each."

# --- buttons -------------------------------------------------------------------------------------

CLAIM_WIN = "Claim the win"
CLAIM_NO_RESULT = "Claim no result"
REMIND_IN: Mapping[timedelta, str] = {
    3 * HOUR: "Remind me in 3 hours",
    DAY: "Remind me tomorrow",
}
"""The labels of the buttons that ask for a reminder, by how long it is put off."""
REMIND_ME = "Remind me…"
REMIND_ME_IN: Mapping[timedelta, str] = {3 * HOUR: "In 3 hours", DAY: "Tomorrow"}
"""The same in a menu called by :data:`REMIND_ME`."""


def give_more(chosen: Pace) -> str:
    """The label of the button that gives the other player more time."""
    given = chosen.more_time
    if given < HOUR:
        return f"Give {counted(given // MINUTE, 'more minute')}"
    days, rest = divmod(given, DAY)
    return f"Give {counted(given // HOUR, 'more hour') if rest else counted(days, 'more day')}"


def will_remind(at: datetime) -> str:
    """Confirms that a reminder was asked for."""
    return f"I'll remind you of this match on {when(at)}, unless you've moved by then."


# --- asking the other player ---------------------------------------------------------------------

ASK_FOR: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: "Ask for a pause",
    OfferKind.GO_ON: "Ask to resume",
    OfferKind.NO_RESULT: "Offer to cancel the match",
}
AGREE: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: "Agree to a pause",
    OfferKind.GO_ON: "Agree to resume",
    OfferKind.NO_RESULT: "Agree to cancel",
}
ASKS: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: f"asks to pause the match for {span(PAUSE_FOR)}",
    OfferKind.GO_ON: "asks to end the pause now",
    OfferKind.NO_RESULT: "offers to cancel the match",
}
REFUSED: Mapping[EntryKind | None, str] = {
    EntryKind.PAUSE_REFUSAL: "-# The pause was declined.",
    EntryKind.GO_ON_REFUSAL: "-# Ending the pause early was declined.",
    EntryKind.NO_RESULT_REFUSAL: "-# Cancelling the match was declined.",
}


def what_asking_means(kinds: Collection[OfferKind]) -> str:
    """The effect if the other player agrees, where a button alone would not tell."""
    said = [words for kind, words in _MEANS.items() if kind in kinds]
    return f"-# {' '.join(said)}" if said else ""


_MEANS: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: f"A pause stops the clock for {span(PAUSE_FOR)}.",
    OfferKind.NO_RESULT: "If you cancel the match, nobody wins.",
}

# --- what cannot be done -------------------------------------------------------------------------


def time_problem(error: TimeError) -> str:
    """Why a win on time cannot be claimed, or time not be given."""
    if error.problem is TimeProblem.NOT_UP:
        deadline = deadline_of(error.match)
        until = f": they have until {soon(error.match, deadline)}" if deadline else ""
        return f"Your opponent's time isn't up yet{until}."
    return _TIME_PROBLEMS[error.problem]


_TIME_PROBLEMS: Mapping[TimeProblem, str] = {
    TimeProblem.NO_CLOCK: "No clock is running in this match, so there's no time to claim or give.",
    TimeProblem.OWN: (
        "It's your own clock that's running, so only your opponent can claim the win or give more time. "
        "You can still move."
    ),
    TimeProblem.FULL: "Your opponent already has as much time as this match allows.",
}

NOT_NOWHERE = (
    f"A match that's going nowhere can only be ended after {IDLE_TURNS} turns each without progress, "
    "such as a capture. You can offer to cancel it under **⋯**."
)


def nothing_to_claim(error: TimeError) -> str:
    """Why nothing at all can be claimed; what else there is to claim only where that comes near."""
    played = sum(entry.kind.is_action for entry in error.match.entries)
    return f"{time_problem(error)} {NOT_NOWHERE if played >= _LONG else ''}".strip()


_LONG: Final = 40
"""Actions, some 20 turns each, after which a match may be one that goes nowhere."""


def not_allowed(error: NotAllowedError) -> str:
    """The refusal of what the server does not allow, with what it does allow."""
    if error.problem is NotAllowedProblem.GAME:
        names = [GAMES[str(key)].name for key in error.allowed if str(key) in GAMES]
        return f"That game isn't allowed in this server. You can play {listed(names)}."
    if error.problem is NotAllowedProblem.CHANNEL:
        return f"Matches aren't allowed in this channel. Try {_any_of('<#{}>', error.allowed)}."
    return f"In this server you need a role to play: {_any_of('<@&{}>', error.allowed)}."


def _any_of(form: str, ids: Sequence[object]) -> str:
    """Some of ``ids`` as mentions: a list of many would say no more."""
    said = [form.format(one) for one in ids[:MOST_NAMED]]
    return listed([*said, *(["others"] if len(ids) > MOST_NAMED else [])], last="or")


MOST_NAMED: Final = 10


def vacation_problem(left: int) -> str:
    """More days away than there are, or away already."""
    if not left:
        return (
            "You have no vacation left this year. If you both agree, `/match deed:pause` still stops the "
            "clock."
        )
    return (
        f"You have {counted(left, 'day')} of vacation left this year, and one vacation has to end before the "
        "next can start."
    )


PLAYING_ALREADY = "They're already playing in this match. Pick somebody else."


# --- how long players usually take for a turn -----------------------------------------------------

_PARTS: Final[Mapping[PartOfDay, str]] = {
    PartOfDay.NIGHT: "nights",
    PartOfDay.MORNING: "mornings",
    PartOfDay.AFTERNOON: "afternoons",
    PartOfDay.EVENING: "evenings",
}
_DAY: Final = 24


def usually(rhythm: ShownRhythm) -> str:
    """The usual time of a player for a turn, and the part of the reader's day if there is one."""
    mostly = f", mostly {_PARTS[rhythm.mostly]}" if rhythm.mostly else ""
    return f"usually answers within {_span(rhythm.hours)}{mostly}"


def _span(hours: int) -> str:
    days = -(-hours // _DAY)
    if hours < _DAY:
        return "an hour" if hours == 1 else f"{hours} hours"
    return "a day" if days == 1 else f"{days} days"
