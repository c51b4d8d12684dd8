"""Texts about a match's time: its pace, deadlines, pauses, claims, and endings.

Moments are written so that Discord shows them in each reader's own time. ``now`` is the present time, aware
and in UTC.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from cogs.text.en.phrases import clock_time, counted, date, listed, mention, moment, sentence, span, when
from engines import GAMES, Side
from matches import Match, Phase
from matches.clock import DAY, HOUR, MINUTE, Clocks, Pace, more_time
from matches.errors import NotAllowedError, NotAllowedProblem, TimeError, TimeProblem
from matches.lifecycle import offers
from matches.lifecycle.finish import ABORTED, BY_ADMIN, IDLE, NO_RESULT, ON_TIME
from matches.lifecycle.idle import ENDS_AFTER, NUDGED_AFTER
from matches.lifecycle.offers import PAUSE_FOR
from matches.lifecycle.progress import IDLE_TURNS
from matches.lifecycle.schedule import away_said
from matches.model import Entry, EntryKind, MatchFacts, OfferKind, Result
from matches.summaries import MatchSummary
from matches.written import player_of

# --- the pace ------------------------------------------------------------------------------------

PACE_LABEL = "How much time you both have (usually what this server has set)"


def pace(chosen: Pace, *, weekends_off: bool = False) -> str:
    """A pace in words, short enough for a menu."""
    if chosen.start is None:
        return "no clock"
    off = f", {WEEKENDS_OFF}" if weekends_off else ""
    if chosen.increment is None or chosen.cap is None:
        return f"{span(chosen.start, fine=True)} a move{off}"
    start, more, most = (span(one, fine=chosen.fast) for one in (chosen.start, chosen.increment, chosen.cap))
    return f"{start} each, {more} more a turn, at most {most}{off}"


def pace_line(chosen: Pace, *, weekends_off: bool = False) -> str:
    """The pace of a match, on a line of its own."""
    return f"-# Pace: {pace(chosen, weekends_off=weekends_off)}."


def what_pace_means(match: MatchFacts) -> str:
    """The meaning of a challenge's pace for its players, where they may not think of it."""
    if match.pace.fast:
        return FAST_PACE
    return WEEKENDS_REST if match.weekends_off else ""


def soon(match: MatchFacts, at: datetime) -> str:
    """A moment of a match's clock: where minutes count, the date of today would be in the way."""
    return clock_time(at) if match.pace.fast else when(at)


WEEKENDS_OFF: Final = "weekends off"
WEEKENDS_LABEL: Final = "Whether the clock runs on Saturday and Sunday (usually on)"
FAST_PACE: Final = "-# Minutes count here, so your quiet hours and daily digest don't apply."
WEEKENDS_REST: Final = (
    "-# The clock rests on Saturday and Sunday, in your own time zone: the one in your `/settings`, else UTC."
)
WEEKENDS_TOO_FAST: Final = (
    "Weekends off is for matches that last for days. Pick a pace of a day or more, or leave `weekends` out."
)


# --- whose time runs -----------------------------------------------------------------------------


def clock(match: Match, now: datetime, *, begun: bool) -> str:
    """The lines about the time of a match in play, few and short; none where no clock runs.

    ``begun``: a turn of it was finished.
    """
    clocks = match.clocks
    deadline = clocks.deadline() if clocks is not None else None
    if clocks is None or clocks.running is None or deadline is None:
        return ""
    if begun and clocks.is_up(now):
        return _time_is_up(match, clocks.running, deadline)
    if not match.pace.timed:
        return f"-# No clock. Without a first turn by {when(deadline)} the match is called off."
    why = _standing_still(match, now)
    if why is None:
        return _until(match, clocks, deadline, begun=begun)
    return f"-# {why} {_left_after(match, clocks, now, begun=begun)}"


