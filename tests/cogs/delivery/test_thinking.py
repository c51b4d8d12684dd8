"""The computer answers on the same card, pings nobody, and whatever breaks, it moves once."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from typing import Any

import pytest

from cogs.delivery.computer.thinking import Thinker
from cogs.kit.call import show_all
from computer.core import Job, Thought
from computer.think import think
from computer.workers import ChildProcess, ThinkingError, WorkersBusyError, line_of
from matches import Match, Phase, StoreUnavailableError, UserId
from matches.model import EntryKind, OfferKind
from matches.time.pace import Pace
from tests.cases import case
from tests.cogs import server as stories
from tests.cogs.alone import THINKING, Told, Trouble, begin, let_think, pings, play_first, workers
from tests.cogs.doing import done
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, text
from tests.patience import PATIENT
from tests.thinking import Here

# --- one card ------------------------------------------------------------------------------------


async def test_one_card_shows_both_turns(server: Server) -> None:
    await begin(server, side="white")
    for number in range(3):
        before = len(server.home.history())
        assert await play_first(server) == ""
        match = await server.match()
        assert [entry.side for entry in match.entries] == ["white", "black"] * (number + 1)
        assert len(server.home.history()) == before + 1, "one request an exchange"
    said = text(server.card)
    played = [each.description for each in server.bot.app.matches.history(match).played]
    white, black = (line for line in said.splitlines() if line.startswith(("White: pj", "Black: pj")))
    assert played[-2].endswith(white.removeprefix("White: pjawn "))
    assert played[-1].endswith(black.removeprefix("Black: pjawn "))
    assert f"Last turn: {match.entries[-1].text}." in server.board, "the answer is marked"
    assert THINKING not in said
    assert f"**White's turn:** {server.challenger.mention}" in said


@pytest.mark.parametrize(
    "chosen", [{"tell": "direct"}, {"tell": "both"}, {"quiet": "00:00-23:59", "zone": "UTC"}]
)
async def test_nobody_is_pinged_or_told_elsewhere(server: Server, chosen: dict[str, str]) -> None:
    """However somebody wants to hear of their turns: they have just moved, and are there."""
    await server.bot.app.notifications.prefer(UserId(server.challenger.id), chosen)
    await begin(server, side="white")
    await play_first(server)
    assert pings(server) == [([], True)] * 2
    await server.resign(server.challenger)
    await server.pass_time(hours=25)
    assert server.dms(server.challenger) == []
    assert {silent for _, silent in pings(server)} == {True}


async def test_the_computer_begins(server: Server) -> None:
    await begin(server, side="black")
    match = await server.match()
    assert len(match.entries) == 1
    assert f"**Black's turn:** {server.challenger.mention}" in text(server.card)


@pytest.fixture
def not_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thought that takes any time at all takes too long."""
    monkeypatch.setattr(stories, "PATIENT", replace(PATIENT, held_back=0))


@pytest.mark.usefixtures("not_held_back")
async def test_a_long_thought(server: Server) -> None:
    """The person's move is shown by itself, and the answer comes as the next card."""
    await begin(server, side="white")
    slow = Told(server)
    let_think(server, slow)
    assert await play_first(server) == ""
    slow.may.set()
    await server.env.settle()
    waiting, answered = server.home.history()[-2:]
    assert THINKING in text(waiting)
    assert "**Black's turn:** the computer (level 1)" in text(waiting)
    assert "White: pjawn" in text(waiting)
    assert THINKING not in text(answered)
    assert "White: pjawn" in text(answered)
    assert "Black: pjawn" in text(answered)
    assert pings(server) == [([], True)] * 3


@refusing
async def test_nothing_to_move_while_it_thinks(server: Server) -> None:
    await begin(server, side="white")
    let_think(server, Trouble(workers(server), ThinkingError("no")))
    await play_first(server)
    assert THINKING in text(server.card)
    assert labels(server.card) == ["Oops, take it back", "Board", "⋯"]
    assert "turn" in await play_first(server), "a move out of turn is refused"


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("game", ["prudh", "cannons-and-crabs"])
async def test_a_whole_match(server: Server, game: str) -> None:
    """Somebody plays the first action there is until the match is over."""
    match = await begin(server, game)
    for _ in range(200):
        if match.phase is Phase.FINISHED:
            break
        assert server.bot.app.matches.waits_for(match, UserId(server.challenger.id))
        await play_first(server)
        match = await server.match()
    assert match.result is not None
    assert match.shown.version == match.version
    assert labels(server.card) == ["Rematch", "Another level", "Film", "Share", "Review"]
    assert server.dms(server.challenger) == []
    assert not match.rated


async def test_picks(server: Server) -> None:
    """The choice stands in the thread alone, and the computer's pick comes out with the person's."""
    match = await begin(server, "prawns")
    assert match.phase is Phase.SETUP
    assert server.dms(server.challenger) == []
    said = text(server.card)
    assert "Choose with the button below." in said
    assert "DM" not in said
    await server.pick(server.challenger, "crab", "lobster", by_dm=False)
    match = await server.match()
    assert match.phase is Phase.PLAYING
    assert server.bot.app.matches.waits_for(match, UserId(server.challenger.id))
    assert "Picks: " in text(server.card)
    assert server.dms(server.challenger) == []


