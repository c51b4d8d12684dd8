"""What people and Discord get wrong: each time a clear sentence, and the match as it was."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product
from typing import Any

import pytest
from discord import PermissionOverwrite, TextChannel
from sqlalchemy import text as words

import bot
from cogs.hosting.logs import LogFormat
from cogs.text.en.errors import NO_SUCH_MATCH
from cogs.text.en.match import MOVED_ON, NOT_POSSIBLE_NOW
from data import stores
from matches import Match, MatchId, Phase, StoreUnavailableError, UserId
from tests.cases import case
from tests.cogs.challenge_forms import details, withdraw
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, controls, labels, private, text
from tests.logs import as_before
from tests.store import instead, write

pytestmark = refusing


@asynccontextmanager
async def unchanged(server: Server) -> AsyncIterator[None]:
    """Whatever happens inside, the match stays as it was and the thread shows nothing new."""
    before, seen = await server.match(), len(server.home.history())
    yield
    assert await server.match() == before
    assert len(server.home.history()) == seen


# --- clicks ----------------------------------------------------------------------------------------


async def test_a_second_click_and_one_on_last_weeks_board_get_the_present_one(server: Server) -> None:
    await server.start()
    await server.play("h2xb8")
    old = server.card
    await server.challenger.click(old, label="End turn")
    async with unchanged(server):
        again = await server.challenger.click(old, label="End turn")
    assert MOVED_ON in private(again), "a double click changes once"
    await server.play("e8-e6", server.opponent)
    await server.pass_time(days=7)
    for label in ("End turn", "Take back"):
        async with unchanged(server):
            late = await server.challenger.click(old, label=label)
        assert MOVED_ON in private(late)
        answer = late.followups[-1]
        assert answer.attachments[0].description == server.board
        assert labels(answer) == labels(server.card), "the present board's controls, so that play can go on"
    panel = await server.open(server.challenger, "Move")
    assert panel().attachments[0].description == server.board


async def test_a_stranger_clicks_and_types_and_is_led_on(server: Server) -> None:
    await server.start()
    await server.play("h2xb8")
    async with unchanged(server):
        for label in ("Move", "End turn", "Take back"):
            clicked = await server.visitor.click(server.card, label=label)
            assert "two players of this match" in private(clicked), label
        panel = await server.open(server.visitor, "⋯")
        assert labels(panel()) == ["Rules", "Analysis board"], "what a stranger may do"
        here = private(await server.move(server.visitor, "d1-d3"))
        assert "You have no running match" in here
        by_number = await server.move(server.visitor, "d1-d3", match=1)
        assert "two players of this match" in private(by_number)
        assert labels(by_number.response) == ["Watch", "Board"]
        for label, shown in (("Watch", "When do you want a ping?"), ("Board", "In move 1 of 1")):
            refused = await server.visitor.click(server.card, label="Move")
            assert labels(refused.followups[-1]) == ["Watch", "Board"]
            assert shown in private(await server.visitor.click(refused.followups[-1], label=label))


async def test_who_may_not_answer_a_challenge_is_told_who_can(server: Server) -> None:
    other = server.opponent.mention
    theirs = f"This challenge is for {other}, so only they can answer it."
    own = f"That's your own challenge. {other} has to accept it; you can withdraw it under **⋯**."
    anyones = "That's your own challenge. Somebody else has to accept it; you can withdraw it under **⋯**."
    for opponent, tries in (
        (
            server.opponent,
            [
                *[(server.visitor, label, theirs) for label in ("Accept: heads", "Decline")],
                (server.challenger, "Accept: heads", own),
            ],
        ),
        (None, [(server.challenger, "Accept: tails", anyones)]),
    ):
        await server.challenge(opponent)
        before = server.channel.history()
        for who, label, told in tries:
            with case(who.name, label):
                said = private(await who.click(server.invitation, label=label))
                assert said == told if told.endswith(".") else told in said
        for who in (server.opponent, server.visitor):
            panel = await details(who, server.invitation)
            assert labels(panel) == [], "only the challenger can withdraw it"
        assert len(server.channel.history()) == len(before)
        assert (await server.match(1 + (opponent is None))).phase is Phase.CHALLENGED


# --- moves -----------------------------------------------------------------------------------------


async def test_moves_that_cannot_be_made(server: Server) -> None:
    await server.start()
    async with unchanged(server):
        moved = await server.move(server.opponent, "e8-e6")
        assert private(moved) == f"It's {server.challenger.mention}'s turn (green). You're next."
        for typed, told in (
            ("d1-d5", "d5"),
            ("d1", "d1"),
            ("d1-d3 e1-e3", "turn"),
            ("", "suggests what's possible"),
            ("d" * 90, "suggests what's possible"),
            ("<@123> @everyone", "suggests what's possible"),
        ):
            with case(typed):
                moved = await server.move(server.challenger, typed or " ")
                assert told in private(moved)
                assert "suggests what's possible" in private(moved)
        for number in ("99", "0", "#7", "abc", "9" * 40, "-1", "½"):
            moved = await server.challenger.slash(server.home, "prawns move", action="d1-d3", match=number)
            assert NO_SUCH_MATCH in private(moved)
    await server.resign(server.opponent)
    async with unchanged(server):
        moved = await server.move(server.challenger, "d1-d3", match=1)
    assert NOT_POSSIBLE_NOW in private(moved)
    assert "resigned" in private(moved), "the answer shows how things stand"


async def test_naming_the_match_is_needed_only_in_doubt_and_in_direct_messages_too(server: Server) -> None:
    for _ in range(2):
        await server.begin("pjawns")
    command, one, other = "pjawns move", server.challenger, server.opponent
    assert "Which match?" in private(await one.slash(server.channel, command, action="e1"))
    played = private(await one.slash(server.channel, command, action="e1", match="2"))
    assert "Played: pjawn placed on e1" in played and "https://discord.com/channels/" in played
    await one.slash(server.channel, command, action="d1")
    placed = [entry.text for entry in (await server.match(1)).entries]
    assert placed == ["@d1"], "the only match that waits for somebody is the one they mean"
    assert "Played" in private(await other.slash(server.channel, command, action="d8", match="2"))
    alone = (await one.user.slash(command, action="a1")).response
    assert "Played: pjawn placed on a1" in text(alone) and "pjawn placed on a1" in text(server.card)


# --- challenges ------------------------------------------------------------------------------------


async def test_challenges_that_cannot_be_made(server: Server) -> None:
    nobody = PermissionOverwrite(view_channel=False)
    hidden = server.guild.create_text_channel("club", overwrites={server.opponent: nobody})
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    for opponent, where, told in (
        (server.challenger, server.channel, "can't play against yourself"),
        (robot, server.channel, "Bots don't play"),
        (server.env.create_user("elsewhere"), server.channel, "not in this server"),
        (server.opponent, hidden, "can't see this channel"),
    ):
        with case(told):
            made = await server.challenger.slash(where, "prawns challenge", opponent=opponent)
            assert told in private(made)
    alone = await server.challenger.user.slash("prawns challenge")
    assert "in a server channel" in text(alone.response)
    for _ in range(5):
        assert private(await server.challenge(server.opponent)) == ""
    assert "You already have 5 challenges waiting" in private(await server.challenge(server.opponent))
    await withdraw(server)
    assert "Your challenge is in" in private(await server.challenge(server.opponent))


# --- Discord says no -------------------------------------------------------------------------------


async def test_closed_direct_messages(server: Server) -> None:
    await server.challenge(server.opponent)
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await server.accept()
    assert f"couldn't DM {server.challenger.mention}" in text(server.card)
    await server.pick(server.challenger, "crab", "crab", by_dm=False)
    await server.pick(server.opponent, "crab", "crab")
    assert (await server.match()).phase is Phase.PLAYING


async def test_a_missing_permission_is_named_before_a_match(server: Server) -> None:
    everyone = server.guild.default_role
    poor = server.guild.create_text_channel(
        "poor", overwrites={everyone: PermissionOverwrite(attach_files=False, embed_links=False)}
    )
    result = await server.challenger.slash(poor, "prawns challenge", opponent=server.opponent)
    assert "**Embed Links** and **Attach Files**" in private(result)
    assert poor.history() == []
    await server.challenge(server.opponent)
    channel: Any = server.bot.get_channel(server.channel.id)
    await channel.set_permissions(channel.guild.default_role, attach_files=False)
    assert "**Attach Files**" in private(await server.accept())
    assert (await server.match()).phase is Phase.CHALLENGED


async def test_without_threads_a_match_stays_in_the_channel(server: Server) -> None:
    server.channel = server.guild.create_text_channel(
        "no-threads", overwrites={server.guild.default_role: PermissionOverwrite(create_public_threads=False)}
    )
    await server.start()
    await server.play("d1-d3 / e8-e6")
    assert server.channel.threads == []
    assert "krill e8 to e6" in text(server.card)


async def test_a_panel_dismissed_by_its_reader(server: Server) -> None:
    """Nothing that happened is lost or doubted, only because a private message is gone."""
    await server.start()
    await server.play("h2xb8")
    panel = await server.open(server.challenger, "Move")
    server.env.inject_error("*", "/webhooks/*/@original", status=404, code=10008, times=None)
    sent = await server.challenger.click(panel(), label="Lobster b8 re-evolves into a crab")
    assert "went wrong" not in private(sent)
    assert "re-evolves into" in text(server.card)
    asked = await server.opponent.slash(server.home, "match", deed="resign")
    assert asked.response is not None
    given_up = await server.opponent.click(asked.response, label="Resign")
    assert "went wrong" not in private(given_up)
    assert "resigned" in text(server.card)


async def test_a_pick_whose_panel_is_gone_still_shows(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "crab")
    await server.choose(server.opponent, "crab", "crab")
    server.env.inject_error("*", "/webhooks/*/@original", status=404, code=10008, times=None)
    await server.opponent.user.click(server.dms(server.opponent)[-1], label="Confirm")
    assert "Green's turn" in text(server.card)


async def test_a_challenge_answered_before_its_command_is_done(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The acknowledgement goes, as ever: it must not say for ever that the bot is thinking."""
    publisher = server.bot.app.publisher
    publish = publisher.publish

    async def answered_meanwhile(match_id: MatchId, *_changed: Match) -> Match:
        await publish(match_id)
        await server.bot.app.matches.challenges.decline(match_id, UserId(server.opponent.id), 1)
        return await publish(match_id)

    monkeypatch.setattr(publisher, "publish", answered_meanwhile)
    result = await server.challenge(server.opponent)
    assert result.response is None


