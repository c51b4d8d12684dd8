"""The ledger of ratings, tallies and standings, updated score by score.

A store loads the rows that a match touches, enters the match, and writes back what changed. Entering all
stored scores again, in the order in which they were stored, reproduces the ledger to the last bit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Generic, NamedTuple, TypeVar

from engines import Side
from matches.model import GuildId, MatchId, UserId
from matches.players import Human, Player
from matches.ratings.rating import RankedBy, RatedResult, Rating, whole
from matches.ratings.scores import DRAW, EVERYBODY, LOSS, WIN, Score
from matches.ratings.seasons import seasons_of

EVERYWHERE: Final = GuildId(0)
"""The server of a standing among all players of a game, wherever they play."""
BOTH_SIDES: Final[Side] = ""
"""The side of a tally over both."""
FAST_MATCHES: Final[Side] = "+fast"
"""The side of a tally over both sides of fast matches only. No game has a side of this name."""

Key = TypeVar("Key")
Row = TypeVar("Row")


class PlayerKey(NamedTuple):
    """A player of a game."""

    player: Player
    game: str


class PointKey(NamedTuple):
    """A player's day in a game."""

    player: Player
    game: str
    day: int


class TallyKey(NamedTuple):
    """A player of a game on one side, or on both; EVERYBODY: all players together."""

    player: Player | None
    game: str
    side: Side


class HeadToHeadKey(NamedTuple):
    """A player of a game against one rival."""

    player: Player
    rival: Player
    game: str


class OpeningKey(NamedTuple):
    """An opening of a player of a game on one side."""

    player: Player
    game: str
    side: Side
    line: str


class StandingKey(NamedTuple):
    """A player of a game in one server and season."""

    guild_id: GuildId
    game: str
    season: str
    player: Player


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating in a game.

    ``day`` is the last day with a rated match, ``start`` the rating with which that day began, ``now`` the
    one after all of its results so far. ``matches`` counts the rated ones.
    """

    day: int
    start: Rating
    now: Rating
    matches: int

    def on(self, day: int) -> Rating:
        """The rating on ``day``, after its matches so far."""
        return self.now.after_idle(day - self.day if day > self.day else 0)

    def beginning(self, day: int) -> Rating:
        """The rating at the start of ``day``, which is the last day with a match or a later one."""
        return self.start if day == self.day else self.now.after_idle(day - self.day - 1)


@dataclass(frozen=True, slots=True)
class _Results:
    matches: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def losses(self) -> int:
        """The matches neither won nor drawn."""
        return self.matches - self.wins - self.draws


@dataclass(frozen=True, slots=True)
class Tally(_Results):
    """Results of matches. ``streak`` counts wins in a row, below zero losses; ``best`` is the most wins."""

    timeouts: int = 0
    streak: int = 0
    best: int = 0

    def plus(self, score: Score) -> Tally:
        """This and one more match."""
        streak = {WIN: max(self.streak, 0) + 1, DRAW: 0, LOSS: min(self.streak, 0) - 1}[score.points]
        return Tally(
            matches=self.matches + 1,
            wins=self.wins + (score.points == WIN),
            draws=self.draws + (score.points == DRAW),
            timeouts=self.timeouts + score.on_time,
            streak=streak,
            best=max(self.best, streak),
        )

    def without(self, part: Tally) -> _Results:
        """The results of the matches that ``part`` of these does not count."""
        return _Results(self.matches - part.matches, self.wins - part.wins, self.draws - part.draws)


@dataclass(frozen=True, slots=True)
class HeadToHead(_Results):
    """The results of a player's matches against one rival."""

    def plus(self, score: Score) -> HeadToHead:
        """This and one more match."""
        return HeadToHead(
            self.matches + 1, self.wins + (score.points == WIN), self.draws + (score.points == DRAW)
        )


@dataclass(frozen=True, slots=True)
class Opening:
    """The matches that a player began with one opening, and those of them won, as counts."""

    matches: int = 0
    wins: int = 0

    def plus(self, score: Score) -> Opening:
        """This and one more match."""
        return Opening(self.matches + 1, self.wins + (score.points == WIN))


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard.

    ``rating`` is the player's one rating as it was on ``rated_day``, the last day of the season with a rated
    match wherever it was played. ``matches`` counts the rated ones in this server and season, the last of
    them on ``day``. ``listed``: whether the player is still in the server, as far as the bot knows.
    """

    rating: Rating
    rated_day: int
    matches: int
    day: int
    listed: bool = True

    def on(self, day: int) -> Rating:
        """The rating as it is on ``day``."""
        return self.rating.after_idle(day - self.rated_day)

    def ranked_by(self, day: int) -> RankedBy:
        """The key that ranks the player on ``day``.

        A sure rating becomes provisional over time; points change only with rated matches.
        """
        if self.on(day).provisional:
            return RankedBy(False, whole(self.rating.low))
        return RankedBy(True, self.rating.points)


class TrackedRows(Generic[Key, Row]):
    """Rows by key, and which of them were written since they were loaded."""

    def __init__(self, rows: Iterable[tuple[Key, Row]] = ()) -> None:
        self._rows = dict(rows)
        self._written: dict[Key, None] = {}

    def get(self, key: Key) -> Row | None:
        """The row at ``key``, or None."""
        return self._rows.get(key)

    def put(self, key: Key, row: Row) -> None:
        """Write a row."""
        self._rows[key] = row
        self._written[key] = None

    def written(self) -> dict[Key, Row]:
        """The rows written since they were loaded."""
        return {key: self._rows[key] for key in self._written}

    def __iter__(self) -> Iterator[tuple[Key, Row]]:
        return iter(self._rows.items())


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """A score as entered, with its final day, and the rival's rating at the start of that day."""

    score: Score
    rival: Rating | None = None

    def faced(self) -> RatedResult:
        """The result as input for the rating of its day."""
        assert self.rival is not None, "only rated matches are rated"
        return RatedResult(
            self.score.match_id,
            self.rival.rating,
            self.rival.deviation,
            self.score.points / WIN,
            self.score.weight,
        )


