"""Fast matches, weekends off and muted matches, as players meet them in Discord."""

from __future__ import annotations

from itertools import chain

import pytest

from cogs.upkeep import SOONEST
from matches import UserId
from matches.lifecycle.finish import IDLE
from matches.model import EntryKind
from tests.cogs import going_on
from tests.cogs.challenge_forms import details
from tests.cogs.refusing import refusing
from tests.cogs.server import CONTROLS, Server, labels, private, text
from tests.cogs.stories import pings

pytestmark = refusing


async def begun(server: Server, pace: str) -> None:
    """A match of Cannons and Crabs in which each side has made a turn; White, the challenger, is to move."""
    await going_on.begun(server, "cannons", "a2-a3", "g5-g4", pace=pace)


async def test_a_challenge_says_what_minutes_and_weekends_off_mean(server: Server) -> None:
    server.command = "cannons"
    refused = await server.challenge(server.opponent, pace="10m", weekends="off")
    assert "*Pause at weekends* is for slow matches." in private(refused)
    assert server.channel.history() == []
    await server.challenge(server.opponent, pace="30m")
    assert "30 minutes a move" in text(server.invitation)
    assert "quiet hours" not in text(server.invitation)
    told = text(await details(server.opponent, server.invitation))
    assert "Minutes count here, so your quiet hours and daily digest don't apply." in told
    await server.challenge(server.opponent, pace="3d", weekends="off")
    assert "weekends off" in text(server.invitation)
    told = text(await details(server.opponent, server.invitation))
    assert "quiet hours" not in told and "The clock rests on your own weekend" in told
    await server.accept()
    assert "Weekends don't count." in text(server.card)
    panel = await server.open(server.challenger, "⋯")
    assert "3 days a move, weekends off" in text(panel())


@pytest.mark.usefixtures("still_clock")
async def test_a_fast_match_shows_the_time_of_day_and_is_claimed_within_seconds(server: Server) -> None:
    await begun(server, pace="10m")
    clocks = (await server.match()).clocks
    deadline = clocks.deadline() if clocks is not None else None
    assert deadline is not None
    stamp = int(deadline.timestamp())
    assert f" · due <t:{stamp}:R>" in text(server.card)
    left = (deadline - server.bot.app.clock()).total_seconds()
    await server.env.advance_time(left - 3 * 60 + 2 * SOONEST)
    assert "Last warning" in text(server.card)
    await server.env.advance_time(3 * 60 - 2 * SOONEST)
    assert (await server.match()).entries[-1].kind is not EntryKind.TIME_UP
    await server.env.advance_time(2 * SOONEST)
    assert labels(server.card) == ["Claim the win", "Give 10 more minutes", *CONTROLS]
    await server.opponent.click(server.card, label="Give 10 more minutes")
    assert "Claim the win" not in labels(server.card)


@pytest.mark.usefixtures("still_clock")
async def test_a_bank_of_minutes_is_told_in_minutes(server: Server) -> None:
    await begun(server, pace="30m+1m<1h")
    assert "g5-g4" not in text(server.card)
    assert "31 minutes left" in text(server.card)


async def test_a_match_is_muted_and_unmuted_under_more(server: Server) -> None:
    await begun(server, pace="3d")
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Mute…")
    assert labels(panel()) == ["Mute", "Snooze until tomorrow", "Snooze for 3 days", "Back"]
    assert "The last warning before your time is up still pings you." in text(panel())
    await server.challenger.click(panel(), label="Mute")
    assert "You've muted this match." in text(panel())
    sent = len(server.env.http_requests)
    await server.play("b2-b3 / f5-f4")
    assert UserId(server.challenger.id) not in chain(*pings(server, since=sent))
    assert server.challenger.mention in text(server.card), "it still says whose turn it is"
    await server.challenger.click(panel(), label="Unmute")
    assert "muted" not in text(panel())
    sent = len(server.env.http_requests)
    await server.play("c2-c3 / e5-e4")
    assert UserId(server.challenger.id) in chain(*pings(server, since=sent))


async def test_a_snoozed_match_comes_back_with_a_reminder(server: Server) -> None:
    await begun(server, pace="7d")
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Mute…")
    await server.challenger.click(panel(), label="Snooze until tomorrow")
    assert "You've snoozed this match until" in text(panel())
    sent = len(server.env.http_requests)
    await server.pass_time(days=1, minutes=1)
    assert pings(server, since=sent) == [[server.challenger.id]]
    assert "Your turn" in text(server.card)


async def test_a_fast_match_is_muted_and_not_snoozed_and_a_late_click_mutes_nothing(server: Server) -> None:
    await begun(server, pace="10m")
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Mute…")
    assert labels(panel()) == ["Mute", "Back"]
    await server.challenger.click(panel(), label="Back")
    await server.challenger.click(panel(), label="Mute…")
    strange = await server.open(server.visitor, "⋯")
    assert "Mute…" not in labels(strange())
    await server.resign(server.opponent)
    answer = await server.challenger.click(panel(), label="Mute")
    assert private(answer) != ""
    match = await server.match()
    loaded = await server.bot.app.matches.load_with_settings(match.id)
    assert server.bot.app.notifications.mute_in(loaded, match.users[0]) is None


async def test_a_match_without_a_clock_nudges_and_ends_weeks_later(server: Server) -> None:
    await begun(server, pace="none")
    sent = len(server.env.http_requests)
    await server.pass_time(days=14, minutes=1)
    assert "Nobody has moved for 14 days." in text(server.card)
    assert pings(server, since=sent) == [[server.challenger.id]]
    assert (await server.match()).result is None
    sent = len(server.env.http_requests)
    await server.pass_time(days=30, minutes=1)
    result = (await server.match()).result
    assert result is not None
    assert result.reason == IDLE
    assert "**No result:** nobody moved for 44 days" in text(server.card)
    assert pings(server, since=sent) == [[server.challenger.id, server.opponent.id]]


async def test_the_sweep_comes_when_a_clock_calls_and_else_every_half_minute(server: Server) -> None:
    upkeep = server.bot.get_cog("Upkeep")
    assert upkeep is not None
    await begun(server, pace="3d")
    await server.env.advance_time(65)
    assert upkeep.loops["sweep"].seconds == 30  # type: ignore[attr-defined]
