"""A match between two servers and a private match, played to their end and pried into over a real wire.

All that each reader was given is searched: for what only the people of the other server know, and for what
only those in the private thread do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import pytest

from tests.loopback.given import Given, Pryer
from tests.loopback.lifetimes import live
from tests.loopback.prying import PICKING
from tests.loopback.server import components
from tests.loopback.server.entities import Channel, Guild, Message
from tests.loopback.server.people import Person, labels, text
from tests.loopback.story import Story
from tests.people import names

pytestmark = pytest.mark.real

NOT_ANY_MORE: Final = frozenset({"forgetnow", "resignnow", "adminabort", "adminend", "closenow"})
"""What would make another story of it."""
TURNS: Final = 4
PICKED: Final = re.compile(r"lobster (on )?a2[,;] shrimp|shrimp h2|lobster,shrimp", re.IGNORECASE)
"""What is picked as it can be told: by squares, as on boards and panels, or in the order that is stored."""


@dataclass
class Place:
    """One of two servers, with its player, somebody who looks on, and somebody who manages it."""

    guild: Guild
    channel: Channel
    player: Person
    guest: Person
    keeper: Person

    @property
    def readers(self) -> tuple[Person, ...]:
        """All who read what is said here."""
        return self.player, self.guest, self.keeper

    def home(self, story: Story) -> Channel:
        """The thread of the match here."""
        return story.world.threads(self.channel)[-1]

    def known(self, story: Story) -> tuple[list[str], list[int]]:
        """The names and the ids that only the people of this server know."""
        roles = [role.name for role in self.guild.roles.values() if role.name.startswith("Keepers of")]
        # Names of threads are cut off.
        nicks = [member.nick[:5] for member in self.guild.members.values() if member.nick]
        ids = [self.guild.id, self.channel.id, self.home(story).id]
        return [self.guild.name, self.channel.name, *roles, *nicks], ids


def _place(story: Story, guild: Guild, channel: Channel, player: Person, nick: str) -> Place:
    role = story.world.add_role(guild, f"Keepers of {guild.name}", manage_guild=True)
    guest, keeper = (story.discord.person(f"{who} {len(guild.name)}", guild) for who in ("Guest", "Keeper"))
    guild.members[keeper.id].roles.append(role)
    guild.members[player.id].nick = nick
    return Place(guild, channel, player, guest, keeper)


def _places(story: Story) -> tuple[Place, Place]:
    """The server of every story, and another one."""
    cove = story.world.add_guild("Hidden cove")
    harbour = story.world.add_channel(cove, "secret-harbour")
    near = _place(story, story.guild, story.channel, story.challenger, "Vexilla")
    return near, _place(story, cove, harbour, story.discord.person("Faraway Fay", cove), "Quorthon")


async def _meet(story: Story, near: Place, far: Place, game: str, **options: str) -> None:
    """A match between the players of two servers, by the list of open challenges."""
    for place in (near, far):
        await _want(story, place)
    await story.challenged(near.player, None, game=game, servers="all", **options)
    await story.until(lambda: near.channel.public, "the challenge")
    found = await (await far.player.slash(far.channel, "match", number="find")).message()
    await far.player.click(found, custom_id="takeup:")
    for place in (near, far):
        await story.until(lambda place=place: story.world.threads(place.channel), "the thread")  # type: ignore[misc]
    await story.discord.quiet()


async def _want(story: Story, place: Place) -> None:
    """A server and its player want matches between servers."""
    await (await place.keeper.slash(place.channel, "server set", across="on")).complete()
    panel = await (await place.player.slash(place.channel, "settings")).message()
    for pressed in ("More…", "Play other servers"):
        edits = panel.edits
        await place.player.click(panel, pressed)
        await story.until(lambda edits=edits: panel.edits > edits, pressed)  # type: ignore[misc]


async def _tapped(story: Story, who: Person, card: Message) -> None:
    """``who`` moves by taps: the first of all that is offered, then *Send*."""
    panel = await (await who.click(card, "Move")).message()
    while "Send" not in labels(panel):
        edits = panel.edits
        await _step(who, panel)
        await story.until(lambda edits=edits: panel.edits > edits, "the next step")  # type: ignore[misc]
    seen = card.edits, card.channel.last
    await who.click(panel, "Send")
    await story.until(lambda: (card.edits, card.channel.last) != seen, "the move")
    await story.discord.quiet()


async def _step(who: Person, panel: Message) -> None:
    for part in components.walk(panel.components):
        verb = part.get("custom_id", "").partition(":")[0]
        if verb == "part" and not part.get("disabled"):
            await who.click(panel, custom_id=part["custom_id"])
            return
        if verb == "step":
            await who.select(panel, [part["options"][0]["value"]], custom_id=part["custom_id"])
            return
    raise AssertionError(text(panel))


async def _looked_at(story: Story, who: Person, card: Message) -> None:
    """``who`` opens what a card leads to, and what that leads to."""
    for label in ("⋯", "Board"):
        if label in labels(card):
            await (await who.click(card, label)).complete()


async def _resigned(story: Story, who: Person, card: Message) -> None:
    panel = await (await who.click(card, "⋯")).message()
    await who.click(panel, "Resign")
    await story.until(lambda: "can't be undone" in text(panel), "the question")
    await who.click(panel, "Resign")
    await story.until(lambda: "resigned" in text(card.channel.last), "the end")
    live(story, minutes=10)
    await story.discord.quiet()


def _says(shown: str, word: str) -> bool:
    """True if a word stands there, not as the beginning of a longer number."""
    return re.search(rf"{re.escape(word)}(?!\d)", shown) is not None


async def _code(who: Person, where: Channel) -> str:
    """The code by which a player shares the match."""
    shared = await (await who.slash(where, "match", deed="share", number="1")).message()
    return text(shared).partition("```")[2].split()[0]


@pytest.mark.timeout(900)
async def test_of_a_match_between_two_servers(story: Story) -> None:
    given = Given(story)
    near, far = _places(story)
    await _meet(story, near, far, "pjawns", side="white")
    for turn in range(TURNS):
        place = (near, far)[turn % 2]
        await _tapped(story, place.player, place.home(story).last)
        for one in (near, far):
            for who in one.readers:
                await _looked_at(story, who, one.home(story).last)
    await _resigned(story, far.player, far.home(story).last)
    code = await _code(near.player, near.channel)
    pryers = [Pryer(story, who, place.channel) for place in (near, far) for who in place.readers]
    for pryer in pryers:
        await pryer.ask(code, keeper=pryer.who in (near.keeper, far.keeper))
    await story.discord.quiet()
    controls = given.controls()
    assert len(controls) > 40
    for pryer in pryers:
        await pryer.press(controls, NOT_ANY_MORE)
        await story.discord.quiet()
    for place, other in ((near, far), (far, near)):
        words, ids = other.known(story)
        for who in place.readers:
            shown = given.to(who)
            assert '"export": 1' in shown, "the export is among it"
            assert names(place.home(story).id, shown), "what is sent to the thread is among it"
            assert [word for word in words if word in shown] == [], who.user.name
            assert [one for one in ids if names(one, shown)] == [], who.user.name


@pytest.mark.timeout(900)
async def test_of_a_pick_that_is_hidden_from_another_server(story: Story) -> None:
    given = Given(story)
    near, far = _places(story)
    await _meet(story, near, far, "prawns", blind_start="on")
    chooser = near.player
    await (await chooser.click(near.home(story).last, "Choose secretly")).complete()
    await story.pick(chooser, "lobster", "shrimp")
    await story.discord.quiet()
    assert PICKED.search(given.to(chooser)), "the one who picks is told what it is"
    pryers = [Pryer(story, who, place.channel) for place in (near, far) for who in place.readers]
    for pryer in pryers:
        await pryer.ask("AAAAAA", keeper=pryer.who in (near.keeper, far.keeper))
    await story.discord.quiet()
    controls = given.controls()
    assert any(custom_id.startswith("confirm:") for custom_id in controls)
    for pryer in pryers:
        await pryer.press(controls, PICKING | NOT_ANY_MORE)
        await story.discord.quiet()
    picked = story.bot.rows("SELECT phase, side FROM match JOIN pick ON match_id = id WHERE id = 1")
    assert picked == [("setup", "green")], "it is hidden to the end"
    for who in (*near.readers[1:], *far.readers):
        shown = given.to(who)
        assert '"export": 1' in shown, "the export is among it"
        assert (found := PICKED.search(shown)) is None, (
            who.user.name,
            shown[found.start() - 300 : found.end() + 100],
        )


@pytest.mark.timeout(900)
async def test_of_a_private_match(story: Story) -> None:
    given = Given(story)
    story.world.let_everyone(story.guild, create_private_threads=True)
    place = _place(story, story.guild, story.channel, story.challenger, "Vexilla")
    await story.discord.quiet()
    story.command = "pjawns"
    await story.challenge(private="on", side="white")
    await story.accept("")
    await story.discord.quiet()
    players, thread = (story.challenger, story.opponent), story.home
    boards = []
    for turn in range(TURNS):
        await _tapped(story, players[turn % 2], thread.last)
        boards.append(story.board)
        for who in players:
            await _looked_at(story, who, thread.last)
    await _resigned(story, story.opponent, thread.last)
    code = "AAAAAA"  # a private match isn't shared
    pryers = [Pryer(story, who, place.channel) for who in (story.visitor, place.keeper, *players)]
    for pryer in pryers:
        await pryer.ask(code, keeper=pryer.who is place.keeper)
    await story.discord.quiet()
    controls = given.controls()
    assert len(controls) > 40
    for pryer in pryers:
        await pryer.press(controls, NOT_ANY_MORE)
        await story.discord.quiet()
    assert len(set(boards)) == TURNS
    secret = [*boards, thread.name, "pjawns-1"]  # its number stood on the challenge
    assert [word for word in secret if not _says(given.to(story.challenger), word)] == []
    for who in (story.visitor, place.keeper):
        shown = given.to(who)
        assert '"export": 1' in shown, "the export is among it"
        assert [word for word in secret if _says(shown, word)] == [], who.user.name
        assert not names(thread.id, shown), who.user.name
