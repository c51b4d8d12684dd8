"""Setting up a position again from the alt text of its picture, as a listener would: no other source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from tests.imaging.handmade import COURT

_POINTS = r"((?:[a-i]\d+ ?)+)"


def position_text(game: str, alt: str) -> str:
    """The position text of what an alt text states."""
    return READERS[game](alt)


def _found(pattern: str, alt: str) -> tuple[str, ...]:
    match = re.search(pattern, alt)
    assert match is not None, f"{pattern!r} is not in {alt!r}"
    return match.groups()


def _sentence(start: str, alt: str) -> str:
    """What follows ``start``, up to the full stop."""
    return _found(rf"{start}: ([^.]*)\.", alt)[0]


def _places(groups: str, letters: Mapping[str, str]) -> dict[str, str]:
    """Points and letters from ``"king d1; rooks a1 g1"``."""
    found = {}
    for group in groups.split("; "):
        for word, letter in letters.items():
            if match := re.fullmatch(rf"{word}s? {_POINTS}", group):
                found.update(dict.fromkeys(match[1].split(), letter))
    return found


def _ranks(files: int, ranks: int, there: Mapping[str, str]) -> str:
    """Ranks from the top, empty squares counted."""
    return "/".join(
        _run([there.get(f"{chr(97 + file)}{rank}", "") for file in range(files)])
        for rank in range(ranks, 0, -1)
    )


def _run(row: Iterable[str]) -> str:
    runs = ((letter, len(list(run))) for letter, run in groupby(row))
    return "".join(letter * length or str(length) for letter, length in runs)


def _to_act(alt: str) -> str:
    """The side to act, or the one that would be, in lower case."""
    for pattern in (r"(\w+) is to act", r"(\w+) has (?:moved|evolved)", r"It (?:was|would be) (\w+)'s turn"):
        if match := re.search(pattern, alt):
            return match[1].lower()
    raise AssertionError(f"no side to act in {alt!r}")


def _prawns(alt: str) -> str:
    files, ranks = map(int, _found(r"Prawns on (\d) by (\d) squares", alt))
    there = {}
    for side, change in (("Green", str.upper), ("Blue", str.lower)):
        letters = {"unmoved krill": "F", "krill": "K", "shrimp": "S", "crab": "C", "lobster": "L"}
        cased = {word: change(letter) for word, letter in letters.items()}
        there.update(_places(_sentence(side, alt), cased))
    sea = re.search(r"shrunk to ([a-h]\d-[a-h]\d)", alt)
    area = sea[1] if sea else f"a1-{chr(96 + files)}{ranks}"
    pools = "/".join(_pool(_sentence(f"{side}'s gene pool", alt)) for side in ("Green", "Blue"))
    # Whose last prawn was eaten would be to act; where it died by itself, the other side would be.
    over = re.search(r"(\w+)'s last prawn was eaten|(\w+) has won: \w+'s last prawn died", alt)
    side = (over[1] or over[2]).lower() if over else _to_act(alt)
    return f"{_ranks(files, ranks, there)} {side[0]} {area} {pools} {_stage(alt)}"


def _pool(counted: str) -> str:
    counts = {kind.rstrip("s"): count for count, kind in re.findall(r"(\d+) (\w+)", counted)}
    return "".join(f"{kind[0].upper()}{counts[kind]}" for kind in ("krill", "shrimp", "crab", "lobster"))


def _stage(alt: str) -> str:
    evolved = re.search(r"evolved ([a-h1-8, and]*[1-8])", alt)
    squares = ",".join(re.findall(r"[a-h][1-8]", evolved[1])) if evolved else ""
    if "has moved" in alt:
        return f"m:{squares}"
    return f"e:{squares}" if squares else "-"


def _prudh(alt: str) -> str:
    heights = {
        space: height
        for height, spaces in re.findall(rf"(\d+) on {_POINTS}", alt)
        for space in spaces.split()
    }
    ranks = "/".join(",".join(heights.get(f"{file}{rank}", "0") for file in "abcdef") for rank in "654321")
    dark, light = _found(r"Dark has (\d+) points?, light (\d+)\.", alt)
    (first,) = _found(r"(\w+) moved first", alt)
    pit = re.search(r"(\d+) in the pit", alt)
    (side,) = _found(r"(\w+) (?:is to act|can do nothing)", alt)
    return f"{ranks} {side[0].lower()} {first[0].lower()} {dark}:{light} {pit[1] if pit else 0}"


def _cannons(alt: str) -> str:
    files, ranks = map(int, _found(r"on (\d) by (\d) squares", alt))
    there, rights = {}, ""
    kinds = {kind: letter for letter, kind in COURT.items()}
    for side, change in (("White", str.upper), ("Black", str.lower)):
        letters = {kind: change(letter) for kind, letter in kinds.items()}
        there.update(_places(_sentence(side, alt), letters))
        if held := re.search(rf"{side} has castling rights: ([^.]*)\.", alt):
            rights += "".join(change(flank) for flank in re.findall(r"(\w)-side", held[1]))
    clock, number = _found(r"Half-move clock (\d+), move (\d+)", alt)
    lost = re.search(r"(\w+) is checkmated|stalemate, (\w+) has no move", alt)
    side = (lost[1] or lost[2]) if lost else _to_act(alt)
    return f"{_ranks(files, ranks, there)} {side[0]} {rights or '-'} {clock} {number}"


def _pjawns(alt: str) -> str:
    there: dict[str, str] = {}
    for side, letter in (("White", "P"), ("Black", "p")):
        there.update(dict.fromkeys(re.findall(r"[a-h][1-8]", _sentence(side, alt)), letter))
    hands = "/".join(_found(rf"{side}'s hand: (\d+) pjawn", alt)[0] for side in ("White", "Black"))
    passed = re.search(r"Just passed over: (\w\d)", alt)
    won = re.search(r"(\w+) has won", alt)
    side = {"white": "b", "black": "w"}[won[1].lower()] if won else _to_act(alt)[0]
    return f"{_ranks(8, 8, there)} {side} {hands} {passed[1] if passed else '-'}"


def _predation(alt: str) -> str:
    there, moved = {}, set()
    for kind, letter in (("Predators", "P"), ("Prey", "y")):
        standing = _sentence(kind, alt)
        there.update(dict.fromkeys(re.findall(r"[a-i]\d+", standing), letter))
        moved |= set(re.findall(r"[a-i]\d+", standing.partition("done this turn: ")[2]))
    rows = [[f"{chr(97 + file)}{row}" for file in range(9 if row % 2 else 8)] for row in range(13, 0, -1)]
    board = "/".join(_run([there.get(name, "") for name in row]) for row in rows)
    landed = re.search(r"Landed: (\d) of 2, now (?:on ([^.]*)|gone)\.", alt)
    count = landed[1] if landed else "0"
    now = ",".join(re.findall(r"[a-i]\d+", (landed[2] or "") if landed else ""))
    done = ",".join(sorted(moved, key=_reading_order)) or "-"
    return f"{board} {_turn_and_stage(alt)} {done} {count}{f':{now}' if now else ''}"


def _turn_and_stage(alt: str) -> str:
    if helper := re.search(r"A predator was captured on (\w\d+)", alt):
        return f"y helper:{helper[1]}"
    spawns = re.search(r"may spawn (\d+)|(\d+) still to spawn", alt)
    stage = f"spawn:{spawns[1] or spawns[2]}" if spawns else "move"
    return f"{'p' if _to_act(alt) == 'predator' else 'y'} {stage}"


def _reading_order(name: str) -> tuple[int, str]:
    return int(name[1:]), name[0]


READERS: Mapping[str, Callable[[str], str]] = {
    "prawns": _prawns,
    "prudh": _prudh,
    "cannons-and-crabs": _cannons,
    "pjawns": _pjawns,
    "predation": _predation,
}
"""For each game whose words can be read."""
