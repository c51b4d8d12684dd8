"""Settings as hosts have them: machines of all kinds, and what copying and saving leave in a file."""

from __future__ import annotations

import builtins
import io
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import worker
from cogs.config import Settings
from data.__main__ import main as data
from data.database import parse_url, sqlite_file
from demo.__main__ import main as demo
from settings import environment as shared
from settings.environment import complaints

SETTING = "LOG_LEVEL=ERROR\n"
TOKEN = "MTA.abc-_9"


pytestmark = pytest.mark.usefixtures("nothing_set")


# --- the machine ----------------------------------------------------------------------------------


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the control groups of a machine on which nothing is limited."""
    folder = tmp_path / "cgroup"
    folder.mkdir()
    monkeypatch.setattr(shared, "CGROUPS", folder)
    monkeypatch.setattr(shared, "OWN_CGROUP", tmp_path / "own")
    return folder


def kept_to(monkeypatch: pytest.MonkeyPatch, cores: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(cores)))


@pytest.mark.parametrize(
    ("cores", "thinkers", "jobs"),
    [(1, 1, 1), (2, 1, 2), (8, 7, 8), (9, 8, 9), (24, 8, 24), (65, 8, 64), (256, 8, 64)],
)
def test_the_usual_can_be_used_on_any_machine(
    groups: Path, monkeypatch: pytest.MonkeyPatch, cores: int, thinkers: int, jobs: int
) -> None:
    kept_to(monkeypatch, cores)
    settings = Settings()
    assert (settings.thinkers, settings.worker_jobs) == (thinkers, jobs)


@pytest.mark.parametrize(
    "host", ["my bot", "büro", 'quo"te', "a/b", "x" * 300, "", "bot.example.org", "機械"]
)
def test_a_machine_may_have_any_name(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert Settings().process_name.endswith(f"-{os.getpid()}")


@pytest.mark.parametrize(("counted", "number"), [(None, 1), (6, 6)])
def test_processors_without_affinity_are_those_of_the_machine(
    groups: Path, monkeypatch: pytest.MonkeyPatch, counted: int | None, number: int
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    assert shared.processors() == number


@pytest.mark.parametrize(
    ("limits", "number"),
    [
        ({}, 24),
        ({"system.slice/bot.service": "max 100000"}, 24),
        ({"system.slice/bot.service": "100000 100000"}, 1),
        ({"system.slice/bot.service": "150000 100000"}, 2),
        ({"system.slice/bot.service": "20000 100000"}, 1),
        ({"system.slice": "300000 100000", "system.slice/bot.service": "max 100000"}, 3),
        ({"": "400000 100000"}, 4),
        ({"system.slice/other.service": "100000 100000"}, 24),
        ({"system.slice/bot.service": "no number"}, 24),
        ({"system.slice/bot.service": ""}, 24),
    ],
)
def test_the_quota_of_a_container_or_unit_counts(
    groups: Path, monkeypatch: pytest.MonkeyPatch, limits: dict[str, str], number: int
) -> None:
    kept_to(monkeypatch, 24)
    shared.OWN_CGROUP.write_text("0::/system.slice/bot.service\n")
    for group, said in limits.items():
        (groups / group).mkdir(parents=True, exist_ok=True)
        (groups / group / "cpu.max").write_text(f"{said}\n")
    assert shared.processors() == number


@pytest.mark.parametrize("own", ["", "4:cpu:/old\n", "0::/\n"])
def test_other_control_groups_limit_nothing(groups: Path, monkeypatch: pytest.MonkeyPatch, own: str) -> None:
    kept_to(monkeypatch, 24)
    shared.OWN_CGROUP.write_text(own)
    assert shared.processors() == 24


# --- .env -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_of_settings_is_read_with_a_mark_and_without(encoding: str) -> None:
    Path(".env").write_text(SETTING, encoding=encoding)
    assert Settings().log_level == "ERROR"


def test_it_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    truly = builtins.open

    def counted(file: Any, *args: Any, **named: Any) -> Any:
        read.append(Path(file))
        return truly(file, *args, **named)

    Path(".env").write_text(SETTING)
    for module in (builtins, io):
        monkeypatch.setattr(module, "open", counted)
    assert Settings().log_level == "ERROR"
    assert read.count(Path(".env")) == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(SETTING.encode("utf-16"), "isn't UTF-8", id="UTF-16"),
        pytest.param(SETTING.encode("utf-16-le"), "isn't UTF-8", id="UTF-16 without a mark"),
        pytest.param("# für\n".encode("latin-1"), "isn't UTF-8", id="Latin 1"),
        pytest.param(None, "Is a directory", id="a folder"),
    ],
)
def test_one_that_cannot_be_read_is_named_by_every_program(
    capsys: pytest.CaptureFixture[str], content: bytes | None, reason: str
) -> None:
    file = Path(".env").absolute()
    file.mkdir() if content is None else file.write_bytes(content)
    programs: list[Callable[[], int]] = [worker.main, demo, lambda: data(["check"])]
    for program in programs:
        assert program() == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"The file {file} cannot be used: "), line
        assert reason in line


# --- what copying leaves --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "copied",
    ['"{}"', "'{}'", " {}\t", '" {} "', "“{}”", "‘{}’", "\"'{}'\"", "Bot {}", '"Bot {}"', "`{}`"],
)
def test_a_token_is_read_without_what_stands_around_it(monkeypatch: pytest.MonkeyPatch, copied: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", copied.format(TOKEN))
    in_environment = Settings().discord_token
    monkeypatch.delenv("DISCORD_TOKEN")
    Path("token").write_text(copied.format(TOKEN) + "\n", encoding="utf-8")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    for read in (in_environment, Settings().discord_token):
        assert read is not None
        assert read.get_secret_value() == TOKEN


@pytest.mark.parametrize(
    "assigned",
    [
        "DISCORD_TOKEN={}",
        "discord_token = {}",
        'export DISCORD_TOKEN="{}"',
        "export  DISCORD_TOKEN='{}';",
        "set DISCORD_TOKEN={}",
        "$env:DISCORD_TOKEN = '{}'",
        "DISCORD_TOKEN: {}",
        '"DISCORD_TOKEN={}"',
        "DISCORD_TOKEN=DISCORD_TOKEN={}",
        "DISCORD_TOKEN=Bot {}",
    ],
)
def test_a_token_with_its_name_is_read_as_the_token(monkeypatch: pytest.MonkeyPatch, assigned: str) -> None:
    test_a_token_is_read_without_what_stands_around_it(monkeypatch, assigned)


@pytest.mark.parametrize(
    "written",
    [
        "TOKEN={}",
        "export BOT_TOKEN={}",
        '{{"token": "{}"}}',
        "token: {}",
        "Bearer {}",
        "{} # the bot's",
        "{}={}",
        "https://discord.com/{}",
        "$DISCORD_TOKEN",
        "<{}>",
        "DISCORD_TOKEN=TOKEN={}",
        "tökén",
    ],
)
@pytest.mark.parametrize("in_file", [False, True])
def test_what_is_no_token_is_refused_and_not_said(
    monkeypatch: pytest.MonkeyPatch, written: str, in_file: bool
) -> None:
    given = written.format(TOKEN, TOKEN)
    Path("token").write_text(f"{given}\n", encoding="utf-8")
    monkeypatch.setenv(*(("DISCORD_TOKEN_FILE", "token") if in_file else ("DISCORD_TOKEN", given)))
    with pytest.raises(ValidationError) as refused:
        Settings()
    (line,) = complaints(refused.value)
    assert line.startswith(
        "The setting DISCORD_TOKEN cannot be used: a token is letters, digits and . _ - alone"
    )
    assert TOKEN not in line


@pytest.mark.parametrize(
    ("name", "written", "meant"),
    [
        ("DATABASE_URL", "DATABASE_URL=sqlite:///here", "sqlite:///here"),
        ("DATABASE_URL", "export DATABASE_URL='postgresql://me:a=b@host/x'", "postgresql://me:a=b@host/x"),
        ("HTTPS_PROXY", "https_proxy=http://me:p=w@proxy:3128", "http://me:p=w@proxy:3128"),
        ("HTTPS_PROXY", "https://proxy:3128", "https://proxy:3128"),
    ],
)
def test_other_secrets_too(monkeypatch: pytest.MonkeyPatch, name: str, written: str, meant: str) -> None:
    monkeypatch.setenv(name, written)
    assert getattr(Settings(), name.lower()).get_secret_value() == meant


def test_an_address_in_quotes_is_read_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", '"sqlite+aiosqlite:///here.sqlite3"')
    assert Settings().database_url.get_secret_value() == "sqlite+aiosqlite:///here.sqlite3"


@pytest.mark.parametrize(("content", "reason"), [(b"a\nb\n", "more than one line"), (b"a\0b", "no text")])
def test_a_file_that_holds_more_than_a_secret_is_named(
    monkeypatch: pytest.MonkeyPatch, content: bytes, reason: str
) -> None:
    Path("token").write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(ValidationError) as refused:
        Settings()
    (line,) = complaints(refused.value)
    assert reason in line


@pytest.mark.parametrize(
    ("name", "said", "meant"),
    [
        ("LOG_LEVEL", "debug", "DEBUG"),
        ("LOG_LEVEL", " Warning ", "WARNING"),
        ("LOG_LEVEL", "warn", "WARNING"),
        ("LOG_LEVEL", "critical", "CRITICAL"),
        ("LOG_LEVEL", "Fatal", "CRITICAL"),
        ("LOG_FORMAT", "JSON", "json"),
        ("JOBS", "Inside", "inside"),
        ("SHARD_IDS", "All", "all"),
    ],
)
def test_a_choice_may_be_spelled_in_any_case(
    monkeypatch: pytest.MonkeyPatch, name: str, said: str, meant: str
) -> None:
    monkeypatch.setenv(name, said)
    assert getattr(Settings(), name.lower()) == meant


def test_a_word_that_is_no_choice_is_still_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "chatty")
    with pytest.raises(ValidationError, match="log_level"):
        Settings()


@pytest.mark.parametrize("driver", ["sqlite+aiosqlite", "sqlite"])
def test_a_file_below_home_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, driver: str) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert sqlite_file(parse_url(f"{driver}:///~/games/tidepool.db")) == tmp_path / "games" / "tidepool.db"
