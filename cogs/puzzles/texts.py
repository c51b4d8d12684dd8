"""Every sentence of puzzles: a reader's own costly turns from reviews, asked again."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from cogs.puzzles.rules import INTERVALS, MOST_PUZZLES, MOST_UNANSWERED
from cogs.text import speaks
from cogs.text.en.phrases import counted, moment, sentence, title
from matches.model import MatchFacts

PRACTISE: Final = "Practise my misses"
NEXT: Final = "Next puzzle"
WHOLE_TURN: Final = "See the whole turn"
STOP: Final = "No more puzzles"
_DAYS: Final = ", ".join(str(one.days) for one in INTERVALS[:-1]) + f" and {INTERVALS[-1].days}"


def asked_for(count: int, due: datetime) -> str:
    """The answer to *Practise my misses*, with so many turns of the match that are puzzles now."""
    what = "this turn" if count == 1 else f"these {count} turns"
    return (
        f"### Puzzles from your own matches\nI'll DM you {what} as puzzles: what would have been better? The "
        f"first comes {moment(due)}.\n"
        f"-# Solve each {len(INTERVALS)} times (after {_DAYS} days) and it's yours. There's "
        "at most one message a day, never in your quiet hours or while you're away. It stops after "
        f"{MOST_UNANSWERED} messages that you leave unanswered, and goes on when you answer one."
    )


def known_already(due: datetime) -> str:
    """The answer if all costly turns of the match are puzzles already; the next is ``due``."""
    return f"Your costly turns in this match are puzzles already. The next one is due {moment(due)}."


FULL: Final = (
    f"You have {MOST_PUZZLES} puzzles already, and that's as many as I keep. Solve some first, or press "
    f"**{STOP}** and begin again with this match."
)
NONE_OF_YOURS: Final = "There's no costly turn of yours in this review, so there's nothing to practise."


def stopped(count: int) -> str:
    """The answer to *No more puzzles*."""
    gone = f"{counted(count, 'puzzle')} deleted. " if count else ""
    return f"{gone}You get no more puzzles. Any review of your matches has **{PRACTISE}** to begin again."


def heading(match: MatchFacts, played_at: datetime, did: str) -> str:
    """The head of a puzzle: what the reader did in that turn, and when."""
    return f"### Puzzle from {title(match)}\n{sentence(moment(played_at))} {did} here. What's better?"


LET_WIN_SLIP: Final = "you let a win slip"
LOST_PIECES: Final = "you lost more than you had to"


def made(kind: str) -> str:
    """The reader's mistake in the turn, of this ``kind``."""
    return f"you made {kind}"


ONE_OF_TURN: Final = "-# A turn has several moves in this game: pick one move of the better turn."


def chosen(said: str) -> str:
    """The choices made so far."""
    return f"**So far:** {said}"


def not_it(said: str) -> str:
    """A wrong first try."""
    return f"**{sentence(said)}** isn't it. One more try."


def solved(said: str) -> str:
    """A puzzle that was solved."""
    return f"**Right: {said}.**"


def missed(said: str, better: str) -> str:
    """A puzzle that was missed, and its solution."""
    return f"**{sentence(said)}** isn't it either.\n**Better:** {better}"


def again(due: datetime) -> str:
    """The time at which a puzzle comes back."""
    return f"-# It comes back {moment(due)}."


DONE: Final = f"-# Solved {len(INTERVALS)} times in a row: it's yours."
ANSWERED: Final = "That puzzle is answered already."
NOTHING_LEFT: Final = "That's all for now."

speaks(__name__, "puzzle")
