"""Whether a match is rated: said in the challenge before it starts, and on the card when it has ended."""

from __future__ import annotations

from matches import Phase
from matches.model import RatedStatus
from tests.cogs.community import begun, id_of, won
from tests.cogs.server import Server, labels, private, text
from tests.people import user_of

OFTEN = "Unrated: only 2 matches of a game with the same person are rated in 30 days."


async def test_the_card_of_a_finished_match_tells_what_it_did_to_the_ratings(server: Server) -> None:
    server.command = "pjawns"
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
    await server.resign(server.opponent)
    said = text(server.card)
    assert f"<@{server.challenger.id}> **1662** (+162)" in said
    assert f"<@{server.opponent.id}> **1338** (−162)" in said


async def test_a_match_too_short_or_not_meant_to_be_is_unrated_and_says_so(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    assert "-# Unrated: too short, it takes 2 turns each to count." in text(server.card)
    server.command = "prudh"
    await server.challenge(server.opponent, rated="off")
    assert "unrated" in text(server.invitation)
    await server.accept()
    panel = await server.open(server.challenger, "More")
    assert "-# Unrated match." in text(panel())


async def test_the_third_match_of_two_people_in_a_month_says_before_that_it_is_unrated(
    server: Server,
) -> None:
    for _ in range(2):
        await won(server, server.challenger, server.opponent)
    server.command = "pjawns"
    await server.challenge(server.opponent)
    assert OFTEN in text(server.invitation)
    await server.accept()
    assert (await server.match(3)).stakes is RatedStatus.OFTEN
    assert OFTEN in text(server.card)


async def test_who_takes_up_an_open_challenge_that_would_be_unrated_is_asked_once(server: Server) -> None:
    for _ in range(2):
        await won(server, server.challenger, server.opponent)
    server.command = "pjawns"
    await server.challenge()
    assert OFTEN not in text(server.invitation)
    asked = await server.accept()
    assert "would be **unrated**" in private(asked)
    assert (await server.match(3)).phase is Phase.CHALLENGED
    await server.opponent.click(asked.followups[-1], label="Play unrated")
    match = await server.match(3)
    assert (match.phase, match.stakes) == (Phase.PLAYING, RatedStatus.OFTEN)
    assert not asked.followups, "the question is gone"
    assert "Unrated" in text((await server.open(server.opponent, "More"))())


async def test_a_second_click_on_that_question_shows_how_things_stand(server: Server) -> None:
    for _ in range(2):
        await won(server, server.challenger, server.opponent)
    server.command = "pjawns"
    await server.challenge()
    first, second = await server.accept(), await server.accept()
    await server.opponent.click(first.followups[-1], label="Play unrated")
    late = await server.opponent.click(second.followups[-1], label="Play unrated")
    assert "That was an older card" in private(late)
    assert len(await server.store.matches.of_player(id_of(server.opponent))) == 1


async def test_whoever_is_asked_can_leave_it(server: Server) -> None:
    for _ in range(2):
        await won(server, server.challenger, server.opponent)
    server.command = "pjawns"
    await server.challenge()
    asked = await server.accept()
    await server.opponent.click(asked.followups[-1], label="Not now")
    assert not asked.followups
    assert (await server.match(3)).phase is Phase.CHALLENGED


async def test_a_stranger_takes_the_same_challenge_up_as_it_stands(server: Server) -> None:
    for _ in range(2):
        await won(server, server.challenger, server.opponent)
    server.command = "pjawns"
    await server.challenge()
    await server.accept(server.visitor)
    assert (await server.match(3)).rated


async def test_a_running_match_says_nothing_of_ratings(server: Server) -> None:
    match = await begun(server, server.challenger, server.opponent)
    await server.bot.app.publisher.publish(match.id)
    assert "Ratings" not in text(server.card)
    assert "Move" in labels(server.card)
