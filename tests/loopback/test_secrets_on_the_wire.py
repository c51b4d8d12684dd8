"""A secret pick, byte for byte over the wire: nothing but what its own player gets depends on it.

Matches that differ in nothing but the picks are played from the challenge to the reveal, and everything that
the bot sends is compared: first lines, all headers, bodies, files. What everybody sees is the same whatever
the picks are; what one player sees depends on that player's own pick alone.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Hashable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import permutations, product
from pathlib import Path
from typing import Final

import pytest

from engines import GAMES
from tests.loopback.captured import (
    DAYS,
    Captured,
    Chance,
    Request,
    Sent,
    by_channel,
    chance_since,
    difference,
    given_out,
    number_from_a_million,
    picks_due,
    read_by,
)
from tests.loopback.doing import pressed
from tests.loopback.server import components
from tests.loopback.server.entities import Message, User
from tests.loopback.server.gateway import HEARTBEAT
from tests.loopback.server.people import Person, labels
from tests.loopback.story import Story, a_story

Pick = tuple[str, str]
Pair = tuple[Pick, Pick]
"""Green's pick, which is the challenger's, and blue's."""

SPECIES = ("shrimp", "crab", "lobster")
A_PICK = re.compile(rb"shrimp|crab|lobster", re.IGNORECASE)
PICKS: list[Pick] = list(product(SPECIES, SPECIES))

# Each of these stands in two pairs on either side, with different picks on the other; the rest stand in one.
TWICE: list[Pick] = [("shrimp", "crab"), ("crab", "lobster"), ("lobster", "shrimp")]
ONCE = [pick for pick in PICKS if pick not in TWICE]
PAIRS: list[Pair] = [*permutations(TWICE, 2), *zip(ONCE, ONCE[1:] + ONCE[:1], strict=True)]

CHOOSE = "Choose secretly"


@dataclass(frozen=True)
class Opening:
    """What was sent in one match up to the last confirmation of a pick, and from there to the reveal."""

    before: Sequence[Sent]
    after: Sequence[Sent]
    chance: Chance
    players: tuple[User, User]

    @property
    def everybodys(self) -> list[bytes]:
        """What is not certainly for one of the players alone, before the reveal."""
        return self.chance.still(self._public(self.before))

    @property
    def revealed(self) -> list[bytes]:
        """The same with the reveal."""
        return self.chance.still([*self._public(self.before), *self.reveal])

    @property
    def reveal(self) -> list[Request]:
        """What all see from the last confirmation on."""
        return self._public(self.after)

    def only(self, who: User) -> list[bytes]:
        """What is for one player alone, before the reveal and in it."""
        return self.chance.still([sent.request for sent in [*self.before, *self.after] if sent.reader is who])

    def before_only(self, who: User) -> list[bytes]:
        """What is for one player alone, before the reveal."""
        return self.chance.still([sent.request for sent in self.before if sent.reader is who])

    def _public(self, sent: Sequence[Sent]) -> list[Request]:
        return [one.request for one in sent if one.reader not in self.players]


