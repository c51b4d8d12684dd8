"""Texts of a server's hall of champions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, time
from typing import Final

import discord

from cogs.text import speaks
from cogs.text.en.community import season
from cogs.text.en.phrases import mention
from engines import GAMES
from matches.ratings.rating import date_of
from matches.tournaments.champions import WHOLE, HallEntry

OPEN: Final = "Champions"
ONLY_IN_SERVER: Final = "Each server has its own champions. Use this in a server channel."
TITLE: Final = "### Champions of this server"
NONE: Final = (
    f"{TITLE}\nThere are none yet. The winner of each tournament gets a line here, and the first of each "
    "game's leaderboard when a season ends."
)


def hall(entries: Iterable[HallEntry]) -> str:
    """A page of the hall, a line for each champion."""
    return "\n".join([TITLE, *(f"- {_entry(one)}" for one in entries)])


def titles(entries: Iterable[HallEntry]) -> str:
    """The titles of a player in a line; empty without one."""
    won = [_won(one) for one in entries]
    return f"🏆 {' · '.join(won)}" if won else ""


def _entry(one: HallEntry) -> str:
    game = GAMES[one.game].name if one.game in GAMES else one.game
    at = datetime.combine(date_of(one.day), time(12), UTC)
    return f"{mention(one.player)} · {_won(one)} · {game} · {discord.utils.format_dt(at, 'D')}"


def _won(one: HallEntry) -> str:
    if one.rated_season:
        return f"rating season {season(one.rated_season)}"
    return f"**{one.name}**" if one.season == WHOLE else f"**{one.name}**, season {one.season}"


speaks(__name__, "champions")