def _time_is_up(match: Match, late: Side, deadline: datetime) -> str:
    side = match.game.other(late)
    slow, other = mention(match.player_of(late)), mention(match.player_of(side))
    return (
        f"**Time is up for {slow}.** {other} can claim the win or give {span(more_time(match.pace))} more. "
        f"Until then {slow} can still move.\n"
        f"-# If nobody does anything, {other} wins {moment(deadline + match.pace.unclaimed_for)}."
    )


def _until(match: Match, clocks: Clocks, deadline: datetime, *, begun: bool) -> str:
    side = clocks.running
    assert side is not None, "a clock with a deadline runs"
    said = f"-# {sentence(side)} has until {soon(match, deadline)}"
    rests = " Weekends don't count." if match.weekends_off else ""
    if not begun:
        return f"{said}. Without a first turn the match is called off then.{rests}"
    if clocks.pace.is_bank:
        other = match.game.other(side)
        said += f"; {other} has {_left(match, clocks.sides[other].left)} left"
    return f"{said}.{rests}"


def _left(match: Match, length: timedelta) -> str:
    return span(length, fine=match.pace.fast)


def _standing_still(match: Match, now: datetime) -> str | None:
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
    said = f"after that {side} has {_left(match, clocks.left(side, now) or timedelta(0))}"
    if not begun:
        return f"{said} for the first turn."
    if clocks.pace.is_bank:
        other = match.game.other(side)
        said += f", and {other} {_left(match, clocks.sides[other].left)}"
    return f"{said}."


def picks_until(match: Match) -> str:
    """Until when the picks of a setup are waited for."""
    deadline = match.clocks.deadline() if match.clocks is not None else None
    if deadline is None:
        return ""
    return f"-# The choice is open until {when(deadline)}; after that the match is called off."


def due(match: Match | MatchSummary, now: datetime) -> str:
    """The deadline of a match or challenge at the end of a line; empty where there is none."""
    deadline = deadline_of(match)
    if deadline is None:
        return ""
    if match.phase is Phase.CHALLENGED:
        return f" · the challenge lapses {moment(deadline)}"
    if match.phase is Phase.PLAYING and deadline < now:
        return " · time is up"
    if match.phase is Phase.PLAYING and offers.paused(match, now):
        return " · paused"
    away = match.away if isinstance(match, MatchSummary) else _away(match, now) is not None
    return " · away" if away else f" · until {clock_time(deadline) if match.pace.fast else date(deadline)}"


def deadline_of(match: MatchFacts) -> datetime | None:
    """The time by which somebody has to have answered, picked or moved; None where there is no deadline."""
    if match.phase is Phase.CHALLENGED:
        return match.deadline_at
    return match.clocks.deadline() if match.clocks is not None and match.phase.running else None


# --- what happened besides moves -----------------------------------------------------------------


def happened(match: Match) -> str:
    """The last act about a match's time, or of an administrator, while it is the last that happened."""
    besides = (EntryKind.AWAY, EntryKind.TAKE_BACK)
    last = next((entry for entry in reversed(match.entries) if entry.kind not in besides), None)
    if last is None:
        return ""
    if last.kind is EntryKind.MORE_TIME:
        return f"-# {mention(match.player_of(last.side))} gave {span(more_time(match.pace))} more."
    if last.kind is EntryKind.GONE_ON:
        return "-# The pause is over, and the clock runs again."
    if last.kind is EntryKind.BACK:
        return f"-# {mention(match.player_of(last.side))} is back, and their clock runs again."
    return _by_an_administrator(last)


def handed_over(match: Match) -> str:
    """The takeovers in the setup of a match and the administrators behind them, a line each."""
    acts = [entry for entry in match.entries if entry.kind is EntryKind.HANDED_OVER_BY_ADMIN]
    before = len(acts) - HANDED_OVER_NAMED
    more = [f"-# Before that, sides were handed over {counted(before, 'time')}."] if before > 0 else []
    return "\n".join([*map(_by_an_administrator, acts[-HANDED_OVER_NAMED:]), *more])


