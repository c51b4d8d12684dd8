"""Every button that a match has ever had, pressed once it is over: what each reader is given is searched."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.panels.challenge.accepting import ACCEPTANCES, accept
from cogs.text.en import lobby as lobby_texts
from matches import MatchId, Phase, UserId
from tests.cogs.across import FAR, NEAR, TwoServers
from tests.cogs.community import id_of
from tests.cogs.forged import OwnMessage
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private
from tests.feature_rows import add_comment
from tests.people import names

pytestmark = refusing

ID: Final = re.compile(r'"custom_id": "([a-z]+:[^"]+)"')
NOT_ANY_MORE: Final = frozenset({"forgetnow", "resignnow"})
"""What would make another story of it."""


def old_ids(server: Server) -> list[str]:
    """The ids of all buttons and menus that anybody was ever shown, in order."""
    sent = "\n".join(json.dumps(entry.json) for entry in server.env.http_requests)
    found = dict.fromkeys(one for one in ID.findall(sent) if one.partition(":")[0] not in NOT_ANY_MORE)
    return [*found, "export:0:0", "record:1:0", "archive:0:0", "openrules:1:1", "more:1:1", "final:1:0:1"]


async def given(server: Server, who: MemberActor, channel: ChannelHandle, pressed: list[str]) -> str:
    """All that somebody is given who presses these: answers, what is posted and edited then, and files."""
    own, since, files = OwnMessage(server, who, channel), len(server.env.http_requests), []
    for custom_id in pressed:
        answered = await own.click(custom_id)
        for message in (answered.response, *answered.followups):
            found: Any = message.attachments if message is not None else ()
            files += [await one.read() for one in found if not one.filename.endswith((".png", ".gif"))]
    said = [json.dumps(entry.json, ensure_ascii=False) for entry in server.env.http_requests[since:]]
    assert b'"export": 1' in b"".join(files), "the export is among them"
    return "\n".join([*said, *(one.decode() for one in files)])


@pytest.mark.slow
async def test_of_a_match_between_two_servers(server: Server) -> None:
    two = TwoServers(server)
    guests = {NEAR: server.visitor, FAR: two.guild.add_member(server.env.create_user("guest"))}
    await two.begin("pjawns")
    for _ in range(4):
        await two.turn()
    for who, guild in ((two.near, server.guild), (two.far, two.guild)):
        await who.slash(two.home(guild), "matches")
        for asked in ({}, {"deed": "record"}):
            await who.slash(two.home(guild), "match", **asked)
        await who.click(two.card(guild), label="⋯")
        await who.click(two.card(guild), label="Board")
        await who.click(two.card(guild), label="Move")
    await server.bot.app.matches.play.resign(MatchId(1), UserId(two.near.id))
    await server.pass_time(minutes=3)
    pressed = old_ids(server)
    assert len(pressed) > 40
    for number, players, channel in ((NEAR, two.near, server.channel), (FAR, two.far, two.channel)):
        guild, other, home, words = two.known_in(1 - number)
        for who in (players, guests[number]):
            shown = await given(server, who, channel, pressed)
            assert [word for word in words if word in shown] == []
            assert [one for one in (guild.id, other.id, home.id) if names(one, shown)] == []


@pytest.mark.slow
async def test_of_a_private_match(server: Server) -> None:
    server.command = "pjawns"
    await server.challenge(server.opponent, private="on", side="white")
    await server.accept()
    await server.play("@a1 / @a8 / @b1 / @b8")
    for who in (server.challenger, server.opponent):
        await who.slash(server.home, "matches")
        for asked in ({}, {"deed": "record"}):
            await who.slash(server.home, "match", **asked)
        await who.click(server.card, label="⋯")
        await who.click(server.card, label="Board")
    thread = server.home.id
    await server.bot.app.matches.play.resign(MatchId(1), id_of(server.opponent))
    said = (MatchId(1), id_of(server.challenger), 1, "whispered words", server.bot.app.clock())
    await server.store.write(add_comment, *said)
    await server.pass_time(minutes=3)
    pressed = old_ids(server)
    assert len(pressed) > 40
    shown = await given(server, server.visitor, server.channel, pressed)
    assert [
        word for word in ("whispered words", "pjawns-1-", "Pjawns-1", "@a8", "@b8") if word in shown
    ] == []
    assert not names(thread, shown)
    assert "whispered words" in await given(server, server.challenger, server.channel, pressed)


async def test_an_open_challenge_of_another_server_is_not_accepted_by_its_id(server: Server) -> None:
    two = TwoServers(server)
    server.command = "pjawns"
    await server.challenge()
    posted = await two.match()
    for index in range(len(ACCEPTANCES)):
        forged = accept.on(posted, "Accept", index).custom_id
        answered = await OwnMessage(server, two.far, two.channel).click(forged)
        assert lobby_texts.NOT_SEEN in private(answered)
    assert await two.match() == posted
    await server.accept(server.visitor)
    assert (await two.match()).phase is Phase.PLAYING
