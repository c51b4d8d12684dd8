"""A challenge before it is answered: who may be challenged, and what it settles of the match to come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from engines import GAMES, Game, OptionError, Side
from matches.clock import Pace
from matches.errors import OpponentProblem, Problem, Refused
from matches.guild_settings import ChallengeChannel
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
from matches.written import person_id

Starter = Literal["challenger", "opponent"]


OPEN_FAST_LIFE: Final = timedelta(minutes=30)
"""The time that an open challenge by minutes stands: later its challenger may be asleep."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The host's limits: the time a challenge stands, and the number of matches one person may have.

    That is ``open_challenges`` without an answer, and ``running_matches`` over all servers; against the
    computer ``computer_matches`` at once, and ``computer_matches_in_guild`` of all people in a server.
    ``computer``: whether there is a computer to play against.
    """

    challenge_life: timedelta = timedelta(days=7)
    open_challenges: int = 5
    running_matches: int = 100
    computer_matches: int = 3
    computer_matches_in_guild: int = 25
    computer: bool = True


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody challenged by name, with what only Discord knows about them.

    Raises NoSuchIdError for an id that nobody there can have.
    """

    id: UserId
    is_bot: bool = False
    in_guild: bool = True
    sees_channel: bool = True

    def __post_init__(self) -> None:
        person_id(self.id)

    def problem(self, challenger: UserId | None) -> OpponentProblem | None:
        """Why ``challenger`` cannot challenge this person, or None."""
        if self.id == challenger:
            return OpponentProblem.SELF
        if self.is_bot:
            return OpponentProblem.BOT
        if not self.in_guild:
            return OpponentProblem.ABSENT
        return None if self.sees_channel else OpponentProblem.BLIND_TO_CHANNEL


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """The wishes of a challenger: the game, its options, a side, who starts. None leaves it to chance.

    ``pace``: how much time there is, None for what is usual in the server. ``rated``: whether the match shall
    change ratings; None: if it has a clock. ``terms``: the rest of them; its ``pace`` isn't looked at.
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
    """The challenge to store; ``pace`` is the usual one.

    One to the computer, to oneself or for a place on a ladder is due at once: nobody has to answer it. A side
    chosen in an uneven game makes a single match unrated.

    Raises OptionError for wishes the game lacks, and Refused for weekends off at a fast pace.
    """
    rules = GAMES[wishes.game]
    chosen = wishes.pace or pace
    if wishes.terms.weekends_off and chosen.fast:
        raise Refused(Problem.WEEKENDS_TOO_FAST)
    side, first = _settled(rules, wishes, coin)
    alone = isinstance(opponent, Computer | SamePerson)
    options = rules.settle(wishes.options)
    rated = chosen.timed if wishes.rated is None else wishes.rated
    rated = rated and not (alone or _is_easier(rules, wishes)) and rules.can_be_rated(options)
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
        deadline_at=now if alone or wishes.terms.ladder else now + life,
        side=side,
        first=first,
        terms=replace(
            wishes.terms,
            pace=chosen,
            weekends_off=wishes.terms.weekends_off and chosen.timed,
            requirements=wishes.terms.requirements if opponent is None else NO_REQUIREMENTS,
        ),
        stakes=RatedStatus.RATED if rated else RatedStatus.FRIENDLY,
    )


def is_unrated_for_its_side(challenge: MatchFacts) -> bool:
    """True if a challenge is unrated, and could be nothing else: a side of an uneven game is chosen."""
    game, chosen = challenge.game, challenge.phase is Phase.CHALLENGED and bool(challenge.seats)
    might_be = game.uneven and game.can_be_rated(challenge.options)
    return chosen and might_be and not (challenge.terms.set_part or challenge.rated or challenge.alone)


def _is_easier(rules: Game, wishes: ChallengeTerms) -> bool:
    """True if the challenger has chosen a side in a game in which one is easier, and doesn't change it."""
    return rules.uneven and wishes.side is not None and not wishes.terms.set_part


def again(match: Match, user: UserId) -> ChallengeTerms:
    """The terms ``user`` asks for in a rematch: the player who had it easier gives way.

    Where the starter is drawn, the players keep their colours and the other one starts; elsewhere they
    change sides, unless the game always gives the challenger the same one. In an uneven game a rated match
    has its sides drawn anew: whoever asks for it would else choose the easier one.
    """
    rules, own = match.game, match.side_of(user)
    terms = MatchTerms(
        takebacks=match.terms.takebacks,
        weekends_off=match.terms.weekends_off,
        set_part=FIRST if match.terms.set_part else 0,
    )
    # One that was unrated only because they had met too often is meant to be rated once it may be.
    rated = match.stakes is not RatedStatus.FRIENDLY
    same = ChallengeTerms(match.game_key, match.options, pace=match.terms.pace, rated=rated, terms=terms)
    if rules.challenger_side or own is None or (rules.uneven and rated and not terms.set_part):
        return same
    if rules.starter == "drawn":
        return replace(same, side=own, starter="opponent" if match.first == own else "challenger")
    return replace(same, side=rules.other(own))


def drawn(rules: Game, coin: Coin) -> Side:
    """One of the sides, by chance."""
    return rules.sides[0 if coin() == "heads" else 1]


def sealed(new: NewMatch, coin: Coin, salt: Salt) -> NewMatch:
    """``new`` with all that is left to chance drawn, so that nobody can choose it when the answer is known.

    Not where it begins at once: nobody would have seen the seal before it is opened.
    """
    if new.terms.ladder or isinstance(new.opponent, Computer | SamePerson):
        return new
    rules, open_start = GAMES[new.game_key].at(new.rules_version), new.first is None
    challenger = None if new.side or rules.challenger_side else drawn(rules, coin)
    fell = coin() if open_start and rules.starter == "toss" else None
    first = drawn(rules, coin) if open_start and rules.starter == "drawn" else None
    if challenger is None and fell is None and first is None:
        return new
    return replace(new, draw=Draw(seals.drawn(salt), fell, challenger, first))


def _settled(rules: Game, wishes: ChallengeTerms, coin: Coin) -> tuple[Side | None, Side | None]:
    """The challenger's side and the side that starts, as far as the wishes settle them."""
    side = wishes.side
    if side is not None and (rules.challenger_side or side not in rules.sides):
        raise OptionError(f"{side!r} is no side to choose in {rules.name}")
    if wishes.starter is None:
        return side, None
    if rules.starter != "drawn":
        raise OptionError(f"who starts is not to choose in {rules.name}")
    side = side or drawn(rules, coin)
    return side, side if wishes.starter == "challenger" else rules.other(side)