HANDED_OVER_NAMED: Final = 5
"""The number of the latest that a card names: its room is limited."""


def _by_an_administrator(entry: Entry) -> str:
    if entry.kind is EntryKind.REWOUND_BY_ADMIN:
        stand = int(entry.text.split()[1])
        to = f"to where {counted(stand, 'action')} had been played" if stand else "to its start"
        what = f"took the match back {to}"
    elif entry.kind is EntryKind.HANDED_OVER_BY_ADMIN:
        _, side, left, to = entry.text.split()
        what = f"had {mention(player_of(int(to)))} take over {side} from {mention(player_of(int(left)))}"
    else:
        return ""
    return f"-# An administrator, {_administrator(entry)}, {what}."


def _administrator(entry: Entry) -> str:
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
        won = "A draw" if result.winner is None else f"{mention(match.player_of(result.winner))} wins"
        return f"**{won}** by decision of an administrator, {_administrator(last)}. It counts for nothing."
    return ""


def _lost_on_time(match: Match, result: Result, *, claimed: bool) -> str:
    assert result.winner is not None, "somebody wins on time"
    winner, loser = (
        mention(match.player_of(side)) for side in (result.winner, match.game.other(result.winner))
    )
    said = f"**{winner} wins on time:** {loser} did not move in time"
    if claimed:
        return f"{said}."
    said = f"{said}, and in {span(match.pace.unclaimed_for)} nobody did anything about it."
    return said if result.counts else f"{said} So soon after the start it counts for nothing."


def _no_result(match: Match, last: Entry | None) -> str:
    if last is None or last.kind is not EntryKind.CLAIMED:
        return "**No result:** both players agreed. Nobody won."
    return f"**No result:** {mention(match.player_of(last.side))} claimed it. {_GOES_NOWHERE} Nobody won."


def _idle() -> str:
    return (
        f"**No result:** nobody moved for {span(NUDGED_AFTER + ENDS_AFTER)}, and no clock was running. "
        "Nobody won."
    )


def _called_off(match: Match, last: Entry | None) -> str:
    if last is not None and last.kind is EntryKind.ABORTED_BY_ADMIN:
        return f"**Called off** by an administrator, {_administrator(last)}. Nobody won."
    missing = "the first turn was not made" if match.started else "not everybody chose"
    return f"**Called off:** {missing} in time. Nobody won."


_GOES_NOWHERE: Final = f"In {IDLE_TURNS} turns each, nothing happened that stays."

# --- buttons -------------------------------------------------------------------------------------

CLAIM_WIN = "Claim the win"
CLAIM_NO_RESULT = "Claim no result"
REMIND_IN: Mapping[timedelta, str] = {
    3 * HOUR: "Remind me in 3 hours",
    DAY: "Remind me tomorrow",
}
"""The labels of the buttons that ask for a reminder, by how long it is put off."""


def give_more(chosen: Pace) -> str:
    """The label of the button that gives the other player more time."""
    given = more_time(chosen)
    if given < HOUR:
        return f"Give {counted(given // MINUTE, 'more minute')}"
    days, rest = divmod(given, DAY)
    return f"Give {counted(given // HOUR, 'more hour') if rest else counted(days, 'more day')}"


def will_remind(at: datetime) -> str:
    """Confirms that a reminder was asked for."""
    return f"I will remind you of this match on {when(at)}, unless you have moved by then."


# --- asking the other player ---------------------------------------------------------------------

