"""Context menus and the form for a challenge over a real wire: every request is one that Discord takes."""

from __future__ import annotations

import pytest

from tests.loopback.server.forms import accept
from tests.loopback.server.people import labels, text
from tests.loopback.server.refusals import RefusedError
from tests.loopback.story import Story


def accepts(story: Story) -> bool:
    """True if a challenge stands in the channel."""
    return bool(story.channel.public) and "Accept" in labels(story.channel.last)


async def test_from_a_name_to_a_challenge_across_a_restart(story: Story) -> None:
    games = await (await story.challenger.use_on(story.channel, "Challenge", story.opponent)).message()
    opened = await story.challenger.click(games, "Prudh")
    await story.bot.kill()
    await story.bot.start()
    await story.challenger.choose_in_form(opened, who=story.opponent, seat=["1"])
    await story.until(lambda: accepts(story), "the challenge")
    assert story.opponent.mention in text(story.channel.last)
    assert story.challenger.mention in text(story.channel.last)


async def test_a_form_that_a_command_opened_is_answered_and_can_be_changed(story: Story) -> None:
    opened = await story.challenger.slash(story.channel, "play", game="pjawns", opponent=story.opponent)
    refused = await (await story.challenger.choose_in_form(opened, who=story.challenger)).message()
    assert labels(refused) == ["Back to the form"]
    again = await story.challenger.click(refused, "Back to the form")
    await story.challenger.choose_in_form(again)
    await story.until(lambda: accepts(story), "the open challenge")


async def test_a_board_opens_by_its_name_and_people_by_theirs(story: Story) -> None:
    await story.begin("pjawns", side="white")
    viewed = await (await story.challenger.use_on(story.home, "Look at this match", story.card)).message()
    assert "The start" in text(viewed)
    ours = await (await story.challenger.use_on(story.channel, "Our matches", story.opponent)).message()
    assert "Pjawns #1" in text(ours)
    await story.challenger.use_on(story.channel, "Profile", story.opponent)
    told = await (await story.challenger.use_on(story.home, "Play on from here", story.card)).message()
    assert "running" in text(told).lower()


def label(number: int) -> dict[str, object]:
    """A label of a form."""
    field = {"type": 4, "custom_id": f"f{number}", "style": 1}
    return {"type": 18, "label": "Field", "component": field}


@pytest.mark.parametrize(("count", "taken"), [(0, False), (1, True), (5, True), (6, False)])
def test_a_form_has_five_labels_at_most(count: int, taken: bool) -> None:
    form = {"title": "Form", "custom_id": "form", "components": list(map(label, range(count)))}
    if taken:
        assert accept(form) == form
        return
    with pytest.raises(RefusedError):
        accept(form)


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "x" * 46},
        {"custom_id": ""},
        {"components": [{**label(0), "label": "x" * 46}]},
        {"components": [{**label(0), "description": "x" * 101}]},
        {"components": [label(0), label(0)]},
        {"components": [{"type": 1, "components": []}]},
    ],
    ids=["title", "id", "label", "description", "twice", "row"],
)
def test_a_form_that_discord_refuses_is_refused(wrong: dict[str, object]) -> None:
    right = {"title": "Form", "custom_id": "form", "components": [label(0)]}
    with pytest.raises(RefusedError):
        accept({**right, **wrong})
