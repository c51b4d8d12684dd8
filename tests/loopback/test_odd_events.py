"""Events that discord.py cannot read, or that are odd: passed over or answered, and the matches go on."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.loopback.odd_events import INTERACTION, NAMES, NOT_DRAWN, SECRET, OddEvents
from tests.loopback.server import payloads
from tests.loopback.server.entities import TEXT, Channel
from tests.loopback.server.gateway import Session
from tests.loopback.story import Story

UNREAD = "an event could not be read and was passed over"


def session_of(story: Story) -> Session:
    """The bot's session."""
    session = story.discord.gateway.session("bot")
    assert session is not None
    return session


async def help_is_answered(story: Story) -> None:
    """Whoever asks for help gets it."""
    answer = await story.opponent.slash(story.home, "help")
    await story.until(lambda: answer.told, "help")


def without_position(story: Story) -> dict[str, Any]:
    """A new channel as discord.py cannot read it."""
    told = payloads.channel(Channel(story.world.new_id(), TEXT, SECRET, story.guild))
    del told["position"]
    return told


async def test_an_event_that_cannot_be_read_is_passed_over(story: Story) -> None:
    session, card = session_of(story), await story.challenge()
    for _ in range(100):
        session.add("CHANNEL_CREATE", without_position(story))
    session.add("MESSAGE_CREATE", payloads.message(story.world, card) | {"author": SECRET})
    clicked = story.visitor.send_click(card, "Accept: heads").interaction.payload
    session.add(INTERACTION, clicked | {"message": {**clicked["message"], "thread": None}})
    asked = story.visitor.send_slash(story.channel, "help").interaction.payload
    session.add(INTERACTION, asked | {"channel": {"id": "5", "type": SECRET}})
    await help_is_answered(story)
    await story.accept()
    assert story.discord.gateway.connections == 1
    lines = [line for line in story.bot.log.splitlines() if UNREAD in line]
    assert [line.split(UNREAD)[1].split()[1] for line in lines] == [
        "CHANNEL_CREATE",
        "MESSAGE_CREATE",
        INTERACTION,
    ]
    assert "CHANNEL_CREATE of flags guild_id id last_message_id last_pin_timestamp name nsfw" in lines[0]
    assert "(KeyError in channel.py:" in lines[0]
    assert SECRET not in story.bot.log
    assert "Traceback" not in story.bot.log


async def test_what_is_no_event_costs_a_connection_at_most(story: Story) -> None:
    session = session_of(story)
    session.add("RESUMED", None)  # type: ignore[arg-type]
    await story.until(lambda: session.resumed == 1, "the session to go on")
    assert session.socket is not None
    await session.socket.send_str("{" + SECRET)
    await story.until(lambda: session.resumed == 2, "the session to go on")
    await story.challenge()
    assert SECRET not in story.bot.log
    assert "Traceback" not in story.bot.log


async def test_a_thousand_odd_events(story: Story) -> None:
    await story.start()
    await story.play("a2xa7")
    session, odd, told = session_of(story), OddEvents(story, seed=18), Counter[str]()
    for number in range(1, 1001):
        name, data = odd.draw()
        told[name] += 1
        session.add(name, data)
        if number % 50 == 0:
            await help_is_answered(story)
        if number == 500:
            await story.play("d8-d6 / e1-e3", first=story.opponent)
    await story.discord.quiet()
    await story.play("h7xa7", first=story.opponent)
    await help_is_answered(story)
    assert set(NAMES) - NOT_DRAWN <= told.keys()
    assert story.discord.gateway.connections == 1, "the session went on"
    lines = [line.split(UNREAD)[1].split()[1] for line in story.bot.log.splitlines() if UNREAD in line]
    # A line a minute for each type; of interactions, there are three places where they are read.
    assert max(Counter(lines).values()) <= 10
    assert len(lines) > 30
    assert SECRET not in story.bot.log
    for trouble in ("Traceback", "ERROR", "CRITICAL"):
        assert trouble not in story.bot.log
