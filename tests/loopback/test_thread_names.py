"""Names of threads over a real wire: one that Discord refuses costs the name, not the thread."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loopback.story import a_story


@pytest.mark.parametrize("refused", ["#1", "Chall"])
async def test_a_refused_name_gives_way_to_a_plain_one(tmp_path: Path, processes: None, refused: str) -> None:
    async with a_story(tmp_path) as story:
        story.guild.refused_in_names = refused
        await story.begin("cannons", side="white")
        assert [thread.name for thread in story.threads] == ["#d Cannons · White–Black"]
        await story.play("b1-a3")
        assert not story.discord.problems
