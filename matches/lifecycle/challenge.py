"""A challenge before its answer: the allowed opponents, and the terms that it fixes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from engines import GAMES, Game, OptionError, Side
from matches.errors import OpponentProblem, Problem, Refused
from matches.guilds.settings import ChallengeChannel
from matches.lifecycle import seals
from matches.lifecycle.sets import FIRST
from matches.model import (
    USUAL_TERMS,
    Coin,
    Draw,
    Match,
    MatchFacts,
    MatchTerms,
    NewMatch,
    Phase,
    RatedStatus,
    Salt,
    UserId,
)
from matches.players import Computer, Human, Player, SamePerson
from matches.requirements import NO_REQUIREMENTS
from matches.time.pace import Pace
from matches.written import person_id

Starter = Literal["challenger", "opponent"]


OPEN_FAST_LIFE: Final = timedelta(minutes=30)
"""The lifetime of an open fast challenge: later its challenger may be asleep."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The host's limits: the lifetime of a challenge, and the number of matches.

    A user may have ``open_challenges`` unanswered challenges, ``running_matches`` over all servers, and
    ``computer_matches`` against the computer at a time; all users of a server together
    ``computer_matches_in_guild``. A user may post ``posts`` challenges and simuls within POSTED_WITHIN.
    ``computer``: whether the computer can be played.
    """

    challenge_life: timedelta = timedelta(days=7)
    open_challenges: int = 5
    running_matches: int = 100
    computer_matches: int = 3
    computer_matches_in_guild: int = 25
    computer: bool = True
    posts: int = 10


@dataclass(frozen=True, slots=True)
class Opponent:
    """A challenged user, with facts that only Discord knows.

    Raises NoSuchIdError for an id that cannot be a user's.
    """

    id: UserId
    is_bot: bool = False
    in_guild: bool = True
    sees_channel: bool = True

    def __post_init__(self) -> None:
        person_id(self.id)

    def problem(self, challenger: UserId | None) -> OpponentProblem | None:
        """Why ``challenger`` cannot challenge this user, or None."""
        if self.id == challenger:
            return OpponentProblem.SELF
        if self.is_bot:
            return OpponentProblem.BOT
        if not self.in_guild:
            return OpponentProblem.ABSENT
        return None if self.sees_channel else OpponentProblem.BLIND_TO_CHANNEL


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """A challenger's wishes: the game, its options, a side, who starts. None leaves it to chance.

    ``pace``: None for the server's default. ``rated``: whether the match is to be rated; None: if it has a
    clock. ``terms``: all other terms; its ``pace`` is ignored.
    """

    game: str
    options: Mapping[str, str]
    side: Side | None = None
    starter: Starter | None = None
    pace: Pace | None = None
    rated: bool | None = None
    terms: MatchTerms = USUAL_TERMS


def made(
    wishes: ChallengeTerms,
    challenger: UserId,
    opponent: Player | None,
    place: ChallengeChannel,
    *,
    coin: Coin,
    now: datetime,
    policy: Policy,
    pace: Pace,
) -> NewMatch:
    """The challenge to store; ``pace`` is the default one.

    One that needs no answer, such as one to the computer or on a ladder, is due at once. A side chosen in an
    uneven game makes a single match unrated.

    Raises OptionError for wishes that the game does not offer, and Refused for weekends off at a fast
    pace or without a clock.
    """
    rules = GAMES[wishes.game]
    chosen = wishes.pace or pace
    if wishes.terms.weekends_off and chosen.fast:
        raise Refused(Problem.WEEKENDS_TOO_FAST)
    if wishes.terms.weekends_off and not chosen.timed:
        raise Refused(Problem.NO_CLOCK_TO_PAUSE)
    side, first = _sides(rules, wishes, coin)
    alone = isinstance(opponent, Computer | SamePerson)
    options = rules.complete_options(wishes.options)
    rated = not alone and _to_be_rated(rules, wishes, chosen)
    life = OPEN_FAST_LIFE if opponent is None and chosen.fast else policy.challenge_life
    return NewMatch(
        game_key=wishes.game,
        rules_version=rules.rules_version,
        options=options,
        guild_id=place.guild,
        channel_id=place.channel,
        challenger=Human(challenger),
        opponent=opponent,
        created_at=now,
        deadline_at=now if alone or wishes.terms.agreed else now + life,
        side=side,
        first=first,
        terms=_terms(wishes, chosen, opponent),
        stakes=RatedStatus.RATED if rated else RatedStatus.FRIENDLY,
    )


def is_as_wished(challenge: MatchFacts, wishes: ChallengeTerms, pace: Pace) -> bool:
    """True if a challenge to a person or to anyone is as one made of ``wishes``; ``pace``: the default."""
    rules, chosen = GAMES[wishes.game], wishes.pace or pace
    side = challenge.side_of(challenge.users[0])
    starter: Starter | None = None
    if challenge.first is not None:
        starter = "challenger" if challenge.first == side else "opponent"
    # With a starter, a side that's left open is drawn at once.
    same_side = wishes.side == side or (wishes.side is None and starter is not None)
    return (
        (challenge.game_key, challenge.options) == (wishes.game, rules.complete_options(wishes.options))
        and challenge.terms == _terms(wishes, chosen, challenge.opponent)
        and (challenge.stakes is RatedStatus.RATED) == _to_be_rated(rules, wishes, chosen)
        and same_side
        and wishes.starter == starter
    )


def _terms(wishes: ChallengeTerms, pace: Pace, opponent: Player | None) -> MatchTerms:
    """The terms of a challenge at a pace to ``opponent``, or to anyone."""
    return replace(
        wishes.terms,
        pace=pace,
        requirements=wishes.terms.requirements if opponent is None else NO_REQUIREMENTS,
    )


def _to_be_rated(rules: Game, wishes: ChallengeTerms, pace: Pace) -> bool:
    """True if a match of two people at a pace is to be rated."""
    rated = pace.timed if wishes.rated is None else wishes.rated
    return (
        rated and not _is_easier(rules, wishes) and rules.can_be_rated(rules.complete_options(wishes.options))
    )


def is_unrated_for_its_side(challenge: MatchFacts) -> bool:
    """True if a challenge has to be unrated because a side of an uneven game was chosen."""
    game, chosen = challenge.game, challenge.phase is Phase.CHALLENGED and bool(challenge.seats)
    might_be = game.uneven and game.can_be_rated(challenge.options)
    return chosen and might_be and not (challenge.terms.set_part or challenge.rated or challenge.alone)


def _is_easier(rules: Game, wishes: ChallengeTerms) -> bool:
    """True if the challenger has chosen a side in an uneven game, and not for a set with changed sides."""
    return rules.uneven and wishes.side is not None and not wishes.terms.set_part


def again(match: Match, user: UserId) -> ChallengeTerms:
    """The terms of a rematch that ``user`` asks for, in which the players swap the advantage.

    If the starter is drawn by lot, they keep their colours and the other one starts. Else they change sides,
    unless the game always gives the challenger the same side. In an uneven game the sides of a rated match
    are drawn again: otherwise the player who asks first would choose the easier one.
    """
    rules, own = match.game, match.side_of(user)
    terms = match.terms.carried_over(FIRST if match.terms.set_part else 0)
    # A match that was unrated only because the two had met too often asks to be rated again.
    rated = match.stakes is not RatedStatus.FRIENDLY
    same = ChallengeTerms(match.game_key, match.options, pace=match.terms.pace, rated=rated, terms=terms)
    if rules.challenger_side or own is None or (rules.uneven and rated and not terms.set_part):
        return same
    if rules.starter == "drawn":
        return replace(same, side=own, starter="opponent" if match.first == own else "challenger")
    return replace(same, side=rules.other(own))


def drawn(rules: Game, coin: Coin) -> Side:
    """A random side."""
    return rules.sides[0 if coin() == "heads" else 1]


def sealed(new: NewMatch, coin: Coin, salt: Salt) -> NewMatch:
    """``new`` with its random choices drawn now, so that they cannot be picked once the answer is known.

    Unchanged if the match begins at once: its seal could not be seen before it is opened.
    """
    if new.terms.agreed or isinstance(new.opponent, Computer | SamePerson):
        return new
    rules, open_start = GAMES[new.game_key].at(new.rules_version), new.first is None
    challenger = None if new.side or rules.challenger_side else drawn(rules, coin)
    fell = coin() if open_start and rules.starter == "toss" else None
    first = drawn(rules, coin) if open_start and rules.starter == "drawn" else None
    if challenger is None and fell is None and first is None:
        return new
    return replace(new, draw=Draw(seals.drawn(salt), fell, challenger, first))


def check_side(rules: Game, side: Side | None) -> None:
    """Raise OptionError if a challenger can't choose ``side``; None is no choice."""
    if side is not None and (rules.challenger_side or side not in rules.sides):
        raise OptionError(f"{side!r} is no side to choose in {rules.name}")


def _sides(rules: Game, wishes: ChallengeTerms, coin: Coin) -> tuple[Side | None, Side | None]:
    """The challenger's side and the side that starts, each None if the wishes leave it open."""
    side = wishes.side
    check_side(rules, side)
    if wishes.starter is None:
        return side, None
    if rules.starter != "drawn":
        raise OptionError(f"who starts is not to choose in {rules.name}")
    side = side or drawn(rules, coin)
    return side, side if wishes.starter == "challenger" else rules.other(side)
