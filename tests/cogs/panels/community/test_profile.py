"""/profile: what it tells, of whom, to whom; and what a match did to the ratings, on its card."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import update

from data.schema import account, rating_point
from matches.ratings.rating import day_of
from tests.cogs import computer
from tests.cogs.community import GAME, beat_all, leaderboard, newcomers, well_begun, won
from tests.cogs.governing import panel_of
from tests.cogs.looks import around, choose, sand
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, parts, private, text
from tests.matches.table import PICKS
from tests.people import user_of
from tests.store import write


@refusing
async def test_who_has_played_nothing_is_told_so(server: Server) -> None:
    own = await server.visitor.slash(server.channel, "profile")
    assert private(own) == "You haven't finished a match yet. `/help` shows how to start one."
    other = await server.visitor.slash(server.channel, "profile", player=server.opponent)
    assert private(other) == f"<@{server.opponent.id}> hasn't finished a match yet."
    await won(server, server.challenger, server.opponent)
    game = await server.challenger.slash(server.channel, "profile", game="prudh")
    assert private(game) == "You haven't finished a match of Prudh yet. `/help` shows how to start one."
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    said = private(await server.visitor.slash(server.channel, "profile", player=robot))
    assert said.startswith("Bots don't play here")


async def test_it_tells_rating_results_form_habits_and_how_it_went_against_the_reader(server: Server) -> None:
    rivals = newcomers(server, 3)
    await beat_all(server, server.challenger, *rivals)
    await won(server, server.challenger, server.opponent)
    await won(server, server.opponent, server.challenger)
    shown = await server.opponent.slash(server.channel, "profile", player=server.challenger)
    lines = private(shown).splitlines()
    assert lines[0] == f"### <@{server.challenger.id}> · Pjawns"
    assert lines[1].startswith("**Rating: ") and lines[1].endswith(") · #1 in this server")
    assert "?** (provisional, ±" in lines[1]
    assert "**5 matches:** 4 won, 1 lost" in lines
    assert "**Recent form (newest last):** W W W W L" in lines
    assert "-# Best streak: 4 wins · timeouts: none" in lines
    assert "**Against you:** 1 won, 1 lost · your next rated match counts 67%" in lines
    assert "**Openings:**" in lines
    own = private(await server.challenger.slash(server.channel, "profile"))
    assert "Against you" not in own


async def test_losing_on_time_is_told(server: Server) -> None:
    match = await well_begun(server, server.challenger, server.opponent)
    (slow,) = server.bot.app.matches.to_act(match)
    await server.pass_time(days=11)
    player = server.challenger if user_of(slow) == server.challenger.id else server.opponent
    said = private(await server.visitor.slash(server.channel, "profile", player=player))
    assert "Timeouts: 1 of 1 (100%)" in said


async def test_the_way_of_a_rating_is_a_picture_that_marks_what_is_provisional(server: Server) -> None:
    """On its day and today; it comes once there are two days. What was sure lately may not be any more."""
    app, rivals = server.bot.app, newcomers(server, 2)

    async def drawn() -> str:
        shown = panel_of(await server.challenger.slash(server.channel, "profile"))
        (picture,) = shown.attachments
        assert picture.filename == "rating.png" and await around(shown) == sand("wood")
        said = picture.description or ""
        assert re.search(r"Rating from .*: \d+\?? at first, \d+\?? at best .*, \d+\?? now\.", said)
        return said

    await choose(server, "wood")
    await won(server, server.challenger, rivals[0])
    assert not panel_of(await server.challenger.slash(server.channel, "profile")).attachments
    await server.pass_time(days=1)
    await won(server, rivals[1], server.challenger)
    await server.pass_time(days=1)
    today = day_of(app.clock())
    for first, last in ((300, 90), (109, 80)):
        for day, deviation in ((today - 2, first), (today - 1, last)):
            of_day = update(rating_point).where(rating_point.c.user_id == server.challenger.id)
            await write(server.store, of_day.where(rating_point.c.day == day).values(deviation=deviation))
        of_now = update(account).where(account.c.user_id == server.challenger.id)
        await write(server.store, of_now.values(deviation=last))
        said = await drawn()
        assert re.search(rf"\d{'[?]' if first > 110 else ''} at first", said)
        assert re.search(r"\d now\.", said)
    await server.pass_time(days=70)
    assert re.search(r"\d\? now\.", await drawn())


async def test_each_game_has_a_page_of_its_own(server: Server) -> None:
    await won(server, server.challenger, server.opponent)
    await won(server, server.challenger, server.opponent, game="prudh")
    await won(server, server.challenger, server.opponent, game="prudh")
    shown = await server.challenger.slash(server.channel, "profile")
    panel = panel_of(shown)
    assert "· Prudh" in text(panel), "what was played last"
    (menu,) = ids(panel, "profile:")
    await server.challenger.select(panel, ["pjawns"], custom_id=menu)
    assert "· Pjawns" in text(panel_of(shown))
    assert "**1 match:** 1 won, 0 lost" in text(panel_of(shown))
    await won(server, server.challenger, server.opponent)
    again = await server.challenger.slash(server.channel, "profile")
    assert "· Pjawns" in text(panel_of(again)), "the last one again"


async def test_a_running_match_with_its_secret_picks_changes_nothing_of_it(server: Server) -> None:
    """Whatever was picked, the same to the last byte, and the same as before the match began."""
    await won(server, server.challenger, server.opponent)

    async def seen() -> list[str]:
        commands = ("profile", "ranking")
        told = [private(await server.visitor.slash(server.channel, name, game="prawns")) for name in commands]
        whose = {"player": server.challenger}
        return [*told, private(await server.visitor.slash(server.channel, "profile", **whose))]

    before = await seen()
    await server.challenge(server.opponent)
    await server.accept()
    views = [await seen()]
    await server.pick(server.challenger, *PICKS[3])
    views.append(await seen())
    await server.choose(server.opponent, *PICKS[5])
    views.append(await seen())
    assert all(view == before for view in views)


async def test_matches_against_the_computer_are_counted_by_level_and_apart(server: Server) -> None:
    async def told(**options: Any) -> str:
        return private(await server.challenger.slash(server.channel, "profile", **options))

    await computer.lost(server, 1)
    assert (await told()).splitlines() == [
        f"### <@{server.challenger.id}> · Pjawns",
        "No matches against people yet.",
        "**Against the computer:** level 1: 0 of 1 won",
    ]
    await won(server, server.challenger, server.opponent, game="prudh")
    shown = panel_of(await server.challenger.slash(server.channel, "profile"))
    assert "· Prudh" in text(shown), "what was played against people comes first"
    assert "only against the computer" in str(list(parts(shown)))
    await won(server, server.challenger, server.opponent)
    before = await told(game="pjawns")
    for level in (3, 3, 5):
        await computer.lost(server, level)
    line = "**Against the computer:** level 1: 0 of 1 won · level 3: 0 of 2 won · level 5: 0 of 1 won"
    now = (await told(game="pjawns")).splitlines()
    rest = [one for one in before.splitlines() if "the computer:" not in one]
    assert line in now and [one for one in now if one != line] == rest, "nothing else has changed"
    other = await server.opponent.slash(server.channel, "profile", player=server.challenger, game="pjawns")
    assert line in private(other) and "**Against you:** 1 won, 0 lost" in private(other)


# --- ratings on cards --------------------------------------------------------------------------------


async def test_the_card_of_a_finished_match_tells_what_it_did_to_the_ratings(server: Server) -> None:
    """While it runs, the card says nothing of them."""
    server.command = GAME
    await server.challenge(server.opponent)
    assert "· rated ·" in text(server.invitation)
    await server.accept()
    match = await server.match()
    app = server.bot.app
    for _ in range(4):
        position = app.matches.history(match).position
        match = await app.matches.play.turn(
            match.id, user_of(app.matches.to_act(match)[0]), str(position.legal_actions()[0])
        )
    await app.publisher.publish(match.id)
    assert "Ratings" not in text(server.card)
    await server.resign(server.opponent)
    said = text(server.card)
    assert f"<@{server.challenger.id}> **1662**? (+162)" in said
    assert f"<@{server.opponent.id}> **1338**? (−162)" in said


async def test_a_finished_match_marks_each_rating_that_is_provisional_after_it(server: Server) -> None:
    match = await won(server, server.challenger, server.opponent)
    for deviations in ((80, 200), (200, 80), (110, 110.1)):
        for who, deviation in zip((server.challenger, server.opponent), deviations, strict=True):
            day = update(rating_point).where(rating_point.c.user_id == who.id)
            await write(server.store, day.values(deviation=deviation))
        said = await server.bot.app.cards.brought(match)
        for points, deviation in zip((1662, 1338), deviations, strict=True):
            assert f"**{points}**{'?' if deviation > 110 else ''} (" in said


async def test_a_match_not_begun_or_not_meant_to_be_is_unrated_and_says_so(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    assert "-# Unrated: it ended before the loser had begun it." in text(server.card)
    assert "After 2 within 30 days, each one is a rated loss." in text(server.card)
    server.command = "prudh"
    await server.challenge(server.opponent, rated="off")
    assert "unrated" in text(server.invitation)
    await server.accept()
    panel = await server.open(server.challenger, "⋯")
    assert "-# Unrated match." in text(panel())


async def test_two_friends_with_ten_matches_are_both_ranked(server: Server) -> None:
    """Each match counts less than the one before, and says how much; none is cut off."""
    said: list[str] = []
    pair = (server.challenger, server.opponent)
    for number in range(1, 11):
        match = await won(server, *(pair if number % 3 else pair[::-1]))
        assert match.rated
        said.append(await server.bot.app.cards.brought(match))
        for friend in pair if number <= 3 else ():
            board = private(await leaderboard(server, friend, game=GAME))
            if missing := 3 - number:
                assert f"{missing} more rated match{'' if missing == 1 else 'es'} to be ranked." in board
            else:
                assert "**Your rank:" in board
    counts = [re.findall(r"-# Counts (\d+)%", card) for card in said]
    assert counts == [[], [], ["67"], ["50"], ["40"], ["33"], ["29"], ["25"], ["22"], ["20"]]
    board = private(await leaderboard(server, server.visitor, game=GAME))
    assert all(f"<@{friend.id}>" in board for friend in pair)
    shown = await server.opponent.slash(server.channel, "profile", player=server.challenger)
    assert "**Against you:** 7 won, 3 lost · your next rated match counts 18%" in private(shown)
