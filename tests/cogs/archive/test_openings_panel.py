"""The openings of a server: what was played in a position, how often, what came of it, and the way there."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from discord import PermissionOverwrite
from simcord.actors import MemberActor

from cogs.archive import texts as archive_texts
from cogs.archive.rules import BookTurn, OpeningPosition, OpeningWay, after
from cogs.archive.service import OPENING_TURNS, Openings, OpeningStart
from cogs.kit.boards import AS_TEXT, BOARDS
from cogs.kit.controls import CONTROLS, read_id
from engines import GAMES
from engines.record import History
from matches import UserId
from matches.model import NO_MATCH
from tests.cogs.archive.archived import (
    TABS,
    archive,
    choose,
    described,
    finished,
    listed,
    menu,
    running,
    taken_in,
)
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text

SEVEN = ("b1", "c8", "d1", "e8", "f1", "g8", "h1")
"""More turns of Pjawns than an opening has."""


async def openings(server: Server, who: MemberActor | None = None, **options: Any) -> Any:
    """The openings of a game, from its archive."""
    reader = who or server.visitor
    shown = await archive(server, reader, **options)
    await reader.click(shown, label="Openings")
    return shown


async def play(server: Server, shown: Any, words: str) -> None:
    """Go on with the turn that is called so in the menu."""
    turns = {name: value for value, name in menu(shown, "bookturn")}
    await choose(server, shown, "bookturn", turns[words])


async def some_matches(server: Server) -> None:
    """Three matches that begin alike, and one that doesn't."""
    one, two = server.challenger, server.opponent
    await finished(server, one, two, "b1", "c8", "d1", "e8")
    await finished(server, one, two, "b1", "c8", "d1", "g8", second=True)
    await finished(server, one, two, "b1", "a8")
    await finished(server, one, two, "a1", "a8")


async def test_what_was_played_at_the_start_and_what_came_of_it(server: Server) -> None:
    await some_matches(server)
    shown = await openings(server, game="pjawns")
    assert text(shown).split("\n") == [
        "### Openings of Pjawns",
        "The start",
        "**Played here**",
        "1. **White: pjawn placed on b1** · 3 matches: white won 2, black won 1",
        "2. **White: pjawn placed on a1** · 1 match: white won 1",
        "-# Only what people played here. No computer judges it.",
    ]
    assert shown.attachments[0].description.startswith("Pjawns")
    assert described(shown, "bookturn") == ["3 matches: white won 2, black won 1", "1 match: white won 1"]
    assert labels(shown) == ["Matches", *TABS] and menu(shown, "bookstart") == []


async def test_three_turns_deep_to_its_matches_and_back(server: Server) -> None:
    await some_matches(server)
    shown = await openings(server, game="pjawns")
    for words in ("White: pjawn placed on b1", "Black: pjawn placed on c8"):
        await play(server, shown, words)
    await server.visitor.click(shown, label="Matches")
    assert listed(shown) == [2, 1]
    assert text(shown).startswith("### Finished matches: Pjawns · with this opening\n")
    await server.visitor.click(shown, label="Openings of these")
    await play(server, shown, "White: pjawn placed on d1")
    assert "1. White: pjawn placed on b1\n2. Black: pjawn placed on c8\n3. White: pjawn" in text(shown)
    assert [name for _, name in menu(shown, "bookturn")] == [
        "Black: pjawn placed on e8",
        "Black: pjawn placed on g8",
    ]
    assert labels(shown) == ["Back", "Start", "Matches", *TABS]
    assert {read_id(custom_id)[0] for custom_id in ids(shown, "")} == {NO_MATCH}, "they're about no match"
    await server.restart()
    await server.visitor.click(shown, label="Back")
    assert "3. White" not in text(shown)
    assert described(shown, "bookturn") == ["2 matches: white won 1, black won 1"]
    await server.visitor.click(shown, label="Start")
    assert "\nThe start\n" in text(shown)


def test_from_ten_matches_on_shares_are_told() -> None:
    sides = ("white", "black")
    few, many = BookTurn("b1", 5, 3, 1), BookTurn("b1", 6, 0, 4)
    assert archive_texts.results(few, sides) == "9 matches: white won 5, black won 3, 1 draw"
    assert archive_texts.results(many, sides) == "10 matches: white won 6 (60%), 4 draws (40%)"


async def test_a_match_in_a_hidden_channel_is_not_counted(server: Server) -> None:
    nobody = PermissionOverwrite(view_channel=False)
    hidden = server.guild.create_text_channel("club", overwrites={server.guild.default_role: nobody})
    await finished(server, server.challenger, server.opponent, "b1", "c8")
    await finished(server, server.challenger, server.opponent, "b1", "c8", channel=hidden)
    await finished(server, server.challenger, server.opponent, "a1", "c8", channel=hidden)
    for reader in (server.challenger, server.visitor):
        shown = await openings(server, reader, game="pjawns")
        assert described(shown, "bookturn") == ["1 match: white won 1"]


