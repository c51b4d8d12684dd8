"""The end of a season: who has won it, remembered once, whatever happens while it is told."""

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
"""The delay from a season's last day to its closing: a match that ended in it may still be on its way."""
LEASE: Final = timedelta(minutes=10)
"""The time a season is in the hands of the process that closes it, before another may try."""


class Seasons:
    """Closing seasons, step by step; each step can be taken again after a crash and changes nothing then."""

    def __init__(self, core: Core, leaderboards: Leaderboards) -> None:
        self._core = core
        self._db = core.db
        self._leaderboards = leaderboards

    async def ended(self, limit: int) -> tuple[EndedSeason, ...]:
        """Claim seasons that are over and not closed, the earliest first, at most ``limit``.

        None while an earlier one of the same server is open. Those of a kind that their server does not have
        are closed at once and not returned.
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
        """The players who would be champion of each game, as the leaderboards stand."""
        first = {
            game: await self._leaderboards.champions(game, ended.guild_id, ended.season) for game in GAMES
        }
        return tuple(
            Champion(game, place.player, place.rating.points, place.matches)
            for game, places in first.items()
            for place in places
        )

    async def crown(self, ended: EndedSeason) -> tuple[Champion, ...]:
        """Remember the champions of a season that is over, once; returns those remembered."""
        return await self._db.write(stores.seasons.crown, ended, await self.candidates(ended))

    async def crowned(self, guild: GuildId, season: str) -> tuple[Champion, ...]:
        """The champions of a season, by game, once they were crowned."""
        return await self._db.read(stores.seasons.crowned, EndedSeason(guild, season))

    async def results(self, ended: EndedSeason) -> tuple[SeasonResult, ...]:
        """The results of a season, by game, once its champions were crowned."""
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
        """The rating of a champion at the season's end; of somebody erased since, the points alone."""
        user = champion.player.user_id
        standing = None if user is None else await self._db.read(stores.ratings.standing_of, board, user)
        return Rating(champion.points, 0) if standing is None else standing.on(board.day)

    async def wearing(self, guild: GuildId) -> tuple[tuple[EndedSeason, Champion], ...]:
        """The champions of a server who have a role for it, with their seasons."""
        return await self._db.read(stores.seasons.wearing, guild)

    async def note_role(self, ended: EndedSeason, champion: Champion, role: int | None) -> None:
        """Remember that a champion has a role for it, or not any more."""
        await self._db.write(stores.seasons.note_role, ended, champion, role)

    async def close(self, ended: EndedSeason) -> None:
        """Have done with a season: everything about it was told."""
        await self._db.write(stores.seasons.close_season, ended)
