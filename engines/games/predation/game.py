"""Predation as a game: its options, its start, and how a position text is read.

A text whose parts contradict each other is refused; the position need not be reachable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from engines.core import Credit, Game, Option, OptionError, Options, Picks, PositionTextError, Side
from engines.games.predation.board import (
    BY_LAIR,
    BY_ROW,
    FAR_EDGE,
    HABITATS,
    HEXES,
    NAMES,
    RULES_VERSION,
    Habitat,
    Hex,
    Hexes,
    each,
    names_of,
)
from engines.games.predation.pieces import (
    EXTINCT_BELOW,
    HELPERS,
    LANDINGS_TO_WIN,
    PIECES,
    PREDATOR,
    PREY,
    SIDES,
)
from engines.games.predation.position import SPAWNING, PredationPosition, prey_spawns
from engines.games.predation.state import MOVING, Landed, Stage
from engines.ranks import GAPS, RefusedText, parts_of, signs_of

_LAIR: Final = "5"
"""The Lair of a match without the option: in older versions the only one."""


class Predation(Game):
    """The rules of Predation. Outcomes have the reason ``"extinction"`` or ``"migration"``."""

    key = "predation"
    name = "Predation"
    sides = SIDES
    options: ClassVar[tuple[Option, ...]] = (Option("lair", "Lair", tuple(BY_LAIR), _LAIR, unrated=("7",)),)
    uneven = True
    asked_within = PREDATOR
    rules_version = RULES_VERSION

    def __init__(self, version: int = RULES_VERSION) -> None:
        self.rules_version = version  # type: ignore[misc]
        self._habitats: Mapping[str, Habitat] = BY_LAIR
        if version != RULES_VERSION:
            self.options = ()  # type: ignore[misc]
            self._habitats = {_LAIR: HABITATS[version]}
        older = range(1, RULES_VERSION) if version == RULES_VERSION else ()
        self._older = {number: Predation(number) for number in older}

    def at(self, version: int) -> Game:
        return self._older.get(version) or super().at(version)

    credit = Credit(
        "Quentin Long (Anthro no. 25)", "https://www.anthrozine.com/misc/predation.boardgame.html"
    )

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> PredationPosition:
        """A predator on every Lair hex, a prey on every Warren hex."""
        habitat = self._habitat(options)
        if picks:
            raise OptionError("nothing is picked before a match of Predation")
        if first not in (*SIDES, None):
            raise OptionError(f"Predation is played by predator and prey, not by {first!r}")
        predators, prey = habitat.lair, habitat.warren
        if first == PREY:
            stage = SPAWNING[prey_spawns(predators, prey, habitat)]
            return PredationPosition(predators, prey, PREY, stage, habitat=habitat)
        return PredationPosition(predators, prey, PREDATOR, habitat=habitat)

    def from_text(self, text: str, options: Options | None = None) -> PredationPosition:
        return read(text, self._habitat(options))

    def _habitat(self, options: Options | None) -> Habitat:
        """The homes that the options choose. Raises OptionError."""
        return self._habitats[self.complete_options(options).get("lair", _LAIR)]


# --- reading a position text ---------------------------------------------------------------------


_MOST_TAKEN = 2
"""The prey that a predator captures at once, and as many new predators."""

_TURNS: dict[str, Side] = {"p": PREDATOR, "y": PREY}
_SPAWNS = re.compile(r"spawn:([1-9])", re.ASCII)


def read(text: str, habitat: Habitat) -> PredationPosition:
    """The position that a text states, by the rules with these homes.

    Raises PositionTextError with what is wrong.
    """
    try:
        position = _position(text, habitat)
        if reason := next(_contradictions(position), ""):
            raise RefusedText(reason)
        return position
    except RefusedText as refusal:
        raise PositionTextError(text, str(refusal)) from None


def _position(text: str, habitat: Habitat) -> PredationPosition:
    """The position as written, not checked for contradictions."""
    rows, turn, stage, moved, landed = parts_of(text, "rows", "turn", "stage", "moved", "landed")
    if turn not in _TURNS:
        raise RefusedText(f"the turn is p or y, not {turn!r}")
    predators, prey = _pieces(rows)
    return PredationPosition(
        predators,
        prey,
        side=_TURNS[turn],
        stage=_stage(stage),
        moved=0 if moved == "-" else _hexes(moved),
        landed=_landed(landed),
        habitat=habitat,
    )


def _pieces(text: str) -> tuple[Hexes, Hexes]:
    rows = text.split("/")
    if len(rows) != len(BY_ROW):
        raise RefusedText(f"a board of {len(BY_ROW)} rows is written with {len(rows)}")
    predators = prey = 0
    for number, (row, hexes) in enumerate(zip(reversed(rows), BY_ROW, strict=True), start=1):
        signs = signs_of(row, GAPS, "Py", "is no piece: they are written P and y", "hexes")
        if len(signs) != len(hexes):
            raise RefusedText(f"row {number}, {row!r}, has {len(signs)} hexes and not {len(hexes)}")
        predators |= sum(place for place, sign in zip(hexes, signs, strict=True) if sign == "P")
        prey |= sum(place for place, sign in zip(hexes, signs, strict=True) if sign == "y")
    return predators, prey


def _stage(text: str) -> Stage:
    if text == "move":
        return MOVING
    if text.startswith("helper:"):
        return Stage(captured=_hex(text.removeprefix("helper:")))
    found = _SPAWNS.fullmatch(text)
    if not found or int(found[1]) >= len(SPAWNING):
        raise RefusedText(f"the stage is move, spawn:1 and up, or helper: and a hex, not {text!r}")
    return SPAWNING[int(found[1])]


def _landed(text: str) -> Landed:
    count, colon, hexes = text.partition(":")
    if count not in map(str, range(LANDINGS_TO_WIN + 1)):
        raise RefusedText(f"0, 1 or 2 prey have landed, not {count!r}")
    return Landed(int(count), _hexes(hexes) if colon else 0)


def _hexes(text: str) -> Hexes:
    names = text.split(",")
    hexes = 0
    for name in names:
        hexes |= _hex(name)
    if names_of(hexes) != names:
        raise RefusedText(f"hexes are listed once each, sorted by row and then by column, not as in {text!r}")
    return hexes


def _hex(name: str) -> Hex:
    if name not in HEXES:
        raise RefusedText(f"{name!r} is not a hex of the board")
    return HEXES[name]


# --- what the parts say of each other -----------------------------------------------------------


def _contradictions(position: PredationPosition) -> Iterator[str]:
    """The contradictions that make a position impossible, the first reason first."""
    if position.bank < 0:
        yield f"there are {PIECES} pieces, and {position.pieces.bit_count()} are on the board"
    own = position.predators if position.side == PREDATOR else position.prey
    for place in each(position.moved & ~own):
        yield f"{NAMES[place]} has moved, but holds no {position.side}"
    yield from _wrong_landings(position)
    yield from _wrong_end(position)
    if position.stage.captured:
        yield from _wrong_helpers(position)
    elif position.side == PREDATOR:
        yield from _wrong_predator_spawns(position)
    else:
        yield from _wrong_prey_spawns(position)


def _wrong_landings(position: PredationPosition) -> Iterator[str]:
    landed, prey = position.landed, position.prey
    if landed.hexes.bit_count() > landed.count:
        yield f"{landed.count} landed, and {landed.hexes.bit_count()} are listed"
    for place in each(landed.hexes & ~prey):
        yield f"{NAMES[place]} has landed, but holds no prey"
    for place in each(prey & FAR_EDGE & ~landed.hexes):
        yield f"prey {NAMES[place]} is on the far edge and not listed as landed"


def _wrong_end(position: PredationPosition) -> Iterator[str]:
    """The contradictions about the end: the match ends at once, with the action that decides it."""
    if position.landed.count >= LANDINGS_TO_WIN:
        if position.side != PREY or position.stage != MOVING:
            yield "a second landing ends the match in prey's turn, in the stage move"
        if position.prey.bit_count() < EXTINCT_BELOW:
            yield "the match was over before the second landing"
        return
    in_play = position.stage != MOVING or not position.prey
    if position.side == PREY and position.prey.bit_count() < EXTINCT_BELOW and in_play:
        yield "in prey's turn the match ends with one prey left, in the stage move"


def _wrong_helpers(position: PredationPosition) -> Iterator[str]:
    captured = position.stage.captured
    if position.side != PREY:
        yield "a helper is chosen in prey's turn"
    if captured & position.pieces:
        yield f"{NAMES[captured]} is not empty, and the predator captured there has left the board"
    if position.helpers().bit_count() < HELPERS:
        yield f"fewer than two prey are next to {NAMES[captured]}"
    if position.bank < 2:
        yield "the captured predator and its captor are not in the bank"


def _wrong_predator_spawns(position: PredationPosition) -> Iterator[str]:
    """The fault in predator's spawns, which follow a capture: one for each prey taken."""
    spawns = position.stage.spawns
    if spawns > _MOST_TAKEN:
        yield "a capture lets predator spawn two at most"
    if spawns > (position.home() & ~position.pieces).bit_count():
        yield f"there are not {spawns} empty Lair hexes to spawn on"
    if spawns > position.bank:
        yield f"the bank does not hold {spawns} pieces, and what was captured is in it"


def _wrong_prey_spawns(position: PredationPosition) -> Iterator[str]:
    """The fault in prey's spawns, which come before the first move: half as many as there were prey."""
    spawns = position.stage.spawns
    if spawns and position.moved:
        yield "the first move of prey ends the spawning"
    if spawns > prey_spawns(position.predators, position.prey, position.habitat):
        yield f"prey cannot have {spawns} left to spawn here"
