"""What child processes get of the environment: whatever a system needs, and nothing of the bot's."""

from __future__ import annotations

import pytest

from data.database import parse_url
from data.maintenance.server_copies import environment
from settings.children import passed_on

WINDOWS = ("SYSTEMROOT", "SystemRoot", "TEMP", "PATHEXT")
"""Names that Windows has, in the letters of either."""
OURS = (
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "HTTPS_PROXY",
    "PGPASSWORD",
    "AWS_SECRET_ACCESS_KEY",
    "SYSTEMROOT_TOKEN",
)


@pytest.mark.parametrize("name", [*WINDOWS, "PATH", "HOME", "LANG", "LD_LIBRARY_PATH"])
def test_what_a_system_needs_is_passed_on(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "needed")
    assert passed_on()[name] == "needed"
    assert environment(parse_url("postgresql://me@host/tidepool"))[name] == "needed"


@pytest.mark.parametrize("name", OURS)
def test_nothing_else_is(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "a secret")
    assert "a secret" not in passed_on().values()


def test_the_programs_of_postgresql_complain_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    found = environment(parse_url("postgresql://me@host/tidepool"))
    assert (found["LC_ALL"], found["LC_MESSAGES"]) == ("", "C")
