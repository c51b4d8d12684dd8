"""Secrets that stand in files: read, refused with a sentence, never said."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from pydantic import ValidationError

from cogs.config import Settings
from settings.environment import DEFAULT_URL, DatabaseSettings, complaints
from tests.front_door.starting import ROOT, run, start

SECRET = "postgresql+asyncpg://tidepool:hunter2@nowhere.invalid/tidepool"


pytestmark = pytest.mark.usefixtures("nothing_set")


def a_file(content: str | bytes) -> str:
    """A file with this content, as a setting names it."""
    file = Path("secret").absolute()
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(file)


def told(monkeypatch: pytest.MonkeyPatch, **given: str) -> list[str]:
    """The sentences about these settings."""
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as caught:
        Settings()
    return complaints(caught.value)


def test_both_secrets_are_read_without_the_ends_of_their_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL_FILE", a_file(f"{SECRET}\r\n"))
    Path("token").write_text("a-token\n")
    Path(".env").write_text("DISCORD_TOKEN=\nDISCORD_TOKEN_FILE=token\n")
    settings = Settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "a-token"
    assert settings.database_url.get_secret_value() == SECRET
    assert DatabaseSettings().database_url == settings.database_url
    assert "hunter2" not in repr(settings) + str(settings) + repr(settings.model_dump())


def test_without_any_the_database_is_a_file_and_the_token_none() -> None:
    assert Settings().discord_token is None
    assert Settings().database_url.get_secret_value() == DEFAULT_URL


def test_a_secret_and_its_file_are_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"DATABASE_URL={SECRET}\n")
    assert told(monkeypatch, DATABASE_URL_FILE=a_file("sqlite:///hunter2")) == [
        "The setting DATABASE_URL_FILE cannot be used: DATABASE_URL is set as well, and only one of the two "
        "can be. See .env.example."
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "the file {file} cannot be read (No such file or directory)"),
        ("", "the file {file} is empty"),
        (" \n\n", "the file {file} is empty"),
        (b"\xff\xfe\x00", "the file {file} holds no text"),
    ],
)
def test_a_file_without_a_secret_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str | bytes | None, reason: str
) -> None:
    file = str(tmp_path / "{0}%s") if content is None else a_file(content)
    assert told(monkeypatch, DISCORD_TOKEN_FILE=file) == [
        f"The setting DISCORD_TOKEN_FILE cannot be used: {reason.replace('{file}', file)}. See .env.example."
    ]


def test_a_folder_is_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "cannot be read (Is a directory)" in told(monkeypatch, DISCORD_TOKEN_FILE=str(tmp_path))[0]


# --- the programs ------------------------------------------------------------------------------------


@pytest.mark.gate
@pytest.mark.real
def test_the_bot_takes_its_token_from_the_file(tmp_path: Path, refusing_discord: str) -> None:
    ended = start(tmp_path, DISCORD_TOKEN_FILE=a_file("hunter2\n"), DISCORD_API_URL=refusing_discord)
    assert ended.returncode == 1
    assert "Discord refused the token" in ended.stderr
    assert "https://discord.com/developers/applications" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "hunter2" not in ended.stdout + ended.stderr


@pytest.mark.real
def test_the_bot_says_what_is_wrong_with_a_file_and_stops(tmp_path: Path) -> None:
    ended = start(tmp_path, DISCORD_TOKEN="hunter2", DISCORD_TOKEN_FILE=a_file("hunter2"))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(
        "The setting DISCORD_TOKEN_FILE cannot be used: DISCORD_TOKEN is set as well"
    )
    assert ended.stderr.count("\n") == 1
    assert "hunter2" not in ended.stderr


def ask_of_data(folder: Path, *arguments: str, **given: str) -> subprocess.CompletedProcess[str]:
    """``python -m data`` with these settings alone."""
    return run(folder, "-m", "data", *arguments, PYTHONPATH=str(ROOT), **given)


@pytest.mark.real
def test_the_commands_on_the_data_find_the_address_in_the_file(tmp_path: Path) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    ended = ask_of_data(tmp_path, "check", DATABASE_URL_FILE=a_file(address))
    assert ended.returncode == 2
    assert f"There is no database {tmp_path / 'elsewhere.sqlite3'}" in ended.stderr


@pytest.mark.real
def test_the_commands_on_the_data_refuse_a_wrong_file_unless_they_are_told_an_address(tmp_path: Path) -> None:
    ended = ask_of_data(tmp_path, "check", DATABASE_URL_FILE="missing")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(
        "The setting DATABASE_URL_FILE cannot be used: the file missing cannot be read"
    )
    named = ask_of_data(tmp_path, "check", "--database", "sqlite:///x", DATABASE_URL_FILE="missing")
    assert "There is no database x." in named.stderr


@pytest.mark.real
def test_a_password_is_never_said(tmp_path: Path) -> None:
    ended = ask_of_data(tmp_path, "check", DATABASE_URL_FILE=a_file(SECRET))
    assert ended.returncode == 1
    assert "The connection to the database is gone." in ended.stderr
    assert "hunter2" not in ended.stdout + ended.stderr
