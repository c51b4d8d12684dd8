"""The stored matches of a database: replayed from their records, and drawn."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from engines import TAKE_BACK, History, Record
from imaging import DEFAULT_THEME, THEMES, draw
from tests.kept.sums import sum_of

ENTRIES: Final = (
    "SELECT kind, text FROM entry WHERE match_id = ? AND kind IN ('action', 'takeback') ORDER BY number"
)


def histories(database: Path) -> Iterator[tuple[int, History]]:
    """Every match that was begun, by its number, folded from what is stored of it."""
    with closing(sqlite3.connect(database)) as rows:
        for number, *record in rows.execute(
            "SELECT id, game, rules_version, options, first_side FROM match ORDER BY id"
        ).fetchall():
            picks = {
                side: tuple(json.loads(choices))
                for side, choices in rows.execute(
                    "SELECT side, choices FROM pick WHERE match_id = ? ORDER BY side", [number]
                )
            }
            stored = rows.execute(ENTRIES, [number])
            entries = [text if kind == "action" else TAKE_BACK for kind, text in stored]
            begun = rows.execute("SELECT phase FROM match WHERE id = ?", [number]).fetchone()[0]
            if begun in ("playing", "finished"):
                game, version, options, first = record
                yield (
                    number,
                    Record(game, version, json.loads(options), first, picks or None, entries).replay(),
                )


def pictures(database: Path) -> dict[str, str]:
    """The sum of the picture of where each match stands, of its start and middle, and what each shows.

    The themes take turns, and the last position of every fifth match is drawn in all of them.
    """
    found: dict[str, str] = {}
    themes = list(THEMES)
    for count, (number, history) in enumerate(histories(database)):
        last = len(history.played)
        for ply in sorted({0, last // 2, last}):
            at = history.until(ply)
            chosen = {DEFAULT_THEME, themes[(count + ply) % len(themes)]}
            if ply == last and count % 5 == 0:
                chosen = set(themes)
            for theme in sorted(chosen):
                picture = draw(at.diagram(), theme=theme)
                name = f"match {number} after {ply} in {theme}: {at.position.to_text()}"
                found[name] = sum_of(picture.png)
    return found
