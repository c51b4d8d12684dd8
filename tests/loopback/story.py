"""How a match is played in the loopback Discord: two players, a visitor, a channel, and the bot's process.

Like ``tests/cogs/server.py``, over the wire: each step waits until what it leads to is there to be seen.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cogs.panels.challenge.challenge_form import open_form
from tests.loopback.process import BotProcess
from tests.loopback.server import components
from tests.loopback.server.entities import Channel, Message
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import Answer, Person, labels, text
from tests.loopback.server.world import Sharding
from tests.store import template
from tests.wishes import game_of, is_typed, wished


def called(panel: Message, entry: str) -> str:
    """The label of a choice: with its piece, or by its points alone where there is little room."""
    ways = {entry.casefold(), entry.casefold().partition(" ")[2]}
    return next((label for label in labels(panel) if label.casefold() in ways), entry)


class Story:
    """One server, its people, and the bot in it."""

    def __init__(self, discord: Loopback, bot: BotProcess) -> None:
        self.discord = discord
        self.world = discord.world
        self.bot = bot
        self.guild = self.world.add_guild("Rock pool")
        self.channel = self.world.add_channel(self.guild, "board-games")
        self.forum: Channel | None = None
        """Where matches are played instead, each in a post, once it was made the home of them all."""
        self.challenger = discord.person("Challenger", self.guild)
        self.opponent = discord.person("Opponent", self.guild)
        self.visitor = discord.person("Visitor", self.guild)
        self.command = "prawns"
        self.panel: Any = None
        """A private panel that was opened for the next step."""

    # --- what people do --------------------------------------------------------------------------

    async def challenge(self, opponent: Person | None = None, **options: Any) -> Message:
        """The challenger challenges the opponent, or whom else they like; returns the card."""
        before = len(self.channel.public)
        await self.challenged(self.challenger, opponent or self.opponent, **options)
        return await self.until(lambda: self.channel.public[before:] and self.channel.last, "a challenge")

    async def challenged(
        self, who: Person, opponent: Person | None, *, game: str = "", **options: Any
    ) -> Answer:
        """``who`` challenges somebody: by the command or, for what that can't say, by the form."""
        command = game or self.command
        kind = game_of(command)
        if is_typed(kind, options):
            whom = {} if opponent is None else {"opponent": opponent}
            answer = await who.slash(self.channel, f"{command} challenge", **whom, **options)
        else:
            draft = wished(kind, 0 if opponent is None else opponent.id, options)
            panel = await (await who.slash(self.channel, "play")).message()
            opened = await who.acknowledged(who.send_forged(panel, open_form.id_about(0, draft)))
            answer = await who.choose_in_form(opened, who=opponent)
        return await answer.complete()

    async def accept(self, call: str = "heads", who: Person | None = None) -> Channel:
        """The opponent accepts the latest challenge; returns the thread once its first card is there.

        ``call`` is empty where no coin is tossed.
        """
        before = len(self.threads)
        label = f"Accept: {call}" if call else "Accept"
        await (who or self.opponent).click(self.channel.last, label)
        return await self.until(lambda: self._new_thread(before), "a thread")

    def _new_thread(self, before: int) -> Channel | None:
        threads = self.threads[before:]
        return threads[-1] if threads and threads[-1].public else None

    async def pick(self, who: Person, first: str, second: str) -> None:
        """``who`` picks and confirms, in the direct message."""
        await self.choose(who, first, second)
        await who.click(who.dms[-1], "Confirm")
        await self.until(lambda: "Confirm" not in labels(who.dms[-1]), "the confirmation of a pick")

    async def choose(self, who: Person, first: str, second: str) -> None:
        """``who`` chooses in both menus of the direct message and does not confirm."""
        await self.until(lambda: who.dms and labels(who.dms[-1]), "a direct message")
        await self.choose_on(who.dms[-1], who, first, second)

    async def choose_on(self, panel: Message, who: Person, first: str, second: str) -> None:
        """``who`` chooses in both menus of a panel and does not confirm."""
        for index, choice in enumerate((first, second)):
            edits = panel.edits
            verb = next(one for one in _ids(panel) if one.startswith("slot:") and one.endswith(f":{index}"))
            await who.select(panel, [choice], custom_id=verb)
            await self.until(lambda edits=edits: panel.edits > edits, "the choice on the panel")  # type: ignore[misc]

    async def start(
        self,
        green: Sequence[str] = ("crab", "lobster"),
        blue: Sequence[str] = ("shrimp", "crab"),
        **options: Any,
    ) -> None:
        """A match up to its first move; the challenger is to move."""
        await self.challenge(**options)
        await self.accept()
        await self.pick(self.challenger, *green)
        await self.pick(self.opponent, *blue)
        await self.until(lambda: "Move" in labels(self.card), "the board")

    async def begin(self, command: str, **options: Any) -> None:
        """A match of a game without picks, up to its first move."""
        self.command = command
        await self.challenge(**options)
        await self.accept("")
        await self.until(lambda: "Move" in labels(self.card), "the board")

    async def move(self, who: Person, action: str) -> Answer:
        """``who`` types a move in the thread; returns once the thread shows it, or they were told why not."""
        before = self.state()
        answer = await who.slash(self.home, f"{self.command} move", action=action)
        await answer.complete()
        if not answer.told:
            await self.until(lambda: self.state() != before, "the move in the thread")
        return answer

    async def play(self, line: str, first: Person | None = None) -> None:
        """Turns separated by `` / ``, the players taking turns from ``first`` (the challenger) on."""
        players = [first or self.challenger]
        players.append(self.opponent if players[0] is self.challenger else self.challenger)
        for number, turn in enumerate(line.split(" / ")):
            answer = await self.move(players[number % 2], turn)
            if answer.told.startswith("You haven't moved anything."):
                await self._end_anyway(players[number % 2], await answer.message())
            else:
                assert not answer.told, answer.told

    async def _end_anyway(self, who: Person, question: Message) -> None:
        before = self.state()
        await who.click(question, "End turn anyway")
        await self.until(lambda: self.state() != before, "the end of the turn in the thread")

    async def resign(self, who: Person) -> None:
        """``who`` gives the match up."""
        await who.click(await self.about_to_resign(who), "Resign")
        await self.until(lambda: labels(self.card)[:1] == ["Rematch"], "the end")

    async def about_to_resign(self, who: Person) -> Message:
        """``who`` is asked whether to give the match up; returns the panel."""
        panel = await (await who.click(self.card, "⋯")).message()
        await who.click(panel, "Resign")
        await self.until(lambda: "can't be undone" in text(panel), "the question")
        return panel

    async def ask_for(self, who: Person, label: str) -> None:
        """``who`` asks the other player for something, by taps."""
        panel, before = await (await who.click(self.card, "⋯")).message(), self.state()
        await who.click(panel, label)
        await self.until(lambda: self.state() != before, label)

    async def tap(self, who: Person, *entries: str) -> None:
        """``who`` moves by taps: the choices, one after the other, then *Send*."""
        panel = await (await who.click(self.card, "Move")).message()
        await self.tap_on(panel, who, *entries)

    async def tap_on(self, panel: Message, who: Person, *entries: str) -> None:
        """``who`` chooses an action on a panel that is open, and sends it."""
        await self.choose_entries(panel, who, *entries)
        before = self.state()
        await who.click(panel, "Send")
        await self.until(lambda: self.state() != before, "the move in the thread")

    async def choose_entries(self, panel: Message, who: Person, *entries: str) -> None:
        """``who`` taps the choices of a panel, one after the other."""
        for entry in entries:
            edits = panel.edits
            await who.click(panel, called(panel, entry))
            await self.until(lambda edits=edits: panel.edits > edits, entry)  # type: ignore[misc]

    async def rematch(self, who: Person) -> Message:
        """``who`` offers a rematch, where the two have played; returns its card."""
        before, home = len(self.home.public), self.home
        await who.click(self.card, "Rematch")
        return await self.until(lambda: home.public[before:] and home.last, "a rematch")

    async def accept_rematch(self, who: Person) -> None:
        """``who`` takes the rematch up that was offered last; its first card is there then."""
        before, home = len(self.home.public), self.home
        label = next(label for label in labels(self.card) if label.startswith("Accept"))
        await who.click(self.card, label)
        await self.until(lambda: home.public[before:], "the first card of the rematch")

    # --- what people see -------------------------------------------------------------------------

    @property
    def threads(self) -> list[Channel]:
        """The threads of the channel, and the posts of the forum."""
        posts = [] if self.forum is None else self.world.threads(self.forum)
        return [*self.world.threads(self.channel), *posts]

    @property
    def home(self) -> Channel:
        """The latest thread or post, or the channel while there is none."""
        return (self.threads or [self.channel])[-1]

    @property
    def card(self) -> Message:
        """The latest message where the match is played."""
        return self.home.last

    @property
    def board(self) -> str:
        """The alt text of the picture on the latest card."""
        return next((file.description or "" for file in self.card.attachments), "")

    def state(self) -> list[tuple[int, int]]:
        """The messages of the channel and the thread, and how often they were edited."""
        return [
            (message.id, message.edits) for place in (self.channel, self.home) for message in place.public
        ]

    def shown(self) -> list[str]:
        """What the messages of the channel and the thread say."""
        places = [self.channel, *self.threads]
        return [text(message) for place in places for message in place.public]

    async def until(self, look: Callable[[], Any], what: str) -> Any:
        """Wait until something is to be seen."""
        return await self.world.until(look, what=what)