class Table:
    """Where the matches are played, one after the other."""

    def __init__(self, story: Story, captured: Captured) -> None:
        self.story = story
        self.captured = captured
        self.green, self.blue, self.visitor = story.challenger, story.opponent, story.visitor

    async def play(self, pair: Pair) -> Opening:
        """One match to the reveal, and its end without a move."""
        story, sent = self.story, self.captured.requests
        world, database = story.world, story.bot.database
        known, start = given_out(world, database), len(sent)
        earlier = {number for number, channel in world.channels.items() if channel.is_thread}
        await self._until_the_last_confirmation(*pair)
        await story.discord.quiet()
        middle = len(sent)
        asked = self.blue.dms[-1]
        edits = asked.edits
        await self._confirm(self.blue, asked)
        await story.until(lambda: asked.edits > edits, "the answer to the last confirmation")
        await story.until(lambda: "Move" in labels(story.card), "the board")
        await story.discord.quiet()
        assert asked.edits == edits + 1, "it is closed once: as the answer to the click"
        chance = chance_since(world, database, known)
        halves = [read_by(world, half, earlier) for half in (sent[start:middle], sent[middle:])]
        # A match that goes on would be in the lists of the next ones.
        await story.resign(self.green)
        before, after = map(by_channel, halves)
        return Opening(before, after, chance, (self.green.user, self.blue.user))

    # --- what is done in a match -----------------------------------------------------------------

    async def _until_the_last_confirmation(self, green: Pick, blue: Pick) -> None:
        """Both choose, in their direct messages and in the thread, and green confirms. All look around."""
        invitation = await self.story.challenge()
        await self.story.accept()
        # Its edit is the last of what accepting leads to; what comes next is not to overtake it.
        await self.story.until(lambda: invitation.edits, "the edit of the challenge")
        await self.story.discord.quiet()
        await self._choose(self.green, self.green.dms[-1], 0, green[0])
        await self._choose(self.blue, await self._panel(self.blue), 0, blue[0])
        await self._look_around(self.blue)
        greens = await self._panel(self.green)
        await self._choose(self.green, greens, 1, green[1])
        # The panel of the last choice is the one that can be confirmed.
        await self._choose(self.blue, self.blue.dms[-1], 1, blue[1])
        await self._confirm(self.green, greens)
        asked = self.green.dms[-1]
        await self.story.until(
            lambda: "Confirm" not in labels(asked), "the other panel of a pick that is in to be closed"
        )
        await self.story.discord.quiet()
        await self._look_around(self.blue, self.visitor, self.green)

    async def _panel(self, who: Person) -> Message:
        """The private panel in the thread, with the choices so far."""
        return await (await who.click(self.story.card, CHOOSE)).message()

    async def _choose(self, who: Person, panel: Message, index: int, choice: str) -> None:
        """``who`` chooses in one of the menus."""
        edits = panel.edits
        menus = [part for part in components.walk(panel.components) if part["type"] in components.SELECTS]
        await who.select(panel, [choice], custom_id=menus[index]["custom_id"])
        await self.story.until(lambda: panel.edits > edits, "the choice on the panel")

    async def _confirm(self, who: Person, panel: Message) -> None:
        await who.click(panel, "Confirm")
        await self.story.until(lambda: "Confirm" not in labels(panel), "the confirmation of a pick")
        await self.story.discord.quiet()

    async def _look_around(self, *people: Person) -> None:
        """People ask the bot for all that it says of a match while picks are made."""
        home = self.story.home
        for who in people:
            for command in ("match", "matches"):
                await (await who.slash(home, command)).message()
            assert not await who.autocomplete(home, "prawns move", "action", "")
            # Where the matches that are over are offered too, there would be more of them each time.
            await who.autocomplete(home, "match", "number", "match")
            await self._panel(who)
        await self._look_on()

    async def _look_on(self) -> None:
        """Somebody who does not play looks at what runs here, and watches it."""
        listed = await (await self.visitor.slash(self.story.home, "matches", show="running")).message()
        await (await self.visitor.click(listed, "Board")).message()
        panel = await (await self.visitor.slash(self.story.home, "match", deed="watch")).message()
        ways = ("Ping me on each move", "Ping me at the end")
        shown = [part for part in components.walk(panel.components) if part.get("label") in ways]
        (open_way, *_) = [part["label"] for part in shown if not part.get("disabled")]
        await pressed(self.visitor, panel, open_way)


@asynccontextmanager
async def a_table(folder: Path) -> AsyncIterator[Table]:
    """A table at which one match was played, after which the channels of the direct messages are known."""
    with pytest.MonkeyPatch.context() as patch:
        captured = Captured(patch)
        async with a_story(folder, log_level="DEBUG", challenge_days=str(DAYS)) as story:
            number_from_a_million(story.bot.database)
            table = Table(story, captured)
            await table.play(PAIRS[0])
            yield table


