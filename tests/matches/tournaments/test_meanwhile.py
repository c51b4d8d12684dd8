"""What happens while a step is worked out stays: each step of tournaments by chance, and each change."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, get_args

import pytest

from matches.model import UserId
from matches.tournaments import changes, progress
from matches.tournaments.errors import TournamentError
from matches.tournaments.model import (
    NO_GROUP,
    RESULTS,
    UNSEEDED,
    Decision,
    Entrant,
    Format,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentState,
)
from matches.tournaments.progress import AddDeciders, BeginRound, CallOff, Decide, Dismiss, Leave, Start
from tests.matches.tournaments.making import (
    DAY,
    ORGANISER,
    Chance,
    erased,
    match_ended,
    match_opened,
    number_of,
    settled,
)

NEW, SUBSTITUTE = UserId(7001), UserId(7002)
SEEDS: Final = range(6)


IRRELEVANT: Final = ("organiser_added", "organiser_erased")
"""What no step is decided on."""


@dataclass
class Meanwhile:
    """What people and matches do to a tournament of which a step is being worked out.

    Each change returns the tournament after it, or raises TournamentError; IndexError if there is nothing
    that it could be done to.
    """

    before: Tournament
    rng: random.Random
    now: datetime = field(repr=False)

    def _user(self, *, active: bool = True) -> UserId:
        there = [one.user_id for one in self.before.entrants if one.user_id and one.active is active]
        return self.rng.choice(there)

    def _seed(self, *, active: bool = True) -> Seed:
        return self.rng.choice([seed for seed, one in self.before.by_seed.items() if one.active is active])

    def entered(self) -> Tournament:
        return changes.entered(self.before, NEW, self.now)

    def entered_again(self) -> Tournament:
        return changes.entered(self.before, self._user(active=False), self.now)

    def withdrawn(self) -> Tournament:
        return changes.withdrawn(self.before, self._user(), self.now)

    def withdrawn_and_entered(self) -> Tournament:
        user = self._user()
        return changes.entered(changes.withdrawn(self.before, user, self.now), user, self.now + DAY / 99)

    def replaced(self) -> Tournament:
        return changes.replaced(self.before, self._seed(), NEW, self.now)

    def replaced_after_leaving(self) -> Tournament:
        return changes.replaced(self.before, self._seed(active=False), SUBSTITUTE, self.now)

    def withdrawn_and_replaced(self) -> Tournament:
        seed = self._seed()
        user = self.before.by_seed[seed].user_id
        assert user is not None
        return changes.replaced(changes.withdrawn(self.before, user, self.now), seed, SUBSTITUTE, self.now)

    def result_set(self) -> Tournament:
        game = self.rng.choice([game for game in self.before.in_round(self.before.round) if game.second])
        return changes.result_set(self.before, game.key, ORGANISER, *self.rng.choice(RESULTS))

    def started_now(self) -> Tournament:
        return changes.started_now(self.before, self.now - DAY)

    def terms_changed(self) -> Tournament:
        terms = replace(self.before.terms, most=None, entries_until=self.now + DAY)
        return changes.terms_changed(self.before, NEW, "Another", terms, self.now)

    def agreed(self) -> Tournament:
        return changes.agreed(self.before, self._user(), self.now)

    def organiser_added(self) -> Tournament:
        return changes.organiser_added(self.before, NEW)

    def paused(self) -> Tournament:
        return changes.paused(self.before, self.now)

    def resumed(self) -> Tournament:
        paused = replace(changes.paused(self.before, self.now), paused_at=self.now - 3 * DAY)
        return changes.resumed(paused, self.now)

    def called_off(self) -> Tournament:
        return changes.called_off(self.before, self.now)

    def erased(self) -> Tournament:
        return erased(self.before, self._user(active=self.rng.random() < 0.8), self.now)

    def organiser_erased(self) -> Tournament:
        return erased(self.before, ORGANISER, self.now)

    def match_opened(self) -> Tournament:
        key = self.rng.choice([game.key for game in self.before.pairings if game.waiting])
        return match_opened(self.before, key, number_of(key))

    def match_ended(self) -> Tournament:
        going_on = [one for one in self.before.pairings if one.match_id and not one.match_ended]
        match_id = self.rng.choice(going_on).match_id
        how = self.rng.choice((Decision.PLAYED, Decision.ON_TIME, Decision.FORFEIT))
        assert match_id is not None
        return match_ended(self.before, match_id, PairingOutcome(*self.rng.choice(RESULTS[::2]), how))


CHANGES: Final[dict[str, Callable[[Meanwhile], Tournament]]] = {
    name: change for name, change in vars(Meanwhile).items() if not name.startswith("_")
}


class Interrupted(Chance):
    """Chance in which every change is tried between the working out of each step and its storing."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tried: Counter[tuple[type, str]] = Counter()
        self._other = random.Random(self.seed)

    def _applied(self, step: progress.Change) -> Tournament:
        for name, change in CHANGES.items():
            try:
                told = change(Meanwhile(self.tournament, self._other, self.now))
            except (TournamentError, IndexError):
                continue
            self.tried[type(step), name] += 1
            after = progress.apply(told, step)
            check_kept(told, after, step)
            assert after != told or name not in IRRELEVANT, "worked out anew for nothing"
            assert settled(after, self.now, self.around) == settled(told, self.now, self.around), name
        return super()._applied(step)


