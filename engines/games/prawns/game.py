"""Prawns as a game: its options, its start, and how a position text is read."""

from __future__ import annotations

from engines.core import Credit, Game, Option, OptionError, Options, Picks, SecretSetup, Side
from engines.games.prawns.board import sea
from engines.games.prawns.pieces import BLUE, EMPTY, EVOLVED, EVOLVED_OWNED, GREEN, SIDES, SPECIES, piece_of
from engines.games.prawns.position import PrawnsPosition, Rules
from engines.games.prawns.position_text import read
from engines.grids import Area, Grid

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
        """The start; a side that has picked nothing has a crab on the a-file and a lobster on the last."""
        rules = self._rules(options)
        first = GREEN if first is None else first
        if unknown := {first, *(picks or {})} - set(SIDES):
            raise OptionError(f"Prawns is played by green and blue, not by {', '.join(map(repr, unknown))}")
        chosen = {side: _letters((picks or {}).get(side, _USUAL_PICKS)) for side in SIDES}
        pools = tuple(count for side in SIDES for count in _pool_after(chosen[side]))
        whole = sea(Area.whole(rules.grid))
        return PrawnsPosition(rules, whole, _board(rules.grid, chosen), pools, first)

    def from_text(self, text: str, options: Options | None = None) -> PrawnsPosition:
        return read(text, self._rules(options))

    def _rules(self, options: Options | None) -> Rules:
        settled = self.settle(options)
        files, ranks = map(int, settled["board"].split("x"))
        return Rules(Grid(files, ranks), settled["revival"] == "on")


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
    last = grid.files - 1
    for side, krill, home, second in ((GREEN, "F", 0, 1), (BLUE, "f", grid.ranks - 1, grid.ranks - 2)):
        for file in range(grid.files):
            cells[grid.square(file, home)] = ord(krill)
        for file, species in zip((0, last), chosen[side], strict=True):
            cells[grid.square(file, second)] = piece_of(side, species)
    return bytes(cells)
