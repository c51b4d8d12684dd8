"""Leaderboards: pages, one's own place, here and everywhere, seasons, people who leave, and the post.

Ratings that are sure come first, provisional ones below a line, by what is left of them: that is told at the
end of lists of a small server, entered into the books as its matches would enter them.
"""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
import pytest_asyncio
from discord import PermissionOverwrite
from PIL import Image
from simcord.actors import MemberActor
from simcord.results import InteractionResult
from sqlalchemy import insert

from cogs.delivery.members import KNOWN_FOR
from cogs.front_door.texts import leaders
from cogs.text import challenge_texts, community_texts
from data.stores.rating_rows import written_rows
from matches import GuildId, MatchId, UserId
from matches.players import Human
from matches.ratings.ledger import RatingLedger
from matches.ratings.rating import day_of
from matches.ratings.scores import FULL, LOSS, WIN, Score
from tests.cogs.community import GAME, beat_all, id_of, leaderboard, newcomers, won
from tests.cogs.governing import an_admin, panel_of, told
from tests.cogs.looks import around, sand
from tests.cogs.named import forget_names
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, blue, ids, labels, parts, private, text
from tests.matches.table import GUILD, Table
from tests.people import names
from tests.store import close_all, write


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
    assert "Play 3 rated matches to be the first." in said
    assert "Post here" not in labels(panel_of(shown))
    assert blue(panel_of(shown)) == [challenge_texts.OPEN_FORM]
    form = await server.visitor.click(panel_of(shown), label=challenge_texts.OPEN_FORM)
    assert "Prudh" in str(form.modal), "it opens the form of a challenge"
    present = f"{server.bot.app.clock():%B %Y}"
    said = private(await leaderboard(server, server.visitor, when="this season"))
    assert f"this server · {present}" in said
    said = private(await leaderboard(server, server.visitor, when="last season"))
    assert present not in said
    assert "Nobody was ranked this season" in said
    last = panel_of(await leaderboard(server, server.visitor, when="last season"))
    assert challenge_texts.OPEN_FORM not in labels(last), "that one is over"


async def test_a_newcomer_is_told_what_is_missing_and_rises(server: Server) -> None:
    first, second, third, fourth = newcomers(server, 4)
    await beat_all(server, first, second, third, fourth)
    await won(server, server.challenger, second)
    said = private(await leaderboard(server, server.challenger, game=GAME))
    assert len(places(said)) == 1
    assert of(first) in places(said)[0]
    assert "2 more rated matches to be ranked." in said
    assert "Play 3 rated matches to be ranked." in private(
        await leaderboard(server, server.visitor, game=GAME)
    )
    await won(server, server.challenger, third)
    await won(server, server.challenger, first)
    said = private(await leaderboard(server, server.challenger, game=GAME))
    assert [line.split()[1] for line in places(said)] == [of(server.challenger), of(first)]
    assert "?" in places(said)[0], "three matches say little yet"
    assert "-# ? Provisional" in said
    assert "**Your rank: 1 of 2**" in said


async def test_pages_are_leafed_through_in_the_same_panel(server: Server) -> None:
    people = newcomers(server, 12)
    for number, one in enumerate(people):  # three matches each
        await beat_all(server, one, people[(number + 1) % 12], *people[number + 6 :][:1])
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
    assert "In all matches" not in text(panel_of(shown)), "not of a season"
    assert "Pjawns · everywhere · all time" in await choose("rankseason", 0)
    assert "-# In all matches, white won 0%, black won 100%." in text(panel_of(shown))
    (menu,) = ids(panel_of(shown), "rankgame:")
    await first.select(panel_of(shown), ["prudh"], custom_id=menu)
    assert "### Prudh · everywhere" in text(panel_of(shown))


