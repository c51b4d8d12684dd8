"""Planted faults: the changes that are found, how they are drawn, and a clone that meets some of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import mutants
from tools.changes import functions

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
    mutants.run([fault], clone, record, ["test_few.py"])
    assert json.loads(record.read_text())["caught"] is None
    mutants.run([fault], clone, record, ["test_edge.py"])
    assert len(record.read_text().splitlines()) == 1, "it was met already"
    record.unlink()
    mutants.run([fault], clone, record, ["test_edge.py"])
    assert json.loads(record.read_text())["caught"] == "pure: test_edge.py::test_three"
    assert file.read_bytes() == before
