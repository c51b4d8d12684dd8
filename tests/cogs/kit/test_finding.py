"""Which match somebody means, who may look at it, and where a challenge goes."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ChannelType, Interaction, Object, PermissionOverwrite, Permissions, TextChannel
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.text import computer_texts
from data import stores
from engines import GAMES
from matches import ChannelId, Phase, UserId
from tests.cases import case
from tests.cogs.community import won
from tests.cogs.doing import done
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text

# Most of what is asked here is refused, and meant to be.
pytestmark = refusing


async def a_thread(server: Server, channel: ChannelHandle) -> ChannelHandle:
    """A thread that people opened in ``channel`` for something else."""
    parent: Any = server.bot.get_channel(channel.id)
    await parent.create_thread(name="chat", type=ChannelType.public_thread)
    await server.env.settle()
    return channel.threads[-1]


async def finish(server: Server) -> None:
    """The opponent gives the latest match up."""
    await server.resign(server.opponent)


async def test_in_the_thread_of_a_match_no_other_match_is_moved_in(server: Server) -> None:
    await server.start()
    await server.challenge(server.opponent)
    await server.accept()
    moved = await server.move(server.challenger, "d1-d3")
    assert "That isn't possible anymore" in private(moved)
    assert "Still choosing" in private(moved), "the answer is about the match of this thread"
    assert (await server.match(1)).entries == ()


async def test_in_the_thread_of_a_finished_match_no_other_match_is_given_up(server: Server) -> None:
    await server.start()
    await server.start()
    await finish(server)
    asked = await server.challenger.slash(server.home, "match", deed="resign")
    assert "That isn't possible anymore" in private(asked)
    assert "Resign" not in private(asked)


async def test_the_board_that_is_asked_for_is_one_that_is_not_over(server: Server) -> None:
    await server.start()
    await finish(server)
    await server.start()
    shown = await server.challenger.slash(server.channel, "match")
    assert "### Prawns #2" in private(shown)


async def test_in_a_channel_without_threads_ones_own_match_is_meant(server: Server) -> None:
    server.channel = server.guild.create_text_channel(
        "no-threads", overwrites={server.guild.default_role: PermissionOverwrite(create_public_threads=False)}
    )
    await server.start()
    server.opponent, theirs = server.visitor, server.opponent
    await server.start()
    for who, number in ((theirs, 1), (server.visitor, 2)):
        assert f"### Prawns #{number}" in private(await who.slash(server.channel, "match"))


async def test_the_board_of_a_finished_match_says_how_it_ended(server: Server) -> None:
    await server.start()
    await server.play("d1-d3")
    await finish(server)
    shown = await server.visitor.slash(server.home, "match")
    assert f"**{server.challenger.mention} wins:**" in private(shown)


async def test_a_rematch_without_a_finished_match(server: Server) -> None:
    told = await done(server.challenger, server.channel, "rematch")
    assert "You haven't finished a match yet" in told


async def test_a_match_in_a_channel_that_somebody_cannot_see_does_not_exist_for_them(server: Server) -> None:
    nobody = PermissionOverwrite(view_channel=False)
    hall = server.channel
    server.channel = server.guild.create_text_channel("club", overwrites={server.visitor: nobody})
    await server.start()
    for name, given in (("match", {"number": "1"}), ("prawns move", {"match": "1", "action": "d1-d3"})):
        asked = await server.visitor.slash(hall, name, **given)
        assert "There's no such match" in private(asked)
    member = server.guild.add_member(server.env.create_user("member"))
    asked = await member.slash(hall, "match", number="1")
    assert "Prawns #1" in private(asked), "who sees the channel may look"


async def test_a_challenge_in_a_thread_of_people_stays_there(server: Server) -> None:
    thread = await a_thread(server, server.channel)
    for number in (1, 2):
        await server.challenger.slash(thread, "prawns challenge", opponent=server.opponent)
        assert (await server.match(number)).channel_id == ChannelId(thread.id)
        last = thread.last_message
        assert last is not None
        await server.opponent.click(last, label="Accept: heads")
    assert (await server.match(2)).phase is Phase.SETUP


async def test_a_challenge_in_the_thread_of_a_match_goes_beside_it(server: Server) -> None:
    await server.start()
    asked = await server.challenger.slash(server.home, "prawns challenge", opponent=server.opponent)
    assert f"Your challenge is in <#{server.channel.id}>" in private(asked)
    assert "challenges" in text(server.invitation)


async def test_a_challenge_that_would_go_beside_its_thread_needs_the_right_to_post_there(
    server: Server,
) -> None:
    silent = PermissionOverwrite(send_messages=False)
    await server.start()
    channel: Any = server.bot.get_channel(server.channel.id)
    await channel.set_permissions(channel.guild.default_role, overwrite=silent)
    await server.env.settle()
    asked = await server.challenger.slash(server.home, "prawns challenge", opponent=server.opponent)
    assert "I need the **Send Messages** permission" in private(asked)
    assert "Your move is saved" not in private(asked), "nothing is stored that can't be shown"


async def test_in_an_announcement_channel_a_thread_is_of_the_kind_allowed_there(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for = []
    create = TextChannel.create_thread

    async def ask(self: TextChannel, **how: Any) -> Any:
        asked_for.append(how["type"])
        # simcord knows no threads of announcements.
        return await create(self, **{**how, "type": ChannelType.public_thread})

    monkeypatch.setattr(TextChannel, "create_thread", ask)
    server.channel = server.guild.create_news_channel("news")
    await server.challenge(server.opponent)
    app, channel = server.bot.app, server.bot.get_channel(server.channel.id)
    assert isinstance(channel, TextChannel)
    match = await server.match()
    await channel.get_partial_message(server.invitation.id).delete()
    await app.matches.challenges.accept(match.id, match.users[-1], match.version, call="heads")
    await app.publisher.publish(match.id)
    assert asked_for == [ChannelType.news_thread]
    assert "Still choosing" in text(server.card)


async def test_the_only_match_that_is_over_is_meant_anywhere(server: Server) -> None:
    """It is found once: among those that are over, and not among the open ones too."""
    await won(server, server.challenger, server.opponent)
    shown = await server.challenger.slash(server.channel, "match", deed="film")
    assert "Step through" in labels(panel_of(shown))
    await done(server.challenger, server.channel, "rematch")
    assert (await server.match(2)).rematch_of == 1


# --- private threads that the bot is not in ----------------------------------------------------------


async def a_private_thread(server: Server, *, known: bool) -> ChannelHandle:
    """A private thread of the players' that the bot isn't in; ``known``: it was put out of it."""
    backend, me = server.env.backend, server.bot.user
    channel: Any = server.bot.get_channel(server.channel.id)
    thread = await channel.create_thread(name="club", type=ChannelType.private_thread)
    for member in (server.challenger, server.opponent):
        await thread.add_user(Object(member.id))
    await server.env.settle()
    assert me is not None
    backend.remove_thread_member(thread.id, me.id)
    await server.env.settle()
    if not known:
        channel.guild._remove_thread(thread)
    return server.channel.threads[-1]


def as_discord_says_there(monkeypatch: pytest.MonkeyPatch, allowed: Permissions) -> None:
    """Have interactions tell other permissions of the bot's."""
    monkeypatch.setattr(Interaction, "app_permissions", property(lambda _: allowed))


