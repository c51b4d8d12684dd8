"""Setting up a position of Pjawns again from the alt text of its picture."""

from __future__ import annotations

import re

from tests.imaging.alt_texts import found, ranks_text, sentence, to_act


def position_text(alt: str) -> str:
    there: dict[str, str] = {}
    for side, letter in (("White", "P"), ("Black", "p")):
        there.update(dict.fromkeys(re.findall(r"[a-h][1-8]", sentence(side, alt)), letter))
    hands = "/".join(found(rf"{side}'s hand: (\d+) pjawn", alt)[0] for side in ("White", "Black"))
    passed = re.search(r"Just passed over: (\w\d)", alt)
    won = re.search(r"(\w+) has won", alt)
    side = {"white": "b", "black": "w"}[won[1].lower()] if won else to_act(alt)[0]
    return f"{ranks_text(8, 8, there)} {side} {hands} {passed[1] if passed else '-'}"
