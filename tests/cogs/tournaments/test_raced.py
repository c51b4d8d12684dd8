"""People act between the working out of a tournament's steps and their storing: what they're told holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any, Final

import pytest

from cogs.tournaments.champion_service import HallOfChampions
from cogs.tournaments.service import Tournaments, after_change
from cogs.tournaments.substitute_service import Substitutes
from cogs.tournaments.swiss_process import Pairs
from data import stores
from matches import UserId
from matches.tournaments import swiss
from matches.tournaments.errors import TournamentError
from matches.tournaments.field import SwissField
from matches.tournaments.model import (
    WIN,
    Decision,
    Entrant,
    Format,
    Seed,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
)
from matches.tournaments.standings import tournament_winner
from services.core import RETRIES
from tests.data_store.conftest import Opener
from tests.matches.table import PLACE, Table

ORGANISER, OTHER, NEW = UserId(2000), UserId(1999), UserId(2900)
PEOPLE: Final = tuple(map(UserId, range(2001, 2061)))
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)

Act = Callable[[], Awaitable[None]]


@dataclass
class Story:
    """A tournament that goes on, and what is done each time before one of its changes is stored."""

    table: Table
    which: TournamentId
    act: Act | None = None
    writes: int = 0
    """The changes so far that were worked out before they are stored."""
    before: str = "_change"
    """The write that something is done before."""
    chance: random.Random = field(default_factory=lambda: random.Random(5))

    def __post_init__(self) -> None:
        self.service = Tournaments(self.table.services.core, self._pair_up)
        for owner, name in (
            (self.service, "_change"),
            (self.service, "_store_match"),
            (self.champions, "_crown"),
        ):
            setattr(owner, name, partial(self._written, name, getattr(owner, name)))
        self._inside = False

    @property
    def champions(self) -> HallOfChampions:
        return self.service._hall

    async def _written(self, name: str, real: Any, *args: Any) -> Any:
        if name == self.before:
            await self._acted()
        return await real(*args)

    async def _pair_up(self, field: SwissField) -> Pairs:
        return swiss.pairs(field)

    async def _acted(self) -> None:
        if self.act is None or self._inside:
            return
        self._inside = True
        self.writes += 1
        try:
            await self.act()
        finally:
            self._inside = False

    async def seen(self) -> Tournament:
        return await self.service.load(self.which)

    async def entrant(self, user: UserId) -> Entrant | None:
        return (await self.seen()).entrant_of(user)

    async def attended(self) -> None:
        """All that is due is done."""
        for _ in range(100):
            if not await self.service.due(10):
                return
            await self.service.attend(self.which)
        raise AssertionError("it comes to no rest")

    async def resigned(self) -> None:
        """Each running match is resigned by one or the other."""
        for game in (await self.seen()).pairings:
            if game.running and game.match_id is not None:
                match = await self.table.matches.load(game.match_id)
                await self.table.matches.play.resign(match.id, self.chance.choice(match.users))

    async def played_out(self) -> Tournament:
        for _ in range(100):
            await self.attended()
            if (found := await self.seen()).state.ended:
                return found
            if found.state is TournamentState.PAUSED:
                await self.service.resume(self.which, ORGANISER)
            await self.resigned()
            self.table.now += DAY
        raise AssertionError("it never ends")

    async def replace(self, seed: Seed, user: UserId) -> None:
        """Somebody is asked to play on in an entrant's place, and says yes."""
        found, substitutes = await self.seen(), Substitutes(self.table.services.core)
        asked = await substitutes.ask(found, ORGANISER, seed, user, frozenset())
        await substitutes.answer(found, user, asked.times, frozenset(), yes=True)

    async def erase(self, user: UserId) -> None:
        async for _ in self.table.privacy.end_all(user):
            pass
        assert await self.table.privacy.forget(user)

    async def check_gone(self, user: UserId) -> None:
        """Assert that no row has the id of somebody erased."""
        counts = await self.table.store.read(stores.privacy.counts_of, user)
        assert not any(counts.values()), counts


