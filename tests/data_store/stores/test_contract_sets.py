"""Matches of a set, and matches with one person on both sides, in every store."""

from __future__ import annotations

from dataclasses import replace

from data import Database, stores
from matches.model import ChannelId, GuildId, Phase
from matches.players import Human, SamePerson, Seat
from tests.data_store.making import ANN, BOB, challenge, changed, finished, new_match

START = "8/8/8/8/8/8/8/8 w 8 8 -"


async def test_the_second_of_a_set_is_stored_with_the_end_of_the_first(store: Database) -> None:
    first = await new_match(store, set_part=1)
    assert first.terms.set_part == 1
    new = challenge(set_part=2, rematch_of=first.id, side="blue", first="blue", home=ChannelId(15))
    saved = (await store.write(stores.matches.save, finished(first), rematch=new)).match
    assert saved.rematch is not None
    second = await store.read(stores.matches.load, saved.rematch)
    assert (second.phase, second.terms.set_part, second.first) == (Phase.CHALLENGED, 2, "blue")
    assert second.seats == (Seat("blue", Human(ANN)),)
    assert (second.shown.home, second.shown.direct, second.shown.invitation) == (ChannelId(15), False, None)


async def test_one_person_on_both_sides_of_a_position(store: Database) -> None:
    new = challenge(game_key="pjawns", options={}, opponent=SamePerson(), side="white", start=START)
    made = await store.write(stores.matches.create, new)
    assert (made.opponent, made.terms.start, made.users) == (SamePerson(), START, (ANN,))
    seats = (Seat("white", Human(ANN)), Seat("black", Human(ANN)))
    begun = changed(replace(made, seats=seats), phase=Phase.PLAYING)
    saved = (await store.write(stores.matches.save, begun, to_act=[Human(ANN)])).match
    assert saved.seats == seats
    (listed,) = (await store.read(stores.lists.listed, ANN, (Phase.PLAYING,), 9)).matches
    assert (listed.to_act, listed.practice, listed.alone) == ((Human(ANN),), True, True)
    counted = await store.read(stores.limits.count_open, ANN, GuildId(11))
    assert (counted.running, counted.in_guild, counted.alone) == (1, 0, 1)
    assert await store.read(stores.lists.of_player, BOB) == ()
