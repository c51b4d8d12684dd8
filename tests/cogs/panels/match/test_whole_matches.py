"""Whole matches from the challenge to the winner, by commands and clicks alone, no position injected."""

from __future__ import annotations

import discord
import pytest

from cogs.panels.account.preferences import SEND
from matches import Phase, UserId
from tests.cogs.games import DRY, EATEN, EVAPORATED, SMALL
from tests.cogs.server import Server, button, labels, private, text
from tests.people import sides_of


async def test_a_match_won_by_eating(server: Server) -> None:
    await server.start()
    await server.play(EATEN)
    match = await server.match()
    assert match.phase is Phase.FINISHED
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("blue", "eaten")
    assert f"{server.opponent.mention} won" in text(server.card)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Review", "Find a match"]
    # Every turn posted one fresh card, after the one of the setup.
    turns = len(EATEN.split(" / "))
    assert len([message for message in server.home.history() if message.attachments]) == turns + 2


async def test_a_match_with_evolutions_and_evaporation(server: Server) -> None:
    await server.start()
    await server.play(EVAPORATED)
    match = await server.match()
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("blue", "eaten")
    assert "shrunk to c7-e8" in server.board, "the sea has shrunk"
    entries = [entry.text for entry in match.entries]
    assert {"b8=C", "h1=L", "end"} <= set(entries)


async def test_a_match_ended_by_the_dry_land_rule(server: Server) -> None:
    await server.start(board="5x5")
    await server.play(DRY)
    match = await server.match()
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("blue", "dry-land")
    assert "leaves the sea" in text(server.card)


async def test_a_small_match_without_revival(server: Server) -> None:
    await server.start(board="5x5", revival="off")
    assert "5 by 5" in server.board
    await server.play(SMALL)
    match = await server.match()
    assert match.options == {"board": "5x5", "blind_start": "on", "revival": "off"}
    assert match.result is not None
    assert match.result.winner == "blue"


async def test_a_turn_by_buttons_alone(server: Server) -> None:
    await server.start()
    await server.play("h2xb8")
    card = server.card
    evolves = [f"lobster b8 re-evolves into a {kind}" for kind in ("shrimp", "crab")]
    assert labels(card) == [*evolves, "Move", "End turn", "Take back", "Board", "More"]
    await server.challenger.click(card, label=evolves[1])
    assert server.card.id != card.id, "the opponent is to act, so there is a card of their own"
    assert "evolves into a crab" in text(server.card)


@pytest.mark.parametrize("always_asked", [False, True])
async def test_without_takebacks_or_if_asked_always_the_end_of_a_turn_is_sent(
    server: Server, always_asked: bool
) -> None:
    await server.start(takebacks="on" if always_asked else "off")
    await server.play("h2xb8")
    if always_asked:
        await server.bot.app.notifications.prefer(UserId(server.challenger.id), {SEND: "all"})
    panel = await server.open(server.challenger, "lobster b8 re-evolves into a crab")
    assert labels(panel()) == ["Send", "Back"]
    await server.challenger.click(panel(), label="Send")
    assert "evolves into a crab" in text(server.card)


async def test_the_card_is_edited_within_a_turn_and_taking_back_is_shown(server: Server) -> None:
    await server.start()
    await server.play("h2xb8")
    card = server.card
    await server.challenger.click(card, label="Take back")
    assert server.card.id == card.id
    assert "lobster h2" in server.board
    await server.play("h2xb8")
    assert server.card.id == card.id
    await server.challenger.click(server.card, label="End turn")
    assert server.card.id != card.id


async def test_resigning_asks_once(server: Server) -> None:
    await server.start()
    panel = await server.open(server.opponent, "More")
    await server.opponent.click(panel(), label="Resign")
    assert "can't be undone" in text(panel())
    assert (await server.match()).phase is Phase.PLAYING
    await server.opponent.click(panel(), label="Resign")
    match = await server.match()
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("green", "resigned")
    assert f"{server.opponent.mention} resigned" in text(server.card)


async def test_resigning_and_a_rematch_by_command(server: Server) -> None:
    await server.start()
    asked = await server.challenger.slash(server.home, "match resign")
    assert asked.response is not None
    await server.challenger.click(asked.response, label="Resign")
    told = private(await server.opponent.slash(server.home, "match rematch"))
    assert told == f"Your challenge is in <#{server.home.id}>."
    assert f"{server.opponent.mention} challenges {server.challenger.mention}" in text(server.invitation)
    await server.accept(server.challenger)
    assert sides_of(await server.match(2)) == {"green": server.opponent.id, "blue": server.challenger.id}


async def test_a_rematch_by_button(server: Server) -> None:
    await server.start()
    await server.resign(server.opponent)
    finished = server.card
    await server.challenger.click(finished, label="Rematch")
    assert "a rematch of match 1" in text(server.invitation)
    *_, ended, offered = server.home.history()
    assert (ended.id, offered.id) == (finished.id, server.invitation.id), "right below it"
    assert labels(ended) == ["Rematch", "Film", "Share", "Find a match"]
    assert "Rematch offered: match 2" in text(ended)


