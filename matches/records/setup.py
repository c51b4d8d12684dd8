"""The setup and the seals of a record from elsewhere, checked against the game that it names.

``docs/records.md`` describes what is sealed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum, auto
from hmac import compare_digest
from typing import Final

from engines import GAMES, EngineError, Game, OptionError, Position, Side
from matches.lifecycle import seals
from matches.model import Draw
from matches.records.model import Sealing, Transcript
from matches.records.sheet import Sheet, TranscriptError, quoted
from matches.records.write import FORM

_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DIGITS: Final = re.compile(r"[0-9a-f]{64}")
"""A seal or a salt."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game in a version of its rules, with the arguments of its start."""

    game: Game
    version: int
    options: dict[str, str]
    first: Side
    picks: dict[Side, tuple[str, ...]]
    position: str | None = None

    def start(self) -> Position:
        """The position before the first action. Raises TranscriptError."""
        try:
            if self.position is not None:
                return self.game.from_text(self.position, self.options)
            return self.game.start(self.options, first=self.first, picks=self.picks or None)
        except EngineError as error:
            raise TranscriptError(f"no match of {self.game.name} can be set up like this") from error


def set_up(sheet: Sheet) -> SetUp:
    """The setup that a record gives before the first action. Raises TranscriptError."""
    if (form := sheet.values.get("record", str(FORM))) != str(FORM):
        reason = f"this is a record of the form {quoted(form)}, and only form {FORM} is known"
        raise sheet.error("record", reason)
    named = _game(sheet)
    version = _version(sheet, named)
    game = named.at(version)
    options = _options(sheet, game)
    if sheet.values.get("position"):
        return _from_position(sheet, game, version, options)
    return SetUp(game, version, options, _first(sheet, game), _picks(sheet, game))


def _from_position(sheet: Sheet, game: Game, version: int, options: dict[str, str]) -> SetUp:
    """The setup of a match that begins from a position of its own. Raises TranscriptError."""
    text = sheet.values["position"]
    try:
        position = game.from_text(text, options)
    except EngineError as error:
        raise sheet.error("position", f"{quoted(text)} is no position of {game.name}") from error
    first = position.to_act
    if first is None:
        raise sheet.error("position", "the game is over in the position that the record begins from")
    if sheet.values.get("first", first).lower() != first:
        raise sheet.error("first", f"in the position that the record begins from {first} acts")
    # The game writes the position's text again, so that no text of the record is kept.
    return SetUp(game, version, options, first, {}, position.to_text())


def whole_number(sheet: Sheet, name: str, what: str) -> int | None:
    """The whole number in a field, or None if it is missing. Raises TranscriptError."""
    value = sheet.values.get(name)
    if not value:
        return None
    if not _NUMBER.fullmatch(value):
        raise sheet.error(name, f"{what} should be a number, not {quoted(value)}")
    return int(value)


def days(sheet: Sheet) -> tuple[date | None, date | None]:
    """The days on which the match began and ended, None if one is missing. Raises TranscriptError."""
    begun, ended = _day(sheet, "begun"), _day(sheet, "ended")
    if begun and ended and ended < begun:
        raise sheet.error("ended", "the match is said to have ended before it began")
    return begun, ended


def _day(sheet: Sheet, name: str) -> date | None:
    value = sheet.values.get(name)
    if not value:
        return None
    try:
        return date.fromisoformat(value if _DAY.fullmatch(value) else "")
    except ValueError as error:
        reason = f"{quoted(value)} is no day: one is written 2026-03-01"
        raise sheet.error(name, reason) from error


def _game(sheet: Sheet) -> Game:
    value = sheet.values.get("game")
    if not value:
        raise TranscriptError("it does not say which game it is of")
    key = "-".join(value.lower().replace("_", " ").split())
    if key not in GAMES:
        raise sheet.error("game", f"there is no game {quoted(value)}, only {', '.join(GAMES)}")
    return GAMES[key]


def _version(sheet: Sheet, game: Game) -> int:
    version = whole_number(sheet, "rules", "the version of the rules")
    if version is None:
        present = f"the present one of {game.name} is {game.rules_version}"
        raise TranscriptError(f"it does not say by which version of the rules; {present}")
    try:
        game.at(version)
    except OptionError as error:
        reason = f"{game.name} has no version {version} of its rules; the present one is {game.rules_version}"
        raise sheet.error("rules", reason) from error
    return version


def _options(sheet: Sheet, game: Game) -> dict[str, str]:
    choices = {option.key: option.choices for option in game.options}
    for key, value in sheet.options.items():
        if key not in choices:
            raise sheet.error("options", f"{game.name} has no option {quoted(key)}")
        if value not in choices[key]:
            reason = f"the option {key} cannot be {quoted(value)}, only {', '.join(choices[key])}"
            raise sheet.error("options", reason)
    return game.complete_options(sheet.options)


def _first(sheet: Sheet, game: Game) -> Side:
    side = sheet.values.get("first", "").lower() or game.sides[0]
    if side not in game.sides:
        raise sheet.error(
            "first", f"{quoted(side)} is no side of {game.name}: {' and '.join(game.sides)} are"
        )
    if game.starter == "first-named" and side != game.sides[0]:
        raise sheet.error("first", f"in {game.name} {game.sides[0]} starts, not {side}")
    return side


def _picks(sheet: Sheet, game: Game) -> dict[Side, tuple[str, ...]]:
    setup = game.secret_setup
    if setup is None:
        if sheet.picks:
            raise sheet.error("picks", f"nothing is picked before a match of {game.name}")
        return {}
    if set(sheet.picks) != set(game.sides):
        reason = f"the picks should be those of {' and '.join(game.sides)}, each {len(setup.slots)}"
        raise sheet.error("picks", reason)
    for side, picks in sheet.picks.items():
        if len(picks) != len(setup.slots) or not set(picks) <= set(setup.choices):
            choices = f"{len(setup.slots)} of {', '.join(setup.choices)}"
            raise sheet.error("picks", f"{side} picks {choices}, not {quoted(' '.join(picks))}")
    return {side: sheet.picks[side] for side in game.sides}


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
    opened = seals.seal(seals.sealed_text(sealing.match, what, value, sealing.salts[what]))
    return Verdict.HOLDS if compare_digest(opened, sealing.seals[what]) else Verdict.BROKEN


def sealing_of(sheet: Sheet, found: SetUp) -> Sealing | None:
    """The seals of a sheet, or None. Raises TranscriptError for an invalid one."""
    if not (sheet.seals or sheet.salts):
        return None
    match = whole_number(sheet, "match", "the number of the match")
    if match is None:
        raise TranscriptError("it has seals, and does not say of which match")
    version = whole_number(sheet, "sealing", "the version of its seals")
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
