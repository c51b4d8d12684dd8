"""The model of a tournament: its terms, entrants, pairings and outcomes, as plain values.

A tournament goes ``open -> running (<-> paused) -> over``, or is called off. It has one game, one server and
one format. From its start on, entrants are known by their seed: a pairing names seeds, so that an entrant can
be replaced or erased without touching the pairings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple, NewType, Self

from matches.model import ChannelId, GuildId, MatchId, UserId
from matches.time import DAY, as_utc
from matches.time.pace import Pace

TournamentId = NewType("TournamentId", int)

Seed = NewType("Seed", int)
"""An entrant's number from the start on, counted from 1: the strongest first."""

UNSEEDED: Final = Seed(0)
"""The seed of an entrant before the tournament has started."""
NO_GROUP: Final = 0
"""The group of an entrant or a pairing in formats without groups, or of an entrant in no group now."""
DECIDER: Final = 3
"""The game of a tie in a knockout that is played if the first two games leave it even."""

WIN: Final = 2
DRAW: Final = 1
LOSS: Final = 0
"""Points are counted in halves: a win is 2, a draw 1."""

LEAST_ENTRANTS: Final = 3
"""A tournament with fewer entrants at its start is called off."""
MOST_ENTRANTS: Final = 1000
MOST_IN_GROUPS: Final = 200
"""The most entrants of a round robin or a league."""
MOST_PER_GUILD: Final = 5
"""The most open or running tournaments of a server."""
MOST_ORGANISERS: Final = 10
GROUP_SIZES: Final = range(4, 11)
AT_ONCE: Final = range(2, 10)
DEFAULT_AT_ONCE: Final = 3
MOVERS: Final = (1, 2)
"""The numbers of a group's entrants that can be promoted, or change places with the next division's."""
ROUND_DAYS: Final = range(1, 366)
MOST_ROUNDS: Final = 50
TOURNAMENT_PACE: Final = Pace.read("5d+12h<7d")
"""The pace of a tournament's matches unless another one is chosen."""


class Format(StrEnum):
    """The format of a tournament. The values are stored: never rename one."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    LEAGUE = "league"

    @property
    def has_groups(self) -> bool:
        """True if entrants play in groups: stages of a round robin, divisions of a league."""
        return self in (Format.ROUND_ROBIN, Format.LEAGUE)

    @property
    def most_entrants(self) -> int:
        """The most entrants that a tournament of the format can have."""
        return MOST_IN_GROUPS if self.has_groups else MOST_ENTRANTS


DEFAULT_ROUND_DAYS: Final[Mapping[Format, int]] = {
    Format.ROUND_ROBIN: 120,
    Format.SWISS: 60,
    Format.KNOCKOUT: 60,
    Format.LEAGUE: 120,
}
"""The days of a round unless others are chosen. A stage of a round robin, or a season, is one round."""


class TournamentState(StrEnum):
    """The state of a tournament. The values are stored: never rename one."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"
    CALLED_OFF = "called-off"

    @property
    def started(self) -> bool:
        """True if pairings are or will be made: running or paused."""
        return self in (TournamentState.RUNNING, TournamentState.PAUSED)

    @property
    def ended(self) -> bool:
        """True if nothing happens any more."""
        return self in (TournamentState.OVER, TournamentState.CALLED_OFF)


class Decision(StrEnum):
    """The way a pairing was decided. The values are stored: never rename one."""

    PLAYED = "played"
    ON_TIME = "on-time"
    """Played, and lost on time."""
    FORFEIT = "forfeit"
    """A player did not begin the game, or has left the tournament."""
    ADJOURNED = "adjourned"
    """The game was not finished, or not begun, on the last day of the round."""
    NOT_PLAYED = "not-played"
    """One of the two has blocked the other."""
    BYE = "bye"
    """There was no opponent."""
    ORGANISER = "organiser"
    """Set by an organiser."""

    @property
    def by_play(self) -> bool:
        """True if the result is that of a match that was played to its end."""
        return self in (Decision.PLAYED, Decision.ON_TIME)

    @property
    def is_met(self) -> bool:
        """True if the game counts as played for tie-breaks, and its colours for the next pairing."""
        return self in (Decision.PLAYED, Decision.ON_TIME, Decision.ADJOURNED, Decision.ORGANISER)


