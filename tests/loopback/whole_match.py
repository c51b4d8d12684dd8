"""One whole match, a step at a time, by people who try again where Discord or the bot says that it failed.

It makes every kind of request that a match makes. What everybody sees of it is told in words that are the
same for every match: ids, times and the numbers of matches are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import astuple
from functools import partial
from hashlib import sha256
from io import BytesIO
from typing import Any, Final

from PIL import Image

from matches.lifecycle.seals import SALT_BYTES, SHOWN
from tests.loopback.server import routes
from tests.loopback.server.entities import Channel, Message
from tests.loopback.server.faults import Call, Fault, Laid
from tests.loopback.server.people import Answer, NotAcknowledgedError, Person, labels, text
from tests.loopback.story import Story

GREEN = ("crab", "lobster")
BLUE = ("shrimp", "crab")
SAFE = "Your move is saved"
TRIES = 3

Act = Callable[[], Awaitable[Answer]]


class WholeMatch:
    """The next match of a story, from the challenge to a rematch that is declined."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.told: list[str] = []
        """What people were told on the way, besides what they asked for."""
        self.failed = 0
        """How often Discord said that the application did not respond."""
        self._said = len(story.channel.public)
        self._threads = len(story.world.threads(story.channel))
        self._dms = {person.id: len(person.dms) for person in self._players}

    @property
    def _players(self) -> tuple[Person, Person]:
        return self.story.challenger, self.story.opponent

    @property
    def posts(self) -> list[Message]:
        """This match's messages in the channel."""
        return self.story.channel.public[self._said :]

    @property
    def thread(self) -> Channel | None:
        """Its thread."""
        return next(iter(self.story.world.threads(self.story.channel)[self._threads :]), None)

    @property
    def card(self) -> str:
        """What the last message in its thread says, with the labels of its buttons and the alt texts."""
        if self.thread is None or not self.thread.public:
            return ""
        last = self.thread.last
        return "\n".join([text(last), *labels(last), *(file.description or "" for file in last.attachments)])

    def dms(self, who: Person) -> list[Message]:
        """This match's direct messages to somebody."""
        return who.dms[self._dms[who.id] :]

    # --- playing ---------------------------------------------------------------------------------

    async def play(self) -> None:
        """All of it."""
        await self.challenge()
        await self.accept()
        await self.pick_by_dm(self.story.challenger, GREEN)
        await self.pick_in_thread(self.story.opponent, BLUE)
        await self.moves()
        await self.resign()
        await self.rematch()
        await self._tidied_up()

    async def _tidied_up(self) -> None:
        """Turn the clock until no old card has its buttons any more: only some are edited at a time."""
        await self.story.discord.quiet()
        while self._old_cards():
            self.story.world.turn(seconds=5)
            await self.story.discord.quiet()

    def _old_cards(self) -> list[Any]:
        return self.story.bot.rows("SELECT 1 FROM chore WHERE kind = 'card'")

    async def challenge(self) -> None:
        """The challenger challenges the opponent."""
        story = self.story
        await self.step(
            lambda: story.challenger.slash(story.channel, "prawns challenge", opponent=story.opponent),
            lambda: self.posts,
            "a challenge",
        )

    async def accept(self) -> None:
        """The opponent accepts."""
        await self.step(
            lambda: self.story.opponent.click(self.posts[0], "Accept: heads"),
            lambda: "Still choosing" in self.card and all(self.dms(who) for who in self._players),
            "a thread and the direct messages",
        )

    async def pick_by_dm(self, who: Person, pick: tuple[str, str]) -> None:
        """Somebody picks in the direct message."""
        await self._pick(who, self.dms(who)[0], pick)

    async def pick_in_thread(self, who: Person, pick: tuple[str, str]) -> None:
        """Somebody picks on a private panel in the thread."""
        assert self.thread is not None
        panel = await self.opened(lambda card: who.click(card, "Choose secretly"))
        await self._pick(who, panel, pick)

    async def choose(self, who: Person, panel: Message, pick: tuple[str, str]) -> None:
        """Somebody chooses in both menus and does not confirm."""
        for index, choice in enumerate(pick):
            edits = panel.edits

            def choose(index: int = index, choice: str = choice) -> Awaitable[Answer]:
                return who.select(panel, [choice], custom_id=_id_of(panel, "slot", index))

            await self.step(choose, partial(_edited_since, panel, edits), "the choice")

    async def _pick(self, who: Person, panel: Message, pick: tuple[str, str]) -> None:
        await self.choose(who, panel, pick)
        before = self.card
        await self.step(
            lambda: who.click(panel, "Confirm"),
            lambda: self.card != before and "Confirm" not in labels(panel),
            "the pick's confirmation",
        )

    async def moves(self) -> None:
        """Turns typed and clicked, edited in between, taken back, evolved and ended by a button."""
        challenger, opponent = self._players
        assert self.thread is not None
        await self.suggestions(challenger, "h2")
        await self.move(challenger, "h2xb8", "Take back")
        await self.click(challenger, "Take back", "lobster h2")
        await self.move(challenger, "h2xb8", "Take back")
        await self.evolve(challenger)
        await self.move(opponent, "d8-d6", "krill d8 to d6")
        await self.move(challenger, "a1-a3", "End turn")
        await self.click(challenger, "End turn", "Blue's turn")

    async def evolve(self, who: Person) -> None:
        """Somebody evolves on the private panel: the turn ends with it, and can be taken back, so at once."""
        panel = await self.opened(lambda card: who.click(card, "Move"))
        await self.step(
            lambda: who.click(panel, "Lobster b8 re-evolves into a crab"),
            lambda: "Blue's turn" in self.card,
            "the evolution",
        )

    async def suggestions(self, who: Person, typed: str) -> list[str]:
        """What is offered while somebody types; they type on until something is."""
        assert self.thread is not None
        for _ in range(TRIES):
            if offered := await who.autocomplete(self.thread, "prawns move", "action", typed):
                return [value for _, value in offered]
            self.failed += 1
        raise AssertionError("nothing was ever suggested")

    async def move(self, who: Person, action: str, then: str) -> None:
        """Somebody types a move; the card says ``then`` after it."""
        thread = self.thread
        assert thread is not None
        before = self.card
        await self.step(
            lambda: who.slash(thread, "prawns move", action=action),
            lambda: self.card != before and then in self.card,
            f"the move {action}",
        )

    async def click(self, who: Person, label: str, then: str) -> None:
        """Somebody clicks a button of the last card, which says ``then`` after it."""
        thread = self.thread
        assert thread is not None
        before = self.card
        await self.step(
            lambda: who.click(thread.last, label),
            lambda: self.card != before and then in self.card,
            f"what {label} does",
        )

    async def resign(self) -> None:
        """The challenger gives up."""
        panel = await self.opened(lambda card: self.story.challenger.click(card, "⋯"))
        for then in (lambda: "can't be undone" in text(panel), lambda: "resigned" in self.card):
            await self.step(lambda: self.story.challenger.click(panel, "Resign"), then, "the end")

    async def rematch(self) -> None:
        """The opponent offers a rematch, and the challenger declines it."""
        thread = self.thread
        assert thread is not None
        await self.step(
            lambda: self.story.opponent.click(thread.last, "Rematch"),
            lambda: "Rematch offered" in text(thread.public[-2]) and "Decline" in labels(thread.last),
            "a rematch",
        )
        await self.step(
            lambda: self.story.challenger.click(thread.last, "Decline"),
            lambda: "declined" in text(thread.last),
            "the refusal",
        )

    # --- one step --------------------------------------------------------------------------------

    async def opened(self, click: Callable[[Message], Awaitable[Answer]]) -> Message:
        """The private panel that a click on the last card opens."""
        thread = self.thread
        assert thread is not None
        answers: list[Answer] = []

        async def act() -> Answer:
            answers.append(await click(thread.last))
            return answers[-1]

        await self.step(
            act, lambda: answers[-1].private and labels_or_menus(answers[-1].private[0]), "a panel"
        )
        return answers[-1].private[0]

    async def step(self, act: Act, seen: Callable[[], Any], what: str) -> None:
        """Do something until what it leads to is seen, as people do who are told that it failed."""
        for _ in range(TRIES):
            try:
                answer = await act()
            except NotAcknowledgedError:
                self.failed += 1
                continue
            await self.story.until(lambda: seen() or (not answer.thinking and answer.told), what)  # noqa: B023
            if not seen():
                self.told.append(answer.told)
                if SAFE in answer.told:
                    # They need do nothing: the sweep shows it.
                    await self._swept(seen, what)
            if seen():
                return
        raise AssertionError(f"{what} never came: {self.told}")

    async def _swept(self, seen: Callable[[], Any], what: str) -> None:
        for _ in range(TRIES):
            # Each time that it fails again, the sweep waits twice as long.
            self.story.world.turn(minutes=5)
            await self.story.discord.quiet()
            if seen():
                return
        await self.story.until(seen, f"{what}, by the sweep")

    # --- looking ---------------------------------------------------------------------------------

    def view(self) -> list[Any]:
        """What everybody sees of this match, and what each player has in direct messages."""
        alike = Alike(self.story)
        thread = self.thread
        places = {"channel": self.posts, "thread": thread.public if thread else []}
        places |= {f"to {who.user.name}": self.dms(who) for who in self._players}
        seen: list[Any] = [alike(self._called(thread.name)) if thread else None]
        for place, messages in places.items():
            seen += [(place, *_seen(message, alike)) for message in messages]
        return seen

    def _called(self, thread: str) -> str:
        """The name of a thread with its players' names whole: the longer its number, the more is cut off."""
        about, dot, called = thread.partition(" · ")
        names = [person.user.name for person in self._players]
        whole = [next(name for name in names if name.startswith(cut.strip())) for cut in called.split("–")]
        return about + dot + "–".join(whole)


