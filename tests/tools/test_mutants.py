"""Planted faults: the changes that are found, how they are drawn, and a clone that meets some of them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from tools import kept_faults, mutants
from tools.changes import functions
from tools.kept_faults import Fault, UnplantableError

SOURCE = '''"""A module."""


def size(a: "int | None" = 1, *, names: list[str]) -> int:
    """Seven of 7."""
    if not a or a < 1_000:  # < is meant
        return 7 + len("é") - 1
    told: "int | str" = f"{a + 1}" + "b"
    return (a
            // # two ways: //
            2)


def idle() -> str:
    """No operator and no number in it: 1 + 1."""
    return "1 + 1"


class Shelf:
    def many(self) -> bool:
        return True is not False
'''


def test_every_operator_and_number_of_a_function_is_changed_where_it_stands() -> None:
    found = dict(functions("shelf.py", SOURCE.encode()))
    assert list(found) == ["shelf.py:size", "shelf.py:Shelf.many"]
    assert [(change.line, change.old, change.new) for change in found["shelf.py:size"]] == [
        (6, "not", ""),
        (6, "or", "and"),
        (6, "<", "<="),
        (6, "1_000", "1001"),
        (7, "7", "8"),
        (7, "+", "-"),
        (7, "-", "+"),
        (7, "1", "2"),
        (11, "2", "3"),
    ]
    (many,) = found["shelf.py:Shelf.many"]
    lines = many.made(SOURCE.encode()).decode().splitlines()
    assert [line for line in lines if line not in SOURCE.splitlines()] == ["        return True is False"]


def test_the_same_seed_draws_the_same_and_all_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "FOLDERS", ("engines/games", "data/stores"))
    drawn = mutants.draw(100, 11)
    assert drawn == mutants.draw(100, 11)
    assert drawn != mutants.draw(100, 12)
    assert len({one.function for one in drawn}) == 100
    for one in drawn:
        before = (mutants.ROOT / one.path).read_bytes()
        compile(one.change.made(before), one.path, "exec")


def test_every_kept_fault_can_be_planted_or_it_is_told_why_not() -> None:
    planted, lost = mutants.kept()
    assert len({*(mutant.number for mutant in planted), *lost}) == len(kept_faults.kept(mutants.ROOT)) == 80
    for one in planted:
        before = (mutants.ROOT / one.path).read_bytes()
        after = one.change.made(before)
        assert after != before
        compile(after, one.path, "exec")


BIG = Fault("1", "engines/few.py:Shelf.big", "return size > 3", "return size >= 3")


def _file(root: Path, path: str, *lines: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text("\n".join(("class Shelf:", *(f"    {line}" for line in lines))))


def test_a_fault_is_planted_by_its_text_whatever_stands_before_it(tmp_path: Path) -> None:
    _file(tmp_path, "engines/few.py", '"""é."""', "", "def big(size):", "    return size > 3", "", "sum = 1")
    where, change = kept_faults.find(BIG, tmp_path, ["engines"])
    assert (where, change.line) == ("engines/few.py:Shelf.big", 5)
    made = change.made((tmp_path / "engines/few.py").read_bytes()).decode()
    assert made.splitlines()[3:6] == ["    def big(size):", "        return size >= 3", "    "]


def test_a_function_is_found_in_the_file_to_which_it_went(tmp_path: Path) -> None:
    _file(tmp_path, "engines/few.py", "sum = 1")
    _file(tmp_path, "engines/deep/new.py", "async def big(self, size):", "    return size > 3")
    where, _ = kept_faults.find(BIG, tmp_path, ["engines"])
    assert where == "engines/deep/new.py:Shelf.big"


@pytest.mark.parametrize(
    ("fault", "lines", "why"),
    [
        (BIG, ["sum = 1"], "no function is called big"),
        (BIG, ["def big(size):", "    return size < 3"], "the text of its function has changed"),
        (
            BIG,
            ["def big(size):", "    if size > 5:", *(["        return size > 3"] * 2)],
            "it stands in several places: engines/few.py:4, engines/few.py:5",
        ),
        (
            dataclasses.replace(BIG, gone="nobody asks for it"),
            ["def big(size):", "    return size > 3"],
            "nobody asks for it",
        ),
    ],
)
def test_a_fault_without_its_one_place_is_reported(
    tmp_path: Path, fault: Fault, lines: list[str], why: str
) -> None:
    _file(tmp_path, "engines/few.py", *lines)
    with pytest.raises(UnplantableError, match=f"^{why}$"):
        kept_faults.find(fault, tmp_path, ["engines"])


def test_a_fault_is_met_by_the_folder_that_mirrors_its_own() -> None:
    near = {path: mutants._near(path) for path in ("data/stores/rows.py", "engines/games/prawns/game.py")}
    assert list(near.values()) == ["tests/data_store/stores", "tests/games/prawns"]
    assert mutants._near("cogs/text/en/sets.py") == "tests/cogs"


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of a project with one function, and what plants from the project."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        (folder / "engines").mkdir(parents=True)
        (folder / "engines" / "few.py").write_text("def few(number):\n    return number < 3\n")
        (folder / "conftest.py").write_text("def pytest_addoption(parser): parser.addoption('--gate')\n")
        (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (there / "test_few.py").write_text("from engines.few import few\n\ndef test_two(): assert few(2)\n")
    (there / "test_edge.py").write_text(
        "from engines.few import few\n\ndef test_three(): assert not few(3)\n"
    )
    monkeypatch.setattr(mutants, "ROOT", here)
    return there


def test_a_fault_is_caught_or_survives_and_the_file_is_as_before(
    clone: Path, tmp_path: Path, processes: None
) -> None:
    file, record = clone / "engines" / "few.py", tmp_path / "record.jsonl"
    before = file.read_bytes()
    (fault,) = mutants.draw(1, 1)
    assert mutants.run([fault], clone, record, ["test_few.py"], "ab") == [fault]
    assert [line["seed"] for line in mutants._lines(record)] == ["a", "b"], "it lives under each"
    assert mutants.run([fault], clone, record, ["test_edge.py"], "ab") == [fault]
    assert len(mutants._lines(record)) == 2, "it was met already"
    record.unlink()
    assert mutants.run([fault], clone, record, ["test_edge.py"], "ab") == []
    (line,) = mutants._lines(record)
    assert line["caught"] == "pure: test_edge.py::test_three"
    assert file.read_bytes() == before


def test_the_nearest_tests_are_run_under_every_seed_and_the_catching_one_first(
    clone: Path, tmp_path: Path, processes: None
) -> None:
    near = Path("tests") / "engines"
    (mutants.ROOT / near).mkdir(parents=True)
    (clone / near).mkdir(parents=True)
    (clone / "test_edge.py").rename(clone / near / "test_edge.py")
    (clone / near / "test_ahead.py").write_text(
        "import os\n\ndef test_seed(): assert os.environ['GATE_SEED'] != 'b'"
    )
    record = tmp_path / "record.jsonl"
    assert mutants.run(mutants.draw(1, 1), clone, record, [], "abc") == []
    caught = [line["caught"] for line in mutants._lines(record)]
    assert caught == ["pure: tests/engines/test_edge.py::test_three"] * 3
