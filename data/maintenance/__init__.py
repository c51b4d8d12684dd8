"""Migrations, backups and checks: work on a whole database."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

log = logging.getLogger(__name__)


def keep_rights(of: Path, copy: Path) -> None:
    """Give a copy the permissions of a file; if its file system has none (exFAT, CIFS), log that."""
    try:
        shutil.copymode(of, copy)
    except OSError as error:
        log.warning(
            "the file system of %s takes no rights (%s): whoever can read that folder can read %s",
            copy.parent,
            error.strerror,
            copy.name.removesuffix(".part"),
        )


def counted(number: int, one: str, more: str) -> str:
    """A number with its noun: ``1 match``, ``2 matches``."""
    return f"{number} {one if number == 1 else more}"
