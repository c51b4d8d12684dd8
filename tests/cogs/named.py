"""People who are called by names, for tests of what is called after them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from simcord.actors import MemberActor

from engines import GAMES
from matches import ChannelId, GuildId, MatchId, Phase, UserId
from matches.model import MatchFacts, MatchPlace
from matches.players import Erased, Human, Seat
from tests.cogs.server import Server

GAME: Final = GAMES["cannons-and-crabs"]


def member(server: Server, name: str, **more: Any) -> MemberActor:
    """Somebody of the server who is called like this."""
    return server.guild.add_member(server.env.create_user(f"{name}-login".lower(), global_name=name), **more)


def named_pair(server: Server) -> Server:
    """The server, in which Ada and Ben play."""
    server.challenger, server.opponent = member(server, "Ada"), member(server, "Benedict", nick="Ben")
    return server


def forget_names(server: Server) -> None:
    """Have the bot forget what it knows of people, as it does within an hour."""
    server.bot.app.members._known.clear()


def names(server: Server) -> list[str]:
    """The names of the threads, oldest first."""
    return [str(thread.name) for thread in server.channel.threads]


def match_of_two(number: int, *, erased: bool = False) -> MatchFacts:
    """A match of two people, or of one and somebody who was erased."""
    ada, ben = Human(UserId(1)), Erased(7) if erased else Human(UserId(2))
    seats = (Seat(GAME.sides[0], ada), Seat(GAME.sides[1], ben))
    place, now = MatchPlace(GuildId(1), ChannelId(2)), datetime(2026, 1, 1, tzinfo=UTC)
    options = {option.key: option.default for option in GAME.options}
    facts = MatchFacts(
        MatchId(number), 1, Phase.PLAYING, GAME.key, GAME.rules_version, options, (place,), ada, ben, now, now
    )
    return replace(facts, seats=seats)
