from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.config import Settings
from tests.front_door.starting import Refusing


@pytest.fixture
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, without ``.env``, and nothing set in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


@pytest.fixture
def refusing_discord() -> Iterator[str]:
    """The address of a Discord that refuses every token."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/api/v10"
    server.shutdown()
    server.server_close()