# --- against the computer -------------------------------------------------------------------------

OWN: Final[Pick] = ("crab", "lobster")
COMPUTERS: Final[Sequence[Pick]] = [*TWICE, ("crab", "crab"), OWN]
"""What the computer picks, match by match; the challenger always picks the same."""


class TableForOne(Table):
    """Where the challenger plays the computer, with a visitor who looks on."""

    async def play_alone(self, jobs: Path) -> Opening:
        """One match to the reveal, and its end when the computer has moved."""
        story, sent = self.story, self.captured.requests
        world, database = story.world, story.bot.database
        known, start = given_out(world, database), len(sent)
        earlier = {number for number, channel in world.channels.items() if channel.is_thread}
        asked = len(_lines(jobs))
        await self._until_the_confirmation(len(earlier))
        middle = len(sent)
        assert len(_lines(jobs)) == asked, "nothing is thought about before both picks are in"
        due = picks_due(database)
        await self.green.click(self.panel, "Confirm")
        await story.until(lambda: "Move" in labels(story.card), "the board")
        await story.discord.quiet()
        assert len(_lines(jobs)) == asked + 2, "a job and its answer"
        chance = chance_since(world, database, known)
        chance = Chance({**chance.given, **due})
        before, after = (read_by(world, half, earlier) for half in (sent[start:middle], sent[middle:]))
        await story.resign(self.green)
        return Opening(before, after, chance, (self.green.user, self.blue.user))

    async def _until_the_confirmation(self, threads: int) -> None:
        """The challenger has chosen all. Everybody looks around."""
        story, who = self.story, self.green
        asked = await who.slash(story.channel, "prawns challenge", computer=1, blind_start="on")
        await asked.complete()
        await story.until(lambda: len(story.threads) > threads and story.home.public, "the thread")
        await story.until(lambda: CHOOSE in labels(story.card), "the setup")
        for command in ("match", "matches"):
            await (await who.slash(story.home, command)).message()
        await (await self.visitor.slash(story.channel, "matches", show="running")).message()
        self.panel = await self._panel(who)
        for index, choice in enumerate(OWN):
            await self._choose(who, self.panel, index, choice)
        await story.discord.quiet()


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


@pytest.mark.real
async def test_the_computers_pick(tmp_path: Path) -> None:
    """Nothing that is sent before the reveal depends on it, and no job of its workers on anybody's."""
    jobs = tmp_path / "jobs"
    picks = ",".join(map(" ".join, [OWN, *COMPUTERS]))
    with pytest.MonkeyPatch.context() as patch:
        captured = Captured(patch)
        async with a_story(
            tmp_path,
            log_level="DEBUG",
            challenge_days=str(DAYS),
            thinkers="1",
            loopback_picks=picks,
            loopback_jobs=str(jobs),
        ) as story:
            story.world.let_everyone(story.guild, create_private_threads=True)
            await story.discord.quiet()
            number_from_a_million(story.bot.database)
            table = TableForOne(story, captured)
            await table.play_alone(jobs)
            openings = {pick: await table.play_alone(jobs) for pick in COMPUTERS}
            _check_computers(table, openings)
            told = jobs.read_text()
            assert not re.search(rf"{table.green.user.id}|{A_PICK.pattern.decode()}", told, re.IGNORECASE)
            _check_files(story, tmp_path)


def _check_computers(table: TableForOne, openings: dict[Pick, Opening]) -> None:
    _alike([(None, (OWN, pick), one.everybodys) for pick, one in openings.items()], at_least=5)
    own = [(None, (OWN, pick), one.before_only(table.green.user)) for pick, one in openings.items()]
    _alike(own, at_least=5)
    for pick, opening in openings.items():
        assert not [said for said in opening.everybodys if A_PICK.search(said)]
        revealed = b"".join(opening.revealed)
        assert all(choice.encode() in revealed for choice in pick), "once both are in it is seen"


# --- the tests -----------------------------------------------------------------------------------


