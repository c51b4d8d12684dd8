"""Prudh a second time: slow, straight from the rules, sharing nothing with the engine.

Heights are a dictionary by the name of the space; what an action did is noted down in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SPACES = [file + rank for rank in "123456" for file in "abcdef"]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def colour(space: str) -> str:
    """a1 is dark; the two letters of a name are one step from each other's parity."""
    return "d" if (ord(space[0]) - ord("a") + int(space[1]) - 1) % 2 == 0 else "l"


COLOURS = {space: colour(space) for space in SPACES}
ENEMY = {"d": "l", "l": "d"}


def beyond(space: str, way: tuple[int, int]) -> list[str]:
    """The spaces that follow in a direction, until the board ends."""
    found = []
    file, rank = ord(space[0]) + way[0], int(space[1]) + way[1]
    while ord("a") <= file <= ord("f") and 1 <= rank <= 6:
        found.append(f"{chr(file)}{rank}")
        file, rank = file + way[0], rank + way[1]
    return found


BEYOND = {(space, way): beyond(space, way) for space in SPACES for way in STRAIGHT + SLANTED}


@dataclass
class Naive:
    edge: str
    side: str
    first: str
    heights: dict[str, int]
    points: dict[str, int]
    pit: int
    happened: set[str] = field(default_factory=set)
    """What the action that led here was and did, in words."""

    def text(self) -> str:
        ranks = "/".join(
            ",".join(str(self.heights[file + rank]) for file in "abcdef") for rank in reversed("123456")
        )
        return f"{ranks} {self.side} {self.first} {self.points['d']}:{self.points['l']} {self.pit}"

    # --- what may be done -------------------------------------------------------------------------

    def legal(self) -> list[str]:
        found = []
        for space in SPACES:
            if COLOURS[space] == self.side and self.heights[space] >= 1:
                found += [f"{space}-{target}" for target in self.slides(space)]
                found += [f"{space}>{path[-1]}" for path in self.runs(space)]
        return found

    def slides(self, space: str) -> list[str]:
        """Where a slide from here ends: on the first stack of each diagonal."""
        targets = []
        for way in SLANTED:
            stacks = [other for other in BEYOND[space, way] if self.heights[other] > 0]
            if stacks:
                targets.append(stacks[0])
        return targets

    def runs(self, space: str) -> list[list[str]]:
        """The spaces entered by each run from here that captures something."""
        size = self.heights[space]
        if size < 2:
            return []
        paths = [BEYOND[space, way][:size] for way in STRAIGHT]
        return [path for path in paths if any(self.is_captured(size, other) for other in path)]

    def is_captured(self, size: int, space: str) -> bool:
        """Whether a run of a stack of ``size`` captures what is on a space."""
        return COLOURS[space] != self.side and 1 <= self.heights[space] < size

    # --- playing ----------------------------------------------------------------------------------

    def play(self, text: str) -> Naive:
        after = Naive(
            self.edge, self.side, self.first, dict(self.heights), dict(self.points), self.pit, set()
        )
        start, sign, end = text[:2], text[2], text[3:]
        if sign == "-":
            after.happened.add("slide")
            after.heights[end] += after.heights[start]
            after.heights[start] = 0
        else:
            after.run(start, next(path for path in self.runs(start) if path[-1] == end))
        after.side = ENEMY[after.side]
        return after

    def run(self, start: str, path: list[str]) -> None:
        """Drop one piece after the other, looking at each space when it is entered."""
        size = in_hand = self.heights[start]
        self.heights[start] = 0
        captures = 0
        for space in path:
            in_hand -= 1
            if self.is_captured(size, space):
                self.points[self.side] += self.heights[space] + 1
                self.heights[space] = 0
                captures += 1
                continue
            self.happened.add(self.landing(size, space))
            self.heights[space] += 1
        self.happened.add("several captures in one run" if captures > 1 else "one capture in a run")
        if in_hand == 0:
            runs_out = path[-1] in [end for way in STRAIGHT for end in BEYOND[start, way][-1:]]
            self.happened.add("run that ends at the edge" if runs_out else "run that ends inside")
        else:
            # Nothing dropped is 0 high, so an edge space without a piece is one that was captured.
            self.leave_over(start, path[-1], in_hand, self.heights[path[-1]] == 0)

    def landing(self, size: int, space: str) -> str:
        height, own = self.heights[space], COLOURS[space] == self.side
        if height == 0:
            return "run onto an empty space of its own" if own else "run onto an empty space of the enemy"
        if own:
            return "run onto its own stack"
        return "run onto an enemy as high" if height == size else "run onto a bigger enemy"

    def leave_over(self, start: str, edge: str, rest: int, captured: bool) -> None:
        """What happens to the pieces still in the hand at the edge."""
        how = "after a capture" if captured else "without a capture"
        if self.edge == "tomio":
            self.pit += rest
            self.happened.add(f"tomio: the rest falls into the pit {how} on the edge")
        elif self.edge == "traditional" and captured:
            self.points[self.side] += rest
            self.happened.add("traditional: the rest is captured on the edge")
        elif self.edge == "tika" and captured:
            self.heights[edge] = rest
            self.happened.add("tika: the rest stays on the edge")
        else:
            self.heights[start] = rest
            self.happened.add(f"{self.edge}: the rest goes back {how} on the edge")

    # --- the end ----------------------------------------------------------------------------------

    def final(self) -> tuple[str, str, dict[str, int]]:
        """The winner, the reason and the scores of a position in which nothing can be done."""
        last = ENEMY[self.side]
        scores = dict(self.points)
        scores[last] += max(self.heights[space] for space in SPACES if COLOURS[space] == last) + self.pit
        if scores["d"] > scores["l"]:
            return "d", "higher-score", scores
        if scores["l"] > scores["d"]:
            return "l", "higher-score", scores
        return ENEMY[self.first], "tie-second-mover", scores


def read(text: str, options: Mapping[str, str]) -> Naive:
    """The position of a position text, under settled options."""
    ranks, side, first, points, pit = text.split(" ")
    heights = {}
    for rank, row in zip("654321", ranks.split("/"), strict=True):
        for file, height in zip("abcdef", row.split(","), strict=True):
            heights[file + rank] = int(height)
    dark, light = points.split(":")
    return Naive(options["edge"], side, first, heights, {"d": int(dark), "l": int(light)}, int(pit))


def start(options: Mapping[str, str], first: str) -> Naive:
    """One piece everywhere; ``first`` is d or l."""
    return Naive(options["edge"], first, first, dict.fromkeys(SPACES, 1), {"d": 0, "l": 0}, 0)
