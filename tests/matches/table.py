"""A table to play at: one match, its store, a clock that the test turns and a coin that it sets."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, Final, TypeVar

import pytest

from data import MemoryStore
from engines import GAMES, History
from matches import (
    ChannelId,
    Face,
    GuildId,
    Match,
    Matches,
    MatchId,
    NoSuchMatchError,
    Opponent,
    Place,
    Policy,
    UserId,
    Wishes,
)

NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHALLENGER, OPPONENT, STRANGER = UserId(1001), UserId(1002), UserId(1003)
"""The challenger plays green, the opponent blue; the stranger is anybody else."""
THE_OPPONENT: Final = Opponent(OPPONENT)
GUILD, CHANNEL = GuildId(11), ChannelId(12)
PLACE: Final = Place(GUILD, CHANNEL)

E = TypeVar("E", bound=Exception)
Pick = tuple[str, str]
SPECIES: Final = ("shrimp", "crab", "lobster")
PICKS: Final[tuple[Pick, ...]] = tuple((left, right) for left, right in product(SPECIES, SPECIES))
USUAL: Final[Pick] = ("crab", "lobster")


class Table:
    """One match at a time, played by few words. ``matches`` is the service, ``id`` the match meant.

    The coin falls as ``falls`` says, always; the caller calls heads unless told otherwise, so that the
    opponent wins the toss and blue begins.
    """

    def __init__(self, store: MemoryStore | None = None, *, policy: Policy | None = None) -> None:
        self.store = store or MemoryStore()
        self.policy = policy
        self.now = NOON
        self.falls: Face = "heads"
        self.matches = self.another_service()
        self.id = MatchId(0)

    def another_service(self) -> Matches:
        """What another process would run: the same store, nothing else in common."""
        return Matches(self.store, clock=lambda: self.now, coin=lambda: self.falls, policy=self.policy)

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)

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
        return self.matches.to_act(await self.match())

    async def stored(self) -> list[Match]:
        """Every match of the store."""
        found: list[Match] = []
        while True:
            try:
                found.append(await self.store.load(MatchId(len(found) + 1)))
            except NoSuchMatchError:
                return found

    async def everything(self) -> list[Any]:
        """All that is stored: matches, drafts, direct messages owed."""
        found: list[Any] = []
        for match in await self.stored():
            drafts = [await self.store.draft(match.id, user) for user in (CHALLENGER, OPPONENT, STRANGER)]
            found.append((match, drafts, await self.store.notices(match.id)))
        return found

    @asynccontextmanager
    async def refuses(self, error: type[E]) -> AsyncIterator[pytest.ExceptionInfo[E]]:
        """Expect a refusal, and that nothing whatever was stored."""
        before = await self.everything()
        with pytest.raises(error) as refusal:
            yield refusal
        assert await self.everything() == before

    # --- the verbs -------------------------------------------------------------------------------

    async def challenge(
        self, to: Opponent | None = THE_OPPONENT, *, by: UserId = CHALLENGER, **options: Any
    ) -> Match:
        """Challenge somebody (None: anyone); the new match is the one meant from now on."""
        match = await self.matches.challenge(by, to, Wishes("prawns", options), PLACE)
        self.id = match.id
        return match

    async def accept(
        self, *, by: UserId = OPPONENT, call: Face = "heads", blind: bool = False, seen: int = 1
    ) -> Match:
        return await self.matches.accept(self.id, by, seen, call=call, blind=blind)

    async def pick(self, by: UserId, pick: Sequence[str | None] | None = USUAL) -> Match:
        return await self.matches.pick(self.id, by, pick)

    async def play(self, *lines: str) -> Match:
        """Play the lines one by one, each by whoever is to act."""
        for line in lines:
            (user,) = await self.awaited()
            await self.matches.play(self.id, user, line)
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

    async def finished(self) -> Match:
        """A match that the challenger has resigned."""
        await self.in_play()
        return await self.matches.resign(self.id, CHALLENGER)


class CrossingStore(MemoryStore):
    """Gives way after every reading, so that two services both read before either writes."""

    async def load(self, match_id: MatchId) -> Match:
        found = await super().load(match_id)
        await asyncio.sleep(0)
        return found


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
        action = chance.choice([one for one in legal if position.is_irreversible(one)] or legal)
        actions.append(str(action))
        position = position.apply(action)
    return Game(tuple(actions), outcome.winner, outcome.reason)
