"""Matches against the computer for stories: what is told is the person's part, so any legal action is its."""

from __future__ import annotations

from typing import Any

from engines import Side
from matches import Match, MatchId, Phase, UserId
from matches.players import Human
from tests.cogs.server import Server


async def begin(server: Server, level: int = 3, *, game: str = "pjawns", **options: Any) -> Any:
    """The challenger plays the computer, by command; returns what came of it."""
    return await server.challenger.slash(server.channel, f"{game} challenge", computer=level, **options)


async def let_it_play(server: Server, number: int = 1) -> Match:
    """Have the computer play until somebody else has to act, and show it; returns the match."""
    app = server.bot.app
    match = await app.matches.load(MatchId(number))
    while _waits_for_it(server, match):
        for chore in await app.matches.computers.claim(9):
            turn = await app.matches.computers.turn_of(chore)
            if turn is not None:
                await app.matches.computers.play(turn, _any_turn(server, match))
            await app.matches.computers.drop(chore)
        match = await app.publisher.publish(match.id)
        match = await app.matches.load(match.id)
    return match


def _waits_for_it(server: Server, match: Match) -> bool:
    return match.phase.running and not any(
        isinstance(player, Human) for player in server.bot.app.matches.to_act(match)
    )


def _any_turn(server: Server, match: Match) -> list[str]:
    """A whole turn of the side to act: the first legal action, and again until it is another's turn."""
    position = server.bot.app.matches.history(match).position
    side: Side | None = position.to_act
    actions: list[str] = []
    while position.to_act == side and position.to_act is not None:
        action = position.legal_actions()[0]
        actions.append(str(action))
        position = position.apply(action)
    return actions


async def lost(server: Server, level: int = 3, *, game: str = "pjawns") -> Match:
    """The challenger resigns a match against the computer."""
    await begin(server, level, game=game)
    app, user = server.bot.app, UserId(server.challenger.id)
    (match,) = (await app.matches.lists.listed(user, (Phase.PLAYING,), 9)).matches
    return await app.publisher.publish(match.id, await app.matches.play.resign(match.id, user))
