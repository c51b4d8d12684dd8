"""Seals: hashes of fixed but secret values, which reveal nothing and which anyone can check later.

A seal is the SHA-256 of a line of text with the sealed value and a salt. There are only nine picks, so the
salt alone keeps a seal closed: it is random, and new for each seal. The line itself opens the seal;
``docs/records.md`` describes how to check it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from engines import Side
from matches.audience import EVERYONE, draw_seen, picks_seen, salts_seen
from matches.model import Match, Phase, Salt, UserId

VERSION: Final = 1
"""The version of the line that is sealed."""
SALT_BYTES: Final = 32
DRAW: Final = "draw"
"""The name of the draw in a sealed line; a pick has its side there."""
SHOWN: Final = 32
"""The digits of a seal that a card carries: 128 bits."""


def sealed_text(match_id: int, what: str, value: str, salt: str, version: int = VERSION) -> str:
    """The line that opens the seal on ``value`` of ``what``: of a side's pick, or of a draw."""
    return f"tidepool seal {version} match {match_id} {what} {value} {salt}"


def drawn(salt: Salt) -> str:
    """A new salt, in hexadecimal. Raises ValueError if ``salt`` returns too few bytes."""
    fresh = salt()
    if len(fresh) < SALT_BYTES:
        raise ValueError(f"a salt of {len(fresh)} bytes, where it takes {SALT_BYTES}")
    return fresh.hex()


def seal(opened: str) -> str:
    """The seal of a line: its SHA-256, in hexadecimal."""
    return hashlib.sha256(opened.encode()).hexdigest()


def of_picks(match: Match) -> Mapping[Side, str]:
    """The seals of the picks made so far, by side, in the order of the game's sides."""
    sides = (side for side in match.game.sides if side in match.picks)
    salted = {side: (match.picks[side].choices, match.picks[side].salt) for side in sides}
    return {
        side: seal(sealed_text(match.id, side, pick_text(choices), salt))
        for side, (choices, salt) in salted.items()
        if salt is not None
    }


def opened_picks(match: Match, audience: UserId | None = EVERYONE) -> Mapping[Side, str]:
    """The lines that open the seals on the picks that ``audience`` may know, by side."""
    picks, salts = picks_seen(match, audience), salts_seen(match, audience)
    return {
        side: sealed_text(match.id, side, pick_text(picks[side]), salts[side])
        for side in match.game.sides
        if side in salts
    }


def of_draw(match: Match) -> str | None:
    """The seal of the challenge's draw, or None."""
    draw = match.draw
    return None if draw is None else seal(sealed_text(match.id, DRAW, draw.value, draw.salt))


def opened_draw(match: Match) -> str | None:
    """The line that opens the seal of the draw, or None while that is secret."""
    draw = draw_seen(match)
    return None if draw is None else sealed_text(match.id, DRAW, draw.value, draw.salt)


def carried(match: Match) -> tuple[str, ...]:
    """The seals that no record opens yet, as far as cards carry them: on the draw, then on the picks."""
    if match.started:
        return ()
    draw = of_draw(match)
    return tuple(seal[:SHOWN] for seal in (*([draw] if draw else []), *of_picks(match).values()))


def void(match: Match) -> bool:
    """True if the match ended before both picks were in, so that its seals are never opened."""
    return match.phase is Phase.FINISHED and not match.started


def pick_text(choices: tuple[str, ...]) -> str:
    """A pick as text, for seals and records."""
    return ",".join(choices)
