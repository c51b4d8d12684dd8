"""Matches taken further in one go, for stories in which it isn't the subject how they came so far."""

from __future__ import annotations

from cogs.kit.call import show_all
from engines import Action
from matches import Match, MatchId
from tests.cogs.server import Server


async def gone_on(server: Server, *turns: str, number: int = 1) -> Match:
    """The match after more turns of both players, stored as one change; no card shows them yet."""
    matches, actions = server.bot.app.matches, list[Action]()
    async with matches._core.changing(MatchId(number)) as match:
        position = matches.history(match).position
        for turn in turns:
            for action in position.parse_line(turn):
                actions.append(action)
                position = position.apply(action)
        after, advance = matches.play.played(match, actions, await matches._core.people_of(match))
        return await matches._core.save(match, after, "gone on", advance=advance)


async def shown(server: Server, match: Match) -> Match:
    """The match, once its card shows what it has come to."""
    with server.env.as_bot():
        await show_all(server.bot.app, [match])
    await server.env.settle()
    return await server.match(match.id)


async def begun(server: Server, command: str, *turns: str, number: int = 1, **options: str) -> None:
    """A match of a game without picks in which these turns were made, shown as it is after them."""
    await server.begin(command, **options)
    await shown(server, await gone_on(server, *turns, number=number))
