"""The record of a match: what it folds into, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines import GAMES, TAKE_BACK, History, Record, RecordError
from tests.games.prawns.boards import FAR_BLUE, GAME, board

PICKS = {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}
DATA = Path(__file__).parents[1] / "data" / "matches"
OPENING = ("d1-d3", "d8-d6", "a2xa7", "b8xa7")


def record(*entries: str, **changes: object) -> Record:
    setup: dict[str, object] = {"game": "prawns", "version": 1, "picks": PICKS, "entries": entries}
    return Record(**{**setup, **changes})  # type: ignore[arg-type]


def test_a_record_without_entries_stands_at_the_start() -> None:
    history = record().replay()
    assert history.position == history.start == GAME.start(picks=PICKS)
    assert (history.played, history.entries) == ((), 0)


def test_the_set_up_is_the_records_own() -> None:
    start = record(options={"board": "5x6"}, first="blue").start()
    assert start == GAME.start({"board": "5x6"}, first="blue", picks=PICKS)


def test_every_standing_action_has_its_side_ply_positions_and_description() -> None:
    history = record(*OPENING).replay()
    assert [str(played) for played in history.played] == list(OPENING)
    assert [played.side for played in history.played] == ["green", "blue", "green", "blue"]
    assert [played.after.ply for played in history.played] == [1, 2, 3, 4]
    assert [played.description for played in history.played] == [
        "krill d1 to d3, jump-start",
        "krill d8 to d6, jump-start",
        "crab a2 eats shrimp a7",
        "krill b8 eats crab a7",
    ]
    position = history.start
    for played in history.played:
        assert played.before == position
        position = position.play(played.action)
        assert played.after == position
    assert history.position == position


def test_the_first_turns_are_replayed_alone() -> None:
    """Nothing after them is looked at, but for what takes one of them back."""
    whole = record(*OPENING).replay()
    for turns in range(1, whole.turns + 1):
        first = record(*OPENING, "a1-h8").replay(turns)
        assert first.played == whole.played[: whole.ply_after(turns)]
    assert record(*OPENING, *[TAKE_BACK] * 3).replay(2).played == whole.played[:1]
    assert record(*OPENING).replay(99) == whole


def test_going_on_is_the_same_as_replaying_everything() -> None:
    entries = (*OPENING, TAKE_BACK, "a8xa7", TAKE_BACK, TAKE_BACK, "h2-f4")
    history = record().replay()
    for number, entry in enumerate(entries, 1):
        history = history.then(entry)
        assert history == record(*entries[:number]).replay()
        assert history.entries == number
    assert [str(played) for played in history.played] == ["d1-d3", "d8-d6", "h2-f4"]


def test_going_on_leaves_the_history_before_as_it_was() -> None:
    history = record(*OPENING).replay()
    later = history.then("c1-c2")
    assert len(history.played) == 4
    assert len(later.played) == 5
    assert later.played[:4] == history.played


def test_a_take_back_takes_back_the_last_action_standing() -> None:
    history = record(*OPENING, TAKE_BACK, TAKE_BACK).replay()
    assert [str(played) for played in history.played] == ["d1-d3", "d8-d6"]
    assert history.position == record("d1-d3", "d8-d6").replay().position
    assert history.position.ply == 2
    assert history.entries == 6


@pytest.mark.parametrize(
    ("entries", "number", "reason"),
    [
        ((TAKE_BACK,), 1, "no action stands"),
        (("d1-d3", TAKE_BACK, TAKE_BACK), 3, "no action stands"),
        (("d1-d3", "e1-e3"), 2, "e1 is green's, and it's blue's turn"),
        (("d1-d3", "rubbish"), 2, "n't a move in Prawns"),
        (("d1-d3", "d8-d6", "d3-d5"), 3, "krill d3 has moved before"),
    ],
)
def test_an_entry_that_cannot_be_replayed_is_named(
    entries: tuple[str, ...], number: int, reason: str
) -> None:
    with pytest.raises(RecordError) as refused:
        record(*entries).replay()
    assert (refused.value.number, refused.value.entry) == (number, entries[number - 1])
    assert reason in refused.value.reason
    assert str(refused.value).startswith(f"entry {number}, {entries[number - 1]!r}: ")


@pytest.mark.parametrize("text", ["d1d3", "D1-D3", "d1xd3", " d1-d3"])
def test_entries_are_canonical(text: str) -> None:
    with pytest.raises(RecordError) as refused:
        record(text).replay()
    assert refused.value.reason == "an entry is written 'd1-d3'"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"version": 99}, "version 99"),
        ({"options": {"board": "9x9"}}, "9x9"),
        ({"picks": {"green": ("krill", "krill")}}, "krill, krill"),
        ({"first": "red"}, "red"),
    ],
)
def test_a_set_up_that_no_game_has_is_refused(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        record(**changes).replay()
    assert refused.value.number == 0
    assert reason in str(refused.value)


# --- turns --------------------------------------------------------------------------------------

EVOLVING = board(f"Ke8 Kd7 Ka1 {FAR_BLUE.replace('fd8', 'kh6')}")


def folded(*entries: str) -> History:
    history = History(EVOLVING)
    for entry in entries:
        history = history.then(entry)
    return history


@pytest.mark.parametrize(
    ("entries", "turn"),
    [
        ((), ()),
        (("e8=C",), ("e8=C",)),
        (("e8=C", "d7-d8"), ("e8=C", "d7-d8")),
        (("e8=C", "d7-d8", "d8=S"), ("e8=C", "d7-d8", "d8=S")),
        (("e8=C", "d7-d8", "end"), ("e8=C", "d7-d8", "end")),
        (("e8=C", "d7-d8", "end", "h6-h5"), ("h6-h5",)),
        (("e8=C", "d7-d8", "end", "h6-h5", "d8=S"), ("d8=S",)),
        (("e8=C", "d7-d8", "end", "h6-h5", "d8=S", TAKE_BACK), ("h6-h5",)),
    ],
)
def test_the_last_turn_is_the_one_under_way_or_the_one_just_over(
    entries: tuple[str, ...], turn: tuple[str, ...]
) -> None:
    history = folded(*entries)
    assert tuple(str(played) for played in history.last_turn()) == turn


@pytest.mark.parametrize(
    ("entries", "numbers", "turns"),
    [
        ((), [], 0),
        (("e8=C",), [1], 0),
        (("e8=C", "d7-d8", "end"), [1, 1, 1], 1),
        (("e8=C", "d7-d8", "end", "h6-h5"), [1, 1, 1, 2], 2),
        (("e8=C", "d7-d8", "end", "h6-h5", "d8=S"), [1, 1, 1, 2, 3], 2),
        (("e8=C", "d7-d8", "end", "h6-h5", TAKE_BACK, TAKE_BACK), [1, 1], 0),
    ],
)
def test_turns_are_counted_and_not_their_actions(
    entries: tuple[str, ...], numbers: list[int], turns: int
) -> None:
    history = folded(*entries)
    assert [played.turn for played in history.played] == numbers
    assert history.turns == turns
    assert history.diagram().number == turns + 1, "the turn to be made"
    assert History(history.start).diagram().number == 1


def migration() -> History:
    """A match of Predation in which a side chooses in the other one's turn."""
    told = (DATA / "predation-migration.txt").read_text().splitlines()
    entries = " ".join(told[1:]).split()
    return Record("predation", GAMES["predation"].rules_version, entries=entries).replay()