async def test_a_challenge_open_to_anyone(server: Server) -> None:
    await server.challenge()
    assert labels(server.invitation) == ["Accept: heads", "Accept: tails", "Withdraw", "Rules"]
    await server.accept(server.visitor, "tails")
    match = await server.match()
    assert match.users[1] == server.visitor.id
    assert match.first == "blue", "the visitor called tails, and tails it was"
    assert labels(server.invitation) == []


async def test_whoever_is_challenged_can_read_the_rules_first(server: Server) -> None:
    await server.challenge(server.opponent)
    opened = await server.opponent.click(server.invitation, label="Rules")
    assert "How to play Prawns" in private(opened)
    assert "Accept: heads" in labels(server.invitation), "the challenge stands as before"


async def test_the_rules_are_a_tap_away_from_the_pick(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    opened = await server.opponent.click(server.card, label="Choose secretly")
    panel = opened.followups[-1]
    rules = await server.opponent.click(panel, label="Rules")
    assert "How to play Prawns" in private(rules)
    assert "Confirm" in labels(panel)
    asked = server.dms(server.challenger)[-1]
    assert "How to play Prawns" in private(await server.challenger.user.click(asked, label="Rules"))


async def test_declining(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.opponent.click(server.invitation, label="Decline")
    assert "declined" in text(server.invitation)
    assert labels(server.invitation) == []


async def test_withdrawing(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.challenger.click(server.invitation, label="Withdraw")
    assert "withdrew" in text(server.invitation)


async def test_a_challenge_lapses_after_seven_days(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.pass_time(days=6, hours=23)
    assert labels(server.invitation)
    await server.pass_time(hours=2)
    assert "expired" in text(server.invitation)
    assert labels(server.invitation) == []


async def test_picks_in_the_open_green_first(server: Server) -> None:
    await server.challenge(server.opponent, blind_start="off")
    await server.accept()
    early = await server.opponent.click(server.card, label="Choose")
    assert "the other side picks first" in private(early)
    await server.pick(server.challenger, "shrimp", "shrimp", by_dm=False)
    assert "green shrimp on a2, shrimp on h2" in text(server.card)
    await server.pick(server.opponent, "crab", "crab", by_dm=False)
    assert "shrimp a2 h2" in server.board
    assert server.env.backend.dm_channels == {}, "nothing is secret, so nobody gets a direct message"


async def test_the_challenged_player_can_ask_for_a_blind_start(server: Server) -> None:
    await server.challenge(server.opponent, blind_start="off")
    assert labels(server.invitation)[2:4] == ["Accept, blind start: heads", "Accept, blind start: tails"]
    await server.accept(blind=True)
    assert (await server.match()).blind
    await server.pick(server.opponent, "crab", "crab", by_dm=False)
    assert "crab" not in text(server.card)


async def test_only_whoever_has_to_act_is_pinged(server: Server) -> None:
    await server.start()
    sends = [entry for entry in server.env.http_requests if entry.method == "POST"]
    await server.play("d1-d3")
    new = [entry for entry in server.env.http_requests if entry.method == "POST"][len(sends) :]
    posted = [entry.json for entry in new if entry.json and "allowed_mentions" in entry.json]
    assert [body["allowed_mentions"] for body in posted] == [{"parse": [], "users": [server.opponent.id]}]


@pytest.mark.parametrize("verb", ["accept", "choose"])
async def test_labels_of_controls_are_found_by_verb(server: Server, verb: str) -> None:
    await server.challenge(server.opponent)
    if verb == "choose":
        await server.accept()
    assert button(server.card if verb == "choose" else server.invitation, verb)


async def test_a_rematch_that_was_declined_can_be_offered_again(server: Server) -> None:
    await server.start()
    await server.resign(server.opponent)
    finished = server.card
    await server.challenger.click(finished, label="Rematch")
    again = await server.challenger.click(server.home.history()[-2], label="Rematch")
    assert f"A rematch was already offered: match 2, in <#{server.home.id}>." in private(again)
    assert "Rematch offered: match 2" in text(present(server, finished))
    await server.opponent.click(server.invitation, label="Decline")
    assert "Rematch offered" not in text(present(server, finished))
    await server.opponent.click(finished, label="Rematch")
    assert "Rematch offered: match 3" in text(present(server, finished))


def present(server: Server, card: discord.Message) -> discord.Message:
    """A card in the thread as it is now."""
    (now,) = [message for message in server.home.history() if message.id == card.id]
    return now


async def test_a_rematch_that_expired_is_offered_no_more(server: Server) -> None:
    await server.start()
    await server.resign(server.opponent)
    finished = server.card
    await server.challenger.click(finished, label="Rematch")
    await server.pass_time(days=30)
    assert (await server.match(2)).phase is Phase.EXPIRED
    assert "Rematch offered" not in text(present(server, finished))
