"""Every sentence about what is tidied up: old cards, the home of all matches, threads that are closed.

As in ``texts``: functions return Discord markdown, people are named by mention only.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text.en.match import tossed, turn_made
from engines.record import Played
from matches.model import Match

# --- old cards ---------------------------------------------------------------------------------------

TAKEN_BACK = "This move was taken back."
BEGINNING = "The match begins."


def old_turn(actions: Sequence[Played], by_themselves: int) -> str:
    """The card of a turn, once a newer one is out; its last actions may have played themselves."""
    return turn_made(actions, by_themselves) or BEGINNING


def old_setup(match: Match) -> str:
    """The card of a setup, once the board is out."""
    return tossed(match, match.toss) if match.toss else BEGINNING


def old_board(said: str) -> str:
    """Read out in place of a board that is not the newest any more."""
    return f"The board at this point: {said}"


# --- the home of all matches -------------------------------------------------------------------------


def home_gone(home: int) -> str:
    """Heads the first card of a match that could not be played where the server wants its matches."""
    return (
        f"-# This server plays its matches in <#{home}>, but I can't use it right now, so this one is here."
    )


def home_hidden(home: int) -> str:
    """The same, where not everyone who could see the challenge can see that place."""
    return (
        f"-# This server plays its matches in <#{home}>, but not everyone here can see that channel, "
        "so this one is here."
    )


def post(match: Match, seats: str) -> str:
    """The first message of a match's post in a forum; its cards follow."""
    return f"{seats}\n-# Every move gets a card below."
