"""The archive of a server: its finished matches, and how often each turn was played in their openings.

It holds matches of two people that are not private, with the server and the channel that they were played in.
It names no user, tells nothing of a match that still runs, and is made from the matches alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from typing import Final

from engines import Position
from engines.record import History
from matches.lifecycle.finish import WITHOUT_RESULT
from matches.lifecycle.history import folded
from matches.model import ChannelId, GuildId, Match, MatchFacts, MatchId, UserId
from matches.openings import OpeningStart, starts_key
from matches.summaries import MatchSummary

OPENING_TURNS: Final = 6
"""The turns of a match, both sides' together, that its opening has."""
_KEY_BYTES: Final = 8
"""The size of a position's key: what both databases hold as a number."""


class MatchOutcome(IntEnum):
    """The outcome of a match by its game's sides, in their order. The values are stored: never change one."""

    DRAWN = 0
    FIRST_WON = 1
    SECOND_WON = 2
    UNDECIDED = 3
    """Ended without a winner, and no draw either."""


class PlayerOutcome(IntEnum):
    """The outcome of a match for one of its players."""

    DRAWN = 0
    WON = 1
    LOST = 2
    UNDECIDED = 3


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """The key of a position at the beginning of a turn, and that turn: its actions, joined by spaces.

    ``played`` is empty if the match ended before that turn was finished, or it is after the opening.
    """

    position: int
    played: str


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A finished match as the archive holds it.

    ``places``: the servers and channels it was played in; none if the archive leaves it out. ``opening``: its
    first positions, none if it began from another start or never did. ``counted``: whether the statistics
    count it, since it was won or drawn by a result that counts.
    """

    match_id: MatchId
    game: str
    outcome: MatchOutcome
    places: tuple[tuple[GuildId, ChannelId], ...]
    opening: tuple[OpeningStep, ...]
    counted: bool
    start: OpeningStep | None = None
    """The way it began, as what was "played" in the position that stands for all starts of its game."""


@dataclass(frozen=True, slots=True)
class ArchiveQuery:
    """A question for the archive of a server, answered only from ``channels``: those that everyone may see.

    None leaves a condition out. ``outcome`` is asked by the sides, ``player_outcome`` of the ``player`` and
    only with one. ``position`` is a :func:`position_key`, of a game that it says itself.
    """

    guild_id: GuildId
    channels: Collection[ChannelId]
    game: str | None = None
    player: UserId | None = None
    outcome: MatchOutcome | None = None
    player_outcome: PlayerOutcome | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A page of the archive, latest finished first; ``more``: whether there are older matches."""

    matches: tuple[MatchSummary, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class BookTurn:
    """A turn that was played in a position, with the numbers of matches by what came of them."""

    played: str
    first_won: int
    second_won: int
    drawn: int

    @property
    def matches(self) -> int:
        """The number of matches in which it was played there."""
        return self.first_won + self.second_won + self.drawn


def position_key(game_key: str, rules_version: int, options: Mapping[str, str], position: Position) -> int:
    """A number for a position of a game, the same for positions that look alike; ``options`` are complete.

    Stored: a change to it, or to a game's ``standing``, makes all openings be counted anew.
    """
    told = (game_key, rules_version, sorted(options.items()), position.standing())
    digest = blake2b(repr(told).encode(), digest_size=_KEY_BYTES).digest()
    return int.from_bytes(digest, "big", signed=True)


def opening_of(history: History, match: MatchFacts) -> tuple[OpeningStep, ...]:
    """The positions at the beginning of a match's first OPENING_TURNS turns, and the one after them."""
    found: list[OpeningStep] = []
    position = history.start
    for turn, group in groupby(history.played, attrgetter("turn")):
        actions = list(group)
        if turn > OPENING_TURNS or not actions[-1].ends_turn:
            break
        found.append(OpeningStep(_key(match, position), " ".join(map(str, actions))))
        position = actions[-1].after
    return (*found, OpeningStep(_key(match, position), ""))


def _key(match: MatchFacts, position: Position) -> int:
    return position_key(match.game_key, match.rules_version, match.options, position)


def outcome_of(match: MatchFacts) -> MatchOutcome:
    """The outcome of a finished match by the sides."""
    result = match.result
    if result is None or result.reason in WITHOUT_RESULT:
        return MatchOutcome.UNDECIDED
    if result.winner is None:
        return MatchOutcome.DRAWN
    return MatchOutcome.FIRST_WON if result.winner == match.game.sides[0] else MatchOutcome.SECOND_WON


def archived(match: Match) -> ArchivedMatch:
    """A finished match for the archive. Raises KeyError or EngineError if its opening cannot be replayed."""
    outcome = outcome_of(match)
    from_start = match.started and match.terms.start is None
    shown = not match.secluded
    return ArchivedMatch(
        match.id,
        match.game_key,
        outcome,
        tuple((place.guild_id, place.channel_id) for place in match.places) if shown else (),
        opening_of(folded(match, OPENING_TURNS), match) if shown and from_start else (),
        counted=match.result is not None and match.result.counts and outcome is not MatchOutcome.UNDECIDED,
        start=_start(match) if shown and from_start else None,
    )


def _start(match: Match) -> OpeningStep:
    return OpeningStep(starts_key(match.game_key), OpeningStart.of(match).text)
