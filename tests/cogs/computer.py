"""Matches against the computer for stories: what is told is the person's part."""

from __future__ import annotations

from typing import Any

from matches import Match, MatchId, Phase, UserId
from matches.players import Human
from tests.cogs.server import Server


async def begin(server: Server, level: int = 3, *, game: str = "pjawns", **options: Any) -> Any:
    """The challenger plays the computer, by command; returns what came of it."""
    return await server.challenger.slash(server.channel, f"{game} challenge", computer=level, **options)


async def answered(server: Server, number: int = 1) -> Match:
    """The match after the computer's answer: it waits for somebody else, and its card shows that."""
    match = await server.match(number)
    assert match.shown.version == match.version
    assert not _waits_for_it(server, match)
    return match


def _waits_for_it(server: Server, match: Match) -> bool:
    awaited = server.bot.app.matches.to_act(match)
    return match.phase.running and not any(isinstance(player, Human) for player in awaited)


async def lost(server: Server, level: int = 3, *, game: str = "pjawns") -> Match:
    """The challenger resigns a match against the computer."""
    await begin(server, level, game=game)
    app, user = server.bot.app, UserId(server.challenger.id)
    (match,) = (await app.matches.lists.listed(user, (Phase.PLAYING,), 9)).matches
    return await app.publisher.publish(MatchId(match.id), await app.matches.play.resign(match.id, user))
