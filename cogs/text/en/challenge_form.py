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

WHO: Final = "Opponent"
WHO_HINT: Final = "Leave it empty to let anyone here accept."
ANYONE: Final = "Anyone"
PACE: Final = "Pace"
SEAT: Final = "Sides"
ALSO: Final = "Also"

RATED: Final = "Rated"
TAKEBACKS: Final = "Takebacks"
TWO_MATCHES: Final = "Two games, sides swapped"
WEEKENDS_OFF: Final = "Pause at weekends"
PRIVATE: Final = "Private"
NO_ANALYSIS: Final = "Analysis board not allowed"

ANYONE_HERE: Final = "Anyone here"
NO_PROVISIONAL: Final = "Only players without a provisional rating"
RELIABLE: Final = "Only players with few timeouts"
ACROSS: Final = "Players in other servers too"
LIMITS_FOR_ANYONE: Final = (
    "You chose an opponent, so there's nothing to limit: only they can accept. Send the form again, or leave "
    "the opponent out."
)

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


def seat(game: Game, side: Side | None, starter: str | None, *, computer: bool = False) -> str:
    """An entry of the menu of sides: the challenger's side and who moves first, each None if drawn.

    ``computer``: the opponent is the computer, and nothing is rated.
    """
    if side is None and starter is None:
        return "Drawn at random (usual)"
    you = f"You're {side}" if side else ""
    unrated = ", unrated unless you play two games" if game.uneven and not computer else ""
    they = "the computer moves first" if computer else "they move first"
    first = {None: "", "challenger": "you move first", "opponent": they}[starter]
    return sentence(", ".join(filter(None, (you, first)))) + unrated


def limits(*, sides: bool) -> str:
    """The label of the menu of who may accept, which has the ``sides`` too."""
    return "Who may accept, and sides" if sides else "Who may accept"


def within(distance: int) -> str:
    """A limit on the rating of who accepts."""
    return f"Only ratings within {distance} of yours"


def which_game(opponent: UserId | None) -> str:
    """Asks for the game of a challenge."""
    whom = f" {mention(opponent)}" if opponent else ""
    return f"### Challenge{whom}: which game?"
