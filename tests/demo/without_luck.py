"""The demo with a coin that always falls the same way: `python -m tests.demo.without_luck`."""

import sys
from pathlib import Path

from pydantic import SecretStr

import bot
import demo
from cogs.app import Tidepool
from cogs.config import Settings


def make_bot(database: Path) -> Tidepool:
    """The bot as in the demo, apart from its coin."""
    settings = Settings.model_construct(
        database_url=SecretStr(f"sqlite+aiosqlite:///{database}"), shard_count=1
    )
    return bot.build(settings, coin=lambda: "tails")


if __name__ == "__main__":
    bot.set_up_logging("INFO")
    sys.exit(demo.main(make_bot))
