"""The image and what is run beside it, as far as they can be looked at: see also ``test_image``."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from compose_spec import PyCompose, PyOptions

from tests.front_door.image import context, instructions
from tests.front_door.starting import FIELDS, ROOT

COMPOSE: Final = (ROOT / "compose.yml").read_text(encoding="utf-8")
SERVICES: Final[dict[str, dict[str, Any]]] = yaml.safe_load(COMPOSE)["services"]
OURS: Final = [service for service in SERVICES.values() if service.get("image") == "tidepool"]


# --- the build file ---------------------------------------------------------------------------------


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="hadolint is not made for Windows")
def test_the_linter_finds_nothing() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run(
        [linter, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_nobody_is_root_and_all_packages_are_held_against_their_sums() -> None:
    asked = instructions()
    assert ("USER", "10001") in asked
    installs = [value for word, value in asked if word == "RUN" and "pip install" in value]
    assert len(installs) == 1
    assert "--require-hashes" in installs[0]


@pytest.mark.gate
@pytest.mark.real
def test_the_image_holds_what_runs_and_nothing_else() -> None:
    files = {str(file) for file in context()}
    assert {"bot.py", "worker.py", "requirements.txt", "cogs/app.py", "docs/rules/prawns.md"} <= files
    assert {file.split("/")[0] for file in files if "/" in file} == {
        *("cogs", "computer", "data", "docs", "engines", "imaging", "matches", "services", "settings"),
    }
    assert not [file for file in files if file.startswith("docs/") and not file.endswith(".md")]
    assert not [file for file in files if ".env" in file or file.startswith(("demo", "secrets", "tests"))]


BY_TAG: Final = {"nginx:1.28-bookworm"}
"""Images whose digest isn't known for certain yet."""


def test_images_and_actions_are_named_by_digest() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "gate.yml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    images = [
        *(value.split()[0] for word, value in instructions() if word == "FROM"),
        *(service["image"] for service in SERVICES.values() if service.get("image") != "tidepool"),
        job["container"]["image"],
    ]
    assert [one for one in images if not re.fullmatch(r"[a-z]+(:[\w.-]+)?@sha256:[0-9a-f]{64}", one)] == [
        *BY_TAG
    ]
    bases = {value.split()[0] for word, value in instructions() if word == "FROM"}
    assert len(bases) == 1, "what is built there runs there"
    actions = [step["uses"] for step in job["steps"] if "uses" in step]
    assert actions and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", one) for one in actions)


# --- what is run together ---------------------------------------------------------------------------


def compose(text: str) -> PyCompose:
    """The file as the Compose Specification reads it. Raises ValueError."""
    options = PyOptions(apply_merge=True)
    read = options.from_yaml(text)
    read.validate()
    return read


def test_the_file_is_of_the_compose_specification() -> None:
    assert {"bot", "postgres", "proxy", "worker"} <= set(SERVICES)
    compose(COMPOSE)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("healthcheck:", "helthcheck:"),
        ("secrets: [database_password]", "secrets: [database_passwort]"),
        ("networks: [inside]", "networks: [insight]"),
        ("stop_grace_period: 60s", "stop_grace_period: soon"),
    ],
)
def test_a_mistake_in_it_would_be_found(right: str, wrong: str) -> None:
    assert right in COMPOSE
    with pytest.raises(ValueError, match=r".+"):
        compose(COMPOSE.replace(right, wrong, 1))


def test_every_setting_in_it_is_one_of_the_bots_and_every_secret_a_file() -> None:
    for service in OURS:
        given: dict[str, str] = service["environment"]
        assert set(given) <= FIELDS
        files = {value for name, value in given.items() if name.endswith("_FILE")}
        assert files == {f"/run/secrets/{name}" for name in service["secrets"]}
        # Both would be refused; the image has an address of its own.
        assert given["DATABASE_URL"] == ""
    assert SERVICES["bot"]["environment"]["DISCORD_API_URL"] == "http://proxy:8080/api/v10"


def test_nothing_of_ours_can_write_but_where_it_must() -> None:
    for service in OURS:
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in service["security_opt"]
    ports = [port for service in SERVICES.values() for port in service.get("ports", ())]
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []


@pytest.mark.real
def test_secrets_get_into_neither_the_repository_nor_the_image() -> None:
    done = subprocess.run(
        [shutil.which("git") or "git", "check-ignore", "secrets/discord_token", ".env"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.split() == ["secrets/discord_token", ".env"]
    offered = [Path("secrets/discord_token"), Path(".env"), Path("cogs/app.py")]
    assert context(offered) == [Path("cogs/app.py")]
