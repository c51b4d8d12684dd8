"""Setting up a position of Prudh again from the alt text of its picture."""

from __future__ import annotations

import re

from tests.imaging.alt_texts import POINTS, found


def position_text(alt: str) -> str:
    heights = {
        space: height for height, spaces in re.findall(rf"(\d+) on {POINTS}", alt) for space in spaces.split()
    }
    ranks = "/".join(",".join(heights.get(f"{file}{rank}", "0") for file in "abcdef") for rank in "654321")
    dark, light = found(r"Dark has (\d+) points?, light (\d+)\.", alt)
    (first,) = found(r"(\w+) moved first", alt)
    pit = re.search(r"(\d+) in the pit", alt)
    (side,) = found(r"(\w+) (?:to move|can do nothing)", alt)
    return f"{ranks} {side[0].lower()} {first[0].lower()} {dark}:{light} {pit[1] if pit else 0}"
