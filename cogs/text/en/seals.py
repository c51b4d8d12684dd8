"""Every line about seals: what was fixed before it was told, and what opens it.

As in ``texts``. Each is one line in small print, since most people never check one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cogs.text.en.phrases import sentence
from engines import Side
from matches.lifecycle.seals import SHOWN
from matches.records import CheckedSeal, Verdict

OPENED: Final = "-# The seals are open: with `/match record` anyone can check them."
VERDICTS: Final[Mapping[Verdict, str]] = {
    Verdict.HOLDS: "the seal holds.",
    Verdict.BROKEN: "the seal doesn't hold. Something in this record was changed, or the pick was.",
    Verdict.NOT_SEALED: "not sealed.",
    Verdict.CLOSED: "sealed, but its salt is missing, so I can't check it.",
    Verdict.UNKNOWN: "sealed in a way that I don't know, so I can't check it.",
}


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
    return "\n".join(f"-# {sentence(one.what)}'s pick: {VERDICTS[one.verdict]}" for one in found)


def own(seal: str, opening: str) -> str:
    """The seal on the reader's own pick, and the line that opens it."""
    return (
        f"-# Seal on your pick: {_shown(seal)}\n"
        f"-# This line opens it; keep it to yourself until both picks are in: `{opening}`"
    )


def _shown(seal: str) -> str:
    """A seal as far as it is shown."""
    return f"`{seal[:SHOWN]}`"
