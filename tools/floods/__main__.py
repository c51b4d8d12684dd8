"""``python -m tools.floods``: run all floods, or some by name. Exits with 1 if a request had no answer."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.loopback.server.loopback import Loopback
from tools.floods.scenarios import SCENARIOS, Scenario


def main() -> int:
    """Run the floods of the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.floods", description=__doc__)
    parser.add_argument("floods", nargs="*", choices=[[], *SCENARIOS], default=[], metavar="flood")
    failed = []
    for name in parser.parse_args().floods or SCENARIOS:
        try:
            asyncio.run(_run(SCENARIOS[name]))
        except (AssertionError, RuntimeError, TimeoutError) as error:
            print(f"{name}: WRONG: {error}", flush=True)
            failed.append(name)
    print(f"{len(failed)} floods went wrong{': ' if failed else ''}{', '.join(failed)}")
    return int(bool(failed))


async def _run(flood: Scenario) -> None:
    """Run one flood on a new Discord; fails if a request breaks a rule of Discord's."""
    with tempfile.TemporaryDirectory() as folder:
        async with Loopback(Path(folder), patient=False) as discord:
            await flood(discord, Path(folder))
            assert not discord.problems, "\n".join(discord.problems)


if __name__ == "__main__":
    sys.exit(main())