async def test_open_picks(server: Server) -> None:
    """The computer picks when it is its turn to, in the same change."""
    await begin(server, "prawns", options={"blind_start": "off"})
    assert f"Still choosing: {server.challenger.mention}." in text(server.card)
    await server.pick(server.challenger, "crab", "lobster", by_dm=False)
    match = await server.match()
    assert match.phase is Phase.PLAYING
    assert "Picks: " in text(server.card)
    assert server.bot.app.matches.waits_for(match, UserId(server.challenger.id))


async def test_a_turn_of_several_actions(server: Server) -> None:
    """A card in the middle of the person's turn tells of that turn; the computer answers when it ends."""
    await begin(server, "predation", side="predator")
    match = await server.match()
    for _ in range(20):
        side = server.bot.app.matches.history(match).position.to_act
        await play_first(server)
        match = await server.match()
        if match.phase is Phase.FINISHED or any(entry.side == "prey" for entry in match.entries[-1:]):
            break
        assert side == "predator"
    assert match.shown.version == match.version


async def test_a_draw_is_answered_on_one_card(server: Server) -> None:
    match = await begin(server, "cannons-and-crabs", side="white")
    app, user = server.bot.app, UserId(server.challenger.id)
    await play_first(server)
    before = len(server.home.history())
    match = await server.match()
    assert app.matches.play.may_ask(match, user, OfferKind.DRAW)
    await done(server.challenger, server.home, "draw")
    match = await server.match()
    kinds = [entry.kind for entry in match.entries]
    assert EntryKind.DRAW_OFFER in kinds
    assert match.phase is Phase.FINISHED or kinds[-1] is EntryKind.DRAW_REFUSAL
    assert len(server.home.history()) <= before + 1


async def test_it_is_counted(server: Server) -> None:
    await begin(server, side="white")
    let_think(server, Trouble(workers(server), ThinkingError("no"), WorkersBusyError("full")))
    await play_first(server)
    for _ in range(2):
        await server.pass_time(seconds=10)

    def count(name: str, **labels: str) -> float | None:
        return server.bot.app.metrics.registry.get_sample_value(f"tidepool_computer_{name}", labels)

    assert count("failed_total", why="failed") == 1
    assert count("failed_total", why="busy") == 1
    assert count("seconds_count", level="1") == 1
    assert count("jobs") == 0


@pytest.mark.usefixtures("not_held_back")
async def test_the_clock_is_the_persons_alone(server: Server) -> None:
    """The computer has no deadline, and claims nothing when its player's time is up."""
    await begin(server, side="white", pace=Pace.read("1d"))
    assert " due " in text(server.card)
    let_think(server, Trouble(workers(server), ThinkingError("no")))
    await play_first(server)
    assert THINKING in text(server.card)
    assert " due " not in text(server.card)
    await server.pass_time(days=3)
    assert len((await server.match()).entries) == 2, "it was not late"
    assert " due " in text(server.card)
    await server.pass_time(hours=25)
    said = text(server.card)
    assert "**Time's up**" in said
    assert "can still move" in said
    assert "claim" not in said
    assert not {"Claim the win", "Take back"} & set(labels(server.card))
    await play_first(server)
    match = await server.match()
    assert [entry.side for entry in match.entries if entry.kind is EntryKind.ACTION][2:] == ["white", "black"]


# --- whatever breaks -----------------------------------------------------------------------------


@pytest.mark.gate
async def test_a_worker_is_killed(server: Server, processes: None) -> None:
    server.child = ChildProcess
    await server.restart()
    await begin(server, side="white")
    await play_first(server)
    (child,) = workers(server).processes
    os.kill(child, signal.SIGKILL)
    await play_first(server)
    assert len((await server.match()).entries) == 4
    assert workers(server).processes != [child]


@pytest.mark.usefixtures("not_held_back")
async def test_a_restart_before_the_computer_answers(server: Server) -> None:
    """What was being thought about is given back, and the next start goes on with it: once."""
    await begin(server, side="white")
    asleep = Told(server)
    let_think(server, asleep)
    await play_first(server)
    assert len(asleep.jobs) == 1
    assert len((await server.match()).entries) == 1
    await server.bot.app.thinker.close()  # simcord would end its tasks before the bot can
    await server.restart()
    await server.pass_time(seconds=1)
    match = await server.match()
    assert [entry.side for entry in match.entries] == ["white", "black"]
    assert match.shown.version == match.version
    assert "Black: pjawn" in text(server.card)
    cards = len(server.home.history())
    await server.pass_time(minutes=3)
    assert len((await server.match()).entries) == 2
    assert len(server.home.history()) == cards


