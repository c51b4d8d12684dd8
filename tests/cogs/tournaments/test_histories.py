"""Whatever happens in a tournament by chance: each state of it is stored, and read as it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from data import Database, stores
from data.features.tournaments import change, load
from matches.model import UserId
from matches.tournaments.model import Format, Tournament
from tests.cogs.tournaments.stored import put
from tests.matches.tournaments.making import Chance

SEEDS = range(8)


class Remembering(Chance):
    """Chance that remembers each state of its tournament."""

    def history(self) -> list[Tournament]:
        """All states, from the first entries to the end."""
        self.states = [self.tournament]
        self.run()
        return self.states

    def _happen(self) -> None:
        self.states.append(self.tournament)
        super()._happen()
        self.states.append(self.tournament)


@pytest.mark.slow
@pytest.mark.parametrize("form", Format)
async def test_each_state_is_read_as_it_was(store: Database, form: Format) -> None:
    assert sum([await stored_and_read(store, Remembering(seed, form).history()) for seed in SEEDS]) > 2


async def stored_and_read(store: Database, history: Sequence[Tournament]) -> int:
    """Store each state after the other, and read it; returns how many people were erased meanwhile."""
    states = [without_matches(one) for one in history]
    first = replace(states[0], entrants=())
    which, erased = (await store.write(put, first, None)).id, 0
    for before, after in pairwise([first, *states]):
        if before == after:
            continue
        for user in gone(before, after):
            erased += 1
            assert await store.write(stores.privacy.forget, user, UserId(-erased), after.created_at)
        wanted = replace(after, id=which)
        await store.write(change, which, partial(_instead, wanted), after.created_at)
        assert await store.read(load, which) == wanted
    assert states[-1].state.ended
    return erased


def _instead(wanted: Tournament, _: Tournament) -> Tournament:
    return wanted


def without_matches(one: Tournament) -> Tournament:
    """A tournament with its games as if they had no matches: there are none."""
    return replace(one, pairings=tuple(replace(game, match_id=None) for game in one.pairings))


def gone(before: Tournament, after: Tournament) -> list[UserId]:
    """Those of whom only their seed is left since then."""
    by_seed = after.by_seed
    return [
        one.user_id
        for seed, one in before.by_seed.items()
        if one.user_id is not None and by_seed[seed].user_id is None
    ]
