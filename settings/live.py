"""``python -m settings.live``: exit code 0 while a bot or worker with these settings lives, else 1.

For what restarts containers. It asks ``/live``, on this machine and past any proxy; a process without a port
for it counts as alive, since nobody can tell.
"""

from __future__ import annotations

import sys
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Final

from settings.base import read
from settings.endpoint import EndpointSettings

PATIENCE: Final = 4.0
"""Seconds for an answer, a little less than the container's health check waits."""
ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that stand for all of a machine's own, and one of these."""
OK: Final = 200


def main() -> int:
    """Ask once; returns the exit code, and says on standard error why it is not 0."""
    settings = read(EndpointSettings)
    if settings is None:
        return 1
    if not settings.metrics_port:
        return 0
    host = ANYWHERE.get(settings.metrics_host, settings.metrics_host)
    # http.client goes by no setting of a proxy, and there is none on the way to oneself.
    with closing(HTTPConnection(host, settings.metrics_port, timeout=PATIENCE)) as connection:
        try:
            connection.request("GET", "/live")
            status = connection.getresponse().status
        except (OSError, HTTPException) as error:
            print(f"Nobody answers at {host}, port {settings.metrics_port}: {error}", file=sys.stderr)
            return 1
    return 0 if status == OK else 1


if __name__ == "__main__":
    sys.exit(main())
