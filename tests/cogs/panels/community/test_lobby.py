"""/match find: the open challenges that somebody may take up, by one tap."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord

from cogs.ladders.service import Ladders
from cogs.text.en import lobby as said
from matches import GuildId, Phase
from matches.ladder import LadderKey
from matches.notices import ZONE
from matches.players import Human
from matches.requirements import Requirements
from services.lobby import PAGE
from tests.cogs.blocks import block
from tests.cogs.challenge_forms import details, filled, find, post, sent, withdraw
from tests.cogs.community import beat_all, id_of, newcomers
from tests.cogs.governing import allow, an_admin, panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, text
from tests.data_store.answering import agree, answered


@refusing
async def test_a_tap_begins_the_match_as_the_cards_own_accept_does(server: Server) -> None:
    await post(server)
    panel, other = await find(server), await find(server)
    assert server.challenger.mention in text(panel) and "**1500**? · new here" in text(panel)
    await server.visitor.click(panel, label="Accept")
    match = await server.match()
    assert (match.phase, match.opponent) == (Phase.PLAYING, Human(id_of(server.visitor)))
    assert f"<#{server.home.id}>" in text(panel) and "has begun" in text(panel)
    assert "are playing in" in text(server.invitation), "the card is up to date"
    assert server.channel.threads
    await server.visitor.click(other, label="Accept")
    assert f"has begun, in <#{server.home.id}>" in text(other), "a second tap, later"
    await server.visitor.click(panel, label=said.FIND_ANOTHER)
    assert "Nobody is waiting" in text(panel)


async def test_a_coin_is_called_as_the_button_says_in_the_challenges_own_channel(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    terms: dict[str, Any] = {"takebacks": "off", "rated": "off", "set": "on"}
    await server.challenged(server.challenger, game="prawns", place=club, **terms)
    panel = await find(server)
    assert "two games · no takebacks · unrated" in text(panel)
    await server.visitor.click(panel, label="Accept: heads")
    match = await server.match()
    assert match.phase is Phase.SETUP and match.toss is not None and match.toss.call == "heads"
    assert len(club.threads) == 1 and not server.channel.threads


@refusing
async def test_two_taps_begin_one_match(server: Server) -> None:
    await post(server)
    panel = await find(server)
    server.env.settle_timeout = 0.0
    for _ in range(2):
        with suppress(TimeoutError):
            await server.visitor.click(panel, label="Accept")
    server.env.settle_timeout = 60.0
    await server.env.settle()
    assert len(await server.bot.app.matches.lists.running_in((await server.match()).guild_id, 9)) == 1
    assert "has begun" in text(panel) or "starts in a moment" in text(panel)
    assert len(server.channel.threads) == 1


@refusing
async def test_what_is_gone_by_then_is_said_above_the_list_as_it_is_now(server: Server) -> None:
    await post(server)
    await post(server, server.opponent, "prudh")
    panel = await find(server)
    first = ids(panel, "takeup:1:")[0]
    invitation = server.channel.history()[0]
    await withdraw(server, invitation)
    await server.visitor.click(panel, custom_id=first)
    assert "was withdrawn by" in text(panel)
    assert not ids(panel, "takeup:1:") and ids(panel, "takeup:2:")
    assert (await server.match(2)).phase is Phase.CHALLENGED


async def test_own_challenges_and_those_of_others_who_are_blocked_are_not_listed(server: Server) -> None:
    await post(server)
    assert not ids(await find(server, server.challenger), "takeup:")
    await block(server, server.visitor, server.challenger)
    panel = await find(server)
    assert not ids(panel, "takeup:") and "block" not in text(panel)


@refusing
async def test_challenges_in_hidden_channels_are_not_listed_nor_taken_up(server: Server) -> None:
    nobody = discord.PermissionOverwrite(view_channel=False)
    club = server.guild.create_text_channel("club", overwrites={server.visitor: nobody})
    await server.challenger.slash(club, "pjawns challenge")
    assert not ids(await find(server), "takeup:")
    panel = await find(server, server.opponent)
    assert ids(panel, "takeup:")
    server.env.backend.delete_channel(club.id)
    await server.opponent.click(panel, label="Accept")
    assert text(panel).startswith(said.NOT_SEEN)
    assert (await server.match()).phase is Phase.CHALLENGED


async def test_a_game_can_be_asked_for(server: Server) -> None:
    await post(server)
    await post(server, server.opponent, "prudh")
    panel = await find(server, game="prudh")
    assert ids(panel, "takeup:2:") and not ids(panel, "takeup:1:")
    panel = await find(server, game="prawns")
    assert "Nobody is waiting to play Prawns" in text(panel)
    await sent(server.visitor, panel, said.POST_MINE)
    match = await server.match(3)
    assert (match.game_key, match.opponent, match.phase) == ("prawns", None, Phase.CHALLENGED)


async def test_where_nobody_waits_ones_own_is_posted_by_the_form(server: Server) -> None:
    panel = await find(server)
    assert "Play the computer" in labels(panel)
    (menu,) = ids(panel, "challengepick:")
    (options,) = (part["options"] for part in parts(panel) if "options" in part)
    assert options[0]["label"] == "Pjawns"
    prudh = next(option["value"] for option in options if option["label"] == "Prudh")
    opened = await server.visitor.select(panel, [prudh], custom_id=menu)
    told = private(await filled(server.visitor, opened))
    assert f"<#{server.channel.id}>" in told
    match = await server.match()
    assert (match.game_key, match.opponent, match.users) == ("prudh", None, (id_of(server.visitor),))


async def test_the_computer_is_offered_where_nobody_waits(server: Server) -> None:
    panel = await find(server, game="prudh")
    await server.visitor.click(panel, label="Play the computer")
    await an_admin(server).slash(server.channel, "server set", computer="off")
    assert "Play the computer" not in labels(await find(server, server.opponent))


@refusing
async def test_whoever_may_play_nothing_is_told_why(server: Server) -> None:
    await post(server)
    role = server.guild.create_role("Players")
    await allow(server, role=role)
    assert f"<@&{role.id}>" in private(await server.visitor.slash(server.channel, "match", number="find"))
    told = private(await server.visitor.user.slash("match", number="find"))
    assert told.endswith(said.ONLY_IN_SERVER)


async def test_the_nearest_rating_comes_first_and_more_are_on_the_next_page(server: Server) -> None:
    people = newcomers(server, PAGE)
    await beat_all(server, server.challenger, *people[:3])
    await post(server)
    for who in people:
        await post(server, who)
    panel = await find(server)
    assert f"1 to {PAGE} of {PAGE + 1}" in text(panel)
    assert len(ids(panel, "takeup:")) == PAGE
    first = text(panel)
    await server.visitor.click(panel, label="▶")
    assert server.challenger.mention in text(panel) and server.challenger.mention not in first
    assert people[-1].mention in first.split(people[0].mention)[0], "those who never lost are nearer"
    await server.visitor.click(panel, label="◀")
    assert text(panel) == first


async def test_help_and_an_empty_list_lead_to_it(server: Server) -> None:
    for command in ("help", "matches", "play"):
        panel = panel_of(await server.visitor.slash(server.channel, command))
        await server.visitor.click(panel, label=said.FIND)
        assert "Nobody is waiting" in text(panel)
    panel = panel_of(await server.visitor.user.slash("help"))
    assert said.FIND not in labels(panel)


# --- what a challenge asks for ---------------------------------------------------------------------


@refusing
async def test_what_an_open_challenge_asks_for_stands_on_its_card(server: Server) -> None:
    await post(server, rating="200", players="both")
    line = (
        f"-# Only for players with a rating within 200 of {server.challenger.mention}'s, no provisional "
        "rating and few timeouts."
    )
    assert line in text(server.invitation)
    assert (await server.match()).terms.requirements == Requirements(200, established=True, reliable=True)
    await post(server)
    assert "Only for players" not in text(server.invitation)


@refusing
async def test_who_does_not_meet_it_is_told_why_by_the_card_and_the_lobby(server: Server) -> None:
    await beat_all(server, server.challenger, *newcomers(server, 3))
    await server.pass_time(days=1)
    await post(server, rating="100")
    told = private(await server.visitor.click(server.invitation, label="Accept"))
    assert "ratings within 100 of" in told and "and yours is 1500?" in told and "`/play`" in told
    await post(server, players="established")
    told = private(await server.visitor.click(server.invitation, label="Accept"))
    assert "is provisional (?)" in told
    assert not ids(await find(server), "takeup:"), "neither is for them"
    await post(server, rating="400", players="reliable")
    panel = await find(server)
    await server.visitor.click(panel, label="Accept")
    assert "has begun" in text(panel)


async def test_the_lobby_says_how_fast_they_answer_in_the_readers_own_time(server: Server) -> None:
    """So does a ladder of those who can be challenged, and a challenge behind *⋯*."""
    user = id_of(server.challenger)
    await answered(server.store, 21, by=user, over=True, took=23)  # at noon in UTC, each day
    await agree(server.store, user)
    await post(server)
    told = "usually answers within 23 hours"
    assert f"{server.challenger.mention} {told}." in text(await details(server.visitor, server.invitation))
    assert "usually" not in text(await details(server.challenger, server.invitation)), "they know"
    await post(server, server.opponent)
    assert "usually" not in text(await details(server.visitor, server.invitation))
    shown = text(await find(server))
    assert shown.count("usually answers") == 1 and f"new here · {told}\n" in shown
    for zone, part in (("UTC", "afternoons"), ("America/New_York", "mornings"), ("Asia/Tokyo", "evenings")):
        await server.bot.app.notifications.prefer(id_of(server.visitor), {ZONE: zone})
        assert f"{told}, mostly {part}" in text(await find(server))
    ladder = LadderKey(GuildId(server.guild.id), "pjawns")
    for who in (server.challenger, server.opponent, server.visitor):
        await server.bot.app[Ladders].join(ladder, id_of(who))
    panel = panel_of(await server.visitor.slash(server.channel, "ranking", game="pjawns"))
    await server.visitor.click(panel, label="Ladder")
    menus = [part for part in parts(panel) if part.get("placeholder") == "Challenge for their place…"]
    ((near, far),) = [menu["options"] for menu in menus]
    assert near.get("description") is None
    assert far["description"].startswith("Usually answers within 23 hours")
    assert "usually" not in text(panel), "the places themselves stay short"
    first = server.channel.history()[0]
    await server.opponent.click(first, custom_id=ids(first, "accept:")[0])
    assert "usually" not in text(server.channel.history()[0]), "it has done its service"
