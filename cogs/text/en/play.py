"""Texts of /play: one person's front door to a match, and the form of a simul."""

from __future__ import annotations

from typing import Final

from engines import Game, Side
from matches.simul import FEWEST, MOST

COMMAND: Final = "Find a match, challenge somebody, or play the computer"
GAME_OPTION: Final = "Which game (leave it out to pick from all)"
OPPONENT_OPTION: Final = "Who to challenge"

TITLE: Final = "### Play"
FIND: Final = "Find a match"
CHALLENGE: Final = "Challenge somebody, or anyone here:"
MORE: Final = "⋯"
BACK: Final = "◀"
MORE_TITLE: Final = "### More ways to play"
SIMUL: Final = "Host a simul…"
SIMUL_HINT: Final = "**A simul:** play several people at once, each on a board of their own."
SEVERAL_SIDES: Final = "Your side"
SIMUL_GAME: Final = "Game"
SIMUL_PLACES: Final = f"Places, {FEWEST} to {MOST}"
SIMUL_PACE: Final = "Pace"
SIMUL_RATED: Final = "Rating"
RATED: Final = "Rated"
ALTERNATE: Final = "Sides alternate"
FORM_OLD: Final = "That form is from an older version of me. Open it again with `/play`, under ⋯."


def simul_title() -> str:
    """The title of the form: at most 45 characters."""
    return "Host a simul"


def simul_pace(usual: str) -> str:
    """The entry for the server's usual pace."""
    return f"The usual one here: {usual}"


def own_side(game: Game, side: Side) -> str:
    """An entry for the host's side in a game."""
    return f"{game.name}: {side}"


def not_of(game: Game) -> str:
    """The refusal of a side of another game than the chosen one."""
    return f"That's no side to choose in {game.name}. Open the form again with `/play`, under ⋯."
