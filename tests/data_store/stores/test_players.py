"""Players of every kind, kept and read back as what they are; the numbers in the rows are those of always."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlalchemy import select

from data import Database, stores
from data.schema import match as match_table
from data.schema import pick as pick_table
from matches.model import MatchId, UserId
from matches.players import Computer, Erased, Human, Player
from matches.written import LEVELS
from tests.cases import case
from tests.data_store.making import ANN, CRABS, accepted, changed, finished, new_challenge
from tests.store import close_all, empty_store, keep, rows

PLAYERS: list[tuple[Player, int]] = [
    (Human(UserId(6)), 6),
    (Human(UserId(2**63 - 1)), 2**63 - 1),
    *((Computer(level), level) for level in LEVELS),
    (Erased(1), -1),
    (Erased(2**62), -(2**62)),
]


@pytest.fixture
async def store() -> AsyncIterator[Database]:
    """An empty store."""
    yield empty_store()
    await close_all()


async def seated(store: Database, player: Player, number: int) -> MatchId:
    """A match of Ann against a player who has picked too, over by now; returns its number."""
    match = await new_challenge(store, opponent=player)
    match = await keep(store, accepted(match, sides={"green": ANN, "blue": UserId(number)}))
    match = await keep(store, changed(match, picks={"blue": replace(CRABS, by=player)}))
    match = await keep(store, finished(match), to_act=(player,))
    return match.id


async def test_a_player_is_read_as_what_was_stored_under_a_number(store: Database) -> None:
    for player, number in PLAYERS:
        with case(player, number):
            match_id = await seated(store, player, number)
            (row,) = await rows(store, select(match_table.c.opponent).where(match_table.c.id == match_id))
            of_it = pick_table.c.match_id == match_id
            (sealed,) = await rows(store, select(pick_table.c.user_id).where(of_it))
            assert (row["opponent"], sealed["user_id"]) == (number, number)
            (match,) = await store.read(stores.match_rows.whole_matches, [match_id])
            assert match.players == (Human(ANN), player)
            assert [seat.player for seat in match.seats] == [Human(ANN), player]
            assert match.picks["blue"].by == player
            found = {one.id: one.to_act for one in await store.read(stores.lists.latest_of_player, ANN, 99)}
            assert found[match_id] == (player,)


async def test_what_players_have_set_is_asked_of_people_only(store: Database) -> None:
    for player, number in PLAYERS:
        with case(player, number):
            match_id = await seated(store, player, number)
            loaded = await store.read(stores.matches.load_with_settings, match_id)
            assert set(loaded.people) == set(loaded.match.users)
            assert (number in loaded.people) is isinstance(player, Human)