@pytest.mark.real
async def test_twelve_pairs_of_picks(tmp_path: Path) -> None:
    assert {pair[0] for pair in PAIRS} == {pair[1] for pair in PAIRS} == set(PICKS)
    async with a_table(tmp_path) as table:
        frames = len(table.captured.frames)
        openings = {pair: await table.play(pair) for pair in PAIRS}
        again = await table.play(PAIRS[0])
        _check_views(table, openings)
        _check_controls(table, openings, PAIRS[0], again)
        # Over the gateway the bot says nothing but that it lives.
        assert {frame["op"] for frame in table.captured.frames[frames:]} <= {HEARTBEAT}
        _check_files(table.story, tmp_path)


def _check_views(table: Table, openings: dict[Pair, Opening]) -> None:
    _alike([(None, pair, opening.everybodys) for pair, opening in openings.items()], at_least=15)
    for seat, who in enumerate((table.green, table.blue)):
        _alike([(pair[seat], pair, one.only(who.user)) for pair, one in openings.items()], at_least=15)
    for opening in openings.values():
        # It is one request, so nothing that everybody sees lies between the last confirmation and it.
        assert len(opening.reveal) == 1
        assert not [said for said in opening.everybodys if A_PICK.search(said)]


def _alike(views: Iterable[tuple[Hashable, Pair, list[bytes]]], *, at_least: int) -> None:
    """Views that depend on the same are equal."""
    first: dict[Hashable, tuple[Pair, list[bytes]]] = {}
    for depends_on, pair, view in views:
        assert len(view) >= at_least
        earlier, other = first.setdefault(depends_on, (pair, view))
        differs = difference(other, view)
        assert not differs, f"{earlier} and {pair}: {differs}"


def _check_controls(table: Table, openings: dict[Pair, Opening], pair: Pair, again: Opening) -> None:
    """What depends on picks is seen to, and nothing else differs: the comparison is not blind."""
    assert not difference(openings[pair].revealed, again.revealed)
    _as_many_as(set(openings), [opening.revealed for opening in openings.values()])
    for seat, who in enumerate((table.green, table.blue)):
        _as_many_as({pair[seat] for pair in openings}, [one.only(who.user) for one in openings.values()])
    _check_leaks(again)


def _as_many_as(picks: set[Pair] | set[Pick], views: list[list[bytes]]) -> None:
    assert len({tuple(view) for view in views}) == len(picks)


def _check_leaks(opening: Opening) -> None:
    """A pick in any part of any request would be seen, and so would a request too many."""
    for request in [sent.request for sent in [*opening.before, *opening.after]]:
        still = opening.chance.still([request])
        for leaking in _leaking(request):
            assert difference(still, opening.chance.still([leaking]))
        assert difference(still, still * 2)
        assert difference(still, [])


def _leaking(request: Request) -> list[Request]:
    header = (b"X-Note", b"crab")
    counted = tuple(
        (name, b"1" + value if name == b"Content-Length" else value) for name, value in request.headers
    )
    return [
        replace(request, line=request.line.replace(b" HTTP", b"?crab HTTP")),
        replace(request, headers=(*request.headers, header)),
        replace(request, headers=request.headers[::-1]),
        replace(request, body=request.body + b"\0"),
        *([replace(request, headers=counted)] if counted != request.headers else []),
    ]


def _check_files(story: Story, folder: Path) -> None:
    """Neither the log, at its most talkative, nor any other file but the database says what was picked."""
    assert b"picked" in story.bot.log_file.read_bytes()
    for path in folder.rglob("*"):
        assert not A_PICK.search(path.name.encode())
        if path.is_file() and not path.name.startswith(story.bot.database.name):
            said = [line for line in path.read_bytes().splitlines() if A_PICK.search(line)]
            assert not said, path.name


def test_only_prawns_has_a_secret() -> None:
    """Picks are all that a game can hide: its positions, actions and boards are the same for everybody."""
    assert [key for key, game in GAMES.items() if game.secret_setup is not None] == ["prawns"]
