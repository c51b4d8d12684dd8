"""Texts about practice: alone on both sides, or on from a position."""

from __future__ import annotations

from typing import Final

from cogs.text.en.phrases import reached, title
from engines import Side
from engines.record import Played
from matches.model import MatchFacts

PLAY_ON: Final = "Play on"
BOTH_SIDES: Final = "Both sides myself"
OTHER_SIDE: Final = "Other side"
NOTE: Final = "-# Practice: unrated, and nobody else sees it."
OLD_CARD: Final = "Your practice goes on below."
ONLY_IN_SERVER: Final = (
    "Practice starts in a server channel: open the match in one, and tap **Play on** there."
)
AGAIN: Final = "Start over"
END: Final = "End practice"
ENDED: Final = "**Practice ended.**"


def play_on(match: MatchFacts, last: Played | None, side: Side, to_act: Side, *, computer: bool) -> str:
    """Asks how to go on from a position, the one after the action ``last``."""
    where = "from the start" if last is None else reached(last)
    levels = "Pick a level of the computer, or play both sides" if computer else "Play both sides"
    you = f"You play **{side}**" if computer else "You play both sides"
    return (
        f"### Play on from here\n"
        f"{title(match)}, {where}: {to_act} to move. {you}.\n"
        f"{levels} yourself. Practice is unrated, and nobody else sees it."
    )
