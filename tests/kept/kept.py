"""The recordings in ``tests/data/kept``, each in a folder named after its commit or release."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

KEPT: Final = Path(__file__).parent.parent / "data" / "kept"
DATABASE: Final = "tidepool.sql"
WORLD: Final = "world.json"
ANSWERS: Final = "answers.json"
PICTURES: Final = "pictures.json"
REDRAWN: Final = "redrawn.json"
"""The sums of the pictures that were drawn otherwise on purpose, see ``stated.py``."""
LONG: Final = 100
"""Characters of a line above which it is told once."""


def as_lines(told: Any) -> str:
    """JSON of which each line can be looked at: what is short stands on one."""
    return _lines(told, "") + "\n"


def _lines(told: Any, indent: str) -> str:
    flat = json.dumps(told, ensure_ascii=False)
    if len(flat) + len(indent) <= 160 or not isinstance(told, dict | list):
        return flat
    within = indent + " "
    if isinstance(told, dict):
        parts = [
            f"{within}{json.dumps(key, ensure_ascii=False)}: {_lines(of, within)}" for key, of in told.items()
        ]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(within + _lines(of, within) for of in told) + f"\n{indent}]"


def read(recording: str, name: str) -> Any:
    """What one of the files of JSON of a recording holds."""
    return json.loads((KEPT / recording / name).read_text(encoding="utf-8"))


def folded(shown: Mapping[str, list[str]]) -> dict[str, Any]:
    """What messages show, by names, with each long line told once, by its sum."""
    said: dict[str, str] = {}

    def short(line: str) -> str:
        if len(line) <= LONG:
            return line
        name = sha256(line.encode()).hexdigest()[:12]
        said[name] = line
        return f"= {name}"

    messages = {name: [short(line) for line in lines] for name, lines in sorted(shown.items())}
    return {"shown": messages, "said": dict(sorted(said.items()))}


def unfolded(answers: Mapping[str, Any]) -> dict[str, list[str]]:
    """What messages show, by names."""
    said = answers["said"]
    return {
        name: [said.get(line.removeprefix("= "), line) for line in lines]
        for name, lines in answers["shown"].items()
    }


def restored(folder: Path, into: Path) -> Path:
    """Make a database of the recorded one in a folder; returns its file, as ``BotProcess`` calls it."""
    into.mkdir(parents=True, exist_ok=True)
    file = into / "tidepool.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((folder / DATABASE).read_text(encoding="utf-8"))
    return file
