"""The image's build file, read and carried out without an engine: its own steps, in a folder of a test's."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from tests.front_door.starting import ROOT

PLACES: Final = ("/opt/venv", "/app", "/data")
"""What the build file calls its folders."""
_SYSTEM: Final = ("apt-get", "useradd")
"""In a step that changes the system around it: that is left out."""


def instructions() -> list[tuple[str, str]]:
    """The instructions of the build file, each a word and the rest of it."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    lines = re.sub(r"\\\n\s*", "", bare).splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines if line.strip())]


def context(files: Iterable[Path] | None = None) -> list[Path]:
    """The files that get into the image, of these or of those in the repository."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    if files is None:
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
        files = map(Path, listed.stdout.splitlines())
    return [file for file in files if not _ignored(file, rules)]


def _ignored(file: Path, rules: Iterable[str]) -> bool:
    ignored = False
    for rule in rules:
        if _fits(file, rule.removeprefix("!")):
            ignored = not rule.startswith("!")
    return ignored


def _fits(file: Path, pattern: str) -> bool:
    """True if a pattern is meant for a file or for a folder that it is in; ``**`` stands for any folders."""
    if pattern == "**":
        return True
    if pattern.startswith("**/"):
        return any(fnmatch(part, pattern[3:]) for part in file.parts)
    if pattern.endswith("/**"):
        return file.is_relative_to(pattern[:-3])
    wanted = pattern.split("/")
    return len(wanted) == len(file.parts) and all(map(fnmatch, file.parts, wanted))


@dataclass
class Image:
    """What the build file's steps make in a folder."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    """What it sets in the environment of what runs."""
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def here(self, text: str) -> str:
        """A text of the build file with its folders where they are for this test."""
        for place in PLACES:
            text = re.sub(rf"(?<![\w.]){place}\b", f"{self.folder}{place}", text)
        return text

    def build(self) -> None:
        """Carry out all steps."""
        for place in ("/app", "/data"):
            Path(self.here(place)).mkdir(parents=True)
        for word, value in instructions():
            if word == "COPY" and not value.startswith("--from"):
                self._copy()
            elif word == "RUN" and not any(name in value for name in _SYSTEM):
                self._run(value)
            elif word == "ENV":
                for setting in shlex.split(value):
                    name, _, given = setting.partition("=")
                    self.settings[name] = os.path.expandvars(self.here(given))
            elif word == "HEALTHCHECK":
                self.health = json.loads(value.partition("CMD ")[2])
            elif word == "CMD":
                self.command = json.loads(value)

    def _copy(self) -> None:
        for file in context():
            target = Path(self.here("/app")) / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, target)

    def _run(self, step: str) -> None:
        # The Python of the tests first, where the build file has that of its image.
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        done = subprocess.run(
            ["/bin/sh", "-c", self.here(step)],
            cwd=self.here("/app"),
            env={**os.environ, "PATH": path, **self.settings},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{step}\n{done.stdout}\n{done.stderr}")

    def files(self) -> set[Path]:
        """All that is in it, but for its data."""
        return {file for place in ("/opt/venv", "/app") for file in Path(self.here(place)).rglob("*")}
