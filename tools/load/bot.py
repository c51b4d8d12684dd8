"""Starts the bot with the probe, otherwise as the loopback tests do."""

from __future__ import annotations

import sys
from typing import Any

from cogs.hosting.metrics import Metrics
from tests.loopback import bot_process
from tools.load.probe import Probe


def main() -> int:
    """Run the bot until it is stopped; returns its exit code."""
    probe = Probe()
    probe.install()
    own = Metrics.trace

    def both(metrics: Metrics) -> Any:
        # discord.py takes only one trace, so the bot's own handlers are added to ours.
        theirs, ours = own(metrics), probe.trace()
        for name in ("on_request_end", "on_request_exception"):
            getattr(ours, name).extend(getattr(theirs, name))
        return ours

    Metrics.trace = both  # type: ignore[method-assign,assignment]
    return bot_process.main()


if __name__ == "__main__":
    sys.exit(main())
