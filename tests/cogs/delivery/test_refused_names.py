"""A thread whose name Discord refuses, for a word or a number in it, is made with a plain one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.delivery.display_names import width
from cogs.delivery.thread_names import SIDEBAR, number_in, plain_thread_name
from cogs.kit.failures import refuses_name
from tests.cogs.named import match_of_two
from tests.cogs.places import forum, settled
from tests.cogs.privacy import deleted
from tests.cogs.server import Server

WORDS = "Contains words not allowed for servers in Server Discovery."
A_WORD = (50035, f"Invalid Form Body\nIn name: {WORDS}")
MODERATION = (200001, "Title was blocked by automatic moderation")
"""The two answers that are about a name: see :func:`test_which_refusals_are_about_the_name`."""


def refuse(server: Server, method: str, path: str, refusal: tuple[int, str], times: int = 1) -> None:
    """Let Discord refuse the name in a request."""
    code, said = refusal
    server.env.inject_error(method, path, status=400, code=code, message=said, times=times)


def names(channel: Any) -> list[str]:
    return [str(thread.name) for thread in channel.threads]


@pytest.mark.parametrize("refusal", [A_WORD, MODERATION], ids=["a word", "moderation"])
async def test_the_thread_of_a_challenge(server: Server, refusal: tuple[int, str]) -> None:
    refuse(server, "POST", "/channels/*/messages/*/threads", refusal)
    await server.begin("pjawns")
    assert names(server.channel) == ["#d Pjawns · White–Black"]
    assert (await server.match()).shown.home == server.channel.threads[0].id


async def test_a_thread_without_a_challenge_card(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.bot.http.delete_message(server.channel.id, server.invitation.id)
    refuse(server, "POST", f"/channels/{server.channel.id}/threads", A_WORD)
    match = await server.match()
    await server.bot.app.matches.challenges.accept(match.id, match.users[1], match.version, call="heads")
    await server.bot.app.publisher.publish(match.id)
    assert names(server.channel) == ["#d Prawns · Green – Blue"]


async def test_a_thread_in_the_home_of_the_server(server: Server) -> None:
    home = server.guild.create_text_channel("matches")
    await settled(server, home)
    refuse(server, "POST", f"/channels/{home.id}/threads", MODERATION)
    await server.begin("pjawns")
    assert names(home) == ["#d Pjawns · White–Black"]
    assert (await server.match()).shown.home == home.threads[0].id


async def test_a_post_in_a_forum(server: Server) -> None:
    home = forum(server, "Chess", "pjawns")
    await settled(server, home)
    refuse(server, "POST", f"/channels/{home.id}/threads", A_WORD)
    await server.begin("pjawns")
    assert names(home) == ["#d Pjawns · White–Black"]


async def test_a_private_thread(server: Server) -> None:
    refuse(server, "POST", f"/channels/{server.channel.id}/threads", MODERATION)
    await server.begin("pjawns", private="on")
    thread: Any = server.bot.get_channel((await server.match()).shown.home or 0)
    assert thread.is_private() and thread.name == "#d Pjawns · White–Black"


async def test_another_thread_after_the_first_is_lost(server: Server) -> None:
    await server.begin("pjawns")
    lost: Any = server.bot.get_channel(server.home.id)
    await lost.delete()
    await server.env.settle()
    refuse(server, "POST", f"/channels/{server.channel.id}/threads", A_WORD)
    await server.challenger.slash(server.channel, "pjawns move", action="c1")
    assert names(server.channel) == ["#d Pjawns · White–Black"]


@pytest.mark.parametrize("name", ["#d Pjawns · White–Black", "White–Black · Pjawns #d"])
async def test_a_plain_thread_from_before_a_crash_is_found_again(server: Server, name: str) -> None:
    await server.begin("pjawns")
    lost: Any = server.bot.get_channel(server.home.id)
    kind = discord.ChannelType.public_thread
    made = await lost.parent.create_thread(name=name, type=kind)
    await lost.delete()
    await server.env.settle()
    await server.challenger.slash(server.channel, "pjawns move", action="c1")
    assert (await server.match()).shown.home == made.id


async def test_a_rematch_in_the_same_thread(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    refuse(server, "PATCH", f"/channels/{server.home.id}", MODERATION)
    await server.challenger.click(server.card, label="Rematch")
    await server.opponent.click(server.home.history()[-1], label="Accept")
    assert names(server.channel) == ["#g Pjawns · Black–White"]


async def test_a_name_that_an_erasure_leaves(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    refuse(server, "PATCH", f"/channels/{server.home.id}", MODERATION)
    await deleted(server, server.challenger)
    assert names(server.channel) == ["#d Pjawns · White–Black"]
    await deleted(server, server.opponent)
    assert names(server.channel) == ["#d Pjawns · White–Black"], "nobody is named there"


async def test_one_that_is_refused_twice_costs_the_thread_alone(server: Server) -> None:
    refuse(server, "POST", "/channels/*/messages/*/threads", A_WORD, times=2)
    await server.begin("pjawns")
    assert names(server.channel) == []
    assert (await server.match()).shown.home == server.channel.id


@pytest.mark.parametrize(
    ("code", "errors", "refused"),
    [
        (50035, {"name": {"_errors": [{"code": "INVALID_COMMUNITY_PROPERTY_NAME", "message": WORDS}]}}, True),
        (50035, {"name": {"_errors": [{"code": "CHANNEL_NAME_INVALID", "message": "Not this"}]}}, True),
        (50035, {"message": {"content": {"_errors": [{"code": "X", "message": "In name: no"}]}}}, False),
        (50035, {"applied_tags": {"_errors": [{"code": "INVALID_FORUM_TAG", "message": "Unknown"}]}}, False),
        (200001, {}, True),
        (160006, {}, False),
    ],
)
def test_which_refusals_are_about_the_name(code: int, errors: dict[str, Any], refused: bool) -> None:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    told = {"code": code, "message": "Invalid Form Body", "errors": errors}
    assert refuses_name(discord.HTTPException(response, told)) == refused


@given(st.integers(1, 10**18 - 1))
def test_the_number_is_read_from_a_plain_name(number: int) -> None:
    name = plain_thread_name(match_of_two(number), "Cannons")
    assert number_in(name) == number
    assert not any(one.isdigit() for one in name) and not set(name.split()[0]) & set("aeiou")
    assert number > 99_999 or width(name) <= SIDEBAR
