"""The places of a match: one so far, with what Discord has seen there."""

from __future__ import annotations

from dataclasses import replace

from matches.model import GuildId, MatchPlace, MessageId, Shown
from tests.matches.table import CHANNEL, GUILD, Table


async def test_a_challenge_has_the_place_it_was_asked_for_in(table: Table) -> None:
    match = await table.challenge()
    assert match.places == (MatchPlace(GUILD, CHANNEL),)
    assert (match.guild_id, match.channel_id, match.shown) == (GUILD, CHANNEL, Shown())


async def test_what_was_shown_is_kept_with_its_place(table: Table) -> None:
    match = await table.challenge()
    seen = Shown(version=1, invitation=MessageId(5))
    await table.store.matches.note_shown(match.id, seen)
    assert (await table.match()).places == (MatchPlace(GUILD, CHANNEL, seen),)


async def test_what_was_shown_in_one_place_says_nothing_of_another(table: Table) -> None:
    match = await table.challenge()
    elsewhere = MatchPlace(GuildId(GUILD + 1), CHANNEL)
    both = replace(match, places=(*match.places, elsewhere))
    seen = Shown(version=1)
    assert both.shown_as(seen).places == (MatchPlace(GUILD, CHANNEL, seen), elsewhere)
