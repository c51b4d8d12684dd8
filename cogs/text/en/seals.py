"""Every line about seals: what was fixed before it was told, and what opens it.

As in ``texts``. Each is one line in small print, since most people never check one.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines import Side
from matches.lifecycle.seals import SHOWN


def sealed(seals: Mapping[Side, str]) -> str:
    """The seals on picks, a line each."""
    return "\n".join(f"-# Seal on {side}'s pick: {_shown(seal)}" for side, seal in seals.items())


def void(seals: Mapping[Side, str]) -> str:
    """The seals on picks that are never shown, since their match ended before both were in; a line each."""
    return "\n".join(
        f"-# Seal {_shown(seal)} on {side}'s pick is void: the match ended first, so the pick stays hidden."
        for side, seal in seals.items()
    )


def own(seal: str, opening: str) -> str:
    """The seal on the reader's own pick, and the line that opens it."""
    return (
        f"-# Seal on your pick: {_shown(seal)}\n"
        f"-# This line opens it; keep it to yourself until both picks are in: `{opening}`"
    )


def _shown(seal: str) -> str:
    """A seal as far as it is shown."""
    return f"`{seal[:SHOWN]}`"
