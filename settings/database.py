"""The settings of the database, for every program that opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

from pydantic import Field, SecretStr, model_validator

from settings.base import SettingsBase, wrong_setting

DEFAULT_URL: Final = "sqlite+aiosqlite:///tidepool.sqlite3"


class DatabaseSettings(SettingsBase):
    """The address of the database, which may hold a password, and limits for a server."""

    database_url: SecretStr = SecretStr(DEFAULT_URL)
    database_url_file: Path | None = None
    database_connections: int | None = Field(default=None, ge=1, le=100)
    """The limit on connections to PostgreSQL; None: the default."""
    database_session_url: SecretStr | None = None
    """The address of the same database past a pooler without sessions; None if there is no such pooler."""
    database_session_url_file: Path | None = None

    @model_validator(mode="after")
    def _check_server_settings(self) -> Self:
        of_sqlite = self.database_url.get_secret_value().startswith("sqlite")
        if of_sqlite and self.database_connections is not None:
            raise wrong_setting(
                "database_connections",
                "it is for PostgreSQL, and the database here is SQLite, which needs none; leave it out",
            )
        if self.database_session_url is None:
            return self
        if of_sqlite:
            raise wrong_setting(
                "database_session_url",
                "it is for PostgreSQL behind a pooler, and the database here is SQLite",
            )
        if self.database_session_url.get_secret_value().startswith("sqlite"):
            raise wrong_setting("database_session_url", "it names SQLite, and DATABASE_URL PostgreSQL")
        return self

    @property
    def session_url(self) -> str | None:
        """The address past a pooler, or None."""
        return None if self.database_session_url is None else self.database_session_url.get_secret_value()

    @property
    def direct_url(self) -> str:
        """The address at which a connection keeps its session until it is closed."""
        return self.session_url or self.database_url.get_secret_value()
