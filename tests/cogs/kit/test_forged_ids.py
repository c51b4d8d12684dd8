"""Ids that nobody was given: any of them is answered, changes nothing, and shows nothing hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from sqlalchemy import select

import cogs
from cogs.kit.controls import CONTROLS, FORMS
from cogs.kit.presentation import number_of_game
from data.schema import metadata
from matches import MatchId
from tests.additions import added
from tests.cogs.across import FAR, NEAR, TwoServers
from tests.cogs.challenge_forms import filled
from tests.cogs.community import id_of
from tests.cogs.forged import About, OwnMessage, forge
from tests.cogs.refusing import refusing
from tests.cogs.server import Server
from tests.feature_rows import add_comment
from tests.people import names
from tests.store import rows

cogs.extensions()
GAME: Final = number_of_game("pjawns")
LARGEST: Final = 2**63 - 1
ARGS: Final = (
    *(
        "",
        ":",
        ":0",
        ":1",
        ":5",
        ":0.0",
        ":1.0",
        ":1.1",
        ":0.1.1",
        ":0.0.0.0",
        ":1.1.1.1.1.1",
        ":0.1.0.1.0.1.0.1.0.1",
    ),
    *(
        f":{GAME}",
        f":{GAME}.0",
        f":{GAME}.1.1",
        f":0.{GAME}",
        f":0.{GAME}.0.0",
        f":{GAME}.0.0.7.0.1.2.0.0.8.1.0.0.0",
    ),
    *(
        f":{LARGEST}",
        f":{LARGEST}.{LARGEST}",
        f":1.{LARGEST}.{LARGEST}.{LARGEST}",
        f":{'9' * 22}",
        f":{'9' * 40}",
    ),
    *(
        ":999999.999999",
        ":1.999999.1.999999",
        ":-1",
        ":1.-1.1",
        ":x",
        ":1..1",
        ":1.1=match replay",
        "=match replay",
        ":0=",
    ),
)
"""What may stand behind a verb, a match and a version."""
FORM_ARGS: Final = (
    *(
        "",
        ":",
        ":0",
        ":1",
        ":2",
        ":4:0:0.0",
        ":4:1:1.0",
        ":1:1:1",
        ":1:0:0:0",
        ":-1",
        ":x",
        ":1.x",
        f":{LARGEST}",
    ),
    *(
        f":{GAME}",
        f":{GAME}.0.7",
        f":{GAME}.9.9",
        f":1:{'9' * 40}",
        f":4:1:{LARGEST}",
        ":999999:1:1",
        ":5:7:0.0.0.0.0.0",
    ),
)
"""What may stand behind the head of a form."""
VALUES: Final = ("0", "1", "-1", "²", "1.1.1", "x", "pjawns", str(GAME), str(LARGEST), "9" * 40, "page9")
"""What may be chosen in a menu."""
HIDDEN: Final = "secret-den"
LAST: Final = 5
"""The last match that there is at first: the one between the servers."""
OF_MATCHES: Final = ("match_place", "entry", "pick", "comment", "share", "note", "score", "advance", "watch")
WHISPERED: Final = "whispered words"
PARTS: Final = 14
"""Parts of what is tried: each has every control in it."""
SECRET: Final = (1, 2, 3, 4)
"""Matches that only their players see: private, in a hidden channel, a challenge there, private and over."""

pytestmark = refusing


def about() -> list[About]:
    """What features add to the world."""
    return list(added("forging").values())


@dataclass
class World:
    """Two servers with whatever controls may be about."""

    two: TwoServers
    hidden: ChannelHandle
    guest: MemberActor

    @property
    def server(self) -> Server:
        return self.two.server

    def secrets(self, who: MemberActor) -> tuple[list[int], list[str]]:
        """The ids and the words that somebody may not be shown."""
        server = self.server
        *own, _ = server.channel.threads  # the last one is of the match between the servers
        own += self.hidden.threads
        other = FAR if who is server.visitor else NEAR
        guild, channel, home, words = self.two.known_in(other)
        return [self.hidden.id, *(one.id for one in own), guild.id, channel.id, home.id], [
            *(HIDDEN, WHISPERED, *words),
            *(f"pjawns-{number}-" for number in SECRET),
            *(f"match {number}\n" for number in SECRET),
        ]

    async def kept(self) -> dict[str, list[str]]:
        """What no stranger's click may change, as it is stored: the matches that there are, and settings."""
        found = {}
        of_features = [name for one in about() for name in one.tables]
        for name in ("match", *OF_MATCHES, "guild_setting", *of_features):
            table = metadata.tables[name]
            wanted = select(table).order_by(*table.primary_key)
            if name == "match" or name in OF_MATCHES:
                wanted = wanted.where((table.c.id if name == "match" else table.c.match_id) <= LAST)
            found[name] = [repr(row) for row in await rows(self.server.store, wanted)]
        return found


