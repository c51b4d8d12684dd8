"""``docs/scaling.md``: it names settings that there are, and the sentences that their misuse brings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from pydantic import ValidationError

import bot
from cogs.config import Settings
from data import errors
from settings.environment import complaints
from tests.front_door.starting import FIELDS

GUIDE: Final = (Path(bot.__file__).parent / "docs" / "scaling.md").read_text(encoding="utf-8")
SERVER: Final = "postgresql+asyncpg://tidepool@nowhere.invalid/tidepool"
OF_SCALE: Final = {
    *("DATABASE_CONNECTIONS", "DATABASE_URL_FILE", "DISCORD_API_URL", "DISCORD_TOKEN_FILE"),
    *("DATABASE_SESSION_URL", "DRAIN_SECONDS", "PROCESS_NAME", "REST_PER_SECOND"),
    *("SHARDS_MOST", "SHARD_COUNT", "SHARD_IDS", "WORKER_JOBS"),
}


def test_it_names_every_setting_of_scale_and_none_that_there_is_not() -> None:
    named = set(re.findall(r"`([A-Z][A-Z_]+_[A-Z_]+)\b", GUIDE))
    assert named <= FIELDS
    assert named >= OF_SCALE


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without ``.env``, and nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in FIELDS:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "given",
    [
        {"database_connections": "5"},
        {"database_url": SERVER, "database_url_file": "anywhere"},
        {"shard_ids": "0", "shard_count": "2"},
        {"database_url": SERVER, "shard_ids": "lease"},
        {"database_url": SERVER, "shard_ids": "0-4", "shard_count": "4"},
        {"database_url": SERVER, "shard_ids": "some"},
        {"process_name": "two words"},
        {"worker_jobs": "0"},
        {"rest_per_second": "0"},
        {"drain_seconds": "-1"},
        {"database_session_url": SERVER},
        {"database_url": SERVER, "database_session_url": "sqlite:///x"},
        {"jobs": "elsewhere"},
    ],
    ids=str,
)
def test_the_sentence_about_a_misused_setting_is_in_it(given: dict[str, str]) -> None:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate(given)
    (said,) = complaints(caught.value)
    told = re.findall(r"\| `([^`]+ cannot be used: [^`]+)`", GUIDE)
    assert [sentence for sentence in told if said.startswith(f"The setting {sentence}")], said


def test_what_a_server_without_room_brings_is_in_it() -> None:
    for advice in (errors._TOO_MANY, errors._ALL_IN_USE):
        assert f"| `{advice.partition('.')[0]}`" in GUIDE


def test_its_links_lead_somewhere() -> None:
    docs = Path(bot.__file__).parent / "docs"
    for link in re.findall(r"\]\(([^)#]*)(?:#[^)]*)?\)", GUIDE):
        assert not link or link.startswith("https://") or (docs / link).exists(), link
