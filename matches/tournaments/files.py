"""Files of a tournament for spreadsheets and programs: its tables as CSV, all of it as JSON.

They name people as they are shown, and hold no ids of people. The CSV is separated by semicolons and has
decimal commas, so that a spreadsheet opens it right where commas are decimal. For TRF see
``matches.tournaments.trf``.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from matches.plain_text import safe_cell
from matches.time import as_utc
from matches.tournaments.model import NO_GROUP, WIN, Decision, Pairing, Seed, Tournament
from matches.tournaments.standings import UNITS, Row, Standings, TieBreak, tables

FORM: Final = 1
"""The version of the JSON format."""
BOM: Final = "\ufeff"
"""The mark by which spreadsheets know the encoding."""
_UNDECIDED: Final = "*"

Names = Mapping[Seed, str]
"""The entrants' names as they are shown."""


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The words of a sheet, in the language of its reader.

    ``columns``: the heads of number, place, name, points and games played. ``breaks``: those of tie-breaks.
    ``group`` heads the sheet of a group, ``annulled`` marks the name of an entrant whose games are annulled.
    """

    columns: tuple[str, str, str, str, str]
    breaks: Mapping[TieBreak, str]
    group: Callable[[Tournament, Standings], str]
    annulled: Callable[[str], str]


def as_csv(tournament: Tournament, names: Names, words: SheetWords, number: int | None = None) -> str:
    """The tables of a round, by group, each row with its results against the others, by their places."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    for table in tables(tournament, number):
        writer.writerows(_sheet(tournament, table, names, words))
    return BOM + text.getvalue()


def as_json(tournament: Tournament, names: Names) -> str:
    """All of a tournament: its terms, tables of every round, and pairings. Times are in UTC."""
    rounds = range(1, tournament.round + 1) if tournament.terms.format.has_groups else (tournament.round,)
    whole = {
        "tournament": FORM,
        "name": tournament.name,
        "game": tournament.game,
        "terms": tournament.terms.as_dict(),
        "state": tournament.state.value,
        "made": as_utc(tournament.created_at).isoformat(),
        "ended": tournament.ended_at and as_utc(tournament.ended_at).isoformat(),
        "entrants": [
            {"seed": seed, "name": names[seed], "rating": one.rating, "left": not one.active}
            for seed, one in tournament.by_seed.items()
        ],
        "tables": [_table(table) for one in rounds for table in tables(tournament, one)],
        "pairings": [_pairing(game) for game in tournament.pairings],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def decimal(value: int, unit: int) -> str:
    """``value`` divided by ``unit``, with a decimal comma where it is needed."""
    whole, rest = divmod(value, unit)
    return f"{whole},{str(rest * 100 // unit).rstrip('0')}" if rest else str(whole)


def _sheet(tournament: Tournament, table: Standings, names: Names, words: SheetWords) -> Iterator[list[str]]:
    breaks = [one for one in TieBreak if any(one in row.values for row in table.rows)]
    numbers = [str(number) for number in range(1, len(table.rows) + 1)]
    across = numbers if table.group != NO_GROUP else []
    if table.group != NO_GROUP:
        yield [words.group(tournament, table)]
    yield [*words.columns, *(words.breaks[one] for one in breaks), *across]
    results = _results(tournament, table)
    for number, row in zip(numbers, table.rows, strict=True):
        values = [decimal(row.values[one], UNITS[one]) if one in row.values else "" for one in breaks]
        name = safe_cell(names[row.seed])
        cells = [_cell(results, row.seed, rival) for rival in table.seeds] if across else []
        name = words.annulled(name) if row.annulled else name
        yield [number, str(row.place), name, decimal(row.points, WIN), str(row.played), *values, *cells]
    yield []


def _results(tournament: Tournament, table: Standings) -> Mapping[tuple[Seed, Seed], Pairing]:
    games = (game for game in tournament.in_round(table.round) if game.group == table.group)
    return {pair: game for game in games for pair in (game.seeds, game.seeds[::-1]) if len(pair) == 2}


def _cell(results: Mapping[tuple[Seed, Seed], Pairing], seed: Seed, rival: Seed) -> str:
    """A result in the crosstable: points, with an F for a forfeit, * for one to come."""
    game = results.get((seed, rival))
    if game is None:
        return ""
    if game.outcome is None:
        return _UNDECIDED
    forfeit = "F" if game.outcome.how is Decision.FORFEIT else ""
    return f"{decimal(game.points_of(seed), WIN)}{forfeit}"


def _table(table: Standings) -> dict[str, Any]:
    return {"round": table.round, "group": table.group or None, "rows": [_row(row) for row in table.rows]}


def _row(row: Row) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared": row.shared,
        "seed": row.seed,
        "points": row.points / WIN,
        "played": row.played,
        "annulled": row.annulled,
        "decided by": row.decided and row.decided.value,
        "tie-breaks": {one.value: value / UNITS[one] for one, value in row.values.items()},
    }


def _pairing(game: Pairing) -> dict[str, Any]:
    outcome = game.outcome
    return {
        "round": game.key.round,
        "board": game.key.board,
        "game": game.key.game,
        "group": game.group or None,
        "first": game.first,
        "second": game.second,
        "match": game.match_id,
        "points": outcome and [outcome.first / WIN, outcome.second / WIN],
        "decided": outcome and outcome.how.value,
        "last day": as_utc(game.ends_at).isoformat(),
    }
