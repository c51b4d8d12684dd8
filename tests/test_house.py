"""The house: what of its order can be counted, so that strangers go on finding their way in."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import FunctionType
from typing import Final

import grimp
import pytest

# croniter, which this brings, starts a process as it is imported: not while a test is watched.
import data.jobs.asking  # noqa: F401

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = [
    name
    for name in (
        "bot",
        "cogs",
        "computer",
        "data",
        "demo",
        "engines",
        "imaging",
        "matches",
        "services",
        "settings",
        "worker",
    )
    if (ROOT / name).is_dir() or (ROOT / f"{name}.py").is_file()
]
MOST_METHODS: Final = 40
"""Public methods of a class, inherited ones of this project included."""
RIDDLES: Final = frozenset(
    [
        "what",
        "who",
        "whose",
        "whom",
        "how",
        "where",
        "whether",
        "which",
        "whoever",
        "whatever",
        "wherever",
        "when",
    ]
)
EMPTY: Final = frozenset({"see the class", "see above", "see below"})
GAMES: Final = "engines.games."
STARTS: Final = {
    ("asyncio", "create_subprocess_exec"),
    ("asyncio", "create_subprocess_shell"),
    *(("subprocess", name) for name in ("run", "call", "check_call", "check_output", "Popen")),
}
"""What starts a process."""


def _files() -> list[Path]:
    """Every module of the product, by path."""
    found = [path for name in PACKAGES for path in (ROOT / name).rglob("*.py")]
    return sorted([*found, ROOT / "bot.py", ROOT / "worker.py"])


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _room(module: str) -> str:
    """The module, or the game whose folder it is in: in there they may lean on each other."""
    return ".".join(module.split(".")[:3]) if module.startswith(GAMES) else module


@cache
def _classes() -> tuple[type, ...]:
    """The classes of the product but for those of the games, where all games have the same."""
    found: dict[type, None] = {}
    for path in _files():
        module = _name(path)
        if module.endswith("__main__") or module.startswith((GAMES, "data.migrations")):
            continue
        for one in vars(importlib.import_module(module)).values():
            if inspect.isclass(one) and one.__module__ == module:
                found[one] = None
    return tuple(found)


def test_no_modules_import_each_other() -> None:
    """Imports for types alone don't count: none of them runs."""
    packages = [name for name in PACKAGES if (ROOT / name).is_dir()]
    graph = grimp.build_graph(*packages, exclude_type_checking_imports=True, cache_dir=None)
    needs: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            if _room(module) != _room(other):
                needs[_room(module)].add(_room(other))
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(f"modules in a circle: {' -> '.join(error.args[1])}")


def test_no_class_is_wide() -> None:
    wide = {}
    for one in _classes():
        own = {
            name
            for base in one.__mro__
            if base.__module__.partition(".")[0] in PACKAGES
            for name, value in vars(base).items()
            if isinstance(value, FunctionType) and not name.startswith("_")
        }
        if len(own) > MOST_METHODS:
            wide[one.__qualname__] = len(own)
    assert not wide


def test_no_class_name_has_two_meanings() -> None:
    meanings: dict[str, set[str]] = defaultdict(set)
    for one in _classes():
        if not one.__name__.startswith("_"):
            meanings[one.__name__].add(one.__module__)
    assert not {name: where for name, where in meanings.items() if len(where) > 1}


def _summaries(path: Path) -> Iterator[tuple[int, str]]:
    """The docstrings of a module: the line, and the text."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text


def test_every_docstring_says_something() -> None:
    """Its first line names the thing or says what is done: it is neither a riddle nor empty."""
    found = []
    for path in _files():
        for line, text in _summaries(path):
            riddle = text.split()[0].strip(",.:;").lower() in RIDDLES
            if riddle or text.strip().rstrip(".").lower() in EMPTY:
                found.append(f"{path.relative_to(ROOT)}:{line} {text.splitlines()[0]}")
    assert not found, "\n".join(found)


def test_every_child_process_is_given_its_environment() -> None:
    """What is passed on by itself is all there is, the bot's token included."""
    careless = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in _files()
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and (ast.unparse(call.func.value), call.func.attr) in STARTS
        and "env" not in {keyword.arg for keyword in call.keywords}
    ]
    assert careless == []
