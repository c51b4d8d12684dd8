"""Texts for people who look on: watching a match, the list of live matches, a server's week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.match import board_link, seats, to_board
from cogs.text.en.phrases import counted, link, listed, mention, title
from engines import GAMES
from matches.guilds.posts import Gain, Week
from matches.lifecycle.finish import WITHOUT_RESULT
from matches.model import Match, MatchFacts, Phase, UserId
from matches.notices import NotificationPreferences
from matches.summaries import MatchSummary

# --- watching one match --------------------------------------------------------------------------

WATCH = "Watch"
EACH_MOVE = "Ping me on each move"
AT_THE_END = "Ping me at the end"
STOP_WATCHING = "Stop watching"
WATCHED_IN_ITS_SERVER = (
    "You can only watch a match in its own server, where its channel can ping you. "
    "You can still look at it here at any time."
)
STOPPED_UNSEEN = "You're no longer watching that match."
"""Said of a match that the reader may not look at (any more)."""
NOT_WATCHED = "You're not watching that match. `/matches` shows what's running here."


def watchers(users: Sequence[UserId]) -> str:
    """The line of a card that pings those who watch its match."""
    return f"-# Watching: {' '.join(map(mention, users))}"


def panel(match: Match, each_turn: bool | None, contact: NotificationPreferences) -> str:
    """A match and its watching: each turn or the end only, by ``each_turn`` (None: it is not watched)."""
    head = f"### {title(match)}\n{seats(match)}"
    if each_turn is None:
        said = "You're not watching this match. When do you want a ping?"
    else:
        said = f"**You're watching this match.** {_pinged(contact, each_turn=each_turn)}"
    return "\n".join(filter(None, (head, said, to_board(match))))


def _pinged(contact: NotificationPreferences, *, each_turn: bool) -> str:
    """The time and place at which a watcher hears of a match, as their own settings have it."""
    if contact.digest is not None or contact.wants_nothing:
        return "But your `/settings` turn pings off, so you won't get any until you change them."
    if not contact.home:
        turns = " You won't hear about single moves." if each_turn else ""
        return f"I'll DM you when it ends, because your `/settings` ask for DMs.{turns}"
    said = ["I'll ping you on each move and at the end." if each_turn else "I'll ping you when it ends."]
    if contact.quiet:
        said.append("Not in your quiet hours: you'll hear about the end after them.")
    if contact.silent:
        said.append("Whether the ping makes a sound is up to the players.")
    return " ".join(said)


def stopped(match: MatchFacts) -> str:
    """The reader has stopped watching a match."""
    return f"You're no longer watching {title(match)}."


def over(match: Match, ended: str) -> str:
    """A message to a watcher of a match that is over; ``ended`` says how it ended."""
    said = (f"### {title(match)}", "The match you were watching is over.", ended, to_board(match))
    return "\n".join(filter(None, said))


# --- the list of live matches --------------------------------------------------------------------

LIVE_IN_SERVER = "Running matches are listed by server. Use this command in a server channel."
SEE_LIVE = "See live matches"


def live_choice(match: MatchSummary, called: str) -> str:
    """A match in a menu, where mentions are not shown: as it is ``called`` by its players, if it is."""
    said = called or title(match)
    return f"{said} · choosing picks" if match.phase is Phase.SETUP else said


def nothing_live(game: str | None) -> str:
    """No match runs; ``game``: the name of the one that was asked for."""
    what = f"No match of {game} is running here" if game else "No match is running here"
    return f"{what} right now. Start one with `/play`."


# --- a server's week -----------------------------------------------------------------------------

WEEKLY_WHEN: Final = "Mondays between 09:00 and 11:00 UTC"


def week(found: Week) -> str:
    """The summary of a server's week."""
    games = listed([_of_game(game, count) for game, count in found.games.items()])
    ended = f"{counted(found.ended, 'match', 'matches')} ended: {games}."
    lines = [_result_line(match) for match in found.latest]
    more = found.ended - len(found.latest)
    parts = [
        "### Weekly summary",
        ended,
        *lines,
        "",  # or the last entry of the list would take in what follows
        *([f"-# … and {more} more."] if more > 0 else []),
        *([f"**Most points gained:** {listed([_gain(one) for one in found.gains])}."] if found.gains else []),
        *([f"**New here:** {_newcomers(found.newcomers)}."] if found.newcomers else []),
        f"**Running now:** {counted(found.live, 'match', 'matches')}.",
    ]
    return "\n".join(parts)


def _of_game(game: str, count: int) -> str:
    """``3 of Prawns``."""
    return f"{count} of {GAMES[game].name}"


def _result_line(match: MatchFacts) -> str:
    where = board_link(match) or link(match.guild_id, match.channel_id)
    return f"- [{title(match)}](<{where}>) · {outcome(match)}"


def outcome(match: MatchFacts) -> str:
    """The outcome of a finished match by its players: ``@Ada beat @Ben``."""
    result = match.result
    if result is None or result.winner is None:
        both = listed([mention(seat.player) for seat in match.seats])
        nothing = result is None or result.reason in WITHOUT_RESULT
        return f"no result between {both}" if nothing else f"a draw between {both}"
    loser = match.player_of(match.game.other(result.winner))
    return f"{mention(match.player_of(result.winner))} beat {mention(loser)}"


def _gain(one: Gain) -> str:
    return f"{mention(one.player)} +{one.points} in {GAMES[one.game].name}"


def _newcomers(count: int) -> str:
    return f"{counted(count, 'player')} finished their first match"
