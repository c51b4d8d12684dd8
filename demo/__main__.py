"""`python -m demo`: the bot in a browser page, with no token."""

import sys

from pydantic import ValidationError

import bot
from cogs.config import Settings
from settings.base import complaints


def main() -> int:
    """Run the demo with what the environment sets; returns the exit code."""
    try:
        settings = Settings()
    except ValidationError as error:
        print(*complaints(error), sep="\n", file=sys.stderr)
        return 2
    bot.set_up_logging("INFO")
    return bot.demo(settings)


if __name__ == "__main__":
    sys.exit(main())
