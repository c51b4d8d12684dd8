"""``kill -9`` at any instant: the match stands at the last stored change, shown once, and play goes on.

Over a real wire and with a real process; the loopback Discord counts. Until a change is stored, all changes
that people make in one way go through the same code; from then on, all that are shown in one way. So one of
each is killed at each point of its way.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.loopback.changes import CHANGES, Change
from tests.loopback.killing import Point, all_shown, killed_at, on_one_card, public, stored
from tests.loopback.story import Story, a_story


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


async def _again(story: Story, change: Change) -> list[Any]:
    """Do once more what was lost, as people do who see that it failed; returns what is stored then."""
    before = _kept(story)
    change.act(story)
    await story.until(lambda: _kept(story) != before, "the second try to be stored")
    return _kept(story)


# --- counting --------------------------------------------------------------------------------------


def _messages(story: Story) -> list[int]:
    return [message.id for message in public(story)]


def _blind_starts(story: Story) -> int:
    """The matches that were taken up."""
    return len(story.bot.rows("SELECT 1 FROM match WHERE phase IN ('setup', 'playing', 'finished')"))


def _kept(story: Story) -> list[Any]:
    """The matches, their records, the picks that are not confirmed, and the moves in advance."""
    return [
        *stored(story),
        *story.bot.rows("SELECT match_id, number, kind, text FROM entry ORDER BY match_id, number"),
        *story.bot.rows("SELECT * FROM draft ORDER BY match_id, user_id"),
        *story.bot.rows("SELECT * FROM advance ORDER BY match_id, user_id, number"),
    ]
