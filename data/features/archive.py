"""The archive of a server: its finished matches, and how often each turn was played in their openings.

It holds non-private matches of two people, with the server and the channel that they were played in. It names
no user, has nothing of running matches, and is derived from the matches alone: this module computes the rows
of a match, for the bot that adds it and for the check.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Self

from sqlalchemy import (
    BigInteger,
    Connection,
    Index,
    Integer,
    Select,
    Text,
    and_,
    delete,
    false,
    func,
    literal_column,
    select,
    update,
)

from data.database import AdvisoryLock, one_at_a_time
from data.features.rows import FeatureRows, MatchRule, RowsCommand
from data.schema import UtcTime, always, index_where, keys, match, of_match, table
from engines import GAMES, EngineError, Game, OptionError, Options, Picks, Position, Side
from engines.record import History
from matches.lifecycle.finish import WITHOUT_RESULT
from matches.lifecycle.history import folded
from matches.model import ChannelId, GuildId, Match, MatchFacts, MatchId, Phase

if TYPE_CHECKING:
    from data.maintenance.invariants import Stored

# --- tables --------------------------------------------------------------------------------------

# Finished matches by server, and what was played in the first turns of them. All of it can be made again from
# the matches.
archive = table(
    "archive",
    *keys(BigInteger, "guild_id"),
    of_match(primary=True),
    *always(BigInteger, "channel_id"),
    *always(Text, "game"),
    *always(Integer, "outcome"),
    *always(UtcTime, "finished_at"),
)
Index(None, archive.c.match_id)
Index(None, archive.c.guild_id, archive.c.channel_id)
# A page is read off the ends of these, one for each outcome, without the table.
_NEWEST: Final = (archive.c.outcome, archive.c.finished_at, archive.c.match_id, archive.c.channel_id)
Index("ix_archive_newest", archive.c.guild_id, *_NEWEST)
Index("ix_archive_newest_of_game", archive.c.guild_id, archive.c.game, *_NEWEST)
# Never looked up by match, therefore not a foreign key. All columns are the key: its index answers alone.
archive_position = table(
    "archive_position",
    *keys(BigInteger, "guild_id", "position"),  # position: a digest of it
    *keys(Integer, "outcome"),
    *keys(UtcTime, "finished_at"),
    *keys(BigInteger, "match_id", "channel_id"),
)
book = table(
    "book",
    *keys(BigInteger, "guild_id", "position"),
    *keys(Text, "played"),  # the actions of the turn that was played there
    *keys(BigInteger, "channel_id"),
    *always(Integer, "first_won", "second_won", "drawn"),  # matches by what came of them
)
# Finished matches that are not in the archive yet. The values are literals, as in ``without_to_act``.
unarchived = and_(match.c.phase == literal_column(f"'{Phase.FINISHED.value}'"), match.c.archived == false())
index_where(unarchived, match.c.id, name="ix_match_unarchived")

# --- what a match adds ---------------------------------------------------------------------------

OPENING_TURNS: Final = 6
"""The number of turns, both sides' together, in the opening of a match."""
_KEY_BYTES: Final = 8
"""The bytes of a position's key: as many as an integer of both databases has."""


class MatchOutcome(IntEnum):
    """The outcome of a match by its game's sides, in their order. The values are stored: never change one."""

    DRAWN = 0
    FIRST_WON = 1
    SECOND_WON = 2
    UNDECIDED = 3
    """The match ended without a winner and is no draw."""


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

    ``places``: the servers and channels it was played in; empty if the archive leaves it out. ``opening``:
    its first positions, empty if it began from another start or never began. ``counted``: whether the
    statistics count it: it was won or drawn, by a result that counts.
    """

    match_id: MatchId
    game: str
    outcome: MatchOutcome
    places: tuple[tuple[GuildId, ChannelId], ...]
    opening: tuple[OpeningStep, ...]
    counted: bool
    start: OpeningStep | None = None
    """The match's start, as the turn "played" in the position that stands for all starts of its game."""


@dataclass(frozen=True, slots=True)
class OpeningStart:
    """A usual start of a game: the version of its rules, all options, the side that starts, and the picks."""

    game_key: str
    rules_version: int
    options: Options
    first: Side
    picks: Picks

    @classmethod
    def of(cls, match: Match) -> Self:
        """The start of a match that began from its game's own start."""
        first = match.first or match.game.sides[0]
        picks = {side: sealed.choices for side, sealed in match.picks.items()}
        return cls(match.game_key, match.rules_version, match.options, first, picks)

    @classmethod
    def read(cls, game_key: str, text: str) -> Self:
        """Parse the :attr:`text` of a start."""
        said = json.loads(text)
        picks = {side: tuple(chosen) for side, chosen in said["picks"].items()}
        return cls(game_key, said["rules"], said["options"], said["first"], picks)

    @property
    def text(self) -> str:
        """The start as stored text, without its game: equal starts have equal texts."""
        said = {
            "first": self.first,
            "options": dict(self.options),
            "picks": {side: list(chosen) for side, chosen in self.picks.items()},
            "rules": self.rules_version,
        }
        return json.dumps(said, sort_keys=True, separators=(",", ":"))

    @property
    def game(self) -> Game:
        """The game in that version of its rules. Raises KeyError or OptionError if it is no longer known."""
        return GAMES[self.game_key].at(self.rules_version)

    @property
    def is_known(self) -> bool:
        """True if the rules are still known."""
        try:
            self.game.complete_options(self.options)
        except (KeyError, OptionError):
            return False
        return True

    def position(self) -> Position:
        """The position. Raises KeyError or OptionError if the rules are not known any more."""
        return self.game.start(self.options, first=self.first, picks=self.picks or None)


