"""The bot's process from outside: what it says when it cannot start, and how."""

from __future__ import annotations

import importlib.util
import logging
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

import bot
from cogs.config import Settings
from cogs.hosting import starting
from cogs.kit import permissions
from data import DatabaseRefusedError
from data.jobs import open_queue
from settings import VERSION
from tests.front_door.starting import FIELDS, ROOT, Refusing, run, start
from tests.logs import as_before
from tests.settings import settings


@pytest.mark.real
@pytest.mark.parametrize("program", ["bot.py", "worker.py"])
def test_the_version_is_told_before_anything_is_read(tmp_path: Path, program: str) -> None:
    unreadable = {"DISCORD_TOKEN_FILE": str(tmp_path / "missing"), "DATABASE_URL": "nonsense"}
    ended = run(tmp_path, str(ROOT / program), "--version", **unreadable)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"Tidepool {VERSION}\n", "")
    assert list(tmp_path.iterdir()) == []


def test_the_changelog_has_the_version_after_what_is_unreleased() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, newest, *_ = re.findall(r"(?m)^## \[(.+?)\]", changelog)
    assert (unreleased, newest) == ("Unreleased", VERSION)
    assert re.search(rf"(?m)^## \[{re.escape(VERSION)}\] - \d{{4}}-\d\d-\d\d$", changelog)


@pytest.mark.real
@pytest.mark.parametrize("level", ["ERROR", "CRITICAL", "off"])
@pytest.mark.parametrize("form", ["plain", "json"])
def test_a_refused_start_says_why_however_little_is_logged(
    tmp_path: Path, refusing_discord: str, level: str, form: str
) -> None:
    quiet = {"LOG_LEVEL": level, "LOG_FORMAT": form}
    ended = start(tmp_path, DISCORD_TOKEN="wrong-token", DISCORD_API_URL=refusing_discord, **quiet)
    why = "The setting LOG_LEVEL cannot be used" if level == "off" else "Discord refused the token"
    assert (ended.returncode, ended.stdout) == (2 if level == "off" else 1, "")
    assert why in ended.stderr
    assert len(ended.stderr.splitlines()) == 1, "and nothing else"


@pytest.mark.real
def test_a_wrong_token_is_named_with_the_way_to_a_right_one(tmp_path: Path, refusing_discord: str) -> None:
    ended = start(tmp_path, DISCORD_TOKEN="wrong-token", DISCORD_API_URL=refusing_discord)
    assert ended.returncode == 1
    assert "Discord refused the token" in ended.stderr
    assert "https://discord.com/developers/applications" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "wrong-token" not in ended.stdout + ended.stderr


@pytest.mark.real
@pytest.mark.parametrize("status", [403, 404])
def test_a_discord_that_refuses_is_told(
    tmp_path: Path, refusing_discord: str, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setattr(Refusing, "status", status)
    ended = start(tmp_path, DISCORD_TOKEN="token", DISCORD_API_URL=refusing_discord)
    assert ended.returncode == 1
    assert f"Discord answered with an error ({status}" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("DISCORD_API_URL", "proxy:8080"),
        ("DISCORD_API_URL", "http:///api/v10"),
        ("DISCORD_GATEWAY_URL", "https://proxy"),
        ("DISCORD_GATEWAY_URL", "nonsense"),
    ],
)
def test_an_address_that_cannot_be_one_is_no_outage(name: str, address: str) -> None:
    with pytest.raises(ValidationError, match=name.lower()):
        Settings.model_validate({name.lower(): address})


@pytest.mark.real
def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    ended = start(tmp_path, CHALLENGE_DAYS="soon")
    assert ended.returncode == 2
    assert "CHALLENGE_DAYS" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.real
def test_the_token_may_stand_in_a_file(tmp_path: Path, refusing_discord: str) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN=from-file\nDISCORD_API_URL={refusing_discord}\n")
    assert "Discord refused the token" in start(tmp_path).stderr


def test_an_empty_token_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "")
    assert Settings().discord_token is None


def test_the_token_never_shows_in_a_log_of_the_settings() -> None:
    assert "secret" not in repr(Settings.model_validate({"discord_token": "secret"}))


def test_no_level_makes_discord_py_log_what_it_sends() -> None:
    with as_before():
        bot.set_up_logging("DEBUG")
        assert not logging.getLogger("discord.http").isEnabledFor(logging.DEBUG)
        assert not logging.getLogger("discord.gateway").isEnabledFor(logging.DEBUG)
        assert logging.getLogger("matches.service").isEnabledFor(logging.DEBUG)


@pytest.mark.parametrize("thinkers", [-1, 65])
def test_a_number_of_thinkers_that_cannot_be(thinkers: int) -> None:
    with pytest.raises(ValidationError, match="thinkers"):
        Settings.model_validate({"thinkers": thinkers})


@pytest.mark.parametrize("settings", [{"worker_jobs": 0}, {"worker_jobs": 65}, {"jobs": "elsewhere"}])
def test_workers_that_cannot_be(settings: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match=next(iter(settings))):
        Settings.model_validate(settings)


async def test_workers_need_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pgqueuer" else found(name))
    with pytest.raises(DatabaseRefusedError, match=r"PgQueuer: pip install -r requirements-postgres\.txt"):
        await open_queue("postgresql+asyncpg://x@nowhere/x", ("turn",))


def test_a_process_is_named_by_its_machine_and_number_unless_it_has_a_name() -> None:
    unnamed, named = Settings.model_validate({}), Settings.model_validate({"process_name": "bot-2"})
    as_json = Settings.model_validate({"log_format": "json"})
    assert [starting.name_in_log(given) for given in (unnamed, named)] == [None, "bot-2"]
    assert starting.name_in_log(as_json) == as_json.process_name


@pytest.mark.parametrize("name", ["two words", 'quoted"', "x" * 101])
def test_a_name_that_would_break_a_line_or_a_label_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="process_name"):
        Settings.model_validate({"process_name": name})


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("https://discord.gg/abc", "https://discord.gg/abc"),
        (" discord.gg/abc ", "https://discord.gg/abc"),
        ("https://example.org/help?of=tidepool", "https://example.org/help?of=tidepool"),
        ("", None),
        (" ", None),
        (None, None),
    ],
)
def test_the_address_of_a_support_server(given: str | None, read: str | None) -> None:
    assert Settings.model_validate({"support_url": given}).support_url == read


@pytest.mark.parametrize(
    "given",
    [
        "http://discord.gg/abc",
        "javascript:alert(1)",
        "https://",
        "https://nowhere",
        "https://me@example.org",
        "https://[",
        "our server",
        "https://example.org/a b",
        "https://example.org/" + "x" * 500,
    ],
)
def test_what_is_no_address_for_a_button_is_refused(given: str) -> None:
    with pytest.raises(ValidationError, match="support_url"):
        Settings.model_validate({"support_url": given})


def test_every_setting_is_explained() -> None:
    explained = (ROOT / ".env.example").read_text()
    assert [name for name in FIELDS if f"{name}=" not in explained] == []


def test_no_privileged_intent_is_asked_for() -> None:
    intents = bot.build(settings()).intents
    assert not (intents.members or intents.presences or intents.message_content)


def test_the_invite_link_asks_for_the_permissions_of_the_table() -> None:
    link = permissions.invite_link(123)
    assert "client_id=123" in link
    assert f"permissions={permissions.INVITE.value}" in link
    assert "scope=bot+applications.commands" in link
    assert (
        permissions.missing(permissions.INVITE)
        == permissions.missing(permissions.INVITE, in_thread=True)
        == ()
    )
    assert permissions.threads_allowed(permissions.INVITE)
