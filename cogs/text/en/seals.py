"""Every line about seals: what was fixed before it was told, and what opens it.

Each is one line in small print, since most people never check one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cogs.text.en.phrases import sentence
from engines import Side
from matches.lifecycle.seals import DRAW, SHOWN, of_draw, opened_draw
from matches.model import Match
from matches.records import CheckedSeal, Verdict

OPENED: Final = "-# The seals are open: with `/match record` anyone can check them."
DRAWN_BY_HOST: Final = "-# Drawn by the bot's host, since nobody calls."
PAIRED: Final = "-# Sides follow from the pairing."
VERDICTS: Final[Mapping[Verdict, str]] = {
    Verdict.HOLDS: "the seal holds.",
    Verdict.BROKEN: "the seal doesn't hold. Something in this record was changed, or what was sealed.",
    Verdict.NOT_SEALED: "not sealed.",
    Verdict.CLOSED: "sealed, but its salt is missing, so I can't check it.",
    Verdict.UNKNOWN: "sealed in a way that I don't know, so I can't check it.",
}


def to_be_drawn(match: Match) -> str:
    """The seal on what was drawn with a challenge that stands."""
    seal = of_draw(match)
    if seal is None:
        return ""
    called = match.game.starter == "toss"
    what = "The coin is tossed already" if called else "Drawn already by the bot's host, since nobody calls"
    return f"-# {what}. Seal: {_shown(seal)}"


def drawn_before(match: Match) -> str:
    """The same seal once the challenge was taken up, where it stood."""
    seal = of_draw(match)
    return "" if seal is None else f"-# Seal on the draw: {_shown(seal)}"


def drawn(match: Match) -> str:
    """The line about that seal once the challenge was taken up, or about a draw of the host without one."""
    if seal := of_draw(match):
        opening = opened_draw(match)
        if opening is None:
            return f"-# Seal {_shown(seal)} on the draw is void: an older version of this bot drew again."
        if match.toss:  # the record is not open yet
            return f"-# The coin's seal opens with: `{opening}`"
        return f"{DRAWN_BY_HOST} Its seal is open: `/match record` has it."
    if match.terms.tournament:
        return PAIRED
    return DRAWN_BY_HOST if match.terms.agreed and not match.toss else ""


def sealed(seals: Mapping[Side, str]) -> str:
    """The seals on picks, a line each."""
    return "\n".join(f"-# Seal on {side}'s pick: {_shown(seal)}" for side, seal in seals.items())


def void(seals: Mapping[Side, str]) -> str:
    """The seals on picks that are never shown, since their match ended before both were in; a line each."""
    return "\n".join(
        f"-# Seal {_shown(seal)} on {side}'s pick is void: the match ended first, so the pick stays hidden."
        for side, seal in seals.items()
    )


def checked(found: Iterable[CheckedSeal]) -> str:
    """The outcome for each seal of a record, a line each."""
    return "\n".join(f"-# {_what(one)}: {VERDICTS[one.verdict]}" for one in found)


def _what(one: CheckedSeal) -> str:
    return f"The draw ({one.value})" if one.what == DRAW else f"{sentence(one.what)}'s pick"


def own(seal: str, opening: str) -> str:
    """The seal on the reader's own pick, and the line that opens it."""
    return (
        f"-# Seal on your pick: {_shown(seal)}\n"
        f"-# This line opens it; keep it to yourself until both picks are in: `{opening}`"
    )


def _shown(seal: str) -> str:
    """A seal as far as it is shown."""
    return f"`{seal[:SHOWN]}`"
