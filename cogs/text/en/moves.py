"""Every sentence about making a move: the board before it is sent, the end of a turn, what comes after it."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text.en.match import to_board
from engines.record import Played
from matches import Match

# --- before it is sent ---------------------------------------------------------------------------

PREVIEW = "-# This is how the board will look."
SEND_ALWAYS = "Always send at once"
SENT_AT_ONCE = (
    "From now on your moves are sent as soon as you choose them. You can change that in `/settings`."
)
CANCEL = "Cancel"
TOO_LONG_TO_PREVIEW = (
    "That's a long turn, and you asked to see the board before a typed move is sent. "
    "I can't show this many actions at once, so nothing was sent. Type the turn in two parts."
)


def typed(actions: Sequence[str]) -> str:
    """A typed turn in words, above the board as it will be."""
    return f"**{'; '.join(actions)}**"


def more_choices(first: str, last: str) -> str:
    """The prompt of a menu with the choices that have no button, by the first and the last one in it."""
    return f"More: {first} … {last}"


# --- the end of a turn ---------------------------------------------------------------------------

NOTHING_MOVED = "You haven't moved anything. End your turn anyway?"
END_ANYWAY = "End turn anyway"
NOT_YET = "Not yet"

# --- once it is sent -----------------------------------------------------------------------------


def sent(match: Match, actions: Sequence[Played], *, elsewhere: bool) -> str:
    """Confirms a move, with a way to its board where that is ``elsewhere``."""
    made = f"Played: {'; '.join(action.description for action in actions)}."
    return f"{made} {to_board(match)}".strip() if elsewhere else made


ANOTHER_WAITS = "Another match is waiting for you."
