"""A table to play at: one match, its store, a clock that the test turns and a coin that it sets."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, Final, TypeVar

import pytest
from sqlalchemy import Connection, func, select

from data import Database, stores
from data.schema import match as match_table
from data.schema import notice as notice_table
from data.stores.match_rows import whole_matches
from data.stores.notices import notices_of
from engines import GAMES, History
from matches import (
    ChallengeChannel,
    ChallengeTerms,
    ChannelId,
    CoinSide,
    GuildId,
    Match,
    MatchId,
    Notice,
    NoticeState,
    Opponent,
    Policy,
    UserId,
)
from matches.lifecycle.seals import SALT_BYTES
from matches.model import MatchTerms, NoticeKind, NoticePlace
from matches.notices import Mentions
from matches.players import users_of
from matches.summaries import MatchSummary
from matches.time.pace import Pace
from services import Services
from services.reactions import Reaction
from tests.clock import moved
from tests.engines.choosing import hastens_the_end
from tests.store import empty_store

NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHALLENGER, OPPONENT, STRANGER = UserId(1001), UserId(1002), UserId(1003)
"""The challenger plays green, the opponent blue; the stranger is anybody else."""
THE_OPPONENT: Final = Opponent(OPPONENT)
GUILD, CHANNEL = GuildId(11), ChannelId(12)
PLACE: Final = ChallengeChannel(GUILD, CHANNEL)

E = TypeVar("E", bound=Exception)
Pick = tuple[str, str]
SPECIES: Final = ("shrimp", "crab", "lobster")
PICKS: Final[tuple[Pick, ...]] = tuple((left, right) for left, right in product(SPECIES, SPECIES))
USUAL: Final[Pick] = ("crab", "lobster")
AT_ONCE: Final = 50
"""How much of each kind one sweep looks at, as the bot's own."""
LEASE: Final = timedelta(minutes=2)
"""How long a notice is in the hands of whoever sends it."""


@dataclass(frozen=True)
class Told:
    """A message that a sweep sent: which, when, whom it pings, whether without a sound."""

    notice: Notice
    at: datetime
    pinged: bool
    silent: bool

    @property
    def what(self) -> tuple[NoticeKind, NoticePlace, datetime]:
        return self.notice.kind, self.notice.place, self.at


