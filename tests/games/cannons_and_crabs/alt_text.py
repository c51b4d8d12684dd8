"""Setting up a position of Cannons and Crabs again from the alt text of its picture."""

from __future__ import annotations

import re

from tests.imaging.alt_texts import found, places, ranks_text, sentence, to_act
from tests.imaging.handmade import COURT


def position_text(alt: str) -> str:
    files, ranks = map(int, found(r"on (\d) by (\d) squares", alt))
    there, rights = {}, ""
    kinds = {kind: letter for letter, kind in COURT.items()}
    for side, change in (("White", str.upper), ("Black", str.lower)):
        letters = {kind: change(letter) for kind, letter in kinds.items()}
        there.update(places(sentence(side, alt), letters))
        if held := re.search(rf"{side} has castling rights: ([^.]*)\.", alt):
            rights += "".join(change(flank) for flank in re.findall(r"(\w)-side", held[1]))
    clock, number = found(r"Half-move clock (\d+), move (\d+)", alt)
    lost = re.search(r"(\w+) is checkmated|stalemate, (\w+) has no move", alt)
    side = (lost[1] or lost[2]) if lost else to_act(alt)
    return f"{ranks_text(files, ranks, there)} {side[0]} {rights or '-'} {clock} {number}"
