"""Moving by taps: pieces on the card, the board before it is sent, the end of a turn, and the next match."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from cogs.advances.rules import moves_of_line
from cogs.panels.account.preferences import SEND
from cogs.panels.moving import typed_move
from cogs.panels.moving.move_steps import walk
from cogs.text.en.match import MOVED_ON
from engines import GAMES, Position
from matches import Match, UserId
from matches.lifecycle.forced import ONLY_MOVES
from matches.model import EntryKind
from tests.cogs.alone import pings
from tests.cogs.challenge_forms import answer
from tests.cogs.going_on import gone_on, shown
from tests.cogs.played import finished
from tests.cogs.refusing import refusing
from tests.cogs.server import (
    ANOTHER_WAITS,
    CONTROLS,
    END_ANYWAY,
    NOTHING_MOVED,
    Server,
    controls,
    ids,
    labels,
    parts,
    private,
    text,
)
from tests.feature_rows import add_advances
from tests.services.forced import a_line


def texts_of(match: Match) -> list[str]:
    return [entry.text for entry in match.entries]


def few_pieces(start: Position) -> list[str]:
    """A line after which few pieces can act, one of them in one way, and another in several."""
    for seed in range(100):
        chance, position, line = random.Random(seed), start, list[str]()
        while position.to_act is not None and len(line) < 40:
            steps = walk(position, {"place": "new pjawn"})
            ways = [len(walk(position, {}, [number]).choices) for number, _ in steps.choices]
            if 1 < len(ways) <= 5 and not steps.prefix and 0 in ways and max(ways) > 1:
                return line
            line.append(str(chance.choice(position.legal_actions())))
            position = position.play(position.parse(line[-1]))
    raise AssertionError("no such line was found")


async def a_card_with_pieces(server: Server) -> Any:
    """The opponent is to act in Pjawns, with few pieces to do it with."""
    await server.begin("pjawns")
    line = few_pieces(server.bot.app.matches.history(await server.match()).position)
    await shown(server, await gone_on(server, *line))
    return server.card


async def waiting_player(server: Server) -> Any:
    waits = server.bot.app.matches.waits_for(await server.match(), UserId(server.challenger.id))
    return server.challenger if waits else server.opponent


# --- pieces on the card ----------------------------------------------------------------------------


@refusing
async def test_few_pieces_stand_on_the_card_and_open_the_panel_there_for_who_is_to_act(
    server: Server,
) -> None:
    card = await a_card_with_pieces(server)
    found = ids(card, "part:")
    assert 0 < len(found) <= 5
    assert controls(card) == CONTROLS
    assert len([part for part in parts(card) if part["type"] == 1]) == 2, "two rows"
    before = (await server.match()).version
    label = next(label for label in labels(card) if re.fullmatch("[a-h][1-8]", label))
    opened = answer(await (await waiting_player(server)).click(card, label=label))
    assert opened.ephemeral and "your move" in text(opened)
    assert "Back" in labels(opened)
    assert (await server.match()).version == before
    for who in (server.visitor, server.opponent):
        if who is not await waiting_player(server):
            result = await who.click(card, custom_id=ids(card, "part:")[0])
            assert private(result) and not ids(answer(result), "send:")


async def test_a_piece_on_an_older_card_shows_how_things_stand(server: Server) -> None:
    card = await a_card_with_pieces(server)
    who = await waiting_player(server)
    old = ids(card, "part:")[0]
    before = text(card)
    await server.act(str(server.bot.app.matches.history(await server.match()).position.legal_actions()[0]))
    late = await who.click(card, custom_id=old)
    assert MOVED_ON in private(late)
    assert text(card) == before, "the card that everybody sees is not drawn over"


async def test_a_piece_with_one_way_to_go_plays_at_once_for_those_who_are_not_asked(server: Server) -> None:
    card = await a_card_with_pieces(server)
    who = await waiting_player(server)
    await server.bot.app.notifications.prefer(UserId(who.id), {SEND: "off"})
    label = next(label for label in labels(card) if " to " in label)
    before = (await server.match()).version
    assert private(await who.click(card, label=label)) == ""
    assert (await server.match()).version == before + 1


# --- the end of a turn -----------------------------------------------------------------------------


async def test_the_end_of_a_turn_stands_last_and_asks_where_nothing_was_moved(server: Server) -> None:
    await server.begin("predation")
    assert "End turn" not in labels(server.card)
    panel = await server.open(server.challenger, "Move")
    assert labels(panel())[-1] == "End turn"
    await server.challenger.click(panel(), label="End turn")
    assert NOTHING_MOVED in text(panel())
    await server.challenger.click(panel(), label="Not yet")
    assert "your move" in text(panel())
    assert texts_of(await server.match()) == []
    await server.tap_on(server.challenger, panel, "g13-d8")
    assert labels(server.card)[-5:] == ["Move", "End turn", "Take back", "Board", "⋯"]
    await server.challenger.click(server.card, label="End turn")
    assert texts_of(await server.match()) == ["g13-d8", "end"]


async def test_an_old_cards_end_turn_asks_too(server: Server) -> None:
    """It stood on every card of a turn that could be ended."""
    await server.begin("predation")
    match = await server.match()
    from_before = f"end:{match.id}:{match.version}"
    panel = await server.open(server.challenger, "Move")
    await server.challenger.click(panel(), label="End turn")
    asked = panel()
    assert ids(asked, "endnow:") == [f"endnow:{match.id}:{match.version}"]
    assert not ids(server.card, re.escape(from_before)), "no new card has one"
    await server.challenger.click(asked, label=END_ANYWAY)
    assert texts_of(await server.match()) == ["end"]


async def test_a_typed_end_asks_where_nothing_was_moved(server: Server) -> None:
    await server.begin("predation")
    asked = await server.move(server.challenger, "end")
    assert private(asked) == NOTHING_MOVED
    assert texts_of(await server.match()) == []
    await server.challenger.click(answer(asked), label=END_ANYWAY)
    assert texts_of(await server.match()) == ["end"]
    assert private(await server.move(server.opponent, "b1-b2 end")) == "", "a whole turn is no slip"
    found = await server.challenger.autocomplete(server.home, "predation move", "action", "")
    values = [choice["value"] for choice in found]
    assert values[-1] == "end" and len(values) == 25, "and no first suggestion"


# --- before it is sent -----------------------------------------------------------------------------


async def test_the_board_is_shown_as_it_will_be(server: Server) -> None:
    await server.begin("pjawns")
    panel = await server.open(server.challenger, "Move")
    await server.take_step(server.challenger, panel(), "@e1")
    position = server.bot.app.matches.history(await server.match()).position
    (action,) = (one for one in position.legal_actions() if str(one) == "@e1")
    assert panel().attachments[0].description == position.apply(action).diagram([action], bottom="white").alt
    assert "This is how the board will look." in text(panel())
    assert texts_of(await server.match()) == []


async def test_typed_moves_can_wait_for_send(server: Server) -> None:
    await server.begin("predation")
    await server.bot.app.notifications.prefer(UserId(server.challenger.id), {SEND: "all"})
    given = await server.move(server.challenger, "g13-d8 c13-c12")
    assert "**predator g13 to d8; predator c13 to c12**" in private(given)
    assert labels(answer(given)) == ["Send", "Cancel"]
    assert texts_of(await server.match()) == []
    await server.challenger.click(answer(given), label="Send")
    assert texts_of(await server.match()) == ["g13-d8", "c13-c12"]


async def test_a_typed_move_that_was_cancelled_or_shown_too_long_ago_is_not_sent(server: Server) -> None:
    await server.begin("pjawns")
    await server.bot.app.notifications.prefer(UserId(server.challenger.id), {SEND: "all"})
    given = await server.move(server.challenger, "@e1")
    await server.challenger.click(answer(given), label="Cancel")
    assert texts_of(await server.match()) == []
    typed = [await server.move(server.challenger, line) for line in ("@e1", "@d1")]
    for one in reversed(typed):
        await server.challenger.click(answer(one), label="Send")
    assert texts_of(await server.match()) == ["@d1"]


@refusing
async def test_a_typed_turn_too_long_to_be_shown_is_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typed_move, "ID_LENGTH", 15)
    await server.begin("predation")
    await server.bot.app.notifications.prefer(UserId(server.challenger.id), {SEND: "all"})
    result = await server.move(server.challenger, "g13-d8 c13-c12 d13-d12")
    assert "Type the turn in two parts." in private(result)
    assert texts_of(await server.match()) == []


async def test_after_three_matches_sending_at_once_is_offered(server: Server) -> None:
    for _ in range(3):
        await finished(server, server.challenger, server.opponent)
    await server.begin("pjawns")
    panel = await server.open(server.challenger, "Move")
    await server.take_step(server.challenger, panel(), "@e1", number=4)
    assert labels(panel()) == ["Send", "Back", "Always send at once"]
    await server.challenger.click(panel(), label="Always send at once")
    assert "From now on your moves are sent as soon as you choose them." in text(panel())
    assert texts_of(await server.match(4)) == ["@e1"]
    person = await server.bot.app.notifications.person(UserId(server.challenger.id))
    assert person.preferences[SEND] == "off"


async def test_it_is_not_offered_to_beginners_nor_to_those_who_chose(server: Server) -> None:
    for _ in range(2):
        await finished(server, server.challenger, server.opponent)
    await server.begin("pjawns")
    panel = await server.open(server.challenger, "Move")
    await server.take_step(server.challenger, panel(), "@e1", number=3)
    assert labels(panel()) == ["Send", "Back"]
    await server.bot.app.matches.play.resign((await server.match(3)).id, UserId(server.opponent.id))
    await server.bot.app.notifications.prefer(UserId(server.challenger.id), {SEND: "on"})
    await server.begin("pjawns")
    panel = await server.open(server.challenger, "Move")
    await server.take_step(server.challenger, panel(), "@e1", number=4)
    assert labels(panel()) == ["Send", "Back"]


# --- the next match --------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", [True, False])
async def test_after_a_move_the_next_match_is_a_tap_away(server: Server, typed: bool) -> None:
    for _ in range(2):
        await server.begin("pjawns")
    if typed:
        told = answer(await server.move(server.challenger, "@e1"))
    else:
        panel = await server.open(server.challenger, "Move")
        await server.take_step(server.challenger, panel(), "@e1", number=2)
        await server.challenger.click(panel(), label="Send")
        told = panel()
    assert text(told) == f"Played: pjawn placed on e1.\n{ANOTHER_WAITS}"
    plan = [] if typed else ["Plan"]
    assert told.ephemeral and labels(told) == ["Next match", *plan, "Oops, take it back"]
    gone_on = await server.challenger.click(told, label="Next match")
    assert not gone_on.followups, "in the same place"
    assert "#1: your move" in text(told if typed else panel())


async def test_nothing_is_said_where_nothing_waits(server: Server) -> None:
    await server.begin("pjawns")
    panel = await server.open(server.challenger, "Move")
    await server.tap_on(server.challenger, panel, "@e1")
    assert text(panel()) == "Played: pjawn placed on e1."
    assert labels(panel()) == ["Plan", "Oops, take it back"]
    assert private(await server.move(server.opponent, "@d8")) == ""


# --- what plays itself -----------------------------------------------------------------------------


async def test_the_card_says_what_played_itself(server: Server) -> None:
    line = a_line(GAMES["cannons-and-crabs"].start())
    await server.begin("cannons")
    await shown(server, await gone_on(server, *line[:-1]))
    for who in (server.challenger, server.opponent):
        await server.bot.app.notifications.prefer(UserId(who.id), {ONLY_MOVES: "on"})
    before = server.card.id
    await server.act(line[-1])
    match = await server.match()
    assert [entry.kind for entry in match.entries[-2:]] == [EntryKind.ACTION, EntryKind.FORCED]
    move, reply = server.bot.app.matches.history(match).played[-2:]
    assert (
        f"\n{move.side.capitalize()}: {move.description}\n{reply.side.capitalize()}: {reply.description} "
        in text(server.card)
    )
    assert "(only move)" in text(server.card)
    assert server.card.id != before


# --- conditional moves -----------------------------------------------------------------------------


async def test_a_move_and_its_planned_answer_come_on_one_card(server: Server) -> None:
    """One card tells of both and pings who is to act: who moved; the other hears of it there."""
    await server.begin("pjawns")
    match = await server.match()
    history = server.bot.app.matches.history(match)
    line = [str(history.position.legal_actions()[0])]
    line.append(str(history.then(line[0]).position.legal_actions()[0]))
    replier = UserId(server.opponent.id)
    said = moves_of_line(match, history, replier, line, 0, match.changed_at)
    await server.store.write(add_advances, match.id, said)
    cards = len(server.home.history())
    await server.act(line[0])
    after = await server.match()
    assert [entry.kind for entry in after.entries] == [EntryKind.ACTION, EntryKind.ADVANCE]
    assert len(server.home.history()) == cards + 1
    white, black = server.bot.app.matches.history(after).played
    told = f"\nWhite: {white.description.removeprefix('white ')}\nBlack: "
    assert told in text(server.card)
    assert f"{black.description.removeprefix('black ')} (planned)" in text(server.card)
    users, _ = pings(server)[-1]
    assert [int(user) for user in users] == [server.challenger.id]


# --- refusals --------------------------------------------------------------------------------------


@refusing
async def test_refusals_do_not_pile_up(server: Server) -> None:
    await server.begin("pjawns")
    told = [await server.opponent.click(server.card, label="Move") for _ in range(3)]
    told.append(await server.move(server.opponent, "nonsense"))
    seen = [
        message
        for message in server.env.backend.messages[server.home.id].values()
        if message.visible_to(server.opponent.id) and not message.visible_to(None)
    ]
    assert len(seen) == 1
