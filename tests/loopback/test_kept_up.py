"""Every kind of card that is kept up to date, over the wire: it goes on in a process that never edited it.

That is one that starts after a stop or after ``kill -9``, and one that stood by, and takes the shard.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from matches.tournaments.model import Format
from tests.kept_up import behind
from tests.loopback.contests import LABELS, UNTIL_FOUR, cards, create, join
from tests.loopback.doing import forged
from tests.loopback.process import BotProcess
from tests.loopback.server.entities import Channel
from tests.loopback.server.people import text
from tests.loopback.stored import rows
from tests.loopback.story import Story, a_story
from tests.loopback.work import DOOR, a_place_for_door, name_door

Step = Callable[[Story], Awaitable[Any]]

SETTINGS: Final = {"loopback_sweep": "0.1", "loopback_pause": "0.05"}


@dataclass(frozen=True)
class Kept:
    """A kind of card: how it gets there, what changes then, and what it says before and afterwards."""

    post: Step
    change: Step
    says: Callable[[Story], str]
    before: str
    afterwards: str


# --- tournaments ---------------------------------------------------------------------------------


def _says_of_tournament(story: Story) -> str:
    return "".join(map(text, cards(story)))


async def _three_of_four(story: Story, form: Format) -> None:
    """A tournament that begins with its fourth player has three."""
    card = await create(story, LABELS[form], UNTIL_FOUR)
    await join(card, story.challenger, story.opponent, story.visitor)


async def _fourth(story: Story) -> None:
    await join(cards(story)[0], story.discord.person("Fourth", story.guild))


async def _event(story: Story) -> None:
    """A tournament that is to be an event once it runs."""
    card = await create(story, UNTIL_FOUR, pages=("More…", "Discord event: off"))
    await join(card, story.challenger, story.opponent, story.visitor)


def _says_of_event(story: Story) -> str:
    return " ".join(f"status {event['status']}" for event in story.guild.events.values())


# --- the other cards -----------------------------------------------------------------------------


async def _simul(story: Story) -> None:
    host = story.challenger
    opened = await host.acknowledged(await forged(host, story.channel, "simulform:0:0"))
    await (await host.choose_in_form(opened)).complete()


def _says_last(story: Story) -> str:
    return text(story.channel.last) if story.channel.public else ""


async def _join_simul(story: Story) -> None:
    await story.opponent.click(story.channel.last, "Join")


async def _door(story: Story) -> None:
    await a_place_for_door(story)
    await name_door(story)


async def _open_challenge(story: Story) -> None:
    await (await story.challenger.slash(story.channel, "pjawns challenge")).complete()


def _says_of_door(story: Story) -> str:
    """The front door."""
    places: list[Channel] = [one for one in story.world.channels.values() if one.name == "door"]
    found = (text(message) for place in places for message in place.public)
    return next((said for said in found if said.startswith(DOOR)), "")


async def _challenged(story: Story) -> None:
    story.command = "pjawns"
    await story.challenge()


async def _decline(story: Story) -> None:
    await story.opponent.click(story.channel.last, "Decline")


KINDS: Final = {
    **{
        form.value: Kept(
            partial(_three_of_four, form=form), _fourth, _says_of_tournament, "**3 players", "0 of "
        )
        for form in Format
    },
    "event": Kept(_event, _fourth, _says_of_event, "", "status"),
    "simul": Kept(_simul, _join_simul, _says_last, "### Simul", "**1 of "),
    "front door": Kept(_door, _open_challenge, _says_of_door, DOOR, "· expires "),
    "match": Kept(
        lambda story: story.begin("pjawns", side="white"),
        lambda story: story.play("@e1"),
        lambda story: text(story.card),
        "White's turn",
        "placed on e1",
    ),
    "challenge": Kept(_challenged, _decline, lambda story: text(story.channel.public[0]), "", "declined"),
}


# --- the stories ---------------------------------------------------------------------------------


async def _at_rest(story: Story) -> None:
    """Each card is as it should be, a while later too."""
    for _ in range(2):
        await story.discord.quiet()
        await story.until(lambda: not rows(story.bot.address, behind(story.world.clock())), "the cards")
        story.world.turn(minutes=2)
    await story.discord.quiet()


async def _restarted(story: Story, ended: str) -> None:
    if ended == "killed":
        await story.bot.kill()
    else:
        assert await story.bot.terminate() == 0
    await story.bot.start()


async def _goes_on(story: Story, kept: Kept, exchange: Callable[[], Awaitable[None]]) -> None:
    """A card is posted, the process that did is exchanged, and what changes then is shown."""
    await kept.post(story)
    await story.until(lambda: kept.before in kept.says(story), "what is there before")
    await _at_rest(story)
    assert kept.afterwards not in kept.says(story)
    await exchange()
    await kept.change(story)
    await story.until(lambda: kept.afterwards in kept.says(story), "the change on the card")
    await _at_rest(story)
    assert kept.afterwards in kept.says(story)


@pytest.mark.gate(draw=1)
@pytest.mark.real
@pytest.mark.parametrize("ended", ["stopped", "killed"])
@pytest.mark.parametrize("kind", KINDS)
async def test_after_a_restart_it_is_brought_up_to_date(tmp_path: Path, kind: str, ended: str) -> None:
    async with a_story(tmp_path, **SETTINGS) as story:
        await _goes_on(story, KINDS[kind], partial(_restarted, story, ended))


@pytest.mark.real
@pytest.mark.parametrize("kind", KINDS)
async def test_a_process_that_takes_the_shard_brings_it_up_to_date(
    tmp_path: Path, postgres_url: str, kind: str
) -> None:
    settings = {**SETTINGS, "database_url": postgres_url, "shard_count": "1", "shard_ids": "lease"}
    async with a_story(tmp_path, **settings) as story:
        session = story.discord.gateway.session
        await story.until(lambda: session("bot", 0), "the shard")
        other = BotProcess(story.discord, tmp_path, name="other", metrics_port="0", **settings)

        async def exchange() -> None:
            other.launch()
            await story.until(lambda: "health and metrics" in other.log, "a process that stands by")
            await story.bot.kill()
            story.world.turn(minutes=2)  # the lease is over
            await story.until(lambda: session("other", 0), "the shard to be taken over")

        try:
            await _goes_on(story, KINDS[kind], exchange)
            assert not other.bugs, other.log
        finally:
            if other.running:
                await other.kill()
