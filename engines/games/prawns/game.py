"""Prawns as a game: its options, its start, and how a position text is read.

A text whose parts contradict each other is refused; the position need not be reachable.
"""

from __future__ import annotations

import re
from collections import Counter

from engines.core import (
    Credit,
    Game,
    Option,
    OptionError,
    Options,
    Picks,
    PositionTextError,
    SecretSetup,
    Side,
)
from engines.games.prawns.board import Sea, sea
from engines.games.prawns.pieces import (
    BLUE,
    EMPTY,
    EVOLVED,
    EVOLVED_OWNED,
    FRESH,
    GREEN,
    KRILL,
    LETTERS,
    OWN,
    SIDES,
    SPECIES,
    Pools,
    kind_of,
    piece_of,
    species_of,
)
from engines.games.prawns.position import EVAPORATES_AT, PrawnsPosition, smallest_sea
from engines.games.prawns.state import START_OF_TURN, Rules, Stage
from engines.grids import Area, Grid
from engines.ranks import RefusedText, parts_of, squares_of

_BOARDS = tuple(f"{files}x{ranks}" for files in range(5, 9) for ranks in range(5, 9))
_MOVES = {
    "shrimp": "leaps like a chess knight, or one step diagonally",
    "crab": "any distance straight",
    "lobster": "any distance diagonally",
}
_CHOICES = {SPECIES[letter]: letter for letter in EVOLVED}
_USUAL_PICKS = ("crab", "lobster")


class Prawns(Game):
    """The rules of Prawns. Outcomes have the reason ``"eaten"`` or ``"dry-land"``."""

    key = "prawns"
    name = "Prawns"
    sides = SIDES
    options = (
        Option("board", "Board", _BOARDS, "8x8"),
        Option("blind_start", "Blind start", ("on", "off"), "on"),
        Option("revival", "Revival", ("on", "off"), "on"),
    )
    credit = Credit("Zachary Barnett and Daniel Sherlock (Prawnsgame)", "https://prawnsgame.org.uk")
    secret_setup = SecretSetup(
        "blind_start",
        ("On the a-file", "On the last file"),
        tuple(_CHOICES),
        tuple(_MOVES[choice] for choice in _CHOICES),
    )
    starter = "toss"
    challenger_side = GREEN

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> PrawnsPosition:
        """The start; a side without picks has a crab on the a-file and a lobster on the last file."""
        rules = self._rules(options)
        first = GREEN if first is None else first
        if unknown := {first, *(picks or {})} - set(SIDES):
            raise OptionError(f"Prawns is played by green and blue, not by {', '.join(map(repr, unknown))}")
        chosen = {side: _letters((picks or {}).get(side, _USUAL_PICKS)) for side in SIDES}
        pools = tuple(count for side in SIDES for count in _pool_after(chosen[side]))
        whole = sea(Area.whole(rules.grid))
        return PrawnsPosition(rules, whole, _board(rules.grid, chosen), pools, first)

    def pick_points(self, options: Options, side: Side) -> tuple[str, ...]:
        """The two ends of the side's second rank."""
        grid = self._rules(options).grid
        return tuple(grid.names[square] for square in _corners(grid, side))

    def from_text(self, text: str, options: Options | None = None) -> PrawnsPosition:
        return read(text, self._rules(options))

    def _rules(self, options: Options | None) -> Rules:
        complete = self.complete_options(options)
        files, ranks = map(int, complete["board"].split("x"))
        return Rules(Grid(files, ranks), complete["revival"] == "on")


def _letters(picks: tuple[str, ...]) -> tuple[str, ...]:
    """The two picks as letters. Raises OptionError."""
    if len(picks) != 2 or not set(picks) <= set(_CHOICES):
        raise OptionError(f"a pick is two of {', '.join(_CHOICES)}, not {', '.join(picks) or 'nothing'}")
    return tuple(_CHOICES[pick] for pick in picks)


def _pool_after(chosen: tuple[str, ...]) -> list[int]:
    return [0, *(EVOLVED_OWNED - chosen.count(letter) for letter in EVOLVED)]


def _board(grid: Grid, chosen: dict[Side, tuple[str, ...]]) -> bytes:
    """Krill on the home ranks, each side's two picks on the ends of its second rank."""
    cells = bytearray([EMPTY]) * (grid.files * grid.ranks)
    for side, krill, home in ((GREEN, "F", 0), (BLUE, "f", grid.ranks - 1)):
        for file in range(grid.files):
            cells[grid.square(file, home)] = ord(krill)
        for square, species in zip(_corners(grid, side), chosen[side], strict=True):
            cells[square] = piece_of(side, species)
    return bytes(cells)


def _corners(grid: Grid, side: Side) -> tuple[int, int]:
    """The ends of a side's second rank: the squares of its picks."""
    second = 1 if side == GREEN else grid.ranks - 2
    return grid.square(0, second), grid.square(grid.files - 1, second)


# --- reading a position text ---------------------------------------------------------------------


_PLACED = b"".join(LETTERS.values()).decode()
_UNKNOWN = f"is no prawn: they are written {' '.join(_PLACED)}"
_POOL = re.compile(r"K(\d)S(\d)C(\d)L(\d)/K(\d)S(\d)C(\d)L(\d)", re.ASCII)
_SIDES: dict[str, Side] = {"g": GREEN, "b": BLUE}


