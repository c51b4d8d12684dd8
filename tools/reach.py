"""Which tests enter which functions: marks in the functions of a clone write it down while its tests run."""

from __future__ import annotations

import ast
import json
import os
from collections import defaultdict
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from tools.changes import named

FILE: Final = "ENTERED_FUNCTIONS"
"""The environment variable that names the file to write to."""
_MARK: Final = "__import__('tools.reach', fromlist=['entered']).entered({!r})"

_file: Final = os.environ.get(FILE)
_known: Final[set[tuple[str, str]]] = set()


def entered(function: str) -> None:
    """Note that a function is entered by the test that runs now, here or in a process that it has started."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if _file is not None and (function, test) not in _known:
        _known.add((function, test))
        with Path(_file).open("a") as lines:
            lines.write(json.dumps([function, test]) + "\n")


def marked(path: str, source: str, functions: Collection[str]) -> str:
    """The source of a file with a mark in those of its functions that are named, as ``path:name``."""
    marks: dict[int, str] = {}
    for name, one in named(source):
        if (function := f"{path}:{name}") in functions:
            first = one.body[1 if ast.get_docstring(one, clean=False) is not None else 0]
            lines = [first.lineno, *(node.lineno for node in getattr(first, "decorator_list", ()))]
            marks[min(lines)] = f"{' ' * first.col_offset}{_MARK.format(function)}\n"
    return "".join(
        marks.get(number, "") + line for number, line in enumerate(source.splitlines(keepends=True), 1)
    )


def read(file: Path, seconds: Mapping[str, float]) -> dict[str, list[str]]:
    """The tests that enter each function, those that take the least ``seconds`` first."""
    tests: dict[str, set[str]] = defaultdict(set)
    for line in file.read_text().splitlines() if file.exists() else ():
        function, test = json.loads(line)
        if test in seconds:
            tests[function].add(test)
    return {function: sorted(found, key=seconds.__getitem__) for function, found in tests.items()}
