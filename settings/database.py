"""The settings of the database, for every program that opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import SecretStr

from settings.base import SettingsBase

DEFAULT_URL: Final = "sqlite+aiosqlite:///tidepool.sqlite3"


class DatabaseSettings(SettingsBase):
    """The address of the database, which may hold a password."""

    database_url: SecretStr = SecretStr(DEFAULT_URL)
    database_url_file: Path | None = None
