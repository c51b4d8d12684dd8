"""``python -m settings.live``: exit code 0 while a bot or worker with these settings is alive, else 1.

For a container's health check. It asks ``/live`` on this machine, past any proxy; a process without a port
counts as alive, since it cannot be asked.
"""

from __future__ import annotations

import sys
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Final

from settings.console import run
from settings.environment import EndpointSettings, read

PATIENCE: Final = 4.0
"""Seconds to wait for an answer, slightly less than the container's health check waits."""
ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean all of the machine's, each with one that can be asked."""
OK: Final = 200


def main() -> int:
    """Ask once; returns the exit code, and prints to standard error why it isn't 0."""
    settings = read(EndpointSettings)
    if settings is None:
        return 1
    if not settings.metrics_port:
        return 0
    host = ANYWHERE.get(settings.metrics_host, settings.metrics_host)
    # http.client ignores proxy settings, and this machine needs no proxy to reach itself.
    with closing(HTTPConnection(host, settings.metrics_port, timeout=PATIENCE)) as connection:
        try:
            connection.request("GET", "/live")
            status = connection.getresponse().status
        except (OSError, HTTPException) as error:
            print(f"Nobody answers at {host}, port {settings.metrics_port}: {error}", file=sys.stderr)
            return 1
    return 0 if status == OK else 1


if __name__ == "__main__":
    run(main)
