"""``DATABASE_CONNECTIONS`` and ``DATABASE_SESSION_URL``: for PostgreSQL, and handed to the store."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

import bot
from settings.environment import DatabaseSettings, complaints
from tests.settings import settings

SERVER = "postgresql+asyncpg://tidepool@nowhere.invalid/tidepool"
POOLER = "postgresql+asyncpg://tidepool@nowhere.invalid:6432/tidepool"


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE_URL", "DATABASE_CONNECTIONS", "DATABASE_SESSION_URL"):
        monkeypatch.delenv(name, raising=False)


def told(**given: str) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        DatabaseSettings.model_validate(given)
    return complaints(caught.value)


@pytest.mark.parametrize("number", ["0", "101", "many"])
def test_a_number_that_cannot_be_is_named(number: str) -> None:
    (said,) = told(database_url=SERVER, database_connections=number)
    assert said.startswith("The setting DATABASE_CONNECTIONS cannot be used: Input should be ")


@pytest.mark.parametrize("url", [None, "sqlite+aiosqlite:///tidepool.sqlite3", "sqlite:///x"])
def test_sqlite_has_no_connections_to_count(url: str | None) -> None:
    given = {} if url is None else {"database_url": url}
    assert told(**given, database_connections="5") == [
        "The setting DATABASE_CONNECTIONS cannot be used: it is for PostgreSQL, and the database here is "
        "SQLite, which needs none; leave it out. See .env.example."
    ]


@pytest.mark.parametrize("number", [None, 3])
def test_the_store_is_opened_with_as_many(monkeypatch: pytest.MonkeyPatch, number: int | None) -> None:
    given: list[dict[str, int]] = []
    monkeypatch.setattr(bot, "open_store", lambda _url, **named: given.append(named))
    found = settings(database_url=POOLER, database_connections=number)
    bot.build(found)._open_store("anywhere")
    assert given == [{} if number is None else {"connections": number}]


def test_the_way_past_a_pooler_is_handed_to_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[dict[str, str]] = []
    monkeypatch.setattr(bot, "open_store", lambda _url, **named: given.append(named))
    settings = bot.Settings.model_validate({"database_url": POOLER, "database_session_url": SERVER})
    bot.build(settings)._open_store(POOLER)
    assert given == [{"session_url": SERVER}]
    assert (settings.direct_url, bot.Settings.model_validate({"database_url": POOLER}).direct_url) == (
        SERVER,
        POOLER,
    )


def test_it_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "way").write_text(SERVER)
    given = {"database_url": POOLER, "database_session_url_file": str(tmp_path / "way")}
    assert DatabaseSettings.model_validate(given).session_url == SERVER
