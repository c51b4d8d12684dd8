"""The seals of a record, read and checked. ``docs/records.md`` describes what is sealed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from hmac import compare_digest
from typing import Final

from matches.lifecycle import seals
from matches.model import Draw
from matches.records.errors import TranscriptError, quoted
from matches.records.model import Sealing, Transcript
from matches.records.setup import SetUp, number
from matches.records.sheet import Sheet

_DIGITS: Final = re.compile(r"[0-9a-f]{64}")
"""A seal or a salt."""


class Verdict(Enum):
    """The outcome for one seal."""

    HOLDS = auto()
    BROKEN = auto()
    """The record's content differs from what was sealed."""
    NOT_SEALED = auto()
    CLOSED = auto()
    """There is a seal, but no salt to open it."""
    UNKNOWN = auto()
    """The version of the seal is not known here."""


@dataclass(frozen=True, slots=True)
class CheckedSeal:
    """A value that can be sealed (a side's pick, or ``draw``), as in the record, and its verdict."""

    what: str
    value: str
    verdict: Verdict


def checked(transcript: Transcript) -> tuple[CheckedSeal, ...]:
    """All values of a record that can be sealed, with their verdicts."""
    sealing, values = transcript.sealing, dict[str, str]()
    if sealing is not None and sealing.draw:
        values[seals.DRAW] = sealing.draw
    values |= {side: seals.pick_text(picks) for side, picks in transcript.picks.items()}
    found = tuple(CheckedSeal(what, value, _verdict(sealing, what, value)) for what, value in values.items())
    return tuple(replace(one, verdict=Verdict.BROKEN) if _belied(one, transcript) else one for one in found)


def _belied(one: CheckedSeal, transcript: Transcript) -> bool:
    """True if a draw whose seal holds contradicts how the match began."""
    if one.what != seals.DRAW or one.verdict is not Verdict.HOLDS:
        return False
    return Draw.read(one.value, "").first not in (None, transcript.first)


def _verdict(sealing: Sealing | None, what: str, value: str) -> Verdict:
    if sealing is None or what not in sealing.seals:
        return Verdict.NOT_SEALED
    if sealing.version != seals.VERSION:
        return Verdict.UNKNOWN
    if what not in sealing.salts:
        return Verdict.CLOSED
    opened = seals.seal(seals.line(sealing.match, what, value, sealing.salts[what]))
    return Verdict.HOLDS if compare_digest(opened, sealing.seals[what]) else Verdict.BROKEN


def sealing_of(sheet: Sheet, found: SetUp) -> Sealing | None:
    """The seals of a sheet, or None. Raises TranscriptError for an invalid one."""
    if not (sheet.seals or sheet.salts):
        return None
    match = number(sheet, "match", "the number of the match")
    if match is None:
        raise TranscriptError("it has seals, and does not say of which match")
    version = number(sheet, "sealing", "the version of its seals")
    draw = _draw(sheet, found)
    known = (*([seals.DRAW] if draw else []), *found.picks)
    closed, salts = (_digits(sheet, name, known) for name in ("seals", "salts"))
    return Sealing(match, seals.VERSION if version is None else version, closed, salts, draw)


def _draw(sheet: Sheet, found: SetUp) -> str:
    value = sheet.values.get("draw", "").lower()
    if not value:
        return ""
    try:
        draw = Draw.read(value, "")
    except ValueError:
        draw = None
    if draw is None or not {draw.challenger, draw.first} <= {None, *found.game.sides}:
        raise sheet.error("draw", f"a draw is written like coin=heads, not {quoted(value)}")
    return draw.value


def _digits(sheet: Sheet, name: str, known: Collection[str]) -> dict[str, str]:
    """The seals or the salts of a sheet, in the order of ``known``."""
    given: Mapping[str, str] = getattr(sheet, name)
    for what, digits in given.items():
        if what not in known:
            only = f", only on {' and '.join(known)}" if known else ""
            raise sheet.error(name, f"there can be no seal on {quoted(what)}{only}")
        if not _DIGITS.fullmatch(digits):
            raise sheet.error(name, f"{name} are 64 digits from 0 to f, not {quoted(digits)}")
    return {what: given[what] for what in known if what in given}
