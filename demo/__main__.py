"""`python -m demo`: the bot in a browser page, with no token."""

import bot
from cogs.config import Settings
from settings.console import run
from settings.environment import read


def main() -> int:
    """Run the demo with what the environment sets; returns the exit code."""
    settings = read(Settings)
    if settings is None:
        return 2
    bot.set_up_logging("INFO")
    return bot.demo(settings)


if __name__ == "__main__":
    run(main)
