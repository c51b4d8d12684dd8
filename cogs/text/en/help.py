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
        "### Board games, a move at a time\n"
        "A match lives in its own thread, for an evening or for weeks. I ping you when it is your turn.\n"
        "**New here?** Tap below: which game suits you, and three turns of it to try.\n"
        f"**Challenge:** `/{first} challenge` (other games: {also}). "
        "Name a friend, or nobody: then anyone may accept.\n"
        "**Accept** with the button, and **Move** with the one under the board.\n"
        "**Lost a match?** `/match next` finds the one that waits for you."
    )


def all_commands(games: Sequence[str]) -> str:
    """Every command; ``games`` are those of the games."""
    each = ", ".join(f"`/{game}`" for game in games)
    return (
        "### All commands\n"
        f"**A game** ({each}): `challenge` · `move` · `board` · `rules` · `/tour`\n"
        "**Your matches:** `/move` · `/match list` · `next` · `history`\n"
        "**In a match:** `/match draw` · `takeback` · `pause` · `claim` · `resign` · `rematch`\n"
        "**To look at:** `/match live` · `watch` · `unwatch` · `replay` · `record` · `share` · `open` · "
        "`import`\n"
        "**People:** `/leaderboard` · `/profile` · `/block` · `/unblock`\n"
        "**Yours to set:** `/settings` · `/privacy`\n"
        "**Who manages the server:** `/server`"
    )
