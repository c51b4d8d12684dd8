"""Setting up a position of Cannons and Crabs again from the alt text of its picture."""

from __future__ import annotations

import re

from tests.imaging.alt_texts import found, places, ranks_text, sentence, to_act
from tests.imaging.handmade import COURT

NUMBER = 99
"""Stands for the number of the move."""


def position_text(alt: str) -> str:
    files, ranks = map(int, found(r"on (\d) by (\d) squares", alt))
    there, rights = {}, ""
    kinds = {kind: letter for letter, kind in COURT.items()}
    for side, change in (("White", str.upper), ("Black", str.lower)):
        letters = {kind: change(letter) for kind, letter in kinds.items()}
        there.update(places(sentence(side, alt), letters))
        if held := re.search(rf"{side} has castling rights: ([^.]*)\.", alt):
            rights += "".join(change(flank) for flank in re.findall(r"(\w)-side", held[1]))
    quiet = re.search(r"for (\d+) turns?\.", alt)
    lost = re.search(r"(\w+) is checkmated|stalemate, (\w+) has no move", alt)
    side = (lost[1] or lost[2]) if lost else to_act(alt)
    return f"{ranks_text(files, ranks, there)} {side[0]} {rights or '-'} {quiet[1] if quiet else 0} {NUMBER}"


def spoken(text: str) -> str:
    """What the words tell of a position text: all but the number of the move, which the picture tells."""
    return f"{text.rpartition(' ')[0]} {NUMBER}"
