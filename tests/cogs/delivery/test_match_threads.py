"""A server that wants all its matches in one channel or forum gets them there, or is told why not."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.text import texts
from matches import GuildId
from tests.cases import case
from tests.cogs.places import forum, settled
from tests.cogs.refusing import refusing
from tests.cogs.server import CONTROLS, Server, controls, private, raw_text, text


async def administers(server: Server, **chosen: Any) -> str:
    """What an administrator is told who sets something."""
    role = server.guild.create_role("Admins", permissions=discord.Permissions(administrator=True))
    admin = server.guild.add_member(server.env.create_user("admin"), roles=[role])
    return private(await admin.slash(server.channel, "server set", **chosen))


async def test_all_matches_are_played_in_one_channel(server: Server) -> None:
    home = server.guild.create_text_channel("matches")
    await settled(server, home)
    await server.begin("pjawns")
    (thread,) = home.threads
    assert server.channel.threads == []
    assert (await server.match()).shown.home == thread.id
    card = thread.history()[-1]
    assert controls(card) == CONTROLS
    assert f"<#{thread.id}>" in text(server.invitation)
    await server.challenger.slash(thread, "pjawns move", action="@e1")
    assert "pjawn placed on e1" in text(thread.history()[-1])


async def test_each_match_is_a_post_in_a_forum(server: Server) -> None:
    home = forum(server, "Chess", "pjawns")
    await settled(server, home)
    await server.begin("pjawns")
    (post,) = home.threads
    first, card = post.history()
    assert "Every move gets a card below" in text(first)
    assert controls(card) == CONTROLS
    assert server.env.backend.channels[post.id].applied_tags == [901], "the tag of the game"
    home = forum(server, "Chess", required=True)
    await settled(server, home)
    await server.begin("pjawns")
    (post,) = home.threads
    assert server.env.backend.channels[post.id].applied_tags == [900], "where one is required"


async def test_a_post_that_is_there_already_is_found(server: Server) -> None:
    home = forum(server)
    await settled(server, home)
    server.command = "pjawns"
    await server.challenge(server.opponent)
    channel: Any = server.bot.get_channel(home.id)
    made = await channel.create_thread(name="#1 Pjawns · by whomever", content="killed right after this")
    await server.accept()
    assert [post.id for post in home.threads] == [made.thread.id]
    assert controls(home.threads[0].history()[-1]) == CONTROLS


async def test_a_home_that_is_gone_falls_back_and_says_so(server: Server) -> None:
    home = server.guild.create_text_channel("matches")
    await settled(server, home)
    channel: Any = server.bot.get_channel(home.id)
    await channel.delete()
    await server.env.settle()
    await server.begin("pjawns")
    assert f"This server plays its matches in <#{home.id}>, but I can't use it" in text(server.card)
    assert controls(server.card) == CONTROLS
    await server.act("@e1")
    assert "This server plays" not in text(server.card), "said once"


@refusing
async def test_a_home_where_a_post_cannot_be_falls_back(server: Server) -> None:
    untagged, refusing = forum(server, required=True), forum(server)
    path = f"/channels/{refusing.id}/threads"
    server.env.inject_error("POST", path, status=400, code=160006, times=None)
    for number, home in enumerate((untagged, refusing), 1):
        await settled(server, home)
        await server.begin("pjawns")
        assert home.threads == []
        assert "I can't use it right now" in text(server.card)
        assert len(server.channel.threads) == number
    assert "needs a tag" in await administers(server, home=untagged)
    assert (await server.bot.app.guilds.rules(GuildId(server.guild.id))).home == refusing.id


async def test_an_outage_is_waited_for(server: Server) -> None:
    home = forum(server)
    await settled(server, home)
    server.env.inject_error("POST", f"/channels/{home.id}/threads", status=500, times=None)
    await server.begin("pjawns")
    assert home.threads == server.channel.threads == []
    server.env.backend.faults.clear()
    await server.pass_time(minutes=3)
    (post,) = home.threads
    assert (await server.match()).shown.home == post.id


async def test_a_thread_that_was_made_is_kept_though_another_home_is_chosen(server: Server) -> None:
    """It is noted before the card is posted there."""
    home, other = (server.guild.create_text_channel(name) for name in ("matches", "boards"))
    await settled(server, home)
    server.command = "pjawns"
    await server.challenge(server.opponent)
    server.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await server.accept()
    (thread,) = home.threads
    server.env.backend.faults.clear()
    await settled(server, other)
    await server.pass_time(minutes=3)
    assert controls(thread.history()[-1]) == CONTROLS
    assert other.threads == []


# --- who sees a match there --------------------------------------------------------------------------


def seen_by(server: Server, name: str, *those: MemberActor) -> ChannelHandle:
    """A channel that these people and the bot see; everybody does if nobody is named."""
    overwrites: dict[Any, PermissionOverwrite] = {}
    if those:
        overwrites = dict.fromkeys((*those, server.env.bot.user), PermissionOverwrite(view_channel=True))
        overwrites[server.guild.default_role] = PermissionOverwrite(view_channel=False)
    return server.guild.create_text_channel(name, overwrites=overwrites)


async def test_a_match_is_in_the_home_only_if_all_who_saw_its_challenge_see_it_there(server: Server) -> None:
    players = (server.challenger, server.opponent)
    club = (*players, server.visitor)
    places = {
        "all": server.channel,
        "club": seen_by(server, "club", *club),
        "players": seen_by(server, "players", *players),
    }
    above = seen_by(server, "talk", *club)
    known: Any = server.bot.get_channel(above.id)
    await known.create_thread(name="games", type=discord.ChannelType.public_thread)
    (places["thread of the club"],) = above.threads
    for asked_in, seen, used in (
        ("all", club, False),
        ("all", (), True),
        ("club", (), True),
        ("club", club, True),
        ("thread of the club", club, True),
        ("club", players, False),
        ("players", club, True),
    ):
        with case(asked_in, len(seen)):
            home = seen_by(server, "matches", *seen)
            await settled(server, home)
            server.channel = places[asked_in]
            await server.begin("pjawns")
            assert len(home.threads) == used
            if not used:
                assert texts.home_hidden(home.id) in raw_text(server.card)


@pytest.mark.parametrize("everybody", [True, False])
async def test_once_the_channel_of_its_challenge_is_gone_a_match_needs_a_home_that_everybody_sees(
    server: Server, *, everybody: bool
) -> None:
    players = (server.challenger, server.opponent)
    server.channel = seen_by(server, "players", *players)
    await server.begin("pjawns")
    home = seen_by(server, "matches", *(() if everybody else players))
    await settled(server, home)
    for lost in (server.home.id, server.channel.id):
        server.env.backend.delete_channel(lost)
    await server.env.settle()
    await server.challenger.user.slash("pjawns move", action="@e1")
    assert [thread.id for thread in home.threads] == (
        [(await server.match()).shown.home] if everybody else []
    )
    assert (await server.match()).shown.direct is not everybody


async def test_a_rematch_stays_in_its_post(server: Server) -> None:
    home = forum(server)
    await settled(server, home)
    await server.begin("pjawns")
    (post,) = home.threads
    panel = await server.challenger.click(post.history()[-1], label="⋯")
    for _ in range(2):
        await server.challenger.click(panel.followups[-1], label="Resign")
    await server.opponent.click(post.history()[-1], label="Rematch")
    await server.challenger.click(post.history()[-1], label="Accept")
    assert len(home.threads) == 1
    assert (await server.match(2)).shown.home == post.id
    assert post.name.startswith("#2 Pjawns · ")


async def test_an_administrator_names_a_home_and_what_is_tidied_up(server: Server) -> None:
    home = forum(server)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"home": home}, f"**Matches** are all played in <#{home.id}>."),
        ({"old_cards": "text"}, "**Earlier boards** lose their buttons and keep only their text."),
        ({"archive": "72"}, "are archived after 3 days."),
        ({"archive": "never"}, "are archived when Discord decides."),
    ]
    for chosen, said in cases:
        with case(*chosen.items()):
            assert said in await administers(server, **chosen)
