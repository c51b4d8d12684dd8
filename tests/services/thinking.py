"""Matches against the computer, and what it is asked."""

from __future__ import annotations

from dataclasses import replace

from engines import GAMES
from matches import ChallengeChannel, ChallengeTerms, ChannelId, GuildId, Match
from matches.chores import Chore
from matches.lifecycle.computers import ComputerTurn
from tests.matches.table import CHALLENGER, Table

PLACE = ChallengeChannel(GuildId(5), ChannelId(6))


async def begin(table: Table, game: str = "pjawns", level: int = 3, **terms: object) -> Match:
    wishes = replace(ChallengeTerms(game, {}), **terms)  # type: ignore[arg-type]
    match = await table.matches.challenges.against_computer(CHALLENGER, level, wishes, PLACE)
    table.id = match.id
    return match


async def due(table: Table) -> list[tuple[Chore, ComputerTurn | None]]:
    found = await table.services.computers.claim(9)
    return [(chore, await table.services.computers.turn_of(chore)) for chore in found]


async def the_turn(table: Table) -> ComputerTurn:
    [(_, turn)] = await due(table)
    assert turn is not None
    return turn


def first_turn(turn: ComputerTurn) -> list[str]:
    """The first legal actions up to where the other side acts."""
    position = GAMES[turn.game_key].at(turn.rules_version).from_text(turn.position, turn.options)
    side, actions = position.to_act, []
    while position.to_act == side and position.legal_actions():
        action = position.legal_actions()[0]
        actions.append(str(action))
        position = position.apply(action)
    return actions


async def move(table: Table, text: str | None = None) -> Match:
    match = await table.match()
    text = text or str(table.matches.history(match).position.legal_actions()[0])
    return await table.matches.play.turn(match.id, CHALLENGER, text)
