"""Predation a second time: slow, straight from the rules, sharing nothing with the engine.

A board is a dictionary from (x, y) to "P" or "y". Rows are y, 1 to 13; the hexes of a row are two apart in x,
even in odd rows and odd in even ones, so a neighbour is two away in its row and one each way outside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

Place = tuple[int, int]
STEPS = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
ALL = [(x, y) for y in range(1, 14) for x in range(17) if x % 2 != y % 2]
LAIRS = {1: [(x, 13) for x in range(2, 16, 2)], 2: [(x, 13) for x in range(4, 14, 2)]}
WARRENS = {1: [(x, 1) for x in range(2, 16, 2)], 2: [(x, 1) for x in range(0, 18, 2)]}
BESIDE = {
    (x, y): [(x + dx, y + dy) for dx, dy in STEPS if 0 <= x + dx <= 16 and 1 <= y + dy <= 13] for x, y in ALL
}


def name(place: Place) -> str:
    return "abcdefghi"[place[0] // 2] + str(place[1])


PLACES = {name(place): place for place in ALL}


def in_order(places: set[Place]) -> str:
    return ",".join(name(place) for place in sorted(places, key=lambda place: (place[1], place[0])))


def places_in(text: str) -> set[Place]:
    return {PLACES[part] for part in text.split(",") if part not in ("", "-")}


def read(text: str, options: Mapping[str, str], version: int = 2) -> Naive:
    rows, turn, stage, moved, landed = text.split(" ")
    lair = LAIRS[1] if options.get("lair") == "7" else LAIRS[version]
    game = Naive(turn, lair, WARRENS[version])
    for y, row in zip(range(13, 0, -1), rows.split("/"), strict=True):
        x = 1 - y % 2
        for sign in row:
            if sign.isdigit():
                x += 2 * int(sign)
            else:
                game.board[x, y] = sign
                x += 2
    what, _, which = stage.partition(":")
    game.spawns = int(which) if what == "spawn" else 0
    game.captured = PLACES[which] if what == "helper" else None
    game.moved = places_in(moved)
    count, _, where = landed.partition(":")
    game.landings, game.counted = int(count), places_in(where)
    return game


@dataclass
class Naive:
    turn: str
    lair: list[Place]
    warren: list[Place]
    board: dict[Place, str] = field(default_factory=dict)
    spawns: int = 0
    captured: Place | None = None
    moved: set[Place] = field(default_factory=set)
    landings: int = 0
    counted: set[Place] = field(default_factory=set)

    # --- what the position says -------------------------------------------------------------------

    def text(self) -> str:
        rows = []
        for y in range(13, 0, -1):
            row = "".join(self.board.get((x, y), ".") for x in range(1 - y % 2, 17, 2))
            for length in range(9, 0, -1):
                row = row.replace("." * length, str(length))
            rows.append(row)
        stage = "move"
        if self.spawns:
            stage = f"spawn:{self.spawns}"
        if self.captured:
            stage = f"helper:{name(self.captured)}"
        landed = f"{self.landings}:{in_order(self.counted)}" if self.counted else str(self.landings)
        return f"{'/'.join(rows)} {self.turn} {stage} {in_order(self.moved) or '-'} {landed}"

    def all_of(self, kind: str) -> list[Place]:
        return [place for place, piece in self.board.items() if piece == kind]

    def bank(self) -> int:
        return 64 - len(self.board)

    def empty(self, places: list[Place]) -> list[Place]:
        return [place for place in places if place not in self.board]

    def prey_beside(self, place: Place) -> list[Place]:
        return [other for other in BESIDE[place] if self.board.get(other) == "y"]

    def in_zone(self, place: Place) -> bool:
        return any(self.board.get(other) == "P" for other in BESIDE[place])

    def winner(self) -> str | None:
        if len(self.all_of("y")) < 2:
            return "predator"
        return "prey" if self.landings >= 2 else None

    # --- what may be done -------------------------------------------------------------------------

    def legal(self) -> dict[str, str]:
        """Every legal action, as text to the kind of action it is."""
        if self.winner():
            return {}
        if self.captured:
            helpers = self.prey_beside(self.captured)
            return {f"!{name(place)}": f"choice of {min(len(helpers), 3)} helpers" for place in helpers}
        found = {"end": "end"}
        if self.turn == "p" and not self.all_of("P"):
            found["end"] = "end without predators"
        if self.spawns:
            home = self.lair if self.turn == "p" else self.warren
            kind = "predator spawn" if self.turn == "p" else "prey spawn"
            found.update({f"*{name(place)}": kind for place in self.empty(home)})
        zones = {other for place in self.all_of("P") for other in BESIDE[place]}
        for start in self.all_of("P" if self.turn == "p" else "y"):
            if start not in self.moved:
                found.update(self.lines_from(start) if self.turn == "p" else self.paths_from(start, zones))
        return found

    def lines_from(self, start: Place) -> Iterator[tuple[str, str]]:
        for dx, dy in STEPS:
            for far in range(1, 6):
                target = (start[0] + far * dx, start[1] + far * dy)
                there = self.board.get(target)
                if target not in BESIDE:
                    break
                if there == "P":
                    continue
                if there is None:
                    yield f"{name(start)}-{name(target)}", "predator move"
                    continue
                yield f"{name(start)}x{name(target)}", "predator capture"
                for other in self.prey_beside(target):
                    yield f"{name(start)}x{name(target)}+{name(other)}", "predator capture of two"
                break

    def paths_from(self, start: Place, zones: set[Place]) -> Iterator[tuple[str, str]]:
        """Walk on, step by step, from every hex where a walk of so many steps has not ended."""
        ends: dict[Place, str] = {}
        passed, walks = {start}, {start}
        for _ in range(5):
            further = set()
            for here in walks:
                for there in BESIDE[here]:
                    piece = self.board.get(there)
                    if piece is None:
                        zone = there in zones
                        ends.setdefault(there, "prey stops in a zone" if zone else "prey move")
                        if not zone:
                            further.add(there)
                    elif piece == "y":
                        further.add(there)
                    elif len(helpers := [one for one in self.prey_beside(there) if one != start]) >= 2:
                        ends.setdefault(there, f"prey capture with {'two' if len(helpers) == 2 else 'more'}")
            walks = further - passed
            passed |= further
        for target, kind in ends.items():
            yield f"{name(start)}{'x' if target in self.board else '-'}{name(target)}", kind

    # --- playing ----------------------------------------------------------------------------------

    def play(self, text: str) -> Naive:
        after = replace(
            self,
            board=dict(self.board),
            moved=set(self.moved),
            counted=set(self.counted),
            spawns=0,
            captured=None,
        )
        if text == "end":
            after.pass_turn()
        elif text[0] == "*":
            after.spawns = self.spawns - 1
            after.board[PLACES[text[1:]]] = "P" if self.turn == "p" else "y"
            if self.turn == "p":
                after.moved.add(PLACES[text[1:]])
        elif text[0] == "!":
            after.take(PLACES[text[1:]])
        elif self.turn == "p":
            after.hunt(text)
        elif "x" in text:
            start, target = (PLACES[part] for part in text.split("x"))
            after.take(start)
            after.take(target)
            after.captured = target
        else:
            after.walk(*(PLACES[part] for part in text.split("-")))
        return after

    def take(self, place: Place) -> None:
        del self.board[place]
        self.moved.discard(place)
        self.counted.discard(place)

    def hunt(self, text: str) -> None:
        start, *targets = (
            PLACES[part] for part in text.replace("x", " ").replace("+", " ").replace("-", " ").split()
        )
        taken = 0
        for target in targets:
            if target in self.board:
                self.take(target)
                taken += 1
        self.take(start)
        self.board[targets[0]] = "P"
        self.moved.add(targets[0])
        self.spawns = min(taken, len(self.empty(self.lair)), self.bank())

    def walk(self, start: Place, target: Place) -> None:
        counted = start in self.counted
        self.take(start)
        self.board[target] = "y"
        self.moved.add(target)
        if target[1] == 13 and not counted:
            self.landings += 1
            counted = True
        if counted:
            self.counted.add(target)

    def pass_turn(self) -> None:
        self.turn = "y" if self.turn == "p" else "p"
        self.moved = set()
        if self.turn == "y":
            self.spawns = min(len(self.all_of("y")) // 2, len(self.empty(self.warren)), self.bank())
