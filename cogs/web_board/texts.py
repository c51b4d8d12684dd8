"""Texts about the board in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text import phrases, speaks
from web.sessions import BrowserSession

OPEN: Final = "Open the board"
GO: Final = "Go to the board"
LINK: Final = (
    "Your board, in a browser: push the pieces there, your turns are on the card here at once.\n"
    "-# The link is yours alone. It works once, within 10 minutes."
)
NO_BOARD: Final = "There's no board in a browser on this bot anymore. Everything works on the cards."
NOT_THIS_ONE: Final = (
    "The board shows your own matches, and others' in channels that you can see. Use *Board* under its card."
)
NO_BROWSERS: Final = "### Browsers\nYou aren't signed in to the board in any browser."
SIGN_OUT_OF: Final = "Sign out of …"
SIGN_OUT_ALL: Final = "Sign out everywhere"
BACK: Final = "Back"


def browsers(count: int) -> str:
    """Leads to the list of browsers that are signed in."""
    return f"Browsers ({count})"


def browser_list(sessions: Sequence[BrowserSession]) -> str:
    """The browsers that are signed in to the board."""
    lines = [f"- {one.browser}, last used {phrases.moment(one.seen_at)}" for one in sessions]
    return "\n".join(("### Browsers signed in to the board", *lines))


speaks(__name__, "web_board")
