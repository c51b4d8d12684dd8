"""Asking ``python -m data`` without a process of its own: most of what it says and does shows as well so."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from data.__main__ import main
from data.maintenance.revisions import STEPS
from tests.data_store.maintenance.commands import Answer

Here = Callable[..., Answer]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Asks in this process, in the folder of the database, which is where the bot would look for it."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)

    def ask_here(*arguments: str) -> Answer:
        code = main(arguments)
        return Answer(code, *capsys.readouterr())

    return ask_here


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    """A copy of the steps, for a test to add to."""
    folder = tmp_path / "steps"
    shutil.copytree(STEPS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder
