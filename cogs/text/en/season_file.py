"""Texts of the file with the table of a season."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.text.en.community import season
from cogs.text.en.phrases import counted
from engines import GAMES
from matches.ratings.leaderboard import LeaderboardKey

AS_FILE = "As CSV"
COLUMNS: Final = ("rank", "player", "rating", "plus or minus", "provisional", "rated matches")
PROVISIONAL: Final[Mapping[bool, str]] = {True: "yes", False: "no"}
NOBODY_RANKED = "Nobody is ranked in this season yet, so there's no table to save."


def season_file(board: LeaderboardKey, ranked: int, most: int) -> str:
    """Above the file of a season; ``most``: the players it holds at most."""
    first = f"the first {most} players" if ranked == most else counted(ranked, "player")
    return f"**{GAMES[board.game].name}, {season(board.season)}:** {first}, as a table for any spreadsheet."
