"""A copy of the project on GitHub: the gate of each change, forms for issues, a way to report in private."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.front_door.starting import ROOT

GITHUB: Final = ROOT / ".github"
FORMS: Final = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
KINDS: Final = {"markdown", "textarea", "input", "dropdown", "checkboxes"}
"""The kinds of fields that GitHub's forms have."""


def test_the_gate_of_a_change_is_the_one_of_every_machine() -> None:
    text = (GITHUB / "workflows" / "gate.yml").read_text(encoding="utf-8")
    (job,) = yaml.safe_load(text)["jobs"].values()
    runs = [step["run"] for step in job["steps"] if "run" in step]
    assert ".ci/run" in runs
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111, "it can be run"
    assert "secrets." not in text


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_is_one_that_github_takes(path: Path) -> None:
    form: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"] and form["description"]
    fields = form["body"]
    assert {field["type"] for field in fields} <= KINDS
    asked = [field for field in fields if field["type"] != "markdown"]
    assert asked and all(field["attributes"]["label"] for field in asked)
    names = [field["id"] for field in asked]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in names)


def test_a_form_for_bugs_points_to_where_secrets_are_reported() -> None:
    assert "SECURITY.md" in (GITHUB / "ISSUE_TEMPLATE" / "bug.yml").read_text(encoding="utf-8")
    assert "Report a vulnerability" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", [ROOT / "SECURITY.md", GITHUB / "pull_request_template.md"], ids=lambda one: one.stem
)
def test_what_they_link_to_is_there(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (ROOT / link).exists(), link
