"""Tournaments as they are being chosen, in the numbers of an id; and what can be chosen for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Self

from cogs.kit.arguments import FLAG, GAME, Query
from cogs.kit.errors import Refusal
from cogs.tournaments import texts
from matches.plain_text import beginning, letters, tidied
from matches.time import DAY
from matches.time.pace import Pace
from matches.tournaments.model import (
    DEFAULT_AT_ONCE,
    DEFAULT_ROUND_DAYS,
    TOURNAMENT_PACE,
    Format,
    Tournament,
    TournamentTerms,
)

MOST_NAME: Final = 40
"""Characters of a tournament's name, which the ids of the panel have room for."""
_MARKUP: Final = frozenset("*`_~|\\<>@[]")

# Ids hold the places in these two: add at the end only.
FORMATS: Final = (Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT, Format.LEAGUE)
PACES: Final = (
    TOURNAMENT_PACE,
    *(Pace.read(text) for text in ("2d+6h<3d", "10d+1d<14d")),
    *(Pace.per_move(days) for days in (1, 2, 3, 5, 7)),
)
ENTRY_DAYS: Final = (1, 3, 7, 14, 30)
ENTRANTS: Final = (3, 4, 6, 8, 12, 16, 24, 32, 64, 128)
ROUND_DAYS: Final = (0, 14, 30, 45, 60, 90, 120, 180)
ROUNDS: Final = (0, 3, 4, 5, 6, 7, 8, 9, 11)
SEASONS: Final = (0, 1, 2, 3, 4, 6)


@dataclass(frozen=True, slots=True)
class Draft(Query):
    """A tournament as it has been chosen so far.

    ``format`` and ``pace`` are places in their lists. Entries end after ``days``, or with ``most`` entrants:
    the other one is 0. ``round_days`` and ``rounds``: 0 for the usual ones. ``page`` is the panel's.
    """

    game: str = field(metadata=GAME)
    format: int = field(default=0, metadata={"takes": range(len(FORMATS))})
    days: int = 7
    most: int = 0
    pace: int = field(default=0, metadata={"takes": range(len(PACES))})
    rated: bool = field(default=True, metadata=FLAG)
    at_once: int = DEFAULT_AT_ONCE
    round_days: int = 0
    rounds: int = 0
    size: int = 8
    movers: int = 1
    page: int = 0
    news: bool = field(default=True, metadata=FLAG)
    event: bool = field(default=False, metadata=FLAG)

    @classmethod
    def like(cls, found: Tournament) -> Self:
        """The draft of another tournament like ``found``; what can't be chosen here is as usual."""
        terms, until = found.terms, found.terms.entries_until
        most = terms.most if terms.most in ENTRANTS else 0
        lasted = 7 if until is None else (until - found.created_at) / DAY
        days = 0 if most else min(ENTRY_DAYS, key=lambda days: abs(days - lasted))
        rounds = terms.rounds or 0
        usual = terms.round_days == DEFAULT_ROUND_DAYS[terms.format]
        return cls(
            found.game,
            FORMATS.index(terms.format),
            days,
            most or 0,
            PACES.index(terms.pace) if terms.pace in PACES else 0,
            terms.rated,
            terms.at_once,
            terms.round_days if not usual and terms.round_days in ROUND_DAYS else 0,
            rounds if rounds in (SEASONS if terms.format is Format.LEAGUE else ROUNDS) else 0,
            terms.group_size,
            terms.moving if terms.format is Format.LEAGUE else terms.promoted,
            news=terms.news,
        )

    @property
    def form(self) -> Format:
        """The format."""
        return FORMATS[self.format]

    def terms(self, now: datetime) -> TournamentTerms:
        """The terms of the tournament, created ``now``. Raises Refusal for numbers that cannot be."""
        try:
            return TournamentTerms(
                self.form,
                PACES[self.pace],
                self.rated,
                self.at_once,
                self.round_days or DEFAULT_ROUND_DAYS[self.form],
                rounds=self.rounds or None,
                group_size=self.size,
                promoted=self.movers,
                moving=self.movers,
                most=self.most or None,
                entries_until=now + self.days * DAY if self.days else None,
                news=self.news,
            )
        except ValueError:
            raise Refusal(texts.PANEL_OLD) from None


def entry_options() -> list[tuple[int, str]]:
    """The ends of entries: days, or the negative number of entrants."""
    return [
        *((days, texts.until_label(days)) for days in ENTRY_DAYS),
        *((-most, texts.number_label(most)) for most in ENTRANTS),
    ]


def plain_name(typed: str) -> str:
    """A name as it is shown anywhere: on one line, without markup, cut to the room there is."""
    shown = "".join(letter for letter in letters(tidied(typed)) if letter[0] not in _MARKUP)
    return beginning(tidied(shown), MOST_NAME, lambda letter: len(letter.encode("utf-16-le")) // 2).strip()
