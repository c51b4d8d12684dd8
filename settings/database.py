"""The settings of the database, for every program that opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

from pydantic import Field, SecretStr, model_validator

from settings.base import SettingsBase, wrong_setting

DEFAULT_URL: Final = "sqlite+aiosqlite:///tidepool.sqlite3"


class DatabaseSettings(SettingsBase):
    """The address of the database, which may hold a password, and how much of a server is used."""

    database_url: SecretStr = SecretStr(DEFAULT_URL)
    database_url_file: Path | None = None
    database_connections: int | None = Field(default=None, ge=1, le=100)
    """Connections to PostgreSQL at most; None: as many as are usual."""

    @model_validator(mode="after")
    def _check_connections(self) -> Self:
        of_sqlite = self.database_url.get_secret_value().startswith("sqlite")
        if of_sqlite and self.database_connections is not None:
            raise wrong_setting(
                "database_connections",
                "it is for PostgreSQL, and the database here is SQLite, which needs none; leave it out",
            )
        return self
