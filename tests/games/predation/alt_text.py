"""Setting up a position of Predation again from the alt text of its picture."""

from __future__ import annotations

import re

from tests.imaging.alt_texts import run, sentence, to_act


def position_text(alt: str) -> str:
    there, moved = {}, set()
    for kind, letter in (("Predators", "P"), ("Prey", "y")):
        standing = sentence(kind, alt)
        there.update(dict.fromkeys(re.findall(r"[a-i]\d+", standing), letter))
        moved |= set(re.findall(r"[a-i]\d+", standing.partition("done this turn: ")[2]))
    rows = [[f"{chr(97 + file)}{row}" for file in range(9 if row % 2 else 8)] for row in range(13, 0, -1)]
    board = "/".join(run([there.get(name, "") for name in row]) for row in rows)
    landed = re.search(r"Landed: (\d) of 2, now (?:on ([^.]*)|gone)\.", alt)
    count = landed[1] if landed else "0"
    now = ",".join(re.findall(r"[a-i]\d+", (landed[2] or "") if landed else ""))
    done = ",".join(sorted(moved, key=_reading_order)) or "-"
    return f"{board} {_turn_and_stage(alt)} {done} {count}{f':{now}' if now else ''}"


def _turn_and_stage(alt: str) -> str:
    if helper := re.search(r"A predator was captured on (\w\d+)", alt):
        return f"y helper:{helper[1]}"
    spawns = re.search(r"can spawn (\d+)|(\d+) still to spawn", alt)
    stage = f"spawn:{spawns[1] or spawns[2]}" if spawns else "move"
    return f"{'p' if to_act(alt) == 'predator' else 'y'} {stage}"


def _reading_order(name: str) -> tuple[int, str]:
    return int(name[1:]), name[0]