async def story(url: str, opener: Opener, form: Format, people: int, **more: Any) -> Story:
    """A tournament that is due to start."""
    table = Table(await opener(url), reactions=(after_change,))
    tournaments = Tournaments(table.services.core)
    terms = TournamentTerms(form, **{"entries_until": table.now + DAY, **more})
    made = await tournaments.create(ORGANISER, PLACE, "Spring", "pjawns", terms)
    for user in PEOPLE[:people]:
        await tournaments.enter(made.id, user)
    table.now += 2 * DAY
    return Story(table, made.id)


# --- each change before each step -------------------------------------------------------------------


class NothingToDoError(Exception):
    """A change has nothing to be done to yet."""


Change = Callable[[Story, UserId], Awaitable[Callable[[], Awaitable[None]]]]
"""Does something about a user, and returns what asserts that it holds."""


async def _join(story: Story, user: UserId) -> Act:
    await story.service.enter(story.which, NEW)

    async def holds() -> None:
        entrant = await story.entrant(NEW)
        assert entrant is not None and entrant.active

    return holds


async def _leave(story: Story, user: UserId) -> Act:
    await story.service.leave(story.which, user)
    return _is_out(story, user)


async def _take_out(story: Story, user: UserId) -> Act:
    await story.service.take_out(story.which, user, by=ORGANISER)
    return _is_out(story, user)


def _is_out(story: Story, user: UserId) -> Act:
    async def holds() -> None:
        entrant = await story.entrant(user)
        assert entrant is None or not entrant.active

    return holds


async def _replace(story: Story, user: UserId) -> Act:
    entrant = await story.entrant(user)
    assert entrant is not None
    await story.replace(entrant.seed, NEW)

    async def holds() -> None:
        assert await story.entrant(user) is None
        new = await story.entrant(NEW)
        assert new is not None and new.seed == entrant.seed

    return holds


async def _leave_and_replace(story: Story, user: UserId) -> Act:
    entrant = await story.entrant(user)
    assert entrant is not None
    if not entrant.seed:
        raise NothingToDoError
    await story.service.leave(story.which, user)
    await story.replace(entrant.seed, NEW)

    async def holds() -> None:
        assert await story.entrant(user) is None
        new = await story.entrant(NEW)
        assert new is not None and new.active and new.seed == entrant.seed

    return holds


async def _set_result(story: Story, user: UserId) -> Act:
    found = await story.seen()
    key = next((game.key for game in found.in_round(found.round) if game.second), None)
    if key is None:
        raise NothingToDoError
    await story.service.set_result(story.which, ORGANISER, key, (WIN, 0))

    async def holds() -> None:
        outcome = (await story.seen()).pairing(key).outcome
        assert outcome is not None
        assert (outcome.first, outcome.second, outcome.how) == (WIN, 0, Decision.ORGANISER)

    return holds


async def _add_organiser(story: Story, user: UserId) -> Act:
    await story.service.add_organiser(story.which, ORGANISER, OTHER)

    async def holds() -> None:
        assert OTHER in (await story.seen()).organisers

    return holds


async def _call_off(story: Story, user: UserId) -> Act:
    await story.service.call_off(story.which, ORGANISER)

    async def holds() -> None:
        assert (await story.seen()).state is TournamentState.CALLED_OFF

    return holds


async def _pause(story: Story, user: UserId) -> Act:
    paused = await story.service.pause(story.which, ORGANISER)

    async def holds() -> None:
        found = await story.seen()
        assert found == paused or found.state is not TournamentState.PAUSED

    return holds


async def _erase(story: Story, user: UserId) -> Act:
    await story.erase(user)

    async def holds() -> None:
        await story.check_gone(user)

    return holds


CHANGES: Final[dict[str, Change]] = {
    one.__name__.strip("_"): one
    for one in (
        *(_join, _leave, _take_out, _replace, _leave_and_replace, _set_result),
        *(_add_organiser, _call_off, _pause, _erase),
    )
}
STEPS: Final = (1, 2, 3)
"""The step before whose storing something is done: the start, the first round, what comes then."""


