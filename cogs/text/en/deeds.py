"""Texts of /match: what can be done with a match by typing, and the questions before it is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.text.en import time
from cogs.text.en.match import seats
from cogs.text.en.phrases import title
from matches.model import MatchFacts, OfferKind

COMMAND: Final = "Look at a match: its board, its film, and what can be done now"
NUMBER_OPTION: Final = "Which match (leave it out for the one played here)"
DEED_OPTION: Final = "What to do with it (only what's possible now; asks first)"
NOT_NOW: Final = "Not now"

LABELS: Final[Mapping[str, str]] = {
    "board": "Board",
    "draw": "Offer a draw",
    "takeback": "Take back",
    "pause": "Ask for a pause",
    "resume": "Ask to end the pause",
    "cancel": "Ask to cancel it",
    "claim": "Claim the win",
    "resign": "Resign",
    "rematch": "Rematch",
    "film": "Film",
    "record": "Record",
    "share": "Share",
    "watch": "Watch",
    "unwatch": "Stop watching",
    "more": "More",
}
"""What can be done, by the words that are typed for it."""

_MEANS: Final[Mapping[str, str]] = {
    "draw": "Your opponent has to agree.",
    "takeback": "Your own turn goes back at once; a finished one only if your opponent agrees.",
    "pause": f"{time.what_asking_means([OfferKind.PAUSE]).removeprefix('-# ')} Your opponent has to agree.",
    "resume": "Your opponent has to agree.",
    "cancel": "If your opponent agrees, nobody wins.",
    "claim": "If it's going nowhere, it ends without a winner.",
    "rematch": "Same game and terms, sides swapped.",
}


def question(match: MatchFacts, deed: str) -> str:
    """Asks whether to do something with a match."""
    return f"### {title(match)}\n{seats(match)}\n**{LABELS[deed]}?** {_MEANS.get(deed, '')}".rstrip()


def unknown(typed: str, offered: list[str]) -> str:
    """The refusal of a word that says nothing to do."""
    words = ", ".join(f"`{one}`" for one in offered)
    return f"I can't do “{typed}” with a match. Pick one from the list: {words}."
