"""``python -m engines new``: a game that is written is played at once, and nothing is ever overwritten."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import cogs
import engines.games
import tests.games
from engines import GAMES, Game
from engines.__main__ import SENSELESS, WELL, main
from engines.new import name_of
from tests.engines.choosing import eager
from tests.engines.laws import check_diagram, check_position, check_step, random_match
from tests.games.parts import PARTS

KEY = "tide-pool"
PROJECT = Path(__file__).parents[2]
FOLDERS = ("engines/games", "cogs", "docs/rules", "tests/games", "tests/data")

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the folders of the project, in which the command is run."""
    for folder in FOLDERS:
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def made(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Iterator[Game]:
    """A new game, found where games and their tests are looked for."""
    assert main(["new", KEY]) == WELL
    capsys.readouterr()
    monkeypatch.setattr(engines.games, "__path__", [*engines.games.__path__, str(project / "engines/games")])
    monkeypatch.setattr(tests.games, "__path__", [*tests.games.__path__, str(project / "tests/games")])
    before = set(sys.modules)
    yield import_module("engines.games.tide_pool").GAME
    for name in set(sys.modules) - before:
        del sys.modules[name]


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_writes_the_files_of_a_game_and_says_which_and_what_is_next(
    project: Path, capsys: Capture
) -> None:
    assert main(["new", KEY]) == WELL
    listed, told = capsys.readouterr().out.split("\n\n", 1)
    assert set(listed.splitlines()) == files(project)
    assert "python -m tests.games tide-pool" in told
    assert "make test" in told
    for name in ("board", "describe", "explain", "game", "position", "state"):
        assert (project / "engines" / "games" / "tide_pool" / f"{name}.py").is_file()
    # What is drawn and printed comes with the command that is told.
    later = ("tests/data/golden", "tests/data/playthroughs")
    for part in PARTS:
        if not part.startswith(later):
            assert list(project.glob(part.format(key=KEY, module="tide_pool"))), part


@pytest.mark.real
def test_it_is_in_the_style_of_the_house(made: Game, project: Path) -> None:
    shutil.copy(PROJECT / "pyproject.toml", project)
    for check in (["check", "--quiet"], ["format", "--check", "--quiet"]):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--no-cache", "."],
            cwd=project,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_what_it_asks_of_the_project_is_there(
    made: Game, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, games = GAMES, {**GAMES, KEY: made}
    for module in list(sys.modules.values()):
        if getattr(module, "GAMES", None) is known:
            monkeypatch.setattr(module, "GAMES", games)
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(project / "cogs")])
    for path in sorted(project.rglob("*.py")):
        import_module(".".join(path.relative_to(project).with_suffix("").parts).removesuffix(".__init__"))
    assert callable(import_module("cogs.tide_pool").setup)


def test_it_is_played_to_an_end_by_the_laws_of_all_games(made: Game) -> None:
    assert (made.key, made.name) == (KEY, "Tide Pool")
    assert [random_match(made, {}, seed) for seed in range(1, 11)] == [16] * 10
    chance, position = random.Random(3), made.start()
    while actions := position.legal_actions():
        check_position(made, position, {}, chance)
        position = check_step(made, position, eager(position, actions, chance))
    check_diagram(made, position, None)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner in made.sides


@pytest.mark.parametrize(
    ("key", "name"),
    [("reef", "Reef"), ("go", "Go"), ("cannons-and-crabs", "Cannons and Crabs"), ("the-net", "The Net")],
)
def test_a_name_is_made_of_the_key(key: str, name: str) -> None:
    assert name_of(key) == name


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("Reef", "lower-case letters and digits"),
        ("tide pool", "lower-case letters and digits"),
        ("tide_pool", "single hyphens between words"),
        ("tide--pool", "single hyphens between words"),
        ("reef-", "single hyphens between words"),
        ("3d", "a letter first"),
        ("récif", "lower-case letters and digits"),
        ("", "lower-case letters and digits"),
        ("../reef", "lower-case letters and digits"),
        ("a" * 21, "20 characters at most"),
        ("class", "a word of Python's own"),
        *((key, f"there is a game {key} already") for key in GAMES),
    ],
)
def test_a_key_that_will_not_do_is_refused(key: str, told: str, project: Path, capsys: Capture) -> None:
    assert main(["new", key]) == SENSELESS
    assert told in capsys.readouterr().err
    assert not files(project)


@pytest.mark.parametrize(
    "there",
    [
        "engines/games/tide_pool",
        "tests/games/tide_pool",
        "cogs/tide_pool.py",
        "tests/data/perft/tide-pool.perft",
    ],
)
def test_nothing_is_overwritten(there: str, project: Path, capsys: Capture) -> None:
    if there.endswith("tide_pool"):
        (project / there).mkdir()
    else:
        (project / there).parent.mkdir(exist_ok=True)
        (project / there).write_text("mine")
    before = files(project)
    assert main(["new", KEY]) == SENSELESS
    assert capsys.readouterr().err == f"{there} is there already: choose another key, or remove it\n"
    assert files(project) == before


def test_a_game_is_not_made_twice(project: Path, capsys: Capture) -> None:
    assert main(["new", KEY]) == WELL
    assert main(["new", KEY]) == SENSELESS
    assert "engines/games/tide_pool is there already" in capsys.readouterr().err


def test_another_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", KEY]) == SENSELESS
    assert (
        capsys.readouterr().err == f"{tmp_path} has no engines/games: run this in the folder of the project\n"
    )
    assert not files(tmp_path)


@pytest.mark.parametrize("given", [["new"], ["new", "reef", "atoll"], ["new", "--fast", "reef"]])
def test_a_command_line_that_cannot_be_read_is_refused(given: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main(given)
    assert left.value.code == SENSELESS
    assert "usage: python -m engines new" in capsys.readouterr().err
