"""Leaderboards, users' ratings as of today, and the champions of seasons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from data import stores
from engines import GAMES
from matches.model import GuildId, Match, UserId
from matches.players import Computer, Human, Player
from matches.ratings.leaderboard import PAGE, GamePlayed, GameProfile, Leaderboard, LeaderboardKey, Rank
from matches.ratings.ledger import (
    BOTH_SIDES,
    EVERYWHERE,
    FAST_MATCHES,
    HeadToHead,
    HeadToHeadKey,
    PlayerRating,
    Standing,
    Tally,
    TallyKey,
)
from matches.ratings.rating import Rating, day_of
from matches.ratings.scores import EVERYBODY, Score, rated_start
from matches.ratings.seasons import (
    ALL_TIME,
    LEAST_MET,
    Champion,
    Crowned,
    EndedSeason,
    SeasonResult,
    is_over,
    kind_of,
)
from services.core import Core

AT_ONCE: Final = 100
"""The number of players whose opponents are counted in one query, until a champion is found."""
FORM: Final = 10
"""Matches in a player's form."""
OPENINGS: Final = 3
"""Openings on a profile."""
GRAPH_DAYS: Final = 365
"""Days covered by the graph of a rating."""
LATE: Final = timedelta(minutes=10)
"""The delay from a season's last day to its closing: a match that ended in it may still be being stored."""
CLOSING_LEASE: Final = timedelta(minutes=10)
"""The time for which a season is claimed for closing, before another process may try."""


@dataclass(frozen=True, slots=True)
class RatingsNow:
    """The ratings of some users on a ``day``, in every game."""

    day: int
    accounts: Mapping[UserId, Mapping[str, PlayerRating]]

    def of(self, user: UserId, game: str) -> Rating:
        """A user's rating in a game; a newcomer's if they have played no rated match of it."""
        account = self.accounts[user].get(game)
        return Rating() if account is None else account.on(self.day)


async def ratings_now(core: Core, users: Collection[UserId]) -> RatingsNow:
    """The ratings of ``users``, read in one query."""
    return RatingsNow(day_of(core.now()), await core.db.read(stores.ratings.accounts, sorted(set(users))))


