"""Texts of the ways in: context menus, the card for a new server, the status line."""

from __future__ import annotations

from typing import Final

from cogs.text.en.phrases import counted

# --- context menus: names of at most 32 characters ------------------------------------------------

CHALLENGE: Final = "Challenge"
PROFILE: Final = "Profile"
OUR_MATCHES: Final = "Our matches"
LOOK: Final = "Look at this match"
PLAY_ON: Final = "Play on from here"

OURSELVES: Final = "That's you. Your own matches are in `/match list` and `/match history`."
BOTS_HAVE_NONE: Final = (
    "Bots have no matches here. Against the computer, your matches are in `/match list` and `/match history`."
)
NO_MATCH_SHOWN: Final = (
    "That message shows none of my matches. Use this on a board of mine, or on any message in a match's "
    "thread."
)
WHICH_MATCH: Final = "### Which match?\nSeveral are played here, and that message doesn't say which one."
PICK: Final = "Pick a match"

# --- the status line ------------------------------------------------------------------------------


def status(running: int) -> str:
    """The bot's status: how many matches run, and where to begin."""
    return f"{counted(running, 'match', 'matches')} running · /help"