def _ids(message: Message) -> list[str]:
    return [part["custom_id"] for part in components.walk(message.components) if "custom_id" in part]


@asynccontextmanager
async def a_story(folder: Path, sharding: Sharding | None = None, /, **bot: str) -> AsyncIterator[Story]:
    """A story with the bot running. At its end no request may have broken Discord's rules."""
    async with Loopback(folder) as discord:
        discord.world.sharding = sharding or discord.world.sharding
        story = Story(discord, BotProcess(discord, folder, **bot))
        # Migrated once for all stories; test_bot.py and test_stopping.py start a bot that finds no file.
        shutil.copy(template(), story.bot.database)
        try:
            await story.bot.start()
            yield story
            assert not discord.problems, "\n".join(discord.problems)
            assert not story.bot.bugs, story.bot.log
        finally:
            discord.tell()  # before anything that is waited for comes by the bot's end
            if story.bot.running:
                await story.bot.kill()


@asynccontextmanager
async def two_processes(folder: Path, **bot: str) -> AsyncIterator[tuple[Story, BotProcess]]:
    """A server in which two processes of the bot run on one database, each told of everything."""
    async with a_story(folder, **bot) as story:
        other = BotProcess(story.discord, folder, name="other", **bot)
        try:
            await other.start()
            # A process that starts shows at once what is not shown yet, whichever process is about to.
            await story.discord.quiet()
            yield story, other
            assert not other.bugs, other.log
        finally:
            if other.running:
                await other.kill()
