"""Who may look at a match: asked again at every click, and before a result is told."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, RoleHandle

from cogs.delivery.notifier import Notifier
from cogs.kit import permissions
from data import stores
from matches import ChannelId, GuildId, UserId
from tests.cases import case
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text
from tests.cogs.sight import REFUSED, Elsewhere, hide, private_thread, shared

CLOSED = PermissionOverwrite(view_channel=False)
OPEN = PermissionOverwrite(view_channel=True)
Overwrites = dict[str, PermissionOverwrite]


# --- shared by a code --------------------------------------------------------------------------------


@refusing
async def test_what_was_opened_by_a_code_ends_with_the_sharing(server: Server) -> None:
    """Every button of every view: the board, the film and the record; and nothing is posted there."""
    await server.begin("pjawns")
    await server.act("c1")
    panel, code = await shared(server)
    stranger = Elsewhere(server.env)
    board, film = await stranger.open(code), await stranger.open(code)
    for view in (film, board):
        await stranger.who.click(view, label="⋯")
    await stranger.who.click(film, label="Film")
    assert labels(film) == ["Step through", "Record", "Post here"]
    record = (await stranger.who.click(board, label="Record")).followups[-1]
    await server.challenger.click(panel, label="Stop sharing")
    await server.act("c8")
    clicks = [(board, label) for label in ("Step through", "Flip board", "Film", "Record")]
    clicks += [(film, label) for label in labels(film)]
    clicks += [(record, "Step through")]
    seen = (text(board), film.attachments[0].description)
    for view, label in clicks:
        assert (await stranger.told(view, label)).startswith(REFUSED), label
    assert (text(board), film.attachments[0].description) == seen
    assert stranger.channel.history() == []


async def test_while_it_is_shared_all_of_it_is_seen_elsewhere_and_in_its_own_server_for_ever(
    server: Server,
) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    panel, code = await shared(server)
    stranger = Elsewhere(server.env)
    view = await stranger.open(code)
    await stranger.who.click(view, label="⋯")
    assert "the record" in await stranger.told(view, "Record")
    await stranger.who.click(view, label="Step through")
    await stranger.who.click(view, label="◀")
    assert "The start" in text(view)
    await stranger.who.click(view, label="⋯")
    await stranger.who.click(view, label="Film")
    await stranger.who.click(view, label="Post here")
    assert stranger.channel.history()[-1].attachments[0].filename == "match-1.gif"
    await stranger.who.click(view, label="Step through")
    assert "After move 1 of 1" in text(view)
    own = (server.opponent, server.visitor)
    views = [panel_of(await who.slash(server.channel, "open", code=code)) for who in own]
    await server.challenger.click(panel, label="Stop sharing")
    for who, there in zip(own, views, strict=True):
        await who.click(there, label="◀")
        assert "The start" in text(there)


# --- a channel that is closed to somebody ------------------------------------------------------------


@refusing
async def test_a_view_ends_for_whom_the_channel_is_closed(server: Server) -> None:
    lobby = server.guild.create_text_channel("lobby")
    await server.begin("pjawns")
    await server.act("c1")
    view = panel_of(await server.visitor.slash(lobby, "match", deed="film", number="1"))
    await server.visitor.click(view, label="Step through")
    await server.visitor.click(view, label="◀")
    assert "The start" in text(view)
    hide(server, server.visitor)
    for label in ("▶", "⋯"):
        told = await server.visitor.click(view, label=label)
        assert text(told.followups[-1]).startswith(REFUSED)


async def test_in_a_private_thread_those_inside_look_on(server: Server) -> None:
    server.channel = await private_thread(server, server.challenger, server.opponent, server.visitor)
    await server.begin("pjawns")
    await server.act("c1")
    view = await server.open(server.visitor, "Board")
    await server.visitor.click(view(), label="◀")
    assert "The start" in text(view())


# --- results -----------------------------------------------------------------------------------------


def the_club(server: Server, name: str, *members: MemberActor | RoleHandle) -> ChannelHandle:
    """A channel that nobody else sees."""
    the_bot = server.bot.user
    assert the_bot is not None
    seen: dict[Any, PermissionOverwrite] = dict.fromkeys(members, OPEN)
    return server.guild.create_text_channel(
        name, overwrites={server.guild.default_role: CLOSED, the_bot: OPEN, **seen}
    )


async def ended(server: Server, results: ChannelHandle) -> list[Any]:
    """What is told in the channel of results of a match that was played in the server's channel."""
    await server.store.write(
        stores.people.change_guild, GuildId(server.guild.id), {"results": str(results.id)}
    )
    await server.begin("pjawns")
    await server.act("c1")
    await server.resign(server.challenger)
    await server.pass_time(minutes=1)
    return [message for message in results.history() if text(message)]


