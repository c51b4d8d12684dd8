"""What is left of somebody in the files of a SQLite database."""

from __future__ import annotations

from pathlib import Path
from typing import Final

OPEN: Final = Path("/proc/self/fd")


def files_of(database: Path) -> dict[str, bytes]:
    """What is in the files of a database, and in temporary files of SQLite's that this process has open."""
    found = {file.name: file.read_bytes() for file in database.parent.iterdir() if file.is_file()}
    for handle in OPEN.iterdir() if OPEN.is_dir() else ():
        try:
            if "etilqs" in handle.readlink().name:
                found[handle.readlink().name] = handle.read_bytes()
        except OSError:  # closed meanwhile
            continue
    return found


def left_of(database: Path, *needles: bytes) -> dict[str, int]:
    """How often any of these bytes is found in each file, of those that have some."""
    found = {name: sum(content.count(one) for one in needles) for name, content in files_of(database).items()}
    return {name: number for name, number in found.items() if number}
