"""The position is the fold of the record, whether it was kept or is folded anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from engines import RecordError
from matches import MatchId
from matches.lifecycle import history
from matches.lifecycle.history import Histories, folded
from matches.model import Entry, EntryKind
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table, random_game

SMALL: Final[dict[str, Any]] = {"board": "5x5"}


async def test_a_kept_fold_and_a_fresh_one_agree_after_every_action(table: Table) -> None:
    game = random_game(6, SMALL, first="green")
    table.falls = "tails"
    await table.in_play(**SMALL)
    kept = Histories()
    for action in game.actions:
        match = await table.play(action)
        assert kept.of(match) == folded(match) == table.matches.history(match)


async def test_take_backs_are_folded_too(table: Table) -> None:
    table.falls = "tails"
    await table.in_play(**SMALL)
    kept = Histories()
    for action in ("a2xa4", "d5d3", "a4xa5", "back", "a4xa5", "a5=S", "e5e3"):
        if action == "back":
            match = await table.matches.play.take_back(table.id, CHALLENGER)
        else:
            match = await table.play(action)
        history = kept.of(match)
        assert history == folded(match)
        assert history.entries == len(match.entries)
    assert len(history.played) == len(match.entries) - 2
    assert history.position.ply == match.entries[-1].ply


async def test_several_entries_can_be_caught_up_on_at_once(table: Table) -> None:
    table.falls = "tails"
    kept = Histories()
    kept.of(await table.in_play(**SMALL))
    await table.play("a2xa4", "d5d3", "a4xa5")
    await table.matches.play.take_back(table.id, CHALLENGER)
    match = await table.play("e2xd3")
    assert kept.of(match) == folded(match)


async def test_a_match_as_it_was_earlier_has_the_history_of_then(table: Table) -> None:
    await table.in_play()
    early = await table.play("d8d7")
    late = await table.play("d1d2", "e8e7")
    kept = Histories()
    assert kept.of(late) == folded(late)
    assert kept.of(early) == folded(early)
    assert kept.of(late) == folded(late)


async def test_what_is_kept_is_limited_and_what_was_dropped_is_folded_anew(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "KEPT", 2)
    first, second, third = [await table.in_play() for _ in range(3)]
    count = Counting(monkeypatch)
    kept = Histories()
    for match, folds in (
        (first, 1),
        (second, 2),
        (first, 2),
        (third, 3),
        (first, 3),
        (second, 4),
        (third, 5),
    ):
        kept.of(match)
        assert count.folds == folds, f"after looking at match {match.id}"


class Counting:
    """Counts how often a record is folded from its beginning."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folds = 0
        monkeypatch.setattr(history, "folded", self._folded)

    def _folded(self, *args: object) -> object:
        self.folds += 1
        return folded(*args)  # type: ignore[arg-type]


async def test_a_move_adds_one_step_and_folds_nothing_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.in_play()
    await table.play("d8d7")
    count = Counting(monkeypatch)
    await table.play("d1d2", "e8e7", "e1e2")
    assert count.folds == 0


async def test_matches_do_not_share_a_history(table: Table) -> None:
    first = await table.in_play()
    await table.play("d8d7")
    second = await table.in_play()
    await table.play("e8e7")
    assert [str(played) for played in (await table.history()).played] == ["e8-e7"]
    assert first.id != second.id


async def test_a_record_that_cannot_be_is_named_with_its_entry(table: Table) -> None:
    await table.in_play()
    match = await table.play("d8d7")
    broken = replace(
        match,
        id=MatchId(99),
        entries=(*match.entries, Entry(EntryKind.ACTION, "a1-h8", "green", 2, NOON)),
    )
    with pytest.raises(RecordError) as error:
        table.matches.history(broken)
    assert error.value.number == 2


async def test_the_options_the_toss_and_the_picks_are_part_of_the_fold(table: Table) -> None:
    table.falls = "tails"
    await table.in_play(green=("shrimp", "shrimp"), blue=("crab", "crab"), board="5x6", revival="off")
    start = (await table.history()).start
    assert start.to_text().split()[:3] == ["fffff/c3c/5/5/S3S/FFFFF", "g", "a1-e6"]
    assert await table.awaited() == (CHALLENGER,)
    assert OPPONENT not in await table.awaited()