def read(text: str, rules: Rules) -> PrawnsPosition:
    """The position that a text states. Raises PositionTextError with what is wrong."""
    try:
        return _checked(_Reader(rules).position(text))
    except RefusedText as refusal:
        raise PositionTextError(text, str(refusal)) from None


class _Reader:
    """Reads the parts of a text, each by itself."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.grid = rules.grid

    def position(self, text: str) -> PrawnsPosition:
        """The position as written, not checked for contradictions."""
        ranks, side, waters, pools, stage = parts_of(text, "ranks", "side", "sea", "pools", "stage")
        if side not in _SIDES:
            raise RefusedText(f"the side to move is g or b, not {side!r}")
        return PrawnsPosition(
            rules=self.rules,
            cells=squares_of(ranks, self.grid, _PLACED, _UNKNOWN).encode(),
            sea=self.sea(waters),
            pools=self.pools(pools),
            side=_SIDES[side],
            stage=self.stage(stage),
        )

    def sea(self, text: str) -> Sea:
        corners = [self.square(name) for name in text.split("-")]
        if len(corners) != 2:
            raise RefusedText(f"the sea is two corners such as a1-h8, not {text!r}")
        area = Area.around(self.grid, corners)
        if area.text != text:
            raise RefusedText(f"the sea is written {area.text}, bottom left corner first, not {text}")
        return sea(area)

    def square(self, name: str) -> int:
        if name not in self.grid.numbers:
            raise RefusedText(f"{name!r} is not a square of the board")
        return self.grid.numbers[name]

    def pools(self, text: str) -> Pools:
        found = _POOL.fullmatch(text)
        if found is None:
            raise RefusedText(f"gene pools are written like K0S2C1L1/K0S1C1L2, not {text!r}")
        return tuple(int(count) for count in found.groups())

    def stage(self, text: str) -> Stage:
        if text == "-":
            return Stage()
        if text == "m:":
            return Stage(moved=True)
        if text[:2] not in ("e:", "m:") or len(text) == 2:
            raise RefusedText(f"the stage is -, e: with squares, or m: with squares or none, not {text!r}")
        squares = tuple(self.square(name) for name in text[2:].split(","))
        if list(squares) != sorted(set(squares)):
            raise RefusedText("the squares that evolved are listed once each, sorted by file")
        return Stage(text[0] == "m", squares)


# --- what the parts say of each other -----------------------------------------------------------


def _checked(position: PrawnsPosition) -> PrawnsPosition:
    if not position.prawns():
        raise RefusedText("no prawn is on the board: the last one has won")
    reasons = (
        _out_of_place(position),
        *(_wrong_count(position, side) for side in SIDES),
        _wrong_sea(position),
    )
    # Only a board that makes sense can be asked which prawns can evolve.
    if reason := next(filter(None, reasons), "") or _wrong_stage(position):
        raise RefusedText(reason)
    return position


def _out_of_place(position: PrawnsPosition) -> str:
    names, inside = position.rules.grid.names, set(position.sea.area.squares)
    for square, piece in enumerate(position.cells):
        if piece != EMPTY and square not in inside:
            return f"{kind_of(piece)} {names[square]} is outside the sea"
        home = 0 if piece in OWN[GREEN] else position.rules.grid.ranks - 1
        if piece in FRESH and position.rules.grid.place(square)[1] != home:
            return f"krill {names[square]} has left its home rank, so it has moved"
    return ""


def _wrong_count(position: PrawnsPosition, side: Side) -> str:
    """The fault in the numbers of prawns: each is on the board, in its pool, or (no revival) gone."""
    board = Counter(species_of(piece) for piece in position.cells if piece in OWN[side])
    pool = {species: position.pool(species, side) for species in SPECIES}
    for species, kind in SPECIES.items():
        owned = position.rules.grid.files if species == "K" else EVOLVED_OWNED
        there = board[species] + pool[species]
        if there > owned or (position.rules.revival and there < owned):
            return f"{side} owns {owned} {kind}, and {there} are on the board and in its gene pool"
    if board["S"] + board["C"] + board["L"] > 2 + pool["K"]:
        return f"{side} has more evolved prawns on the board than its krill can have become"
    if not position.rules.revival and sum(pool.values()) != 4:
        return f"{side}'s gene pool started with 4, and without revival every evolution keeps it at that"
    return ""


def _wrong_sea(position: PrawnsPosition) -> str:
    area, whole = position.sea.area, Area.whole(position.rules.grid)
    if position.prawns() > EVAPORATES_AT:
        return "" if area == whole else f"with {position.prawns()} prawns the sea is still {whole.text}"
    smallest = smallest_sea(position.rules.grid, position.cells).area
    if not position.stage.moved and area != smallest:
        return f"with {position.prawns()} prawns the sea has shrunk to {smallest.text}"
    return ""


def _wrong_stage(position: PrawnsPosition) -> str:
    stage, side = position.stage, position.side
    if stage == START_OF_TURN:
        return ""
    if position.is_over():
        return "the match is over, so no turn is under way"
    names, zone = position.rules.grid.names, position.sea.zones[side]
    for square in stage.evolved:
        if position.cells[square] not in OWN[side] - KRILL or not zone.start <= square < zone.stop:
            return f"{names[square]} is not an evolved prawn in {side}'s evolution zone"
    if stage.moved and not position.evolutions():
        return "nothing can evolve any more, so the turn has ended"
    return ""
