"""Programs that tests run and that a machine may not have.

Where one is missing, what needs it is left out, and the end of the run says so in a line. With ``CI`` in the
environment it fails: there, what was not tested must not look like what passed.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest


@dataclass(frozen=True)
class Program:
    """A program, and how Debian calls its package."""

    name: str
    package: str
    commands: tuple[str, ...]
    """Its names, of which the first that is found counts."""
    folders: str = "/usr/sbin"
    """A pattern of folders to look into besides those in ``PATH``."""

    def __str__(self) -> str:
        return f"{self.name} (apt install {self.package})"

    def find(self) -> Path | None:
        """Return where it is, in its newest version, or None."""
        folders = sorted(Path("/").glob(self.folders.removeprefix("/")), key=_version, reverse=True)
        path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")])
        found = (shutil.which(command, path=path) for command in self.commands)
        return next((Path(place) for place in found if place is not None), None)


CHROMIUM: Final = Program(
    "Chromium", "chromium", ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
)
NGINX: Final = Program("nginx", "nginx-light", ("nginx",))
OPENSSL: Final = Program("OpenSSL", "openssl", ("openssl",))
PGBOUNCER: Final = Program("PgBouncer", "pgbouncer", ("pgbouncer",))
POSTGRESQL: Final = Program("PostgreSQL", "postgresql", ("initdb",), "/usr/lib/postgresql/*/bin")
PROMTOOL: Final = Program("promtool", "prometheus", ("promtool",))
PROGRAMS: Final = (CHROMIUM, NGINX, OPENSSL, PGBOUNCER, POSTGRESQL, PROMTOOL)


def need(program: Program) -> Path:
    """Return where a program is. Without it the test that asks is left out, or fails where ``CI`` is set."""
    found = program.find()
    if found is not None:
        return found
    if os.environ.get("CI"):
        pytest.fail(f"needs {program}, which is never left out where CI is set", pytrace=False)
    pytest.skip(f"needs {program}")


def left_out(reasons: Iterable[str]) -> str:
    """Return a line on the tests that were skipped for these reasons and need a program; "" for none."""
    counts = Counter(
        program for reason in reasons for program in PROGRAMS if reason.endswith(f"needs {program}")
    )
    said = [f"{number} for want of {program}" for program, number in counts.items()]
    return f"left out: {', '.join(said)}" if said else ""


def _version(folder: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(folder))]
