"""The front door of a server: what it shows, and what its buttons do for each who presses them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from cogs.found import features
from cogs.front_door import texts
from cogs.front_door.panel import BEST, MATCHES, FrontDoor, _fitting
from cogs.kit.card import MOST_PARTS, MOST_TEXT
from cogs.kit.presentation import number_of_game
from cogs.ladders.texts import best
from cogs.text.en import errors, match
from cogs.text.en.computer import LEVELS
from engines import GAMES
from matches import ChannelId, GuildId, MatchId, MessageId, Phase, Shown, UserId
from matches.guilds.settings import COMPUTER
from matches.ladder import Ladder, Rung
from matches.players import Human
from matches.ratings.leaderboard import Rank
from matches.ratings.rating import RankedBy, Rating
from matches.requirements import Requirements
from matches.summaries import MatchSummary
from tests.cards import faults
from tests.cogs.blocks import block
from tests.cogs.challenge_forms import post, withdraw
from tests.cogs.community import beat_all, id_of, newcomers, well_begun
from tests.cogs.front_door.doors import door_in, pressed, with_a_door
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, blue, ids, labels, text

WAYS = ["Find a match", "Post a challenge", "Play the computer", "Next match"]
ADDED = [str(way().to_component_dict()["label"]) for one in features().values() for way in one.front_door]
"""What features add to the lists."""
LISTS = ["Matches", "Leaderboard", "Ladders", *ADDED]
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
LONG = 1 << 62
"""Ids as long as Discord's will ever be."""


@pytest.fixture
async def channel(server: Server) -> Any:
    """The channel of the front door."""
    return await with_a_door(server)


async def looked(server: Server, channel: Any) -> Any:
    """The front door after a while."""
    await server.pass_time(minutes=2)
    return door_in(channel)


async def test_an_empty_one_is_kind_and_offers_the_computer(server: Server, channel: Any) -> None:
    door = door_in(channel)
    assert labels(door) == [*WAYS, *LISTS]
    assert blue(door) == ["Play the computer"]
    assert texts.nobody_yet(computer=True) in text(door)
    await server.bot.app.guilds.change(GuildId(server.guild.id), {COMPUTER: "off"})
    door = await looked(server, channel)
    assert blue(door) == ["Post a challenge"]
    assert "computer" not in text(door).casefold()


async def test_it_shows_what_goes_on(server: Server, channel: Any) -> None:
    first, *others = newcomers(server, 4)
    await beat_all(server, first, *others)
    running = await well_begun(server, server.challenger, server.opponent)
    for game in ("pjawns", "prudh", "cannons", "predation", "prawns"):
        await post(server, server.visitor, game)
    await post(server, server.opponent)
    door = await looked(server, channel)
    assert blue(door) == ["Find a match"]
    assert len(ids(door, "takeup:")) == 4
    said = text(door)
    assert "… and 2 more: *Find a match* shows" in said
    (user,) = server.bot.app.matches.to_act(running)
    other = next(one for one in running.users if user != Human(one))
    assert f"#{running.id}](<" in said
    assert f"<@{user.user_id}> to move against <@{other}> · started <t:" in said
    assert "Updated <t:" in said
    assert f"Pjawns: 1. <@{first.id}> " in said


async def test_next_match_challenge_and_computer_are_for_who_presses(server: Server, channel: Any) -> None:
    running = await well_begun(server, server.challenger, server.opponent)
    door = await looked(server, channel)
    (user,) = server.bot.app.matches.to_act(running)
    mover = next(one for one in (server.challenger, server.opponent) if id_of(one) == user.user_id)
    assert "your move" in text(await pressed(mover, door, "Next match"))
    assert match.NOTHING_WAITS in text(await pressed(server.visitor, door, "Next match"))
    games = await pressed(server.visitor, door, "Post a challenge")
    assert {game.name for game in GAMES.values()} == set(labels(games))
    levels = await pressed(server.visitor, door, "Play the computer")
    assert ids(levels, "computerlevel:") and len(blue(levels)) == 1
    other = str(number_of_game("prudh"))
    await server.visitor.select(levels, [other], custom_id=ids(levels, "computergame:")[0])
    assert len(ids(levels, rf"computerlevel:0:0:{other}\.")) == len(LEVELS)
    assert "### 1 match running here" in text(await pressed(server.visitor, door, "Matches"))
    assert "· this server · all time" in text(await pressed(server.visitor, door, "Leaderboard"))
    assert "ladder" in text(await pressed(server.visitor, door, "Ladders"))
    assert text(door_in(channel)) == text(door), "the door itself stays"


