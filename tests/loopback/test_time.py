"""Time on the wire: what comes due is done once, by two processes, after a crash, and after an outage."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.loopback.lifetimes import live, owe_digest, prefer, reminders
from tests.loopback.server.clock import write_offset
from tests.loopback.server.faults import Fail
from tests.loopback.server.people import labels, text
from tests.loopback.story import Story, a_story

MESSAGES = "/channels/*/messages"
SWEEPS = 2


async def settle(story: Story) -> None:
    """Wait until some sweeps, one after the other, have found nothing more to do."""
    for _ in range(SWEEPS):
        await story.discord.quiet()


async def test_each_reminder_flag_and_digest_once_with_two_processes(pair: Story) -> None:
    prefer(pair, pair.opponent, tell="direct")
    digest = pair.world.clock() + timedelta(hours=1)
    prefer(pair, pair.challenger, digest=f"{digest:%H:%M}", zone="UTC")
    await pair.begin("pjawns", side="white")
    await pair.play("c1")
    await pair.until(lambda: pair.opponent.dms, "the direct message that it is their turn")
    await settle(pair)
    assert len(pair.opponent.dms) == 1
    pings = pair.opponent.pings(loud=False)
    assert not [message for message in pings if message.channel is pair.home], "they chose direct messages"

    owe_digest(pair, pair.challenger, hours=1)
    live(pair, days=2, hours=7)
    await pair.until(lambda: len(pair.opponent.dms) == 2, "the reminder that time runs")
    await pair.until(lambda: len(pair.challenger.dms) == 0, "no digest while nothing waits")
    await settle(pair)
    assert len(pair.opponent.dms) == 2
    assert reminders(pair.home.public) == []

    live(pair, hours=16)
    await pair.until(lambda: reminders(pair.home.public), "the last warning")
    await settle(pair)
    (warning,) = reminders(pair.home.public)
    assert "Last warning" in warning
    assert pair.opponent.mention in warning

    cards = len(pair.home.public)
    live(pair, hours=2)
    await pair.until(lambda: "Claim the win" in labels(pair.card), "that time is up")
    await settle(pair)
    assert [text(card) for card in pair.home.public if "Claim the win" in labels(card)] == [text(pair.card)]
    assert len(pair.home.public) == cards, "the card came, and the warning went"

    live(pair, days=7, hours=1)
    await pair.until(lambda: "Rematch" in labels(pair.card), "the end of itself")
    await settle(pair)
    assert len(pair.home.public) == cards + 1
    assert pair.challenger.dms == [], "on none of those days anything waited"

    live(pair, hours=23)
    await pair.until(lambda: pair.challenger.dms, "the digest that tells of the end")
    await settle(pair)
    assert len(pair.challenger.dms) == 1


async def test_a_bot_that_is_killed_while_it_tells_does_not_tell_twice(quick: Story) -> None:
    prefer(quick, quick.opponent, tell="direct")
    await quick.begin("pjawns", side="white")
    await quick.play("c1")
    await quick.until(lambda: quick.opponent.dms, "the direct message")
    await settle(quick)
    told = len(quick.opponent.dms)
    stop = quick.discord.at("POST", MESSAGES, when="handled")
    live(quick, days=2, hours=7)
    await stop
    await quick.bot.kill()
    stop.drop()
    assert len(quick.opponent.dms) == told + 1, "sent, and nobody has noted it"
    live(quick, minutes=4)
    await quick.bot.start()
    await settle(quick)
    assert len(quick.opponent.dms) == told + 1
    await quick.play("c8", first=quick.opponent)
    await quick.until(lambda: not quick.opponent.dms, "the reminders to go")


@pytest.mark.parametrize(("down", "given"), [(40, 0), (100, 100)])
async def test_a_clock_of_minutes_stands_still_while_the_bot_is_killed_for_more_than_one(
    quick: Story, down: int, given: int
) -> None:
    await quick.begin("pjawns", side="white", pace="10m")
    await quick.play("c1 / c8")
    await settle(quick)
    await quick.bot.kill()
    quick.world.turn(seconds=down)
    await quick.bot.start()
    await settle(quick)
    live(quick, minutes=9, seconds=40 - down + given)
    await settle(quick)
    assert "Claim the win" not in labels(quick.card)
    live(quick, seconds=40)
    await quick.until(lambda: "Claim the win" in labels(quick.card), "that time is up")


@pytest.mark.gate
async def test_two_processes_claim_and_warn_of_minutes_once(pair: Story) -> None:
    await pair.begin("pjawns", side="white", pace="10m")
    await pair.play("c1 / c8")
    await settle(pair)
    live(pair, minutes=7, seconds=5)
    await pair.until(lambda: reminders(pair.home.public), "the one warning")
    await settle(pair)
    assert len(reminders(pair.home.public)) == 1
    live(pair, minutes=3)
    await pair.until(lambda: "Claim the win" in labels(pair.card), "that time is up")
    await settle(pair)
    assert len([card for card in pair.home.public if "Claim the win" in labels(card)]) == 1


async def test_after_an_outage_of_six_hours_everything_is_caught_up_once(quick: Story) -> None:
    """Six matches: news that the night holds back, a digest, and clocks that run meanwhile."""
    night = quick.world.clock()
    start, end = night - timedelta(hours=1), night + timedelta(hours=4)
    places = []
    for _ in range(6):
        await quick.begin("pjawns", side="white")
        places.append(quick.home)
    await settle(quick)
    prefer(quick, quick.opponent, tell="both", quiet=f"{start:%H:%M}-{end:%H:%M}", zone="UTC")
    prefer(quick, quick.challenger, digest=f"{night + timedelta(hours=5):%H:%M}", zone="UTC")
    owe_digest(quick, quick.challenger, hours=5)
    for number, place in enumerate(places[1:], start=2):
        answer = await quick.challenger.slash(place, "pjawns move", action="c1", match=str(number))
        await answer.complete()
        await quick.until(lambda place=place: "Black's turn" in text(place.last), "the move")  # type: ignore[misc]
    await settle(quick)
    assert quick.opponent.dms == [], "it is night"
    before = {place.id: len(place.public) for place in places}

    dead = quick.discord.faults.on("*", "/**", Fail(503), times=None)
    for _ in range(12):
        quick.world.turn(minutes=30)
        await quick.discord.quiet()
    assert dead.hits > 0
    tried = dead.hits
    assert quick.opponent.dms == []
    calls = len(quick.discord.calls)
    quick.discord.faults.clear()
    await quick.until(lambda: quick.opponent.dms, "what the night had held")
    await settle(quick)
    live(quick, minutes=3)  # a claim whose sender had no answer runs out
    await settle(quick)

    (message,) = quick.opponent.dms
    assert all(f"Pjawns #{number}" in text(message) for number in range(2, 7)), "one for all, not five"
    (digest,) = quick.challenger.dms
    assert "Pjawns #1" in text(digest)
    for place in places[1:]:
        (reminder,) = reminders(place.public)[-1:]
        assert "Your turn in " in reminder
        assert len(place.public) == before[place.id] + 1
    posts = [
        call for call in quick.discord.calls[calls:] if call.method == "POST" and "messages" in call.path
    ]
    assert len(posts) == 7, "each once"
    assert tried < 200, "a bot that cannot be heard does not shout"

    # The six hours are nobody's: each clock stood still for them.
    live(quick, days=2, hours=5)
    await settle(quick)
    assert [len(place.public) for place in places[1:]] == [before[place.id] + 1 for place in places[1:]]
    live(quick, hours=2)
    await quick.until(lambda: len(quick.opponent.dms) > 1, "the reminder that time runs")


@pytest.mark.real
async def test_a_clock_that_jumps_and_is_put_right_is_said_and_is_no_downtime(tmp_path: Path) -> None:
    async with a_story(tmp_path, loopback_sweep="0.1", loopback_steady="1") as story:
        await story.begin("pjawns", side="white")
        # The machine's alone: for Discord, and for people, no time has passed.
        for ahead in (3 * 86_400, 0):
            write_offset(story.discord.clock_file, ahead)
            await settle(story)
        await story.play("c1")
        assert story.bot.rows("SELECT * FROM downtime") == []
        ((alive,),) = story.bot.rows("SELECT value FROM fact WHERE key = 'alive at'")
        assert datetime.fromisoformat(alive) < story.world.clock() + timedelta(minutes=1)
        said = [line for line in story.bot.log.splitlines() if "clock of this machine" in line]
        assert [("jumped by 4320 minutes" in line, "was put right" in line) for line in said] == [
            (True, False),
            (False, True),
        ]
