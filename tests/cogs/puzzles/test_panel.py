"""Puzzles from a review: asked for, sent once by direct message, answered by taps, and turned off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

import discord
import pytest

from cogs.panels.moving.move_steps import walk
from cogs.puzzles import panel as puzzle_panel
from cogs.puzzles import texts as puzzle_texts
from cogs.puzzles.delivery import PuzzleSender
from cogs.puzzles.rules import MOST_UNANSWERED, PuzzleState, PuzzleTry
from cogs.puzzles.service import Puzzles
from computer.review.model import SearchJob, SearchResult, SeenTurn
from computer.workers import ThinkingError
from matches import Match, UserId
from matches.notices import QUIET
from tests.cogs.community import id_of
from tests.cogs.refusing import refusing
from tests.cogs.reviewed import DARK, LIGHT, Lookers, kept, let_look, lookers, opened
from tests.cogs.server import Server, blue, ids, labels, overloaded, text

BEST, WRONG = "d2>d6", "d6>f6"
HOURS: Final = {"hours": 1}


async def practising(server: Server) -> Match:
    """A reviewed match of which the challenger practises a turn."""
    match = await kept(server, DARK, LIGHT)
    let_look(server, None)
    await server.bot.app[Puzzles].practise(id_of(server.challenger), match.id, [DARK.ply])
    return match


def puzzles(server: Server, who: Any = None) -> list[discord.Message]:
    """The messages with puzzles that ``who`` got, by their button."""
    return [message for message in server.dms(who or server.challenger) if ids(message, "puzzlestop:")]


async def asked(server: Server) -> discord.Message:
    """The challenger's puzzle, three days later."""
    await practising(server)
    await server.pass_time(days=3, minutes=5)
    (message,) = puzzles(server)
    return message


async def stored(server: Server) -> list[PuzzleState]:
    return list(await server.bot.app[Puzzles].of_match(id_of(server.challenger), (await server.match()).id))


async def tap(server: Server, action: str, *, first: int = 0) -> discord.Message:
    """Choose an action part by part on the challenger's latest puzzle."""
    app, match = server.bot.app, await server.match()
    position = app.matches.history(match).until(DARK.ply).position
    words, wanted = app.presentations["prudh"].words, position.parse(action)
    steps = walk(position, words)
    while steps.action is None:
        message = puzzles(server)[-1]
        taken = [_taken(custom_id) for custom_id in ids(message, rf"puzzle:\d+:0:{DARK.ply}\.\d+\.{first}\.")]
        further = [walk(position, words, one) for one in taken if len(one) > len(steps.taken)]
        (steps,) = (one for one in further if one.prefix == wanted.path[: len(one.prefix)])
        chosen = ".".join(map(str, (first, *steps.taken)))
        await server.challenger.user.click(
            message, custom_id=ids(message, rf"puzzle:\d+:0:{DARK.ply}\.\d+\.{re.escape(chosen)}")[0]
        )
    return puzzles(server)[-1]


def _taken(custom_id: str) -> Sequence[int]:
    return [int(number) for number in custom_id.rsplit(":", maxsplit=1)[-1].split(".")[3:]]


# --- asked for -------------------------------------------------------------------------------------


async def test_those_who_played_ask_for_their_turns_and_twice_are_told_when_the_next_one_comes(
    server: Server,
) -> None:
    await kept(server, DARK)
    for who, offered in ((server.challenger, True), (server.opponent, False), (server.visitor, False)):
        panel = await opened(server, who)
        assert ("Practise my misses" in labels(panel())) is offered
    panel = await opened(server, server.challenger)
    for said in ("I'll DM you this turn as puzzles", "are puzzles already. The next one is due <t:"):
        answered = await server.challenger.click(panel(), label="Practise my misses")
        assert said in text(answered.followups[-1])
    assert len(await stored(server)) == 1


# --- sent ------------------------------------------------------------------------------------------


async def test_three_days_later_it_is_asked_with_a_picture_from_ones_own_side(server: Server) -> None:
    message = await asked(server)
    said = text(message)
    assert said.startswith("### Puzzle from Prudh #1\n")
    assert "you let a win slip here. What's better?" in said
    (picture,) = message.attachments
    assert picture.description and picture.description.startswith("Prudh")
    assert labels(message)[-1] == "No more puzzles" and blue(message) == []
    assert overloaded(server) == []
    await server.pass_time(hours=20)
    assert len(puzzles(server)) == 1, "once"


@pytest.mark.parametrize("sent", [False, True])
async def test_after_a_crash_it_is_sent_once(server: Server, sent: bool) -> None:
    await practising(server)
    await server.stop_loops()
    await server.env.advance_time(timedelta(days=3, minutes=5).total_seconds())
    service, sender = server.bot.app[Puzzles], server.bot.app[PuzzleSender]
    with server.env.as_bot():
        (mail,) = await service.claim(9)
        number = await sender._filled(mail)
        if sent:
            await sender._post(mail, number, silent=False)
    await server.env.settle()
    assert len(puzzles(server)) == int(sent)
    await server.restart()
    await server.pass_time(minutes=10)
    assert len(puzzles(server)) == 1
    assert not await server.bot.app[Puzzles].claim(9), "it is settled"