@pytest.fixture
async def world(server: Server) -> World:
    two = TwoServers(server)
    server.command = "pjawns"
    await server.begin("pjawns", private="on")
    await server.play("@a1 / @a8")
    hidden = server.guild.create_text_channel(HIDDEN)
    insiders = server.guild.create_role("insiders")
    for who in (server.challenger, server.opponent):
        server.env.backend.add_member_role(server.guild.id, who.id, insiders.id)
    channel: Any = server.bot.get_channel(hidden.id)
    for who_sees in (channel.guild.me, channel.guild.get_role(insiders.id)):
        await channel.set_permissions(who_sees, view_channel=True)
    await channel.set_permissions(channel.guild.default_role, view_channel=False)
    await server.env.settle()
    open_channel, server.channel = server.channel, hidden
    await server.begin("pjawns")
    await server.play("@b1 / @b8")
    await server.challenge()
    for one in about():
        await one.hidden(server)
    server.channel = open_channel
    await server.begin("pjawns", private="on")
    await server.play("@c1 / @c8 / @d1 / @d8")
    app = server.bot.app
    await app.matches.play.resign(MatchId(4), id_of(server.opponent))
    said = (MatchId(4), id_of(server.challenger), 1, WHISPERED, app.clock())
    await server.store.write(add_comment, *said)
    for one in about():
        await one.open(server)
    await two.want()
    await server.challenged(two.near, game="pjawns", servers="all")
    listed = await two.find()
    await two.tap(two.far, listed.followups[-1] if listed.followups else listed.response, "takeup:")
    guest = two.guild.add_member(server.env.create_user("guest"))
    return World(two, hidden, guest)


def ids(verb: str, part: int) -> Iterator[str]:
    """Ids of a control, as nobody was given them."""
    matches = (*SECRET, LAST, 0, 99, int("9" * 22))
    for at, args in list(enumerate(ARGS))[part::PARTS]:
        number = at + sum(map(ord, verb))
        yield f"{verb}:{matches[number % len(matches)]}:{number % 7}{args}"[:100]


@dataclass
class Presses:
    """Somebody presses and sends what nobody gave them, and what comes of it is looked at."""

    world: World
    who: str
    log: pytest.LogCaptureFixture
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        server = self.world.server
        people = {"visitor": server.visitor, "guest": self.world.guest, "player": server.challenger}
        channel = self.world.two.channel if self.who == "guest" else server.channel
        self.own = OwnMessage(server, people[self.who], channel)
        self._numbers, self._words = self.world.secrets(people[self.who])

    @contextmanager
    def seen(self, what: str) -> Iterator[None]:
        """Note what goes wrong meanwhile, and what is shown that is hidden from them."""
        requests = self.world.server.env.http_requests
        since, logged = len(requests), len(self.log.records)
        yield
        said = "\n".join(json.dumps(one.json, ensure_ascii=False) for one in requests[since:])
        if not said or any(record.exc_info for record in self.log.records[logged:]):
            self.wrong.append(f"{what}: went wrong")
        if self.who != "player":
            self.wrong += [f"{what}: shows {word!r}" for word in self._words if word in said]
            self.wrong += [f"{what}: shows {one}" for one in self._numbers if names(one, said)]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("who", ["visitor", "guest", "player"])
@pytest.mark.gate(draw=1)
async def test_controls(world: World, who: str, part: int, caplog: pytest.LogCaptureFixture) -> None:
    presses, before = Presses(world, who, caplog), await world.kept()
    for verb in sorted(CONTROLS):
        for number, custom_id in enumerate(ids(verb, part)):
            value = VALUES[(number + part + len(verb)) % len(VALUES)]
            with presses.seen(f"{custom_id} {value}"):
                if CONTROLS[verb].chooses is None or (number + part) % 3 == 2:
                    await presses.own.click(custom_id)
                else:
                    await presses.own.select(custom_id, value)
    caplog.clear()  # or the fixture says the same without the ids
    assert presses.wrong == []
    assert who == "player" or await world.kept() == before


@pytest.mark.parametrize("who", ["visitor", "guest", "player"])
@pytest.mark.slow
async def test_forms(world: World, who: str, caplog: pytest.LogCaptureFixture) -> None:
    presses, before = Presses(world, who, caplog), await world.kept()
    for head in FORMS:
        for args in FORM_ARGS:
            opened = await presses.own.click(f"challengeopen:0:0:{GAME}")
            with presses.seen(forge(opened, f"{head}{args}"[:100])):
                await filled(presses.own.who, opened)
    caplog.clear()
    assert presses.wrong == []
    assert who == "player" or await world.kept() == before
