"""The lobby: the open challenges that a user may accept, the best fit first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from data import stores
from matches.guilds.settings import GuildRules
from matches.model import GuildId, UserId
from matches.ratings.rating import Rating
from matches.requirements import Reliability, Taker
from matches.rhythm import ShownRhythm
from matches.summaries import MatchSummary
from services.core import Core
from services.cross_server import CrossServer
from services.leaderboards import RatingsNow, ratings_now
from services.lists import Lists
from services.rhythms import Rhythms

LOOKED_AT: Final = 100
"""The newest open challenges of a server that are considered."""
PAGE: Final = 8
"""Challenges on a page: each has a button, and a message has limited room."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """A user who looks for a match in a server: their roles there, and a test for what they can see there."""

    user: UserId
    guild: GuildId
    roles: frozenset[int]
    sees: Callable[[MatchSummary], bool]


@dataclass(frozen=True, slots=True)
class LobbyOffer:
    """An open challenge, with its challenger's rating and reliability, and their rhythm if they show it."""

    match: MatchSummary
    rating: Rating
    reliability: Reliability
    rhythm: ShownRhythm | None = None


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """A page of the lobby, out of ``count`` offers."""

    offers: tuple[LobbyOffer, ...]
    page: int
    count: int

    @property
    def has_more(self) -> bool:
        """True if there is a page after this one."""
        return self.count > (self.page + 1) * PAGE


class Lobby:
    """Reads only: a challenge is accepted as from its own card."""

    def __init__(self, core: Core, lists: Lists, across: CrossServer, rhythms: Rhythms) -> None:
        self._core = core
        self._db = core.db
        self._lists = lists
        self._across = across
        self._rhythms = rhythms

    async def find(self, seeker: Seeker, *, game: str | None = None, page: int = 0) -> LobbyPage:
        """A page of challenges that ``seeker`` may accept, from 0; the nearest one if there is no such page.

        Those whose challenger's rating is nearest come first, then the longest waiting. Raises
        NotAllowedError, Refused and TooManyRunningError if the seeker may accept no challenge at
        all.
        """
        rules = await self._core.guild_rules(seeker.guild)
        rules.check_roles(seeker.roles)
        await self._db.read(stores.limits.check_limits, seeker.guild, self._core.limits(rules, seeker.user))
        here = await self._lists.open_in(seeker.guild, LOOKED_AT)
        elsewhere = await self._across.offers(seeker.user, seeker.guild, rules, LOOKED_AT)
        avoided = await self._db.read(stores.lobby.avoided, seeker.user)
        allowed = [
            match
            for match in (*here, *elsewhere)
            if game in (None, match.game_key)
            and _may_take(match, seeker, rules, avoided)
            and seeker.sees(match)
        ]
        ratings = await ratings_now(self._core, {seeker.user, *map(_challenger, allowed)})
        found = await self._welcome(seeker.user, allowed, ratings)
        found.sort(key=lambda match: (_distance(ratings, seeker.user, match), match.created_at, match.id))
        page = max(0, min(page, (len(found) - 1) // PAGE))
        shown = found[page * PAGE : (page + 1) * PAGE]
        challengers = sorted(set(map(_challenger, shown)))
        finish = await self._db.read(stores.lobby.reliability, challengers)
        rhythms = await self._rhythms.seen_by(seeker.user, challengers)
        offers = (
            LobbyOffer(match, ratings.of(user, match.game_key), finish[user], rhythms.get(user))
            for match in shown
            for user in [_challenger(match)]
        )
        return LobbyPage(tuple(offers), page, len(found))

    async def _welcome(
        self, user: UserId, challenges: Sequence[MatchSummary], ratings: RatingsNow
    ) -> list[MatchSummary]:
        """The challenges whose requirements ``user`` meets."""
        if not any(match.terms.requirements for match in challenges):
            return list(challenges)
        finish = (await self._db.read(stores.lobby.reliability, [user]))[user]

        def is_met(match: MatchSummary) -> bool:
            own, theirs = (ratings.of(each, match.game_key) for each in (user, _challenger(match)))
            taker = Taker(own.points, own.provisional, finish)
            return match.terms.requirements.unmet(taker, theirs.points) is None

        return [match for match in challenges if is_met(match)]


def _distance(ratings: RatingsNow, user: UserId, match: MatchSummary) -> float:
    own, theirs = (ratings.of(each, match.game_key).rating for each in (user, _challenger(match)))
    return abs(own - theirs)


def _challenger(match: MatchSummary) -> UserId:
    return match.users[0]


def _may_take(match: MatchSummary, seeker: Seeker, rules: GuildRules, avoided: frozenset[UserId]) -> bool:
    """True if neither the two users nor the game forbid it."""
    allowed = not rules.games or match.game_key in rules.games
    return bool(match.users) and allowed and _challenger(match) not in (seeker.user, *avoided)
