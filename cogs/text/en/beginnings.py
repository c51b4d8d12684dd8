"""Texts on the way to somebody's first matches: /help, and the buttons that it, tours and rules end with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import link
from engines import Side
from matches.summaries import MatchSummary
from settings import VERSION

RULES_PLAYED: Final = "**See a rule played:**"
OPEN_CHALLENGE: Final = "Open challenge"
WHICH_VERSION: Final = f"-# Tidepool {VERSION}"


def corner(point: str, *, left: bool) -> str:
    """An open place in a player's own rows, as they see them: ``Left corner (a2)``."""
    return f"{'Left' if left else 'Right'} corner ({point})"


def own_rows(side: Side, pieces: Sequence[tuple[str, str]], open_points: Sequence[str]) -> str:
    """A player's own rows before the pick, in words: ``pieces`` are (kind, point)."""
    kinds = dict.fromkeys(kind for kind, _ in pieces)
    stand = [f"{kind} {' '.join(at for each, at in pieces if each == kind)}" for kind in kinds]
    free = f" Open corners: {' '.join(open_points)}." if open_points else ""
    return f"Your rows as {side}: {'; '.join(stand)}.{free}"


def challenge_somebody(game: str) -> str:
    """The prompt of the member menu."""
    return f"Challenge somebody to {game}"


def play_it(game: str, *, computer: bool) -> str:
    """The line above the ways to a match, in a server; ``computer``: whether it can be played there."""
    if computer:
        return f"**Play {game}:** pick somebody, let anyone accept, or play the computer."
    return f"**Play {game}:** pick somebody, or let anyone here accept."


def play_in_a_server(command: str) -> str:
    """The same in direct messages, where nobody can be picked."""
    return (
        "**Play it:** matches start in a server that we share. Go to one of its channels and use "
        f"`/{command} challenge`, with `computer:` if nobody's around."
    )


def already_challenged(match: MatchSummary) -> str:
    """A refusal: the same challenge has no answer yet, as after a double click."""
    where = link(match.guild_id, match.channel_id, match.shown.invitation)
    return f"You've already posted [that challenge]({where}). You can withdraw it there."


# --- /help ---------------------------------------------------------------------------------------

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
        f"**Your matches:** `/move` · {_each('match', 'find', 'list', 'next', 'history')}\n"
        f"**In a match:** {_each('match', 'draw', 'takeback', 'pause', 'claim', 'resign', 'rematch')}\n"
        f"**Watch and replay:** {_each('match', *looked_at)}\n"
        "**People:** `/leaderboard` · `/profile` · `/block` · `/unblock`\n"
        "**Ladders:** `/ladder show` · `/ladder join` · `/ladder challenge` · `/ladder history` · "
        "`/ladder leave`\n"
        "**Your settings:** `/settings` · `/privacy`\n"
        "**Server admins:** `/server` (start with `/server panel`)"
    )


def _each(group: str, *commands: str) -> str:
    """Commands of a group, to be tapped."""
    return " · ".join(f"`/{group} {command}`" for command in commands)
