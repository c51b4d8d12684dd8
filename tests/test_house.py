"""The house: what of its order can be counted, so that strangers go on finding their way in."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import FunctionType
from typing import Final

import grimp
import pytest

# croniter, which this brings, starts a process as it is imported: not while a test is watched.
import data.jobs.asking  # noqa: F401
from tests import clock, readings

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
        "web",
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
NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)


def _files() -> list[Path]:
    """Every module of the product, by path."""
    found = [path for name in PACKAGES for path in (ROOT / name).rglob("*.py")]
    return sorted([*found, ROOT / "bot.py", ROOT / "worker.py"])


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


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


def test_no_engines_ask_for_each_other_even_for_types() -> None:
    graph = grimp.build_graph("engines", exclude_type_checking_imports=False, cache_dir=None)
    needs = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(needs).prepare()


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
    for node in ast.walk(_tree(path)):
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


def test_every_program_shows_what_it_prints_on_any_console() -> None:
    """`settings.console` is the one place for that. What speaks to programs alone has none."""
    silent = {"computer/worker.py", "matches/tournaments/swiss.py"}
    careless = [
        name
        for path in _files()
        if (name := str(path.relative_to(ROOT))) not in silent
        and '__name__ == "__main__"' in (text := path.read_text(encoding="utf-8"))
        and "    run(main)\n" not in text
    ]
    assert careless == []


def test_every_child_process_is_given_its_environment() -> None:
    """What is passed on by itself is all there is, the bot's token included."""
    careless = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in _files()
        for call in ast.walk(_tree(path))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and (ast.unparse(call.func.value), call.func.attr) in STARTS
        and "env" not in {keyword.arg for keyword in call.keywords}
    ]
    assert careless == []


# --- one moment ----------------------------------------------------------------------------------


def test_no_two_readings_of_a_clock_are_taken_for_one() -> None:
    """The demo page is no part of it: there the two clocks are the simulator's and the machine's."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in _files()
        if ROOT / "demo" not in path.parents
        for line in readings.faults(_tree(path))
    ]
    assert not found, "\n".join(found)


CARDS: Final = """
class Cards:
    async def keep(self, which):
        async with self._turns.turn(which):
            known = await self._of(which)
            if known.message and self._clock() < self._next_edit(which, known.message):
                return
            await self._edit(known)

    def _next_edit(self, which, message):
        last, age = self._edited.get(which), self._clock() - posted_at(message)
        if last is None:
            return self._clock()
        return last + (SHORT if age < FRESH else LONG)
