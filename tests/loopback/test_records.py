"""Records over a real wire: taken out, shared, brought in; and a Discord that does not give the file."""

from __future__ import annotations

from tests.loopback.server.people import labels, text
from tests.loopback.story import Story


async def test_a_record_goes_out_and_comes_back_in(story: Story) -> None:
    await story.begin("cannons", side="white")
    await story.play("b1-a3")
    given = await (await story.challenger.slash(story.home, "match", deed="record")).message()
    assert [file.filename for file in given.attachments] == [
        "cannons-and-crabs-1.txt",
        "cannons-and-crabs-1.json",
    ]
    for file in given.attachments:
        arrived = await story.visitor.slash(story.channel, "open", file=(file.filename, file.content))
        opened = await arrived.message()
        assert "The start" in text(opened)
        edits = opened.edits
        await story.visitor.click(opened, "⏭")
        await story.until(lambda edits=edits, opened=opened: opened.edits > edits, "the last position")  # type: ignore[misc]
        assert "After move 1 of 1: white" in text(opened)
    shared = await (await story.challenger.click(given, "Share")).message()
    code = text(shared).partition("```")[2].split()[0]
    looked = await (await story.visitor.slash(story.channel, "open", code=code)).message()
    assert "After move 1 of 1: white" in text(looked)
    await story.challenger.click(shared, "Post here")
    await story.until(lambda: "Stop sharing" in labels(shared), "the panel")


async def test_a_file_that_cannot_be_fetched_is_refused_in_a_sentence(story: Story) -> None:
    record = ("record.txt", b'[Game "prudh"]\n[Rules "1"]\n')
    story.world.cdn = f"{story.world.cdn}/gone"
    told = await (await story.visitor.slash(story.channel, "open", file=record)).message()
    assert text(told).startswith("Discord didn't give me that file")
