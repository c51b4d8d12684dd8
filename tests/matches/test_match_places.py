"""The places of a match: one so far, with what Discord has seen there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from data import stores
from matches.model import ChannelId, GuildId, MatchPlace, MessageId, Shown
from tests.matches.table import CHANNEL, GUILD, Table


async def test_a_challenge_has_the_place_it_was_asked_for_in(table: Table) -> None:
    match = await table.challenge()
    assert match.places == (MatchPlace(GUILD, CHANNEL),)
    assert (match.guild_id, match.channel_id, match.shown) == (GUILD, CHANNEL, Shown())


async def test_what_was_shown_is_kept_with_its_place(table: Table) -> None:
    match = await table.challenge()
    seen = Shown(version=1, invitation=MessageId(5))
    await table.store.write(stores.matches.note_shown, match.id, seen)
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
    write, note = table.store.write, table.store.note

    async def written(what: Any, /, *args: Any) -> Any:
        asked.append(True)
        return await write(what, *args)

    async def noted(what: Any, /, *args: Any) -> Any:
        asked.append(False)
        return await note(what, *args)

    monkeypatch.setattr(table.store, "write", written)
    monkeypatch.setattr(table.store, "note", noted)
    home = Shown(version=1, home=ChannelId(CHANNEL + 1), card=MessageId(5))
    await table.matches.note_shown(match, home)
    match = await table.match()
    await table.matches.note_shown(match, replace(home, card=MessageId(6)))
    await table.matches.note_shown(match, replace(home, direct=True))
    assert asked == [True, False, True]
