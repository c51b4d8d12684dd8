"""Matches against the computer for stories: what is told is the person's part."""

from __future__ import annotations

from typing import Any

from cogs.kit.presentation import number_of_game
from cogs.panels.challenge import computer_panel
from matches import Match, MatchId, Phase, UserId
from matches.players import Human
from tests.cogs.forged import OwnMessage
from tests.cogs.server import Server
from tests.wishes import game_of


async def begin(server: Server, level: int = 3, *, game: str = "pjawns", **options: Any) -> Any:
    """The challenger plays the computer, by command or, as a side, by its panel; returns what came of it."""
    if (side := options.pop("side", None)) is None:
        return await server.challenger.slash(server.channel, f"{game} challenge", computer=level, **options)
    kind = game_of(game)
    how = computer_panel.FIRST_SIDE + kind.sides.index(side)
    own = OwnMessage(server, server.challenger, server.channel)
    return await own.click(f"computerlevel:0:0:{number_of_game(kind.key)}.{level}.{how}")


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
