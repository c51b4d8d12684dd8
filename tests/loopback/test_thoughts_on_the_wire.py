"""What a player thinks ahead, byte for byte over the wire: nobody else gets anything that depends on it.

Matches that differ in nothing but the lines that a player tries and the moves that they say in advance are
played from the challenge to the other player's turn, and everything that the bot sends is compared. Up to
that turn nothing differs but what that player gets. From it on the moves that came true differ, nothing else.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bot import fair_coin, fresh_salt
from cogs.advances.service import Advances
from cogs.lines.service import Lines
from data import open_store
from matches.lines import LineKey, LineSpot, mark_of
from matches.model import EntryKind, Match, Phase, UserId
from services import Services
from tests.loopback.captured import (
    DAYS,
    Captured,
    Chance,
    Sent,
    by_channel,
    chance_since,
    difference,
    given_out,
    number_from_a_million,
    read_by,
)
from tests.loopback.server import components
from tests.loopback.server.entities import User
from tests.loopback.server.people import Person, labels
from tests.loopback.story import Story, a_story

FIRST: Final = "@a1"
"""The turn of the player who thinks ahead."""
ANSWER: Final = "@b8"
"""The other player's."""
LEADS_ON: Final = "played"
"""Begins the name of what comes true."""

Line = tuple[str, str]
"""A turn of the other player's, and the one that answers it."""


@dataclass(frozen=True)
class Thoughts:
    """What a player thinks ahead: lines that they try, and those that they say in advance."""

    tried: Sequence[Line] = ()
    said: Sequence[Line] = ()


NOTHING: Final = "nothing"
THOUGHTS: Final = {
    NOTHING: Thoughts(),
    "tried": Thoughts(tried=[(ANSWER, "@h1"), ("@c8", "@g1")]),
    "said": Thoughts(said=[("@c8", "@g1")]),
    "said more": Thoughts(tried=[(ANSWER, "@h1")], said=[("@c8", "@h1"), ("@d8", "@g1"), ("@e8", "a1-a3")]),
    f"{LEADS_ON} c1": Thoughts(said=[(ANSWER, "@c1")]),
    f"{LEADS_ON} a1-a2": Thoughts(tried=[(ANSWER, "@g1")], said=[(ANSWER, "a1-a2"), ("@c8", "@g1")]),
}
A_TIME: Final = re.compile(rb"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ|<t:(?:\d{10}|<t \d+>\.*)")
"""When something was played or began, in a record or on a card: the matches don't take the same seconds."""
NEVER_PLAYED: Final = re.compile(rb"@[gh]1|a1-a3|@[cde]8")


@dataclass(frozen=True)
class Played:
    """What was sent in one match up to the other player's turn, and from there on."""

    before: Sequence[Sent]
    after: Sequence[Sent]
    chance: Chance
    thinker: User

    def of_others(self, sent: Sequence[Sent]) -> list[bytes]:
        """What is not certainly for the player alone who thinks ahead."""
        return self._still([one for one in sent if one.reader is not self.thinker])

    def all_of(self, sent: Sequence[Sent]) -> list[bytes]:
        """The same with what is for that player."""
        return self._still(sent)

    def _still(self, sent: Sequence[Sent]) -> list[bytes]:
        return [A_TIME.sub(b"<time>", said) for said in self.chance.still([one.request for one in sent])]


