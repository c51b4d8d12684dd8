"""Ids that nobody was given: any of them is answered, changes nothing, and shows nothing hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from sqlalchemy import select

import cogs
from cogs.kit.controls import CONTROLS
from cogs.kit.presentation import number_of_game
from data.schema import metadata
from matches import MatchId
from tests.cogs.across import FAR, NEAR, TwoServers
from tests.cogs.community import id_of
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import an_admin
from tests.cogs.server import Server
from tests.cogs.simuls import host
from tests.cogs.tournaments import created
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
VALUES: Final = ("0", "1", "-1", "²", "1.1.1", "x", "pjawns", str(GAME), str(LARGEST), "9" * 40, "page9")
"""What may be chosen in a menu."""
HIDDEN: Final = "secret-den"
WHISPERED: Final = "whispered words"
PARTS: Final = 8
"""Parts of what is tried: each has every control in it."""
SECRET: Final = (1, 2, 3, 4)
"""Matches that only their players see: private, in a hidden channel, a challenge there, private and over."""

pytestmark = pytest.mark.simcord(check_errors=False)


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
        """What no stranger's click may change, as it is stored."""
        tables = (
            "match",
            "match_place",
            "entry",
            "pick",
            "comment",
            "comment_report",
            "simul",
            "simul_place",
        )
        tables += ("tournament", "tournament_organiser", "guild_setting", "share", "note", "score")
        found = {}
        for name in tables:
            table = metadata.tables[name]
            stored = await rows(self.server.store, select(table).order_by(*table.primary_key))
            found[name] = [repr(row) for row in stored]
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
    for one in (channel.guild.me, channel.guild.get_role(insiders.id)):
        await channel.set_permissions(one, view_channel=True)
    await channel.set_permissions(channel.guild.default_role, view_channel=False)
    await server.env.settle()
    open_channel, server.channel = server.channel, hidden
    await server.begin("pjawns")
    await server.play("@b1 / @b8")
    await server.challenge()
    await host(server)
    server.channel = open_channel
    await server.begin("pjawns", private="on")
    await server.play("@c1 / @c8 / @d1 / @d8")
    app = server.bot.app
    await app.matches.play.resign(MatchId(4), id_of(server.opponent))
    await app.comments.write(MatchId(4), id_of(server.challenger), 1, WHISPERED)
    await created(server, an_admin(server), game="Pjawns")
    await two.want()
    await two.near.slash(server.channel, "pjawns challenge", servers="all")
    listed = await two.find()
    await two.tap(two.far, listed.followups[-1] if listed.followups else listed.response, "takeup:")
    guest = two.guild.add_member(server.env.create_user("guest"))
    return World(two, hidden, guest)


def ids(verb: str, part: int) -> Iterator[str]:
    """Ids of a control, as nobody was given them."""
    matches = (*SECRET, 5, 0, 99, int("9" * 22))
    for at, args in list(enumerate(ARGS))[part::PARTS]:
        number = at + sum(map(ord, verb))
        yield f"{verb}:{matches[number % len(matches)]}:{number % 7}{args}"[:100]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("who", ["visitor", "guest", "player"])
@pytest.mark.gate(draw=1)
async def test_forged_ids(world: World, who: str, part: int, caplog: pytest.LogCaptureFixture) -> None:
    server = world.server
    people = {"visitor": server.visitor, "guest": world.guest, "player": server.challenger}
    user, channel = people[who], world.two.channel if who == "guest" else server.channel
    own = OwnMessage(server, user, channel)
    before = await world.kept()
    numbers, words = world.secrets(user)
    wrong: list[str] = []
    for verb in sorted(CONTROLS):
        for number, custom_id in enumerate(ids(verb, part)):
            value = VALUES[(number + part + len(verb)) % len(VALUES)]
            since, logged = len(server.env.http_requests), len(caplog.records)
            if CONTROLS[verb].chooses is None or number % 3 == 2:
                await own.click(custom_id)
            else:
                await own.select(custom_id, value)
            said = [json.dumps(one.json, ensure_ascii=False) for one in server.env.http_requests[since:]]
            shown = "\n".join(said)
            if any(record.exc_info for record in caplog.records[logged:]):
                wrong.append(f"{custom_id} {value}: went wrong")
            if who == "player":
                continue
            wrong += [f"{custom_id} {value}: shows {word!r}" for word in words if word in shown]
            wrong += [f"{custom_id} {value}: shows {one}" for one in numbers if names(one, shown)]
            assert said, custom_id
    caplog.clear()
    assert wrong == []
    if who != "player":
        assert await world.kept() == before
