"""The setup of a match by a record from elsewhere, checked against the game it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from engines import GAMES, EngineError, Game, OptionError, Position, Side
from matches.records.errors import TranscriptError, quoted
from matches.records.sheet import Sheet
from matches.records.write import FORM

_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


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


def number(sheet: Sheet, name: str, what: str) -> int | None:
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
    version = number(sheet, "rules", "the version of the rules")
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
    return game.settle(sheet.options)


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
