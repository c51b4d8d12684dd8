"""A private match of two people: its thread, who may look at it, and where else it isn't shown."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor

from cogs.kit.visibility import may_see
from cogs.text import errors_texts, match_kinds_texts, records_texts, server_texts
from matches import MatchId, Phase
from matches.ratings.scores import LEAST_TURNS
from tests.cogs.challenge_forms import answer, details, sent
from tests.cogs.community import id_of
from tests.cogs.forged import posted
from tests.cogs.governing import an_admin, asked, panel_of, told
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.people import user_of

UNSEEN = (errors_texts.MOVED_ON_UNSEEN, errors_texts.NOT_POSSIBLE_UNSEEN, records_texts.NOT_TO_BE_SEEN)


async def begun(server: Server, **options: Any) -> Any:
    """A private match of Pjawns up to its first move; returns its thread."""
    await server.begin("pjawns", private="on", **options)
    match = await server.match()
    return server.bot.get_channel(match.shown.home or 0)


async def inside(thread: discord.Thread) -> set[int]:
    return {member.id for member in await thread.fetch_members()}


def moderator(server: Server) -> tuple[MemberActor, int]:
    """A member who may manage threads, and the id of the role that lets them."""
    role = server.guild.create_role("moderators", permissions=discord.Permissions(manage_threads=True))
    return server.guild.add_member(server.env.create_user("moderator"), roles=[role]), role.id


# --- its place --------------------------------------------------------------------------------------


async def test_both_players_and_nobody_else_are_in_its_thread(server: Server) -> None:
    await server.challenge(server.opponent, private="on")
    assert match_kinds_texts.PRIVATE_IN_CHALLENGE in text(await details(server.opponent, server.invitation))
    assert "Private ·" in text(server.invitation)
    server.command = "prawns"
    await server.accept()
    thread: Any = server.bot.get_channel((await server.match()).shown.home or 0)
    assert thread.is_private()
    (made,) = [entry.json for entry in server.env.http_requests if entry.path.endswith("/threads")]
    assert made is not None and made["invitable"] is False
    players = {server.challenger.id, server.opponent.id}
    assert await inside(thread) - {thread.owner_id} == players
    assert "are playing in a private thread." in text(server.invitation)
    assert text(server.card)


async def test_an_open_one_begins_with_who_accepts_and_goes_on_in_a_rematch(server: Server) -> None:
    server.command = "pjawns"
    await server.challenge(private="on", side="white")
    await server.accept(server.visitor)
    thread: Any = server.bot.get_channel((await server.match()).shown.home or 0)
    assert server.visitor.id in await inside(thread)
    await server.bot.app.matches.play.resign(MatchId(1), id_of(server.visitor))
    await server.pass_time(minutes=3)
    assert "Share" not in labels(server.card)
    await server.visitor.click(server.card, label="Rematch")
    await server.challenger.click(server.card, label="Accept")
    again = await server.match(2)
    assert again.terms.private and again.shown.home == thread.id


async def test_a_form_asks_for_one_too(server: Server) -> None:
    rules = panel_of(await server.visitor.slash(server.channel, "pjawns rules"))
    await sent(server.visitor, rules, switches=["1", "2", "16"])
    assert (await server.match()).terms.private


async def test_a_thread_that_was_made_before_a_crash_is_gone_on_with(server: Server) -> None:
    """It died before its second player was in: both are when it is back, and there is one thread."""
    server.command = "pjawns"
    await server.challenge(server.opponent, private="on")
    other = f"/channels/*/thread-members/{server.opponent.id}"
    server.env.inject_error("PUT", other, status=500, times=None)
    await server.accept()
    assert (await server.match()).phase is Phase.PLAYING
    assert not (await server.match()).shown.card
    server.env.backend.faults.clear()
    await server.restart()
    await server.pass_time(minutes=3)
    (thread,) = server.channel.threads
    assert (await server.match()).shown.home == thread.id
    known: Any = server.bot.get_channel(thread.id)
    assert {server.challenger.id, server.opponent.id} <= await inside(known)


async def test_without_its_thread_it_goes_on_in_direct_messages_and_not_in_the_channel(
    server: Server,
) -> None:
    thread = await begun(server)
    await thread.delete()
    await server.env.settle()
    posted = len(server.channel.history())
    await server.challenger.user.slash("pjawns move", action="@a1")
    match = await server.match()
    assert match.shown.direct and match.seen_in is None
    assert len(server.channel.history()) == posted
    assert "continues here" in text(server.dms(server.opponent)[-1])


async def test_who_takes_a_side_over_is_let_in(server: Server) -> None:
    thread = await begun(server)
    admin, people = an_admin(server), {"from": server.opponent, "to": server.visitor}
    question = panel_of(await asked(server, admin, "handover", place=server.channel, match="1", **people))
    await admin.click(question, label=server_texts.HAND_OVER)
    assert server.visitor.id in await inside(thread)


# --- where there can be none ------------------------------------------------------------------------


@refusing
@pytest.mark.parametrize("by_form", [True, False])
async def test_a_channel_without_private_threads_refuses_before_anything_is_sent(
    server: Server, by_form: bool
) -> None:
    bare = PermissionOverwrite(create_private_threads=False)
    server.channel = server.guild.create_text_channel(
        "no-threads", overwrites={server.guild.default_role: bare}
    )
    if by_form:
        rules = panel_of(await server.challenger.slash(server.channel, "pjawns rules"))
        refused = answer(await sent(server.challenger, rules, switches=["1", "2", "16"]))
        assert "Back to the form" in labels(refused)
        said = text(refused)
    else:
        said = private(await server.challenge(server.opponent, private="on"))
    assert "I need the **Create Private Threads** permission" in said and "leave *Private* out" in said
    assert not server.channel.history()


@refusing
async def test_a_channel_of_news_has_none(server: Server) -> None:
    server.channel = server.guild.create_news_channel("news")
    said = private(await server.challenge(private="on"))
    assert said == match_kinds_texts.no_threads_in(server.channel.id)


@refusing
async def test_none_between_servers(server: Server) -> None:
    said = private(await server.challenge(private="on", servers="all"))
    assert said == errors_texts.ACROSS_NOT_PRIVATE


# --- who sees it ------------------------------------------------------------------------------------


@refusing
async def test_only_its_players_and_who_manages_threads_see_it(server: Server) -> None:
    await begun(server)
    other, role = moderator(server)
    for who, count in ((server.visitor, 0), (server.opponent, 1), (other, 1)):
        listed = panel_of(await who.slash(server.channel, "matches", show="running"))
        assert ("1 match running here" in text(listed)) == bool(count)
    for given in ({}, {"deed": "watch"}):
        said = private(await server.visitor.slash(server.channel, "match", number="1", **given))
        assert said == errors_texts.NO_SUCH_MATCH
    view = panel_of(await other.slash(server.channel, "match", number="1"))
    assert "Pjawns #1" in text(view)
    assert await may_look(server, other)
    server.env.backend.edit_role(server.guild.id, role, {"permissions": 0})
    assert not await may_look(server, other)


async def may_look(server: Server, who: MemberActor) -> bool:
    """True if somebody may go on looking at the match in a view that they have open."""
    return await may_see(server.bot, await server.match(), discord.Object(who.id))


@refusing
async def test_it_is_neither_shared_nor_posted_outside_its_thread(server: Server) -> None:
    await begun(server)
    said = private(await server.challenger.slash(server.channel, "match", deed="share", number="1"))
    assert said == errors_texts.NOT_TO_SHARE
    view = panel_of(await server.challenger.slash(server.channel, "match", deed="film", number="1"))
    assert "Post here" not in labels(view) and "Share" not in labels(view)


async def test_it_is_in_no_list_of_the_server_and_its_end_is_not_announced(server: Server) -> None:
    admin = an_admin(server)
    results, lists = (server.guild.create_text_channel(name) for name in ("results", "lists"))
    await told(server, admin, "set", results=results, lists=lists)
    await begun(server)
    await server.begin("prudh")
    await server.pass_time(minutes=20)
    running = next(text(one) for one in lists.history() if "in progress" in text(one))
    assert "Prudh" in running and "Pjawns" not in running
    for number in (1, 2):
        for _ in range(2 * LEAST_TURNS):
            match = await server.match(number)
            legal = server.bot.app.matches.history(match).position.legal_actions()
            user = user_of(server.bot.app.matches.to_act(match)[0])
            await server.bot.app.matches.play.turn(match.id, user, str(legal[0]))
        await server.bot.app.matches.play.resign(MatchId(number), id_of(server.opponent))
    await server.pass_time(minutes=3)
    assert ["Prudh" in text(one) for one in results.history()] == [True]


# --- old cards ---------------------------------------------------------------------------------------


async def outdated(server: Server, **options: Any) -> list[str]:
    """The ids of a challenge's card, as it stays where Discord takes no edit; two moves were made since."""
    server.command = "pjawns"
    await server.challenge(server.opponent, side="white", **options)
    old = ids(server.invitation, "")
    await server.accept()
    await server.play("@a1 / @a8")
    return old


@refusing
async def test_a_late_click_on_its_challenge_shows_nothing_of_it(server: Server) -> None:
    old = await outdated(server, private="on")
    stale = await posted(server, server.channel, old)
    for one in old:
        late = await server.visitor.click(stale, custom_id=one)
        assert private(late) in UNSEEN
        assert not late.followups[-1].attachments
        assert "the match now" in private(await server.opponent.click(stale, custom_id=old[0]))


@refusing
async def test_a_late_click_shows_an_open_match_until_its_channel_is_hidden(server: Server) -> None:
    old = await outdated(server)
    stale = await posted(server, server.channel, old)
    assert "the match now" in private(await server.visitor.click(stale, custom_id=old[0]))
    elsewhere = server.guild.create_text_channel("elsewhere")
    channel: Any = server.bot.get_channel(server.channel.id)
    await channel.set_permissions(channel.guild.default_role, view_channel=False)
    stale = await posted(server, elsewhere, old)
    for one in old:
        assert private(await server.visitor.click(stale, custom_id=one)) in UNSEEN