# --- Accept ---------------------------------------------------------------------------------------


@refusing
async def test_accept_begins_the_match_and_says_where(server: Server, channel: Any) -> None:
    await post(server)
    door = await looked(server, channel)
    server.env.settle_timeout = 0.0
    for _ in range(2):  # a double click
        with suppress(TimeoutError):
            await server.visitor.click(door, label="Accept")
    server.env.settle_timeout = 60.0
    await server.env.settle()
    begun_match = await server.match()
    assert (begun_match.phase, begun_match.opponent) == (Phase.PLAYING, Human(id_of(server.visitor)))
    assert len(server.channel.threads) == 1
    assert text(door_in(channel)) == text(door), "the answer is not on the door"
    again = await pressed(server.visitor, door, "Accept")
    assert f"has begun, in <#{server.home.id}>" in text(again)
    late = await pressed(server.opponent, door, "Accept")
    assert "Somebody else was faster" in text(late) and "Nobody is waiting" in text(late)
    assert not ids(await looked(server, channel), "takeup:")


@refusing
async def test_accept_refuses_privately_as_everywhere(server: Server, channel: Any) -> None:
    await post(server, players="established")
    door = await looked(server, channel)
    assert "Only for players with no provisional rating" in text(door)
    assert "provisional" in text(await pressed(server.visitor, door, "Accept"))
    assert (await server.match()).phase is Phase.CHALLENGED
    assert errors.OWN_OPEN_CHALLENGE in text(await pressed(server.challenger, door, "Accept"))
    await block(server, server.challenger, server.visitor)
    blocked = text(await pressed(server.visitor, door, "Accept"))
    assert "has begun" not in blocked and "Nobody is waiting" in blocked
    invitation = server.channel.history()[0]
    await withdraw(server, invitation)
    assert "was withdrawn by" in text(await pressed(server.opponent, door, "Accept"))
    assert (await server.match()).phase is Phase.WITHDRAWN


# --- the widest -----------------------------------------------------------------------------------


async def test_the_longest_one_fits_into_a_message(server: Server) -> None:
    app = server.bot.app
    await post(server, players="both", rating="200", set="on", takebacks="off")
    running = await well_begun(server, server.challenger, server.opponent)
    guild = GuildId(server.guild.id)
    (challenge,) = await app.matches.lists.open_in(guild, 9)
    (match,) = await app.matches.lists.running_in(guild, 9)
    assert match.id == running.id
    long = {game: [_ranked(place) for place in range(1, BEST + 1)] for game in GAMES}
    ladder = Ladder(tuple(Rung(UserId(LONG), NOON, NOON) for _ in range(9)))
    door = FrontDoor(
        GuildId(LONG),
        [_long(challenge)] * 9,
        [_long(match)] * 9,
        long,
        computer=True,
        sentences=[best(dict.fromkeys(GAMES, ladder))],
        lists=app.features.whole_lists,
    )
    made = _fitting(door, app.presentations, turns_at=NOON)
    assert faults(made.view.to_components()) == []
    assert made.view.content_length() <= MOST_TEXT
    assert sum(1 for _ in made.view.walk_children()) <= MOST_PARTS
    shown = str(made.view.to_components())
    assert 3 <= shown.count("to move against") <= MATCHES
    assert f"… and {9 - shown.count('to move against')} more." in shown


def _long(one: MatchSummary) -> MatchSummary:
    """The match with ids as long as they get, and all that can be asked of an opponent."""
    place = replace(
        one.place, guild_id=GuildId(LONG), channel_id=ChannelId(LONG), shown=Shown(invitation=MessageId(LONG))
    )
    wanted = Requirements(within=200, established=True, reliable=True)
    terms = replace(one.terms, requirements=wanted)
    return replace(one, id=MatchId(1_234_567), places=(place,), terms=terms)


def _ranked(place: int) -> Rank:
    rating = Rating()
    return Rank(Human(UserId(LONG)), place, rating, RankedBy(sure=False, points=rating.points), 3, 20_000)