def check_kept(told: Tournament, after: Tournament, step: progress.Change) -> None:
    """Assert that a step has left everything that was told as done as it was."""
    assert after.organisers == told.organisers
    out = {one.seed for one in after.entrants if not one.active} if isinstance(step, Leave) else set()
    assert [facts(one, out) for one in after.entrants] == [facts(one, out) for one in told.entrants]
    assert told.by_seed.keys() <= after.by_seed.keys()
    if told.state is TournamentState.PAUSED or told.state.ended:
        assert after == told
    for game in told.pairings:
        kept = after.pairing(game.key)
        assert game.outcome in (kept.outcome, None)
        assert replace(kept, outcome=None) == replace(game, outcome=None)


def facts(one: Entrant, out: set[Seed]) -> Entrant:
    """An entrant without what steps decide."""
    plain = replace(one, seed=UNSEEDED, rating=0, group=NO_GROUP)
    return replace(plain, left_at=None, left_in=0) if one.seed in out else plain


@pytest.mark.parametrize("form", Format)
def test_nothing_that_was_told_as_done_is_lost(form: Format) -> None:
    tried: Counter[tuple[type, str]] = Counter()
    for seed in SEEDS:
        chance = Interrupted(seed, form)
        chance.run()
        tried += chance.tried
    assert wanted(form) <= tried.keys()


def wanted(form: Format) -> set[tuple[type, str]]:
    """The steps and the changes that come often enough to be met by chance; all steps are among them."""
    joins = {"entered", "withdrawn_and_entered"}
    steered = {"withdrawn", "organiser_added", "called_off", "erased", "organiser_erased"}
    running = steered | {"replaced", "withdrawn_and_replaced", "result_set", "paused", "resumed"}
    steps = set(get_args(progress.Change)) - {Start, Dismiss, CallOff}
    steps -= set() if form is Format.KNOCKOUT else {AddDeciders}
    met = {(step, name) for step in steps for name in running}
    if form is Format.LEAGUE:
        met |= {(step, name) for step in (BeginRound, Decide) for name in joins | {"entered_again"}}
    early = {"terms_changed", "agreed"}
    return met | {(Start, name) for name in joins | steered | early} | {(CallOff, "entered")}


def test_every_change_is_tried() -> None:
    found = inspect.getmembers(changes, inspect.isfunction)
    own = {name for name, one in found if one.__module__ == changes.__name__}
    assert {name for name in own if not name.startswith("_")} <= CHANGES.keys()
