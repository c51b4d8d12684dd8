"""Tournaments for stories over the wire: created by taps, and joined by their cards."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from matches.tournaments.model import Format
from tests.loopback.doing import new_tournament
from tests.loopback.server import components
from tests.loopback.server.entities import Message
from tests.loopback.server.people import Person, text
from tests.loopback.story import Story

LABELS: Final = {
    Format.ROUND_ROBIN: "Round robin",
    Format.SWISS: "Swiss",
    Format.KNOCKOUT: "Knockout",
    Format.LEAGUE: "League",
}
UNTIL_FOUR: Final = "Entries until 4"


async def create(story: Story, *chosen: str, pages: tuple[str, ...] = ()) -> Message:
    """A tournament with these entries of its menus chosen, and these buttons pressed; returns its card."""
    story.world.let_everyone(story.guild, create_events=True, manage_guild=True)
    before = len(cards(story))
    panel = await new_tournament(story.challenger, story.channel)
    for label in chosen:
        custom_id, value = _entry(panel, label)
        await _pressed(story, panel, story.challenger.select(panel, [value], custom_id=custom_id))
    for label in pages:
        await _pressed(story, panel, story.challenger.click(panel, label))
    await story.challenger.click(panel, "Create")
    await story.until(lambda: len(cards(story)) > before, "the card of the tournament")
    return cards(story)[-1]


async def join(card: Message, *people: Person) -> None:
    """These people enter by the card."""
    for who in people:
        await (await who.click(card, "Join")).complete()


def cards(story: Story) -> list[Message]:
    """The cards of tournaments, oldest first."""
    return [one for one in story.channel.public if text(one).startswith("### ") and _is_card(one)]


def _is_card(message: Message) -> bool:
    controls = [part.get("custom_id", "") for part in components.walk(message.components)]
    return any(one.startswith("tour") and not one.startswith("tournews") for one in controls)


async def _pressed(story: Story, panel: Message, click: Awaitable[Any]) -> None:
    edits = panel.edits
    await click
    await story.until(lambda: panel.edits > edits, "the panel")


def _entry(panel: Message, label: str) -> tuple[str, str]:
    """The menu, and the value in it, of an entry whose label begins so."""
    return next(
        (part["custom_id"], option["value"])
        for part in components.walk(panel.components)
        for option in part.get("options", ())
        if option["label"].startswith(label)
    )