async def test_a_database_lost_after_the_change_is_stored(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.start()

    async def locked(*_: object, **_named: object) -> None:
        raise StoreUnavailableError("locked")

    instead(server.store, stores.matches.record_shown, locked, monkeypatch)
    moved = await server.move(server.challenger, "d1-d3")
    assert "Your move is saved" in private(moved)
    assert "nothing was changed" not in private(moved)


async def test_suggestions_without_the_database(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """There are none, and one line says why; nobody is told anything while they type."""
    await server.start()
    seen = len(server.home.history())

    async def lost(*_: object, **__: object) -> None:
        raise StoreUnavailableError("The connection is gone.")

    for work in (stores.matches.load, stores.lists.at_home, stores.lists.listed):
        instead(server.store, work, lost, monkeypatch)
    for command, option in (("prawns move", "action"), ("prawns move", "match"), ("match", "number")):
        caplog.clear()
        assert await server.challenger.autocomplete(server.home, command, option, "") == []
        said = [record for record in caplog.records if record.levelno > logging.INFO]
        assert [record.getMessage() for record in said] == [
            "no suggestions, store unavailable: The connection is gone."
        ]
        assert not said[0].exc_info
    assert len(server.home.history()) == seen


async def test_a_command_that_discord_remembers_and_the_bot_does_not(server: Server) -> None:
    server.bot.tree.remove_command("matches")  # this bot's own: those of games are of all bots
    asked = await server.challenger.slash(server.channel, "matches")
    assert "This command was updated" in private(asked)


@pytest.mark.parametrize("times", [2, 3])
async def test_discord_out_of_order(server: Server, times: int) -> None:
    """Posts and edits are tried again by themselves; somebody is told when that was in vain, and it comes."""
    await server.start()
    server.env.inject_error("POST", f"/channels/{server.home.id}/messages", status=503, times=times)
    moved = await server.move(server.challenger, "d1-d3")
    await server.env.advance_time(5)  # it is tried again before anybody is told
    assert ("Your move is saved" in private(moved)) == (times == 3)
    await server.pass_time(minutes=5)
    assert "krill d1 to d3" in text(server.card)
    assert len([message for message in server.home.history() if "krill d1 to d3" in text(message)]) == 1
    await server.challenge(server.opponent)
    path = f"/channels/{server.channel.id}/messages/*"
    server.env.inject_error("PATCH", path, status=503, times=times)
    declined = await server.opponent.click(server.invitation, label="Decline")
    await server.env.advance_time(5)
    assert ("Your move is saved" in private(declined)) == (times == 3)
    assert (labels(server.invitation) != []) == (times == 3)
    await server.pass_time(minutes=5)
    assert "declined" in text(server.invitation)
    assert labels(server.invitation) == []


async def test_a_challenge_card_deleted_before_it_is_accepted(server: Server) -> None:
    await server.challenge(server.opponent)
    card = server.invitation
    app, channel = server.bot.app, server.bot.get_channel(server.channel.id)
    assert isinstance(channel, TextChannel)
    match = await app.matches.challenges.accept(MatchId(1), UserId(server.opponent.id), 1, call="heads")
    await channel.get_partial_message(card.id).delete()
    await app.publisher.publish(match.id)
    assert "Blind start" in text(server.card)


@pytest.mark.slow
async def test_the_database_locked_by_another_program(server: Server) -> None:
    await server.start()
    await write(server.store, words("PRAGMA busy_timeout = 50"))  # and not for seconds
    other = sqlite3.connect(server.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        moved = await server.move(server.challenger, "d1-d3")
        assert "database isn't answering" in private(moved)
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert (await server.match()).entries == ()
    await server.play("d1-d3")
    assert controls(server.card) == ["Move", "Board", "⋯"]


# --- the log ----------------------------------------------------------------------------------------


async def test_the_log_obeys_nobody_who_types_what_a_terminal_obeys(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.start()
    forms: tuple[LogFormat, ...] = ("plain", "json")
    for form, colours in product(forms, (False, True)):
        with case(form, colours):
            monkeypatch.setattr("discord.utils.stream_supports_colour", lambda _, given=colours: given)
            async with logging_as(form), unchanged(server):
                await server.challenger.slash(server.home, "prawns move", action="\x1b[2J\x9b2J\u202e")
            (told,) = [line for line in capsys.readouterr().err.splitlines() if "refused" in line]
            assert "[2J" in told
            for obeyed in ("\x1b[2J", "\x9b", "\u202e"):
                assert obeyed not in told


@asynccontextmanager
async def logging_as(form: LogFormat) -> AsyncIterator[None]:
    """What is logged inside goes where the bot's own log goes, in that form."""
    with as_before():
        bot.set_up_logging("DEBUG", form)
        yield
