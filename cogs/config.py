"""Settings from the environment; see ``.env.example``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr

from cogs.ops.logs import LogFormat
from settings.database import DatabaseSettings


def usual_thinkers() -> int:
    """The number of workers for the computer's turns where none is set: one core is the bot's own."""
    return max(1, (os.cpu_count() or 1) - 1)


def usual_jobs() -> int:
    """The number of jobs at a time of a worker that has nothing else to do."""
    return os.cpu_count() or 1


class Settings(DatabaseSettings):
    """The settings of the bot, from the environment or ``.env``; see ``.env.example``."""

    discord_token: SecretStr | None = None
    discord_token_file: Path | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: LogFormat = "plain"
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    metrics_host: str = "127.0.0.1"
    operator_channel: int | None = Field(default=None, ge=1)
    challenge_days: int = Field(default=7, ge=1, le=60)
    max_open_challenges: int = Field(default=5, ge=1, le=100)
    max_running_matches: int = Field(default=100, ge=1, le=1000)
    thinkers: int = Field(default_factory=usual_thinkers, ge=0, le=64)
    jobs: Literal["inside", "workers"] = "inside"
    worker_jobs: int = Field(default_factory=usual_jobs, ge=1, le=64)
    shard_count: int | None = Field(default=None, ge=1, le=10_000)
    discord_api_url: str | None = None
    discord_gateway_url: str | None = None
    demo_port: int = Field(default=8790, ge=1, le=65535)
    demo_file: str = "var/demo.sqlite3"
