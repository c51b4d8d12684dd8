"""Two servers with the bot in both, and a player in each: for stories of matches between them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.results import InteractionResult, to_discord_message

from matches import GuildId, Match, MatchId, UserId
from services.cross_server import PLAYS_ACROSS
from tests.cogs.server import Server, ids, text

NEAR, FAR = 0, 1
"""The numbers of the two places: the challenger's and the opponent's."""
MANAGES: Final = discord.Permissions(manage_guild=True)


@dataclass
class TwoServers:
    """The server of every story, where the challenger plays, and a second one with ``far``, the opponent."""

    server: Server
    guild: GuildHandle = field(init=False)
    channel: ChannelHandle = field(init=False)
    far: MemberActor = field(init=False)
    answered: dict[int, list[str]] = field(default_factory=dict)
    """All private answers, by the server they were given in, as Discord was sent them."""

    def __post_init__(self) -> None:
        self.guild = self.server.env.create_guild("Hidden cove")
        self.channel = self.guild.create_text_channel("secret-harbour")
        self.far = self.guild.add_member(self.server.env.create_user("Faraway Fay"), nick="Nick of the cove")

    @property
    def near(self) -> MemberActor:
        """The challenger."""
        return self.server.challenger

    async def want(self) -> None:
        """Both servers and both players want matches across servers."""
        app = self.server.bot.app
        for guild in (self.server.guild, self.guild):
            await app.guilds.change(GuildId(guild.id), {"across": "on"})
        for who in (self.near, self.far):
            await app.notifications.prefer(UserId(who.id), {PLAYS_ACROSS: "on"})

    async def begin(self, command: str = "predation", **options: Any) -> Match:
        """A match between the two, accepted in the far server by its lobby."""
        await self.want()
        self.server.command = command
        await self.server.challenged(self.near, servers="all", **options)
        listed = await self.find()
        await self.tap(self.far, listed.followups[-1] if listed.followups else listed.response, "takeup:")
        return await self.match()

    async def find(self) -> InteractionResult:
        """The far player opens the lobby."""
        with self.listening(self.guild):
            return await self.far.slash(self.channel, "match", number="find")

    async def tap(self, who: MemberActor, message: Any, verb: str) -> InteractionResult:
        """``who`` taps the first button of ``verb`` on a message."""
        with self.listening(self.guild if who is self.far else self.server.guild):
            return await who.click(message, custom_id=ids(message, verb)[0])

    async def move(self, who: MemberActor, action: str) -> InteractionResult:
        """``who`` types a move in the thread of their own server."""
        guild = self.guild if who is self.far else self.server.guild
        with self.listening(guild):
            return await who.slash(self.home(guild), f"{self.server.command} move", action=action)

    async def turn(self) -> None:
        """The player to act types the first legal move, or ends the turn that they have begun."""
        match = await self.match()
        app = self.server.bot.app
        (player,) = app.matches.to_act(match)
        history = app.matches.history(match)
        legal = [str(action) for action in history.position.legal_actions()]
        ends = "end" in legal and history.can_take_back()
        action = "end" if ends else next(one for one in legal if one != "end")
        await self.move(self.far if player.user_id == self.far.id else self.near, action)

    @contextmanager
    def listening(self, guild: GuildHandle) -> Iterator[None]:
        """Keep the private answers to what is done meanwhile in a server."""
        since = len(self.server.env.http_requests)
        yield
        for entry in self.server.env.http_requests[since:]:
            if entry.path.startswith(("/webhooks/", "/interactions/")):
                self.answered.setdefault(guild.id, []).append(_said(entry))

    async def match(self) -> Match:
        """The match as stored, seen from the near place."""
        return await self.server.bot.app.matches.load(MatchId(1))

    def home(self, guild: GuildHandle) -> ChannelHandle:
        """The latest thread of a server, or its channel."""
        channel = self.channel if guild is self.guild else self.server.channel
        return channel.threads[-1] if channel.threads else channel

    def card(self, guild: GuildHandle) -> discord.Message:
        """The latest message where the match is played in a server."""
        env = self.server.env
        posted = env.backend.messages[self.home(guild).id].values()
        seen = [message for message in posted if message.visible_to(None)]
        return to_discord_message(env, max(seen, key=lambda message: message.id))

    def sent_to(self, number: int) -> str:
        """Everything that Discord was sent for a place's server, and for its player directly or privately."""
        guild, who = ((self.server.guild, self.near), (self.guild, self.far))[number]
        channel = (self.server.channel, self.channel)[number]
        rooms = {channel.id, *(thread.id for thread in channel.threads), who.user.dm_channel.id}
        public = [
            _said(entry)
            for entry in self.server.env.http_requests
            if any(entry.path.startswith(f"/channels/{room}") for room in rooms)
        ]
        return "\n".join([*public, *self.answered.get(guild.id, [])])

    def known_in(self, number: int) -> tuple[GuildHandle, ChannelHandle, ChannelHandle, tuple[str, ...]]:
        """A place's server, channel and thread, and the names that only its people know."""
        if number == NEAR:
            near = self.server
            return near.guild, near.channel, self.home(near.guild), ("Rock pool", "board-games")
        names = ("Hidden cove", "secret-harbour", "Nick of the cove")
        return self.guild, self.channel, self.home(self.guild), names

    def said_in(self, guild: GuildHandle) -> str:
        """The text of the latest card in a server."""
        return text(self.card(guild))


def _said(entry: Any) -> str:
    return f"{entry.method} {entry.path} {json.dumps(entry.json, ensure_ascii=False)}"


def lose(two: TwoServers, *, status: int, code: int) -> None:
    """Let Discord refuse everything in the far server from now on."""
    rooms = [two.channel, *two.channel.threads]
    for room in rooms:
        for method, path in (("POST", "messages"), ("PATCH", "messages/*"), ("POST", "threads")):
            two.server.env.inject_error(
                method, f"/channels/{room.id}/{path}", status=status, code=code, times=None
            )


def keeper(two: TwoServers, name: str = "admin") -> MemberActor:
    """Somebody who manages the far server and plays in none of its matches."""
    role = two.guild.create_role("Keepers", permissions=MANAGES)
    return two.guild.add_member(two.server.env.create_user(name), roles=[role])


def check_secrecy(two: TwoServers) -> None:
    """Nothing that either server or its player was sent holds an id or a name of the other server.

    Nor is the other player mentioned: Discord would show a number.
    """
    for number in (NEAR, FAR):
        guild, channel, home, names = two.known_in(number)
        sent = two.sent_to(1 - number)
        assert "Predation" in sent or "Prawns" in sent
        for secret in (guild.id, channel.id, home.id, *names):
            assert str(secret) not in sent
        stranger = (two.near, two.far)[number]
        assert f"<@{stranger.id}>" not in sent, "named, not mentioned"
