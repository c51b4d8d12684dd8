"""Every kind of change that a match goes through, for the tests that disturb each of them on its way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.loopback.people import Answer, Person, labels, text
from tests.loopback.story import Story

Step = Callable[[Story], Awaitable[Any]]
Act = Callable[[Story], Answer]

POST: Final = ("POST", "/channels/*/messages")
PATCH: Final = ("PATCH", "/channels/*/messages/*")


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


# --- what any game's changes are made of -----------------------------------------------------------


def clicks(who: str, label: str) -> Act:
    """``who`` clicks a button of the newest card."""
    return lambda story: _person(story, who).send_click(story.card, label)


def clicks_on_panel(label: str) -> Act:
    """The challenger clicks a button of the panel that is open."""
    return lambda story: story.challenger.send_click(story.panel, label)


def types(who: str, action: str) -> Act:
    """``who`` types a move in the thread."""
    return lambda story: _person(story, who).send_slash(story.home, f"{story.command} move", action=action)


def begun(command: str, line: str = "", **options: str) -> Step:
    """A match without picks in which ``line`` was played, the challenger first."""

    async def prepare(story: Story) -> None:
        await story.begin(command, **options)
        if line:
            await story.play(line)

    return prepare


def played(line: str, first: str = "opponent") -> Step:
    """``line`` is played, ``first`` taking the first of its turns."""
    return lambda story: story.play(line, first=_person(story, first))


def clicked(who: str, label: str, then: str) -> Step:
    """``who`` clicks a button of the newest card, and a card with the button ``then`` is there."""

    async def step(story: Story) -> None:
        before = story.state()
        await _person(story, who).click(story.card, label)
        await story.until(lambda: story.state() != before and then in labels(story.card), f"{then!r}")

    return step


def opened(who: str, label: str) -> Step:
    """``who`` opens a private panel from the newest card."""

    async def step(story: Story) -> None:
        story.panel = await (await _person(story, who).click(story.card, label)).message()

    return step


async def tapped_as_far_as_send(story: Story) -> None:
    """The challenger has chosen a move of Cannons and Crabs on the panel and not sent it."""
    await opened("challenger", "Move")(story)
    await story.choose_entries(story.panel, story.challenger, "knight b1", "a3")


def asked_for(who: str, label: str) -> Step:
    """``who`` asks the other player for something."""
    return lambda story: story.ask_for(_person(story, who), label)


def one_by_one(*steps: Step) -> Step:
    """Some steps, one after the other."""

    async def step(story: Story) -> None:
        for each in steps:
            await each(story)

    return step


def _person(story: Story, who: str) -> Person:
    person: Person = getattr(story, who)
    return person


# --- Prawns, from the challenge to the rematch -----------------------------------------------------


async def _nothing(story: Story) -> None:
    """A challenge needs nothing before it."""


async def _one_is_left_to_pick(story: Story) -> None:
    await _accepted(story)
    await story.pick(story.opponent, "shrimp", "crab")
    await _chosen(story)


async def _accepted(story: Story) -> None:
    await story.challenge()
    await _take_up(story)


async def _take_up(story: Story) -> None:
    await story.accept()
    await story.until(lambda: "Still choosing" in text(story.card), "the setup")


async def _chosen(story: Story) -> None:
    await story.choose(story.challenger, "crab", "lobster")


async def _about_to_resign(story: Story) -> None:
    await story.start()
    story.panel = await story.about_to_resign(story.challenger)


async def _resigned(story: Story) -> None:
    await story.start()
    await story.resign(story.challenger)


async def _accept_rematch(story: Story) -> None:
    await story.accept_rematch(story.challenger)


def _challenge(story: Story) -> Answer:
    return story.challenger.send_slash(story.channel, "prawns challenge", opponent=story.opponent)


def _confirm(story: Story) -> Answer:
    return story.challenger.send_click(story.challenger.dms[-1], "Confirm")


PRAWNS: Final = {
    "challenge": Change(_nothing, _challenge, POST, 1, _take_up),
    "first pick": Change(
        one_by_one(_accepted, _chosen),
        _confirm,
        PATCH,
        0,
        lambda story: story.pick(story.opponent, "shrimp", "crab"),
    ),
    "second pick": Change(_one_is_left_to_pick, _confirm, POST, 1, played("d1-d3", first="challenger")),
    "move": Change(lambda story: story.start(), types("challenger", "d1-d3"), POST, 1, played("e8-e6")),
    "resignation": Change(
        _about_to_resign,
        lambda story: story.challenger.send_click(story.panel, "Resign"),
        POST,
        1,
        lambda story: story.rematch(story.opponent),
    ),
    "rematch": Change(_resigned, clicks("opponent", "Rematch"), POST, 1, _accept_rematch),
}

# --- the other games ------------------------------------------------------------------------------

BESET: Final = "g13-d8 end / end / d8-e6 end / b1-e5 c1-f5"
"""The quickest way for prey to have two helpers beside a predator, found by searching from the start.

