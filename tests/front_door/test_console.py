"""Command lines on consoles that can't show every letter."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from settings.console import show_anything
from tests.front_door.starting import ROOT

COMMANDS = (
    ("-m", "engines", "--help"),
    ("-m", "engines", "play", "--help"),
    ("-m", "engines", "legal", "prawns"),
    ("-m", "engines", "play", "prudh", "a1-é…"),
    ("-m", "matches", "--help"),
    ("-m", "matches", "verify", "…"),
    ("-m", "data", "--help"),
    ("-m", "data", "backup", "--help"),
    ("-m", "data", "check", "--database", "sqlite:///…"),
    ("bot.py", "--help"),
    ("worker.py", "--help"),
    ("-m", "tools.soak", "--help"),
    ("-m", "tools.cluster", "--help"),
    ("-m", "tools.floods", "--help"),
    ("-m", "tools.mutants", "--help"),
)


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("ascii", b"a... e ? 1/2 ok"),
        ("cp437", "a... é ? ½ ok".encode("cp437")),
        ("latin-1", "a... é ? ½ ok".encode("latin-1")),
        ("utf-8", "a… é ♟ ½ ok".encode()),
    ],
)
def test_what_a_console_lacks_is_shown_in_plainer_letters(
    monkeypatch: pytest.MonkeyPatch, encoding: str, shown: bytes
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    show_anything()
    print("a… é ♟ ½ ok", end="", flush=True)
    assert written.getvalue() == shown


def test_half_a_letter_is_shown_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a name of a file that is no UTF-8."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))
    show_anything()
    print(os.fsdecode(b"a\xff.backup"), end="", flush=True)
    assert written.getvalue() == b"a?.backup"


@pytest.mark.real
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_line_dies_of_it(command: tuple[str, ...]) -> None:
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"},
        input="é…\nquit\n".encode(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert b"Traceback" not in ended.stderr, ended.stderr.decode("ascii", "replace")
    assert (ended.stdout + ended.stderr).isascii()
    assert ended.stdout or ended.stderr
