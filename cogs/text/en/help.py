"""The texts of /help. The others are in ``texts``, and the same holds here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

WHICH_GAME: Final = "Which game should I try?"
ALL_COMMANDS: Final = "All commands"
BACK: Final = "Back"


def first_steps(games: Sequence[str]) -> str:
    """The way to a first match; ``games`` are the commands of the games, that for newcomers first."""
    first, *others = games
    also = " · ".join(f"`/{game} challenge`" for game in others)
    return (
        "### Board games, one move at a time\n"
        "Each match gets its own thread and can last an evening or a month. I ping you when it's "
        "your turn.\n"
        "**New here?** Tap below to find your game and try three turns.\n"
        f"**Challenge:** `/{first} challenge`. Without a name, anyone can accept.\n"
        f"-# Other games: {also}\n"
        "**Accept** with the button, and **Move** with the one under the board.\n"
        "**Can't find your match?** `/match next` jumps to one where it's your turn."
    )


def all_commands(games: Sequence[str]) -> str:
    """Every command; ``games`` are those of the games, that for newcomers first."""
    first, *others = games
    also = ", ".join(f"`/{game}`" for game in others)
    looked_at = ("live", "watch", "unwatch", "replay", "record", "share", "open", "import")
    return (
        "### All commands\n"
        f"**A game:** {_each(first, 'challenge', 'move', 'board', 'rules')}, and the same with {also}\n"
        "**New to a game?** `/tour`\n"
        f"**Your matches:** `/move` · {_each('match', 'list', 'next', 'history')}\n"
        f"**In a match:** {_each('match', 'draw', 'takeback', 'pause', 'claim', 'resign', 'rematch')}\n"
        f"**Watch and replay:** {_each('match', *looked_at)}\n"
        "**People:** `/leaderboard` · `/profile` · `/block` · `/unblock`\n"
        "**Your settings:** `/settings` · `/privacy`\n"
        "**Server admins:** `/server` (start with `/server panel`)"
    )


def _each(group: str, *commands: str) -> str:
    """Commands of a group, to be tapped."""
    return " · ".join(f"`/{group} {command}`" for command in commands)
