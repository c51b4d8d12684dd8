"""Paths in settings that only a shell would have read: refused with the right form, and nothing is made."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from cogs.config import Settings
from data import DatabaseUrlError, open_store
from data.database import parse_url
from data.postgres_urls import libpq_parameters
from settings.environment import complaints
from settings.paths import UnexpandedPathError, expanded

HOME = Path("/home/tide")
UNEXPANDED = {
    "$HOME/tidepool.sqlite3": "/home/tide/tidepool.sqlite3",
    "${HOME}/tidepool.sqlite3": "/home/tide/tidepool.sqlite3",
    "/$HOME/data/tidepool.sqlite3": "/home/tide/data/tidepool.sqlite3",
    "./$HOME/tidepool.sqlite3": "/home/tide/tidepool.sqlite3",
    "$env:USERPROFILE/tidepool.sqlite3": "/home/tide/tidepool.sqlite3",
    "%USERPROFILE%/tidepool.sqlite3": "/home/tide/tidepool.sqlite3",
    "/~/tidepool.sqlite3": "/home/tide/tidepool.sqlite3",
    "var/~/tidepool.sqlite3": "/home/tide/tidepool.sqlite3",
    "$XDG_DATA_HOME/tidepool.sqlite3": "/srv/tidepool/tidepool.sqlite3",
    "$HOME/$BOT/tidepool.sqlite3": "/srv/tidepool/tidepool.sqlite3",
    "${STATE_DIRECTORY}/tidepool.sqlite3": "/srv/tidepool/tidepool.sqlite3",
    "%APPDATA%/tidepool.sqlite3": "/srv/tidepool/tidepool.sqlite3",
    "$(pwd)/tidepool.sqlite3": "/srv/tidepool/tidepool.sqlite3",
    "~nobody-here/tidepool.sqlite3": "/srv/tidepool/tidepool.sqlite3",
}
"""As it was written, and the path that it is refused with."""
MEANT = {
    "~/tidepool.sqlite3": "/home/tide/tidepool.sqlite3",
    "var/tidepool.sqlite3": "var/tidepool.sqlite3",
    "/srv/100%/C$/tide~1/~pool/tidepool.sqlite3": "/srv/100%/C$/tide~1/~pool/tidepool.sqlite3",
}

pytestmark = pytest.mark.usefixtures("nothing_set")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(HOME))
    monkeypatch.setenv("BOT", "a secret")


@pytest.mark.parametrize("written", UNEXPANDED)
async def test_no_folder_is_made_of_it(written: str) -> None:
    right = f"sqlite+aiosqlite:///{UNEXPANDED[written]}"
    with pytest.raises(DatabaseUrlError) as refused:
        await open_store(f"sqlite+aiosqlite:///{written}")
    assert refused.value.advice.endswith(f"Write the path out: {right}")
    assert "a secret" not in refused.value.advice
    assert list(Path.cwd().iterdir()) == []
    assert parse_url(right).database == UNEXPANDED[written]


@pytest.mark.parametrize("written", MEANT)
def test_what_is_meant_as_it_stands_is_taken(written: str) -> None:
    assert str(expanded(written)) == MEANT[written]
    assert parse_url(f"sqlite:///{written}").database == MEANT[written]


def test_a_database_that_is_there_under_that_name_goes_on() -> None:
    Path("$HOME").mkdir()
    Path("$HOME/tidepool.sqlite3").touch()
    assert parse_url("sqlite:///$HOME/tidepool.sqlite3").database == "$HOME/tidepool.sqlite3"
    with pytest.raises(UnexpandedPathError):
        expanded("$HOME/other.sqlite3")


@pytest.mark.parametrize("name", ["DISCORD_TOKEN_FILE", "DATABASE_URL_FILE", "DEMO_FILE"])
@pytest.mark.parametrize("written", ["$HOME/secret", "%USERPROFILE%/secret", "/srv/~/secret"])
def test_other_settings_are_refused_alike(monkeypatch: pytest.MonkeyPatch, name: str, written: str) -> None:
    monkeypatch.setenv(name, written)
    with pytest.raises(ValidationError) as refused:
        Settings()
    (line,) = complaints(refused.value)
    assert line.startswith(f"The setting {name} cannot be used: ")
    assert f"in {written} is replaced by shells alone" in line
    assert line.endswith("; write the path out: /home/tide/secret. See .env.example.")


@pytest.mark.parametrize("name", ["sslrootcert", "passfile"])
def test_a_file_in_the_address_of_a_server_too(name: str) -> None:
    url = parse_url("postgresql://me@host/tidepool")
    assert libpq_parameters(url.update_query_dict({name: "~/file"}))[name] == "/home/tide/file"
    for written in ("$HOME/file", "~nobody-here/file"):
        with pytest.raises(DatabaseUrlError, match="Write the path out"):
            libpq_parameters(url.update_query_dict({name: written}))
