"""The seals of a record: read from anywhere, and checked. ``docs/records.md`` states what is sealed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from hmac import compare_digest
from typing import Final

from engines import Side
from matches.lifecycle import seals
from matches.records.errors import TranscriptError, quoted
from matches.records.model import Sealing, Transcript
from matches.records.sheet import Sheet

_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_DIGITS: Final = re.compile(r"[0-9a-f]{64}")
"""A seal or a salt."""


class Verdict(Enum):
    """The outcome for one seal."""

    HOLDS = auto()
    BROKEN = auto()
    """What is in the record is not what was sealed."""
    NOT_SEALED = auto()
    CLOSED = auto()
    """There is a seal, and nothing that opens it."""
    UNKNOWN = auto()
    """It was sealed in a way that this version does not know."""


@dataclass(frozen=True, slots=True)
class CheckedSeal:
    """A side whose pick can be sealed, its pick as the record has it, and the outcome."""

    what: str
    value: str
    verdict: Verdict


def checked(transcript: Transcript) -> tuple[CheckedSeal, ...]:
    """Everything in a record that can be sealed, with the outcome; nothing where nothing can be."""
    values = {side: seals.pick_text(picks) for side, picks in transcript.picks.items()}
    return tuple(
        CheckedSeal(what, value, _verdict(transcript.sealing, what, value)) for what, value in values.items()
    )


def _verdict(sealing: Sealing | None, what: str, value: str) -> Verdict:
    if sealing is None or what not in sealing.seals:
        return Verdict.NOT_SEALED
    if sealing.version != seals.VERSION:
        return Verdict.UNKNOWN
    if what not in sealing.salts:
        return Verdict.CLOSED
    opened = seals.seal(seals.line(sealing.match, what, value, sealing.salts[what]))
    return Verdict.HOLDS if compare_digest(opened, sealing.seals[what]) else Verdict.BROKEN


def sealing_of(sheet: Sheet, picks: Mapping[Side, tuple[str, ...]]) -> Sealing | None:
    """The seals that a sheet gives, None for none. Raises TranscriptError for what can be no seal."""
    if not (sheet.seals or sheet.salts):
        return None
    match = _number(sheet, "match", "the number of the match")
    if match is None:
        raise TranscriptError("it has seals, and does not say of which match")
    version = _number(sheet, "sealing", "the version of its seals")
    given = {name: dict(_digits(sheet, name, picks)) for name in ("seals", "salts")}
    return Sealing(match, seals.VERSION if version is None else version, given["seals"], given["salts"])


def _number(sheet: Sheet, name: str, what: str) -> int | None:
    value = sheet.values.get(name)
    if not value:
        return None
    if not _NUMBER.fullmatch(value):
        raise sheet.error(name, f"{what} should be a number, not {quoted(value)}")
    return int(value)


def _digits(sheet: Sheet, name: str, picks: Mapping[Side, tuple[str, ...]]) -> Mapping[str, str]:
    """The seals or the salts of a sheet, in the order of what they are on."""
    given: Mapping[str, str] = getattr(sheet, name)
    for what, digits in given.items():
        if what not in picks:
            known = f", only on {' and '.join(picks)}" if picks else ""
            raise sheet.error(name, f"there can be no seal on {quoted(what)}{known}")
        if not _DIGITS.fullmatch(digits):
            raise sheet.error(name, f"{name} are 64 digits from 0 to f, not {quoted(digits)}")
    return {what: given[what] for what in picks if what in given}
