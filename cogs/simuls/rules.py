"""Simuls: one host against several players, each on a board of their own; who may join, and the score."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from typing import Final, NamedTuple, NewType

from engines import GAMES, Game, Side
from matches.errors import MatchError
from matches.lifecycle.finish import WITHOUT_RESULT
from matches.lifecycle.sets import WON, half_points
from matches.model import ChannelId, GuildId, MessageId, Phase, UserId
from matches.players import Human, Player
from matches.summaries import MatchSummary
from matches.time.pace import DEFAULT_PACE, Pace

SimulId = NewType("SimulId", int)

FEWEST: Final = 2
"""The fewest players of a simul."""
MOST: Final = 20
"""The most places of a simul."""
USUAL_PLACES: Final = 10
MOST_RUNNING: Final = 3
"""The most simuls that a host may have started and not finished."""


class SimulProblem(StrEnum):
    """Why something cannot be done with a simul."""

    NO_SUCH = auto()
    NOT_OPEN = auto()
    """It was started or called off, or expired."""
    OWN = auto()
    FULL = auto()
    JOINED = auto()
    TAKEN_OUT = auto()
    SAME_HOST = auto()
    """The player is in another simul of the same host."""
    NOT_IN = auto()
    NOT_HOST = auto()
    TOO_FEW = auto()
    PLACES = auto()
    TOO_FAST = auto()
    GATHERING = auto()
    """The host has a simul that is not started yet."""
    RUNNING = auto()
    """The host has as many unfinished simuls as one may have."""


class SimulError(MatchError):
    """A simul refuses, for ``problem``; ``simul`` is its present state, if it is about one."""

    def __init__(self, problem: SimulProblem, simul: Simul | None = None) -> None:
        super().__init__(f"simul {problem}" if simul is None else f"simul={simul.id} {problem}")
        self.problem = problem
        self.simul = simul


class SimulPhase(StrEnum):
    """The phase of a simul. The values are stored: never rename one."""

    OPEN = "open"
    """Players may join."""
    STARTED = "started"
    FINISHED = "finished"
    """All its matches are over."""
    CALLED_OFF = "called-off"
    EXPIRED = "expired"
    """It was not started in time."""

    @property
    def unfinished(self) -> bool:
        """True if anything can still happen to the simul."""
        return self in (SimulPhase.OPEN, SimulPhase.STARTED)


@dataclass(frozen=True, slots=True)
class SimulWishes:
    """A host's wishes for a simul: the game, the number of places, and the terms of its matches.

    ``pace``: None for the server's default. ``side``: the host's on every board, None for changing sides.
    """

    game: str
    places: int = USUAL_PLACES
    pace: Pace | None = None
    side: Side | None = None
    rated: bool = False


@dataclass(frozen=True, slots=True)
class SimulCard:
    """The public card of a simul on Discord.

    ``digest`` is a hash of what the message shows, as of ``shown_at``. ``lost`` counts how often the message
    was deleted.
    """

    message: MessageId | None = None
    digest: str | None = None
    shown_at: datetime | None = None
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Simul:
    """One host against several players.

    ``waiting`` are the players without a match, in the order in which they joined; once the simul is started
    each gets one. ``taken_out`` are those that the host has refused. Every change raises ``version``.
    """

    id: SimulId
    version: int
    phase: SimulPhase
    game_key: str
    guild_id: GuildId
    channel_id: ChannelId
    host: Player
    created_at: datetime
    closes_at: datetime
    pace: Pace
    places: int
    side: Side | None
    rated: bool
    waiting: tuple[UserId, ...] = ()
    taken_out: frozenset[UserId] = frozenset()
    card: SimulCard = SimulCard()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.game_key]

    def is_hosted_by(self, user: UserId) -> bool:
        """True if ``user`` is the host."""
        return self.host == Human(user)

    def host_side(self, board: int) -> Side | None:
        """The host's side on the board of this number, counted from 0; None where the game decides it."""
        if self.game.challenger_side is not None:
            return None
        return self.side or self.game.sides[board % len(self.game.sides)]

    def check_open(self) -> None:
        """Raise SimulError unless players may join and leave."""
        if self.phase is not SimulPhase.OPEN:
            raise SimulError(SimulProblem.NOT_OPEN, self)

    def check_join(self, user: UserId) -> None:
        """Raise SimulError unless there is a place for ``user``."""
        self.check_open()
        if self.is_hosted_by(user):
            raise SimulError(SimulProblem.OWN, self)
        if user in self.waiting:
            raise SimulError(SimulProblem.JOINED, self)
        if user in self.taken_out:
            raise SimulError(SimulProblem.TAKEN_OUT, self)
        if len(self.waiting) >= self.places:
            raise SimulError(SimulProblem.FULL, self)

    def has_place_for(self, user: UserId) -> bool:
        """True if ``user`` may join."""
        try:
            self.check_join(user)
        except SimulError:
            return False
        return True

    def check_leave(self, user: UserId) -> None:
        """Raise SimulError unless ``user`` has a place to give up."""
        self.check_open()
        if user not in self.waiting:
            raise SimulError(SimulProblem.NOT_IN, self)

    def check_host(self, user: UserId) -> None:
        """Raise SimulError unless ``user`` is the host and the simul is not started yet."""
        if not self.is_hosted_by(user):
            raise SimulError(SimulProblem.NOT_HOST, self)
        self.check_open()

    def check_start(self, user: UserId) -> None:
        """Raise SimulError unless ``user`` is the host and enough players have joined."""
        self.check_host(user)
        if len(self.waiting) < FEWEST:
            raise SimulError(SimulProblem.TOO_FEW, self)