def labels_or_menus(message: Message) -> bool:
    """Whether a message has something to use."""
    return "custom_id" in str(message.components)


def _seen(message: Message, alike: Alike) -> tuple[Any, ...]:
    files = [
        (NUMBERED.sub("-", file.filename), file.description, _pixels(file.content))
        for file in message.attachments
    ]
    return alike(text(message)), labels(message), files, astuple(message.pings)


def _pixels(picture: bytes) -> str:
    """What a picture shows, in short: how its file was compressed is nobody's business."""
    return sha256(Image.open(BytesIO(picture)).convert("RGB").tobytes()).hexdigest()[:16]


def _edited_since(panel: Message, edits: int) -> bool:
    return panel.edits > edits


def _id_of(panel: Message, verb: str, index: int) -> str:
    found = re.search(rf"{verb}:\d+:\d+:{index}", str(panel.components))
    assert found is not None, f"no {verb} {index} on the panel"
    return found[0]


SEAL: Final = re.compile(rf"\b(?:[0-9a-f]{{{SHOWN}}}|[0-9a-f]{{{2 * SALT_BYTES}}})\b")
"""A seal as far as it is shown, or a salt."""
NUMBERED: Final = re.compile(r"-\d+-(?=turn-)")
"""The number of a match in the name of a picture."""
COUNTS: Final = re.compile(r"\n(?:-# Counts \d+%: |🎉 ).*")
"""Lines of an end that other matches before it bring or keep away."""
RATING: Final = re.compile(r"\*\*\d+\*\*\?? \(([+−])\d+\)")
"""A rating with what a match changed of it."""