"""
TWO_FOR_ONE: Final = {
    "a helper that reads it too": CARDS,
    "in a comparison": "def f(self):\n    return self._at < self.now() < self.clock()",
    "in a sum": "def f(core):\n    start = core.now()\n    return core.now() - start",
    "in a call": "def f(core, match):\n    return store(match, core.now(), core.now() + LEASE)",
    "kept in an attribute": "def f(self):\n    self._at = self._clock()\n    return self._clock() > self._at",
    "of the machine": "def f():\n    began = datetime.now(UTC)\n    return utcnow() - began",
    "in one assignment": "def f(self):\n    now, was = self.now(), self.now() - DAY\n    return was < now",
    "handed to a helper": (
        "class Play:\n"
        "    async def accept(self):\n"
        "        after = accepted(self.now())\n"
        "        return await self._begin(after)\n"
        "    async def _begin(self, after):\n"
        "        return started(after, self.now())"
    ),
    "handed by name, two helpers deep": (
        "def f(app):\n    return g(app, at=app.clock())\n"
        "def g(app, at):\n    return h(app, at)\n"
        "def h(app, at):\n    return app.clock() > at"
    ),
}
ONE: Final = {
    "one reading": "def f(self):\n    now = self._clock()\n    return now - WAIT < now",
    "a wait between them": (
        "async def f(self):\n    began = self._clock()\n    await work()\n    return self._clock() - began"
    ),
    "either of two": "def f(self, at):\n    return max(self._clock() if at else self.now(), LAST)",
    "for two things": "def f(self):\n    begin(self._clock())\n    end(self._clock())",
    "a moment that is kept": "def f(self):\n    return self._at is None or self._clock() > self._at",
    "handed on": "def f(app):\n    return g(app.clock())\ndef g(now):\n    return now + DAY > now",
}


@pytest.mark.parametrize("shape", TWO_FOR_ONE)
def test_two_readings_for_one_are_found(shape: str) -> None:
    assert readings.faults(ast.parse(TWO_FOR_ONE[shape]))


@pytest.mark.parametrize("shape", ONE)
def test_one_reading_is_no_fault(shape: str) -> None:
    assert readings.faults(ast.parse(ONE[shape])) == []


# --- helpers of tests ----------------------------------------------------------------------------


MAY_BE_OF_TESTS: Final = re.compile(r"^\s*(?:from (?:tests|\.)|import tests).*(?:test_|\()", re.MULTILINE)
"""An import of a file that is worth a closer look: to parse them all takes seconds."""


def _of_test_files(text: str) -> Iterator[int]:
    """The lines of a module that import from a file of tests, or import one."""
    for node in ast.walk(ast.parse(text)) if MAY_BE_OF_TESTS.search(text) else ():
        if isinstance(node, ast.ImportFrom):
            where = f"tests.{node.module}" if node.level else node.module
            named = [f"{where}.{one.name}" for one in node.names]
        elif isinstance(node, ast.Import):
            named = [one.name for one in node.names]
        else:
            continue
        if any(name.startswith("tests.") and ".test_" in name for name in named):
            yield node.lineno


def test_nothing_is_imported_from_a_file_of_tests() -> None:
    """Helpers live in modules beside the tests: a file of tests can be changed without a look at others."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("tests", "tools")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in _of_test_files(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "from tests.cogs.test_places import lose",
        "from tests.cogs.test_places import (\n    lose,\n)",
        "from tests.cogs import test_places",
        "from . import test_places as places",
        "from .test_places import lose",
        "import tests.cogs.test_places",
        "def late():\n    from tests.cogs.test_places import lose",
    ],
)
def test_an_import_from_a_file_of_tests_is_found(line: str) -> None:
    assert list(_of_test_files(line))


@pytest.mark.parametrize(
    "line",
    ["from tests.cogs.places import lose", "from aiohttp.test_utils import unused_port", "import pytest"],
)
def test_an_import_of_a_helper_is_no_fault(line: str) -> None:
    assert not list(_of_test_files(line))


# --- the clock of tests --------------------------------------------------------------------------


def _asking(tree: ast.Module, fixture: str) -> Iterator[str]:
    """The tests of a module that ask for a fixture, by a parameter or by the mark."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            named = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
            marked = f"usefixtures('{fixture}')"
            if fixture in named or any(marked in ast.unparse(one) for one in node.decorator_list):
                yield node.name


def test_who_asks_for_a_still_clock_is_named() -> None:
    """It is for an exact moment, and for comparisons of bytes: the list grows with a reason, in sight."""
    asking = set()
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if clock.STILL_CLOCK not in text or path == Path(__file__):
            continue
        place, tree = path.relative_to(ROOT).as_posix(), ast.parse(text)
        if f"pytestmark = pytest.mark.usefixtures('{clock.STILL_CLOCK}')" in map(ast.unparse, tree.body):
            asking.add(place)
        asking |= {f"{place}::{name}" for name in _asking(tree, clock.STILL_CLOCK)}
    named = clock.STILL.read_text(encoding="utf-8").split()
    assert named == sorted(asking)


def test_each_reading_of_the_clock_is_later_than_the_one_before() -> None:
    clock.begin(clock.USUAL)
    read = clock.moving(lambda: NOON)
    assert [read(), clock.moving(lambda: NOON)(), read()] == [NOON + n * clock.USUAL for n in (1, 2, 3)]


def test_every_third_seed_and_the_long_run_move_it_further() -> None:
    steps = [clock.step_of(str(number), whole=False) for number in range(300)]
    assert 80 < steps.count(clock.LARGE) < 120
    assert set(steps) == {clock.USUAL, clock.LARGE}
    assert clock.step_of("any", whole=True) == clock.LARGE
