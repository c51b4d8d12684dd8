"""Sentences of the server for people on the page; what goes well the page says in its own words."""

from __future__ import annotations

from typing import Final

NOT_SIGNED_IN: Final = "You're not signed in here. Press Open the board under a card on Discord."
LINK_GONE: Final = "This link was used or is too old. Press Open the board on Discord for a new one."
NOT_THERE: Final = "There's no such match, or you can't look at it. Open it from its card on Discord."
OWN_PAGES: Final = "You have four boards open. Close one, then load this page again."
ALL_PAGES: Final = "Too many boards are open just now. This one is up to date when you load it again."
TOO_FAST: Final = "That was a lot at once. Wait a few seconds, then go on."
STARTING: Final = "The bot is starting. Try again in a moment; nothing is lost."
UNREADABLE: Final = "The page sent something that can't be read. Load it again."
NOT_FROM_HERE: Final = "This didn't come from the board's own page, so nothing was done."
MOVED_ON: Final = "The match has moved on. Here is how it stands now."
NOT_BEGUN: Final = "This match hasn't begun, so there's nothing to try."
DATABASE: Final = "The database doesn't answer just now. Nothing was done: try again in a moment."
