"""Texts of /matches: its tabs, and the running matches of a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.match import board_link
from cogs.text.en.phrases import counted, link, mention, title
from matches.model import Phase, UserId
from matches.summaries import MatchSummary

COMMAND: Final = "Your matches, those running or finished here, and openings"
SHOW_OPTION: Final = "What to show (default: your matches)"
GAME_OPTION: Final = "Only matches of this game"
PLAYER_OPTION: Final = "Only matches of this player"
TABS: Final = ("Mine", "Running")
"""The labels of the tabs, in their order in ids."""
MY_FINISHED: Final = "My finished matches"
ONLY_MINE: Final = "Your own list has your matches alone. Pick *Running* or *Finished* with `player:`."


def running(
    matches: Sequence[MatchSummary],
    game: str | None,
    player: UserId | None,
    *,
    first: int,
    count: int,
    more: bool,
) -> str:
    """Heads a page of running matches, from number ``first`` on of ``count``; ``more``: older ones run.

    ``game`` is the name of the one asked for, and ``player`` the one whose matches they are, if it's one's.
    """
    asked = [*([f"of {game}"] if game else []), *([f"with {mention(player)}"] if player else [])]
    head = f"### {' '.join([counted(count, 'match', 'matches'), *asked, 'running here'])}"
    page = [f"-# {first + 1} to {first + len(matches)}, newest first."] if count > len(matches) else []
    rest = ["-# These are the newest; older ones are running too."] if more else []
    return "\n".join([head, *page, *rest])


def running_line(match: MatchSummary) -> str:
    """A running match: its link, its players, and whose turn it is."""
    moving = match.to_act if match.phase is Phase.PLAYING and match.to_act else ()
    mover = moving[0] if len(moving) == 1 else None
    players = [
        f"**{mention(player)}** to move" if player == mover else mention(player) for player in match.players
    ]
    picking = " · choosing picks" if match.phase is Phase.SETUP else ""
    where = board_link(match) or link(match.guild_id, match.channel_id)
    return f"[{title(match)}](<{where}>) · {' – '.join(players)}{picking}"
