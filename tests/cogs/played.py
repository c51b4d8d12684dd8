"""Matches that the services play for a story, and the menus of a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.found import features
from cogs.text.en import lists
from engines import GAMES
from matches import ChallengeTerms, Match
from matches.lifecycle.challenge import Starter
from tests.cogs.community import GAME, accepted, id_of
from tests.cogs.going_on import gone_on
from tests.cogs.server import Server, parts

TABS = (*lists.TABS, *(tab.label() for each in features().values() for tab in each.matches_tabs))
"""The labels of the tabs of /matches."""


async def running(
    server: Server,
    first: MemberActor,
    second: MemberActor,
    *turns: str,
    game: str = GAME,
    options: Mapping[str, str] | None = None,
    channel: ChannelHandle | None = None,
) -> Match:
    """A match in which these turns were played; ``first`` has the game's first side, which starts."""
    side = None if GAMES[game].challenger_side else GAMES[game].sides[0]
    starter: Starter | None = "challenger" if GAMES[game].starter == "drawn" else None
    terms = ChallengeTerms(game, options or {}, side=side, starter=starter)
    match = await accepted(server, first, second, terms, channel)
    return await gone_on(server, *turns, number=match.id) if turns else match


async def finished(
    server: Server, winner: MemberActor, loser: MemberActor, *turns: str, second: bool = False, **how: Any
) -> Match:
    """A match that the loser gave up after these turns; the winner had the first side, or the ``second``."""
    players = (loser, winner) if second else (winner, loser)
    match = await running(server, *players, *turns, **how)
    return await server.bot.app.matches.play.resign(match.id, id_of(loser))


def menu(message: Any, verb: str) -> list[tuple[str, str]]:
    """The values and labels of the menu of a verb; nothing if there is none."""
    return [(option["value"], option["label"]) for option in _options(message, verb)]


def described(message: Any, verb: str) -> list[str]:
    """What stands below the entries of a menu."""
    return [option.get("description", "") for option in _options(message, verb)]


def _options(message: Any, verb: str) -> Sequence[Mapping[str, Any]]:
    found = [part for part in parts(message) if str(part.get("custom_id", "")).startswith(f"{verb}:")]
    return [option for part in found for option in part.get("options", ())]


def id_of_menu(message: Any, verb: str) -> str:
    """The id of the menu of a verb."""
    ids = [str(part.get("custom_id", "")) for part in parts(message)]
    return next(one for one in ids if one.startswith(f"{verb}:"))
