"""Planted faults: the changes that are found, how they are drawn, and a clone that meets some of them."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import pytest

from tools import changes, kept_faults, mutants, reach
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


FEW = "engines/few.py"


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of a project with two functions, and what plants from the project."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        (folder / "engines").mkdir(parents=True)
        (folder / "engines" / "few.py").write_text("def few(number):\n    return number < 3\n")
        (folder / "engines" / "many.py").write_text("def many(number):\n    return number > 5\n")
        (folder / "conftest.py").write_text("def pytest_addoption(parser): parser.addoption('--gate')\n")
        (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (there / "tools").mkdir()
    for module in (changes, reach):
        shutil.copy(str(module.__file__), there / "tools")
    (there / "tools" / "checks.py").touch()
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
    (fault,) = (one for one in mutants.draw(2, 1) if one.path == FEW)
    assert mutants.run([fault], clone, record, ["test_few.py"], "ab") == [fault]
    assert [line["seed"] for line in mutants._lines(record)] == ["a", "b"], "it lives under each"
    assert mutants.run([fault], clone, record, ["test_edge.py"], "ab") == [fault]
    assert len(mutants._lines(record)) == 2, "it was met already"
    record.unlink()
    assert mutants.run([fault], clone, record, ["test_edge.py"], "ab") == []
    (line,) = mutants._lines(record)
    assert line["caught"] == "test_edge.py::test_three"
    assert file.read_bytes() == before


def test_a_fault_meets_the_tests_that_enter_its_function(
    clone: Path, tmp_path: Path, processes: None
) -> None:
    faults, record = mutants.draw(2, 1), tmp_path / "record.jsonl"
    (clone / "test_edge.py").write_text(
        "from engines.few import few\nfrom engines.many import many\n\n"
        "def test_three(): assert not few(3)\n\n"
        "def test_six(): assert many(6) and not many(5)\n"
    )
    assert mutants.run(faults, clone, record, [], "ab") == []
    caught = {line["caught"] for line in mutants._lines(record)}
    assert caught == {"test_edge.py::test_three", "test_edge.py::test_six"}
    assert {line["seed"] for line in mutants._lines(record)} == {"a"}


def test_the_tests_that_enter_a_function_are_read_the_quickest_first(tmp_path: Path) -> None:
    lines = tmp_path / "entered.lines"
    assert reach.read(lines, {}) == {}
    met = [("few", "slow"), ("few", "quick"), ("many", "slow"), ("few", "slow"), ("few", "unknown")]
    lines.write_text("".join(json.dumps(one) + "\n" for one in met))
    assert reach.read(lines, {"slow": 2.0, "quick": 0.1}) == {"few": ["quick", "slow"], "many": ["slow"]}


def test_what_lives_meets_all_tests_together_and_alone_what_fails(
    clone: Path, tmp_path: Path, processes: None
) -> None:
    faults, record = mutants.draw(2, 1), tmp_path / "record.jsonl"
    (clone / "test_edge.py").unlink()
    (clone / "test_text.py").write_text(
        "from pathlib import Path\n\n"
        f"def test_text(): assert 'return number < 3' in Path({FEW!r}).read_text()\n"
    )
    (many,) = (one for one in faults if one.path != FEW)
    assert mutants.run(faults, clone, record, [], "a") == [many]
    of_few = [line for line in mutants._lines(record) if line["number"] != many.number]
    assert [(line["width"], line["caught"]) for line in of_few] == [
        ("entering", None),
        ("pure", "test_text.py::test_text"),
    ]
    widths = [line["width"] for line in mutants._lines(record) if line["number"] == many.number]
    assert widths == ["entering", "pure", "real", "checks"]
    for one in faults:
        assert (clone / one.path).read_bytes() == (mutants.ROOT / one.path).read_bytes()


def test_a_mark_stands_before_the_first_statement_of_a_function() -> None:
    source = (
        'def one(a):\n    """Says it.\n\n    Twice.\n    """\n'
        "    @cache\n    def inner(): ...\n    return a\n\n"
        "class Two:\n    async def three(self):\n        return 3\n\n    def four(self): ...\n"
    )
    marked = reach.marked("few.py", source, {"few.py:one", "few.py:Two.three"})
    compile(marked, "few.py", "exec")
    new = [number for number, line in enumerate(marked.splitlines(), 1) if ".entered(" in line]
    assert new == [6, 13]
    assert [line for line in marked.splitlines() if ".entered(" not in line] == source.splitlines()