class Table:
    """One match at a time, played by few words. ``matches`` is its service, ``id`` the match meant.

    The coin falls as ``falls`` says, always; the caller calls heads unless told otherwise, so that the
    opponent wins the toss and blue begins.
    """

    def __init__(
        self,
        store: Database | None = None,
        *,
        policy: Policy | None = None,
        reactions: Sequence[Reaction] = (),
    ) -> None:
        self.store = store or empty_store()
        self.policy = policy
        self.reactions = reactions
        """Those of features, in every service from now on."""
        self.now = NOON
        self.falls: CoinSide = "heads"
        self._salts = random.Random(0)
        self.use(self.another_service())
        self.sweepers = [self.services]
        """The services that sweep, one after the other, whenever something is due."""
        self.id = MatchId(0)
        self.told: list[Told] = []
        """Every message that a sweep sent, in order."""

    def use(self, services: Services) -> None:
        """Play with these services from now on."""
        self.services = services
        self.matches = services.matches
        self.notifications = services.notifications
        self.spectators = services.spectators
        self.leaderboards = services.leaderboards
        self.seasons = services.seasons
        self.sharing = services.sharing
        self.privacy = services.privacy
        self.guilds = services.guilds
        self.host = services.host

    def another_service(self, store: Database | None = None) -> Services:
        """What another process would run: the same store, nothing else in common."""
        return Services(
            store or self.store,
            clock=self.read_clock,
            coin=lambda: self.falls,
            salt=self.salt,
            policy=self.policy,
            reactions=self.reactions,
        )

    def read_clock(self) -> datetime:
        """The time, a moment later than at the reading before."""
        self.now = moved(self.now)
        return self.now

    def salt(self) -> bytes:
        """The next salt of a seal: the same at every table."""
        return self._salts.randbytes(SALT_BYTES)

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)

    # --- what comes of itself --------------------------------------------------------------------

    async def sweep(self, services: Services | None = None, *, alive: bool = False) -> list[MatchId]:
        """What the bot's sweep does: all that is due, told to whom it is owed. Returns what changed.

        ``alive``: it notes first that the bot is there, as the bot's own does.
        """
        service = services or self.services
        if alive:
            await service.downtime.record_alive()
        changed = [
            due for due in await service.matches.time.due(AT_ONCE) if await service.matches.time.attend(due)
        ]
        for notice in await self.store.write(stores.notices.claim, self.now, self.now + LEASE, AT_ONCE):
            await self._deliver(service, notice)
        return changed

    async def _deliver(self, service: Services, notice: Notice) -> None:
        if notice.kind is NoticeKind.DIGEST:
            if await service.matches.lists.waiting(notice.reader) or await self._ended(
                service, notice.reader
            ):
                await self._tell(service, notice)
            await service.notifications.digest_done(notice)
        elif await service.notifications.stands(notice) is None:
            await self.store.write(stores.notices.drop, notice.id)
        else:
            await self._tell(service, notice)
            await self.store.write(stores.notices.settle, notice.id, NoticeState.SENT)

    async def _ended(self, service: Services, user: UserId) -> list[MatchSummary]:
        since = self.now - timedelta(days=1)
        return [
            match for match in await service.matches.lists.finished_of(user, 10) if match.changed_at > since
        ]

    async def _tell(self, service: Services, notice: Notice) -> None:
        nobody = notice.user_id is None
        loaded = await service.notifications.stands(notice)
        ping = Mentions((), silent=True) if nobody else await service.notifications.told(notice, loaded)
        pinged = notice.user_id in ping.users
        self.told.append(Told(notice, self.now, pinged, ping.silent))

    async def pinged(self, match: Match, users: Iterable[UserId]) -> Mentions:
        """Whom of ``users`` a card of the match pings that is posted now."""
        return (await self.notifications.around(match)).pinged(match, users, self.now)

    async def next_moment(self) -> datetime | None:
        """When the next thing comes due of itself: a match to be looked at, a message to be sent."""
        found = await self.store.read(lambda connection: [connection.scalar(asked) for asked in _NEXT])
        return min((at for at in found if at is not None), default=None)

    async def live_until(self, moment: datetime, *, alive: bool = False) -> None:
        """Let time pass until ``moment``, sweeping whenever something is due, and nothing but that."""
        while (due := await self.next_moment()) is not None and due <= moment:
            if due > self.now:
                if alive:
                    await self._stay_alive(due)
                self.now = due
            for service in self.sweepers:
                await self.sweep(service, alive=alive)
        if alive:
            await self._stay_alive(moment)
        self.now = max(self.now, moment)

    async def live(self, *, alive: bool = False, **span: float) -> None:
        """Let so much time pass: see :meth:`live_until`."""
        await self.live_until(self.now + timedelta(**span), alive=alive)

    async def _stay_alive(self, until: datetime) -> None:
        """Pass the time until then as if the bot had noted all the while that it is there."""
        await self.services.downtime.record_alive()
        self.now = max(self.now, until)
        await self.store.write(stores.host.record_alive, self.now, timedelta.max)
        await self.services.downtime.record_alive()

    async def owed(self) -> list[Notice]:
        """The notices of all matches and of none, those of secret picks aside."""
        return (await self.look())[1]

    def told_to(self, user: UserId, *kinds: NoticeKind) -> list[tuple[NoticeKind, NoticePlace, datetime]]:
        """What was sent to ``user``, of these kinds or of all, and when."""
        mine = [told for told in self.told if told.notice.user_id == user]
        return [told.what for told in mine if not kinds or told.notice.kind in kinds]

    # --- looking ---------------------------------------------------------------------------------

    async def match(self) -> Match:
        return await self.matches.load(self.id)

    async def history(self) -> History:
        return self.matches.history(await self.match())

    async def board(self) -> str:
        """The text of the position."""
        return (await self.history()).position.to_text()

    async def awaited(self) -> tuple[UserId, ...]:
        """The people the match waits for."""
        return users_of(self.matches.to_act(await self.match()))

    async def stored(self) -> list[Match]:
        """Every match of the store."""
        return await self.store.read(_matches)

    async def look(self) -> tuple[list[Match], list[Notice]]:
        """Every match, and the notices of all and of none, those of secret picks aside, as of one moment."""
        return await self.store.read(_look)

    async def everything(self) -> list[Any]:
        """All that is stored: matches, drafts, direct messages owed."""
        return await self.store.read(_everything)

    @asynccontextmanager
    async def refuses(
        self, error: type[E], problem: str | None = None
    ) -> AsyncIterator[pytest.ExceptionInfo[E]]:
        """Expect a refusal, for ``problem`` if one is named, and that nothing whatever was stored."""
        before = await self.everything()
        with pytest.raises(error, match=problem) as refusal:
            yield refusal
        assert await self.everything() == before

    # --- the verbs -------------------------------------------------------------------------------

    async def challenge(
        self,
        to: Opponent | None = THE_OPPONENT,
        *,
        by: UserId = CHALLENGER,
        game: str = "prawns",
        pace: str | None = None,
        weekends_off: bool = False,
        **options: Any,
    ) -> Match:
        """Challenge somebody (None: anyone); the new match is the one meant from now on."""
        chosen = None if pace is None else Pace.read(pace)
        wishes = ChallengeTerms(game, options, pace=chosen, terms=MatchTerms(weekends_off=weekends_off))
        match = await self.matches.challenges.challenge(by, to, wishes, PLACE)
        self.id = match.id
        return match

    async def accept(
        self, *, by: UserId = OPPONENT, call: CoinSide = "heads", blind: bool = False, seen: int = 1
    ) -> Match:
        return await self.matches.challenges.accept(self.id, by, seen, call=call, blind=blind)

    async def pick(self, by: UserId, pick: Sequence[str | None] | None = USUAL) -> Match:
        return await self.matches.picks.pick(self.id, by, pick)

    async def play(self, *lines: str) -> Match:
        """Play the lines one by one, each by whoever is to act."""
        for line in lines:
            (user,) = await self.awaited()
            await self.matches.play.turn(self.id, user, line)
        return await self.match()

    # --- how far it has come ---------------------------------------------------------------------

    async def in_setup(self, **options: Any) -> Match:
        """A match whose picks are awaited."""
        await self.challenge(**options)
        return await self.accept()

    async def in_play(self, *, green: Pick = USUAL, blue: Pick = USUAL, **options: Any) -> Match:
        """A match just begun, blue to act unless the coin was set to tails."""
        await self.in_setup(**options)
        await self.pick(CHALLENGER, green)
        return await self.pick(OPPONENT, blue)

    async def begun(self, turns: int = 0, *, game: str = "pjawns", **options: Any) -> Match:
        """A match of a game without a setup, so many turns into it, no time having passed.

        In Pjawns, whose turns are single actions, the challenger has to act after an even number of them.
        """
        await self.challenge(game=game, **options)
        await self.accept()
        return await self.turns(turns)

    async def turns(self, number: int) -> Match:
        """So many actions, whatever is legal, each by whoever is to act."""
        for _ in range(number):
            await self.act()
        return await self.match()

    async def act(self) -> Match:
        """One legal action by whoever is to act."""
        match = await self.match()
        (user,) = users_of(self.matches.to_act(match))
        action = self.matches.history(match).position.legal_actions()[0]
        return await self.matches.play.turn(self.id, user, str(action))

    async def finished(self) -> Match:
        """A match that the challenger has resigned."""
        await self.in_play()
        return await self.matches.play.resign(self.id, CHALLENGER)

    async def rematch(self, by: UserId) -> Match:
        """The challenger resigns; one of the two asks for another match, and the other one accepts."""
        ended = await self.matches.play.resign(self.id, CHALLENGER)
        offered = await self.matches.challenges.rematch(ended.id, by)
        assert offered.rematch is not None
        self.id = offered.rematch
        return await self.accept(by=OPPONENT if by == CHALLENGER else CHALLENGER)


