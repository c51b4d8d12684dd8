"""A running demo in a process of its own, and a browser to look at it."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.demo.browser import DESKTOP, PATIENCE, PHONE, DemoPage, chromium, wait, window
from tests.needs import CHROMIUM, need

ROOT = Path(__file__).parents[2]
STOPS_WITHIN = 20

Opens = Callable[[str], DemoPage]
"""Opens a window for a person."""


@pytest.fixture
def browser(processes: None) -> Iterator[Any]:
    # Not kept for the session: Playwright keeps an event loop running, and asynchronous tests need their own.
    need(CHROMIUM)
    with chromium() as opened:
        yield opened


@pytest.fixture
def demo_address(tmp_path: Path, processes: None) -> Iterator[str]:
    """The address of a demo with the real bot."""
    with running("demo", tmp_path) as address:
        yield address


@pytest.fixture
def opens(browser: Any, demo_address: str) -> Iterator[Callable[[dict[str, Any], str], DemoPage]]:
    """Opens windows; in the end none of their pages has complained of anything."""
    opened: list[DemoPage] = []

    def one(screen: dict[str, Any], person: str) -> DemoPage:
        opened.append(window(browser, demo_address, screen, person))
        return opened[-1]

    yield one
    assert [page.complaints for page in opened if page.complaints] == []


@pytest.fixture
def desk(opens: Callable[[dict[str, Any], str], DemoPage]) -> Opens:
    """Opens windows on a desktop."""
    return partial(opens, DESKTOP)


@pytest.fixture
def phone(opens: Callable[[dict[str, Any], str], DemoPage]) -> Opens:
    """Opens the page on phones, on which everything is done by taps."""
    return partial(opens, PHONE)


@contextmanager
def running(module: str, folder: Path, **more: str) -> Iterator[str]:
    """A demo in a process of its own. In the end it must stop cleanly and leave nothing behind.

    ``more`` are further settings. Without any, the server is empty, and buttons have words alone: the pieces'
    emojis would come while one looks.
    """
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    # The bot's settings come from the environment and from .env: a developer's own must not reach the test.
    settings = {
        "DISCORD_TOKEN": "",
        "DEMO_PORT": "18790",
        "PIECE_EMOJIS": "false",
        "DEMO_EMPTY": "true",
        "DEMO_FILE": str(folder / "demo.sqlite3"),
        "TMPDIR": str(temporary),
        "PYTHONUNBUFFERED": "1",
        **more,
    }
    with tempfile.TemporaryFile("w+") as said:
        demo = subprocess.Popen(
            [sys.executable, "-m", "tests.priority", module],
            cwd=ROOT,
            env=os.environ | settings,
            stdout=said,
            stderr=said,
        )
        try:
            yield _address(demo, said)
        finally:
            demo.send_signal(signal.SIGINT)
            try:
                code = demo.wait(STOPS_WITHIN)
            except subprocess.TimeoutExpired:
                demo.kill()
                code = demo.wait()
            said.seek(0)
            output = said.read()
            print(output)
    assert code == 0, f"the demo ended with {code}:\n{output}"
    assert not list(temporary.glob("tidepool-demo-*")), "the demo left its data behind"
    assert "Traceback" not in output, output


def _address(demo: subprocess.Popen[bytes], said: Any) -> str:
    def found() -> str | None:
        said.seek(0)
        printed = said.read()
        assert demo.poll() is None, f"the demo did not start:\n{printed}"
        match = re.search(r"Open (http://127\.0\.0\.1:\d+/)", printed)
        return match[1] if match else None

    wait(found, "the demo to print its address", seconds=3 * PATIENCE)
    return found() or ""
