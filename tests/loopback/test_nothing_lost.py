"""``kill -9`` at any instant: the match stands at the last stored change, shown once, and play goes on.

Over a real wire and with a real process; the loopback Discord counts. Until a change is stored, all changes
that people make in one way go through the same code; from then on, all that are shown in one way. So one of
each is killed at each point of its way.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing, nullcontext
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from tests.kept_up import unshown
from tests.loopback import components
from tests.loopback.changes import CHANGES, Change
from tests.loopback.entities import Message
from tests.loopback.rest import LOCKED_OUT
from tests.loopback.story import Story, a_story


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


@pytest.fixture
async def story(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A server where challenges may pile up, since rematches in a row are offered and left alone."""
    async with a_story(tmp_path, max_open_challenges="100") as running:
        yield running


MADE = {"command": "move", "answered": "answered move", "button": "first pick", "menu": "choice"}
"""A change for each way in which people make one."""
SHOWN = {
    "post": "challenge",
    "post in a thread": "move",
    "post with an answer in advance": "answered move",
    "edit": "first pick",
    "post and edit": "rematch",
}
"""A change for each way in which one is shown."""
CASES = [
    pytest.param(CHANGES[name], point, id=f"{way}-{point.value}")
    for point in Point
    for way, name in (SHOWN if point.stored else MADE).items()
]


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize(("change", "point"), CASES)
async def test_a_change_killed(story: Story, change: Change, point: Point) -> None:
    """Nothing is doubled or lost, and play goes on."""
    await change.prepare(story)
    await story.discord.quiet()
    shown, before = _messages(story), _kept(story)
    await killed_at(story, change, point)
    stands = _kept(story)
    assert (stands != before) is point.stored
    story.discord.faults.clear()
    await story.bot.start()
    if not point.stored:
        await story.discord.quiet()
        assert _messages(story) == shown, "what was not stored is not shown"
        assert _kept(story) == before
        stands = await _again(story, change)
    await story.until(lambda: len(_messages(story)) == len(shown) + change.posts, "the change, shown")
    await story.until(lambda: all_shown(story), "the noting of what was shown")
    await story.discord.quiet()
    assert len(_messages(story)) == len(shown) + change.posts, "shown once"
    assert _kept(story) == stands, "done once"
    assert on_one_card(story)
    await change.follow(story)
    await story.until(lambda: all_shown(story), "the noting of what followed")
    await story.discord.quiet()
    assert on_one_card(story)
    for person in (story.challenger, story.opponent):
        assert len(person.dms) == _blind_starts(story), "one direct message a blind start"


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


async def _again(story: Story, change: Change) -> list[Any]:
    """Do once more what was lost, as people do who see that it failed; returns what is stored then."""
    before = _kept(story)
    change.act(story)
    await story.until(lambda: _kept(story) != before, "the second try to be stored")
    return _kept(story)


# --- counting --------------------------------------------------------------------------------------


def _public(story: Story) -> list[Message]:
    places = [story.channel, *story.threads]
    return [message for place in places for message in place.public]


def _messages(story: Story) -> list[int]:
    return [message.id for message in _public(story)]


def _blind_starts(story: Story) -> int:
    """The matches that were taken up."""
    return len(_rows(story, "SELECT 1 FROM match WHERE phase IN ('setup', 'playing', 'finished')"))


def on_one_card(story: Story) -> bool:
    """Whether each match has one card that shows it as it is stored, by the versions in the buttons' ids."""
    cards = Counter(version for message in _public(story) for version in versions_on(message))
    return all(cards[number, version] == 1 for number, version, _ in stored(story))


def versions_on(message: Message) -> set[tuple[int, int]]:
    """The matches, with their versions, that a message has buttons for."""
    ids = [part["custom_id"] for part in components.walk(message.components) if "custom_id" in part]
    return {(int(match), int(version)) for _, match, version, *_ in (each.split(":") for each in ids)}


def _rows(story: Story, query: str) -> list[Any]:
    with closing(sqlite3.connect(story.bot.database, timeout=10)) as database:
        return database.execute(query).fetchall()


def stored(story: Story) -> list[Any]:
    """Each match: its id, its version, its phase."""
    return _rows(story, "SELECT id, version, phase FROM match ORDER BY id")


def _kept(story: Story) -> list[Any]:
    """The matches, their records, the picks that are not confirmed, and the moves in advance."""
    return [
        *stored(story),
        *_rows(story, "SELECT match_id, number, kind, text FROM entry ORDER BY match_id, number"),
        *_rows(story, "SELECT * FROM draft ORDER BY match_id, user_id"),
        *_rows(story, "SELECT * FROM advance ORDER BY match_id, user_id, number"),
    ]


def all_shown(story: Story) -> bool:
    """Whether it is noted of every change that it was shown, of matches and of tournaments."""
    return not _rows(story, unshown())