RESULTS: Final = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN), (LOSS, LOSS))
"""The possible half points of a pairing's two players; none for both if neither came."""


@dataclass(frozen=True, slots=True)
class PairingOutcome:
    """The half points that a pairing brings its first and second player, and how it was decided.

    Raises ValueError for points other than RESULTS.
    """

    first: int
    second: int
    how: Decision

    def __post_init__(self) -> None:
        if (self.first, self.second) not in RESULTS:
            raise ValueError(f"no outcome: {self.first}-{self.second}")


class PairingKey(NamedTuple):
    """A pairing's place in its tournament.

    ``round``: a round, a stage of a round robin, or a season. ``board``: counted from 1 in the round; in a
    knockout the tie, from the top of the bracket. ``game``: 1, or the game of a tie in a knockout.
    """

    round: int
    board: int
    game: int = 1


@dataclass(frozen=True, slots=True, repr=False)
class TieDraw:
    """The player who begins the decider of a tie: drawn before the tie begins, and sealed until it is needed.

    ``first_begins``: the first player of game 1. ``salt`` is the salt of the seal, in hexadecimal. It never
    shows in a log.
    """

    first_begins: bool
    salt: str = field(hash=False)

    def __repr__(self) -> str:
        return "<sealed>"


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a tournament, between two seeds.

    ``first`` plays the game's first side, and begins; None for both is an empty place in a bracket, None for
    ``second`` a bye. ``begins_at`` and ``ends_at``: the round's first moment and last day for it, before
    vacations are added. ``match_ended``: the match ended; without an outcome it was called off. ``draw``: in
    the first game of a tie.
    """

    key: PairingKey
    group: int
    first: Seed | None
    second: Seed | None
    begins_at: datetime
    ends_at: datetime
    match_id: MatchId | None = None
    match_ended: bool = False
    outcome: PairingOutcome | None = None
    draw: TieDraw | None = None

    @property
    def seeds(self) -> tuple[Seed, ...]:
        """The players of the pairing, the first one first."""
        return tuple(seed for seed in (self.first, self.second) if seed is not None)

    @property
    def waiting(self) -> bool:
        """True if the pairing is undecided and has no match yet."""
        return self.match_id is None and self.outcome is None

    @property
    def running(self) -> bool:
        """True if the pairing is undecided and its match is running."""
        return self.match_id is not None and self.outcome is None and not self.match_ended

    @property
    def called_off(self) -> bool:
        """True if an administrator called the match off: it waits for an organiser, or the last day."""
        return self.match_ended and self.outcome is None

    def rival_of(self, seed: Seed) -> Seed | None:
        """The opponent of ``seed``, or None if it has none."""
        return self.second if seed == self.first else self.first

    def points_of(self, seed: Seed) -> int:
        """The half points that the outcome brings ``seed``; 0 while undecided."""
        if self.outcome is None:
            return 0
        return self.outcome.first if seed == self.first else self.outcome.second


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person in a tournament.

    ``user_id``: None once they are erased. ``rating``: their points, taken at the start. ``group``: the group
    they are in now. ``left_at``: when they left, if they have; ``left_in``: the round in which they did last.
    ``forgiven``: games lost on time or not begun by the person whose place they took.
    """

    user_id: UserId | None
    entered_at: datetime
    seed: Seed = UNSEEDED
    rating: int = 0
    group: int = NO_GROUP
    left_at: datetime | None = None
    left_in: int = 0
    forgiven: int = 0

    @property
    def active(self) -> bool:
        """True unless they have left."""
        return self.left_at is None

    def left_during(self, number: int) -> bool:
        """True if they left in round ``number`` and have not come back."""
        return not self.active and self.left_in == number


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """The terms of a tournament, fixed once it has started. Raises ValueError for invalid terms.

    ``rated``: whether its matches are. ``at_once``: the most matches of an entrant at a time. ``round_days``:
    the days from a round's start to its last day. ``rounds``: of a Swiss, or the seasons of a league; None
    for as many as fit, or without an end. ``group_size``, ``promoted`` and ``moving``: of groups, see
    ``matches.tournaments.groups``. ``most`` and ``entries_until``: when entries end, whichever is first; at
    least one of them is given. ``news``: its start, rounds, weekly tables and end are told in its channel.
    """

    format: Format
    pace: Pace = TOURNAMENT_PACE
    rated: bool = True
    at_once: int = DEFAULT_AT_ONCE
    round_days: int = 60
    rounds: int | None = None
    group_size: int = 8
    promoted: int = 1
    moving: int = 1
    most: int | None = None
    entries_until: datetime | None = None
    news: bool = False

    def __post_init__(self) -> None:
        if problem := self._problem():
            raise ValueError(problem)

    def _problem(self) -> str | None:
        if not self.pace.timed or self.pace.fast:
            return "matches of tournaments need a clock of days"
        if self.at_once not in AT_ONCE or self.round_days not in ROUND_DAYS:
            return "matches at once or days of a round out of range"
        if self.rounds is not None and not 1 <= self.rounds <= MOST_ROUNDS:
            return "rounds out of range"
        if self.group_size not in GROUP_SIZES or self.promoted not in MOVERS or self.moving not in MOVERS:
            return "groups out of range"
        if self.most is None and self.entries_until is None:
            return "entries would never end"
        if self.most is not None and not LEAST_ENTRANTS <= self.most <= self.format.most_entrants:
            return "entrants out of range"
        return None

    @property
    def room(self) -> int:
        """The most entrants there can be."""
        return self.format.most_entrants if self.most is None else self.most

    def needs_consent(self, before: TournamentTerms) -> bool:
        """True if entrants under the terms ``before`` have to agree to these.

        That is if anything but the end of entries, the places and the news differs.
        """
        same = replace(before, most=self.most, entries_until=self.entries_until, news=self.news)
        return self != same

    def as_dict(self) -> dict[str, Any]:
        """The terms as plain values for JSON: see :meth:`read`."""
        until = self.entries_until
        return {
            "format": self.format.value,
            "pace": str(self.pace),
            "rated": self.rated,
            "at_once": self.at_once,
            "round_days": self.round_days,
            "rounds": self.rounds,
            "group_size": self.group_size,
            "promoted": self.promoted,
            "moving": self.moving,
            "most": self.most,
            "entries_until": until and as_utc(until).isoformat(),
            "news": self.news,
        }

    @classmethod
    def read(cls, stored: object) -> Self:
        """The terms of :meth:`as_dict`. Raises ValueError for anything else."""
        if not isinstance(stored, dict) or stored.keys() != _STORED.keys():
            raise ValueError("no terms of a tournament")
        if wrong := [name for name, kinds in _STORED.items() if type(stored[name]) not in kinds]:
            raise ValueError(f"terms of a tournament: wrong values for {', '.join(wrong)}")
        until = stored["entries_until"]
        return cls(
            **{
                **stored,
                "format": Format(stored["format"]),
                "pace": Pace.read(stored["pace"]),
                "entries_until": until and as_utc(datetime.fromisoformat(until)),
            }
        )


