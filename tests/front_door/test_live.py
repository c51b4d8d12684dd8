"""The health check of a container: it asks where the settings say, and no proxy."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from settings.live import main


@pytest.fixture(autouse=True)
def alone(nothing_set: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is set, but a proxy that nobody serves."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")


class Living(http.server.BaseHTTPRequestHandler):
    """A process that answers ``/live``."""

    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/live" else 404)
        self.end_headers()

    def log_message(self, *said: object) -> None:
        pass


@pytest.fixture
def served(processes: None) -> Iterator[http.server.HTTPServer]:
    server = http.server.HTTPServer(("127.0.0.1", 0), Living)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    yield server
    server.shutdown()
    serving.join()
    server.server_close()


@pytest.mark.parametrize("host", [None, "127.0.0.1", "0.0.0.0", "localhost"])
def test_it_asks_at_the_port_that_is_set(
    served: http.server.HTTPServer, monkeypatch: pytest.MonkeyPatch, host: str | None
) -> None:
    monkeypatch.setenv("METRICS_PORT", str(served.server_port))
    if host is not None:
        monkeypatch.setenv("METRICS_HOST", host)
    assert main() == 0


def test_another_answer_is_no_life(served: http.server.HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Living, "status", 500)
    monkeypatch.setenv("METRICS_PORT", str(served.server_port))
    assert main() == 1


@pytest.mark.parametrize("port", [None, "", "0"])
def test_without_a_port_nobody_can_tell(monkeypatch: pytest.MonkeyPatch, port: str | None) -> None:
    if port is not None:
        monkeypatch.setenv("METRICS_PORT", port)
    assert main() == 0


def test_nobody_there(
    served: http.server.HTTPServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("METRICS_PORT", "1")
    assert main() == 1
    assert capsys.readouterr().err.startswith("Nobody answers at 127.0.0.1, port 1: ")


def test_a_port_that_cannot_be(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("METRICS_PORT", "front door")
    assert main() == 1
    assert "METRICS_PORT" in capsys.readouterr().err
