"""Names of the threads of matches, and of people where matches are chosen: made, found, taken out."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from cogs.delivery import members
from matches import GuildId, MatchId, Opponent
from tests.cogs import computer
from tests.cogs.community import id_of, newcomers, well_begun
from tests.cogs.named import forget_names, member, names
from tests.cogs.privacy import deleted
from tests.cogs.server import Server, private


def asked_about(server: Server) -> list[Any]:
    """What Discord was told of members, an entry a request."""
    return [told for kind, name, told in server.env.backend.transcript if name == "GUILD_MEMBERS_CHUNK"]


SPELLINGS = ("#1 Pjawns · match 2 – B", "match 3 – match 1 · Pjawns #2", "Pjawns · match 3")
"""The names of three threads of matches, as the bot has spelt them over time."""


# --- made and found ------------------------------------------------------------------------------


async def test_a_thread_is_called_by_its_players(pair: Server) -> None:
    await pair.begin("cannons")
    await pair.begin("pjawns")
    assert names(pair) == ["#1 Cannons · Ada – Ben", "#2 Pjawns · Ada – Ben"]
    # Both have just done something here, so nobody was asked for.
    assert asked_about(pair) == []


async def test_against_the_computer_its_level_is_seen_and_only_the_persons_name_is_cut(pair: Server) -> None:
    await computer.begin(pair)
    pair.challenger = member(pair, "Adalbert von und zu Tidepool")
    await computer.begin(pair, 5, game="cannons")
    assert sorted(map(sorted, (name.split(" · ")[1].split(" – ") for name in names(pair)))) == [
        ["Ada", "Computer 3"],
        ["Adalbert von", "Computer 5"],
    ]
    assert [name.split(" · ")[0] for name in names(pair)] == ["#1 Pjawns", "#2 Cannons"]


async def test_names_are_made_harmless_and_kept_in_the_script_of_their_players(server: Server) -> None:
    server.challenger, server.opponent = member(server, "@everyone\u202e"), member(server, "**<@1>**")
    await server.begin("pjawns")
    server.challenger = member(server, "ကျော်ဦး", nick="ကျော်")
    server.opponent = member(server, "نیم\u200cا")
    await server.begin("pjawns")
    assert names(server) == ["#1 Pjawns · everyone – 1", "#2 Pjawns · ကျော် – نیم\u200cا"]


async def test_after_an_hour_who_plays_is_asked_for_again(pair: Server) -> None:
    await pair.challenge(pair.opponent)
    forget_names(pair)
    await pair.accept()
    await pair.pick(pair.challenger, "crab", "lobster")
    assert names(pair) == ["#1 Prawns · Ada – Ben"]
    assert len(asked_about(pair)) == 1


async def test_a_thread_that_was_made_before_a_crash_is_found_by_its_number(pair: Server) -> None:
    """Whatever people are called by now, and in each spelling that the names of threads have had."""
    channel: Any = pair.bot.get_channel(pair.channel.id)
    for number, old in enumerate(SPELLINGS, 1):
        await pair.begin("pjawns")
        made = await channel.create_thread(name=old, type=discord.ChannelType.public_thread)
        pair.env.backend.delete_channel((await pair.match(number)).shown.home or 0)
        await pair.env.settle()
        await pair.challenger.slash(pair.channel, "pjawns move", action="c1", match=str(number))
        assert (await pair.match(number)).shown.home == made.id


# --- where matches are chosen --------------------------------------------------------------------


async def suggested(server: Server, who: MemberActor, deed: str = "resign") -> list[str]:
    """What is suggested for ``number:`` of /match."""
    found = await who.autocomplete(server.channel, "match", "number", "", deed=deed)
    return [one["name"] for one in found]


async def test_suggestions_name_the_opponent(pair: Server) -> None:
    await pair.begin("cannons")
    assert await suggested(pair, pair.challenger) == ["Ben · Cannons #1 · your turn · you're white"]
    assert await suggested(pair, pair.opponent) == ["Ada · Cannons #1 · your opponent's turn · you're black"]
    typed = await pair.challenger.autocomplete(pair.channel, "match", "number", "cannons and crabs")
    assert [one["value"] for one in typed] == ["1"]
    await computer.begin(pair, side="white")
    assert "the computer (level 3) · Pjawns #2 · your turn · you're white" in await suggested(
        pair, pair.challenger
    )


async def test_suggestions_never_wait_for_a_name(pair: Server) -> None:
    await pair.begin("cannons")
    unnamed = ["Cannons and Crabs #1 · you're white · your turn"]
    forget_names(pair)
    assert await suggested(pair, pair.challenger) == unnamed
    # By then it has been asked for.
    assert await suggested(pair, pair.challenger) == ["Ben · Cannons #1 · your turn · you're white"]
    assert len(asked_about(pair)) == 1
    pair.env.backend.remove_member(pair.guild.id, pair.opponent.id)
    forget_names(pair)
    for _ in range(2):
        assert await suggested(pair, pair.challenger) == unnamed, "who has left is called by the match"


async def test_names_are_there_before_anybody_types(pair: Server) -> None:
    """The sweep asks for all players of a server in one request, and again before an hour is over."""
    for rival in newcomers(pair, 7):
        await well_begun(pair, pair.challenger, rival)
    await pair.pass_time(minutes=1)
    for _ in range(2):
        forget_names(pair)
        before = len(asked_about(pair))
        await pair.pass_time(minutes=46)
        (told,) = asked_about(pair)[before:]
        assert len(told["members"]) == 8
        assert all(name.startswith("swimmer-") for name in await suggested(pair, pair.challenger))
        await pair.pass_time(minutes=10)
        assert len(asked_about(pair)) == before + 1


async def test_the_gateway_is_spared(pair: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred people in a request, and no more requests in a minute than leave room for others."""
    app = pair.bot.app
    people = [id_of(one) for one in newcomers(pair, 130)]
    found = await app.members.names_in_time(GuildId(pair.guild.id), people)
    assert len(found) == 130
    assert [len(told["members"]) for told in asked_about(pair)] == [100, 30]
    monkeypatch.setattr(members, "MOST_A_MINUTE", 3)
    forget_names(pair)
    assert len(await app.members.names_in_time(GuildId(pair.guild.id), people)) == 100
    await pair.pass_time(minutes=2)
    assert len(await app.members.names_in_time(GuildId(pair.guild.id), people)) == 130