def position_key(game_key: str, rules_version: int, options: Mapping[str, str], position: Position) -> int:
    """A hash of a position of a game, the same for positions that look alike; ``options`` are complete.

    It is stored: after a change of it, or of a game's ``appearance``, all openings must be counted again.
    """
    told = (game_key, rules_version, sorted(options.items()), position.appearance())
    return _digest(repr(told))


def starts_key(game_key: str) -> int:
    """The key that stands for all starts of a game: the turns "played" there are the texts of starts.

    It is stored, as a position's key is.
    """
    return _digest(f"starts of {game_key}")


def _digest(told: str) -> int:
    return int.from_bytes(blake2b(told.encode(), digest_size=_KEY_BYTES).digest(), "big", signed=True)


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
    """The outcome of a finished match."""
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


def positions_of(one: ArchivedMatch) -> Iterable[int]:
    """The positions of an opening, each once."""
    return dict.fromkeys(step.position for step in one.opening)


def book_keys(one: ArchivedMatch) -> Iterator[tuple[int, int, str, int, MatchOutcome]]:
    """The rows of the book in which a match counts, by key and outcome, each once."""
    if one.counted:
        for step in dict.fromkeys((*([one.start] if one.start else []), *one.opening)):
            if step.played:
                for guild, channel in one.places:
                    yield guild, step.position, step.played, channel, one.outcome


# --- the command and the check -------------------------------------------------------------------


def start_anew(connection: Connection) -> int:
    """Empty the archives, so that all matches are added again; returns the number of matches to add."""
    one_at_a_time(connection, AdvisoryLock.ARCHIVE)
    for each in (book, archive_position, archive):
        connection.execute(delete(each))
    connection.execute(update(match).where(match.c.archived).values(archived=False))
    return connection.scalar(select(func.count()).select_from(match).where(unarchived)) or 0


_COUNTS: Final = (
    select(func.count()).select_from(archive),
    select(func.sum(book.c.first_won + book.c.second_won + book.c.drawn)),
)
_NOT_OVER: Final = (
    select(match.c.id, match.c.phase)
    .where(match.c.archived, match.c.phase != Phase.FINISHED.value)
    .order_by(match.c.id)
)
_WON: Final = (
    ("first_won", MatchOutcome.FIRST_WON),
    ("second_won", MatchOutcome.SECOND_WON),
    ("drawn", MatchOutcome.DRAWN),
)
MEND: Final = "`python -m data archive` makes them anew"


class ArchiveSums(MatchRule):
    """Checks the archives and their openings against the matches.

    Hashes of the expected rows and of the stored rows are added up for each server, so it needs little memory
    for any number of rows. If a bot adds matches meanwhile, the sums differ anyway and aren't compared.
    """

    def __init__(self, connection: Connection) -> None:
        self._counted = _counted(connection)
        self._sums: Counter[int] = Counter()

    def add(self, stored: Stored) -> None:
        """Add the expected rows of an archived match; a match that can't be replayed has none."""
        if not stored.archived:
            return
        try:
            one = archived(stored.match)
        except (KeyError, EngineError):
            return
        at = stored.finished_at
        for guild, channel in one.places:
            self._sums[guild] += _number("match", one.match_id, channel, one.game, one.outcome, at)
            for position in positions_of(one):
                self._sums[guild] += _number("position", position, one.match_id, channel, one.outcome, at)
        for of_guild, *key in book_keys(one):
            self._sums[of_guild] += _number("book", *key)

    def faults(self, connection: Connection) -> Iterator[str]:
        """A line for each server whose archive differs from its matches, and each archived match not over."""
        for row in connection.execute(_NOT_OVER):
            yield f"match={row.id}: it is {row.phase}, and taken into the archive"
        if _counted(connection) != self._counted:
            return
        there = _stored_sums(connection)
        for guild in sorted({*self._sums, *there}):
            if self._sums[guild] != there[guild]:
                yield f"guild={guild}: its archive or openings differ from its matches; {MEND}"


def _counted(connection: Connection) -> list[Any]:
    return [connection.scalar(asked) for asked in _COUNTS]


def _stored_sums(connection: Connection) -> Counter[int]:
    """The sums of the stored rows, by server."""
    sums: Counter[int] = Counter()
    for row in _rows(connection, select(archive)):
        key = (row.match_id, row.channel_id, row.game, row.outcome, row.finished_at)
        sums[row.guild_id] += _number("match", *key)
    for row in _rows(connection, select(archive_position)):
        key = (row.position, row.match_id, row.channel_id, row.outcome, row.finished_at)
        sums[row.guild_id] += _number("position", *key)
    for row in _rows(connection, select(book)):
        for name, outcome in _WON:
            number = _number("book", row.position, row.played, row.channel_id, outcome)
            sums[row.guild_id] += number * row._mapping[name]
    return sums


def _rows(connection: Connection, asked: Select[Any]) -> Iterator[Any]:
    return iter(connection.execute(asked.execution_options(yield_per=1000)))


def _number(*parts: object) -> int:
    """A hash of a row; collisions are very unlikely."""
    return hash(parts)


ROWS: Final = FeatureRows(
    name="archive",
    tables=(archive, archive_position, book),
    match_rules=(ArchiveSums,),
    commands=(
        RowsCommand(
            "archive",
            "make the archives of servers and their openings again: the bot does so, some fifty matches "
            "a minute",
            start_anew,
            "The archives are empty; the bot takes in {matches} again.",
        ),
    ),
)
