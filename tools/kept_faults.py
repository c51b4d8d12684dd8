"""Faults that are kept as texts, to plant them in any later tree: ``tests/data/mutants``.

Each is a function, some of its lines and what they become. Line numbers may have moved since, and the
function may stand in another file. A fault that can't be planted any more is reported with the reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.changes import Mutation, named

KEPT: Final = Path("tests/data/mutants")
"""The folder of the lists, below the root of the project."""


class UnplantableError(Exception):
    """A fault has no place in a tree, or several; the text says why."""


@dataclass(frozen=True)
class Fault:
    """A function, as ``path:name``, and lines in it, without their indent, with what they become."""

    number: str
    function: str
    old: str
    new: str
    gone: str = ""

    @property
    def path(self) -> str:
        """The path of its file when it was kept."""
        return self.function.partition(":")[0]

    @property
    def name(self) -> str:
        """The name of its function, after that of its class if it has one."""
        return self.function.partition(":")[2]


def kept(root: Path) -> list[Fault]:
    """The faults of all lists of a project."""
    lists = [tomllib.loads(file.read_text()) for file in sorted((root / KEPT).glob("*.toml"))]
    return [Fault(**fault) for listed in lists for fault in listed["fault"]]


def find(fault: Fault, root: Path, folders: Iterable[str]) -> tuple[str, Mutation]:
    """The function in which a fault is planted, as ``path:name``, and the change.

    Where its file has no such function any more, one of that name in any other file may have it.
    Raises UnplantableError.
    """
    if fault.gone:
        raise UnplantableError(fault.gone)
    own = root / fault.path
    here = [one for one in _functions(own) if one.name == fault.name] if own.exists() else []
    if not here:
        short = fault.name.rpartition(".")[2]
        files = sorted(file for folder in folders for file in (root / folder).rglob("*.py"))
        here = [one for file in files for one in _functions(file) if one.name.rpartition(".")[2] == short]
        if not here:
            raise UnplantableError(f"no function is called {short}")
    found = [(one, place) for one in here for place in one.places(fault)]
    if not found:
        raise UnplantableError("the text of its function has changed")
    if len(found) > 1:
        several = ", ".join(f"{one.file.relative_to(root)}:{place.line}" for one, place in found)
        raise UnplantableError(f"it stands in several places: {several}")
    ((one, place),) = found
    return f"{one.file.relative_to(root).as_posix()}:{one.name}", place


@dataclass(frozen=True)
class _Function:
    """A function or method of a file, with its lines and the line of the file that is its first."""

    file: Path
    name: str
    first: int
    lines: list[str]

    def places(self, fault: Fault) -> list[Mutation]:
        """The changes of it that would plant a fault."""
        old, new = fault.old.splitlines(), fault.new.splitlines()
        bare = [line.strip() for line in self.lines]
        found = (at for at in range(len(bare)) if bare[at : at + len(old)] == old)
        return [self._change(at, self.lines[at : at + len(old)], new) for at in found]

    def _change(self, at: int, lines: list[str], new: list[str]) -> Mutation:
        """The change of whole lines from one on; each new one has the indent of the one it replaces."""
        before = self.file.read_text().splitlines(keepends=True)[: self.first - 1]
        start = len("".join([*before, *self.lines[:at]]).encode())
        indents = [line[: len(line) - len(line.lstrip())] for line in lines]
        become = "".join(f"{indent}{line}\n" for indent, line in zip(indents, new, strict=True))
        return Mutation(self.first + at, start, "".join(lines), become)


def _functions(file: Path) -> Iterator[_Function]:
    """The functions of a file, and the methods of its classes."""
    source = file.read_text()
    lines = source.splitlines(keepends=True)
    for name, one in named(source):
        yield _Function(file, name, one.lineno, lines[one.lineno - 1 : one.end_lineno])
