"""A new game from the template: a small playable one, to be changed into another.

The files of ``engines/template`` lie as they will in the project, with ``.in`` after their names. In names
``MODULE`` and ``KEY``, and inside them ``$module``, ``$key``, ``$name`` and ``$game`` (the class), stand for
the game's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from string import Template

from engines.core import EngineError
from engines.games import GAMES

TEMPLATE = Path(__file__).parent / "template"
LONGEST = 20
"""The most characters of a key: it is a command's name, and stands in lines of code."""

_SUFFIX = ".in"
_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
_FOLDERS = ("engines/games", "cogs", "docs/rules", "tests/games", "tests/data")
"""The folders that a game has files in."""

_SMALL_WORDS = ("a", "an", "and", "in", "of", "on", "or", "the", "to")


class NewGameError(EngineError):
    """A game that cannot be made, with the reason."""


def make_game(key: str, project: Path) -> list[Path]:
    """Write the files of a new game into the folder of the project; returns them, relative to it.

    Nothing is overwritten. Raises NewGameError, with nothing written, if the key is invalid, the folder isn't
    the project's, or a file exists already.
    """
    _check_key(key)
    _check_project(project)
    files = dict(_files(key))
    for path in (*_own_folders(key), *files):
        if (project / path).exists():
            raise NewGameError(f"{path} is there already: choose another key, or remove it")
    for path, text in files.items():
        target = project / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    return list(files)


def module_of(key: str) -> str:
    """The name of a game's modules."""
    return key.replace("-", "_")


def name_of(key: str) -> str:
    """The default name of a game: ``"Cannons and Crabs"``."""
    words = (word if word in _SMALL_WORDS else word.capitalize() for word in key.split("-"))
    name = " ".join(words)
    return name[0].upper() + name[1:]


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise NewGameError(
            f"{key!r} cannot be a game's key: it is lower-case letters and digits, a letter first, "
            "with single hyphens between words, such as tide-pool"
        )
    if len(key) > LONGEST:
        raise NewGameError(f"{key!r} is too long: a game's key has {LONGEST} characters at most")
    if iskeyword(module_of(key)):
        raise NewGameError(f"{key!r} is a word of Python's own: choose another key")
    if module_of(key) in map(module_of, GAMES):
        raise NewGameError(f"there is a game {key} already")


def _check_project(project: Path) -> None:
    missing = [folder for folder in _FOLDERS if not (project / folder).is_dir()]
    if missing:
        raise NewGameError(f"{project} has no {missing[0]}: run this in the folder of the project")


def _own_folders(key: str) -> Iterator[Path]:
    for folder in ("engines/games", "tests/games"):
        yield Path(folder, module_of(key))


def _files(key: str) -> Iterator[tuple[Path, str]]:
    """Every file of a new game, by its path in the project."""
    module = module_of(key)
    game = "".join(word.capitalize() for word in key.split("-"))
    words = {"key": key, "module": module, "name": name_of(key), "game": game}
    for source in sorted(TEMPLATE.rglob(f"*{_SUFFIX}")):
        path = source.relative_to(TEMPLATE).as_posix().removesuffix(_SUFFIX)
        text = Template(source.read_text(encoding="utf-8")).substitute(words)
        yield Path(path.replace("MODULE", module).replace("KEY", key)), text
