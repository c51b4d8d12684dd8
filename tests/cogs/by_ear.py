"""A message as somebody hears it, and the position that the description of a board tells.

What is heard is what a screen reader reads: the texts, the descriptions of pictures, and the names of
buttons and menus. Nothing here looks at a button's id, or at the match itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engines.games.cannons_and_crabs.pieces import KINDS
from engines.games.prawns.pieces import SPECIES
from engines.games.predation.board import BY_ROW, NAMES
from engines.grids import Grid
from engines.ranks import ranks_text
from tests.cogs.server import parts

TEXT, GALLERY = 10, 12
"""Discord's types of components."""
POINT: Final = re.compile(r"\b[a-l][0-9]{1,2}\b")
CHOSEN: Final[Mapping[str, str]] = {
    "end": "End turn",
    "place": "new",
    "spawn": "new",
    "dry": "leaves the sea",
    **{f"={letter}": kind for letter, kind in SPECIES.items()},
    **KINDS,
}
"""The word by which a name tells a choice that is no point of the board."""


@dataclass(frozen=True)
class Name:
    """What a button or an entry of a menu is called, and what is pressed: of an entry, its menu and value."""

    said: str
    control: str
    value: str | None = None

    def leads_to(self, choices: tuple[str, ...]) -> bool:
        """True if it names exactly these choices of an action."""
        told = [choice for choice in choices if choice != "-"]
        words = [CHOSEN[choice] for choice in told if not POINT.fullmatch(choice)]
        points = [choice for choice in told if POINT.fullmatch(choice)]
        other = set(CHOSEN.values()) - set(words) if not points or words else set()
        return (
            POINT.findall(self.said) == points
            and all(self._has(word) for word in words)
            and not any(self._has(word) for word in other)
        )

    def _has(self, word: str) -> bool:
        return re.search(rf"\b{word}\b", self.said, re.IGNORECASE) is not None


@dataclass(frozen=True)
class Heard:
    """A message, read aloud."""

    text: str
    pictures: tuple[str, ...]
    names: tuple[Name, ...]

    def called(self, said: str) -> Name | None:
        """The control that is called so."""
        return next((name for name in self.names if name.said == said), None)

    def way_to(self, path: tuple[str, ...], done: int) -> tuple[Name, int] | None:
        """The control that leads farthest into an action after ``done`` choices; and the choices after it."""
        for end in range(len(path), done, -1):
            # Nothing is chosen before the first choice; later some choices are made by themselves.
            for start in (*range(done, end), *range(done)) if done else (0,):
                found = next((name for name in self.names if name.leads_to(path[start:end])), None)
                if found is not None:
                    return found, end
        return None


def listen(message: Any) -> Heard:
    """Read a message aloud."""
    there = list(parts(message))
    texts = [part["content"] for part in there if part["type"] == TEXT]
    pictures = [
        item.get("description") or "" for part in there if part["type"] == GALLERY for item in part["items"]
    ]
    return Heard("\n".join(texts), tuple(pictures), tuple(_names(there)))


def _names(there: list[dict[str, Any]]) -> Iterator[Name]:
    for part in there:
        if part.get("disabled") or "custom_id" not in part:
            continue
        if "label" in part:
            yield Name(part["label"], part["custom_id"])
        for option in part.get("options", []):
            yield Name(option["label"], part["custom_id"], option["value"])


# --- what the description of a board tells --------------------------------------------------------


def position_text(game: str, told: str) -> str:
    """The position text that says what a board's description tells, for ``Game.from_text``."""
    return _READERS[game](told)


def _sentence(pattern: str, told: str) -> str:
    """What is told in the one sentence of this form."""
    found = re.search(rf"{pattern}", told)
    assert found is not None, f"nothing like {pattern!r} in {told!r}"
    return found[1]


def _pieces(told: str, side: str, letters: Mapping[str, str]) -> dict[str, str]:
    """The letters of a side's pieces by point; ``letters`` by what a group of pieces is called."""
    there: dict[str, str] = {}
    for group in _sentence(rf"\b{side}: ([^.]*)\.", told).split("; "):
        points = POINT.findall(group)
        kind = group[: group.index(points[0])].strip() if points else ""
        there |= dict.fromkeys(points, letters[kind])
    return there


def _rows(told: str, there: Mapping[str, str]) -> str:
    files, ranks = map(int, re.search(r"on (\d+) by (\d+) s", told).groups())  # type: ignore[union-attr]
    return ranks_text("".join(there.get(name, ".") for name in Grid(files, ranks).names), files)


