"""Changes that are killed on their way: where the process dies, and what is stored and shown then."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from enum import Enum
from typing import Any

from tests.kept_up import unshown
from tests.loopback.changes import Change
from tests.loopback.server import components
from tests.loopback.server.entities import Message
from tests.loopback.server.rest import LOCKED_OUT
from tests.loopback.story import Story


class Point(Enum):
    """Where on its way a change is when the process dies."""

    BEFORE_ACKNOWLEDGING = "before the acknowledgement"
    ACKNOWLEDGED = "after the acknowledgement"
    COMMITTED = "after the commit"
    UNANSWERED = "request sent but unanswered"
    NOT_NOTED = "answered but not yet noted"

    @property
    def stored(self) -> bool:
        """Whether the change is in the database by then."""
        return self not in (Point.BEFORE_ACKNOWLEDGING, Point.ACKNOWLEDGED)


async def killed_at(story: Story, change: Change, point: Point) -> None:
    """Kill the bot at ``point`` of ``change``."""
    faults = story.discord.faults
    if point is Point.BEFORE_ACKNOWLEDGING:
        stop = faults.stop("POST", "/interactions/*/*/callback", when="received")
    elif point is Point.ACKNOWLEDGED:
        stop = faults.stop("POST", "/interactions/*/*/callback", when="handled")
    else:
        stop = faults.stop(*change.shows, when="received" if point is Point.COMMITTED else "handled")
    change.act(story)
    await stop
    if not point.stored:
        # It had time enough to go on, since one that came later is through.
        await (await story.visitor.slash(story.channel, "help")).complete()
    with story.bot.locked_database() if point is Point.NOT_NOTED else nullcontext():
        if point is Point.NOT_NOTED:
            answered = len(story.discord.calls)
            stop.release()
            # The bot has its answer, and waits for the database to note it.
            await story.bot.says(LOCKED_OUT)
            assert len(story.discord.calls) == answered
        await story.bot.kill()
    stop.drop()


def public(story: Story) -> list[Message]:
    """The messages that everybody sees, in the channel and the threads of its matches."""
    places = [story.channel, *story.threads]
    return [message for place in places for message in place.public]


def on_one_card(story: Story) -> bool:
    """Whether each match has one card that shows it as it is stored, by the versions in the buttons' ids."""
    cards = Counter(version for message in public(story) for version in versions_on(message))
    return all(cards[number, version] == 1 for number, version, _ in stored(story))


def versions_on(message: Message) -> set[tuple[int, int]]:
    """The matches, with their versions, that a message has buttons for."""
    found = [part["custom_id"] for part in components.walk(message.components) if "custom_id" in part]
    ids = [one.partition("=")[0] for one in found]
    return {(int(match), int(version)) for _, match, version, *_ in (each.split(":") for each in ids)}


def stored(story: Story) -> list[Any]:
    """Each match: its id, its version, its phase."""
    return story.bot.rows("SELECT id, version, phase FROM match ORDER BY id")


def all_shown(story: Story) -> bool:
    """Whether it is noted of every change that it was shown, of matches and of tournaments."""
    return not story.bot.rows(unshown())