class Noting(Here):
    """A child that notes what it is asked."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    async def ask(self, line: bytes, patience: float) -> bytes:
        self.lines.append(line)
        return await super().ask(line, patience)


@pytest.mark.usefixtures("not_held_back")
async def test_the_same_thought_after_a_restart(server: Server) -> None:
    await begin(server, side="white")
    asleep = Told(server)
    let_think(server, asleep)
    await play_first(server)
    awake = Noting()
    server.child = lambda: awake
    await server.bot.app.thinker.close()
    await server.restart()
    await server.env.settle()
    (job,) = asleep.jobs
    assert awake.lines == [line_of(job) + b"\n"], "the seed too"
    assert (await server.match()).entries[-1].text == think(job).actions[0]


@pytest.mark.usefixtures("not_held_back")
async def test_a_crash_while_it_thinks(server: Server) -> None:
    """A process that is gone gives nothing back: its turns are given out again when its time is up."""
    await begin(server, side="white")
    thinker = server.bot.app.thinker
    real, thinker._workers = workers(server), Told(server)
    await play_first(server)
    (lost,) = thinker._thinking
    thinker._thinking.clear()
    thinker._workers = real
    await server.pass_time(seconds=15)
    assert len((await server.match()).entries) == 1, "it is still in its hands"
    await server.pass_time(seconds=60)
    assert len((await server.match()).entries) == 2
    lost.cancel()


async def test_a_turn_that_cannot_be_thought_about_now(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """It waits a few seconds; a card that waits for it does not."""
    await begin(server, side="white")
    real = workers(server)
    for turn, error in enumerate(
        (WorkersBusyError("200 jobs are waiting"), ThinkingError("no"), KeyError()), 1
    ):
        with case(error):
            trouble = Trouble(real, error)
            let_think(server, trouble)
            caplog.clear()
            await play_first(server)
            assert THINKING in text(server.card)
            assert len(trouble.jobs) == 1
            told = [one for one in caplog.records if one.name == Thinker.__module__ and not one.exc_info]
            assert ["match=1 the computer's turn" in one.getMessage() for one in told] == [True]
            await server.pass_time(seconds=6)
            assert len(trouble.jobs) == 2
            assert len((await server.match()).entries) == 2 * turn
            assert THINKING not in text(server.card)
    caplog.clear()


async def test_what_fails_again_is_tried_less_and_less_often(server: Server) -> None:
    await begin(server, side="white")
    trouble = Trouble(workers(server), *(ThinkingError("no") for _ in range(5)))
    let_think(server, trouble)
    await play_first(server)
    tried = []
    for seconds in (5, 25, 190):
        for _ in range(5):
            await server.pass_time(seconds=seconds / 5)
        tried.append(len(trouble.jobs))
    assert 2 <= tried[0] < tried[1] < tried[2] == 6
    assert len((await server.match()).entries) == 2


async def test_the_match_moves_on_while_it_thinks(server: Server) -> None:
    """A player who resigns meanwhile has resigned, and the thought comes to nothing."""
    await begin(server, side="white")
    app, user = server.bot.app, UserId(server.challenger.id)
    real = workers(server)

    class Resigning(Trouble):
        async def think(self, job: Job, *, hint: bool = False) -> Thought:
            await show_all(app, [await app.matches.play.resign((await server.match()).id, user)])
            return await super().think(job)

    let_think(server, Resigning(real))
    await play_first(server)
    match = await server.match()
    assert match.phase is Phase.FINISHED
    assert [entry.side for entry in match.entries] == ["white"]
    assert "Rematch" in labels(server.card)
    assert await app.matches.computers.claim(9) == ()


async def test_the_database_fails_while_it_thinks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(server, side="white")
    app = server.bot.app
    real = app.matches.computers.play

    async def fails(*what: Any) -> Match:
        monkeypatch.setattr(app.matches.computers, "play", real)
        raise StoreUnavailableError("it is locked")

    monkeypatch.setattr(app.matches.computers, "play", fails)
    await play_first(server)
    assert THINKING in text(server.card)
    await server.pass_time(seconds=65)
    assert len((await server.match()).entries) == 2


async def test_several_at_a_time(server: Server) -> None:
    """Without room for all of them at once, each has its turn."""
    for _ in range(3):
        await begin(server, side="white")
    app, user = server.bot.app, UserId(server.challenger.id)
    with server.env.as_bot():
        changed = []
        for number in (1, 2, 3):
            match = await server.match(number)
            changed.append(await app.matches.play.turn(match.id, user, "@a1"))
        await show_all(app, changed)
    await server.env.settle()
    for number in (1, 2, 3):
        match = await server.match(number)
        assert [entry.side for entry in match.entries] == ["white", "black"]
        assert match.shown.version == match.version


async def test_no_workers(server: Server) -> None:
    """With THINKERS=0 nobody thinks: a match that runs waits, and says so."""
    await begin(server, side="white")
    let_think(server, None)
    server.bot.app.cards.has_computer = False
    await play_first(server)
    assert "The computer is switched off right now." in text(server.card)
    await server.pass_time(seconds=20)
    assert len((await server.match()).entries) == 1
