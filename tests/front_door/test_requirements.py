"""What is installed: in exact versions, and no file but those that we know."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.front_door.starting import ROOT

INSTALLED = ("requirements.txt", "requirements-postgres.txt", "requirements-otel.txt", "requirements-dev.txt")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}(?= |$)")


def lines(name: str) -> list[str]:
    """The lines of a file of requirements, those that go on put together, without comments and references."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    bare = (re.sub(r"(^| )#.*", "", line).strip() for line in text.splitlines())
    return [line for line in bare if line and not line.startswith(("-r ", "-c "))]


def pinned(name: str) -> dict[str, tuple[str, frozenset[str]]]:
    """By package: its version and marker, and the sums of its files."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for line in lines(name):
        wanted = Requirement(line.split(" --hash", 1)[0])
        assert canonicalize_name(wanted.name) not in found, f"{wanted.name} stands in {name} twice"
        found[canonicalize_name(wanted.name)] = (
            f"{wanted.specifier} {wanted.marker}",
            frozenset(HASH.findall(line)),
        )
    return found


@pytest.mark.parametrize("name", INSTALLED)
def test_every_package_is_pinned_to_a_version_and_to_its_files(name: str) -> None:
    for package, (version, hashes) in pinned(name).items():
        assert re.match(r"==[^*,]+ ", version), f"{package} in {name} has no exact version"
        assert hashes, f"{package} in {name} has no --hash: see CONTRIBUTING.md, Raise a dependency"


def test_the_files_agree_so_that_they_can_be_installed_together() -> None:
    everything = pinned("requirements-dev.txt")
    for name in INSTALLED:
        assert pinned(name).items() <= everything.items(), name


@pytest.mark.parametrize("name", INSTALLED)
def test_what_was_chosen_is_what_is_installed(name: str) -> None:
    installed = pinned(name)
    for line in lines(name.replace(".txt", ".in")):
        chosen = Requirement(line)
        version, _ = installed[canonicalize_name(chosen.name)]
        assert version.split()[0] == str(chosen.specifier), f"{chosen.name}: make {name} anew"


@pytest.mark.parametrize("name", INSTALLED)
def test_no_place_to_download_from_is_named(name: str) -> None:
    assert not re.search(r"://|index-url|find-links|trusted-host", (ROOT / name).read_text(encoding="utf-8"))


def test_the_makefile_installs_nothing_without_a_known_sum() -> None:
    installs = re.findall(r"pip install.*", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert installs
    assert all("--require-hashes" in line for line in installs)


# --- what is not built for every system ------------------------------------------------------------

WITHOUT = {
    ("linux", "x86_64"): set(),
    ("linux", "aarch64"): {"py4swiss"},
    ("linux", "armv7l"): {"py4swiss"},
    ("darwin", "arm64"): set(),
    ("darwin", "x86_64"): {"py4swiss"},
    ("win32", "AMD64"): {"uvloop"},
    ("win32", "ARM64"): {"uvloop", "py4swiss", "isal"},
    ("win32", "x86"): {"uvloop", "py4swiss", "isal", "orjson"},
}
"""By system and machine: the packages that have no files there, and that the bot does without."""


@pytest.mark.parametrize(("system", "machine"), WITHOUT)
@pytest.mark.parametrize("python", ["3.11", "3.14"])
def test_what_is_not_built_for_a_system_is_not_asked_for_there(
    system: str, machine: str, python: str
) -> None:
    there = {
        "sys_platform": system,
        "platform_machine": machine,
        "python_version": python,
        "python_full_version": f"{python}.0",
    }
    for name in ("requirements.in", "requirements.txt"):
        wanted = [Requirement(line.split(" --hash", 1)[0]) for line in lines(name)]
        left_out = {
            one.name for one in wanted if one.marker is not None and not one.marker.evaluate(dict(there))
        }
        assert left_out & {"uvloop", "py4swiss", "isal", "orjson"} == WITHOUT[system, machine], name