class Table:
    """Where the matches are played, one after the other."""

    def __init__(self, story: Story, captured: Captured, services: Services) -> None:
        self.story, self.captured, self.services = story, captured, services
        self.thinker, self.other, self.visitor = story.challenger, story.opponent, story.visitor

    async def play(self, thoughts: Thoughts) -> Played:
        """One match to the other player's turn, and its end."""
        story, sent = self.story, self.captured.requests
        world, database = story.world, story.bot.database
        known, start = given_out(world, database), len(sent)
        earlier = {number for number, channel in world.channels.items() if channel.is_thread}
        await story.begin("pjawns", side="white", pace="none")
        await story.move(self.thinker, FIRST)
        await story.discord.quiet()
        match = await self.latest()
        await self._think(match, thoughts)
        for who in (self.other, self.visitor):
            await self._look_around(who)
        await story.discord.quiet()
        middle = len(sent)
        await story.move(self.other, ANSWER)
        await story.discord.quiet()
        chance = chance_since(world, database, known)
        halves = [read_by(world, half, earlier) for half in (sent[start:middle], sent[middle:])]
        made = [entry for entry in (await self.latest()).entries if entry.kind is EntryKind.ADVANCE]
        assert len(made) == sum(line[0] == ANSWER for line in thoughts.said)
        # A match that goes on would be in the lists of the next ones.
        await story.resign(self.thinker)
        before, after = map(by_channel, halves)
        return Played(before, after, chance, self.thinker.user)

    async def latest(self) -> Match:
        """The match that goes on."""
        listed = await self.services.matches.lists.listed(UserId(self.thinker.id), (Phase.PLAYING,), 1)
        return await self.services.matches.load(listed.matches[0].id)

    async def _think(self, match: Match, thoughts: Thoughts) -> None:
        """Put into the database what the player would enter by taps, which only they see."""
        user, history = UserId(self.thinker.id), self.services.matches.history(match)
        for line in thoughts.tried:
            spot: LineSpot | None = LineSpot(0, len(history.played))
            position = history.position
            for text in line:
                assert spot is not None, "tried a moment ago"
                action = position.parse(text)
                mark = mark_of(position)
                _, spot = await Lines(self.services.core).try_action(
                    LineKey.on(match, user), history, spot, mark, action
                )
                position = position.apply(action)
        for line in thoughts.said:
            await Advances(self.services.core).say(match.id, user, line, len(history.played))

    async def _look_around(self, who: Person) -> None:
        """Somebody else asks the bot for all that it says of the match."""
        home = self.story.home
        for command, given in (("match", {}), ("matches", {}), ("match", {"deed": "record"})):
            await (await who.slash(home, command, **given)).message()
        await who.autocomplete(home, "pjawns move", "action", "")
        for label in ("Board", "⋯"):
            if label in labels(self.story.card):
                await (await who.click(self.story.card, label)).message()
        listed = await (await who.slash(home, "matches", show="running")).message()
        menus = [part for part in components.walk(listed.components) if part["type"] in components.SELECTS]
        for menu in menus[:1]:
            choice = [menu["options"][0]["value"]]
            await (await who.select(listed, choice, custom_id=menu["custom_id"])).message()


@asynccontextmanager
async def a_table(folder: Path) -> AsyncIterator[Table]:
    """A table at which one match was played, after which the channels of the direct messages are known."""
    with pytest.MonkeyPatch.context() as patch:
        captured = Captured(patch)
        async with a_story(folder, log_level="DEBUG", challenge_days=str(DAYS)) as story:
            number_from_a_million(story.bot.database)
            store = await open_store(story.bot.address)
            services = Services(store, clock=story.world.now, coin=fair_coin, salt=fresh_salt)
            table = Table(story, captured, services)
            await table.play(THOUGHTS[NOTHING])
            yield table
            await store.close()


@pytest.mark.real
async def test_what_a_player_thinks_ahead(tmp_path: Path) -> None:
    async with a_table(tmp_path) as table:
        played = {name: await table.play(thoughts) for name, thoughts in THOUGHTS.items()}
        log = table.story.bot.log_file.read_bytes()
    plain = played[NOTHING]
    for name, one in played.items():
        differs = difference(plain.of_others(plain.before), one.of_others(one.before))
        assert not differs, f"before the turn, {name}: {differs}"
        differs = difference(plain.all_of(plain.after), one.all_of(one.after))
        assert bool(differs) == name.startswith(LEADS_ON), f"from the turn on, {name}: {differs}"
    # It is one card and one ping, as if the turn had not been answered at once.
    public = [[sent for sent in one.after if sent.reader is None] for one in played.values()]
    assert len({len(sent) for sent in public}) == 1
    answered = [one.all_of(one.after) for name, one in played.items() if name.startswith(LEADS_ON)]
    assert difference(*answered), "the comparison is not blind"
    said = [line for line in log.splitlines() if NEVER_PLAYED.search(line)]
    assert not said
