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
    """Copy the present database in ``file`` to ``target``; returns what the copy holds.

    The bot may go on running. The copy is written under another name, checked, and renamed in one step: there
    is a complete backup or none. Raises DatabaseRefusedError for an unusable target or, unless ``force``, an
    existing one, and StoreUnavailableError.
    """
    _check_target(file, target, force=force)
    with translate(), part_of(target) as part:
        with closing(sqlite3.connect(file, timeout=5.0, isolation_level=None)) as source:
            copy_whole(source, part)
        held = look_into(part)
        keep_rights(file, part)
        onto_the_disk(part)
        _check_target(file, target, force=force)  # again: it took a while
        part.replace(target)
        name_onto_the_disk(target.parent)
    return held


def _check_target(file: Path, target: Path, *, force: bool) -> None:
    taken = {file.with_name(f"{file.name}{end}").resolve() for end in ("", *BESIDE)}
    if target.resolve() in taken:
        raise DatabaseRefusedError(f"{target} belongs to the database itself. Name another file.")
    check_free(target, force=force)
