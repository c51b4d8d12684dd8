"""Hints against the computer: the piece, then the move with its reason, counted once for a position."""

from __future__ import annotations

import asyncio

import pytest

from cogs.text.en.match import MOVED_ON
from computer.core import Job, Thought
from computer.workers import ThinkingError
from engines import GAMES
from matches import UserId
from matches.lifecycle.computers import Hint
from tests.cogs.alone import Told, Trouble, begin, let_think, play_first, workers
from tests.cogs.server import Server, choices_on, labels, private, text


async def hints(server: Server) -> int:
    return await server.bot.app.services.computers.hints((await server.match()).id)


async def test_the_piece_first_then_the_move(server: Server) -> None:
    await begin(server, "cannons-and-crabs", side="white")
    panel = await server.open(server.challenger, "Hint")
    assert "**Hint:** move the " in text(panel())
    assert "Show me the move" in labels(panel())
    await server.challenger.click(panel(), label="Show me the move")
    assert "**Best move:** " in text(panel()) and "Hint:" not in text(panel())
    assert "Show me the move" not in labels(panel())
    await server.challenger.click(panel(), label="Send")
    assert (await server.match()).entries[0].side == "white"
    assert await hints(server) == 1
    await server.open(server.challenger, "Hint")
    assert await hints(server) == 2


async def test_a_whole_turn_is_told_and_counted_once(server: Server) -> None:
    await begin(server, "predation", side="predator")
    let_think(server, Planned("c13-b11", "d13-d12", "end"))
    panel = await server.open(server.challenger, "Hint")
    assert "**Hint:** move the predator on c13, then move the predator on d13." in text(panel())
    assert list(choices_on(panel())), "the panel is open at the first piece"
    await server.challenger.click(panel(), label="Show me the move")
    said = "**Best turn:** predator c13 to b11, then predator d13 to d12, then end your turn."
    assert said in text(panel())
    await server.challenger.click(panel(), label="Send")
    assert [entry.text for entry in (await server.match()).entries] == ["c13-b11"]
    assert await hints(server) == 1


async def test_what_the_other_side_would_do_is_no_part_of_it(server: Server) -> None:
    await begin(server, "pjawns", side="white")
    let_think(server, Planned("c1", "c8"))
    panel = await server.open(server.challenger, "Hint")
    assert "**Best move:** new pjawn on c1." in text(panel())


class Planned:
    """Workers that have one thought."""

    def __init__(self, *actions: str) -> None:
        self.actions = actions

    async def think(self, _job: Job, *, hint: bool = False) -> Thought:
        return Thought(self.actions, 0, 1)

    async def close(self) -> None:
        pass


async def asked_at_once(server: Server, times: int) -> Told:
    """Ask for a hint so often before the first answer is there; returns the workers that then give it."""
    app, user, match = server.bot.app, UserId(server.challenger.id), await server.match()
    slow = Told(server)
    let_think(server, slow)
    turns = [await app.matches.computers.hint(match, user) for _ in range(times)]
    with server.env.as_bot():
        asked = [asyncio.create_task(app.thinker.hint(turn, user)) for turn in turns]
        await asyncio.sleep(0)
        asked[0].cancel()
        slow.may.set()
        _, *answers = await asyncio.gather(*asked, return_exceptions=True)
    assert len(set(answers)) == 1 and isinstance(answers[0], Hint)
    return slow


@pytest.mark.parametrize("game", ["pjawns", "predation"])
async def test_a_hint_asked_for_again_before_it_is_there_is_thought_of_once(
    server: Server, game: str
) -> None:
    await begin(server, game, side=GAMES[game].sides[0])
    slow = await asked_at_once(server, 7)
    assert (len(slow.jobs), await hints(server)) == (1, 1)
    await server.open(server.challenger, "Hint")
    assert (len(slow.jobs), await hints(server)) == (1, 1)


async def test_a_hint_is_counted_once_after_a_take_back_too(server: Server) -> None:
    await begin(server, side="white")
    await server.open(server.challenger, "Hint")
    await play_first(server)
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Take back my last turn")
    assert (await server.match()).version > 0 and not server.bot.app.matches.history(
        await server.match()
    ).played
    await server.open(server.challenger, "Hint")
    assert await hints(server) == 1


async def test_a_hint_that_failed_can_be_asked_for_again(server: Server) -> None:
    await begin(server, side="white")
    app, user, match = server.bot.app, UserId(server.challenger.id), await server.match()
    let_think(server, Trouble(workers(server), ThinkingError("no")))
    turn = await app.matches.computers.hint(match, user)
    with server.env.as_bot():
        assert await asyncio.gather(*(app.thinker.hint(turn, user) for _ in range(3))) == [None] * 3
        assert await hints(server) == 0
        assert isinstance(await app.thinker.hint(turn, user), Hint)
    assert await hints(server) == 1


async def test_the_result_says_how_many_were_used(server: Server) -> None:
    await begin(server, side="white")
    for _ in range(2):
        await server.open(server.challenger, "Hint")
    await server.resign(server.challenger)
    assert "Hints used: 1." in text(server.card)


async def test_a_late_click_shows_the_match_as_it_is(server: Server) -> None:
    await begin(server, side="white")
    old = server.card
    await play_first(server)
    late = await server.challenger.click(old, label="Hint")
    assert "Hint:" not in private(late)
    assert MOVED_ON in private(late)
    assert await hints(server) == 0


async def test_a_piece_with_very_many_places_to_go(server: Server) -> None:
    """There is room for one button less than on the panel without a hint."""
    await begin(server, "predation", side="prey")
    panel = await server.open(server.challenger, "Hint")
    assert "**Hint:** move the prey on " in text(panel())
    await server.challenger.click(panel(), label="Show me the move")
    assert "Send" in labels(panel())
