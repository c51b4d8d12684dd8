"""Changes of a match, for tests to disturb: one for each way in which they are made, and are shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from cogs.advances.rules import moves_of_line
from data import open_store, stores
from matches.lifecycle.history import folded
from matches.model import MatchId, UserId
from tests.feature_rows import add_advances
from tests.loopback.server.entities import Message
from tests.loopback.server.people import Answer, Person, labels, text
from tests.loopback.story import Story

Step = Callable[[Story], Awaitable[Any]]
Act = Callable[[Story], Answer]

POST: Final = ("POST", "/channels/*/messages")
PATCH: Final = ("PATCH", "/channels/*/messages/*")
REDRAW: Final = ("PATCH", "/webhooks/*/*/messages/*")


@dataclass(frozen=True)
class Change:
    """One kind of change: how to get there, what somebody does, the request that shows it, what follows.

    ``posts`` is how many messages it adds to the channel and the thread; ``follow`` is what must still be
    possible once the change is shown.
    """

    prepare: Step
    act: Act
    shows: tuple[str, str]
    posts: int
    follow: Step


# --- how people make them --------------------------------------------------------------------------


def clicks(who: str, label: str) -> Act:
    """``who`` clicks a button of the newest card."""
    return lambda story: _person(story, who).send_click(story.card, label)


def _person(story: Story, who: str) -> Person:
    person: Person = getattr(story, who)
    return person


def _challenge(story: Story) -> Answer:
    return story.challenger.send_slash(story.channel, "prawns challenge", opponent=story.opponent)


def _choose(story: Story) -> Answer:
    return story.challenger.send_select(story.challenger.dms[-1], ["crab"], "Left corner (a2)")


def _confirm(story: Story) -> Answer:
    return story.challenger.send_click(story.challenger.dms[-1], "Confirm")


def _move(story: Story) -> Answer:
    return story.challenger.send_slash(story.home, "prawns move", action="d1-d3")


def _resign(story: Story) -> Answer:
    return story.challenger.send_click(story.panel, "Resign")


# --- what comes before and after them --------------------------------------------------------------


async def _nothing(story: Story) -> None:
    """A challenge needs nothing before it."""


async def _take_up(story: Story) -> None:
    await story.accept()
    await story.until(lambda: "Still choosing" in text(story.card), "the setup")


async def _accepted(story: Story) -> None:
    await story.challenge()
    await _take_up(story)
    await story.until(lambda: story.challenger.dms and labels(story.challenger.dms[-1]), "a direct message")


async def _chosen(story: Story) -> None:
    await _accepted(story)
    await story.choose(story.challenger, "crab", "lobster")


async def _one_is_left_to_pick(story: Story) -> None:
    await _accepted(story)
    await story.pick(story.opponent, "shrimp", "crab")
    await story.choose(story.challenger, "crab", "lobster")


async def _pick(story: Story) -> None:
    await story.pick(story.challenger, "crab", "lobster")


async def _other_pick(story: Story) -> None:
    await story.pick(story.opponent, "shrimp", "crab")


async def _mid_turn(story: Story) -> None:
    await story.start()
    await story.play("h2xb8")


async def answer_said(story: Story) -> None:
    """A match whose opponent has said an answer to the challenger's first move in advance."""
    await story.start()
    store = await open_store(story.bot.address)
    match = await store.read(stores.matches.load, MatchId(1))
    said = moves_of_line(
        match, folded(match), UserId(story.opponent.id), ["d1-d3", "e8-e6"], 0, match.changed_at
    )
    await store.write(add_advances, match.id, said)
    await store.close()


async def _about_to_resign(story: Story) -> None:
    await story.start()
    story.panel = await story.about_to_resign(story.challenger)


async def _resigned(story: Story) -> None:
    await story.start()
    await story.resign(story.challenger)


async def _accept_rematch(story: Story) -> None:
    await story.accept_rematch(story.challenger)


def _played(line: str, first: str) -> Step:
    """``line`` is played, ``first`` taking the first of its turns."""
    return lambda story: story.play(line, first=_person(story, first))


def _rematch(story: Story) -> Awaitable[Message]:
    return story.rematch(story.opponent)


CHANGES: Final = {
    "challenge": Change(_nothing, _challenge, POST, 1, _take_up),
    "choice": Change(_accepted, _choose, REDRAW, 0, _pick),
    "first pick": Change(_chosen, _confirm, PATCH, 0, _other_pick),
    "second pick": Change(_one_is_left_to_pick, _confirm, POST, 1, _played("d1-d3", "challenger")),
    "move": Change(Story.start, _move, POST, 1, _played("e8-e6", "opponent")),
    # The opponent's answer comes with it, on one card, and it's the challenger's turn again.
    "answered move": Change(answer_said, _move, POST, 1, _played("a1-a3", "challenger")),
    "take-back": Change(
        _mid_turn, clicks("challenger", "Take back"), PATCH, 0, _played("h2xb8", "challenger")
    ),
    "end of turn": Change(_mid_turn, clicks("challenger", "End turn"), POST, 1, _played("e8-e6", "opponent")),
    "resignation": Change(_about_to_resign, _resign, POST, 1, _rematch),
    # Its challenge is posted, and the card of the finished match edited.
    "rematch": Change(_resigned, clicks("opponent", "Rematch"), POST, 1, _accept_rematch),
}
