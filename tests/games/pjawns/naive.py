"""Pjawns a second time: slow, straight from the rules, sharing nothing with the engine.

A board is a dictionary from (file letter, rank as written) to the owner. Everything is found by trying.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Place = tuple[str, int]
FILES = "abcdefgh"
SQUARES = [(file, rank) for file in FILES for rank in range(1, 9)]
NEAR = {
    start: [
        target
        for target in SQUARES
        if abs(ord(target[0]) - ord(start[0])) <= 1 and abs(target[1] - start[1]) <= 2
    ]
    for start in SQUARES
}
"""The squares around each: no pjawn gets further than one file and two ranks."""


def name(place: Place) -> str:
    return place[0] + str(place[1])


def place(text: str) -> Place:
    return text[0], int(text[1])


def read(text: str, options: Mapping[str, str]) -> Naive:
    assert not options
    rows, side, hands, passed = text.split(" ")
    game = Naive(side, passed=place(passed) if passed != "-" else None)
    for rank, row in zip(range(8, 0, -1), rows.split("/"), strict=True):
        files = iter(FILES)
        for sign in row:
            if sign.isdigit():
                for _ in range(int(sign)):
                    next(files)
            else:
                game.board[next(files), rank] = "w" if sign == "P" else "b"
    white, black = hands.split("/")
    game.hand = {"w": int(white), "b": int(black)}
    return game


@dataclass
class Naive:
    side: str = "w"
    board: dict[Place, str] = field(default_factory=dict)
    hand: dict[str, int] = field(default_factory=lambda: {"w": 8, "b": 8})
    passed: Place | None = None

    # --- what the position says -------------------------------------------------------------------

    def text(self) -> str:
        rows = []
        for rank in range(8, 0, -1):
            row = "".join({"w": "P", "b": "p", "": "."}[self.board.get((file, rank), "")] for file in FILES)
            for length in range(8, 0, -1):
                row = row.replace("." * length, str(length))
            rows.append(row)
        passed = name(self.passed) if self.passed else "-"
        return f"{'/'.join(rows)} {self.side} {self.hand['w']}/{self.hand['b']} {passed}"

    def enemy(self) -> str:
        return "b" if self.side == "w" else "w"

    def count(self, place: Place) -> int:
        """The rank of a square as the side to act counts it."""
        return place[1] if self.side == "w" else 9 - place[1]

    def at(self, file: str, rank: int) -> Place:
        """The square of a rank that the side to act counts."""
        return file, rank if self.side == "w" else 9 - rank

    def crossed(self) -> str | None:
        """Who stands on its rank 8."""
        for (_, rank), owner in self.board.items():
            if rank == (8 if owner == "w" else 1):
                return owner
        return None

    def outcome(self) -> tuple[str, str] | None:
        """The winner and why, or None."""
        if self.crossed():
            return self.enemy(), "rank-8"
        return None if self.legal() else (self.enemy(), "no-action")

    # --- actions ----------------------------------------------------------------------------------

    def legal(self) -> dict[str, str]:
        """Every legal action, as text to the kind of action it is."""
        return {} if self.crossed() else {**self.placements(), **self.moves(held=False)}

    def held_back(self) -> dict[str, str]:
        """What would be legal but for the rule of rank 4."""
        return {} if self.crossed() else self.moves(held=True)

    def placements(self) -> dict[str, str]:
        found = {}
        for file in FILES:
            if self.hand[self.side] > 0 and all(
                self.at(file, rank) not in self.board for rank in (1, 2, 3, 4)
            ):
                found["@" + name(self.at(file, 1))] = "placement"
        return found

    def moves(self, *, held: bool) -> dict[str, str]:
        found = {}
        for start, owner in self.board.items():
            if owner != self.side:
                continue
            for target in NEAR[start]:
                kind = self.kind(start, target)
                from_4_to_5 = self.count(start) == 4 and self.count(target) == 5
                if kind and held == (from_4_to_5 and not self.company_on_4(start)):
                    cross = "-" if kind in ("advance", "double step") else "x"
                    suffix = (
                        " from rank 4" if from_4_to_5 else " onto rank 8" if self.count(target) == 8 else ""
                    )
                    found[name(start) + cross + name(target)] = kind + suffix
        return found

    def company_on_4(self, start: Place) -> bool:
        return any(self.board.get(self.at(file, 4)) == self.side for file in FILES if file != start[0])

    def kind(self, start: Place, target: Place) -> str:
        """How a pjawn gets from one square to another but for the rule of rank 4; nothing if it cannot."""
        files = abs(FILES.index(start[0]) - FILES.index(target[0]))
        ranks = self.count(target) - self.count(start)
        there = self.board.get(target)
        if files == 0 and ranks == 1 and there is None:
            return "advance"
        if files == 0 and ranks == 2 and self.count(start) == 1 and there is None:
            between = self.at(start[0], 2)
            return "double step" if between not in self.board else ""
        if files == 1 and ranks == 1:
            if there == self.enemy():
                return "capture"
            if target == self.passed:
                return "en passant"
        return ""

    def play(self, text: str) -> Naive:
        after = replace(self, board=dict(self.board), hand=dict(self.hand), passed=None, side=self.enemy())
        if text.startswith("@"):
            after.hand[self.side] -= 1
            after.board[place(text[1:])] = self.side
            return after
        start, target = place(text[:2]), place(text[3:])
        kind = self.kind(start, target)
        if kind == "double step":
            after.passed = self.at(start[0], 2)
        elif kind == "capture":
            after.hand[after.board.pop(target)] += 1
        elif kind == "en passant":
            # The enemy went on to its rank 3, which is rank 6 for the side that captures.
            after.hand[after.board.pop(self.at(target[0], 6))] += 1
        after.board[target] = after.board.pop(start)
        return after
