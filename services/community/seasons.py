"""The end of a season: its champions, stored once, even if announcing them is interrupted."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from data import stores
from engines import GAMES
from matches.model import GuildId
from matches.ratings.champions import Champion, Crowned, EndedSeason, SeasonResult
from matches.ratings.leaderboard import LeaderboardKey
from matches.ratings.rating import Rating, day_of
from matches.ratings.seasons import kind_of
from services.community.leaderboards import Leaderboards
from services.core import Core

LATE: Final = timedelta(minutes=10)
"""The delay from a season's last day to its closing: a match that ended in it may still be being stored."""
LEASE: Final = timedelta(minutes=10)
"""The time for which a season is claimed for closing, before another process may try."""


class Seasons:
    """Closes seasons step by step; after a crash each step may be repeated."""

    def __init__(self, core: Core, leaderboards: Leaderboards) -> None:
        self._core = core
        self._db = core.db
        self._leaderboards = leaderboards

    async def ended(self, limit: int) -> tuple[EndedSeason, ...]:
        """Claim seasons that are over and not closed, earliest first, at most ``limit``.

        A server's season waits until all its earlier ones are closed. Seasons of a kind that their server
        doesn't use are closed at once and not returned.
        """
        now = self._core.now()
        over = day_of(now - LATE)
        kept: list[EndedSeason] = []
        asked = (over, now, now + LEASE, limit, self._core.territory.shards)
        while not kept and (claimed := await self._db.write(stores.seasons.claim_seasons, *asked)):
            for ended in claimed:
                if (await self._core.guild_rules(ended.guild_id)).season is kind_of(ended.season):
                    kept.append(ended)
                else:
                    await self._db.write(stores.seasons.close_season, ended)
        return tuple(kept)

    async def candidates(self, ended: EndedSeason) -> tuple[Champion, ...]:
        """The players who would be champion of each game by the present leaderboards."""
        first = {
            game: await self._leaderboards.champions(game, ended.guild_id, ended.season) for game in GAMES
        }
        return tuple(
            Champion(game, place.player, place.rating.points, place.matches)
            for game, places in first.items()
            for place in places
        )

    async def crown(self, ended: EndedSeason) -> tuple[Champion, ...]:
        """Store the champions of a finished season, once; returns the stored ones."""
        return await self._db.write(stores.seasons.crown, ended, await self.candidates(ended))

    async def crowned(self, guild: GuildId, season: str) -> tuple[Champion, ...]:
        """The champions of a season, by game; empty until they are crowned."""
        return await self._db.read(stores.seasons.crowned, EndedSeason(guild, season))

    async def results(self, ended: EndedSeason) -> tuple[SeasonResult, ...]:
        """The results of a season, by game, once its champions are crowned."""
        today, champions = day_of(self._core.now()), await self._db.read(stores.seasons.crowned, ended)
        found = []
        for game in dict.fromkeys((*GAMES, *(one.game for one in champions))):
            board = LeaderboardKey.of(game, ended.guild_id, ended.season, today)
            first = [one for one in champions if one.game == game]
            if not first and await self._db.read(stores.ratings.ranked, board) == 0:
                continue
            met = await self._db.read(stores.ratings.people_met, board, [one.player for one in first])
            crowned = [Crowned(one, await self._rating(board, one), met[one.player]) for one in first]
            found.append(SeasonResult(game, tuple(crowned)))
        return tuple(found)

    async def _rating(self, board: LeaderboardKey, champion: Champion) -> Rating:
        """A champion's rating at the season's end; for one erased since, only its points."""
        user = champion.player.user_id
        standing = None if user is None else await self._db.read(stores.ratings.standing_of, board, user)
        return Rating(champion.points, 0) if standing is None else standing.on(board.day)

    async def wearing(self, guild: GuildId) -> tuple[tuple[EndedSeason, Champion], ...]:
        """The champions of a server who have a role, with their seasons."""
        return await self._db.read(stores.seasons.wearing, guild)

    async def note_role(self, ended: EndedSeason, champion: Champion, role: int | None) -> None:
        """Record the role of a champion; None if it is gone."""
        await self._db.write(stores.seasons.note_role, ended, champion, role)

    async def close(self, ended: EndedSeason) -> None:
        """Close a season whose results are all announced."""
        await self._db.write(stores.seasons.close_season, ended)
