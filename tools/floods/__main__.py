"""``python -m tools.floods``: floods, all or by name. Leaves with 1 if somebody had no answer."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.loopback.loopback import Loopback
from tools.floods.scenarios import SCENARIOS, Scenario


def main() -> int:
    """Run what the command line asks for; returns the exit code."""
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
    """Run one in a Discord of its own, whose own rules nothing may break."""
    with tempfile.TemporaryDirectory() as folder:
        async with Loopback(Path(folder), patient=False) as discord:
            await flood(discord, Path(folder))
            assert not discord.problems, "\n".join(discord.problems)


if __name__ == "__main__":
    sys.exit(main())