def _look(connection: Connection) -> tuple[list[Match], list[Notice]]:
    owing = {MatchId(one) for one in connection.scalars(select(notice_table.c.match_id).distinct())}
    owed = [notice for match_id in sorted(owing) for notice in notices_of(connection, match_id)]
    return _matches(connection), [one for one in owed if one.kind is not NoticeKind.PICK]


def _matches(connection: Connection) -> list[Match]:
    ids = [MatchId(one) for one in connection.scalars(select(match_table.c.id).order_by(match_table.c.id))]
    return list(whole_matches(connection, ids))


def _everything(connection: Connection) -> list[Any]:
    found: list[Any] = []
    for match in _matches(connection):
        drafts = [
            stores.matches.draft_of(connection, match.id, user) for user in (CHALLENGER, OPPONENT, STRANGER)
        ]
        found.append((match, drafts, notices_of(connection, match.id)))
    return found


_NEXT: Final = (
    select(func.min(match_table.c.deadline_at).label("at")),
    select(func.min(notice_table.c.due_at).label("at")).where(
        notice_table.c.state == NoticeState.DUE.value, notice_table.c.kind != NoticeKind.PICK.value
    ),
)
"""When the next match is to be looked at, and the next message is to be sent."""


@dataclass(frozen=True)
class Game:
    """A whole game, found by chance: the actions, and how it ended."""

    actions: tuple[str, ...]
    winner: str | None
    reason: str


def random_game(seed: int, options: Mapping[str, str], *, first: str) -> Game:
    """Two players who capture and evolve whenever they can, and else do as chance has it."""
    chance = random.Random(seed)
    rules = GAMES["prawns"]
    position = rules.start(options, first=first, picks=dict.fromkeys(rules.sides, USUAL))
    actions: list[str] = []
    while (outcome := position.outcome()) is None:
        legal = position.legal_actions()
        action = chance.choice([one for one in legal if hastens_the_end(position, one)] or legal)
        actions.append(str(action))
        position = position.apply(action)
    return Game(tuple(actions), outcome.winner, outcome.reason)