class Leaderboards:
    """Reads only: the data is written when a match ends."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def leaderboard(
        self,
        game: str,
        reader: UserId,
        *,
        guild: GuildId = EVERYWHERE,
        season: str = ALL_TIME,
        page: int = 0,
    ) -> Leaderboard:
        """A page of a leaderboard, counted from 0, and the reader's own place.

        A page beyond the end is replaced by the last one.
        """
        today = day_of(self._core.now())
        board = LeaderboardKey.of(game, guild, season, today)
        ranked = await self._db.read(stores.ratings.ranked, board)
        page = min(max(page, 0), max(0, (ranked - 1) // PAGE))
        found = await self._db.read(stores.ratings.standings, board, PAGE, page * PAGE)
        first = 1
        if page and found:
            first = await self._db.read(stores.ratings.ranked, board, found[0][1].ranked_by(board.day)) + 1
        places = _places(board, found, page * PAGE + 1, first)
        own = await self._own(board, reader)
        return Leaderboard(board, page, places, ranked, own, is_over(season, today))

    async def ranking(self, game: str, guild: GuildId, season: str, limit: int) -> tuple[Rank, ...]:
        """The ranked players of a leaderboard, best first, at most ``limit``."""
        today = day_of(self._core.now())
        board = LeaderboardKey.of(game, guild, season, today)
        return _places(board, await self._db.read(stores.ratings.standings, board, limit), 1, 1)

    async def champions(self, game: str, guild: GuildId, season: str) -> tuple[Rank, ...]:
        """The best player of a season, or so far, among those who met LEAST_MET opponents in it.

        Several if they are equal; empty if no player met that many.
        """
        board = LeaderboardKey.of(game, guild, season, day_of(self._core.now()))
        best: list[Rank] = []
        offset = 0
        while found := await self._db.read(stores.ratings.standings, board, AT_ONCE, offset):
            offset += len(found)
            met = await self._db.read(stores.ratings.people_met, board, [player for player, _ in found])
            for place in _places(board, found, 1, 1):
                if best and place.by != best[0].by:
                    return tuple(best)
                if met[place.player] >= LEAST_MET:
                    best.append(replace(place, rank=1))
        return tuple(best)

    async def place(self, game: str, user: UserId, guild: GuildId) -> int | None:
        """A player's place on a server's all-time leaderboard, None if they are not ranked."""
        today = day_of(self._core.now())
        own = await self._own(LeaderboardKey.of(game, guild, ALL_TIME, today), user)
        return None if own is None else own.rank

    async def played(self, user: UserId) -> tuple[GamePlayed, ...]:
        """The games that a user has played, those most played against people first.

        Games played only against the computer are included.
        """
        today = day_of(self._core.now())
        tallies = await self._db.read(stores.ratings.tallies, user)
        accounts = (await self._db.read(stores.ratings.accounts, [user]))[user]
        ratings = {game: account.on(today) for game, account in accounts.items()}
        against_people = {key.game: tally.matches for key, tally in tallies.items() if key.side == BOTH_SIDES}
        met = await self._db.read(stores.ratings.against_computer, user)
        games = {key.game for key in met} | against_people.keys()
        found = [GamePlayed(game, against_people.get(game, 0), ratings.get(game)) for game in games]
        return tuple(sorted(found, key=lambda one: (-one.matches, one.game)))

    async def profile(self, user: UserId, game: str, reader: UserId | None = None) -> GameProfile | None:
        """A player's profile in a game, for a reader; None if they have finished no match of it."""
        today = day_of(self._core.now())
        key = TallyKey(Human(user), game, BOTH_SIDES)
        tallies = await self._db.read(stores.ratings.tallies, user)
        computer = await self._against_computer(user, game)
        if key not in tallies and not computer:
            return None
        account = (await self._db.read(stores.ratings.accounts, [user]))[user].get(game)
        met = (
            {}
            if reader is None or reader == user
            else await self._db.read(stores.ratings.meetings, user, reader)
        )
        openings = await self._db.read(stores.ratings.openings, user, game, OPENINGS)
        return GameProfile(
            game=game,
            account=account,
            rating=None if account is None else account.on(today),
            both=tallies.get(key, Tally()),
            sides=_by_side(tallies, key),
            form=await self._db.read(stores.ratings.scores, user, game, FORM),
            openings=tuple((key.side, key.line, opening) for key, opening in openings),
            history=await self._db.read(stores.ratings.history_of_rating, user, game, today - GRAPH_DAYS),
            met=None if reader is None else met.get(HeadToHeadKey(Human(user), Human(reader), game)),
            next_weight=1.0 if reader in (None, user) else await self._next_weight(game, user, reader),
            fast=tallies.get(key._replace(side=FAST_MATCHES), Tally()),
            computer=computer,
        )

    async def _against_computer(self, user: UserId, game: str) -> dict[int, HeadToHead]:
        """A player's results against the computer in a game, by level."""
        found = await self._db.read(stores.ratings.against_computer, user)
        return {
            key.rival.level: met
            for key, met in found.items()
            if key.game == game and isinstance(key.rival, Computer)
        }

    async def _next_weight(self, game: str, one: UserId, other: UserId) -> float:
        """The weight of a rated match between these two that begins now."""
        start = rated_start(game, one, other, self._core.now())
        return start.weight(await self._db.read(stores.ratings.rated_starts, game, one, other, start.since))

    async def sides_of(self, game: str) -> dict[str, Tally]:
        """The results of each side of a game, over all players' matches."""
        tallies = await self._db.read(stores.ratings.tallies, EVERYBODY)
        return _by_side(tallies, TallyKey(EVERYBODY, game, BOTH_SIDES))

    async def brought(self, match: Match) -> tuple[Score, ...]:
        """The scores of a finished match, with ratings before and after it if rated."""
        return await self._db.read(stores.ratings.brought, match.id) if match.result is not None else ()

    async def unsure_after(self, brought: Sequence[Score]) -> frozenset[Player]:
        """The players whose ratings were provisional after the day of these scores."""
        unsure: set[Player] = set()
        for score in brought:
            user = score.player.user_id
            if score.after is None or user is None:
                continue
            days = await self._db.read(stores.ratings.history_of_rating, user, score.game, score.day)
            if days and days[0][1].provisional:
                unsure.add(score.player)
        return frozenset(unsure)

    async def ratings_of(self, game: str, users: Sequence[UserId]) -> dict[UserId, Rating]:
        """The present ratings of these users in a game; a newcomer's if they have played no rated match."""
        today = day_of(self._core.now())
        found = await self._db.read(stores.ratings.accounts, users)
        accounts = {user: found[user].get(game) for user in users}
        return {user: Rating() if one is None else one.on(today) for user, one in accounts.items()}

    async def record_presence(self, guild: GuildId, user: UserId, *, there: bool) -> None:
        """Record whether a user is in a server; one who left is removed from everything joined there."""
        # First, and each time: somebody who is known to have left may have been put into something since.
        if not there and await self._db.read(stores.participation.takes_part, guild, user):
            await self._db.write(stores.participation.leave_features, guild, user, self._core.now())
        if await self._db.read(stores.ratings.has_left, guild, user) is there:
            if there:
                await self._db.write(stores.ratings.set_listed, guild, user, True)
                return
            self._core.changed_guilds.add(guild)
            await self._db.write(stores.privacy.record_left, guild, user)

    async def _own(self, board: LeaderboardKey, reader: UserId) -> Rank | None:
        standing = await self._db.read(stores.ratings.standing_of, board, reader)
        if standing is None:
            return None
        rank = None
        if board.ranks(standing):
            rank = await self._db.read(stores.ratings.ranked, board, standing.ranked_by(board.day)) + 1
        return _place(board, Human(reader), standing, rank)


