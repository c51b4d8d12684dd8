"""Texts of a server's archive: its finished matches, and the openings that were played in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from cogs.archive.rules import BookTurn, PlayerOutcome
from cogs.archive.service import MatchOutcome, OpeningStart
from cogs.text import speaks
from cogs.text.en.match import board_link, turn_made
from cogs.text.en.phrases import counted, link, listed, mention, sentence, title
from cogs.text.en.watching import outcome
from engines import GAMES, Game, Side
from engines.record import History, Played
from matches.model import UserId
from matches.summaries import MatchSummary

# --- finished matches ----------------------------------------------------------------------------


TAB: Final = "Finished"
FINISHED: Final = "Finished matches"
IN_SERVER: Final = "Every server has its own finished matches. Use this command in a server channel."
WHICH_GAME: Final = "Which game?"
ALL_GAMES: Final = "All games"
WHICH_RESULT: Final = "Which result?"
ANY_RESULT: Final = "Any result"
WHOSE: Final = "Whose matches?"
OPEN_ONE: Final = "Open a match"
EVERYONES: Final = "-# Matches in channels that everyone here can see, newest first."

OF_PLAYER: Final[Mapping[PlayerOutcome, str]] = {
    PlayerOutcome.WON: "Won",
    PlayerOutcome.LOST: "Lost",
    PlayerOutcome.DRAWN: "Drawn",
    PlayerOutcome.UNDECIDED: "No result",
}
"""Results as one player sees them."""


def result(which: MatchOutcome, game: Game | None) -> str:
    """A result in a menu; ``game`` names the sides, without it only results without a winner are offered."""
    if game is not None and which in (MatchOutcome.FIRST_WON, MatchOutcome.SECOND_WON):
        return f"{sentence(game.sides[which is MatchOutcome.SECOND_WON])} won"
    return "Drawn" if which is MatchOutcome.DRAWN else "No result"


def archive(matches: Sequence[MatchSummary], *, page: int, asked: Sequence[str]) -> str:
    """A page of the archive; ``asked`` are the conditions in words."""
    lines = [_line(match) for match in matches]
    where = [f"-# Page {page + 1}"] if page else []
    return "\n".join([heading(asked), *lines, EVERYONES, *where])


def still_looking(threads: int) -> str:
    """Says that the archive isn't whole yet: Discord is being asked for archived threads. Empty for none."""
    if not threads:
        return ""
    missing = counted(threads, "older thread")
    return f"-# I'm still looking into {missing}, so some matches may be missing. Try again in a minute."


def heading(asked: Sequence[str]) -> str:
    """The heading of the finished matches, with the conditions in words."""
    return f"### {FINISHED}{': ' if asked else ''}{' · '.join(asked)}"


def of_player(user: UserId) -> str:
    """The condition that a player took part."""
    return f"matches of {mention(user)}"


WITH_POSITION: Final = "with this opening"


def _line(match: MatchSummary) -> str:
    where = board_link(match) or link(match.guild_id, match.channel_id)
    day = discord.utils.format_dt(match.changed_at, "d")
    return " · ".join([f"[{title(match)}](<{where}>)", outcome(match), day])


def nothing(asked: Sequence[str]) -> str:
    """No finished match fits the conditions; without any, none has finished in a channel for everyone."""
    if asked:
        return f"{heading(asked)}\nNo finished match here is like that."
    return (
        f"{heading(asked)}\nNo match has finished yet in a channel that everyone here can see. "
        "A match is here a few minutes after its end. Start one with `/play`."
    )


# --- openings ------------------------------------------------------------------------------------

OPENINGS: Final = "Openings"
OPENINGS_HERE: Final = "Openings here"
OPENINGS_OF_THESE: Final = "Openings of these"
MATCHES: Final = "Matches"
START: Final = "Start"
WHICH_START: Final = "Which start?"
PLAY: Final = "Go on with …"
FEW: Final = 10
"""Matches below which their shares say nothing: only their numbers are told."""
LONGEST_TURN: Final = 120
"""Characters of a turn in words; the rest of it is left out."""
NO_COMPUTER: Final = "-# Only what people played here. No computer judges it."
CUT: Final = "-# What you looked at isn't among the finished matches anymore. This is as far as it goes."
NOT_HERE: Final = (
    "No finished match that everyone here can see came to this position anymore. "
    "`/matches` shows what was played here."
)
AT_THE_END: Final = "No finished match here goes on from here."


def no_openings(game: str) -> str:
    """No match of a game is counted here."""
    name = GAMES[game].name
    return f"### {OPENINGS} of {name}\nNo finished {name} matches here yet."


def opening(began: OpeningStart, chosen: Sequence[str], history: History) -> str:
    """Above the board: the game, how it was set up, and the turns so far in words."""
    turns = [_turn(history, number) for number in range(1, history.turns + 1)]
    lines = [f"{number}. {said}" for number, said in enumerate(turns, start=1)]
    unusual = _unusual(began, chosen)
    setup = [f"-# {sentence(' · '.join(unusual))}"] if unusual else []
    return "\n".join([f"### {OPENINGS} of {began.game.name}", *setup, *(lines or ["The start"])])


def _turn(history: History, number: int) -> str:
    return in_words([played for played in history.played if played.turn == number])


def in_words(actions: Sequence[Played]) -> str:
    """A turn in words, in one line that is not too long."""
    said = turn_made(actions).replace("\n", "; ")
    return said if len(said) <= LONGEST_TURN else f"{said[: LONGEST_TURN - 1]}…"


AS_USUAL: Final = "the usual setup"


def start(began: OpeningStart, chosen: Sequence[str]) -> str:
    """A start in words; ``chosen`` are the choices in its options that are not as usual."""
    return sentence(" · ".join(_unusual(began, chosen)) or AS_USUAL)


def _unusual(began: OpeningStart, chosen: Sequence[str]) -> list[str]:
    """The parts of a start that another one of its game may have otherwise."""
    said = list(chosen)
    if began.game.starter != "first-named":
        said.append(f"{began.first} moves first")
    said += [f"{side}: {listed(began.picks[side])}" for side in began.game.sides if side in began.picks]
    if began.rules_version != GAMES[began.game_key].rules_version:
        said.append(f"rules of version {began.rules_version}")
    return said


def played_here(turns: Sequence[tuple[str, BookTurn]], sides: Sequence[Side], *, more: int) -> str:
    """The turns that were played in a position, in words, with their numbers; ``more`` are not shown."""
    if not turns:
        return AT_THE_END
    lines = [
        f"{number}. **{said}** · {results(turn, sides)}" for number, (said, turn) in enumerate(turns, start=1)
    ]
    rest = [f"-# … and {counted(more, 'other move')}."] if more else []
    return "\n".join(["**Played here**", *lines, *rest])


def results(turn: BookTurn, sides: Sequence[Side]) -> str:
    """The results of a turn: ``12 matches: white won 7 (58%), black won 4 (33%), 1 draw (8%)``."""
    counts = [
        (turn.first_won, f"{sides[0]} won {turn.first_won}"),
        (turn.second_won, f"{sides[1]} won {turn.second_won}"),
        (turn.drawn, counted(turn.drawn, "draw")),
    ]
    shares = ", ".join(said + _share(count, turn.matches) for count, said in counts if count)
    return f"{counted(turn.matches, 'match', 'matches')}: {shares}"


def _share(count: int, matches: int) -> str:
    return f" ({count / matches:.0%})" if matches >= FEW else ""


speaks(__name__, "archive")
