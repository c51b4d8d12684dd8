"""The computer answers on the same card, where its player is alone with it, and pings nobody.

The workers are real ones, at the level that thinks least.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import discord
import pytest

from cogs.delivery import thinking
from computer.core import Job, Thought
from computer.workers import ThinkingError, Workers
from matches import ChallengeChannel, ChallengeTerms, ChannelId, GuildId, Match, Phase, UserId
from matches.model import EntryKind, OfferKind
from tests.cogs.server import Server, labels, private, text

THINKING = "The computer is thinking."
SILENT = discord.MessageFlags.suppress_notifications.flag


async def begin(server: Server, game: str = "pjawns", level: int = 1, **terms: Any) -> Match:
    """A match of the challenger against the computer, shown as after a command."""
    app = server.bot.app
    options = terms.pop("options", {})
    place = ChallengeChannel(GuildId(server.guild.id), ChannelId(server.channel.id))
    server.command = app.presentations[game].command
    with server.env._bot_scope():
        match = await app.matches.challenges.against_computer(
            UserId(server.challenger.id), level, ChallengeTerms(game, options, **terms), place
        )
        await app.show_all([match])
    await server.env.settle()
    return await server.match(match.id)


async def play_first(server: Server, number: int = 1) -> str:
    """The challenger plays the first action there is; returns what they were told privately."""
    match = await server.match(number)
    action = str(server.bot.app.matches.history(match).position.legal_actions()[0])
    return private(await server.move(server.challenger, action, match=number))


def workers(server: Server) -> Workers:
    """The child processes of the bot."""
    return cast(Workers, server.bot.app.thinker._workers)


class Trouble:
    """Workers that raise the errors they are given, one a job, before they think."""

    def __init__(self, real: Any, *errors: Exception) -> None:
        self.real = real
        self.errors = list(errors)
        self.jobs: list[Job] = []

    async def think(self, job: Job) -> Thought:
        self.jobs.append(job)
        if self.errors:
            raise self.errors.pop(0)
        return await self.real.think(job)

    async def close(self) -> None:
        await self.real.close()


class Sleeping(Trouble):
    """Workers that never come to an answer."""

    async def think(self, job: Job) -> Thought:
        self.jobs.append(job)
        await asyncio.sleep(3600)
        raise AssertionError("nobody waits that long")


def pings(server: Server) -> list[Any]:
    """Whom each message that was posted pings, and whether it was silent."""
    sent = [entry for entry in server.env.http_requests if entry.method == "POST"]
    bodies = [entry.json or {} for entry in sent if entry.path.endswith("/messages")]
    return [(body["allowed_mentions"].get("users", []), body["flags"] & SILENT == SILENT) for body in bodies]


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


async def test_nobody_is_pinged(server: Server) -> None:
    await begin(server, side="white")
    await play_first(server)
    assert server.dms(server.challenger) == []
    assert pings(server) == [([], True)] * 2


async def test_the_computer_begins(server: Server) -> None:
    await begin(server, side="black")
    match = await server.match()
    assert len(match.entries) == 1
    assert f"**Black's turn:** {server.challenger.mention}" in text(server.card)


async def test_a_long_thought(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person's move is shown by itself, and the answer comes as the next card."""
    monkeypatch.setattr(thinking, "HELD_BACK", 0)
    await begin(server, side="white")
    assert await play_first(server) == ""
    waiting, answered = server.home.history()[-2:]
    assert THINKING in text(waiting)
    assert "**Black's turn:** the computer (level 1)" in text(waiting)
    assert "White: pjawn" in text(waiting)
    assert THINKING not in text(answered)
    assert "White: pjawn" in text(answered)
    assert "Black: pjawn" in text(answered)
    assert pings(server) == [([], True)] * 3


@pytest.mark.simcord(check_errors=False)  # the refusal is meant
async def test_nothing_to_press_while_it_thinks(server: Server) -> None:
    await begin(server, side="white")
    server.bot.app.thinker._workers = Trouble(workers(server), ThinkingError("no"))
    await play_first(server)
    assert THINKING in text(server.card)
    assert labels(server.card) == ["Board", "More"]
    assert "turn" in await play_first(server), "a move out of turn is refused"


@pytest.mark.parametrize("game", ["prudh", pytest.param("cannons-and-crabs", marks=pytest.mark.long)])
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
    assert labels(server.card) == ["Rematch", "Another level", "Film"]
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
    await server.challenger.slash(server.home, "match draw")
    match = await server.match()
    kinds = [entry.kind for entry in match.entries]
    assert EntryKind.DRAW_OFFER in kinds
    assert match.phase is Phase.FINISHED or kinds[-1] is EntryKind.DRAW_REFUSAL
    assert len(server.home.history()) <= before + 1