async def test_nothing_is_announced_of_a_match_that_not_everybody_may_see(server: Server) -> None:
    results = server.guild.create_text_channel("results")
    server.channel = the_club(server, "the-club", server.challenger, server.opponent)
    assert await ended(server, results) == []
    (match,) = await server.bot.app.matches.lists.finished_of(UserId(server.challenger.id), 9)
    assert await server.store.read(stores.notices.notices_of, match.id) == (), "nor is it owed any more"


async def test_a_result_waits_while_nobody_can_say_who_sees_what(server: Server) -> None:
    results = server.guild.create_text_channel("results")
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    guild.unavailable = True
    assert await ended(server, results) == []
    guild.unavailable = False
    await server.pass_time(minutes=5)
    assert len(results.history()) == 1


async def test_the_button_of_an_announcement_finds_a_thread_that_is_archived(server: Server) -> None:
    """A thread in which matches are played is archived sooner or later, and everybody sees it still."""
    results = server.guild.create_text_channel("results")
    channel = server.bot.get_channel(server.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="a post", type=discord.ChannelType.public_thread)
    await server.env.settle()
    server.channel = server.channel.threads[-1]
    (message,) = await ended(server, results)
    await thread.edit(archived=True)
    await server.env.settle()
    assert channel.guild.get_channel_or_thread(thread.id) is None
    seen = await server.visitor.click(message, label="Final board")
    assert "After move 1 of 1" in private(seen)


async def test_nothing_is_announced_of_a_match_in_a_private_thread(server: Server) -> None:
    results = server.guild.create_text_channel("results")
    server.channel = await private_thread(server, server.challenger, server.opponent)
    assert await ended(server, results) == []


async def test_those_who_read_the_results_are_told_of_what_they_may_see(server: Server) -> None:
    """In a server that shows its channels to some only, the results are read by the same people."""
    members = server.guild.create_role("Members")
    results = the_club(server, "results", members, server.challenger, server.opponent)
    server.channel = the_club(server, "games", members, server.challenger, server.opponent)
    assert len(await ended(server, results)) == 1


@refusing
async def test_the_button_of_an_announcement_shows_nothing_to_whom_the_channel_is_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was posted before is as public as ever; what it leads to is not, whoever shares it."""

    async def told(*_: Any) -> bool:
        return True

    monkeypatch.setattr(Notifier, "_may_be_told", told, raising=False)
    results = server.guild.create_text_channel("results")
    server.channel = the_club(server, "the-club", server.challenger, server.opponent)
    (message,) = await ended(server, results)
    for _ in range(2):
        refused = await server.visitor.click(message, label="Final board")
        assert private(refused).startswith(REFUSED)
        assert not refused.followups[-1].attachments
        await shared(server)
    seen = await server.opponent.click(message, label="Final board")
    assert "After move 1 of 1" in private(seen)


async def test_which_channels_are_as_open_as_others(server: Server) -> None:
    cases: list[tuple[Overwrites, Overwrites, bool]] = [
        ({}, {}, True),
        ({"everybody": CLOSED}, {}, False),
        ({}, {"everybody": CLOSED}, True),
        ({"everybody": CLOSED}, {"everybody": CLOSED}, True),
        ({"everybody": CLOSED, "role": OPEN}, {"everybody": CLOSED, "role": OPEN}, True),
        ({"everybody": CLOSED}, {"everybody": CLOSED, "role": OPEN}, False),
        ({"everybody": CLOSED, "role": OPEN}, {"everybody": CLOSED}, True),
        ({"everybody": CLOSED, "role": CLOSED}, {"everybody": CLOSED}, False),
    ]
    who = {"everybody": server.guild.default_role, "role": server.guild.create_role("Members")}
    for one, other, as_open in cases:
        with case(one, other, as_open):
            made = [
                server.guild.create_text_channel(
                    name, overwrites={who[key]: value for key, value in given.items()}
                )
                for name, given in (("one", one), ("other", other))
            ]
            await server.env.settle()
            first, second = (server.bot.get_channel(ChannelId(channel.id)) for channel in made)
            assert isinstance(first, discord.TextChannel) and isinstance(second, discord.TextChannel)
            assert permissions.as_open(first, second) is as_open
            assert permissions.as_open(first, first)