async def test_who_leaves_is_passed_over_and_is_there_again_by_whatever_they_do(server: Server) -> None:
    first, second, *others = newcomers(server, 5)
    await beat_all(server, first, second, *others[:2])
    await beat_all(server, second, *others)

    async def seen() -> list[str]:
        said = private(await leaderboard(server, server.visitor, game=GAME))
        return [line.split()[1] for line in places(said)]

    async def read(who: MemberActor) -> None:
        assert "**Your rank: 1 of 2**" in private(await leaderboard(server, who, game=GAME))

    async def look_at_something_else(who: MemberActor) -> None:
        await who.slash(server.channel, "matches")

    async def play(who: MemberActor) -> None:
        server.command = GAME
        await server.challenge()
        await server.accept(who)

    for come_back in (read, look_at_something_else, play):
        server.guild.remove_member(first)
        forget_names(server)
        assert await seen() == [of(second)]
        everywhere = private(await leaderboard(server, server.visitor, game=GAME, where="everywhere"))
        assert f"{first.name} **" in everywhere, "a mention would be a number to people of this server"
        assert of(second) in everywhere
        first = server.guild.add_member(first.user)
        await come_back(first)
        assert await seen() == [of(first), of(second)]


async def test_one_who_is_back_is_listed_though_their_name_was_looked_up_before(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    app, guild = server.bot.app, GuildId(server.guild.id)
    server.guild.remove_member(first)
    with server.env.as_bot():
        assert await app.members.absent_now(guild, [id_of(first)])
    again = server.guild.add_member(first.user)
    await server.stop_loops()
    await server.env.advance_time(KNOWN_FOR.total_seconds() + 1)
    with server.env.as_bot():
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


async def test_it_is_posted_with_a_picture_and_pings_nobody_and_its_button_outlives_a_restart(
    server: Server,
) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    await told(server, an_admin(server), "set", theme="wood")
    result, message = await posted(server, server.visitor)
    assert await around(message) == sand("wood"), "the server's theme"
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
    await server.restart()
    opened = private(await first.click(message, label="Pjawns leaderboard"))
    assert places(opened) and "**Your rank: 1 of 1**" in opened


@refusing
async def test_what_is_not_posted(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    everybody = await leaderboard(server, server.visitor, game=GAME, where="everywhere")
    assert "Post here" not in labels(panel_of(everybody))
    quiet = PermissionOverwrite(send_messages=False)
    channel = server.guild.create_text_channel("reading", overwrites={server.guild.default_role: quiet})
    shown = await server.visitor.slash(channel, "ranking", game=GAME)
    result = await server.visitor.click(panel_of(shown), label="Post here")
    assert "You can't post pictures in this channel yourself" in private(result)
    assert channel.history() == []
    shown = await leaderboard(server, server.visitor, game=GAME)
    server.guild.remove_member(first)
    forget_names(server)
    result = await server.visitor.click(panel_of(shown), label="Post here")
    assert community_texts.NOTHING_TO_POST in private(result), "an older panel had somebody on it"


async def test_in_direct_messages_it_is_the_one_of_everybody(server: Server) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    shown = await first.user.slash("ranking")
    said = text(panel_of(shown))
    assert "Pjawns · everywhere" in said
    assert "**Your rank: 1 of 1**" in said
    assert "Post here" not in labels(panel_of(shown))


# --- sure ratings first ----------------------------------------------------------------------------

MARCH = datetime(2026, 3, 1, 12, tzinfo=UTC)
READER = UserId(999)


@pytest_asyncio.fixture
async def table() -> AsyncIterator[Table]:
    yield Table()
    await close_all()


def books_after(people: int, each_pair: int, weeks: int = 4) -> RatingLedger:
    """The books after a season in which everybody meets everybody, on days by chance; the first win more."""
    chance, begun = random.Random(people), Counter[tuple[int, int]]()
    pairs = [pair for pair in combinations(range(people), 2) for _ in range(each_pair)]
    days = sorted((chance.randrange(7 * weeks), pair) for pair in pairs)
    books = RatingLedger()
    for number, (day, pair) in enumerate(days, start=1):
        won = WIN if chance.random() < 0.5 + 0.05 * (pair[1] - pair[0]) else LOSS
        weight = min(1.0, FULL / (begun[pair] + 1))
        begun[pair] += 1
        books.enter([score(number, MARCH + timedelta(days=day), one, pair, won, weight) for one in pair])
    return books


def score(number: int, at: datetime, one: int, pair: tuple[int, int], won: int, weight: float) -> Score:
    """What a match brought ``one`` of a pair, the first of whom has scored ``won``."""
    first = one == pair[0]
    me, other = (Human(UserId(1000 + who)) for who in (one, pair[first]))
    side, points = ("green", won) if first else ("blue", WIN - won)
    match = (MatchId(number), me, other, "prawns", GUILD, side, points, "eaten", at, True, day_of(at))
    return Score(*match, weight=weight)


async def enter(table: Table, books: RatingLedger) -> None:
    """Store what is in the books."""
    for name, rows in written_rows(books):
        if rows:
            await write(table.store, insert(name), rows)


@pytest.mark.parametrize(
    ("people", "each_pair", "weeks", "sure"),
    [(4, 6, 4, 0), (10, 2, 4, 1), (10, 4, 8, 10)],
)
async def test_a_small_server_has_a_list_after_a_season(
    table: Table, people: int, each_pair: int, weeks: int, sure: int
) -> None:
    """Everybody is on it, in one order; with one kind of rating alone there is no line."""
    await enter(table, books_after(people, each_pair, weeks))
    table.now = MARCH + timedelta(days=7 * weeks)
    board = await table.leaderboards.leaderboard("prawns", READER, guild=GUILD)
    order = sorted((place.by for place in board.places), reverse=True)
    assert [place.rank for place in board.places] == [1 + order.index(by) for by in order]
    assert (len(order), sum(by.sure for by in order)) == (people, sure)
    said = community_texts.posted_leaderboard(board)
    assert (f"{community_texts.DIVIDER} ─" in said) is (0 < sure < people)
    assert ("(counts as" in said) is ("-# ? Provisional" in said) is (sure < people)
    for place in board.places:
        user = place.player.user_id
        assert user is not None
        assert await table.leaderboards.place("prawns", user, GUILD) == place.rank
        number = place.rating.points if place.by.sure else place.rating.points - place.rating.margin
        assert abs(place.by.points - number) <= 15, "a margin grows a little in the days since"


def thrown(books: RatingLedger, seconds: int, each: int) -> UserId:
    """Somebody's wins over second accounts of their own, ``each`` over each of them, all on one day."""
    farmer, number = 50, 10_000
    for second, match in ((second, match) for second in range(seconds) for match in range(each)):
        pair, weight = (farmer, farmer + 1 + second), min(1.0, FULL / (match + 1))
        number += 1
        at = MARCH + timedelta(days=55)
        books.enter([score(number, at, one, pair, WIN, weight) for one in pair])
    return UserId(1000 + farmer)


@pytest.mark.parametrize(("seconds", "each"), [(1, 10), (3, 2)])
async def test_thrown_matches_bring_nobody_before_the_sure_ones(
    table: Table, seconds: int, each: int
) -> None:
    books = books_after(6, 12, weeks=8)
    farmer = thrown(books, seconds, each)
    await enter(table, books)
    table.now = MARCH + timedelta(days=56)
    board = await table.leaderboards.leaderboard("prawns", farmer, guild=GUILD)
    assert board.own is not None
    assert board.own.rating.points > max(place.rating.points for place in board.places if place.by.sure)
    assert (board.own.rank, board.own.by.sure) == (7, False)
    lines = community_texts.leaderboard(board, {}).splitlines()
    at = lines.index(f"-# ───── {community_texts.DIVIDER} ─────")
    assert lines[at - 1].startswith("**6.**")
    assert lines[at + 1].startswith(f"**7.** <@{farmer}> **{board.own.rating.points}**? (counts as ")
    assert f"**Your rank: 7 of {board.ranked}**" in lines
    assert "Counts as the rating minus its ±." in lines[-1]
    assert await table.leaderboards.place("prawns", farmer, GUILD) == 7
    listed = leaders({"prawns": await table.leaderboards.ranking("prawns", GUILD, "", 7)})
    assert re.findall(r"(\d)\. <@", listed) == list("1234567")
    assert listed.endswith(community_texts.UNSURE)