def _cannons(told: str) -> str:
    letters = {word: letter for letter, kind in KINDS.items() for word in (kind, f"{kind}s")}
    there = _pieces(told, "White", letters)
    there |= {point: letter.lower() for point, letter in _pieces(told, "Black", letters).items()}
    rights = ""
    for side, letter in (("White", str.upper), ("Black", str.lower)):
        flanks = _sentence(rf"{side} has (no castling right|castling rights: [^.]*)\.", told)
        rights += "".join(letter(flank) for flank in re.findall(r"(\w)-side", flanks))
    quiet = re.search(r"for (\d+) turns?\.", told)
    side = "w" if "White to move." in told else "b"
    turns = int(quiet[1]) if quiet else 0
    # How many were made before that is told nowhere, and matters to nothing.
    return f"{_rows(told, there)} {side} {rights or '-'} {turns} {turns + 1}"


def _pjawns(told: str) -> str:
    there = _pieces(told, "White", {"": "P"}) | _pieces(told, "Black", {"": "p"})
    hands = "/".join(_sentence(rf"{side}'s hand: (\d+) pjawn", told) for side in ("White", "Black"))
    passed = re.search(r"Just passed over: (\w\d)\.", told)
    side = "w" if "White to move." in told else "b"
    return f"{_rows(told, there)} {side} {hands} {passed[1] if passed else '-'}"


def _prawns(told: str) -> str:
    letters = {word: letter for letter, kind in SPECIES.items() for word in (kind, f"{kind}s")}
    letters["unmoved krill"] = "F"
    there = _pieces(told, "Green", letters)
    there |= {point: letter.lower() for point, letter in _pieces(told, "Blue", letters).items()}
    pools = []
    for side in ("Green", "Blue"):
        counted = re.findall(r"(\d+) (\w+)", _sentence(rf"{side}'s gene pool: ([^.]*)\.", told))
        numbers = {letters[kind]: number for number, kind in counted}
        pools.append("".join(f"{letter}{numbers[letter]}" for letter in SPECIES))
    names = Grid(*map(int, re.search(r"on (\d+) by (\d+) s", told).groups())).names  # type: ignore[union-attr]
    shrunk = re.search(r"shrunk to ([^.]*)\.", told)
    side, state = re.findall(r"(Green|Blue) (has moved|has evolved|to move)", told)[-1]
    evolved = ",".join(POINT.findall(told[told.rindex(f"{side} {state}") :]))
    stage = {"to move": "-", "has evolved": f"e:{evolved}", "has moved": f"m:{evolved}"}[state]
    sea = shrunk[1] if shrunk else f"{names[0]}-{names[-1]}"
    return f"{_rows(told, there)} {side[0].lower()} {sea} {'/'.join(pools)} {stage}"


def _predation(told: str) -> str:
    groups = {"": "", "done this turn:": "", "none": ""}
    there = dict.fromkeys(_pieces(told, "Predators", groups), "P")
    there |= dict.fromkeys(_pieces(told, "Prey", groups), "y")
    rows = "/".join(
        ranks_text("".join(there.get(NAMES[hex_], ".") for hex_ in row), len(row)) for row in reversed(BY_ROW)
    )
    done = re.search(r"done this turn: ([^.;]*)[.;]", told)
    moved = ",".join(POINT.findall(done[1])) if done else "-"
    landed = re.search(r"Landed: (\d) of 2, now ([^.]*)\.", told)
    where = ",".join(POINT.findall(landed[2])) if landed else ""
    spawns = re.search(r"can spawn (\d)", told)
    captured = re.search(r"captured on (\w+):", told)
    stage = f"spawn:{spawns[1]}" if spawns else f"helper:{captured[1]}" if captured else "move"
    turn = "p" if re.search(r"Predator to move", told) else "y"
    count = f"{landed[1]}:{where}" if landed and where else landed[1] if landed else "0"
    return f"{rows} {turn} {stage} {moved} {count}"


def _prudh(told: str) -> str:
    heights: dict[str, str] = {}
    for side in ("Dark", "Light"):
        for group in _sentence(rf"\b{side}: ([^.]*)\.", told).split("; "):
            number, *_ = group.split(" ")
            heights |= dict.fromkeys(POINT.findall(group), number)
    files, ranks = map(int, re.search(r"on (\d+) by (\d+) s", told).groups())  # type: ignore[union-attr]
    row = [heights.get(name, "0") for name in Grid(files, ranks).names]
    lines = [",".join(row[start : start + files]) for start in range(0, len(row), files)]
    points = re.search(r"Dark has (\d+) points?, light (\d+)\.", told)
    assert points is not None
    first = _sentence(r"(Dark|Light) moved first\.", told)[0].lower()
    side = _sentence(r"(Dark|Light) to move\.", told)[0].lower()
    pit = re.search(r"(\d+) in the pit\.", told)
    return f"{'/'.join(reversed(lines))} {side} {first} {points[1]}:{points[2]} {pit[1] if pit else 0}"


_READERS: Final[Mapping[str, Callable[[str], str]]] = {
    "cannons-and-crabs": _cannons,
    "pjawns": _pjawns,
    "prawns": _prawns,
    "predation": _predation,
    "prudh": _prudh,
}