async def test_quiet_hours_and_vacations_are_kept(server: Server) -> None:
    await practising(server)
    user, now = id_of(server.challenger), server.bot.app.clock() + timedelta(days=3)
    quiet = f"{now - timedelta(hours=1):%H}:00-{now + timedelta(hours=2):%H}:00"
    await server.bot.app.notifications.prefer(user, {QUIET: quiet})
    await server.pass_time(days=3, minutes=5)
    assert puzzles(server) == []
    await server.pass_time(hours=4)
    assert len(puzzles(server)) == 1


async def test_closed_direct_messages_are_survived_and_stop_it(server: Server) -> None:
    await practising(server)
    server.env.inject_error(
        "POST", "/users/@me/channels", status=403, code=50007, message="Cannot send", times=99
    )
    for _ in range(MOST_UNANSWERED + 1):
        await server.pass_time(days=3, minutes=5)
    assert puzzles(server) == []
    assert not await server.bot.app[Puzzles].claim(9)
    (left,) = await stored(server)
    assert left.solved == 0, "nothing is lost"


async def test_a_position_on_a_board_of_theirs_is_not_asked_and_one_whose_review_is_gone_is_dropped(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await practising(server)
    app = server.bot.app
    before = app.matches.history(match).until(DARK.ply).position
    boards = {before.appearance(): match.id}

    async def standing(_user: UserId, _game: str) -> Any:
        return boards

    monkeypatch.setattr(app.matches.reviews, "boards", standing)
    await server.pass_time(days=3, minutes=5)
    assert puzzles(server) == []
    boards.clear()
    await server.pass_time(days=1, minutes=5)
    assert len(puzzles(server)) == 1
    await app[Puzzles].stop(id_of(server.challenger))
    await app[Puzzles].practise(id_of(server.challenger), match.id, [DARK.ply])
    await app.matches.reviews.keep(match.id, 1, "{}")
    await server.pass_time(days=3, minutes=5)
    assert len(puzzles(server)) == 1 and await stored(server) == []


# --- answered --------------------------------------------------------------------------------------


async def test_solved_at_once_it_comes_back_after_ten_days_then_thirty_then_it_is_done(
    server: Server,
) -> None:
    await asked(server)
    await server.restart()
    let_look(server, None)
    for days in (10, 30):
        message = await tap(server, BEST)
        assert "**Right: " in text(message) and "It comes back <t:" in text(message)
        assert labels(message) == ["See the whole turn", "No more puzzles"]
        await server.pass_time(days=days, minutes=5)
    message = await tap(server, BEST)
    assert puzzle_texts.DONE in text(message)
    assert await stored(server) == []


async def test_one_more_try_then_the_solution(server: Server) -> None:
    await asked(server)
    message = await tap(server, WRONG)
    assert "isn't it. One more try." in text(message)
    message = await tap(server, WRONG, first=1)
    assert "isn't it either.\n**Better:** " in text(message)
    (puzzle,) = await stored(server)
    assert (puzzle.solved, puzzle.asked, puzzle.missed) == (0, 0, False)


@refusing
async def test_what_the_computer_finds_as_good_is_right_and_what_it_cannot_look_at_is_not_counted(
    server: Server,
) -> None:
    class Sure(Lookers):
        async def search(self, job: SearchJob) -> SearchResult:
            self.jobs.append(job)
            return (SeenTurn(10**9, (job.first,)),)

    await asked(server)
    lookers(server, ThinkingError("away"))
    await tap(server, WRONG)
    (puzzle,) = await stored(server)
    assert not puzzle.missed
    sure = Sure()
    let_look(server, sure)
    assert "**Right: " in text(await tap(server, WRONG))
    (job,) = sure.jobs
    assert (job.first, job.line) == (WRONG, 1)


async def test_a_late_tap_on_an_answered_puzzle_says_so(server: Server) -> None:
    message = await asked(server)
    (puzzle,) = await stored(server)
    assert await server.bot.app[Puzzles].answer(puzzle, PuzzleTry.RIGHT), "another tap was faster"
    await server.challenger.user.click(message, custom_id=ids(message, "puzzle:")[0])
    assert "That puzzle is answered already." in text(puzzles(server)[-1])
    assert (await stored(server))[0].solved == 1, "it counts once"


async def test_a_tap_ends_it(server: Server) -> None:
    message = await asked(server)
    await server.challenger.user.click(message, label="No more puzzles")
    assert "1 puzzle deleted. You get no more puzzles." in text(server.dms(server.challenger)[-1])
    await server.pass_time(days=40)
    assert await stored(server) == []
    assert puzzles(server) == []


def test_the_mark_of_a_message_is_on_its_cards() -> None:
    assert puzzle_panel.mark(5) == "puzzlestop:0:0:5"