class SimulScore(NamedTuple):
    """The score of the matches that have a result, in half points."""

    host: int
    players: int


@dataclass(frozen=True, slots=True)
class SimulBoards:
    """A simul with its matches, in the order in which they began; the host is each one's challenger."""

    simul: Simul
    boards: tuple[MatchSummary, ...] = ()

    @property
    def score(self) -> SimulScore:
        """The score so far. A match without a result gives no points."""
        points = [half_points(match, match.challenger) for match in self.boards if has_result(match)]
        return SimulScore(sum(points), WON * len(points) - sum(points))

    @property
    def running(self) -> tuple[MatchSummary, ...]:
        """The matches that go on, those included that begin in a moment."""
        return tuple(match for match in self.boards if match.phase.open)

    @property
    def cancelled(self) -> int:
        """The number of matches that ended without a result."""
        return sum(match.phase is Phase.FINISHED and not has_result(match) for match in self.boards)

    @property
    def all_over(self) -> bool:
        """True if the simul was started, each player has had a match, and none goes on."""
        return self.simul.phase is SimulPhase.STARTED and not (self.simul.waiting or self.running)

    def waiting_for(self, player: Player) -> tuple[MatchSummary, ...]:
        """The matches that wait for ``player``, the longest unchanged first."""
        found = (match for match in self.running if player in (match.to_act or ()))
        return tuple(sorted(found, key=lambda match: (match.changed_at, match.id)))


def has_result(match: MatchSummary) -> bool:
    """True if a match of a simul gives points: it is over, and was neither cancelled nor given up by both."""
    return match.result is not None and match.result.reason not in WITHOUT_RESULT


def check_wishes(wishes: SimulWishes) -> None:
    """Raise SimulError for a number of places or a pace that a simul can't have."""
    if wishes.places not in range(FEWEST, MOST + 1):
        raise SimulError(SimulProblem.PLACES)
    if wishes.pace is not None and wishes.pace.fast:
        raise SimulError(SimulProblem.TOO_FAST)


def check_another(of_host: Collection[SimulPhase]) -> None:
    """Raise SimulError if a host with simuls in these phases can't open another."""
    if SimulPhase.OPEN in of_host:
        raise SimulError(SimulProblem.GATHERING)
    if sum(phase is SimulPhase.STARTED for phase in of_host) >= MOST_RUNNING:
        raise SimulError(SimulProblem.RUNNING)


def pace_of(wishes: SimulWishes, usual: Pace) -> Pace:
    """The pace of a simul's matches in a server whose default pace is ``usual``.

    Without a wish it has a clock, in days: twenty matches at once must end, and no player is caught asleep.
    """
    if wishes.pace is not None:
        return wishes.pace
    return usual if usual.timed and not usual.fast else DEFAULT_PACE
