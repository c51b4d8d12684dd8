"""A compiled copy of the rules and of the computer: ``python -m tests.computer.compiled FOLDER``.

It plays the same moves in a third to a half of the time, which is what long series of the arena ask for::

    cd FOLDER && python -m tools.computer arena prudh 5 4 --pairs 50 --processes 1 --keep KEPT

A series that was begun with the one is gone on with by the other. It needs mypy, which is among the
requirements for development, a C compiler, and a minute or two.

mypyc has its own mind about a few things, so the copy differs in these from what it is made of:

* positions are plain classes that fill their fields in ``__init__``: mypyc has no use for slots;
* methods that positions take over from their game's modules are written out;
* ``Game`` says that classes that are not compiled may be derived from it;
* a slice that is held in a variable is written out: mypyc 2.4 takes it for an index.

All else stays as it is and interpreted, ``engines.grids`` above all, whose ``cached_property`` is fast.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
COMPILED: Final = (
    "engines/core.py",
    *(f"engines/games/*/{name}.py" for name in ("board", "pieces", "position", "safety", "state")),
    *(f"computer/{name}.py" for name in ("core", "alphabeta", "think", "turns")),
    "computer/games/[a-z]*.py",
)
"""What a search spends its time in. The search for whole turns gains a quarter, the others more than half."""
_BUILD: Final = """\
import sys
from mypyc.build import mypycify
from setuptools import setup

flags = ["--ignore-missing-imports", "--explicit-package-bases"]
setup(name="compiled", ext_modules=mypycify([*flags, *sys.argv[1:]]), script_args=["build_ext", "--inplace"])
"""
_METHODS: Final = (
    (r"reading = staticmethod\((\w+)\.reading\)", "reading(self, text: str) -> str", "reading(text)"),
    (r"reading = (\w+)\.reading", "reading(self, text: str) -> str", "reading(self, text)"),
    (r"why_not = (\w+)\.why_not", "why_not(self, text: str) -> Any", "why_not(self, text)"),
    (r"to_text = (\w+)\.position_text", "to_text(self) -> str", "position_text(self)"),
    (r"describe = (\w+)\.describe", "describe(self, action: Action) -> str", "describe(self, action)"),
    (r"diagram = (\w+)\.diagram", "diagram(self, *a: Any, **k: Any) -> Any", "diagram(self, *a, **k)"),
)
"""A function that a position takes over, the head of it as a method, and what that calls."""
_SLICED: Final = re.compile(r"(self\.cells|cells)\[(zone|self\.sea\.zones\[self\.side\])\]")
_GAME: Final = "class Game(ABC)"


def main() -> int:
    """Make the copy and compile it; returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.computer.compiled", description=__doc__)
    parser.add_argument("folder", type=Path, help="is made; must not be there")
    folder = parser.parse_args().folder
    copy(folder)
    compile_in(folder)
    print(f"compiled: cd {folder} && {sys.executable} -m tools.computer arena …")
    return 0


def copy(folder: Path) -> None:
    """Copy rules, computer and arena to a folder, changed as mypyc needs them. Raises FileExistsError."""
    folder.mkdir(parents=True)
    for package in ("engines", "computer", "tools/computer"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in _sources(folder):
        path.write_text(_changed(path), encoding="utf-8")


def compile_in(folder: Path) -> None:
    """Compile what a search spends its time in. Raises CalledProcessError."""
    names = [str(path.relative_to(folder)) for path in _sources(folder)]
    subprocess.run([sys.executable, "-c", _BUILD, *names], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(folder / "build")


def _sources(folder: Path) -> list[Path]:
    return sorted(path for pattern in COMPILED for path in folder.glob(pattern))


def _changed(path: Path) -> str:
    """The text of a module as mypyc needs it."""
    text = path.read_text(encoding="utf-8")
    if path.name in ("position.py", "state.py"):
        text = _position(text)
    text = text.replace("(frozen=True, slots=True", "(frozen=True")
    text = re.sub(r"^    __slots__ = .*\n", "", text, flags=re.M)
    text = _SLICED.sub(r"\1[\2.start : \2.stop]", text)
    if path.name == "core.py" and path.parent.name == "engines":
        text = text.replace("from abc import", "from mypy_extensions import mypyc_attr\nfrom abc import", 1)
        text = text.replace(_GAME, f"@mypyc_attr(allow_interpreted_subclasses=True)\n{_GAME}")
    return text


def _position(text: str) -> str:
    """A position as a plain class: its descriptors become assignments, and its methods are written out."""
    text = text.replace("@dataclass(frozen=True, slots=True, init=False)\nclass", "class")
    text = re.sub(r"^_set_\w+(, _?set_\w+)+ = \(\n.*?\n\)\n", "", text, flags=re.S | re.M)
    head, name, rest = text.partition("State(Position):")
    fields, init, body = rest.partition("    def __init__(")
    fields = re.sub(r"^(    \w+: [^\n=]+) = [^\n]*$", r"\1", fields, flags=re.M)
    text = head + name + fields + init + body
    text = re.sub(r"\bset_(legal|found)\(self, (.+)\)$", r"self._\1 = \2", text, flags=re.M)
    text = re.sub(r", set_(legal|found)$", "", text, flags=re.M)
    text = re.sub(r"_set_(\w+)\(self, (\w+)\)$", r"self.\1 = \2", text, flags=re.M)
    for assigned, head, call in _METHODS:
        written = rf"    def {head}:\n        return \1.{call}\n"
        text = re.sub(rf"^    {assigned}$", written, text, flags=re.M)
    return text.replace("annotations\n", "annotations\nfrom typing import Any\n", 1)


if __name__ == "__main__":
    sys.exit(main())
