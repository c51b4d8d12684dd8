"""The openings of a server: the starts of a game that were played there, and each turn from there on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engines import GAMES
from engines.record import History
from matches.archive import ArchiveQuery, BookTurn, OpeningStep, opening_of, position_key
from matches.model import ChannelId, GuildId, Match
from matches.openings import OpeningStart, after, by_number, number_of, starts_key
from services.archive import Archive
from services.core import Core

COMMONEST: Final = 0
"""Stands for the number of the start that was played most often."""


@dataclass(frozen=True, slots=True)
class OpeningPosition:
    """A position of an opening in a server, and what was played there, most often first.

    ``starts``: the starts of the game that were played there, by number, with how often. ``start``: the
    number of the one it began from. ``turns``: the numbers of the turns since. ``key``: of the position.
    ``cut``: whether more was asked for than is there.
    """

    starts: Mapping[int, tuple[OpeningStart, BookTurn]]
    start: int
    turns: tuple[int, ...]
    history: History
    key: int
    played: Sequence[BookTurn]
    cut: bool

    @property
    def began(self) -> OpeningStart:
        """The start that it began from."""
        return self.starts[self.start][0]


@dataclass(frozen=True, slots=True)
class OpeningWay:
    """A way through the openings of a game, by numbers: of its start, and of the turns from there on."""

    game_key: str
    start: int = COMMONEST
    turns: tuple[int, ...] = ()


class Openings:
    """The openings of a server, from matches in the given channels: those that everyone there may see."""

    def __init__(self, core: Core, archive: Archive) -> None:
        self._core = core
        self._archive = archive

    async def at(
        self, guild: GuildId, channels: Collection[ChannelId], way: OpeningWay
    ) -> OpeningPosition | None:
        """The position that a way leads to, as far as it was played there; None if the game never was."""
        starts = _known(way.game_key, await self._played(guild, channels, starts_key(way.game_key)))
        if not starts:
            return None
        start = way.start if way.start in starts else next(iter(starts))
        began = starts[start][0]
        history = History(began.position())
        key = _key(began, history)
        played = await self._played(guild, channels, key)
        for number in way.turns if start == way.start else ():
            turn = by_number(played).get(number)
            if turn is None:
                break
            history = after(history, turn.played)
            key = _key(began, history)
            played = await self._played(guild, channels, key)
        followed = way.turns[: history.turns]
        cut = followed != way.turns or way.start not in (start, COMMONEST)
        return OpeningPosition(starts, start, followed, history, key, played, cut)

    async def games(self, guild: GuildId, channels: Collection[ChannelId]) -> tuple[str, ...]:
        """The games that have openings there, most often played first."""
        keys = {game: starts_key(game) for game in GAMES}
        found = await self._archive.played_at(guild, channels, keys.values())
        played = {
            game: sum(turn.matches for _, turn in _known(game, found[key]).values())
            for game, key in keys.items()
        }
        return tuple(sorted(filter(played.get, played), key=played.__getitem__, reverse=True))

    async def has(self, guild: GuildId, channels: Collection[ChannelId], match: Match, turns: int) -> bool:
        """True if a finished match there came to the position of ``match`` after so many turns."""
        steps = self._steps(match)
        if turns >= len(steps):
            return False
        query = ArchiveQuery(guild, channels, match.game_key, position=steps[turns].position)
        return bool((await self._archive.page(query, 1)).matches)

    async def like(
        self, guild: GuildId, channels: Collection[ChannelId], match: Match, turns: int
    ) -> OpeningPosition | None:
        """The position of ``match`` after so many turns: as it came there itself, else as others did."""
        steps = self._steps(match)
        if turns >= len(steps):
            return None
        found = await self.at(guild, channels, _way(match, steps, turns))
        if found is not None and not found.cut:
            return found
        return await self.of_key(guild, channels, steps[turns].position) or found

    async def of_key(
        self, guild: GuildId, channels: Collection[ChannelId], key: int
    ) -> OpeningPosition | None:
        """The position with this key, as the latest match there came to it; None if none did."""
        latest = (await self._archive.page(ArchiveQuery(guild, channels, position=key), 1)).matches
        if not latest:
            return None
        match = await self._core.load(latest[0].id)
        steps = self._steps(match)
        turns = next((at for at, step in enumerate(steps) if step.position == key), None)
        return None if turns is None else await self.at(guild, channels, _way(match, steps, turns))

    def _steps(self, match: Match) -> tuple[OpeningStep, ...]:
        """The opening of a match; nothing before play, or if it began from another start."""
        if not match.started or match.terms.start is not None:
            return ()
        return opening_of(self._core.history(match), match)

    async def _played(
        self, guild: GuildId, channels: Collection[ChannelId], key: int
    ) -> tuple[BookTurn, ...]:
        return (await self._archive.played_at(guild, channels, [key]))[key]


def _known(game_key: str, found: Sequence[BookTurn]) -> dict[int, tuple[OpeningStart, BookTurn]]:
    """The starts of a game by number, without those of rules that are not known any more."""
    read = {
        number: (OpeningStart.read(game_key, one.played), one) for number, one in by_number(found).items()
    }
    return {number: one for number, one in read.items() if one[0].is_known}


def _key(began: OpeningStart, history: History) -> int:
    return position_key(began.game_key, began.rules_version, began.options, history.position)


def _way(match: Match, steps: Sequence[OpeningStep], turns: int) -> OpeningWay:
    """The way of a match to its position after so many turns."""
    start = number_of(OpeningStart.of(match).text)
    return OpeningWay(match.game_key, start, tuple(number_of(step.played) for step in steps[:turns]))
