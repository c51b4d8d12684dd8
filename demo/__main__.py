"""`python -m demo`: the bot in a browser page, with no token."""

import sys

import bot
from cogs.config import Settings


def main() -> int:
    """Run the demo with what the environment sets; returns the exit code."""
    try:
        settings = Settings()
    except ValueError as error:
        raise SystemExit(f"A setting cannot be used:\n{error}") from None
    bot.set_up_logging("INFO")
    return bot.demo(settings)


if __name__ == "__main__":
    sys.exit(main())
