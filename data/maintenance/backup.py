"""A backup of the database, made while the bot runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from data.driver_errors import translate
from data.errors import DatabaseRefusedError
from data.maintenance.copying import (
    BESIDE,
    HeldCopy,
    check_free,
    copy_whole,
    look_into,
    name_onto_the_disk,
    onto_the_disk,
    part_of,
)
from data.maintenance.rights import keep_rights


def back_up(file: Path, target: Path, *, force: bool = False) -> HeldCopy:
    """Copy the database in ``file`` as it stands to ``target``; returns what the copy holds.

    The bot goes on meanwhile. ``target`` is written under another name, checked, and gets its own in one
    step: whatever happens, there is a whole backup or none. Raises DatabaseRefusedError for a target that
    cannot be, one that exists unless ``force``, and StoreUnavailableError.
    """
    _check_target(file, target, force=force)
    with translate(), part_of(target) as part:
        with closing(sqlite3.connect(file, timeout=5.0, isolation_level=None)) as source:
            copy_whole(source, part)
        held = look_into(part)
        keep_rights(file, part)
        onto_the_disk(part)
        _check_target(file, target, force=force)  # once more: it took a while
        part.replace(target)
        name_onto_the_disk(target.parent)
    return held


def _check_target(file: Path, target: Path, *, force: bool) -> None:
    taken = {file.with_name(f"{file.name}{end}").resolve() for end in ("", *BESIDE)}
    if target.resolve() in taken:
        raise DatabaseRefusedError(f"{target} belongs to the database itself. Name another file.")
    check_free(target, force=force)