The turn goes on with ``d1xe6``, which makes the predator player choose between them in prey's turn.
"""
CHOICE: Final = "helper e5 is removed"
OTHER_CHOICE: Final = "helper f5 is removed"

_CANNONS = begun("cannons", side="white")
_PREDATION = begun("predation", side="predator")
_PREY_CAPTURES = begun("predation", f"{BESET} d1xe6", side="predator")
_DRAW_OFFERED = one_by_one(_CANNONS, asked_for("challenger", "Offer a draw"))
_MOVED = begun("cannons", "a2-a3", side="white")
_TURN_ASKED = one_by_one(_MOVED, asked_for("challenger", "Ask for a takeback"))

OTHERS: Final = {
    "prudh move": Change(
        begun("prudh", side="dark", starts="me"), types("challenger", "b2-c3"), POST, 1, played("c2-d3")
    ),
    "cannons move": Change(_CANNONS, types("challenger", "a2-a3"), POST, 1, played("a5-a4")),
    "pjawns move": Change(
        begun("pjawns", side="white"), types("challenger", "@e1"), POST, 1, played("@d8 / e1-e3")
    ),
    "predation turn": Change(
        _PREDATION, types("challenger", "g13-d8 c13-c12 end"), POST, 1, played("b1-c3 end / end")
    ),
    # A card is drawn anew while a turn goes on.
    "predation action": Change(
        begun("predation", "g13-d8", side="predator"),
        types("challenger", "c13-c12"),
        PATCH,
        0,
        played("end / end", first="challenger"),
    ),
    # It interrupts prey's turn: the predator player is asked, by a card of their own.
    "predation capture": Change(
        begun("predation", BESET, side="predator"),
        types("opponent", "d1xe6"),
        POST,
        1,
        one_by_one(clicked("challenger", CHOICE, then="End turn"), played("e1-e3 end / end")),
    ),
    "predation choice": Change(
        _PREY_CAPTURES, clicks("challenger", OTHER_CHOICE), POST, 1, played("e1-e3 end / end")
    ),
    "take-back": Change(
        begun("predation", "g13-d8 c13-c12", side="predator"),
        clicks("challenger", "Take back"),
        PATCH,
        0,
        played("c13-c12 end / end", first="challenger"),
    ),
    # The last of three taps on the private panel.
    "tapped move": Change(
        one_by_one(_CANNONS, tapped_as_far_as_send), clicks_on_panel("Send"), POST, 1, played("a5-a4")
    ),
    "take-back asked for": Change(
        one_by_one(_MOVED, opened("challenger", "More")),
        clicks_on_panel("Ask for a takeback"),
        POST,
        1,
        clicked("opponent", "Decline", then="Move"),
    ),
    "more time": Change(
        one_by_one(_MOVED, opened("challenger", "More")),
        clicks_on_panel("Give 3 more days"),
        POST,
        1,
        played("a5-a4"),
    ),
    "pause": Change(
        one_by_one(_MOVED, asked_for("challenger", "Ask for a pause")),
        clicks("opponent", "Agree to a pause"),
        POST,
        1,
        played("a5-a4"),
    ),
    "turn taken back": Change(
        _TURN_ASKED,
        clicks("opponent", "Allow the takeback"),
        POST,
        1,
        played("a2-a3", first="challenger"),
    ),
    "draw offer": Change(
        one_by_one(_CANNONS, opened("challenger", "More")),
        clicks_on_panel("Offer a draw"),
        POST,
        1,
        one_by_one(clicked("opponent", "Decline", then="Move"), played("a2-a3", first="challenger")),
    ),
    "agreed draw": Change(
        _DRAW_OFFERED,
        clicks("opponent", "Accept the draw"),
        POST,
        1,
        lambda story: story.rematch(story.opponent),
    ),
    "refused draw": Change(
        _DRAW_OFFERED,
        clicks("opponent", "Decline"),
        PATCH,
        0,
        played("a2-a3 / a5-a4", first="challenger"),
    ),
}

CHANGES: Final = {**PRAWNS, **OTHERS}
