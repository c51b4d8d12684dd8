"""*Export* clicked again and again, over the wire: one file comes, and others are answered meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loopback.doing import stored_about
from tests.loopback.server.people import text
from tests.loopback.story import a_story

pytestmark = pytest.mark.real

CLICKS = 10


@pytest.mark.gate
async def test_ten_clicks_at_once_make_one_file(tmp_path: Path) -> None:
    async with a_story(tmp_path) as story:
        await story.begin("prudh")
        await story.resign(story.opponent)
        panel = await stored_about(story.challenger, story.channel)
        answers = [story.challenger.send_click(panel, "Export") for _ in range(CLICKS)]
        bystander = await story.visitor.slash(story.channel, "help")
        assert text(await bystander.message())
        # A refusal takes the place of the one before it, which was shown all the same.
        shown = [answer.interaction.followups for answer in answers]
        await story.until(lambda: all(shown), "an answer to each click")
        await story.discord.quiet()
        told = [message for (message,) in shown]
        assert sum(not message.deleted for message in told) == 2, "the file and the last refusal stay"
        files = [file.filename for message in told for file in message.attachments]
        assert files == ["tidepool.json"]
        refused = [text(message) for message in told if not message.attachments]
        assert len(refused) == CLICKS - 1
        assert all(
            said.startswith(("I'm already putting your file", "You can get one file")) for said in refused
        )
