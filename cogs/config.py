"""Settings from the environment; see ``.env.example``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import NoDecode

from cogs.connection.requests import RATE
from cogs.hosting.logs import LogFormat
from settings.environment import (
    DatabaseSettings,
    EndpointSettings,
    HttpsProxy,
    bypassed,
    processors,
    read_proxy,
    uncopied,
    wrong_setting,
)
from settings.environment import process_name as named_after_machine
from settings.paths import UnexpandedPathError, expanded

MOST_THINKERS: Final = 64
"""Most thinker processes of a bot, or jobs at a time of a worker."""
USUAL_THINKERS: Final = 8
"""Most thinkers of a bot by default: together with the bot they fit into a gigabyte of memory."""


LONGEST_LINK: Final = 512
"""Characters of the address behind a button (Discord's limit)."""


def usual_thinkers() -> int:
    """The default number of thinkers: one core stays free for the bot."""
    return max(1, min(USUAL_THINKERS, processors() - 1))


def usual_jobs() -> int:
    """The default number of jobs that a worker runs at a time."""
    return min(MOST_THINKERS, processors())


WantedShards = tuple[int, ...] | Literal["all", "lease"]
"""The shards of a process: all, these, or leased ones that no other process holds."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9._-]+")
_LEVELS: Final = {"WARN": "WARNING", "FATAL": "CRITICAL"}
_ADDRESS: Final = re.compile(r"https://[\w.:\[\]-]+(/[\w.~-]+)*")
"""An address whose path needs no quoting."""
_RANGE: Final = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")


class Settings(DatabaseSettings, EndpointSettings):
    """The settings of the bot, from the environment or ``.env``; see ``.env.example``."""

    discord_token: SecretStr | None = None
    discord_token_file: Path | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"
    log_format: LogFormat = "plain"
    process_name: str = Field(default_factory=named_after_machine, pattern=r"^[\w.:@-]{1,100}$")
    operator_channel: int | None = Field(default=None, ge=1)
    challenge_days: int = Field(default=7, ge=1, le=60)
    max_open_challenges: int = Field(default=5, ge=1, le=100)
    max_running_matches: int = Field(default=100, ge=1, le=1000)
    piece_emojis: bool = True
    support_url: str | None = Field(default=None, max_length=LONGEST_LINK)
    thinkers: int = Field(default_factory=usual_thinkers, ge=0, le=MOST_THINKERS)
    jobs: Literal["inside", "workers"] = "inside"
    worker_jobs: int = Field(default_factory=usual_jobs, ge=1, le=MOST_THINKERS)
    shard_count: int | None = Field(default=None, ge=1, le=10_000)
    shard_ids: Annotated[WantedShards, NoDecode] = "all"
    shards_most: int = Field(default=16, ge=1, le=10_000)
    rest_per_second: int | None = Field(default=None, ge=1, le=10_000)
    drain_seconds: float = Field(default=10, ge=0, le=600)
    discord_api_url: str | None = Field(default=None, pattern=r"^https?://[^/\s]+")
    discord_gateway_url: str | None = Field(default=None, pattern=r"^wss?://[^/\s]+")
    https_proxy: SecretStr | None = None
    no_proxy: str = ""
    otel_exporter_otlp_endpoint: str | None = Field(default=None, pattern=r"^https?://[^/\s]+")
    web_url: str | None = Field(default=None, max_length=200)
    web_host: str = "127.0.0.1"
    web_port: int | None = Field(default=8791, ge=1, le=65535)
    demo_port: int = Field(default=8790, ge=1, le=65535)
    demo_file: str = "var/demo.sqlite3"
    demo_empty: bool = False

    @property
    def requests_a_second(self) -> int | None:
        """The limit of requests a second for all processes together; None without a shared limit.

        A single process learns its limit from Discord's responses, and a proxy limits all processes itself.
        """
        if self.rest_per_second is not None or self.shard_ids == "all" or self.discord_api_url:
            return self.rest_per_second
        return RATE

    @field_validator("discord_token", mode="before")
    @classmethod
    def _read_token(cls, given: Any) -> Any:
        """Accept a token copied with its name, or with the "Bot " prefix of the Authorization header.

        Raises ValueError for what cannot be a token: nothing of it is to be sent to Discord.
        """
        if not isinstance(given, str):
            return given
        token = uncopied(given, "discord_token").removeprefix("Bot ")
        if token and not _TOKEN.fullmatch(token):
            raise ValueError(
                "a token is letters, digits and . _ - alone: write it as the developer portal shows it, "
                "without a name before it, an = or quotes"
            )
        return token

    @field_validator("log_level", mode="before")
    @classmethod
    def _read_level(cls, given: Any) -> Any:
        """Accept the shorter names that logs have for some levels."""
        return _LEVELS.get(given.strip().upper(), given) if isinstance(given, str) else given

    @field_validator("demo_file", mode="after")
    @classmethod
    def _read_demo_file(cls, given: str) -> str:
        """Replace ``~``. Raises ValueError for what only a shell would replace."""
        try:
            return str(expanded(given))
        except UnexpandedPathError as error:
            raise ValueError(f"{error}; write the path out: {error.meant}") from None

    @field_validator("support_url", mode="after")
    @classmethod
    def _read_support_url(cls, given: str | None) -> str | None:
        """Accept an address without https:// before it. Raises ValueError for any other that is none."""
        if given is None or not given.strip():
            return None
        address = given.strip() if "://" in given else f"https://{given.strip()}"
        try:
            parts = urlsplit(address)
            odd = parts.scheme != "https" or "." not in (parts.hostname or "") or bool(parts.username)
        except ValueError:
            odd = True
        if odd or any(map(str.isspace, address)) or len(address) > LONGEST_LINK:
            raise ValueError("it is an address that begins with https://, such as https://discord.gg/abc")
        return address

    @field_validator("web_url", mode="after")
    @classmethod
    def _read_web_url(cls, given: str | None) -> str | None:
        """Raises ValueError for an address that isn't https: the page's cookie is never sent in the clear."""
        if given is None or not given.strip():
            return None
        address = given.strip().rstrip("/")
        try:
            parts = urlsplit(address)
            odd = parts.scheme != "https" or not parts.hostname or bool(parts.username)
        except ValueError:
            odd = True
        if odd or parts.query or parts.fragment or not _ADDRESS.fullmatch(address):
            raise ValueError(
                "it is the public address of the board's page, https:// with a proxy before it that has a "
                "certificate, such as https://board.example.org (docs/board.md)"
            )
        return address

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _read_shards(cls, given: Any) -> Any:
        """Parse "all", "lease" or a list such as "0-3,8". Raises ValueError."""
        if not isinstance(given, str):
            return given
        if (word := given.strip().lower()) in ("all", "lease"):
            return word
        found: set[int] = set()
        for part in given.split(","):
            told = _RANGE.fullmatch(part.strip())
            if told is None:
                raise ValueError("it is a list such as 0-3,8, or all, or lease")
            found.update(range(int(told[1]), int(told[2] or told[1]) + 1))
        return tuple(sorted(found))

    @property
    def proxy(self) -> HttpsProxy | None:
        """The proxy for requests to Discord, or None. Raises ValidationError."""
        if self.https_proxy is None or bypassed("", self.no_proxy):
            return None
        return read_proxy(self.https_proxy.get_secret_value(), self.no_proxy)

    @model_validator(mode="after")
    def _check_proxy(self) -> Self:
        if self.discord_token is not None:  # the demo and workers send nothing to Discord
            _ = self.proxy
        return self

    @model_validator(mode="after")
    def _check_shards(self) -> Self:
        if self.shard_ids == "all":
            return self
        if self.database_url.get_secret_value().startswith("sqlite"):
            raise wrong_setting(
                "shard_ids", "several processes share one PostgreSQL database, and the one here is SQLite"
            )
        if self.shard_count is None:
            raise wrong_setting("shard_ids", "it takes SHARD_COUNT, the same for all processes")
        if isinstance(self.shard_ids, tuple) and not set(self.shard_ids) <= set(range(self.shard_count)):
            raise wrong_setting("shard_ids", "a shard is numbered from 0 to SHARD_COUNT less one")
        return self