async def test_a_gateway_that_says_nothing(pair: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread is not kept waiting: it is called by its game then."""

    async def silent(*_: Any, **__: Any) -> None:
        raise TimeoutError

    monkeypatch.setattr(discord.Guild, "query_members", silent)
    match = await well_begun(pair, pair.challenger, pair.opponent)
    await pair.bot.app.publisher.publish(match.id)
    assert names(pair) == ["#1 Pjawns"]


# --- taken out again -----------------------------------------------------------------------------


async def test_who_is_erased_vanishes_from_the_names_of_threads(pair: Server) -> None:
    await pair.begin("cannons")
    await pair.begin("pjawns")
    await pair.resign(pair.opponent)
    await deleted(pair, pair.challenger)
    assert names(pair) == ["#1 Cannons · White – Ben", "#2 Pjawns · White – Ben"]
    await deleted(pair, pair.opponent)
    assert names(pair) == ["#1 Cannons", "#2 Pjawns"]


async def test_a_thread_with_a_name_of_its_own_is_left_alone_and_one_handed_over_is_not(pair: Server) -> None:
    await pair.begin("pjawns")
    thread: Any = pair.bot.get_channel(pair.home.id)
    await thread.edit(name="the final")
    await pair.begin("pjawns")
    guild, admin = GuildId(pair.guild.id), pair.bot.app.matches.admin
    await admin.hand_over(MatchId(2), id_of(pair.visitor), guild, "white", Opponent(id_of(pair.visitor)))
    await deleted(pair, pair.challenger)
    assert names(pair) == ["the final", "#2 Pjawns · visitor–Ben"]


async def test_what_fails_is_done_by_the_sweep(pair: Server) -> None:
    await pair.begin("pjawns")
    await pair.resign(pair.opponent)
    pair.env.inject_error("PATCH", f"/channels/{pair.home.id}", status=500)
    said = await deleted(pair, pair.challenger)
    assert "### Done" not in private(said)
    assert names(pair) == ["#1 Pjawns · Ada – Ben"]
    await pair.restart()
    await pair.pass_time(minutes=1)
    assert names(pair) == ["#1 Pjawns · White – Ben"]
    assert not await pair.bot.app.privacy.is_to_be_forgotten(id_of(pair.challenger))


async def test_many_threads_are_renamed_some_at_a_time(pair: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.delivery.name_removal.STEPS_AT_ONCE", 3)
    for _ in range(3):
        await pair.begin("pjawns")
        await pair.resign(pair.opponent)
    await deleted(pair, pair.challenger)
    assert names(pair)[2] == "#3 Pjawns · Ada – Ben"
    for _ in range(2):
        await pair.pass_time(minutes=1)
    assert names(pair) == [f"#{number} Pjawns · White – Ben" for number in (1, 2, 3)]
    assert not await pair.bot.app.privacy.is_to_be_forgotten(id_of(pair.challenger))
