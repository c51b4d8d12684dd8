"""Files: CSV for spreadsheets, JSON for programs, TRF as the pairing program itself reads it."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from matches.tournaments import changes, files, swiss, trf
from matches.tournaments.field import field_of
from matches.tournaments.model import Decision, Format, PairingOutcome, Seed, Tournament
from matches.tournaments.standings import TieBreak, tables
from tests.matches.tournaments.making import (
    NOON,
    ORGANISER,
    Chance,
    a_tournament,
    decided,
    played_out,
    settled,
    started,
    user,
)

WORDS = files.SheetWords(
    ("nº", "lugar", "nombre", "puntos", "partidas"),
    {one: one.value for one in TieBreak},
    lambda _, table: f"{table.round}.{table.group}",
    lambda name: f"anulado: {name}",
)
W, D, L = (2, 0), (1, 1), (0, 2)


def names(tournament: Tournament, **special: str) -> Mapping[Seed, str]:
    return {seed: special.get(f"s{seed}", f"Player {seed}") for seed in tournament.by_seed}


def cells(text: str) -> list[list[str]]:
    return [row for row in csv.reader(text.removeprefix(files.BOM).splitlines(), delimiter=";") if row]


def test_a_group_is_a_crosstable_with_decimal_commas() -> None:
    tournament = decided(started(Format.ROUND_ROBIN, 3), (1, 2, *W), (2, 3, *D))
    text = files.as_csv(tournament, names(tournament), WORDS)
    assert text.startswith(files.BOM)
    assert cells(text) == [
        ["1.1"],
        ["nº", "lugar", "nombre", "puntos", "partidas", "sonneborn-berger", "direct", "wins", "1", "2", "3"],
        ["1", "1", "Player 1", "1", "1", "0,5", "", "1", "", "1", "*"],
        ["2", "2", "Player 2", "0,5", "2", "0,25", "0,5", "0", "0", "", "0,5"],
        ["3", "2", "Player 3", "0,5", "1", "0,25", "0,5", "0", "*", "0,5", ""],
    ]


def test_forfeits_and_annulled_games_are_marked() -> None:
    tournament = decided(started(Format.ROUND_ROBIN, 4), (1, 2, *W), (1, 3, *D), (2, 3, *D))
    tournament = settled(changes.withdrawn(tournament, user(4), NOON), NOON)
    rows = cells(files.as_csv(tournament, names(tournament), WORDS))
    assert rows[2][2:4] == ["Player 1", "1,5"]
    assert rows[2][-1] == "1F"
    assert rows[5][2:4] == ["anulado: Player 4", "0"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1"])
def test_no_name_is_a_formula(name: str) -> None:
    tournament = started(Format.ROUND_ROBIN, 3)
    rows = cells(files.as_csv(tournament, names(tournament, s1=name), WORDS))
    assert [row[2] for row in rows[2:]].count(f"'{' '.join(name.split())}") == 1


@pytest.mark.parametrize("name", ['a;b"c', "two\nlines", "ניר", "🦐"])
def test_any_name_stays_in_its_cell(name: str) -> None:
    tournament = started(Format.ROUND_ROBIN, 3)
    rows = cells(files.as_csv(tournament, names(tournament, s1=name), WORDS))
    assert [len(row) for row in rows] == [1, *[len(rows[1])] * 4]
    assert " ".join(name.split()) in [row[2] for row in rows[1:]]


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(0, 2, "0"), (4, 2, "2"), (5, 2, "2,5"), (5, 4, "1,25"), (3, 4, "0,75"), (2, 1, "2")],
)
def test_numbers_have_commas(value: int, unit: int, text: str) -> None:
    assert files.decimal(value, unit) == text


@pytest.mark.parametrize("form", Format)
def test_all_formats_have_files_without_ids_of_people(form: Format) -> None:
    tournament = settled(a_tournament(form, 6, rounds=2), NOON)
    plain = json.loads(files.as_json(tournament, names(tournament)))
    assert plain["state"] == "running"
    assert plain["entrants"][0]["name"] == "Player 1"
    assert len(plain["pairings"]) == len(tournament.pairings)
    both = files.as_json(tournament, names(tournament)) + files.as_csv(tournament, names(tournament), WORDS)
    assert str(ORGANISER) not in both
    assert f'"{user(1)}"' not in both
    assert f" {user(1)}," not in both


def test_json_tells_which_tie_break_decided() -> None:
    # 1 and 2 have 2 points; 2 beat 1, who has more than 4.
    tournament = decided(
        started(Format.ROUND_ROBIN, 4), (1, 2, *L), (1, 3, *W), (1, 4, *W), (2, 3, *L), (2, 4, *W), (3, 4, *D)
    )
    (table,) = json.loads(files.as_json(tournament, names(tournament)))["tables"]
    assert [(row["seed"], row["points"], row["decided by"]) for row in table["rows"]][:2] == [
        (2, 2.0, None),
        (1, 2.0, "sonneborn-berger"),
    ]
    assert table["rows"][1]["tie-breaks"]["sonneborn-berger"] == 2.0


# --- TRF -----------------------------------------------------------------------------------------


def as_trf(tournament: Tournament) -> str:
    (table,) = tables(tournament)
    places = {row.seed: row.place for row in table.rows}
    return trf.as_trf(tournament, names(tournament, s2="Ünï\ncode; " + 40 * "x"), places)


def parsed(text: str, folder: Path) -> Any:
    """A TRF as the pairing program reads it. Raises its errors."""
    file = folder / "swiss.trf"
    file.write_text(text, encoding="utf-8")
    return TrfParser.parse(file, strict=True)


def test_the_pairing_program_reads_our_file_and_pairs_alike(tmp_path: Path) -> None:
    tournament = settled(a_tournament(Format.SWISS, 9, rounds=5), NOON)
    for number in (1, 2, 3):
        for at, game in enumerate(tournament.in_round(number)):
            if game.outcome is None:
                outcome = PairingOutcome(*(W, D, L)[at % 3], Decision.PLAYED)
                tournament = tournament.changed(replace(game, outcome=outcome))
        read = parsed(as_trf(tournament), tmp_path)
        assert len(read.player_sections) == 9
        assert read.x_section.number_of_rounds == 5
        pairs = {(one.white, one.black or None) for one in DutchEngine.generate_pairings(read)}
        assert pairs == set(swiss.pairs(field_of(tournament)) or ())
        tournament = settled(tournament, NOON)


def test_what_the_file_says(tmp_path: Path) -> None:
    tournament = played_out(a_tournament(Format.SWISS, 3, rounds=2), [(2, 0)] * 10)
    read = parsed(as_trf(tournament), tmp_path)
    assert read.tournament_section.tournament_name == "Spring"
    first = read.player_sections[0]
    assert (first.starting_number, first.name, first.fide_rating, first.points_times_ten, first.rank) == (
        1,
        "Player 1",
        1999,
        10 * sum(game.points_of(Seed(1)) for game in tournament.pairings) // 2,
        next(row.place for row in tables(tournament)[0].rows if row.seed == 1),
    )
    assert [one.to_string() for one in first.results] == list(trf.results(tournament)[Seed(1)])


def test_a_round_that_is_not_finished_is_left_out() -> None:
    tournament = settled(a_tournament(Format.SWISS, 4), NOON)
    assert trf.results(tournament) == dict.fromkeys(tournament.by_seed, ())
    assert trf.finished_rounds(tournament) == 0


@pytest.mark.parametrize("seed", range(12))
def test_any_swiss_can_be_read(seed: int, tmp_path: Path) -> None:
    tournament = Chance(seed, Format.SWISS).run()
    if tournament.by_seed:
        read = parsed(as_trf(replace(tournament, name="=cmd\r\n001 evil")), tmp_path)
        assert len(read.player_sections) == len(tournament.entrants)
