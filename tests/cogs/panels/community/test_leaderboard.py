"""/leaderboard: pages, one's own place, here and everywhere, seasons, people who leave, and the post."""

from __future__ import annotations

import io
from typing import Any

import pytest
from discord import PermissionOverwrite
from PIL import Image
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.delivery.members import KNOWN_FOR
from matches import GuildId
from tests.cogs.community import GAME, beat_all, id_of, leaderboard, newcomers, won
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, ids, labels, parts, private, text
from tests.people import names

refusing = pytest.mark.simcord(check_errors=False)
"""For tests of what is refused: simcord takes all that a command raises for a bug."""


def places(said: str) -> list[str]:
    """The lines of the ranked."""
    return [line for line in said.splitlines() if line.startswith("**") and line[2].isdigit()]


def of(who: MemberActor) -> str:
    """A person, as named in a text."""
    return f"<@{who.id}>"


async def test_a_server_that_has_played_nothing_yet_is_told_how_to_begin(server: Server) -> None:
    shown = await leaderboard(server, server.visitor, game="prudh")
    said = private(shown)
    assert said.startswith("### Prudh · this server · all time")
    assert "Play 3 rated matches to be the first: challenge somebody!" in said
    assert "Post here" not in labels(panel_of(shown))
    present = f"{server.bot.app.clock():%B %Y}"
    said = private(await leaderboard(server, server.visitor, when="this season"))
    assert f"this server · {present}" in said
    said = private(await leaderboard(server, server.visitor, when="last season"))
    assert present not in said
    assert "Nobody was ranked this season" in said


async def test_a_newcomer_is_told_what_is_missing_and_rises(server: Server) -> None:
    first, second, third, fourth = newcomers(server, 4)
    await beat_all(server, first, second, third, fourth)
    await won(server, server.challenger, second)
    said = private(await leaderboard(server, server.challenger, game=GAME))
    assert len(places(said)) == 1
    assert of(first) in places(said)[0]
    assert "2 more rated matches to be ranked." in said
    await won(server, server.challenger, third)
    await won(server, server.challenger, first)
    said = private(await leaderboard(server, server.challenger, game=GAME))
    assert [line.split()[1] for line in places(said)] == [of(server.challenger), of(first)]
    assert "?" in places(said)[0], "three matches say little yet"
    assert "-# ? Provisional" in said
    assert "**Your rank: 1 of 2**" in said


@pytest.mark.slow
async def test_a_rating_is_known_once_enough_was_played(server: Server) -> None:
    """Provisional at first, and not any more after many matches against people who are known."""
    veterans = newcomers(server, 14)
    for number, one in enumerate(veterans):
        for other in veterans[number + 1 :]:
            await won(server, one, other)
    for rival in veterans:
        await won(server, server.challenger, rival)
        await won(server, rival, server.challenger)
    said = private(await leaderboard(server, server.challenger, game=GAME))
    own = next(line for line in said.splitlines() if line.startswith("**Your rank:"))
    assert "?" not in own
    assert "Page 1 of 2 · 15 players" in said


async def test_equal_points_share_a_place(server: Server) -> None:
    pairs = [newcomers(server, 4), newcomers(server, 4)]
    for winner, *losers in pairs:
        await beat_all(server, winner, *losers)
    said = private(await leaderboard(server, server.visitor, game=GAME))
    assert [line.split()[0] for line in places(said)] == ["**1.**", "**1.**"]
    assert "Play 3 rated matches to be ranked." in said


async def test_pages_are_leafed_through_in_the_same_panel(server: Server) -> None:
    people = newcomers(server, 12)
    for number, one in enumerate(people):
        await beat_all(server, one, *(people[(number + step) % 12] for step in (1, 2, 3)))
    shown = await leaderboard(server, server.visitor, game=GAME)
    panel = panel_of(shown)
    assert "Page 1 of 2 · 12 players" in text(panel)
    assert len(places(text(panel))) == 10
    back, on = (part for part in parts(panel) if part.get("label") in ("◀", "▶"))
    assert (back["disabled"], on.get("disabled", False)) == (True, False)
    await server.visitor.click(panel, label="▶")
    panel = panel_of(shown)
    assert len(places(text(panel))) == 2
    assert "Page 2 of 2" in text(panel)