def test_a_choice_of_the_other_side_belongs_to_the_turn_that_it_interrupts() -> None:
    played = migration().played
    chosen = [number for number, one in enumerate(played) if one.side != one.before.turn_of]
    assert chosen
    for number in chosen:
        assert played[number - 1].turn == played[number].turn == played[number + 1].turn


def test_every_number_of_turns_has_its_actions() -> None:
    history = migration()
    ends = [0, *(ply for ply, one in enumerate(history.played, 1) if one.ends_turn)]
    assert len(ends) == history.turns + 1 > 8
    for number, ply in enumerate(ends):
        assert history.ply_after(number) == ply
        assert history.until(ply).turns == number


@pytest.mark.parametrize(
    ("entries", "can"),
    [
        ((), False),
        (("e8=C",), True),
        (("e8=C", "d7-d8"), True),
        (("e8=C", TAKE_BACK), False),
        (("e8=C", "d7-d8", "end"), False),
        (("a1-a2", "end", "h6-h5"), False),
    ],
)
def test_a_side_can_take_back_what_its_unfinished_turn_holds(entries: tuple[str, ...], can: bool) -> None:
    assert folded(*entries).can_take_back() is can


def test_after_the_end_nothing_can_be_taken_back() -> None:
    history = History(board("kc5 Lf5")).then("f5-dry")
    assert history.position.to_act is None
    assert not history.can_take_back()


@pytest.mark.parametrize("key", GAMES)
def test_no_game_has_an_action_called_take_back(key: str) -> None:
    assert TAKE_BACK not in map(str, GAMES[key].start().legal_actions())
