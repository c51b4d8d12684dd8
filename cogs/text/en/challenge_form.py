"""Texts of the form for a challenge, and of what leads to it."""

from __future__ import annotations

from typing import Final

from cogs.text.en import time
from cogs.text.en.phrases import mention, sentence
from engines import Game, Side
from matches.model import UserId
from matches.time.pace import Pace

OPEN: Final = "Challenge…"
BACK_TO_FORM: Final = "Back to the form"
COMMAND: Final = "Challenge somebody, or everybody here: opens a form"
GAME_OPTION: Final = "Which game (leave it out to pick from all)"
OPPONENT_OPTION: Final = "Who to challenge (leave it out to let anyone accept)"

WHO: Final = "Opponent"
WHO_HINT: Final = "Leave it empty to let anyone here accept."
ANYONE: Final = "Anyone"
PACE: Final = "Pace"
OPTIONS: Final = "What's different from usual"
OPTIONS_HINT: Final = "Leave it empty to play by the usual rules."
AS_USUAL: Final = "Everything as usual"
SEAT: Final = "Sides"
SWITCHES: Final = "Switches"

RATED: Final = "Rated, if there's a clock"
TAKEBACKS: Final = "Takebacks of a finished turn, if you both agree"
TWO_MATCHES: Final = "Two matches, sides swapped"
WEEKENDS_OFF: Final = "The clock rests on weekends"

FORM_OLD: Final = "That form is from an older version of me. Open it again with the button."
ONE_EACH: Final = "You chose two answers to one question. Pick one of each kind, then send the form again."


def form_title(game: Game) -> str:
    """The title of the form: at most 45 characters."""
    return f"Challenge: {game.name}"[:45]


def usual_pace(pace: Pace) -> str:
    """The server's own pace in the menu."""
    return f"{a_pace(pace)} (usual here)"


def a_pace(pace: Pace) -> str:
    """Another pace in the menu."""
    return sentence(time.pace(pace))


def seat(game: Game, side: Side | None, starter: str | None) -> str:
    """An entry of the menu of sides: the challenger's side and who moves first, each None if drawn."""
    if side is None and starter is None:
        return "Drawn at random (usual)"
    you = f"You're {side}" if side else ""
    unrated = ", unrated unless you play two matches" if game.uneven else ""
    first = {None: "", "challenger": "you move first", "opponent": "they move first"}[starter]
    return sentence(", ".join(filter(None, (you, first)))) + unrated


def which_game(opponent: UserId | None) -> str:
    """Asks for the game of a challenge."""
    whom = f" {mention(opponent)}" if opponent else ""
    return f"### Challenge{whom}: which game?\nThe next step is a form with pace, rules and sides."