_MAYBE_NUMBER: Final = (int, type(None))
_STORED: Final[Mapping[str, tuple[type, ...]]] = {
    "format": (str,),
    "pace": (str,),
    "rated": (bool,),
    "at_once": (int,),
    "round_days": (int,),
    "rounds": _MAYBE_NUMBER,
    "group_size": (int,),
    "promoted": (int,),
    "moving": (int,),
    "most": _MAYBE_NUMBER,
    "entries_until": (str, type(None)),
    "news": (bool,),
}
"""The stored terms, and the types of their values."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """All of one tournament. Changes return a new one.

    ``organisers``: the users who may manage it, its creator first. ``round``: the current round, stage or
    season; 0 before the first. ``round_at``: when that began. ``paused_at``: when it was paused, if it is.
    ``ended_at``: when it was over or called off. ``entrants`` are in the order of their entries, ``pairings``
    of their keys.
    """

    id: TournamentId
    guild_id: GuildId
    channel_id: ChannelId
    name: str
    game: str
    terms: TournamentTerms
    organisers: tuple[UserId, ...]
    created_at: datetime
    state: TournamentState = TournamentState.OPEN
    round: int = 0
    round_at: datetime | None = None
    paused_at: datetime | None = None
    ended_at: datetime | None = None
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    @property
    def active(self) -> tuple[Entrant, ...]:
        """The entrants who have not left."""
        return tuple(one for one in self.entrants if one.active)

    @property
    def by_seed(self) -> Mapping[Seed, Entrant]:
        """The entrants by seed, in its order; only those who have one."""
        seeded = (one for one in self.entrants if one.seed != UNSEEDED)
        return {one.seed: one for one in sorted(seeded, key=lambda one: one.seed)}

    @property
    def is_full(self) -> bool:
        """True if as many have entered as the terms have room for: entries are over."""
        return len(self.entrants) >= self.terms.room

    def entries_over(self, now: datetime) -> bool:
        """True once it is full, or its time for entries has passed."""
        until = self.terms.entries_until
        return self.is_full or (until is not None and until <= now)

    @property
    def has_next_season(self) -> bool:
        """True in a league that will have another season, as far as is known."""
        seasons = self.terms.rounds
        going_on = self.terms.format is Format.LEAGUE and self.state.started
        return going_on and (seasons is None or self.round < seasons)

    def entrant_of(self, user: UserId) -> Entrant | None:
        """The entrant who is ``user``, or None."""
        return next((one for one in self.entrants if one.user_id == user), None)

    def users_in(self, key: PairingKey) -> tuple[UserId, ...]:
        """The users of a pairing, without erased ones. Raises KeyError for an unknown key."""
        by_seed = self.by_seed
        users = (by_seed[seed].user_id for seed in self.pairing(key).seeds)
        return tuple(user for user in users if user is not None)

    def pairing(self, key: PairingKey) -> Pairing:
        """The pairing at ``key``. Raises KeyError for an unknown key."""
        for one in self.pairings:
            if one.key == key:
                return one
        raise KeyError(key)

    def in_round(self, number: int) -> tuple[Pairing, ...]:
        """The pairings of a round."""
        return tuple(one for one in self.pairings if one.key.round == number)

    def of(self, seed: Seed) -> Iterator[Pairing]:
        """The pairings of an entrant."""
        return (one for one in self.pairings if seed in one.seeds)

    def changed(self, *pairings: Pairing) -> Self:
        """The tournament with these pairings, which replace those with the same keys."""
        kept = {one.key: one for one in (*self.pairings, *pairings)}
        return replace(self, pairings=tuple(kept[key] for key in sorted(kept)))

    def with_entrant(self, before: Entrant, after: Entrant) -> Self:
        """The tournament with ``after`` in the place of ``before``."""
        return replace(self, entrants=tuple(after if one == before else one for one in self.entrants))


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament in a list; ``entrants`` are those who have not left.

    ``champion``: its winner, or that of a league's latest season, if there is one who isn't erased.
    """

    id: TournamentId
    name: str
    game: str
    format: Format
    state: TournamentState
    entrants: int
    champion: UserId | None = None


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """The place of a match in its tournament: for the match's card. ``name`` is the tournament's."""

    tournament: TournamentId
    name: str
    format: Format
    key: PairingKey


def last_day(begins_at: datetime, terms: TournamentTerms) -> datetime:
    """The end of a round that begins at ``begins_at``."""
    return begins_at + terms.round_days * DAY