async def test_a_way_that_is_hidden_meanwhile_is_followed_as_far_as_it_goes(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await finished(server, server.challenger, server.opponent, "b1", "c8")
    await finished(server, server.challenger, server.opponent, "b1", "a8", channel=club)
    shown = await openings(server, game="pjawns")
    await play(server, shown, "White: pjawn placed on b1")
    turns = {name: value for value, name in menu(shown, "bookturn")}
    channel: Any = server.bot.get_channel(club.id)
    await channel.delete()
    await server.env.settle()
    await choose(server, shown, "bookturn", turns["Black: pjawn placed on a8"])
    assert "isn't among the finished matches anymore. This is as far as it goes." in text(shown)
    assert [name for _, name in menu(shown, "bookturn")] == ["Black: pjawn placed on c8"]


async def test_starts_that_were_played_are_chosen_from(server: Server) -> None:
    one, two, game = server.challenger, server.opponent, "cannons-and-crabs"
    await finished(server, one, two, "b1-c3", "a6-a5", game=game, options={"board": "7x7"})
    await finished(server, one, two, "b1-c3", "a6-a5", game=game, options={"board": "7x7"})
    await finished(server, one, two, "b1-a3", "a5-a4", game=game)
    shown = await openings(server, game=game)
    starts = {name: value for value, name in menu(shown, "bookstart")}
    assert list(starts) == ["Board 7×7", "The usual setup"], "commonest first"
    assert "\n-# Board 7×7\n" in text(shown)
    await choose(server, shown, "bookstart", starts["The usual setup"])
    assert text(shown).startswith("### Openings of Cannons and Crabs\nThe start\n")
    assert described(shown, "bookturn") == ["1 match: white won 1"]


async def test_the_start_of_prawns_has_its_corners_and_who_begins(server: Server) -> None:
    await server.start()
    await server.play("e1-e3 / d8-d6")
    await server.resign(server.opponent)
    await taken_in(server)
    shown = await openings(server, game="prawns")
    start = "Green moves first · green: crab and lobster · blue: shrimp and crab"
    assert text(shown).split("\n")[1] == f"-# {start}"
    assert described(shown, "bookturn") == ["1 match: green won 1"]


async def test_a_turn_of_several_actions_is_one_step(server: Server) -> None:
    chance, game = random.Random(3), "predation"
    history = History(GAMES[game].start())
    first = long_turn(history, chance)
    second = long_turn(after(history, first), chance)
    assert first.count(" ") > 1 and second.count(" ") > 1
    await finished(server, server.challenger, server.opponent, first, second, game=game)
    shown = await openings(server, game=game)
    for turn in range(2):
        ((value, words),) = menu(shown, "bookturn")
        assert words.startswith(("Predator: ", "Prey: ")[turn]) and len(words) <= 100
        await choose(server, shown, "bookturn", value)
    assert text(shown).split("\n")[2].startswith("2. Prey: ")
    assert "No finished match here goes on from here." in text(shown)


async def test_another_game_and_one_that_nobody_played(server: Server) -> None:
    await finished(server, server.challenger, server.opponent, "b1", "c8")
    await finished(server, server.challenger, server.opponent, "a1-b2", "b1-c2", game="prudh")
    shown = await openings(server, game="pjawns")
    await choose(server, shown, "bookgame", "prudh")
    assert "### Openings of Prudh\n-# Dark moves first\nThe start" in text(shown)
    ((value, _),) = menu(shown, "bookturn")
    await choose(server, shown, "bookturn", value)
    await server.visitor.click(shown, label="Start")
    assert {key for key, _ in menu(shown, "bookgame")} == {"prudh", "pjawns"}, "only those that were played"
    shown = await openings(server, game="predation")
    assert text(shown).startswith(archive_texts.no_openings("predation"))
    assert {key for key, _ in menu(shown, "bookgame")} == {"prudh", "pjawns", "predation"}
    await server.visitor.click(shown, label="Finished")
    assert listed(shown) == [] and "### Finished matches: Predation" in text(shown)


async def test_after_the_last_turn_of_an_opening_there_is_no_more(server: Server) -> None:
    await finished(server, server.challenger, server.opponent, *SEVEN)
    shown = await openings(server, game="pjawns")
    for _ in range(OPENING_TURNS):
        ((value, _),) = menu(shown, "bookturn")
        await choose(server, shown, "bookturn", value)
    assert "6. Black: pjawn placed on g8" in text(shown) and menu(shown, "bookturn") == []
    await server.visitor.click(shown, label="Matches")
    assert listed(shown) == [1]


@refusing
async def test_from_the_view_of_a_running_match_in_a_server(server: Server) -> None:
    await some_matches(server)
    match = await running(server, server.visitor, server.opponent, "b1", "c8", "h1")
    view = panel_of(await server.visitor.slash(server.channel, "match", deed="film", number=str(match.id)))
    await server.visitor.click(view, label="Step through")
    assert "Openings here" not in labels(view), "nobody else played on h1"
    await server.visitor.click(view, label="◀")
    await server.visitor.click(view, label="⋯")
    opened = await server.visitor.click(view, label="Openings here")
    shown = opened.followups[-1]
    assert "1. White: pjawn placed on b1\n2. Black: pjawn placed on c8\n" in text(shown)
    assert described(shown, "bookturn") == ["2 matches: white won 1, black won 1"]
    alone = panel_of(await server.visitor.user.slash("match", deed="film", number=str(match.id)))
    await server.visitor.user.click(alone, label="Step through")
    await server.visitor.user.click(alone, label="◀")
    assert "Openings here" not in labels(alone), "in direct messages there is no server"
    elsewhere = server.env.create_guild("Elsewhere")
    stranger = elsewhere.add_member(server.env.create_user("stranger"))
    result = await stranger.slash(
        elsewhere.create_text_channel("games"), "matches", show="finished", game="pjawns"
    )
    assert "No finished match here is like that" in private(result)
    await stranger.click(panel_of(result), label="Openings")
    assert archive_texts.no_openings("pjawns") in text(panel_of(result)), "not in their own"


async def test_they_open_on_a_game_that_has_some(server: Server) -> None:
    await finished(server, server.challenger, server.opponent, "a1-b2", "b1-c2", game="prudh")
    await server.start()  # a match of Prawns goes on
    shown = await openings(server, server.challenger)
    assert text(shown).startswith("### Openings of Prudh"), "Prawns, which they play now, has none yet"
    assert menu(shown, "bookgame") == [], "there's no other to choose"


async def test_a_position_reached_in_another_order_is_found(server: Server) -> None:
    await finished(server, server.challenger, server.opponent, "d1", "e8", "b1", "c8", "h1")
    match = await running(server, server.visitor, server.opponent, "b1", "c8", "d1", "e8")
    view = panel_of(await server.visitor.slash(server.channel, "match", deed="film", number=str(match.id)))
    await server.visitor.click(view, label="Step through")
    await server.visitor.click(view, label="⋯")
    shown = (await server.visitor.click(view, label="Openings here")).followups[-1]
    assert "1. White: pjawn placed on d1" in text(shown), "as it was played here"
    assert described(shown, "bookturn") == ["1 match: white won 1"]


def busiest() -> OpeningPosition:
    """A position of Predation after six long turns, where more long turns were played than a menu holds."""
    chance, game = random.Random(7), GAMES["predation"]
    start = OpeningStart("predation", game.rules_version, game.complete_options({}), game.sides[0], {})
    history = History(start.position())
    while history.turns < OPENING_TURNS:
        history = after(history, long_turn(history, chance))
    turns = {long_turn(history, chance) for _ in range(26)}
    played = [BookTurn(turn, 40_000, 30_000, 30_000) for turn in turns]
    starts = {number: (start, BookTurn(start.text, number, 0, 0)) for number in range(1, 40)}
    return OpeningPosition(starts, 39, tuple(range(OPENING_TURNS)), history, 2**63 - 1, played, cut=True)


def long_turn(history: History, chance: random.Random) -> str:
    """A turn by chance, which isn't ended as long as anything else can be done."""
    turn, before = history.turns, len(history.played)
    while history.turns == turn:
        legal = [str(action) for action in history.position.legal_actions()]
        history = history.then(chance.choice([one for one in legal if one != "end"] or legal))
    return " ".join(map(str, history.played[before:]))


async def test_the_busiest_card_fits(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too much for Discord would fail at the end of the story, and in simcord."""
    found = busiest()

    async def at(*_: object) -> OpeningPosition:
        return found

    await finished(server, server.challenger, server.opponent, "b1", "c8")
    await server.bot.app.notifications.prefer(UserId(server.visitor.id), {BOARDS: AS_TEXT})
    shown = await archive(server, game="predation")
    monkeypatch.setattr(server.bot.app[Openings], "at", at)
    await server.visitor.click(shown, label="Openings")
    assert "other moves." in text(shown) and len(menu(shown, "bookturn")) == 25
    assert len(text(shown)) <= 4000
    found = replace(found, history=found.history.until(0), turns=())
    await server.visitor.click(shown, label="Start")
    assert len(menu(shown, "bookstart")) == 25 and labels(shown) == ["Matches", *TABS]
    assert "39" in [value for value, _ in menu(shown, "bookstart")], "the one that is shown is among them"


@pytest.mark.parametrize("verb", ["book", "bookturn", "bookstart"])
def test_the_longest_ids_fit(verb: str) -> None:
    longest = 2**32 - 1
    turns = OPENING_TURNS if verb == "book" else OPENING_TURNS - 1
    way = OpeningWay("cannons-and-crabs", longest, (longest,) * turns)
    given = [*([1] if verb == "book" else []), way.game_key, way.start, *way.turns]
    found = CONTROLS[verb].id_about(0, *given)
    assert CONTROLS[verb].grammar.read(read_id(found)[1]) == given
    assert len(found) <= 100, len(found)
