"""Programs that a machine may not have: left out aloud, and never where ``CI`` is set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needs import CHROMIUM, NGINX, Program, left_out, need

NOWHERE = Program("a program", "a-package", ("no-such-program",))


def test_what_is_missing_is_left_out_and_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"^needs a program \(apt install a-package\)$"):
        need(NOWHERE)


def test_where_ci_is_set_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="needs a program"):
        need(NOWHERE)


def test_the_newest_version_is_found(tmp_path: Path) -> None:
    for version in ("9.6", "15", "14"):
        program = tmp_path / version / "bin" / "initdb"
        program.parent.mkdir(parents=True)
        program.touch(mode=0o755)
    found = Program("a program", "a-package", ("initdb",), f"{tmp_path}/*/bin").find()
    assert found == tmp_path / "15" / "bin" / "initdb"


def test_what_was_left_out_is_one_line() -> None:
    reasons = [f"Skipped: needs {NGINX}", f"Skipped: needs {CHROMIUM}", "Skipped: no C compiler"]
    assert left_out([*reasons, reasons[1]]) == (
        "left out: 1 for want of nginx (apt install nginx-light), "
        "2 for want of Chromium (apt install chromium)"
    )
    assert left_out(reasons[2:]) == ""
