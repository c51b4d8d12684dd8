"""Cannons and Crabs a second time: slow, straight from the rules, sharing nothing with the engine.

A board is a dictionary from (file, rank) to a letter, upper case white. Everything is found by trying.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

Place = tuple[int, int]
WIDTH = 7


def name(place: Place) -> str:
    return "abcdefg"[place[0]] + str(place[1] + 1)


def place(text: str) -> Place:
    return "abcdefg".index(text[0]), int(text[1]) - 1


@dataclass
class Naive:
    height: int
    side: str
    board: dict[Place, str] = field(default_factory=dict)
    rights: str = ""
    clock: int = 0
    number: int = 1
    found: dict[str, str] | None = None
    """The safe moves, once they were looked for."""

    # --- what the position says -------------------------------------------------------------------

    def text(self) -> str:
        rows = []
        for y in reversed(range(self.height)):
            row = "".join(self.board.get((x, y), ".") for x in range(WIDTH))
            for length in range(WIDTH, 0, -1):
                row = row.replace("." * length, str(length))
            rows.append(row)
        return f"{'/'.join(rows)} {self.side} {self.rights or '-'} {self.clock} {self.number}"

    def owner(self, where: Place) -> str:
        """``w``, ``b`` or nothing."""
        return "" if where not in self.board else "w" if self.board[where].isupper() else "b"

    # --- how pieces go ----------------------------------------------------------------------------

    def free(self, start: Place, target: Place) -> bool:
        """Whether nothing stands between two squares of one line."""
        dx, dy = target[0] - start[0], target[1] - start[1]
        far = max(abs(dx), abs(dy))
        step = (dx // far, dy // far)
        return not any((start[0] + n * step[0], start[1] + n * step[1]) in self.board for n in range(1, far))

    def goes(self, start: Place, target: Place) -> bool:
        """Whether the piece on a square can move to another, its own king's safety and castling aside."""
        piece, there = self.board[start], self.board.get(target)
        if there is not None and piece.isupper() == there.isupper():
            return False
        letter = piece.upper()
        dx, dy = target[0] - start[0], target[1] - start[1]
        across, up = abs(dx), abs(dy)
        far, near = (across, up) if across > up else (up, across)
        if letter == "K":
            return far == 1
        if letter in "NMD" and (far, near) == (2, 1):
            return True
        if letter == "N":
            return False
        if letter in "RM":
            return near == 0 and self.free(start, target)
        if letter == "D":
            return near == far and self.free(start, target)
        if letter == "C":
            if far > 2 or near not in (0, far):
                return False
            onto_king = there is not None and there.upper() == "K"
            return not (onto_king and far == 2 and not self.free(start, target))
        if dy != (1 if piece.isupper() else -1) or across > 1:
            return False
        if there is not None:
            return across == 1
        return across == 0 or letter == "A"

    def king(self, side: str) -> Place:
        letter = "K" if side == "w" else "k"
        return next(where for where, there in self.board.items() if there == letter)

    def attacked(self, side: str) -> bool:
        """Whether an enemy could take a side's king where it stands."""
        king = self.king(side)
        enemies = [where for where, there in self.board.items() if there.isupper() != (side == "w")]
        return any(self.goes(where, king) for where in enemies)

    # --- moves ------------------------------------------------------------------------------------

    def legal(self) -> dict[str, str]:
        """Every legal action, as text to the kind of action it is; nothing when the game is over."""
        return self.safe_moves() if self.clock < 100 else {}

    def safe_moves(self) -> dict[str, str]:
        if self.found is None:
            safe = {text: kind for text, kind in self.moves() if not self.play(text).attacked(self.side)}
            self.found = {**safe, **self.castlings()}
        return self.found

    def moves(self) -> Iterator[tuple[str, str]]:
        for start in sorted(self.board):
            if self.owner(start) != self.side:
                continue
            for target in product(range(WIDTH), range(self.height)):
                if self.goes(start, target):
                    yield from self.written(start, target)

    def written(self, start: Place, target: Place) -> Iterator[tuple[str, str]]:
        letter = self.board[start].upper()
        taken = self.board.get(target, "").upper()
        if taken == "K":
            return
        sign = "x" if taken else "-"
        text = name(start) + sign + name(target)
        deed = "takes" if taken else "moves"
        if letter in "PA" and target[1] in (0, self.height - 1):
            for becomes in "MD":
                yield f"{text}={becomes}", f"{letter} {deed} and becomes {becomes}"
            return
        if letter == "C" and max(abs(start[0] - target[0]), abs(start[1] - target[1])) == 2:
            deed += " over a piece" if not self.free(start, target) else " two squares"
        yield text, f"{letter} {deed}"

    def castlings(self) -> dict[str, str]:
        found = {}
        y = 0 if self.side == "w" else self.height - 1
        for right in self.rights:
            if right.isupper() != (self.side == "w") or self.attacked(self.side):
                continue
            x = "abcdefg".index(right.lower())
            way = 1 if x > 3 else -1
            if any((file, y) in self.board for file in range(3 + way, x, way)):
                continue
            if any(self.with_king_on((3 + n * way, y)).attacked(self.side) for n in (1, 2)):
                continue
            found[f"d{y + 1}-{name((3 + 2 * way, y))}"] = f"{self.side} castles on the {right.lower()}-side"
        return found

    def with_king_on(self, where: Place) -> Naive:
        after = self.copy()
        after.board[where] = after.board.pop(self.king(self.side))
        return after

    def copy(self) -> Naive:
        return Naive(self.height, self.side, dict(self.board), self.rights, self.clock, self.number)

    def play(self, text: str) -> Naive:
        after = self.copy()
        start, target = place(text[:2]), place(text[3:5])
        piece = after.board.pop(start)
        after.clock = 0 if target in after.board or piece in "PApa" else self.clock + 1
        after.board[target] = piece
        if "=" in text:
            after.board[target] = text[-1] if self.side == "w" else text[-1].lower()
        if piece in "Kk" and abs(target[0] - start[0]) == 2:
            rook = (0 if target[0] < 3 else 6, start[1])
            after.board[(start[0] + target[0]) // 2, start[1]] = after.board.pop(rook)
        for right in self.rights:
            home = 0 if right.isupper() else self.height - 1
            corner = ("abcdefg".index(right.lower()), home)
            if {start, target} & {corner, (3, home)}:
                after.rights = after.rights.replace(right, "")
        after.side = "b" if self.side == "w" else "w"
        after.number += self.side == "b"
        return after

    def ending(self) -> tuple[str | None, str] | None:
        """The winner (``w``, ``b`` or None) and how; None while the game goes on."""
        if not self.safe_moves():
            return (
                (("b" if self.side == "w" else "w"), "checkmate")
                if self.attacked(self.side)
                else (None, "stalemate")
            )
        return (None, "fifty-moves") if self.clock >= 100 else None


def start(board: str) -> Naive:
    """The start on a board of a size."""
    empty = "7/" * (int(board[-1]) - 4)
    return read(f"rnckcnr/papapap/{empty}PAPAPAP/RNCKCNR w AGag 0 1", {"board": board})


def read(text: str, options: Mapping[str, str]) -> Naive:
    """The position of a text."""
    rows, side, rights, clock, number = text.split(" ")
    game = Naive(int(options.get("board", "7x6")[-1]), side, {}, rights.strip("-"), int(clock), int(number))
    for y, row in enumerate(reversed(rows.split("/"))):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                game.board[x, y] = sign
                x += 1
    return game