async def stored(server: Server) -> int:
    """How many matches and challenges there are."""
    return len(await server.store.read(stores.lists.of_player, UserId(server.challenger.id)))


WRITING = Permissions.all_channel()
WRITING.update(manage_threads=False)
ADD_ME = "Add me to this thread first"


async def test_in_a_private_thread_without_the_bot_nothing_is_stored(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = server.bot.user
    assert me is not None
    for known, allowed in ((True, WRITING), (False, WRITING), (False, Permissions.none())):
        with case(known, allowed), monkeypatch.context() as patch:
            thread = await a_private_thread(server, known=known)
            as_discord_says_there(patch, allowed)
            for command, options in (
                ("prawns challenge", {"opponent": server.opponent}),
                ("pjawns challenge", {}),
                ("pjawns challenge", {"computer": 2}),
            ):
                told = private(await server.challenger.slash(thread, command, **options))
                assert f"I'm not in <#{thread.id}>" in told and ADD_ME in told
                assert f"<@{me.id}>" in told and "permission" not in told
            assert await stored(server) == 0


async def test_buttons_that_begin_a_match_there_say_so_too(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await a_private_thread(server, known=True)
    as_discord_says_there(monkeypatch, Permissions(view_channel=True))
    panel = await server.challenger.slash(thread, "help")
    shown = await server.challenger.click(panel_of(panel), label="Play the computer")
    told = await server.challenger.click(shown.followups[-1], label=computer_texts.LEVELS[1])
    assert ADD_ME in private(told)
    assert await stored(server) == 0


async def test_what_was_challenged_there_waits_until_the_bot_is_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, me = server.env.backend, server.bot.user
    thread = await a_private_thread(server, known=True)
    assert me is not None
    backend.add_thread_member(thread.id, me.id)
    as_discord_says_there(monkeypatch, WRITING)
    await server.challenger.slash(thread, "pjawns challenge", opponent=server.opponent)
    message = thread.last_message
    assert message is not None
    backend.remove_thread_member(thread.id, me.id)
    told = private(await server.opponent.click(message, label="Accept"))
    assert ADD_ME in told and (await server.match()).phase is Phase.CHALLENGED
    backend.add_thread_member(thread.id, me.id)
    await server.opponent.click(message, label="Accept")
    assert (await server.match()).phase is Phase.PLAYING


async def test_who_manages_threads_need_not_be_in_them(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await a_private_thread(server, known=True)
    as_discord_says_there(monkeypatch, Permissions.all())
    await server.challenger.slash(thread, "pjawns challenge", opponent=server.opponent)
    assert (await server.match()).channel_id == ChannelId(thread.id)


async def test_while_discord_cannot_say_a_challenge_is_made(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await a_private_thread(server, known=True)
    as_discord_says_there(monkeypatch, WRITING)
    server.env.inject_error("GET", "/channels/*/thread-members/*", status=500, times=9)
    await server.challenger.slash(thread, "pjawns challenge", opponent=server.opponent)
    assert await stored(server) == 1


async def test_the_likely_game_is_the_threads_then_ones_own_last(server: Server) -> None:
    async def likely(who: MemberActor, place: Any = None) -> str:
        said = private(await who.slash(place or server.channel, "ranking"))
        return next(key for key, game in GAMES.items() if said.startswith(f"### {game.name} ·"))

    assert await likely(server.visitor) == "pjawns", "the one for newcomers where nothing is played"
    await server.begin("prudh")
    prudh = server.home
    await server.begin("predation")
    assert await likely(server.challenger) == "predation", "what they played last"
    assert await likely(server.challenger, prudh) == "prudh", "in a match's thread its game is meant"
    other = server.env.create_guild("Elsewhere")
    member = other.add_member(server.challenger.user)
    assert await likely(member, other.create_text_channel("games")) == "pjawns", (
        "there they've played nothing"
    )
