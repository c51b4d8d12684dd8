"""The bot of ``tests.loopback.still`` with the games that were there when it was recorded.

A game that came later is in lists and menus of today's bot, which is no difference to be told. Run as a
process; ``LOOPBACK_GAMES`` holds the keys with commas between them.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType

import engines


def main() -> int:
    """Run the bot until it is stopped; returns its exit code."""
    recorded = os.environ["LOOPBACK_GAMES"].split(",")
    # Before anything else of the bot is there: much of it looks games up as it is imported.
    games = {key: game for key, game in engines.GAMES.items() if key in recorded}
    for module in list(sys.modules.values()):
        if getattr(module, "GAMES", None) is engines.games.GAMES and module is not engines.games:
            module.GAMES = games  # type: ignore[attr-defined]
    for key in engines.games.GAMES.keys() - games.keys():
        # Without a setup it is no extension.
        cog = f"cogs.{key.replace('-', '_')}"
        sys.modules[cog] = ModuleType(cog)
    engines.games.GAMES = games
    still = import_module("tests.loopback.still")
    return int(still.main())


if __name__ == "__main__":
    sys.exit(main())
