"""Setting up a position of Prawns again from the alt text of its picture."""

from __future__ import annotations

import re

from tests.imaging.alt_texts import found, places, ranks_text, sentence, to_act


def position_text(alt: str) -> str:
    files, ranks = map(int, found(r"Prawns on (\d) by (\d) squares", alt))
    there = {}
    for side, change in (("Green", str.upper), ("Blue", str.lower)):
        letters = {"unmoved krill": "F", "krill": "K", "shrimp": "S", "crab": "C", "lobster": "L"}
        cased = {word: change(letter) for word, letter in letters.items()}
        there.update(places(sentence(side, alt), cased))
    sea = re.search(r"shrunk to ([a-h]\d-[a-h]\d)", alt)
    area = sea[1] if sea else f"a1-{chr(96 + files)}{ranks}"
    pools = "/".join(_pool(sentence(f"{side}'s gene pool", alt)) for side in ("Green", "Blue"))
    # Whose last prawn was eaten would be to act; where it died by itself, the other side would be.
    over = re.search(r"(\w+)'s last prawn was eaten|(\w+) has won: \w+'s last prawn died", alt)
    side = (over[1] or over[2]).lower() if over else to_act(alt)
    return f"{ranks_text(files, ranks, there)} {side[0]} {area} {pools} {_stage(alt)}"


def _pool(counted: str) -> str:
    counts = {kind.rstrip("s"): count for count, kind in re.findall(r"(\d+) (\w+)", counted)}
    return "".join(f"{kind[0].upper()}{counts[kind]}" for kind in ("krill", "shrimp", "crab", "lobster"))


def _stage(alt: str) -> str:
    evolved = re.search(r"evolved ([a-h1-8, and]*[1-8])", alt)
    squares = ",".join(re.findall(r"[a-h][1-8]", evolved[1])) if evolved else ""
    if "has moved" in alt:
        return f"m:{squares}"
    return f"e:{squares}" if squares else "-"