def _places(
    board: LeaderboardKey, found: Sequence[tuple[Player, Standing]], number: int, rank: int
) -> tuple[Rank, ...]:
    """The ranks of players from the ``number``-th on; the first has ``rank``, and equals share one."""
    places: list[Rank] = []
    for at, (player, standing) in enumerate(found, start=number):
        if places and places[-1].by != standing.ranked_by(board.day):
            rank = at
        places.append(_place(board, player, standing, rank))
    return tuple(places)


def _place(board: LeaderboardKey, player: Player, standing: Standing, rank: int | None) -> Rank:
    """The rank of a standing; for a finished season, as on its last day."""
    day = board.day
    return Rank(player, rank, standing.on(day), standing.ranked_by(day), standing.matches, standing.day)


def _by_side(tallies: Mapping[TallyKey, Tally], of: TallyKey) -> dict[str, Tally]:
    """The tallies of a game's sides, in the game's order."""
    sides = {side: tallies.get(of._replace(side=side)) for side in GAMES[of.game].sides}
    return {side: tally for side, tally in sides.items() if tally is not None}


def over_before(now: datetime) -> int:
    """The day before which a season must have ended to be over ``now``."""
    return day_of(now - LATE)


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
        kept: list[EndedSeason] = []
        asked = (over_before(now), now, now + CLOSING_LEASE, limit, self._core.territory.shards)
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
        stored = None
        while stored is None:
            found = await self.candidates(ended)
            stored = await self._db.write(stores.seasons.crown_candidates, ended, found)
        return stored

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

    async def record_role(self, ended: EndedSeason, champion: Champion, role: int | None) -> None:
        """Record the role of a champion; None if it is gone."""
        await self._db.write(stores.seasons.record_role, ended, champion, role)

    async def close(self, ended: EndedSeason) -> None:
        """Close a season whose results are all announced."""
        await self._db.write(stores.seasons.close_season, ended)
