"""The verdict of the gate on small projects, most of them with something wrong."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import checks, gate

PROJECT = Path(__file__).parents[2]
CONFIG = f"""
[pytest]
addopts = -p no:randomly
testpaths = tests/checks
pythonpath = {PROJECT}
markers =
    slow
    real
    gate
    load
"""
KINDS = "from tests.conftest import *\n"
PURE = """
    def test_one(): pass

    def test_two(): pass
"""
REAL = """
    import os
    from pathlib import Path

    import pytest

    pytestmark = pytest.mark.real
    gate = pytest.mark.gate


    def fails(times, name):
        met = Path(f"met-{name}")
        before = len(met.read_text()) if met.exists() else 0
        met.write_text("x" * (before + 1))
        assert before >= times


    @gate
    def test_real(): pass


    def test_not_of_the_gate():
        assert Path("only-one-is-missing").exists()


    @pytest.mark.load
    def test_of_a_make_target_of_its_own():
        raise AssertionError
"""
CHECK = "import os, sys; sys.exit(os.path.exists('a-fault'))"
Run = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], processes: None
) -> Run:
    """Runs the gate over pure and real tests; its exit code and the lines that it printed."""
    monkeypatch.chdir(tmp_path)
    for setting in ("GATE_HISTORY", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(setting, raising=False)
    monkeypatch.setattr(gate, "ROOT", tmp_path)
    monkeypatch.setattr(gate, "VAR", tmp_path / "var")
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "CHECKS", (("python", "-c", CHECK),))
    places = tmp_path / "tests" / "checks"
    places.mkdir(parents=True)
    (tmp_path / "pytest.ini").write_text(CONFIG)
    (places / "conftest.py").write_text(KINDS)
    (tmp_path / "tests" / "__pycache__").mkdir()

    def passes(*options: str, pure: str = "", real: str = "") -> tuple[int, list[str]]:
        # Without a tester of its own, where none of them has to die.
        monkeypatch.setattr("sys.argv", ["gate", "--testers", "0", *options])
        (tmp_path / "tests" / "checks" / "test_pure.py").write_text(
            textwrap.dedent(PURE) + textwrap.dedent(pure)
        )
        (tmp_path / "tests" / "checks" / "test_real.py").write_text(
            textwrap.dedent(REAL) + textwrap.dedent(real)
        )
        code = gate.main()
        return code, capfd.readouterr().out.splitlines()

    return passes


def test_all_is_well(run: Run, tmp_path: Path) -> None:
    code, said = run("--testers", "1")
    assert (code, said[-1]) == (0, "gate: 4 passed, 0 failed, 0 skipped")
    kept = json.loads((tmp_path / "var" / "gate.jsonl").read_text())
    assert (kept["verdict"], kept["flaky"]) == ("4 passed, 0 failed, 0 skipped", [])
    assert (tmp_path / "var" / "verdict.txt").read_text() == "gate: 4 passed, 0 failed, 0 skipped\n"
    # No terminal: a line for each tenth, in place of a dot for each test.
    assert [line for line in said if " tests: " in line][::2] == [
        "pure tests: 1 of 2; about 1 s to go",
        "real tests: 1 of 1",
    ]
    assert "The checks pass." in said and not any("alone" in line for line in said)
    at = said.index("The slowest files, in seconds:")
    assert {line.split()[1] for line in said[at + 1 : at + 3]} == {
        f"tests/checks/test_{kind}.py" for kind in ("pure", "real")
    }
    assert any(line.endswith("  checks") for line in said[:at]), "the seconds of a folder"


def test_a_pure_test_that_fails_once_fails_the_gate_and_the_real_ones_run_all_the_same(run: Run) -> None:
    code, said = run(pure="def test_three(): assert not 1")
    assert (code, said[-1]) == (1, "gate: 4 passed, 1 failed, 0 skipped")
    test = "tests/checks/test_pure.py::test_three"
    assert said.index(f"FAILED {test}") < said.index("pure tests: 3 of 3, 1 failed")
    assert said[-3] == f"To run it alone: {sys.executable} -m pytest {test}"


def test_a_pure_test_that_sleeps_fails_the_gate(run: Run) -> None:
    code, said = run(pure="import time\n\n\ndef test_sleeps(): time.sleep(0.001)")
    assert (code, said[-1]) == (1, "gate: 4 passed, 1 failed, 0 skipped")
    assert any("Do without, or mark it `real`." in line for line in said)


def test_a_check_that_fails_is_counted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a-fault").touch()
    code, said = run()
    assert (code, said[-1]) == (1, "gate: 3 passed, 1 failed, 0 skipped")


@pytest.mark.gate
def test_real_tests_that_pass_alone_are_told_and_kept(run: Run, tmp_path: Path) -> None:
    code, said = run(
        real="""
        @gate
        @pytest.mark.parametrize("name", ["one two", "three"])
        def test_flaky(name): fails(1, name)
        """
    )
    names = [f"tests/checks/test_real.py::test_flaky[{name}]" for name in ("one two", "three")]
    assert said[-2:] == [f"FLAKY 2: {', '.join(names)} (passed alone)", "gate: 6 passed, 0 failed, 0 skipped"]
    assert code == 0
    kept = [json.loads(line)["test"] for line in (tmp_path / "var" / "flaky.jsonl").read_text().splitlines()]
    assert kept == names


def test_a_real_test_that_fails_twice_fails_the_gate(run: Run) -> None:
    code, said = run(real="@gate\ndef test_broken(): fails(2, 'broken')")
    assert (code, said[-1]) == (1, "gate: 4 passed, 1 failed, 0 skipped")


def test_four_real_tests_that_fail_are_no_accident(run: Run) -> None:
    code, said = run(
        real="""
        @gate
        @pytest.mark.parametrize("name", range(4))
        def test_flaky(name): fails(1, name)
        """
    )
    assert (code, said[-1]) == (1, "gate: 4 passed, 4 failed, 0 skipped")


@pytest.mark.parametrize("code", [0, 1, 3])
def test_a_tester_that_dies_is_no_verdict(run: Run, code: int) -> None:
    ended, said = run(
        real=f"@gate\ndef test_flaky(): fails(1, 'flaky')\n\n\n@gate\ndef test_dies(): os._exit({code})"
    )
    assert (ended, said[-1]) == (1, "gate: 4 passed, 2 failed, 0 skipped")
    assert not [line for line in said if line.startswith("FLAKY")]


def test_a_pure_tester_that_dies_fails_the_gate(run: Run) -> None:
    code, said = run("--testers", "1", pure="import os\n\n\ndef test_dies(): os._exit(0)")
    assert (code, said[-1]) == (1, "gate: 4 passed, 1 failed, 0 skipped")


def test_what_cannot_be_collected_fails_the_gate(run: Run) -> None:
    code, said = run(pure="import nothing_of_this_name")
    assert code == 1
    assert said[-1].startswith("gate: ") and ", 0 failed" not in said[-1]


def test_all_real_tests_run_where_the_whole_is_asked_for(run: Run, tmp_path: Path) -> None:
    code, said = run("--whole")
    assert (code, said[-1]) == (1, "long: 3 passed, 1 failed, 0 skipped")
    (tmp_path / "only-one-is-missing").touch()
    assert run("--whole")[0] == 0
    code, said = run("--whole", "--only", "checks/test_pure.py")
    assert (code, said[-1]) == (0, "long: 2 passed, 0 failed, 0 skipped")


def test_a_real_test_in_quarantine_is_left_out_and_may_fail(run: Run, tmp_path: Path) -> None:
    known = 'id = "tests/checks/test_real.py::test_known"\nsymptom = "it fails now and then"'
    (tmp_path / "tests" / "quarantine.toml").write_text(f"[[quarantined]]\n{known}\n")
    (tmp_path / "only-one-is-missing").touch()
    flaky = "@gate\ndef test_known(): assert False"
    code, said = run(real=flaky)
    assert (code, said[-1]) == (0, "gate: 4 passed, 0 failed, 0 skipped")
    assert any("in quarantine: 1" in line for line in said)
    code, said = run("--whole", real=flaky)
    assert (code, said[-1]) == (0, "long: 4 passed, 0 failed, 1 skipped")