async def test_the_panel_leads_to_the_other_games_places_and_seasons(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    shown = await leaderboard(server, first)
    assert places(private(shown)), "the game that the reader has played most"

    async def press(label: str) -> str:
        await first.click(panel_of(shown), label=label)
        return text(panel_of(shown))

    async def choose(verb: str, number: int) -> str:
        (menu,) = [part for part in parts(panel_of(shown)) if str(part.get("custom_id")).startswith(verb)]
        value = menu["options"][number]["value"]
        await first.select(panel_of(shown), [value], custom_id=menu["custom_id"])
        return text(panel_of(shown))

    season = server.bot.app.clock().strftime("%B %Y")
    assert f"Pjawns · this server · {season}" in await choose("rankseason", 1)
    assert "Nobody was ranked this season" in await choose("rankseason", 2)
    assert "Pjawns · everywhere" in await press("Everywhere")
    assert "Pjawns · everywhere · all time" in await choose("rankseason", 0)
    assert "-# In all matches, white won 0%, black won 100%." in text(panel_of(shown))
    (menu,) = ids(panel_of(shown), "rankgame:")
    await first.select(panel_of(shown), ["prudh"], custom_id=menu)
    assert "### Prudh · everywhere" in text(panel_of(shown))


async def test_whoever_leaves_is_passed_over_and_is_there_again_when_they_come_back(server: Server) -> None:
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    await beat_all(server, second, *others)
    server.guild.remove_member(first)
    said = private(await leaderboard(server, server.visitor, game=GAME))
    assert [line.split()[1] for line in places(said)] == [of(second)]
    assert places(said)[0].startswith("**1.**")
    everywhere = private(await leaderboard(server, server.visitor, game=GAME, where="everywhere"))
    assert f"{first.name} **" in everywhere, "a mention would be a number to people of this server"
    assert of(second) in everywhere
    again = server.guild.add_member(first.user)
    said = private(await leaderboard(server, again, game=GAME))
    assert [line.split()[1] for line in places(said)] == [of(first), of(second)]
    assert "**Your rank: 1 of 2**" in said


async def test_playing_again_shows_that_somebody_is_back(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    leaderboards = server.bot.app.leaderboards
    await leaderboards.note_presence(GuildId(server.guild.id), id_of(first), there=False)
    assert not places(private(await leaderboard(server, server.visitor, game=GAME)))
    server.command = GAME
    await server.challenge()
    await server.accept(first)
    assert places(private(await leaderboard(server, server.visitor, game=GAME)))


async def test_one_who_is_back_is_listed_though_their_name_was_looked_up_before(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    app, guild = server.bot.app, GuildId(server.guild.id)
    server.guild.remove_member(first)
    with server.env._bot_scope():
        assert await app.members.absent_now(guild, [id_of(first)])
    again = server.guild.add_member(first.user)
    await server.env.advance_time(KNOWN_FOR.total_seconds() + 1)
    with server.env._bot_scope():
        assert await app.members.names_in_time(guild, [id_of(first)])
    assert not places(private(await leaderboard(server, server.visitor, game=GAME)))
    said = private(await leaderboard(server, again, game=GAME))
    assert [line.split()[1] for line in places(said)] == [of(first)]


async def test_nobody_is_taken_for_gone_while_discord_does_not_answer(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    path = f"/guilds/{server.guild.id}/members/{first.id}"
    server.env.inject_error("GET", path, status=500, times=None)
    assert places(private(await leaderboard(server, server.visitor, game=GAME)))


async def posted(server: Server, who: MemberActor) -> tuple[InteractionResult, Any]:
    """The panel, and what its button has posted."""
    shown = await leaderboard(server, who, game=GAME)
    result = await who.click(panel_of(shown), label="Post here")
    return result, server.channel.history()[-1]


async def test_it_is_posted_with_a_picture_and_pings_nobody(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    result, message = await posted(server, server.visitor)
    assert of(first) in text(message)
    assert "Your rank" not in text(message)
    assert result is not None
    (picture,) = message.attachments
    assert picture.filename == "leaderboard.png"
    assert picture.description.startswith(f"1. {first.name}, rating ")
    assert not names(first.id, picture.description)
    with Image.open(io.BytesIO(await picture.read())) as image:
        assert image.width >= 400
    sent = server.env.http_requests[-1].json or {}
    assert not (sent.get("allowed_mentions") or {}).get("users")
    opened = await server.opponent.click(message, label="Pjawns leaderboard")
    assert places(private(opened))


@refusing
async def test_an_empty_one_is_not_posted_even_by_an_older_panel(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    shown = await leaderboard(server, server.visitor, game=GAME)
    server.guild.remove_member(first)
    server.bot.app.members._known.clear()
    result = await server.visitor.click(panel_of(shown), label="Post here")
    assert "Nobody is ranked there yet, so there's nothing to post." in private(result)


@refusing
async def test_only_those_who_may_post_pictures_have_it_posted(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    quiet = PermissionOverwrite(send_messages=False)
    channel = server.guild.create_text_channel("reading", overwrites={server.guild.default_role: quiet})
    shown = await server.visitor.slash(channel, "leaderboard", game=GAME)
    result = await server.visitor.click(panel_of(shown), label="Post here")
    assert "You can't post pictures in this channel yourself" in private(result)
    assert channel.history() == []


async def test_the_one_of_everybody_is_not_posted_in_a_server(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    shown = await leaderboard(server, server.visitor, game=GAME, where="everywhere")
    assert "Post here" not in labels(panel_of(shown))


async def test_whoever_does_anything_at_all_is_there_again(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    server.guild.remove_member(first)
    assert not places(private(await leaderboard(server, server.visitor, game=GAME)))
    again = server.guild.add_member(first.user)
    await again.slash(server.channel, "match list")
    assert places(private(await leaderboard(server, server.visitor, game=GAME)))


async def test_in_direct_messages_it_is_the_one_of_everybody(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    shown = await first.user.slash("leaderboard")
    said = text(panel_of(shown))
    assert "Pjawns · everywhere" in said
    assert "**Your rank: 1 of 1**" in said
    assert "Post here" not in labels(panel_of(shown))


async def test_the_buttons_work_after_a_restart(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    _, message = await posted(server, server.visitor)
    await server.restart()
    opened = await first.click(message, label="Pjawns leaderboard")
    assert "**Your rank: 1 of 1**" in private(opened)
