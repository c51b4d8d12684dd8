"""Prawns a second time: slow, straight from the rules, sharing nothing with the engine.

A board is a dictionary from (file, rank) to (side, species, has moved). Everything is found by trying.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product

Place = tuple[int, int]
Prawn = tuple[str, str, bool]
AROUND = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]


def name(place: Place) -> str:
    return "abcdefgh"[place[0]] + str(place[1] + 1)


def place(text: str) -> Place:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


@dataclass
class Naive:
    width: int
    height: int
    revival: bool
    side: str
    board: dict[Place, Prawn] = field(default_factory=dict)
    pool: dict[tuple[str, str], int] = field(default_factory=dict)
    sea: tuple[int, int, int, int] = (0, 0, 0, 0)
    moved: bool = False
    evolved: list[Place] = field(default_factory=list)

    # --- setting up -------------------------------------------------------------------------------

    @classmethod
    def start(cls, width: int, height: int, revival: bool, first: str, picks: dict[str, str]) -> Naive:
        """``picks`` by side as two letters, such as ``"CL"``."""
        game = cls(width, height, revival, first, sea=(0, 0, width - 1, height - 1))
        for side, home, second in (("g", 0, 1), ("b", height - 1, height - 2)):
            for x in range(width):
                game.board[x, home] = (side, "K", False)
            game.board[0, second] = (side, picks[side][0], True)
            game.board[width - 1, second] = (side, picks[side][1], True)
            game.pool[side, "K"] = 0
            for species in "SCL":
                game.pool[side, species] = 2 - picks[side].count(species)
        return game

    @classmethod
    def read(cls, text: str, width: int, height: int, revival: bool) -> Naive:
        rows, side, sea, pools, stage = text.split(" ")
        left, right = map(place, sea.split("-"))
        game = cls(width, height, revival, side, sea=(*left, *right))
        for y, row in enumerate(reversed(rows.split("/"))):
            x = 0
            for sign in row:
                if sign.isdigit():
                    x += int(sign)
                    continue
                species = "K" if sign in "Ff" else sign.upper()
                game.board[x, y] = ("g" if sign.isupper() else "b", species, sign not in "Ff")
                x += 1
        for owner, pool in zip("gb", pools.split("/"), strict=True):
            for species, count in zip(pool[::2], pool[1::2], strict=True):
                game.pool[owner, species] = int(count)
        game.moved = stage.startswith("m")
        game.evolved = [place(square) for square in stage[2:].split(",") if square]
        return game

    # --- what the position says -------------------------------------------------------------------

    def text(self) -> str:
        rows = []
        for y in reversed(range(self.height)):
            row = "".join(self.sign((x, y)) for x in range(self.width))
            for length in range(self.width, 0, -1):
                row = row.replace("." * length, str(length))
            rows.append(row)
        sea = f"{name(self.sea[:2])}-{name(self.sea[2:])}"
        pools = "/".join("".join(f"{s}{self.pool[side, s]}" for s in "KSCL") for side in "gb")
        squares = ",".join(sorted(map(name, self.evolved)))
        stage = f"m:{squares}" if self.moved else f"e:{squares}" if squares else "-"
        return f"{'/'.join(rows)} {self.side} {sea} {pools} {stage}"

    def sign(self, where: Place) -> str:
        if where not in self.board:
            return "."
        side, species, moved = self.board[where]
        sign = species if moved else "F"
        return sign if side == "g" else sign.lower()

    def wet(self, where: Place) -> bool:
        left, bottom, right, top = self.sea
        return left <= where[0] <= right and bottom <= where[1] <= top

    def zone(self) -> int:
        return self.sea[3] if self.side == "g" else self.sea[1]

    def mine(self, where: Place) -> bool:
        return where in self.board and self.board[where][0] == self.side

    def winner(self) -> str | None:
        sides = {prawn[0] for prawn in self.board.values()}
        return sides.pop() if len(sides) == 1 else None

    # --- moves ------------------------------------------------------------------------------------

    def moves(self) -> dict[str, str]:
        """Every move of the side to act, as text to the kind of move it is."""
        found = {}
        for start in sorted(self.board):
            if not self.mine(start):
                continue
            for target in product(range(self.width), range(self.height)):
                kind = self.kind(start, target)
                if kind:
                    cross = "x" if kind.startswith("eat") else "-"
                    found[name(start) + cross + name(target)] = kind
        return found

    def kind(self, start: Place, target: Place) -> str:
        """How a prawn gets from one square to another, or nothing when it cannot."""
        if start == target or not self.wet(target) or self.mine(target):
            return ""
        _, species, moved = self.board[start]
        if self.swims(species, start, target):
            return f"eat {self.board[target][1]} with {species}" if target in self.board else "swim"
        if target in self.board:
            return ""
        dx, dy = target[0] - start[0], target[1] - start[1]
        if max(abs(dx), abs(dy)) > 2:
            return ""  # no jump goes so far
        if not moved and dx == 0 and dy == (2 if self.side == "g" else -2):
            over = (start[0], start[1] + dy // 2)
            if over not in self.board:
                return "jump-start over nothing"
            if self.mine(over):
                return "jump-start over a friend"
        for way in AROUND:
            over = (start[0] + way[0], start[1] + way[1])
            if self.mine(over) and self.lands(start, way) == target:
                beyond = (start[0] + 2 * way[0], start[1] + 2 * way[1])
                return f"{'jump' if target == beyond else 'wall-jump'} of {species}"
        return ""

    def lands(self, start: Place, way: Place) -> Place | None:
        """Where a jump in a direction comes down."""
        (x, y), (dx, dy) = start, way
        left, bottom, right, top = self.sea
        out_sideways = not left <= x + 2 * dx <= right
        out_up_or_down = not bottom <= y + 2 * dy <= top
        if not out_sideways and not out_up_or_down:
            return (x + 2 * dx, y + 2 * dy)
        if dx == 0 or dy == 0 or (out_sideways and out_up_or_down):
            return None
        return (x + dx, y + 2 * dy) if out_sideways else (x + 2 * dx, y + dy)

    def swims(self, species: str, start: Place, target: Place) -> bool:
        dx, dy = target[0] - start[0], target[1] - start[1]
        far, near = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
        if species == "K":
            return far == 1
        if species == "S":
            return (far, near) in ((2, 1), (1, 1))
        if near != (0 if species == "C" else far):
            return False
        step = (dx // far, dy // far)
        between = [(start[0] + n * step[0], start[1] + n * step[1]) for n in range(1, far)]
        return not any(square in self.board for square in between)

    # --- evolutions -------------------------------------------------------------------------------

    def evolutions(self) -> dict[str, str]:
        found = {}
        for where, (side, species, _) in self.board.items():
            if side != self.side or where[1] != self.zone() or where in self.evolved:
                continue
            if species != "K" and len(self.board) < 6:
                continue
            for other in "SCL":
                if other != species and self.pool[side, other] > 0:
                    verb = "evolution" if species == "K" else "re-evolution"
                    found[f"{name(where)}={other}"] = f"{verb} {'after' if self.moved else 'before'} the move"
        return found

    def legal(self) -> dict[str, str]:
        """Every legal action, as text to the kind of action it is."""
        if self.winner():
            return {}
        if self.moved:
            return {**self.evolutions(), "end": "end"}
        moves = self.moves()
        helpful = {text: kind for text, kind in self.evolutions().items() if self.swapped(text).moves()}
        if moves or helpful:
            return {**moves, **helpful}
        return {f"{name(where)}-dry": "death on dry land" for where in self.board if self.mine(where)}

    # --- playing ----------------------------------------------------------------------------------

    def copy(self) -> Naive:
        return replace(self, board=dict(self.board), pool=dict(self.pool), evolved=list(self.evolved))

    def swapped(self, text: str) -> Naive:
        where, other = place(text), text[-1]
        after = self.copy()
        after.pool[self.side, self.board[where][1]] += 1
        after.pool[self.side, other] -= 1
        after.board[where] = (self.side, other, True)
        after.evolved.append(where)
        return after

    def eat(self, where: Place) -> None:
        side, species, _ = self.board.pop(where)
        if self.revival:
            self.pool[side, species] += 1

    def play(self, text: str) -> Naive:
        after = self.copy()
        if text == "end":
            after.pass_turn()
            return after
        if "=" in text:
            after = self.swapped(text)
        elif text.endswith("dry"):
            after.eat(place(text))
            after.pass_turn()
            return after
        else:
            start, target = place(text[:2]), place(text[3:])
            if target in after.board:
                after.eat(target)
            side, species, _ = after.board.pop(start)
            after.board[target] = (side, species, True)
            after.moved, after.evolved = True, []
        if after.moved and (after.winner() or not after.evolutions()):
            after.pass_turn()
        return after

    def pass_turn(self) -> None:
        if len(self.board) <= 5:
            files, ranks = zip(*self.board, strict=True)
            self.sea = (min(files), min(ranks), max(files), max(ranks))
        self.side = "b" if self.side == "g" else "g"
        self.moved, self.evolved = False, []


def read(text: str, options: Mapping[str, str]) -> Naive:
    """The position of a text, under settled options."""
    width, height = map(int, options["board"].split("x"))
    return Naive.read(text, width, height, options["revival"] == "on")