ASK_FOR: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: "Ask for a pause",
    OfferKind.GO_ON: "Ask to go on",
    OfferKind.NO_RESULT: "Suggest no result",
}
AGREE: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: "Agree to a pause",
    OfferKind.GO_ON: "Agree to go on",
    OfferKind.NO_RESULT: "Agree to no result",
}
ASKS: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: f"asks for a pause of {span(PAUSE_FOR)}, in which no clock runs",
    OfferKind.GO_ON: "asks to end the pause now",
    OfferKind.NO_RESULT: "suggests to end the match without a result, so that nobody wins",
}
REFUSED: Mapping[EntryKind | None, str] = {
    EntryKind.PAUSE_REFUSAL: "-# The pause was refused.",
    EntryKind.GO_ON_REFUSAL: "-# Ending the pause was refused.",
    EntryKind.NO_RESULT_REFUSAL: "-# Ending without a result was refused.",
}
NOTHING_TO_ASK: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: "The match is paused already, so there is nothing to ask for.",
    OfferKind.GO_ON: "The match is not paused, so it goes on anyway.",
}


def what_asking_means(kinds: Collection[OfferKind]) -> str:
    """The effect if the other player agrees, where a button alone would not tell."""
    said = [words for kind, words in _MEANS.items() if kind in kinds]
    return f"-# {' '.join(said)}" if said else ""


_MEANS: Mapping[OfferKind, str] = {
    OfferKind.PAUSE: f"A pause stops the clock for {span(PAUSE_FOR)}.",
    OfferKind.NO_RESULT: "No result: nobody wins.",
}
NO_PAUSE_HERE = "There is no clock in this match, so there is nothing to pause. Take your time."

# --- what cannot be done -------------------------------------------------------------------------


def time_problem(error: TimeError) -> str:
    """Why a win on time cannot be claimed, or time not be given."""
    if error.problem is TimeProblem.NOT_UP:
        deadline = deadline_of(error.match)
        until = f": they have until {soon(error.match, deadline)}" if deadline else ""
        return f"Your opponent's time is not up yet{until}. Nothing was changed."
    return _TIME_PROBLEMS[error.problem]


_TIME_PROBLEMS: Mapping[TimeProblem, str] = {
    TimeProblem.NO_CLOCK: "No clock runs in this match, so there is no time to claim or to give.",
    TimeProblem.OWN: (
        "It is your own clock that runs, so only your opponent can claim the win or give more time. "
        "You can still move."
    ),
    TimeProblem.FULL: "Your opponent has as much time already as there can be, so nothing was changed.",
}

NOT_NOWHERE = (
    f"“No result” can be claimed only after {IDLE_TURNS} turns each in which nothing happened that stays, "
    "such as a capture. You can suggest it to your opponent under **More**."
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
        return f"This server does not offer that game. It offers {listed(names)}."
    if error.problem is NotAllowedProblem.CHANNEL:
        return f"Matches are not for this channel. Go to {_any_of('<#{}>', error.allowed)}."
    return f"In this server only some may play: those with the role {_any_of('<@&{}>', error.allowed)}."


def _any_of(form: str, ids: Sequence[object]) -> str:
    """Some of ``ids`` as mentions: a list of many would say no more."""
    said = [form.format(one) for one in ids[:MOST_NAMED]]
    return listed([*said, *(["others"] if len(ids) > MOST_NAMED else [])], last="or")


MOST_NAMED: Final = 10


def too_many_matches(limit: int) -> str:
    """The limit of a server is reached."""
    several = "match" if limit == 1 else "matches"
    return (
        f"You have {limit} {several} in this server, the most one may have here. "
        "Finish one, or withdraw a challenge (see `/match list`)."
    )


def vacation_problem(left: int) -> str:
    """More days away than there are, or away already."""
    if not left:
        return "You have no days away left this year. If both agree, `/match pause` still stops a clock."
    return (
        f"You can be away for up to {counted(left, 'day')} this year, and one time away has to end before "
        "the next begins. Nothing was changed."
    )


def rewind_problem(last: int) -> str:
    """A number of actions to which a match cannot be taken back."""
    if last < 0:
        return "Nothing was played in this match yet, so there is nothing to take back."
    return f"A match is taken back to the number of actions that still stand: here 0 to {last}."


PLAYING_ALREADY = "That person plays in this match already. Name somebody else."
