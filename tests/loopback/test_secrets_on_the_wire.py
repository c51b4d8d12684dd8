"""A secret pick, byte for byte over the wire: nothing but what its own player gets depends on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.loopback.faults import Call
from tests.loopback.story import Story, a_story

SPECIES = ("shrimp", "crab", "lobster")
PICKS = [(first, second) for first in SPECIES for second in SPECIES]
A_PICK = re.compile(rb"shrimp|crab|lobster", re.IGNORECASE)
A_NUMBER = re.compile(rb"\d{15,}")
A_NUMBERED = re.compile(rb"match \d+|:\d+:\d+|<t:\d+:R>|\"\d+\.\d+\"|--[0-9a-f]{32}")


async def public_bytes(story: Story, green: tuple[str, str], blue: tuple[str, str]) -> list[bytes]:
    """What the bot sends for everybody to see, from the challenge until the last pick is to be confirmed.

    Held still: ids, times and the number of the match are written as what they are, not which.
    """
    before = len(story.discord.calls)
    await story.challenge()
    await story.accept()
    await story.pick(story.challenger, *green)
    await story.choose(story.opponent, *blue)
    await story.discord.quiet(0.1)
    calls = story.discord.calls[before:]
    private = {channel.id for channel in story.world.channels.values() if channel.recipient is not None}
    await story.pick(story.opponent, *blue)
    await story.until(lambda: "lobster" in story.board or "board" in story.board.lower(), "the reveal")
    return [_still(call) for call in calls if not _for_one_player(call, private)]


def _for_one_player(call: Call, private: set[int]) -> bool:
    """Whether only one player sees it: a direct message, or the answer to their own click."""
    if call.path.startswith(("/webhooks/", "/interactions/")):
        return True
    return any(f"/channels/{channel}/" in call.path for channel in private)


def _still(call: Call) -> bytes:
    said = b" ".join((call.method.encode(), call.path.encode(), call.raw or b""))
    return A_NUMBER.sub(b"<id>", A_NUMBERED.sub(b"<held>", said))


async def _compare(folder: Path, pairs: list[tuple[tuple[str, str], tuple[str, str]]]) -> None:
    async with a_story(folder, log_level="DEBUG", max_open_challenges="100") as story:
        # The first match also opens the channels of the direct messages, which are then known.
        await public_bytes(story, *pairs[-1])
        views = [await public_bytes(story, *pair) for pair in pairs]
        for view in views:
            assert view == views[0]
        assert len(views[0]) >= 5
        assert not [said for said in views[0] if A_PICK.search(said)]
        log = story.bot.log_file.read_bytes()
        assert b"picked" in log
        assert not [line for line in log.splitlines() if A_PICK.search(line)]
        assert not [name for name in _file_names(folder) if A_PICK.search(name)]


def _file_names(folder: Path) -> list[bytes]:
    return [path.name.encode() for path in folder.rglob("*")]


async def test_nine_pairs_of_picks(tmp_path: Path) -> None:
    await _compare(tmp_path, [(PICKS[n], PICKS[(4 * n + 2) % 9]) for n in range(9)])


@pytest.mark.long
async def test_all_pairs_of_picks(tmp_path: Path) -> None:
    await _compare(tmp_path, [(green, blue) for green in PICKS for blue in PICKS])