@pytest.mark.gate(draw=12)
@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("step", STEPS)
async def test_what_is_told_as_done_holds(
    url: str, opener: Opener, form: Format, name: str, step: int
) -> None:
    raced = await story(url, opener, form, 6, group_size=4, rounds=2 if form is Format.LEAGUE else None)
    told: list[Act] = []

    async def act() -> None:
        if raced.writes != step:
            return
        user = next(one.user_id for one in (await raced.seen()).entrants if one.active and one.user_id)
        try:
            told.append(await CHANGES[name](raced, user))
        except (TournamentError, NothingToDoError):
            return  # nothing was told as done

    raced.act = act
    for _ in range(4):
        await raced.attended()
        for holds in told:
            await holds()
        await raced.resigned()
        raced.table.now += DAY
    assert raced.writes >= step or name == "call_off"
    await raced.played_out()
    for holds in told:
        await holds()


# --- again and again --------------------------------------------------------------------------------


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("form", Format)
async def test_somebody_comes_or_goes_each_second_and_it_ends(url: str, opener: Opener, form: Format) -> None:
    """What is worked out is out of date each time it is to be stored, until both are done in one go."""
    raced = await story(url, opener, form, 30, group_size=4, rounds=3)
    there, tries = set(PEOPLE[:30]), Counter[tuple[TournamentState, int]]()

    async def act() -> None:
        found = await raced.seen()
        tries[found.state, found.round] += 1
        raced.table.now += SECOND
        for user in (raced.chance.choice(PEOPLE), *sorted(there)):
            try:
                await (raced.service.leave if user in there else raced.service.enter)(raced.which, user)
            except TournamentError:
                continue  # entries are over: somebody else leaves
            there.symmetric_difference_update({user})
            return
        raise AssertionError("everybody has left")

    raced.act = act
    for _ in range(3):
        await raced.attended()
        assert {one.user_id for one in (await raced.seen()).active} == there
        await raced.resigned()
        raced.table.now += DAY
    raced.act = None
    over = await raced.played_out()
    assert {one.user_id for one in over.active} == there
    # One by one, as often as it may be out of date; a seed is never given anew.
    assert tries[TournamentState.OPEN, 0] == tries[TournamentState.RUNNING, 0] == RETRIES + 1
    assert len(over.by_seed) == len(over.entrants)


# --- what follows from a step ------------------------------------------------------------------------


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("name", ["leave", "take_out", "replace", "leave_and_replace", "erase", "pause"])
async def test_no_match_begins_for_who_is_not_in_it_any_more(url: str, opener: Opener, name: str) -> None:
    raced = await story(url, opener, Format.ROUND_ROBIN, 5, group_size=5)
    raced.before = "_store_match"
    told: list[Act] = []

    first: UserId | None = None

    async def act() -> None:
        nonlocal first
        if raced.writes == 1:
            found = await raced.seen()
            first = found.by_seed[found.pairings[0].seeds[0]].user_id
            assert first is not None
            told.append(await CHANGES[name](raced, first))

    raced.act = act
    await raced.attended()
    await told[0]()
    begun = [match.users for match in await raced.table.stored()]
    assert not any(first in users for users in begun)
    assert bool(begun) is (name != "pause")


async def test_a_champion_erased_at_this_moment_is_not_crowned(url: str, opener: Opener) -> None:
    raced = await story(url, opener, Format.KNOCKOUT, 4)
    raced.before = "_crown"
    erased: list[UserId] = []

    async def act() -> None:
        found = await raced.seen()
        seed = tournament_winner(found)
        assert seed is not None
        user = found.by_seed[seed].user_id
        assert user is not None
        await raced.erase(user)
        erased.append(user)

    raced.act = act
    await raced.played_out()
    await raced.check_gone(erased[0])
    hall, _ = await raced.champions.hall(PLACE.guild, 0)
    assert hall == ()
