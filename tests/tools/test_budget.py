"""The seconds of a run beside the budget, and which files are named where it is over."""

from __future__ import annotations

from pathlib import Path

from tools import budget

THEN = budget.by_folder(
    {"tests/a/test_one.py": 4.0, "tests/a/test_two.py": 0.3, "tests/b/test_three.py": 6.0}
)


def told(files: dict[str, float]) -> list[str]:
    return budget.table(budget.by_folder(files), THEN).splitlines()


def test_a_budget_is_read_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    assert budget.read(tmp_path) == {}
    (tmp_path / budget.FILE).write_text(budget.written(THEN))
    assert budget.read(tmp_path) == {"a": {"test_one.py": 4.0, "rest": 0.3}, "b": {"test_three.py": 6.0}}


def test_each_folder_stands_beside_its_budget_the_longest_first() -> None:
    assert told({"tests/a/test_one.py": 4.5, "tests/b/test_three.py": 6.0}) == [
        "Testers' seconds, and the budget's:",
        "     10.5     10.3  all",
        "      6.0      6.0  b",
        "      4.5      4.3  a",
    ]


def test_a_run_that_is_over_names_what_grew_and_what_is_new() -> None:
    files = {
        "tests/a/test_one.py": 4.0,
        "tests/a/test_two.py": 1.4,
        "tests/b/test_three.py": 9.0,
        "tests/c/test_four.py": 0.6,
        "tests/c/test_five.py": 0.5,
    }
    assert told(files)[-4:] == [
        "OVER THE BUDGET: 1.50 times as long; the file in the middle took 1.20 times as long.",
        "These grew by more than that:",
        "      9.0      6.0  b/test_three.py",
        "      1.4      0.5  a/test_two.py",
    ]


def test_on_a_slow_machine_no_file_is_named() -> None:
    files = {"tests/a/test_one.py": 8.0, "tests/a/test_two.py": 0.4, "tests/b/test_three.py": 12.0}
    assert told(files)[-2:] == [
        "OVER THE BUDGET: 1.98 times as long; the file in the middle took 2.00 times as long.",
        "No file grew by more than that.",
    ]


def test_a_project_without_a_budget_is_not_over_it() -> None:
    assert budget.table(THEN, {}).splitlines()[1] == "     10.3      0.0  all"
    assert "OVER" not in budget.table(THEN, {})
