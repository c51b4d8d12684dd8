"""The texts of /help. The others are in ``texts``, and the same holds here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

WHICH_GAME: Final = "Which game should I try?"
ALL_COMMANDS: Final = "All commands"
BACK: Final = "Back"


def first_steps(games: Sequence[str]) -> str:
    """The way to a first match, for a newcomer; ``games`` are the commands of the games."""
    first, *others = games
    also = ", ".join(f"`/{game}`" for game in others)
    return (
        "### Board games, one move at a time\n"
        "Each match gets its own thread and can last an evening or a month. I ping you when it's your turn.\n"
        "**New here?** Tap below to find a game you'll like and try three turns of it.\n"
        f"**Challenge** a friend with `/{first} challenge` (other games: {also}). "
        "Leave the opponent out, and anyone can accept.\n"
        "**Accept** with the button, and **Move** with the one under the board.\n"
        "**Can't find your match?** `/match next` jumps to one where it's your turn."
    )


def all_commands(games: Sequence[str]) -> str:
    """Every command; ``games`` are those of the games."""
    each = ", ".join(f"`/{game}`" for game in games)
    return (
        "### All commands\n"
        f"**A game** ({each}): `challenge` · `move` · `board` · `rules` · `/tour`\n"
        "**Your matches:** `/move` · `/match list` · `next` · `history`\n"
        "**In a match:** `/match draw` · `takeback` · `pause` · `claim` · `resign` · `rematch`\n"
        "**Watch and replay:** `/match live` · `watch` · `unwatch` · `replay` · `record` · `share` · "
        "`open` · `import`\n"
        "**People:** `/leaderboard` · `/profile` · `/block` · `/unblock`\n"
        "**Your settings:** `/settings` · `/privacy`\n"
        "**Server admins:** `/server`"
    )