class Alike:
    """Makes the words of one match those of any: ids, seals, times and match numbers, by order of appearance.

    Ratings too, which go on from match to match: what is kept of one is whether it rose or fell, and not how
    much the match counts, which is less and less.
    """

    def __init__(self, story: Story) -> None:
        people = (story.challenger, story.opponent, story.visitor)
        self._known = {str(person.id): person.user.name for person in people}
        self._known[str(story.channel.id)] = "the channel"

    def __call__(self, words: str) -> str:
        words = re.sub(r"<t:\d+:[fR]>", "<a time>", words)
        words = COUNTS.sub("", RATING.sub(r"a rating (\1)", words))
        words = SEAL.sub(lambda found: self._name(found[0], "seal"), words)
        words = re.sub(r"\d{17,20}", lambda found: self._name(found[0], "id"), words)
        return re.sub(
            r"(\bmatch |#)(\d+)", lambda found: found[1] + self._name("m" + found[2], "number"), words
        )

    def _name(self, what: str, kind: str) -> str:
        return self._known.setdefault(what, f"{kind} {len(self._known)}")


# --- kinds of requests ----------------------------------------------------------------------------


def kind_of(story: Story, call: Call) -> str:
    """What kind of request this is: its route, and where a message goes or what is answered."""
    found = routes.find(call.method, call.path)
    assert found is not None, call
    known, ids = found
    kind = f"{call.method} {known.template}"
    if "channel_id" in ids:
        place = story.world.channels[int(ids["channel_id"])]
        return f"{kind} ({'dm' if place.recipient else 'thread' if place.is_thread else 'channel'})"
    if "token" in ids:
        return f"{kind} ({story.world.interactions[ids['token']].type})"
    return kind


class OnFirst(Laid):
    """A fault on the first request that is of a kind."""

    def __init__(self, kind: str, fault: Fault, kind_of: Callable[[Call], str]) -> None:
        super().__init__("*", re.compile(""), fault, 0, 1, None)
        self.kind = kind
        self._kind_of = kind_of

    def befalls(self, call: Call) -> bool:
        """See Laid."""
        if self.hits or self._kind_of(call) != self.kind:
            return False
        self.hits += 1
        return True