@dataclass(slots=True)
class RatingLedger:
    """All rows, or those that one match touches."""

    accounts: TrackedRows[PlayerKey, PlayerRating] = field(default_factory=TrackedRows)
    points: TrackedRows[PointKey, Rating] = field(default_factory=TrackedRows)
    tallies: TrackedRows[TallyKey, Tally] = field(default_factory=TrackedRows)
    meetings: TrackedRows[HeadToHeadKey, HeadToHead] = field(default_factory=TrackedRows)
    openings: TrackedRows[OpeningKey, Opening] = field(default_factory=TrackedRows)
    standings: TrackedRows[StandingKey, Standing] = field(default_factory=TrackedRows)
    faced: dict[PlayerKey, dict[MatchId, RatedResult]] = field(default_factory=lambda: defaultdict(dict))
    """The results of each player's last day."""
    guilds: dict[PlayerKey, dict[GuildId, None]] = field(default_factory=lambda: defaultdict(dict))
    """The servers in which each player has standings."""
    gone: set[tuple[GuildId, UserId]] = field(default_factory=set)
    """The servers and the users who have left them."""

    def enter(self, scores: Sequence[Score]) -> tuple[RecordedScore, ...]:
        """Enter the scores of one match."""
        for score in scores:
            self._count(score)
        if not any(score.rated for score in scores):
            return tuple(RecordedScore(score) for score in scores)
        # A player's days must be in order: a score that comes late, or from a clock that is behind, counts
        # for the latest day of the two players. So the rating of a past day never changes.
        accounts = [self.accounts.get(PlayerKey(score.player, score.game)) for score in scores]
        day = max([scores[0].day, *(account.day for account in accounts if account is not None)])
        starts = {score.player: self._beginning(score, day) for score in scores}
        entered = [RecordedScore(replace(score, day=day), starts[score.rival]) for score in scores]
        # Sometimes only one of the two is rated: see matches.ratings.scores.
        return tuple(
            self._rate(one, starts[one.score.player]) if one.score.rated else RecordedScore(one.score)
            for one in entered
        )

    def _count(self, score: Score) -> None:
        player, game, side = score.player, score.game, score.side
        for key in (
            TallyKey(player, game, BOTH_SIDES),
            TallyKey(player, game, side),
            TallyKey(EVERYBODY, game, side),
            *([TallyKey(player, game, FAST_MATCHES)] if score.fast else []),
        ):
            self.tallies.put(key, (self.tallies.get(key) or Tally()).plus(score))
        self.meet(score)
        if score.opening:
            begun = OpeningKey(player, game, side, score.opening)
            self.openings.put(begun, (self.openings.get(begun) or Opening()).plus(score))

    def meet(self, score: Score) -> None:
        """Count a score only in the head-to-head against its rival."""
        met = HeadToHeadKey(score.player, score.rival, score.game)
        self.meetings.put(met, (self.meetings.get(met) or HeadToHead()).plus(score))

    def _beginning(self, score: Score, day: int) -> Rating:
        account = self.accounts.get(PlayerKey(score.player, score.game))
        return Rating() if account is None else account.beginning(day)

    def _rate(self, entered: RecordedScore, start: Rating) -> RecordedScore:
        """Rate the player's whole day again with this result added; returns the score with its points."""
        score = entered.score
        key = PlayerKey(score.player, score.game)
        account = self.accounts.get(key)
        if account is None or account.day != score.day:
            self.faced[key] = {}
        self.faced[key][score.match_id] = entered.faced()
        now = start.after_day(tuple(self.faced[key].values()))
        before, matches = (start, 0) if account is None else (account.now, account.matches)
        self.accounts.put(key, PlayerRating(score.day, start, now, matches + 1))
        self.points.put(PointKey(*key, score.day), now)
        self._place(score, now)
        return replace(entered, score=replace(score, before=before.points, after=now.points))

    def _place(self, score: Score, now: Rating) -> None:
        """Write the rating to the player's standings of the day's seasons; count the match in its server."""
        player, day = score.player, score.day
        key = PlayerKey(player, score.game)
        self.guilds[key].update({EVERYWHERE: None, score.guild_id: None})
        for guild in self.guilds[key]:
            here = guild in (EVERYWHERE, score.guild_id)
            for season in seasons_of(day):
                place = StandingKey(guild, score.game, season, player)
                standing = self.standings.get(place)
                if standing is None and not here:
                    continue  # nothing was played there in this season
                if standing is None:
                    user = player.user_id
                    listed = user is not None and (guild, user) not in self.gone
                    standing = Standing(now, day, 0, day, listed)
                standing = replace(standing, rating=now, rated_day=day)
                self.standings.put(
                    place, replace(standing, matches=standing.matches + 1, day=day) if here else standing
                )

    def set_listed(self, guild: GuildId, user: UserId, listed: bool) -> None:
        """Record that ``user`` is in a server (again), or has left it."""
        if listed:
            self.gone.discard((guild, user))
        else:
            self.gone.add((guild, user))
        for key, standing in list(self.standings):
            if (key.guild_id, key.player) == (guild, Human(user)):
                self.standings.put(key, replace(standing, listed=listed))
