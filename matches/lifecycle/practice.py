"""Practice: alone on both sides, or against the computer from a position of a finished match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from engines import GAMES, Position, Side
from engines.record import History
from matches.errors import Problem, Refused
from matches.guilds.settings import ChallengeChannel
from matches.lifecycle.challenge import ChallengeTerms, Policy, drawn, made
from matches.model import Coin, Match, NewMatch, Phase, UserId
from matches.players import Computer, Player, SamePerson
from matches.time.pace import NO_CLOCK


@dataclass(frozen=True, slots=True)
class Beginning:
    """The starting point of practice: a game, the version of its rules, and the text of a position.

    ``position`` is None for the start of the game; ``to_act`` is the side that acts there, None if decided
    later.
    """

    game: str
    rules_version: int
    options: Mapping[str, str]
    position: str | None = None
    to_act: Side | None = None


def at_the_start(game: str, options: Mapping[str, str]) -> Beginning:
    """Practice from the start of a game."""
    return Beginning(game, GAMES[game].rules_version, GAMES[game].complete_options(options))


def check_over(match: Match) -> None:
    """Raise Refused while a match is running: its players must decide without help."""
    if match.phase is not Phase.FINISHED:
        raise Refused(Problem.PRACTICE_RUNNING, match=match)


def from_position(match: Match, history: History, ply: int) -> Beginning:
    """Practice from a finished match after its first ``ply`` actions. Raises Refused."""
    check_over(match)
    position = history.until(ply).position
    if position.to_act is None:
        raise Refused(Problem.PRACTICE_OVER, match=match)
    return Beginning(
        match.game_key, match.rules_version, dict(match.options), position.to_text(), position.to_act
    )


def start_of(beginning: Beginning) -> Position:
    """The position that practice begins from."""
    game = GAMES[beginning.game].at(beginning.rules_version)
    assert beginning.position is not None, "it begins from a position"
    return game.from_text(beginning.position, beginning.options)


def new_match(
    beginning: Beginning,
    user: UserId,
    level: int | None,
    side: Side | None,
    place: ChallengeChannel,
    *,
    coin: Coin,
    now: datetime,
    policy: Policy,
) -> NewMatch:
    """The match to store: against the computer at ``level``; None to play both sides."""
    rival: Player = SamePerson() if level is None else Computer(level)
    terms = ChallengeTerms(beginning.game, {}, pace=NO_CLOCK, rated=False)
    new = made(terms, user, rival, place, coin=coin, now=now, policy=policy, pace=NO_CLOCK)
    first = beginning.to_act
    if level is None and new.first is None and GAMES[beginning.game].starter == "toss":
        first = first or drawn(GAMES[beginning.game], coin)  # there is no opponent to call the coin
    return replace(
        new,
        rules_version=beginning.rules_version,
        options=beginning.options,  # of that version of the rules, which may be an older one
        terms=replace(new.terms, start=beginning.position),
        side=side or beginning.to_act,
        first=first or new.first,
    )


def again(match: Match) -> Beginning:
    """The starting point of practice, to begin it again."""
    to_act = match.first if match.terms.start is not None else None
    return Beginning(match.game_key, match.rules_version, dict(match.options), match.terms.start, to_act)
