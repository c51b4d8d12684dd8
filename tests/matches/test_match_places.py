"""The places of a match: one, or one in each of two servers, with what Discord has seen there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from data import stores
from matches.model import NOWHERE, ChannelId, GuildId, MatchPlace, MessageId, Shown, UserId
from matches.players import Human
from tests.matches.table import CHALLENGER, CHANNEL, GUILD, OPPONENT, Table


async def test_a_challenge_has_the_place_it_was_asked_for_in(table: Table) -> None:
    match = await table.challenge()
    assert match.places == (MatchPlace(GUILD, CHANNEL),)
    assert (match.guild_id, match.channel_id, match.shown) == (GUILD, CHANNEL, Shown())


async def test_what_was_shown_is_kept_with_its_place(table: Table) -> None:
    match = await table.challenge()
    seen = Shown(version=1, invitation=MessageId(5))
    await table.store.write(stores.matches.record_shown, match.id, seen)
    assert (await table.match()).places == (MatchPlace(GUILD, CHANNEL, seen),)


async def test_what_was_shown_in_one_place_says_nothing_of_another(table: Table) -> None:
    match = await table.challenge()
    elsewhere = MatchPlace(GuildId(GUILD + 1), CHANNEL)
    both = replace(match, places=(*match.places, elsewhere))
    seen = Shown(version=1)
    assert both.shown_as(seen).places == (MatchPlace(GUILD, CHANNEL, seen), elsewhere)


async def test_a_new_place_waits_for_the_disk_and_a_card_in_the_same_does_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card is found again in its thread after a power cut; the match of a lost thread gets another one."""
    match = await table.challenge()
    asked: list[bool] = []
    write, note = table.store.write, table.store.write_unsynced

    async def written(what: Any, /, *args: Any) -> Any:
        asked.append(True)
        return await write(what, *args)

    async def noted(what: Any, /, *args: Any) -> Any:
        asked.append(False)
        return await note(what, *args)

    monkeypatch.setattr(table.store, "write", written)
    monkeypatch.setattr(table.store, "write_unsynced", noted)
    home = Shown(version=1, home=ChannelId(CHANNEL + 1), card=MessageId(5))
    await table.matches.record_shown(match, home)
    match = await table.match()
    await table.matches.record_shown(match, replace(home, card=MessageId(6)))
    await table.matches.record_shown(match, replace(home, direct=True))
    assert asked == [True, False, True]


async def test_a_match_is_seen_from_one_of_its_places_at_a_time(table: Table) -> None:
    match = await table.challenge()
    far = MatchPlace(GuildId(GUILD + 1), ChannelId(CHANNEL + 1))
    terms = replace(match.terms, across=True)
    both = replace(match, terms=terms, places=(*match.places, far), opponent=Human(OPPONENT))
    assert [both.seen_from(number).place for number in (0, 1, None)] == [match.place, far, NOWHERE]
    assert [both.seen_from(number).users_here for number in (0, 1, None)] == [
        *((CHALLENGER,), (OPPONENT,), ()),
    ]
    assert [both.seen_from(number).strangers for number in (0, 1, None)] == [
        *((OPPONENT,), (CHALLENGER,), (CHALLENGER, OPPONENT)),
    ]
    seen = Shown(version=1)
    assert both.seen_from(1).shown_as(seen).places == (match.place, replace(far, shown=seen))
    assert (both.place_of(both.challenger), both.place_of(Human(OPPONENT))) == (match.place, far)


async def test_a_match_of_one_server_is_seen_from_there_by_everyone(table: Table) -> None:
    match = await table.challenge()
    for user, guild in ((CHALLENGER, None), (OPPONENT, GuildId(5)), (None, None)):
        assert match.seen_by(user, guild) == match
    assert (match.users_here, match.strangers) == (match.users, ())


async def test_an_offer_to_other_servers_is_seen_from_nowhere_there(table: Table) -> None:
    match = await table.challenge()
    offered = replace(match, terms=replace(match.terms, across=True), opponent=None)
    assert offered.seen_by(CHALLENGER, GuildId(5)).place == match.place, "one's own"
    assert offered.seen_by(UserId(9), GUILD).place == match.place
    assert offered.seen_by(UserId(9), GuildId(5)).place == NOWHERE
