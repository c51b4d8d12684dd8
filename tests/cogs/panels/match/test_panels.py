"""The private panels under every board: Move, Board, More; and the commands that open them from anywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult, ResponseMessage

from cogs.kit.card import card
from cogs.text.en.errors import OFFER_OWN
from cogs.text.en.match import MOVED_ON
from matches import UserId
from matches.model import EntryKind
from tests.cogs.doing import done
from tests.cogs.own_settings import settings
from tests.cogs.refusing import refusing
from tests.cogs.server import CONTROLS, Server, a_server, controls, fields, ids, labels, parts, private, text
from tests.pictures import unpacked


def menus(message: Any) -> list[list[str]]:
    """What the menus of a message offer."""
    return [[option["label"] for option in part["options"]] for part in parts(message) if "options" in part]


def shown(result: InteractionResult) -> ResponseMessage:
    """The private message that answered a command."""
    assert result.response is not None
    return result.response


def alt(message: Any) -> str:
    """The words of the picture of a message."""
    return message.attachments[0].description or ""


# --- Move ------------------------------------------------------------------------------------------


async def test_a_move_takes_three_taps_and_leads_back(server: Server) -> None:
    await server.start()
    assert controls(server.card) == CONTROLS
    panel = await server.open(server.challenger, "Move")
    before, begun = alt(panel()), labels(panel())
    assert panel().ephemeral and "Krill d1" in begun
    for _ in range(2):
        await server.take_step(server.challenger, panel(), "d1-d3")
    for _ in range(2):
        await server.challenger.click(panel(), label="Back")
    assert labels(panel()) == begun
    await server.take_step(server.challenger, panel(), "d1-d3")
    assert "**Krill d1**" in text(panel())
    assert labels(panel()) == ["d3", "c2", "d2", "e2", "Back"]
    await server.take_step(server.challenger, panel(), "d1-d3")
    assert "**Krill d1 to d3, jump-start**" in text(panel())
    assert "This is how the board will look." in text(panel())
    assert labels(panel()) == ["Send", "Back"]
    assert alt(panel()) != before and "krill d3" not in alt(server.card)
    assert (await server.match()).entries == (), "nothing is played before it is sent"
    await server.challenger.click(panel(), label="Send")
    assert [entry.text for entry in (await server.match()).entries] == ["d1-d3"]
    assert f"**Blue's turn:** {server.opponent.mention}" in text(server.card)


async def test_the_panel_goes_on_through_a_turn_of_many_actions(server: Server) -> None:
    await server.begin("predation")
    card = server.card
    panel = await server.open(server.challenger, "Move")
    for action in ("g13-d8", "c13-c12"):
        await server.tap_on(server.challenger, panel, action)
        assert action in [entry.text for entry in (await server.match()).entries]
        assert server.card.id == card.id, "the board is changed in place"
        assert "e13" in labels(panel()), "and the panel asks for the next action"
        assert labels(panel())[-1] == "End turn"
    again = await server.open(server.challenger, "Move")
    await server.tap_on(server.challenger, again, "e13-e12")
    played = [entry.text for entry in (await server.match()).entries]
    assert played == ["g13-d8", "c13-c12", "e13-e12"], "leaving the panel loses nothing"
    await server.tap_on(server.challenger, again, "end")
    assert server.card.id != card.id
    assert f"**Prey's turn:** {server.opponent.mention}" in text(server.card)


async def test_a_forced_choice_is_not_asked_for(server: Server) -> None:
    await server.begin("pjawns")
    panel = await server.open(server.challenger, "Move")
    assert "**New pjawn**" in text(panel())
    assert labels(panel()) == [*(f"{file}1" for file in "abcdefgh"), "Analysis"]
    assert "Back" not in labels(panel()), "no way back from what was no choice"


async def test_only_whoever_is_to_act_gets_the_present_panel_from_an_older_card_too(server: Server) -> None:
    await server.start()
    old = server.card
    for who, told in (
        (server.opponent, "turn (green). You're next."),
        (server.visitor, "two players of this match"),
    ):
        assert told in private(await who.click(old, label="Move"))
    await server.play("d1-d3 / e8-e6")
    opened = await server.challenger.click(old, label="Move")
    assert alt(opened.followups[-1]) == server.board


@pytest.mark.parametrize("at", [0, 2], ids=["piece", "send"])
async def test_a_panel_left_open_while_the_match_went_on(server: Server, at: int) -> None:
    await server.start()
    panel = await server.open(server.challenger, "Move")
    for _ in range(at):
        await server.take_step(server.challenger, panel(), "d1-d3")
    await server.move(server.challenger, "e1-e3")
    if at == 2:
        await server.challenger.click(panel(), label="Send")
    else:
        await server.challenger.click(panel(), custom_id=ids(panel(), "part:")[0])
    assert MOVED_ON in text(panel())
    assert alt(panel()) == server.board
    assert [entry.text for entry in (await server.match()).entries] == ["e1-e3"]


async def test_sending_without_being_asked(server: Server) -> None:
    await server.start()
    asked = await settings(server, server.challenger, "moves", place=server.home)
    await server.challenger.click(asked, label="Send without asking")
    assert "Ask before sending" in labels(asked)
    panel = await server.open(server.challenger, "Move")
    for _ in range(2):
        await server.take_step(server.challenger, panel(), "d1-d3")
    assert [entry.text for entry in (await server.match()).entries] == ["d1-d3"]
    theirs = await server.open(server.opponent, "Move")
    for _ in range(2):
        await server.take_step(server.opponent, theirs(), "e8-e6")
    assert labels(theirs()) == ["Send", "Back"], "everyone has settings of their own"


# --- what is typed wrongly -------------------------------------------------------------------------


async def test_illegal_input_is_answered_with_what_the_piece_can_do_or_with_the_panel(server: Server) -> None:
    await server.start()
    refused = await server.move(server.challenger, "hello")
    assert labels(refused.response) == ["Move"]
    opened = await server.challenger.click(shown(refused), label="Move")
    assert "your move" in text(opened.followups[-1])
    refused = await server.move(server.challenger, "d1-d5")
    assert "suggests what's possible" in private(refused)
    assert labels(shown(refused)) == ["d1-d2", "d1-e2", "d1-c2", "d1-d3"]
    await server.challenger.click(shown(refused), label="d1-d3")
    assert [entry.text for entry in (await server.match()).entries] == ["d1-d3"]


async def test_the_end_of_a_turn_is_not_what_somebody_meant(server: Server) -> None:
    await server.begin("predation")
    refused = await server.move(server.challenger, "b12-c9 end")
    assert labels(shown(refused)) == ["Move"], "a slip would give the turn away"


async def test_a_suggestion_that_has_become_old(server: Server) -> None:
    await server.start()
    refused = await server.move(server.challenger, "d1-d5")
    await server.move(server.challenger, "e1-e3")
    late = await server.challenger.click(shown(refused), label="d1-d3")
    assert MOVED_ON in private(late)
    assert [entry.text for entry in (await server.match()).entries] == ["e1-e3"]


# --- Board -----------------------------------------------------------------------------------------


async def test_any_earlier_position_can_be_looked_at(server: Server) -> None:
    await server.start()
    await server.play("d1-d3 / e8-e6")
    panel = await server.open(server.visitor, "Board")
    assert "After move 2 of 2: blue krill e8 to e6" in text(panel())
    await server.visitor.click(panel(), label="◀")
    assert "After move 1 of 2: green krill d1 to d3" in text(panel())
    await server.visitor.click(panel(), label="◀")
    assert "The start" in text(panel())
    assert "Last turn" not in alt(panel())
    await server.visitor.click(panel(), label="⏭")
    assert "After move 2 of 2" in text(panel())


async def test_the_board_from_the_other_side_bigger_and_in_letters(server: Server) -> None:
    await server.start()
    panel = await server.open(server.opponent, "Board")
    usual = await panel().attachments[0].read()
    await server.opponent.click(panel(), label="⋯")
    await server.opponent.click(panel(), label="Flip board")
    turned = await panel().attachments[0].read()
    assert turned != usual
    await server.opponent.click(panel(), label="⋯")
    await server.opponent.click(panel(), label="Bigger")
    assert panel().attachments[0].width is None or panel().attachments[0].width >= 1600
    assert len(await panel().attachments[0].read()) > len(turned)
    await server.opponent.click(panel(), label="⋯")
    await server.opponent.click(panel(), label="Text board")
    assert panel().attachments == []
    assert "```" in text(panel())
    rows = text(panel()).split("```")[1].strip().splitlines()
    assert rows[0].startswith("8 "), "as in the picture, turned to green's side"
    assert "-# CAPITALS are green, small letters blue." in text(panel()).splitlines()
    await server.opponent.click(panel(), label="⋯")
    await server.opponent.click(panel(), label="Flip board")
    rows = text(panel()).split("```")[1].strip().splitlines()
    assert rows[0].startswith("1 ")
    await server.opponent.click(panel(), label="⋯")
    await server.opponent.click(panel(), label="Picture")
    assert panel().attachments


async def test_a_board_is_looked_at_while_actions_are_taken_back_and_after_the_end(server: Server) -> None:
    await server.start()
    await server.play("h2xb8")
    panel = await server.open(server.challenger, "Board")
    await server.challenger.click(server.card, label="Take back")
    await server.challenger.click(panel(), label="⋯")
    await server.challenger.click(panel(), label="Flip board")
    assert "The start" in text(panel())
    await server.play("d1-d3")
    old = server.card
    await server.resign(server.opponent)
    opened = await server.visitor.click(old, label="Board")
    assert "After move 1 of 1" in text(opened.followups[-1])


# --- More ------------------------------------------------------------------------------------------


async def test_what_more_there_is(server: Server) -> None:
    await server.begin("cannons")
    panel = await server.open(server.challenger, "⋯")
    own, asking = (
        ["Rules", "Analysis board", "My notes"],
        ["Ask for a pause", "Offer to cancel the match", "Resign"],
    )
    reminders = ["Remind me in 3 hours", "Remind me tomorrow"]
    advance = "Conditional moves"
    assert labels(panel()) == [*own, *reminders, "Mute…", advance, "Offer a draw", *asking]
    await server.play("a2-a3")
    panel = await server.open(server.challenger, "⋯")
    given = ["Give 3 more days", "Mute…"]
    assert labels(panel()) == [
        *own,
        *given,
        advance,
        "Oops, take it back",
        "Offer a draw",
        "Ask for a takeback",
        *asking,
    ]
    await server.challenger.click(panel(), label="Rules")
    assert "How to play Cannons and Crabs" in text(panel())


async def test_a_turn_is_taken_back_by_consent(server: Server) -> None:
    await server.start()
    await server.play("d1-d3")
    before = server.card
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Ask for a takeback")
    assert server.card.id != before.id, "the other player is asked by a card of their own"
    assert "asks to take back their last move" in text(server.card)
    assert controls(server.card) == ["Allow the takeback", "Decline", "Move"]
    told = await server.challenger.click(server.card, label="Allow the takeback")
    assert OFFER_OWN in private(told)
    await server.opponent.click(server.card, label="Allow the takeback")
    assert f"**Green's turn:** {server.challenger.mention}" in text(server.card)
    assert "A move was taken back by agreement." in text(server.card)
    assert (await server.match()).entries[-1].kind is EntryKind.TAKE_BACK
    await server.play("d1-d3")


@refusing
async def test_a_take_back_is_refused_or_void_once_its_asker_has_moved_on(server: Server) -> None:
    await server.start()
    await server.play("d1-d3")
    await server.pass_time(minutes=3)
    assert await done(server.challenger, server.home, "takeback") == ""
    card = server.card
    await server.opponent.click(card, label="Decline")
    assert server.card.id == card.id
    assert "The takeback was declined." in text(server.card)
    assert controls(server.card) == CONTROLS
    again = await done(server.challenger, server.home, "takeback")
    assert "already asked for that" in again
    await server.play("e8-e6 / e1-e3 / d8-d6", server.opponent)
    await done(server.challenger, server.home, "takeback")
    asking = server.card
    await server.play("f1-f3")
    late = await server.opponent.click(asking, label="Allow the takeback")
    assert MOVED_ON in private(late)
    assert controls(server.card) == CONTROLS
    assert [entry.text for entry in (await server.match()).entries][-1] == "f1-f3"


@refusing
async def test_a_match_without_take_backs(server: Server) -> None:
    await server.challenge(server.opponent, takebacks="off")
    assert "-# No takebacks · 3 days a move" in text(server.invitation)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    await server.pick(server.opponent, "shrimp", "crab")
    await server.play("h2xb8")
    await done(server.challenger, server.home, "takeback")
    assert "lobster h2" in server.board, "one's own unfinished turn is one's own"
    await server.play("d1-d3")
    assert "Ask for a takeback" not in labels((await server.open(server.challenger, "⋯"))())
    refused = await done(server.challenger, server.home, "takeback")
    assert "agreed without takebacks" in refused


async def write(server: Server, who: Any, note: str) -> str:
    """``who`` writes a note in the form; returns what the panel says then."""
    panel = await server.open(who, "⋯")
    form = await who.click(panel(), label="My notes")
    await who.submit_modal(form, {fields(form)[0]["custom_id"]: note})
    return text(panel())


async def test_notes_are_for_their_writer_alone(server: Server) -> None:
    await server.start()
    assert ">>> Watch **h2**\n@everyone" in await write(server, server.challenger, "Watch **h2**\n@everyone")
    assert "Watch **h2**" in text((await server.open(server.challenger, "⋯"))())
    for who in (server.opponent, server.visitor):
        assert "Watch" not in text((await server.open(who, "⋯"))())
    assert not any("Watch" in text(message) for message in server.home.history())
    assert "Watch" not in await write(server, server.challenger, "  ")
    assert "Watch" not in text((await server.open(server.challenger, "⋯"))())
    await write(server, server.challenger, "a" + "\n" * 1498 + "z")
    panel = await server.open(server.challenger, "⋯")
    assert text(panel()).count("\n") < 10 and "a …" in text(panel())
    (field,) = fields(await server.challenger.click(panel(), label="My notes"))
    assert field["value"].endswith("\nz"), "all of it can be read again"


async def test_a_note_written_while_the_bot_restarts(server: Server) -> None:
    await server.start()
    panel = await server.open(server.challenger, "⋯")
    form = await server.challenger.click(panel(), label="My notes")
    await server.restart()
    await server.challenger.submit_modal(form, {fields(form)[0]["custom_id"]: "Watch h2"})
    assert "Watch h2" in text((await server.open(server.challenger, "⋯"))())


# --- from anywhere ---------------------------------------------------------------------------------


async def test_the_move_command_in_the_matchs_own_thread_and_in_a_direct_message(server: Server) -> None:
    await server.start()
    opened = await server.challenger.slash(server.home, "move")
    assert "your move" in text(opened.response)
    waits = await server.opponent.slash(server.home, "move")
    assert "**Green's turn:**" in text(waits.response)
    assert labels(waits.response) == [], "there is nothing to do, and the board to look at"
    who = server.challenger.user
    opened = await who.slash("move")
    await server.tap_on(who, lambda: opened.response, "d1-d3")
    assert "krill d1 to d3" in text(server.card)
    assert "Played: krill d1 to d3" in text(opened.response)


@refusing
async def test_the_move_command_offers_the_matches_that_wait(server: Server) -> None:
    await server.begin("pjawns")
    await server.begin("pjawns")
    await server.begin("cannons")
    elsewhere = server.guild.create_text_channel("elsewhere")
    opened = await server.challenger.slash(elsewhere, "move")
    assert len(menus(opened.response)[0]) == 3
    (menu,) = ids(opened.response, "go:")
    await server.challenger.select(shown(opened), ["3"], custom_id=menu)
    assert "Cannons and Crabs #3: your move" in text(opened.response)
    none = await server.visitor.slash(elsewhere, "move")
    assert "No match is waiting for you" in private(none)


async def test_the_next_match_is_the_one_that_has_waited_longest(server: Server) -> None:
    await server.start()
    await server.pass_time(hours=1)
    await server.begin("cannons")
    await server.pass_time(hours=1)
    following = await server.challenger.slash(server.channel, "match", number="next")
    assert "Prawns #1: your move" in text(following.response)
    await server.challenger.slash(server.channel, "prawns move", action="d1-d3", match="1")
    following = await server.challenger.slash(server.channel, "match", number="next")
    assert "Cannons and Crabs #2: your move" in text(following.response)


async def test_the_next_thing_may_be_a_pick_or_a_challenge(server: Server) -> None:
    await server.challenge(server.opponent)
    following = await server.opponent.slash(server.channel, "match", number="next")
    assert labels(following.response) == labels(server.invitation)
    await server.opponent.click(shown(following), label="Accept: heads")
    following = await server.opponent.slash(server.channel, "move")
    assert "your pick" in text(following.response)


# --- in private ------------------------------------------------------------------------------------


async def everything_public(server: Server, *, peeking: bool) -> list[Any]:
    """All that the channel and the thread got in a short match, with or without panels being open."""

    async def peek(who: Any, action: str) -> None:
        if peeking:
            panel = await server.open(who, "Move")
            await server.take_step(who, panel(), action)
            for label in ("Board", "⋯"):
                await server.open(who, label)

    await server.start()
    await peek(server.challenger, "d1-d3")
    await server.play("d1-d3")
    await peek(server.opponent, "e8-e6")
    await server.play("e8-e6", server.opponent)
    sent = [
        (entry.method, entry.json)
        for entry in server.env.http_requests
        if re.fullmatch(r"/channels/\d+/messages(/\d+)?", entry.path) and entry.method in ("POST", "PATCH")
    ]
    files = [file for message in server.home.history() for file in message.attachments]
    return [*sent, *[unpacked(await file.read()) for file in files]]


async def test_nothing_public_depends_on_whether_a_panel_is_open(
    tmp_path: Path, fresh_database: Path
) -> None:
    told = []
    for peeking in (False, True):
        async with a_server(tmp_path / str(peeking), fresh_database) as server:
            told.append(await everything_public(server, peeking=peeking))
    assert told[0] == told[1]


async def test_a_panel_left_open_for_a_week(server: Server) -> None:
    await server.start()
    panel = await server.open(server.challenger, "Move")
    await server.take_step(server.challenger, panel(), "d1-d3")
    await server.move(server.challenger, "e1-e3")
    await server.play("e8-e6", server.opponent)
    await server.pass_time(days=7)
    await server.challenger.click(panel(), custom_id=ids(panel(), "part:")[0])
    assert MOVED_ON in text(panel())
    assert alt(panel()) == server.board
    await server.tap_on(server.challenger, panel, "d1-d3")
    assert "krill d1 to d3" in text(server.card)


async def test_a_card_mentions_exactly_those_it_is_for() -> None:
    told = replace(card("Hello @everyone"), pings=(UserId(1001), UserId(1002))).mentions().to_dict()
    assert dict(told) == {"parse": [], "users": [1001, 1002]}
