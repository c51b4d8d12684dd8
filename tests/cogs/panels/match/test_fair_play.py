"""No help with what stands on the board of a match between two people, and what they are told of it."""

from __future__ import annotations

from typing import Any

from matches import Match
from matches.lifecycle import practice
from matches.model import EntryKind
from tests.cogs.alone import THINKING, begin, play_first
from tests.cogs.community import id_of, place_of
from tests.cogs.going_on import gone_on, shown
from tests.cogs.played import running
from tests.cogs.practising import PLAY_ON, finished, looked_at, private_card
from tests.cogs.refusing import refusing
from tests.cogs.reviewed import DARK, LIGHT, PLAYED, kept
from tests.cogs.server import Server, private, text

OPENING = ["@e1", "@d8", "@d1", "@e8", "e1-e2"]
STANDS = "This position, or one before it, is on the board of a match you're playing: match"


async def between_people(server: Server, game: str, *actions: str) -> Match:
    """A match of the challenger, who has the first side, and the opponent, with these actions made."""
    return await shown(server, await running(server, server.challenger, server.opponent, *actions, game=game))


async def resign(server: Server, match: Match) -> None:
    """The opponent gives a match up."""
    with server.env.as_bot():
        await server.bot.app.matches.play.resign(match.id, id_of(server.opponent))
    await server.env.settle()


@refusing
async def test_no_hint_while_the_match_stands_there(server: Server) -> None:
    match = await between_people(server, "pjawns", *OPENING)
    app = server.bot.app
    with server.env.as_bot():
        practised = await app.matches.challenges.practise(
            id_of(server.challenger), practice.at_the_start("pjawns", {}), place_of(server)
        )
    await shown(server, await gone_on(server, *OPENING, number=practised.id))

    async def hint() -> Any:
        return await server.challenger.click(await private_card(server, practised.id), label="Hint")

    told = private(await hint())
    assert told == f"{STANDS} {match.id}. You'll get the hint when that match is over."
    await resign(server, match)
    assert "**Hint:**" in private(await hint())


@refusing
async def test_a_finished_match_is_not_played_on_from_there(server: Server) -> None:
    await finished(server, *OPENING)
    panel = await looked_at(server, server.challenger, back=0)
    match = await between_people(server, "pjawns", *OPENING)
    await server.challenger.click(panel, label="⋯")
    told = private(await server.challenger.click(panel, label=PLAY_ON))
    assert told.endswith(f"{STANDS} {match.id}. You can play on from here when that match is over.")
    for label in ("Step through", "◀", "⋯"):
        await server.challenger.click(panel, label=label)
    asked = await server.challenger.click(panel, label=PLAY_ON)
    assert "### Play on from here" in private(asked)
    await resign(server, match)
    for label in ("Step through", "▶", "⋯"):
        await server.challenger.click(panel, label=label)
    assert "after move 5" in private(await server.challenger.click(panel, label=PLAY_ON))


async def test_the_computer_waits_and_moves_by_itself(server: Server) -> None:
    alone = await begin(server, side="white")
    for _ in range(2):
        await play_first(server)
    alone = await server.match(alone.id)
    played = [entry.text for entry in alone.entries]
    assert len(played) == 4
    on = str(server.bot.app.matches.history(alone).position.legal_actions()[0])
    match = await between_people(server, "pjawns", *played, on)
    await server.move(server.challenger, on, match=alone.id)
    waiting = await private_card(server, alone.id)
    assert "-# The computer waits: this position, or one before it, is on the board of a match" in text(
        waiting
    )
    assert THINKING not in text(waiting)
    await server.pass_time(minutes=30)
    assert len((await server.match(alone.id)).entries) == 5
    reply = str(server.bot.app.matches.history(match).position.legal_actions()[0])
    await shown(server, await gone_on(server, reply, number=match.id))
    await server.pass_time(seconds=10)
    moved = await server.match(alone.id)
    assert [entry.kind for entry in moved.entries] == [EntryKind.ACTION] * 6
    assert f"**White's turn:** {server.challenger.mention}" in text(await private_card(server, alone.id))


async def test_a_review_leaves_the_turn_out(server: Server) -> None:
    await kept(server, LIGHT, DARK)
    card = server.card
    match = await between_people(server, "prudh", *PLAYED.split(" / ")[:17])

    async def read(who: Any) -> str:
        return private(await who.click(card, label="Review"))

    left_out = "**Not all of it yet:** a position of this match is on the board of a match you're playing"
    for who in (server.challenger, server.opponent):
        said = await read(who)
        assert left_out in said
        assert "Move 18" not in said
    assert "Move 21" in await read(server.challenger), "the others are told"
    said = await read(server.visitor)
    assert left_out not in said
    assert "Move 18" in said and "Move 21" in said
    await resign(server, match)
    said = await read(server.opponent)
    assert left_out not in said
    assert "Move 18" in said


async def test_the_turn_that_leads_to_the_position_is_left_out(server: Server) -> None:
    """Its card would tell the best answer to it."""
    await kept(server, LIGHT, DARK)
    card = server.card
    opened = await server.opponent.click(card, label="Review")
    match = await between_people(server, "prudh", *PLAYED.split(" / ")[:18])
    assert "Move 18" not in private(await server.opponent.click(card, label="Review"))
    gone = await server.opponent.click(opened.followups[-1], label="1 · move 18")
    assert "That review isn't here any more." in private(gone)
    await resign(server, match)
    assert "Move 18" in private(await server.opponent.click(card, label="Review"))
