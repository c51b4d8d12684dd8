"""Texts of the ways in: context menus, the card for a new server, the status line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import counted, listed

# --- context menus: names of at most 32 characters ------------------------------------------------

CHALLENGE: Final = "Challenge"
PROFILE: Final = "Profile"
OUR_MATCHES: Final = "Our matches"
LOOK: Final = "Look at this match"
PLAY_ON: Final = "Play on from here"

OURSELVES: Final = "That's you. Your own matches are in `/matches`."
BOTS_HAVE_NONE: Final = "Bots have no matches here. Against the computer, your matches are in `/matches`."
NO_MATCH_SHOWN: Final = (
    "That message shows none of my matches. Use this on a board of mine, or on any message in a match's "
    "thread."
)
NOT_SURELY_MINE: Final = (
    "I can't see the message that this was forwarded from, so I can't tell whether it's a board of mine. Use "
    "this on the board itself, or on any message in its match's thread."
)
WHICH_MATCH: Final = "### Which match?\nSeveral are played here, and that message doesn't say which one."
PICK: Final = "Pick a match"

# --- the card for a new server --------------------------------------------------------------------

SETTINGS: Final = "Settings"


def welcome(games: Sequence[str], *, computer: bool) -> str:
    """The greeting in a server that added the bot."""
    against = "each other or the computer" if computer else "each other"
    return (
        f"### {counted(len(games), 'board game')} for this server\n"
        f"{listed(games)}: play {against}, one move at a time. Each match has its own thread, and I ping "
        "you when it's your turn.\n"
        "**New to them?** The blue button lets you try three turns of each. Then `/play` finds you "
        "somebody.\n"
        "-# *Settings* is for those who manage the server: which channels, roles and games, and much more."
    )


# --- the status line ------------------------------------------------------------------------------


def status(running: int) -> str:
    """The bot's status: how many matches run, and where to begin."""
    return f"{counted(running, 'match', 'matches')} running · /help"
